//! The group of a hand: the preset whose rules it has, or the changes of them.

use serde_json::Value;

/// The fields of `rules` that change no rule of a hand.
const HARMLESS: [&str; 3] = ["base", "players", "match"];

/// The group of random rule sets.
const RANDOM: &str = "random";

/// The group of a record's `rules` as they are written: `scopa`, for any number of players; `scopa+options`, if other
/// fields differ; `random`, if there is no preset.
pub fn group(rules: &Value) -> String {
    let fields = rules.as_object();
    let base = fields.and_then(|fields| fields.get("base")).unwrap_or(rules);
    let Some(name) = base.as_str() else {
        return RANDOM.to_owned();
    };
    let is_plain = fields.is_none_or(|fields| fields.keys().all(|key| HARMLESS.contains(&key.as_str())));
    if is_plain {
        name.to_owned()
    } else {
        format!("{name}+options")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::group;

    #[test]
    fn a_group_is_a_preset_or_its_changes() {
        for (rules, expected) in [
            (json!("scopa"), "scopa"),
            (json!({"base": "scopa", "players": 4}), "scopa"),
            (json!({"base": "cirulla", "match": {"limit": 21}}), "cirulla"),
            (json!({"base": "cirulla", "capture": {"fewest": true}}), "cirulla+options"),
            (json!({"name": "random 1", "players": 2}), "random"),
        ] {
            assert_eq!(group(&rules), expected, "{rules}");
        }
    }
}
