//! The error of an invalid rule set or record: its place, the expected and the found value.

use std::fmt::{self, Display};

use serde::de::{Error, Expected, Unexpected};

use crate::format::nearest;
use crate::format::plain::plain;

/// A text that is malformed, out of range or impossible, or contradicts the rules.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub struct FormatError {
    details: Box<Details>,
}

#[derive(Clone, Eq, PartialEq, Debug, Default)]
struct Details {
    file: Option<String>,
    line: Option<usize>,
    field: String,
    expected: String,
    found: String,
}

impl FormatError {
    pub(crate) fn new(field: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> FormatError {
        FormatError {
            details: Box::new(Details {
                field: field.into(),
                expected: expected.into(),
                found: found.into(),
                ..Details::default()
            }),
        }
    }

    /// The same error inside the value under `outer`, which is a key or `[index]`.
    pub(crate) fn inside(mut self, outer: impl Display) -> FormatError {
        let inner = &self.details.field;
        let point = if inner.is_empty() || inner.starts_with('[') {
            ""
        } else {
            "."
        };
        self.details.field = format!("{outer}{point}{inner}");
        self
    }

    /// The same error, with `reason` appended to the expected value.
    pub(crate) fn because(mut self, reason: &str) -> FormatError {
        self.details.expected.push_str(reason);
        self
    }

    /// The same error at a line, counted from 1.
    pub fn at_line(mut self, line: usize) -> FormatError {
        self.details.line = Some(line);
        self
    }

    /// The same error in a file.
    pub fn with_file(mut self, file: impl Into<String>) -> FormatError {
        self.details.file = Some(file.into());
        self
    }

    /// The line of a record, from 1, if it is known.
    pub fn line(&self) -> Option<usize> {
        self.details.line
    }

    /// The turn, an index into a record's `turns`, if the error is in one.
    pub fn turn(&self) -> Option<usize> {
        let (index, _) = self.details.field.strip_prefix("turns[")?.split_once(']')?;
        index.parse().ok()
    }

    /// The path of the field, such as `deal.rounds[2]` or `turns[3].action`; `line N` if a text is no TOML at all,
    /// `line` if it is no JSON object.
    pub fn field(&self) -> &str {
        &self.details.field
    }

    /// The expected value, in words.
    pub fn expected(&self) -> &str {
        &self.details.expected
    }

    /// The found value, in words.
    pub fn found(&self) -> &str {
        &self.details.found
    }
}

/// Escapes untrusted text, see [`plain`].
impl Display for FormatError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let details = &self.details;
        if let Some(file) = &details.file {
            write!(out, "{file}: ")?;
        }
        if let Some(line) = details.line {
            write!(out, "line {line}: ")?;
        }
        if let Some(turn) = self.turn() {
            write!(out, "turn {turn}: ")?;
        }
        write!(
            out,
            "{}: expected {}, found {}",
            plain(&details.field),
            plain(&details.expected),
            plain(&details.found)
        )
    }
}

impl Error for FormatError {
    fn custom<T: Display>(message: T) -> FormatError {
        FormatError::new("", "a sound value", message.to_string())
    }

    fn invalid_type(found: Unexpected, expected: &dyn Expected) -> FormatError {
        FormatError::invalid_value(found, expected)
    }

    fn invalid_value(found: Unexpected, expected: &dyn Expected) -> FormatError {
        let expected = match expected.to_string().as_str() {
            "a boolean" => "true or false".to_owned(),
            "a string" | "a borrowed string" => "a text".to_owned(),
            "a sequence" => "a list".to_owned(),
            "a map" => "a table".to_owned(),
            other => other.to_owned(),
        };
        let text = match found {
            Unexpected::Bool(flag) => flag.to_string(),
            Unexpected::Signed(number) => number.to_string(),
            Unexpected::Str(text) => format!("the text {text:?}"),
            Unexpected::Unit => "null".to_owned(),
            Unexpected::Seq => "a list".to_owned(),
            Unexpected::Map => "a table".to_owned(),
            other => other.to_string(),
        };
        FormatError::new("", expected, text)
    }

    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> FormatError {
        let hint = nearest::hint(found, expected.iter().copied());
        let expected = format!("one of {}", expected.join(", "));
        FormatError::new("", expected, format!("the text {found:?}{hint}"))
    }

    fn missing_field(field: &'static str) -> FormatError {
        FormatError::new(field, "this field", "nothing")
    }
}
