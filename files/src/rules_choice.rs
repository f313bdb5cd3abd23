//! How a rule set is named in a configuration file or on the command line: a preset's name, the name of a TOML file,
//! or a table with `base`.
//!
//! A text is a preset's name if there is such a preset, else the name of a file. In a configuration file a relative name
//! starts at the folder of that file.

#[cfg(feature = "work")]
use std::borrow::Cow;
use std::path::Path;

#[cfg(feature = "work")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};
use spariglio_engine::format::{Placed, nearest};
use spariglio_engine::{Game, RuleSet};
use toml::{Table, Value};

use crate::base;
use crate::config::ConfigError;
use crate::whole::read_text;

/// A rule set as a configuration or a command line names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "Placed<Value>")]
pub enum RulesChoice {
    /// A preset or a file.
    Name(String),
    /// The rules themselves.
    Table(Table),
}

impl TryFrom<Placed<Value>> for RulesChoice {
    type Error = &'static str;

    fn try_from(Placed { folder, value }: Placed<Value>) -> Result<RulesChoice, &'static str> {
        match value {
            Value::String(name) => Ok(RulesChoice::Name(resolved(&folder, name))),
            Value::Table(table) => Ok(RulesChoice::Table(table)),
            _ => Err("expected a preset's name, the name of a TOML file, or a table of rules"),
        }
    }
}

#[cfg(feature = "work")]
impl JsonSchema for RulesChoice {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "RulesChoice".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"title": "rule set", "type": ["string", "object"]})
    }
}

impl RulesChoice {
    /// The choice that needs no file: the whole rule set as a table.
    ///
    /// # Panics
    /// Never: a rule set writes itself as TOML.
    pub fn of(rules: &RuleSet) -> RulesChoice {
        RulesChoice::Table(rules.to_toml().parse().expect("a rule set writes TOML"))
    }

    /// The rule set.
    ///
    /// # Errors
    /// No such preset or file, or a rule set with a fault.
    pub fn rules(&self) -> Result<RuleSet, ConfigError> {
        match self {
            RulesChoice::Name(name) => rule_set(name),
            RulesChoice::Table(table) => RuleSet::from_json(&serde_json::json!(table)).map_err(fault),
        }
    }

    /// The game of the rule set.
    ///
    /// # Errors
    /// As [`RulesChoice::rules`], or if the rule set makes no game.
    pub fn game(&self) -> Result<Game, ConfigError> {
        Game::new(self.rules()?).map_err(fault)
    }

    /// The command-line argument for these rules; `None` if they have no name.
    pub fn argument(&self) -> Option<&str> {
        match self {
            RulesChoice::Name(name) => Some(name),
            RulesChoice::Table(_) => None,
        }
    }
}

/// The rule set that a text names: a preset or a TOML file.
///
/// # Errors
/// No such preset or file, or a rule set with a fault.
///
/// # Examples
/// ```
/// use spariglio_files::rules_choice::rule_set;
///
/// assert_eq!(rule_set("scopone")?.players, 4);
/// let error = rule_set("scoppone").expect_err("a mistake").to_string();
/// assert!(error.contains("`scoppone`") && error.contains("nearest presets: scopone"));
/// # Ok::<(), spariglio_files::ConfigError>(())
/// ```
pub fn rule_set(name: &str) -> Result<RuleSet, ConfigError> {
    if let Some(rules) = RuleSet::preset(name) {
        return Ok(rules);
    }
    let path = Path::new(name);
    if !path.exists() {
        return Err(not_found(name));
    }
    let text = read_text(path).map_err(|error| ConfigError::Text(error.to_string()))?;
    RuleSet::from_toml_or_faults(&text).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(|one| fault(one).to_string()).collect();
        ConfigError::file(path, faults.join(&format!("\n{}: ", path.display())))
    })
}

/// Reads the name of a preset or of a rules file in a configuration file.
///
/// # Errors
/// It is no text.
pub fn rules_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Placed::deserialize(deserializer).map(|Placed { folder, value }| resolved(&folder, value))
}

/// A rule set's name in a file of `folder`, as seen from the current folder.
fn resolved(folder: &str, name: String) -> String {
    if RuleSet::preset_names().contains(&name.as_str()) {
        return name;
    }
    base::resolved(folder, Path::new(&name)).to_string_lossy().into_owned()
}

fn not_found(name: &str) -> ConfigError {
    let path = Path::new(name);
    if name.is_empty() {
        return fault("the name is empty: expected a preset or a TOML file (`spariglio rules` lists all presets)");
    }
    let file = path.with_extension("toml");
    if file.exists() {
        return fault(format!("`{name}` not found (did you mean `{}`?)", file.display()));
    }
    let typed = path.file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
    let presets = nearest::to(&typed, RuleSet::preset_names().iter().copied()).join(", ");
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = whole.parent().unwrap_or(Path::new("/")).display();
    ConfigError::Text(format!(
        "rules: `{name}` not found: expected a preset or a TOML file, and {folder} has no such file; nearest presets: \
         {presets} (`spariglio rules` lists all)"
    ))
}

fn fault(error: impl std::fmt::Display) -> ConfigError {
    ConfigError::Text(format!("rules: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spariglio_engine::format::read_toml;

    #[derive(Deserialize)]
    struct File {
        rules: RulesChoice,
    }

    fn choice(text: &str) -> RulesChoice {
        toml::from_str::<File>(text).expect("TOML").rules
    }

    #[test]
    fn a_name_a_table_a_file_and_a_resolved_one() {
        let named = choice("rules = \"scopa\"").game().expect("a preset");
        assert_eq!(named.players(), 2);
        let table = choice("rules = { base = \"scopa\", players = 4 }");
        let game = table.game().expect("a table");
        assert_eq!(game.players(), 4);
        let resolved = RulesChoice::of(game.rules());
        assert_eq!(resolved.game().expect("resolved").fingerprint(), game.fingerprint());
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine");
        std::fs::write(&path, game.rules().to_toml()).expect("written");
        let file = RulesChoice::Name(path.display().to_string()).game().expect("a file");
        assert_eq!(file.fingerprint(), game.fingerprint());
    }

    #[test]
    fn a_file_in_a_configuration_stands_beside_it() {
        let read = |name: &str| read_toml::<File>(&format!("rules = \"{name}\""), "a/b").expect("TOML").rules;
        for (name, argument) in [("mine.toml", "a/b/mine.toml"), ("../mine.toml", "a/mine.toml"), ("scopa", "scopa")] {
            assert_eq!(read(name).argument(), Some(argument));
        }
        let error = read("scopaa").game().expect_err("no such file").to_string();
        let folder = std::env::current_dir().expect("a folder").join("a/b");
        for told in ["`a/b/scopaa`", "scopa", &folder.display().to_string()] {
            assert!(error.contains(told), "{told}: {error}");
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, expected) in [
            ("rules = \"scoppa\"", "`scoppa` not found: expected a preset or a TOML file"),
            ("rules = { base = \"cirula\" }", "(did you mean `cirulla`?)"),
            ("rules = \"missing.toml\"", "missing.toml"),
            ("rules = { base = \"scopa\", playerz = 4 }", "(did you mean `players`?)"),
        ] {
            let error = choice(text).game().expect_err("a fault").to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let error = toml::from_str::<File>("rules = 3").err().expect("a number").to_string();
        assert!(error.contains("a preset's name"), "{error}");
    }
}
