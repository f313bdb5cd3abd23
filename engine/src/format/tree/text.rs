//! The one reader of texts from outside: TOML or JSON to a tree, and the tree to a type.
//!
//! Invariant: after a fault of a key of TOML, the rest is read without that key; so a key hides no fault of a later one.

use std::collections::{HashMap, HashSet};

use serde::de::{Deserialize, DeserializeOwned};
use toml::de::{DeTable, DeValue};

use super::error::joined;
use super::typed::Source;
use super::{FormatError, Table, Tree};
use crate::format::plain::short;
use crate::insertion;

/// The most faults that one reading names.
const MOST_FAULTS: usize = 10;
/// The most letters of a line of the text in an error.
const MOST_LETTERS: usize = 100;

/// Reads a `T` from TOML. A table may only have the keys that its type has. A [`Placed`](super::Placed) value gets the
/// `folder`.
///
/// # Errors
/// The faults in the order of the text, each with its line, its key and the accepted values. A missing key and a fault of
/// a whole item of a list are the last ones that are named.
///
/// # Examples
/// ```
/// use spariglio_engine::format::read_toml;
///
/// #[derive(serde::Deserialize)]
/// struct Mine { hands: Option<u64>, rules: String }
///
/// assert_eq!(read_toml::<Mine>("rules = \"scopa\"", "").expect("sound").rules, "scopa");
/// let faults = read_toml::<Mine>("rules = \"scopa\"\nhand = 7\nhands = -1", "").err().expect("two faults");
/// assert_eq!(faults.iter().map(|fault| fault.line()).collect::<Vec<_>>(), [Some(2), Some(3)]);
/// ```
pub fn read_toml<T: DeserializeOwned>(text: &str, folder: &str) -> Result<T, Vec<FormatError>> {
    read_all(text, |tree| T::deserialize(Source { folder, ..tree.source() }))
}

/// Reads TOML by `read`. An error has all faults, as that of [`read_toml`].
pub(crate) fn read_all<T>(text: &str, read: impl Fn(&Tree) -> Result<T, FormatError>) -> Result<T, Vec<FormatError>> {
    let mut tree = Tree::from_toml(text).map_err(|fault| vec![fault])?;
    let mut faults: Vec<FormatError> = Vec::new();
    for _ in 0..MOST_FAULTS {
        match read(&tree) {
            Ok(value) if faults.is_empty() => return Ok(value),
            Err(fault) if tree.remove("", fault.field()) || faults.is_empty() => faults.push(fault.in_toml(text)),
            _ => break,
        }
    }
    insertion::sort_by(&mut faults, |one, other| one.line().cmp(&other.line()));
    Err(faults)
}

/// Reads a `T` from JSON. An object may have more fields than its type, unless that denies it.
///
/// # Errors
/// The text is not JSON, is no `T`, or an object at any depth has a key twice. The error names this key with its path.
pub fn read_json<T: DeserializeOwned>(text: impl AsRef<[u8]>) -> Result<T, FormatError> {
    lenient(&Tree::from_json(text.as_ref())?)
}

/// Reads a `T` from a JSON value, as [`read_json`] does.
///
/// # Errors
/// The value is no `T`; the error names the field.
///
/// # Examples
/// ```
/// let value = serde_json::json!({ "pairs": [-1] });
/// let read = spariglio_engine::format::typed::<std::collections::BTreeMap<String, Vec<u32>>>(&value);
/// let error = "pairs[0]: expected a whole number from 0 to 4294967295, found -1";
/// assert_eq!(read.expect_err("below 0").to_string(), error);
/// ```
pub fn typed<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T, FormatError> {
    lenient(&Tree::of_json(value))
}

pub(crate) fn lenient<'de, T: Deserialize<'de>>(tree: &'de Tree) -> Result<T, FormatError> {
    T::deserialize(Source { lenient: true, ..tree.source() })
}

/// What is wrong with a text that is not JSON, with the likely reason.
fn no_json(error: &serde_json::Error, text: &[u8]) -> String {
    let start = String::from_utf8_lossy(&text[..text.len().min(MOST_LETTERS)]);
    let reason = match start.lines().next().unwrap_or("").trim() {
        "" => String::new(),
        _ if error.is_eof() => " (the text ends too early: it may be cut off)".to_owned(),
        first if error.line() == 1 && error.column() <= 1 => format!(" (it begins with `{first}`)"),
        _ if error.line() == 2 && error.column() == 1 => " (a value per line: is it a file of records?)".to_owned(),
        _ => String::new(),
    };
    format!("{error}{reason}")
}

impl Tree {
    /// Parses TOML.
    ///
    /// # Errors
    /// The text is no TOML or has a key twice; the field of the error is the line.
    pub(crate) fn from_toml(text: &str) -> Result<Tree, FormatError> {
        toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let line = format!("line {}", line_of(text, span.start));
            let word = text.get(span.clone()).unwrap_or("").trim();
            if ["yes", "no", "on", "off", "True", "False"].contains(&word) {
                return FormatError::new(line, "`true` or `false`", format!("`{word}`"));
            }
            let problem = match short(word, MOST_LETTERS) {
                place if place.is_empty() => error.message().to_owned(),
                place => format!("`{place}`: {}", error.message()),
            };
            FormatError::new(line, "TOML, each key once", problem)
        })
    }

    /// Parses JSON.
    ///
    /// # Errors
    /// The text is not JSON, or an object at any depth has a key twice; then the field of the error is the key.
    pub(crate) fn from_json(text: &[u8]) -> Result<Tree, FormatError> {
        let tree: Tree = serde_json::from_slice(text)
            .map_err(|error| FormatError::new("", "JSON, each key once", no_json(&error, text)))?;
        tree.check_keys().map(|()| tree)
    }

    /// The tree of a JSON value.
    pub(crate) fn of_json(value: &serde_json::Value) -> Tree {
        Tree::deserialize(value).expect("a value of JSON is a tree")
    }

    /// Refuses a key that is twice in its table.
    fn check_keys(&self) -> Result<(), FormatError> {
        match self {
            Tree::Table(Table(entries)) => {
                let mut keys = HashSet::new();
                entries.iter().try_for_each(|(key, value)| match keys.insert(key) {
                    true => value.check_keys().map_err(|error| error.inside(key)),
                    false => Err(FormatError::new(key, "each key once", "it twice")),
                })
            }
            Tree::List(items) => items.iter().enumerate().try_for_each(|(index, item)| {
                let checked = item.check_keys();
                checked.map_err(|error| error.inside(format_args!("[{index}]")))
            }),
            _ => Ok(()),
        }
    }

    /// Removes the entry of a table at `path` from the value at `here`; `false` if there is none.
    fn remove(&mut self, here: &str, path: &str) -> bool {
        match self {
            Tree::Table(Table(entries)) => {
                let length = entries.len();
                entries.retain(|(key, _)| joined(here, key) != path);
                let mut inner = entries.iter_mut();
                inner.len() < length || inner.any(|(key, value)| value.remove(&joined(here, key), path))
            }
            Tree::List(items) => {
                let mut items = items.iter_mut().enumerate();
                items.any(|(index, item)| item.remove(&format!("{here}[{index}]"), path))
            }
            _ => false,
        }
    }
}

impl FormatError {
    /// The same error at the line of its field in `text`, the TOML that was read. A missing key has the line of its
    /// table.
    #[must_use]
    pub fn in_toml(self, text: &str) -> FormatError {
        let mut starts = HashMap::new();
        if let Ok(table) = DeTable::parse(text) {
            collect_starts("", &DeValue::Table(table.into_inner()), &mut starts);
        }
        let mut path = self.field();
        loop {
            match (starts.get(path), path.rfind(['.', '['])) {
                (Some(start), _) => return self.at_line(line_of(text, *start)),
                (None, Some(end)) => path = &path[..end],
                (None, None) => return self,
            }
        }
    }
}

/// The first bytes of all values inside the one at `here`, by their paths.
fn collect_starts(here: &str, value: &DeValue, starts: &mut HashMap<String, usize>) {
    let mut add = |path: String, start: usize, value: &DeValue| {
        collect_starts(&path, value, starts);
        starts.insert(path, start);
    };
    match value {
        DeValue::Table(table) => {
            let entries = table.iter();
            entries.for_each(|(key, value)| add(joined(here, key.get_ref()), key.span().start, value.get_ref()));
        }
        DeValue::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, item)| add(format!("{here}[{index}]"), item.span().start, item.get_ref()));
        }
        _ => {}
    }
}

/// The line of a byte of a text, from 1.
fn line_of(text: &str, byte: usize) -> usize {
    1 + text.get(..byte).map_or(0, |before| before.matches('\n').count())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only the errors are of interest")]
    struct File {
        rules: Option<String>,
        seed: u64,
        way: Option<Way>,
        table: Option<Inner>,
        #[serde(default)]
        row: Vec<Inner>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Way {
        Pairs,
        Teams,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only the errors are of interest")]
    struct Inner {
        pull: u64,
        rate: Option<[f64; 2]>,
    }

    fn check(text: &str, expected: &str) {
        let faults = read_toml::<File>(text, "").expect_err("a mistake");
        let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(texts.join("\n"), expected, "{text}");
    }

    #[test]
    fn every_fault_is_named_with_its_line_its_key_and_the_accepted_values() {
        let unknown = "expected a known field: one of rules, seed, way, table, row, found an unknown field";
        check("seed = 1\nrule = 3\n", &format!("line 2: rule: {unknown} (did you mean `rules`?)"));
        let inner = "expected a known field: one of pull, rate, found an unknown field (did you mean `pull`?)";
        check("seed = 1\n[table]  # [here]\npul = 3\npull = 3\n", &format!("line 3: table.pul: {inner}"));
        check("rules = \"x\"\n", "seed: expected this field, found nothing");
        let missing = "line 2: table.pull: expected this field, found nothing";
        check("seed = 1\n[table]\nrate = [2, 3.5]\n", missing);
        check("seed = 1\ntable = { rate = [2, 3.5] }\n", missing);
        let missing = "line 4: row[1].pull: expected this field, found nothing";
        check("seed = 1\n[[row]]\npull = 1\n[[row]]\nrate = [2, 3]\n", missing);
        let whole = "expected a whole number, at least 0, found";
        check("seed = \"many\"", &format!("line 1: seed: {whole} the text \"many\""));
        check("seed = -1", &format!("line 1: seed: {whole} -1"));
        check("seed = 1\n[table]\npull = 1.5\n", &format!("line 3: table.pull: {whole} the number 1.5"));
        check("seed = 1\ntable = 3\n", "line 2: table: expected a table, found 3");
        let long = "line 2: table.rate: expected a list of 2, found a list of 3";
        check("seed = 1\ntable = { pull = 1, rate = [1, 2, 3] }", long);
        let way = "line 2: way: expected one of pairs, teams, found the text \"pair\" (did you mean `pairs`?)";
        check("seed = 1\nway = \"pair\"\n", way);
        let both = format!(
            "line 2: some: {unknown}\nline 4: table.rate: expected an array of length 2, found 2\nline 5: table.pul: {inner}"
        );
        check("seed = 1\nsome = 2\n[table]\nrate = 2\npul = 1\npull = 1", &both);
    }

    #[test]
    fn long_values_are_cut() {
        let long = "x".repeat(5000);
        for text in [format!("seed = \"{long}\""), long.clone(), format!("seed = 1\nway = \"{long}\"")] {
            let fault = read_toml::<File>(&text, "").expect_err("a mistake")[0].to_string();
            assert!(fault.starts_with("line ") && fault.len() < 400, "{fault}");
        }
    }
}
