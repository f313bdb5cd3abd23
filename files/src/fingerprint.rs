//! The identity of the numbers in a file: the rule set, the version of the inputs and the action encoding.
//!
//! If two files have equal fingerprints, their numbers mean the same. The name of a rule set is for people and not
//! compared; the hash of its canonical text is.

use serde::{Deserialize, Serialize};
use spariglio_engine::Game;

/// Version of the networks' inputs (`docs/reference/inputs.md`): a network or a row of another version cannot be used.
pub const INPUTS_VERSION: u32 = 2;

/// Version of the `u64` form of an action: card mask, played card, kind.
pub const ACTION_ENCODING: u32 = 1;

/// Identity of the numbers in shards and checkpoints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fingerprint {
    /// Name of the rule set; not compared.
    pub rules: String,
    /// Hash of the rule set's canonical text, sixteen hexadecimal digits.
    pub rules_hash: String,
    /// Seats of the rule set.
    pub players: u32,
    /// Sides of the rule set.
    pub sides: u32,
    /// Version of the inputs.
    pub inputs_version: u32,
    /// Version of the action encoding.
    pub action_encoding: u32,
}

impl Fingerprint {
    /// The fingerprint of this program's files for one game.
    pub fn of(game: &Game) -> Fingerprint {
        Fingerprint {
            rules: game.rules().name.clone(),
            rules_hash: format!("{:016x}", game.fingerprint()),
            players: game.players() as u32,
            sides: game.sides() as u32,
            inputs_version: INPUTS_VERSION,
            action_encoding: ACTION_ENCODING,
        }
    }

    /// Every difference as `name: expected A, found B`, separated by `; `; `None` if the two agree.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::Game;
    /// use spariglio_files::Fingerprint;
    ///
    /// let [scopa, scopone] = ["scopa", "scopone"].map(|name| Fingerprint::of(&Game::preset(name).expect("a preset")));
    /// assert_eq!(scopa.difference(&scopa), None);
    /// assert!(scopa.difference(&scopone).expect("other rules").contains("players: expected 2, found 4"));
    /// ```
    pub fn difference(&self, found: &Fingerprint) -> Option<String> {
        let mut parts = Vec::new();
        if self.rules_hash != found.rules_hash {
            parts.push(format!(
                "rule set: expected {} ({}), found {} ({})",
                self.rules, self.rules_hash, found.rules, found.rules_hash
            ));
        }
        let numbers = [
            ("players", self.players, found.players),
            ("sides", self.sides, found.sides),
            ("inputs version", self.inputs_version, found.inputs_version),
            ("action encoding", self.action_encoding, found.action_encoding),
        ];
        for (name, expected, actual) in numbers {
            if expected != actual {
                parts.push(format!("{name}: expected {expected}, found {actual}"));
            }
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(preset: &str) -> Fingerprint {
        Fingerprint::of(&Game::preset(preset).expect("a preset"))
    }

    #[test]
    fn differences_are_named() {
        let mut other = of("cirulla");
        assert_eq!(of("cirulla").difference(&other), None);
        other.inputs_version += 1;
        let text = of("cirulla").difference(&other).expect("a difference");
        assert!(text.starts_with("inputs version: expected"), "{text}");
        let text = of("scopone").difference(&of("cirulla")).expect("a difference");
        assert!(text.contains("rule set: expected scopone"), "{text}");
        assert!(text.contains("players: expected 4, found 2"), "{text}");
    }

    #[test]
    fn a_name_alone_is_no_difference() {
        let mut other = of("cirulla");
        other.rules = "my_cirulla".into();
        assert_eq!(of("cirulla").difference(&other), None);
    }
}
