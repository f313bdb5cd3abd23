//! Errors of TOML in words: file, line and key, what is wrong there, and what is accepted.

mod values;

use serde::de::DeserializeOwned;
use spariglio_engine::nearest;
use toml::de::Error;

use crate::json;
use values::{Mismatch, line as short};

/// The most letters of a line of the file in a message.
const SHOWN: usize = 100;
/// A key that no file has: the error about it lists the known ones. It comes before all others.
const PROBE: &str = "\"!\" = 0\n";

/// Reads a `T` from TOML.
///
/// # Errors
/// What is wrong, in words.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let parser = toml::Deserializer::parse(text).map_err(|error| no_toml(text, &error))?;
    serde_path_to_error::deserialize(parser).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { "" } else { &path };
        let error = error.inner();
        unknown_key(text, error)
            .or_else(|| missing_key::<T>(text, path, error))
            .or_else(|| unknown_name(text, path, error))
            .unwrap_or_else(|| wrong_value(text, path, error))
    })
}

/// The words for a text that is no TOML; JSON is named.
fn no_toml(text: &str, error: &Error) -> String {
    if text.trim_start().starts_with('{')
        && let Ok(value) = json::read_value(text)
    {
        return match value["kind"].as_str() {
            Some(kind) => format!(
                "a result (kind \"{}\"), expected a configuration in TOML; `spariglio report` shows a result, `spariglio merge` adds up parts of an arena",
                short(kind, SHOWN)
            ),
            None => "JSON, expected TOML".to_owned(),
        };
    }
    let line = error.span().and_then(|span| text.get(..span.start)).map(|before| {
        let number = before.matches('\n').count();
        short(text.lines().nth(number).unwrap_or_default(), SHOWN)
    });
    let line = line
        .filter(|line| !line.is_empty())
        .map_or(String::new(), |line| format!(": {line}"));
    format!("{}not TOML: {}{line}", place(text, error), error.message())
}

/// `line 7: `, if the error has a place.
fn place(text: &str, error: &Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    before.map_or(String::new(), |before| format!("line {}: ", before.matches('\n').count() + 1))
}

/// The words for an unknown key; `None` for any other error.
fn unknown_key(text: &str, error: &Error) -> Option<String> {
    let (key, known) = error.message().strip_prefix("unknown field `")?.split_once('`')?;
    let before = error.span().and_then(|span| text.get(..span.start));
    let table = before.and_then(table);
    let name = table.map_or(key.to_owned(), |table| format!("{table}.{key}"));
    let known = quoted(known);
    let nearest = nearest::to(key, known.iter().copied()).join("` or `");
    let name = short(&name, SHOWN);
    let known = known.join("`, `");
    Some(format!(
        "{}{name}: no such key; did you mean `{nearest}`? The keys here are `{known}`",
        place(text, error)
    ))
}

/// The words for a missing key, which belongs into the table `path`; `None` for any other error.
fn missing_key<T: DeserializeOwned>(text: &str, path: &str, error: &Error) -> Option<String> {
    let key = error.message().strip_prefix("missing field `")?.strip_suffix('`')?;
    if path.is_empty() {
        return Some(format!("{key}: missing{}", known_keys::<T>(&format!("{PROBE}{text}"))));
    }
    let start = error.span().and_then(|span| text.get(..span.start)).map_or(0, str::len);
    let header = text.get(start..)?.lines().next().unwrap_or_default();
    let known = match text.get(start..).and_then(|rest| rest.split_once('\n')) {
        Some((_, rest)) if header.trim_start().starts_with('[') => {
            let end = text.len() - rest.len();
            known_keys::<T>(&format!("{}{PROBE}{rest}", &text[..end]))
        }
        _ => String::new(),
    };
    Some(format!("{}{path}.{key}: missing{known}", place(text, error)))
}

/// The keys that are known at the place of [`PROBE`] in `text`; empty if any key is accepted there.
fn known_keys<T: DeserializeOwned>(text: &str) -> String {
    let error = toml::from_str::<T>(text).err();
    let message = error.as_ref().map_or("", Error::message);
    let known = message.strip_prefix("unknown field `!`").map_or(Vec::new(), quoted);
    match known.is_empty() {
        true => String::new(),
        false => format!("; the keys here are `{}`", known.join("`, `")),
    }
}

/// The words for a name that is none of a list; `None` for any other error.
fn unknown_name(text: &str, path: &str, error: &Error) -> Option<String> {
    let (found, known) = error.message().strip_prefix("unknown variant `")?.split_once('`')?;
    let known = quoted(known);
    let hint = nearest::hint(found, known.iter().copied());
    let (found, known) = (short(found, SHOWN), known.join("`, `"));
    Some(format!("{}{path}: expected one of `{known}`, found \"{found}\"{hint}", place(text, error)))
}

/// The words for a value that cannot be used.
fn wrong_value(text: &str, path: &str, error: &Error) -> String {
    let message = error.message();
    let sentence = match Mismatch::read(message) {
        Some(Mismatch { found, expected }) => format!("expected {expected}, found {found}"),
        None => message.to_owned(),
    };
    let key = path.rsplit('.').next().unwrap_or_default();
    let is_named = path.is_empty() || sentence.starts_with(&format!("{key}:"));
    let path = if is_named { String::new() } else { format!("{path}: ") };
    format!("{}{path}{sentence}", place(text, error))
}

/// The names in backquotes of a list.
fn quoted(list: &str) -> Vec<&str> {
    list.split('`').skip(1).step_by(2).collect()
}

/// The name of the last table whose header stands in `text`.
fn table(text: &str) -> Option<&str> {
    let mut lines = text.lines().rev().map(str::trim);
    let header = lines.find(|line| line.starts_with('['))?;
    header.split(']').next().map(|header| header.trim_start_matches('[').trim())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the errors are of interest")]
    struct File {
        rules: Option<String>,
        seed: u64,
        way: Option<Way>,
        table: Option<Inner>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Way {
        Pairs,
        Teams,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the errors are of interest")]
    struct Inner {
        pull: u64,
        rate: Option<u64>,
    }

    fn refused(text: &str) -> String {
        read::<File>(text).expect_err("a mistake")
    }

    #[test]
    fn an_unknown_key_is_named_with_its_place_and_the_nearest() {
        let expected =
            "line 2: ruels: no such key; did you mean `rules`? The keys here are `rules`, `seed`, `way`, `table`";
        assert_eq!(refused("seed = 1\nruels = 3\n"), expected);
        let expected = "line 3: table.pul: no such key; did you mean `pull`? The keys here are `pull`, `rate`";
        assert_eq!(refused("seed = 1\n[table]  # [here]\npul = 3\n"), expected);
    }

    #[test]
    fn a_missing_key_is_named_with_its_table_and_the_keys_there() {
        assert_eq!(refused("rules = \"x\"\n"), "seed: missing; the keys here are `rules`, `seed`, `way`, `table`");
        let expected = "line 2: table.pull: missing; the keys here are `pull`, `rate`";
        assert_eq!(refused("seed = 1\n[table]\nrate = 2\n"), expected);
        assert_eq!(refused("seed = 1\ntable = { rate = 2 }\n"), "line 2: table.pull: missing");
    }

    #[test]
    fn a_wrong_value_is_named_with_its_key_and_what_is_accepted() {
        let expected = "line 1: seed: expected a whole number, at least 0, found \"many\"";
        assert_eq!(refused("seed = \"many\""), expected);
        assert_eq!(refused("seed = -1"), "line 1: seed: expected a whole number, at least 0, found -1");
        let expected = "line 3: table.pull: expected a whole number, at least 0, found 1.5";
        assert_eq!(refused("seed = 1\n[table]\npull = 1.5\n"), expected);
        assert_eq!(refused("seed = 1\ntable = 3\n"), "line 2: table: expected a table, found 3");
        let expected = "line 2: way: expected one of `pairs`, `teams`, found \"pair\" (did you mean `pairs`?)";
        assert_eq!(refused("seed = 1\nway = \"pair\"\n"), expected);
    }

    #[test]
    fn long_lines_are_cut_and_results_named() {
        let long = "x".repeat(5000);
        for text in [format!("seed = \"{long}\""), long.clone(), format!("seed = 1\nway = \"{long}\"")] {
            let message = refused(&text);
            assert!(message.starts_with("line ") && message.len() < 300, "{message}");
        }
        let message = refused("{\"kind\":\"arena\",\"pairs\":[]}\n");
        assert!(
            message.contains("a result (kind \"arena\")") && message.contains("report") && message.contains("merge"),
            "{message}"
        );
        assert_eq!(refused("{}"), "JSON, expected TOML");
    }
}
