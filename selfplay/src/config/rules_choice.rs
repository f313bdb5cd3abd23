//! The rule set of a configuration: a preset's name, the name of a TOML file, or a table with `base`.

use std::fs;

use serde::{Deserialize, Serialize};
use spariglio_engine::{Game, RuleSet};
use toml::Value;

use super::ConfigError;

/// A rule set as a configuration names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RulesChoice(Value);

impl RulesChoice {
    /// The rule set that a text names: a preset, or a file ending in `.toml`.
    pub fn named(name: &str) -> RulesChoice {
        RulesChoice(Value::String(name.to_owned()))
    }

    /// The choice that needs no file: the whole rule set as a table.
    ///
    /// # Panics
    /// Never: a rule set writes itself as TOML.
    pub fn of(rules: &RuleSet) -> RulesChoice {
        RulesChoice(Value::Table(rules.to_toml().parse().expect("a rule set writes TOML")))
    }

    /// The game of the rule set.
    ///
    /// # Errors
    /// No such preset or file, or a rule set with a fault.
    pub fn game(&self) -> Result<Game, ConfigError> {
        let wrong = |error: String| ConfigError::Text(format!("rules: {error}"));
        let rules = match &self.0 {
            Value::String(name) if name.ends_with(".toml") => {
                let text = fs::read_to_string(name).map_err(|e| wrong(format!("{name}: {e}")))?;
                RuleSet::from_toml(&text).map_err(|e| wrong(format!("{name}: {e}")))?
            }
            Value::Table(table) => RuleSet::from_toml(&table.to_string()).map_err(|e| wrong(e.to_string()))?,
            value => {
                let value = serde_json::to_value(value).map_err(|e| wrong(e.to_string()))?;
                RuleSet::from_json(&value).map_err(|e| wrong(e.to_string()))?
            }
        };
        Game::new(rules).map_err(|e| wrong(e.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(text: &str) -> RulesChoice {
        RulesChoice(text.parse::<toml::Table>().expect("TOML")["rules"].clone())
    }

    #[test]
    fn a_name_a_table_and_a_resolved_one() {
        let named = choice("rules = \"scopa\"").game().expect("a preset");
        assert_eq!(named.players(), 2);
        let table = choice("rules = { base = \"scopa\", players = 4 }");
        let game = table.game().expect("a table");
        assert_eq!(game.players(), 4);
        let resolved = RulesChoice::of(game.rules()).game().expect("resolved");
        assert_eq!(resolved.fingerprint(), game.fingerprint());
    }

    #[test]
    fn faults_are_named() {
        for (text, expected) in [
            ("rules = \"scoppa\"", "scoppa"),
            ("rules = \"missing.toml\"", "missing.toml"),
            ("rules = { base = \"scopa\", playerz = 4 }", "playerz"),
        ] {
            let error = choice(text).game().expect_err("a fault").to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
