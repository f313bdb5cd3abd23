//! The table of fields against the reader and the writer.

use super::*;
use crate::format::tree::{Table, Tree};

/// A rule set with a part of a pack and a fixed number of hands. Together with the presets it has every field.
const PART: &str = r#"{"base": "mini_napoli", "match": {"hands": 4},
    "score": {"ties": "each", "majority": "fewest"},
    "deal": {"open": true}, "sweep": {"again": true}, "capture": {"difference": true}}"#;

/// The paths of all values in a tree; single cards are values of one field.
fn paths(outer: &str, table: &Table, found: &mut Vec<String>) {
    for (key, value) in table.iter() {
        let path = if outer.is_empty() {
            key.clone()
        } else {
            format!("{outer}.{key}")
        };
        match value {
            Tree::Table(inner) if path != "score.single" => paths(&path, inner, found),
            _ => found.push(path),
        }
    }
}

fn written(rules: &RuleSet) -> Vec<String> {
    let mut names = Vec::new();
    paths("", rules.to_tree().table().unwrap(), &mut names);
    names
}

fn field(path: &str) -> &'static RuleField {
    RuleField::all().iter().find(|field| field.path == path).unwrap()
}

/// A rule set file that changes one field of a base.
fn changed(base: &str, path: &str, value: &str) -> String {
    match path.rsplit_once('.') {
        _ if path.starts_with("deck.") => {
            let parts = [("pack", "\"italian40\""), ("ranks", "\"A2345\""), ("suits", "\"dc\"")];
            let part = |(key, own): (&str, &str)| format!("{key} = {}", if path.ends_with(key) { value } else { own });
            format!("base = \"mini_napoli\"\ndeck = {{ {} }}\n", parts.map(part).join(", "))
        }
        Some((table, key)) => format!("base = \"{base}\"\n[{table}]\n{key} = {value}\n"),
        None if path == "base" => format!("base = {value}\n"),
        None => format!("base = \"{base}\"\n{path} = {value}\n"),
    }
}

/// The reader's error if it refuses a value because of this field.
fn refusal(path: &str, value: &str) -> Option<FormatError> {
    let error = RuleSet::from_toml(&changed("cirulla", path, value)).err()?;
    (error.field() == path || error.field() == format!("{path}[0]")).then_some(error)
}

#[test]
fn every_field_that_is_written_is_in_the_table() {
    let presets = RuleSet::preset_names().iter().map(|name| preset(name));
    let mut names = Vec::new();
    for rules in presets.chain([json(PART).unwrap()]) {
        for path in written(&rules) {
            assert!(RuleField::all().iter().any(|field| field.path == path), "{path} is not in the table");
            names.push(path);
        }
    }
    for field in RuleField::all().iter().filter(|field| !["base", "deck"].contains(&field.path)) {
        assert!(names.iter().any(|path| path == field.path), "{} is never written", field.path);
    }
}

#[test]
fn the_reader_knows_the_fields_of_the_table_and_no_others() {
    for table in ["deal", "capture", "sweep", "declarations", "score", "match"] {
        let error = RuleSet::from_toml(&changed("scopa", &format!("{table}.no_field"), "1")).unwrap_err();
        let known = error.expected().rsplit(" of ").next().unwrap().to_owned();
        let inside = |field: &&RuleField| field.path.starts_with(&format!("{table}."));
        let listed: Vec<&str> = RuleField::all()
            .iter()
            .filter(inside)
            .map(RuleField::name)
            .filter(|name| *name != "single")
            .collect();
        assert_eq!(known, listed.join(", "), "{table}");
    }
    for field in RuleField::all() {
        let error = RuleSet::from_toml(&changed("cirulla", field.path, "\"no such value\""));
        let named = error.as_ref().err().is_some_and(|error| error.field() == field.path);
        assert!(named || field.path == "name", "{}: {error:?}", field.path);
    }
}

#[test]
fn the_reader_takes_the_values_of_the_table_and_no_others() {
    for field in RuleField::all() {
        let values = field.kind.values();
        for value in &values {
            let is_word = value.text.parse::<bool>().is_err();
            let text = if is_word {
                format!("\"{}\"", value.text)
            } else {
                value.text.clone()
            };
            let error = refusal(field.path, &text).map(|error| error.expected().to_owned());
            assert!(
                error.is_none_or(|expected| expected.contains("because") || expected.contains(" not in ")),
                "{} {text}",
                field.path
            );
            assert!(value.meaning.ends_with('.'), "{} {text}: {}", field.path, value.meaning);
        }
        let Some(error) = refusal(field.path, "\"no such value\"").filter(|_| !values.is_empty()) else {
            continue;
        };
        let texts: Vec<&str> = values.iter().map(|value| value.text.as_str()).collect();
        let expected = error.expected().to_owned();
        let is_flag = matches!(field.kind, FieldKind::Flag { .. }) && expected.contains("true or false");
        assert!(is_flag || expected.contains(&texts.join(", ")), "{}: {expected}", field.path);
    }
}

#[test]
fn the_reader_has_the_ranges_of_the_table() {
    let mut count = 0;
    for field in RuleField::all() {
        let (low, high, is_list) = match field.kind {
            FieldKind::Number { low, high } => (low, high, false),
            FieldKind::Numbers { low, high } => (low, high, true),
            _ => continue,
        };
        let refused = |number: i64| {
            let text = if is_list {
                format!("[{number}]")
            } else {
                number.to_string()
            };
            refusal(field.path, &text)
                .is_some_and(|error| error.expected().starts_with("a whole number") || number < low.into())
        };
        let [low, high] = [low, high].map(i64::from);
        assert!(refused(low - 1) && refused(high + 1), "{}: {low} to {high}", field.path);
        assert!(!refused(low) && !refused(high), "{}: {low} to {high}", field.path);
        count += 1;
    }
    assert!(count > 15);
}

#[test]
fn presets_are_told_by_their_values() {
    let groups = field("capture.single_first").presets_by_value();
    assert_eq!(groups[0].0, "true");
    assert!(groups[0].1.contains(&"scopa") && groups[1].1.contains(&"cirulla"));
    let all: usize = groups.iter().map(|(_, presets)| presets.len()).sum();
    assert_eq!(all, RuleSet::preset_names().len());
    let rounds = field("deal.rounds").value_in(&preset("cicera_six"));
    assert_eq!(rounds.as_deref(), Some("[6, 6]"));
    assert!(field("match.hands").presets_by_value().is_empty());
    let single = field("score.single").value_in(&preset("re_bello")).unwrap();
    assert!(single.contains("7d = 1") || single.contains("\"7d\" = 1"), "{single}");
}

#[test]
fn values_are_told_as_files_write_them() {
    let texts = |path: &str| -> Vec<String> { field(path).kind.values().into_iter().map(|value| value.text).collect() };
    assert_eq!(texts("capture.single_first"), ["false", "true", "before_sums"]);
    assert_eq!(texts("score.suit"), ["d", "c", "s", "b"]);
    assert_eq!(texts("capture.fewest"), ["false", "true"]);
}
