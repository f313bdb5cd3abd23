//! The rules of a rule set, complete and short, made from its fields (`docs/reference/rules.md`).
//!
//! Each sentence states one rule, and a rule that a rule set does not have has no sentence. A test reads the sentences
//! and plays by them.

mod capture;
mod declare;
mod flow;
mod score;

use crate::language::{lines, said};
use crate::wording::Wording;

/// A part of the rules: its title, and one sentence per line.
#[derive(Clone, Debug)]
pub struct RulePart {
    /// What the part is about.
    pub title: String,
    /// Its sentences.
    pub lines: Vec<String>,
}

impl Wording<'_> {
    /// The rules of the game: one sentence per line, under a title for each part.
    #[must_use]
    pub fn rules(&self) -> String {
        let name = self.game_name();
        let (mut cards, mut deal) = (self.pack_rules(), self.seat_rules());
        cards.push(self.spelling_rule());
        deal.extend(self.deal_rules());
        let mut parts = self.parts(cards, deal);
        let title = said!(self, "How to write an action", "Come scrivere una giocata");
        parts.push(RulePart { title, lines: self.action_rules() });
        let mut text = said!(self, "Rules of {name}\n", "Regole: {name}\n");
        for RulePart { title, lines } in &parts {
            text += &format!("\n{title}\n");
            for line in lines {
                text += &format!("- {line}\n");
            }
        }
        text
    }

    /// The rules of the game for a person at a table with drawn cards: without seat numbers and spellings.
    #[must_use]
    pub fn rules_at_table(&self) -> Vec<RulePart> {
        let mut deal = self.player_rules();
        deal.extend(self.deal_rules());
        self.parts(self.pack_rules(), deal)
    }

    /// The parts of the rules that have a sentence.
    fn parts(&self, cards: Vec<String>, deal: Vec<String>) -> Vec<RulePart> {
        let parts = [
            (said!(self, "Cards", "Carte"), cards),
            (said!(self, "Seats and deal", "Posti e distribuzione"), deal),
            (said!(self, "Play", "Gioco"), self.capture_rules()),
            (said!(self, "Declarations", "Accusi"), self.declaration_rules()),
            (said!(self, "Points", "Punti"), self.score_rules()),
            (said!(self, "Match", "Partita"), self.match_rules()),
        ];
        let part = |(title, lines): (String, Vec<String>)| (!lines.is_empty()).then_some(RulePart { title, lines });
        parts.into_iter().filter_map(part).collect()
    }

    fn action_rules(&self) -> Vec<String> {
        lines! { self;
            "`CARD x CARDS` plays CARD and takes CARDS from the table.",
            "`CARTA x CARTE` gioca CARTA e prende CARTE dal tavolo.";
            "`CARD` alone lays it on the table.", "`CARTA` da sola la lascia sul tavolo.";
            if self.game.declares() && self.declares_by_choice() =>
                "`declare CARDS` declares three cards; `pass` declares nothing more.",
                "`dichiara CARTE` accusa tre carte; `passo` non accusa altro.";
        }
    }
}
