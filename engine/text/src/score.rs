//! The score of a hand in words.

use spariglio_engine::{HandScore, PointKind};

use crate::language::said;
use crate::wording::Wording;

impl Wording<'_> {
    /// The points of every side, with their kinds, in lines.
    #[must_use]
    pub fn score(&self, score: &HandScore) -> String {
        let mut text = String::new();
        if let Some(side) = score.shutout() {
            text += &said!(self, "Side {side} wins the match at once.\n", "La parte {side} vince subito la partita.\n");
        }
        for side in 0..score.sides() {
            let (points, kinds) = (score.points(side), score.by_kind(side));
            let parts = PointKind::ALL.into_iter().zip(kinds).filter(|(_, points)| *points != 0);
            let parts: Vec<String> = parts.map(|(kind, points)| format!("{} {points}", self.kind(kind))).collect();
            let parts = if parts.is_empty() {
                String::new()
            } else {
                format!(" ({})", parts.join(", "))
            };
            text +=
                &said!(self, "Points of side {side}: {points}{parts}\n", "Punti della parte {side}: {points}{parts}\n");
        }
        text
    }

    /// A kind of points in words.
    fn kind(&self, kind: PointKind) -> String {
        let [english, italian] = match kind {
            PointKind::Cards => ["most cards", "più carte"],
            PointKind::Suit => return self.suit_word(self.game.rules().score.suit).to_owned(),
            PointKind::Prime => ["best sum", "somma migliore"],
            PointKind::Single => ["single cards", "carte singole"],
            PointKind::Sweeps => ["sweeps", "piazze pulite"],
            PointKind::LowMeld => ["run", "sequenza"],
            PointKind::HighMeld => ["three courts", "tre figure"],
            PointKind::Declarations => ["declarations", "accusi"],
            PointKind::DealerBonus => ["dealer's bonus", "premio del mazziere"],
            PointKind::Picada => ["the card just laid", "carta appena lasciata"],
            PointKind::Simili => ["captures in one suit", "prese in un seme"],
            PointKind::Quadriglia => ["captures of three or more", "prese di tre o più"],
        };
        self.either(english, italian).to_owned()
    }
}
