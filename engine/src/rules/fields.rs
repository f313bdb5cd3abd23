//! A strict walk over one table of a rule set: every key known, every value of its kind and in its range.
//!
//! Invariant: an error names the field's whole path and what was expected there.

use std::ops::RangeInclusive;

use super::error::RulesError;
use super::kinds::Choice;
use super::node::Node;

/// One table and its path.
pub(super) struct Fields<'a> {
    path: String,
    entries: &'a [(String, Node)],
}

impl<'a> Fields<'a> {
    /// The outermost table.
    pub(super) fn root(entries: &'a [(String, Node)], known: &[&str]) -> Result<Fields<'a>, RulesError> {
        Fields::checked(String::new(), entries, known)
    }

    /// The table under `key`; an absent one is empty where there is a base, an error elsewhere.
    pub(super) fn table(&self, key: &str, optional: bool, known: &[&str]) -> Result<Fields<'a>, RulesError> {
        let entries = self.entries_of(key, optional)?;
        Fields::checked(self.path_of(key), entries, known)
    }

    /// The entries of the table under `key`, whatever their keys.
    pub(super) fn entries_of(&self, key: &str, optional: bool) -> Result<&'a [(String, Node)], RulesError> {
        match self.get(key) {
            Some(Node::Table(entries)) => Ok(entries),
            Some(other) => Err(RulesError::new(self.path_of(key), "a table", other.show())),
            None if optional => Ok(&[]),
            None => Err(self.missing(key, "a table")),
        }
    }

    fn checked(path: String, entries: &'a [(String, Node)], known: &[&str]) -> Result<Fields<'a>, RulesError> {
        let fields = Fields { path, entries };
        match entries.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            None => Ok(fields),
            Some((key, _)) => Err(RulesError::new(
                fields.path_of(key),
                format!("a known field: one of {}", known.join(", ")),
                "an unknown field",
            )),
        }
    }

    /// The value under `key`.
    pub(super) fn get(&self, key: &str) -> Option<&'a Node> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// The whole path of a key.
    pub(super) fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.path)
        }
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, key: &str, default: Option<bool>) -> Result<bool, RulesError> {
        self.field(key, default, "true or false", |node| match node {
            Node::Flag(flag) => Some(*flag),
            _ => None,
        })
    }

    /// A whole number in a range.
    pub(super) fn number<T: TryFrom<i128>>(
        &self,
        key: &str,
        range: RangeInclusive<i128>,
        default: Option<T>,
    ) -> Result<T, RulesError> {
        let expected = number_text(&range);
        self.field(key, default, &expected, |node| number(node, &range))
    }

    /// One of the texts of a choice.
    pub(super) fn choice<T: Choice>(&self, key: &str, default: Option<T>) -> Result<T, RulesError> {
        let texts: Vec<&str> = T::TEXTS.iter().map(|(_, text)| *text).collect();
        let expected = format!("one of {}", texts.join(", "));
        self.field(key, default, &expected, |node| match node {
            Node::Text(text) => T::from_text(text),
            _ => None,
        })
    }

    /// A field read by `read`, which gives `None` for a value that is not as `expected`.
    pub(super) fn field<T>(
        &self,
        key: &str,
        default: Option<T>,
        expected: &str,
        read: impl Fn(&Node) -> Option<T>,
    ) -> Result<T, RulesError> {
        match (self.get(key), default) {
            (Some(node), _) => read(node).ok_or_else(|| RulesError::new(self.path_of(key), expected, node.show())),
            (None, Some(value)) => Ok(value),
            (None, None) => Err(self.missing(key, expected)),
        }
    }

    fn missing(&self, key: &str, expected: &str) -> RulesError {
        let expected = format!("{expected} (without `base` every field is required)");
        RulesError::new(self.path_of(key), expected, "nothing")
    }
}

/// A whole number of a range.
pub(super) fn number<T: TryFrom<i128>>(node: &Node, range: &RangeInclusive<i128>) -> Option<T> {
    match node {
        Node::Number(number) if range.contains(number) => T::try_from(*number).ok(),
        _ => None,
    }
}

/// The text of what [`number`] expects.
pub(super) fn number_text(range: &RangeInclusive<i128>) -> String {
    format!("a whole number {} to {}", range.start(), range.end())
}
