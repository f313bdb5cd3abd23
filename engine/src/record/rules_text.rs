//! The `rules` of a record: a preset's name, or a complete object.

use super::json::Json;
use crate::rules::RuleSet;

/// The shortest `rules` that give a rule set: its preset's name, else the complete object.
pub(super) fn of(rules: &RuleSet) -> Json {
    match RuleSet::preset(&rules.name) {
        Some(preset) if preset == *rules => Json::Text(rules.name.clone()),
        _ => complete(rules),
    }
}

fn complete(rules: &RuleSet) -> Json {
    let table: toml::Table = rules.to_toml().parse().unwrap_or_default();
    from_toml(toml::Value::Table(table))
}

/// A rule set has whole numbers, flags, texts, lists and tables only.
fn from_toml(value: toml::Value) -> Json {
    match value {
        toml::Value::Integer(number) => number.into(),
        toml::Value::Boolean(flag) => Json::Flag(flag),
        toml::Value::Array(list) => Json::List(list.into_iter().map(from_toml).collect()),
        toml::Value::Table(table) => {
            Json::Object(table.into_iter().map(|(key, value)| (key, from_toml(value))).collect())
        }
        toml::Value::String(text) => text.into(),
        other => other.to_string().into(),
    }
}
