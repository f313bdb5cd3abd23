//! Writing a rule set as TOML: complete, in one canonical order, so that equal rule sets have equal texts.

use super::{RuleSet, deck_field};
use crate::cards::card::Card;

impl RuleSet {
    /// The complete rule set as TOML, without `base`; reading it gives the same rule set.
    ///
    /// # Panics
    /// Never: every field has a form in TOML.
    pub fn to_toml(&self) -> String {
        let mut buffer = toml::ser::Buffer::new();
        RuleSet::serialize(self, toml::Serializer::new(&mut buffer)).expect("a rule set has a form in TOML");
        let mut text = buffer.to_string();
        let single = text.find("\n[match]").expect("the table `match`");
        text.insert_str(single, &format!("\n[score.single]\n{}", self.single_text()));
        let players = text.find("\nplayers").expect("the field `players`");
        text.insert_str(players, &format!("\ndeck = {}", deck_field::text(self.deck)));
        text
    }

    /// The complete rule set as JSON, with the fields of the TOML form; [`RuleSet::from_json`] reads it.
    ///
    /// # Panics
    /// Never: the TOML form can be read.
    pub fn to_json(&self) -> serde_json::Value {
        toml::from_str(&self.to_toml()).expect("the TOML form can be read")
    }

    /// The single cards, each under its quoted text.
    fn single_text(&self) -> String {
        let line = |(card, points): (&Card, &u16)| format!("\"{}\" = {points}\n", self.deck.card_text(*card));
        self.score.single.iter().map(line).collect()
    }
}
