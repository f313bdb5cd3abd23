//! The score of a hand in words.

use spariglio_engine::hand::PrimeScale;
use spariglio_engine::rules::Majority;
use spariglio_engine::{HandScore, PointKind, SideScore, View};

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
            let (points, parts) = (score.points(side), self.parts_of(score.side(side)));
            text +=
                &said!(self, "Points of side {side}: {points}{parts}\n", "Punti della parte {side}: {points}{parts}\n");
        }
        text
    }

    /// The points of a side by kind, in brackets; empty if there are none.
    fn parts_of(&self, side: &SideScore) -> String {
        let parts = PointKind::ALL.into_iter().zip(side.points).filter(|(_, points)| *points != 0);
        let parts: Vec<String> = parts.map(|(kind, points)| format!("{} {points}", self.kind(kind))).collect();
        match parts.is_empty() {
            true => String::new(),
            false => format!(" ({})", parts.join(", ")),
        }
    }

    /// The score if the hand ended now, with what sides count for it; empty if the wording does not tell it. A count that
    /// no other side can reach is decided.
    pub(crate) fn score_so_far(&self, view: &View<'_>) -> Vec<String> {
        if !self.counts {
            return Vec::new();
        }
        let score = view.public_state().score(self.game);
        let sides: Vec<&SideScore> = (0..score.sides()).map(|side| score.side(side)).collect();
        let suit = self.game.rules().score.suit;
        let won = sides.iter().map(|side| usize::from(side.cards)).sum::<usize>();
        let won_of_suit = sides.iter().map(|side| usize::from(side.suit)).sum::<usize>();
        let left = self.game.dealt_len() - won;
        let left_of_suit = self.game.suit_cards().len() as usize - won_of_suit;
        let counted = |side: usize, count: fn(&SideScore) -> u8, left: usize| {
            let own = count(sides[side]);
            let others = (0..sides.len()).filter(|&other| other != side).map(|other| count(sides[other]));
            let is_decided = match self.fewest() {
                false => usize::from(own) > usize::from(others.max().unwrap_or(0)) + left,
                true => others.min().is_some_and(|other| usize::from(own) + left < usize::from(other)),
            };
            format!(
                "{own}{}",
                if is_decided {
                    self.either(" (decided)", " (deciso)")
                } else {
                    ""
                }
            )
        };
        let mut lines = Vec::new();
        for (number, side) in sides.iter().enumerate() {
            let (points, parts) = (score.points(number), self.parts_of(side));
            let cards = counted(number, |side| side.cards, left);
            let suits = counted(number, |side| side.suit, left_of_suit);
            let (suit, prime) = (self.suit_word(suit), self.prime_so_far(side));
            lines.push(said!(
                self,
                "Side {number} so far: points {points}{parts}; cards {cards}, {suit} {suits}{prime}",
                "Parte {number} finora: punti {points}{parts}; carte {cards}, {suit} {suits}{prime}"
            ));
        }
        let suit = self.suit_word(suit);
        lines.push(said!(
            self,
            "Not won yet: cards {left}, {suit} {left_of_suit}",
            "Non ancora vinte: carte {left}, {suit} {left_of_suit}"
        ));
        lines
    }

    /// The sum of a side's prime so far, if the rules have such a sum.
    fn prime_so_far(&self, side: &SideScore) -> String {
        let adds_up = self.game.prime().is_some_and(|scale| !PrimeScale::counts_cards(scale));
        let sum = side.prime.filter(|_| adds_up).map(|sum| self.prime_sum(sum));
        sum.map_or_else(String::new, |sum| said!(self, ", best sum {sum}", ", somma migliore {sum}"))
    }

    /// Whether the side with the fewest cards scores.
    fn fewest(&self) -> bool {
        self.game.rules().score.majority == Majority::Fewest
    }

    /// A kind of points in words.
    fn kind(&self, kind: PointKind) -> String {
        let [english, italian] = match kind {
            PointKind::Cards if self.fewest() => ["fewest cards", "meno carte"],
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
