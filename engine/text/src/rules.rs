//! The rules of a rule set, complete and short, made from its fields (`docs/rules.md`).
//!
//! Each sentence states one rule, and a rule that a rule set does not have has no sentence. A test reads the sentences
//! and plays by them.

mod capture;
mod declare;
mod flow;
mod score;

use crate::language::said;
use crate::wording::Wording;

impl Wording<'_> {
    /// The rules of the game: one sentence per line, under a title for each part.
    #[must_use]
    pub fn rules(&self) -> String {
        let name = self.game_name();
        let parts = [
            (said!(self, "Cards", "Carte"), self.pack_rules()),
            (said!(self, "Seats and deal", "Posti e distribuzione"), self.deal_rules()),
            (said!(self, "Play", "Gioco"), self.capture_rules()),
            (said!(self, "Declarations", "Accusi"), self.declaration_rules()),
            (said!(self, "Points", "Punti"), self.score_rules()),
            (said!(self, "Match", "Partita"), self.match_rules()),
            (said!(self, "How to write an action", "Come scrivere una giocata"), self.action_rules()),
        ];
        let mut text = said!(self, "Rules of {name}\n", "Regole: {name}\n");
        for (title, lines) in parts.iter().filter(|(_, lines)| !lines.is_empty()) {
            text += &format!("\n{title}\n");
            for line in lines {
                text += &format!("- {line}\n");
            }
        }
        text
    }

    fn action_rules(&self) -> Vec<String> {
        let mut lines = vec![
            said!(
                self,
                "`CARD x CARDS` plays CARD and takes CARDS from the table.",
                "`CARTA x CARTE` gioca CARTA e prende CARTE dal tavolo."
            ),
            said!(self, "`CARD` alone lays it on the table.", "`CARTA` da sola la lascia sul tavolo."),
        ];
        if self.game.declares() && self.declares_by_choice() {
            lines.push(said!(
                self,
                "`declare CARDS` declares three cards; `pass` declares nothing more.",
                "`dichiara CARTE` accusa tre carte; `passo` non accusa altro."
            ));
        }
        lines
    }
}

/// Lines, if a rule set has the rule.
pub(crate) fn line_if(is_so: bool, line: impl FnOnce() -> String) -> Option<String> {
    is_so.then(line)
}
