//! Rule set files: a text is either refused with an error that is safe to show, or read. If it is read, the rule set is
//! written and reads back as the same.

use spariglio_engine::format::plain::is_plain;
use spariglio_engine::{Game, RuleSet};

use crate::Target;

/// Target `rules`.
pub const TARGET: Target = Target { name: "rules", run, seeds };

fn seeds() -> Vec<Vec<u8>> {
    let preset = |name: &&str| RuleSet::preset(name).map(|rules| rules.to_toml().into_bytes());
    let mut seeds: Vec<Vec<u8>> = RuleSet::preset_names().iter().filter_map(preset).collect();
    seeds.extend(
        RuleSet::preset_names()
            .iter()
            .map(|name| format!("base = \"{name}\"\nplayers = 3\n").into_bytes()),
    );
    seeds
}

/// Reads the bytes as a rule set file.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match RuleSet::from_toml(text) {
        Ok(rules) => sound(rules),
        Err(error) => assert!(is_plain(&error.to_string()), "not safe to show: {error:?}"),
    }
}

fn sound(rules: RuleSet) {
    let text = rules.to_toml();
    assert_eq!(RuleSet::from_toml(&text).as_ref(), Ok(&rules), "{text}");
    let tree: toml::Table = text.parse().expect("what is written is TOML");
    let json = serde_json::to_value(tree).expect("TOML without dates has a JSON form");
    assert_eq!(RuleSet::from_json(&json).as_ref(), Ok(&rules), "{json}");
    // A rule set that has been read can be played.
    let game = Game::new(rules.clone()).expect("a rule set that was read");
    assert_eq!(game.rules(), &rules);
}
