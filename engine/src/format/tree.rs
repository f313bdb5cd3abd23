//! An untyped value of TOML or JSON. Rule sets, records, configurations, results and the bodies of requests are read from
//! one.
//!
//! Invariant: no table has a key twice; entries keep the order in which they were read.

mod error;
mod placed;
mod text;
mod typed;

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

pub use error::FormatError;
pub use placed::Placed;
pub(crate) use text::{lenient, read_all};
pub use text::{read_json, read_toml, typed};
pub(crate) use typed::{Whole, given, nullable, whole};

/// One value.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) enum Tree {
    Null,
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<Tree>),
    Table(Table),
    /// A number that is not whole or exceeds 63 bits.
    OtherNumber(String),
}

/// A TOML table or a JSON object.
#[derive(Clone, Default, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Table(Vec<(String, Tree)>);

impl Tree {
    /// The value as an error shows it.
    pub(crate) fn show(&self) -> String {
        match self {
            Tree::Null => "null".to_owned(),
            Tree::Flag(flag) => flag.to_string(),
            Tree::Number(number) => number.to_string(),
            Tree::Text(text) => error::quoted(text),
            Tree::List(list) => format!("a list of {}", list.len()),
            Tree::Table(_) => "a table".to_owned(),
            Tree::OtherNumber(number) => format!("the number {number}"),
        }
    }

    /// The entries of a table.
    ///
    /// # Errors
    /// Fails if the value is no table.
    pub(crate) fn table(&self) -> Result<&Table, FormatError> {
        match self {
            Tree::Table(table) => Ok(table),
            other => Err(FormatError::new("", "a table", other.show())),
        }
    }
}

impl Table {
    /// The value under a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Tree> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The value under a key.
    ///
    /// # Errors
    /// Fails if there is none; the error names the key.
    pub(crate) fn required(&self, key: &str, expected: impl Into<String>) -> Result<&Tree, FormatError> {
        self.get(key).ok_or_else(|| FormatError::new(key, expected, "nothing"))
    }

    /// The table under a key, if that is one.
    pub(crate) fn inner(&mut self, key: &str) -> Option<&mut Table> {
        match self.0.iter_mut().find(|(name, _)| name == key) {
            Some((_, Tree::Table(table))) => Some(table),
            _ => None,
        }
    }

    /// Removes and returns the value under a key.
    pub(crate) fn take(&mut self, key: &str) -> Option<Tree> {
        let index = self.0.iter().position(|(name, _)| name == key)?;
        Some(self.0.remove(index).1)
    }

    /// Puts a value under a key; replaces the old one if there is one.
    pub(crate) fn put(&mut self, key: impl Into<String>, value: Tree) {
        let key = key.into();
        match self.0.iter_mut().find(|(name, _)| *name == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key, value)),
        }
    }

    /// Lays `other` over this table: tables are merged key by key, all other values are replaced.
    pub(crate) fn merge(&mut self, other: Table) {
        for (key, value) in other.0 {
            match (self.inner(&key), value) {
                (Some(own), Tree::Table(new)) => own.merge(new),
                (_, value) => self.put(key, value),
            }
        }
    }

    /// The entries.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, (String, Tree)> {
        self.0.iter()
    }

    /// Refuses a key that is not among the `known` ones.
    ///
    /// # Errors
    /// Fails if there is such a key; the error names the first one.
    pub(crate) fn check_known(&self, known: &[&str]) -> Result<(), FormatError> {
        match self.0.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some((key, _)) => Err(FormatError::unknown(key, known).inside(key)),
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Tree, D::Error> {
        source.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Tree;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Tree, E> {
        Ok(Tree::Flag(flag))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Tree, E> {
        let whole = i64::try_from(number).map(Tree::Number);
        Ok(whole.unwrap_or_else(|_| Tree::OtherNumber(number.to_string())))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Tree, E> {
        Ok(Tree::OtherNumber(format!("{number:?}")))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut source: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = source.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut source: A) -> Result<Tree, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = source.next_entry()? {
            entries.push(entry);
        }
        Ok(Tree::Table(Table(entries)))
    }
}

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        match self {
            Tree::Null => sink.serialize_unit(),
            Tree::Flag(flag) => sink.serialize_bool(*flag),
            Tree::Number(number) => sink.serialize_i64(*number),
            Tree::Text(text) | Tree::OtherNumber(text) => sink.serialize_str(text),
            Tree::List(list) => sink.collect_seq(list),
            Tree::Table(table) => sink.collect_map(table.iter().map(|(key, value)| (key, value))),
        }
    }
}
