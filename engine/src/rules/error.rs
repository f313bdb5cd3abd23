//! Why a rule set cannot be used: the file, the field, and what was expected there.

use std::fmt;

/// A rule set that is malformed, out of range or impossible.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub struct RulesError {
    file: Option<Box<str>>,
    field: Box<str>,
    expected: Box<str>,
    found: Box<str>,
}

impl RulesError {
    pub(crate) fn new(field: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> RulesError {
        RulesError {
            file: None,
            field: field.into().into(),
            expected: expected.into().into(),
            found: found.into().into(),
        }
    }

    /// The same error with the name of the file that holds the rule set.
    pub fn with_file(mut self, file: impl Into<String>) -> RulesError {
        self.file = Some(file.into().into());
        self
    }

    /// The path of the field, such as `deal.rounds[2]`; `line N` where the text is no TOML at all.
    pub fn field(&self) -> &str {
        &self.field
    }

    /// What was found in the field.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// What was expected in the field.
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(out, "{file}: ")?;
        }
        write!(out, "{}: expected {}, found {}", self.field, self.expected, self.found)
    }
}
