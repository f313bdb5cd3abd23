//! Errors of TOML in words: an unknown key is named with its table, its line and the nearest known keys.

use spariglio_engine::nearest;
use toml::de::Error;

/// The text of an error in `text`.
pub(super) fn told(text: &str, error: &Error) -> String {
    unknown_key(text, error).unwrap_or_else(|| error.to_string())
}

/// The words for an unknown key; `None` for any other error.
fn unknown_key(text: &str, error: &Error) -> Option<String> {
    let (key, known) = error.message().strip_prefix("unknown field `")?.split_once('`')?;
    let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    let before = error.span().map(|span| &text[..span.start]);
    let line = before.map_or(String::new(), |before| format!("line {}: ", before.matches('\n').count() + 1));
    let table = before.and_then(table);
    let name = table.map_or(key.to_owned(), |table| format!("{table}.{key}"));
    let known = known.join("`, `");
    let nearest = nearest::to(key, known.split("`, `")).join("` or `");
    Some(format!("{line}{name}: no such key; did you mean `{nearest}`? The keys here are `{known}`"))
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
        seed: Option<u64>,
        table: Option<Inner>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the errors are of interest")]
    struct Inner {
        pull: Option<u64>,
        rate: Option<u64>,
    }

    #[test]
    fn an_unknown_key_is_named_with_its_place_and_the_nearest() {
        let refused = |text: &str| told(text, &toml::from_str::<File>(text).expect_err("an unknown key"));
        let expected = "line 2: ruels: no such key; did you mean `rules`? The keys here are `rules`, `seed`, `table`";
        assert_eq!(refused("seed = 1\nruels = 3\n"), expected);
        let expected = "line 3: table.pul: no such key; did you mean `pull`? The keys here are `pull`, `rate`";
        assert_eq!(refused("seed = 1\n[table]  # [here]\npul = 3\n"), expected);
    }

    #[test]
    fn another_error_shows_its_place() {
        let told = |text: &str| told(text, &toml::from_str::<File>(text).expect_err("a wrong value"));
        assert!(told("seed = \"x\"").contains("expected u64"), "{}", told("seed = \"x\""));
    }
}
