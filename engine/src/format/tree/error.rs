//! The error of an invalid text: its place, the expected and the found value.

use std::fmt::{self, Display};

use serde::de::{Error, Expected, Unexpected};

use crate::format::nearest;
use crate::format::plain::{plain, short};

/// The most letters of a text in an error.
const MOST_LETTERS: usize = 60;

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

/// A text as an error shows it.
pub(super) fn quoted(text: &str) -> String {
    format!("the text {:?}", short(text, MOST_LETTERS))
}

/// The path of `inner`, a key, a path or `[index]`, in the value at `outer`.
pub(super) fn joined(outer: impl Display, inner: &str) -> String {
    let outer = outer.to_string();
    let is_apart = outer.is_empty() || inner.is_empty() || inner.starts_with('[');
    format!("{outer}{}{inner}", if is_apart { "" } else { "." })
}

impl FormatError {
    /// An error at the field `field`; an empty text for the whole value.
    pub fn new(field: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> FormatError {
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
    #[must_use]
    pub fn inside(mut self, outer: impl Display) -> FormatError {
        self.details.field = joined(outer, &self.details.field);
        self
    }

    /// The error about a key that is not among the `known` ones.
    pub(super) fn unknown(key: &str, known: &[&str]) -> FormatError {
        let expected = format!("a known field: one of {}", known.join(", "));
        let key = match key {
            "like" | "preset" if known.contains(&"base") => "base",
            key => key,
        };
        FormatError::new("", expected, format!("an unknown field{}", nearest::hint(key, known.iter().copied())))
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

    /// The line, from 1, if it is known.
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
        if !details.field.is_empty() {
            write!(out, "{}: ", plain(&short(&details.field, MOST_LETTERS)))?;
        }
        if !details.expected.is_empty() {
            write!(out, "expected {}, found ", plain(&details.expected))?;
        }
        write!(out, "{}", plain(&details.found))
    }
}

impl Error for FormatError {
    fn custom<T: Display>(message: T) -> FormatError {
        FormatError::new("", "", message.to_string())
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
            "u8" => "a whole number from 0 to 255".to_owned(),
            "u16" => "a whole number from 0 to 65535".to_owned(),
            "u32" => "a whole number from 0 to 4294967295".to_owned(),
            "u64" | "usize" => "a whole number, at least 0".to_owned(),
            "i32" | "i64" => "a whole number".to_owned(),
            "f32" | "f64" => "a number".to_owned(),
            other => other.to_owned(),
        };
        let text = match found {
            Unexpected::Bool(flag) => flag.to_string(),
            Unexpected::Signed(number) => number.to_string(),
            Unexpected::Unsigned(number) => number.to_string(),
            Unexpected::Float(number) => format!("the number {number:?}"),
            Unexpected::Str(text) => quoted(text),
            Unexpected::Unit => "null".to_owned(),
            Unexpected::Seq => "a list".to_owned(),
            Unexpected::Map => "a table".to_owned(),
            other => other.to_string(),
        };
        FormatError::new("", expected, text)
    }

    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> FormatError {
        let hint = nearest::hint(found, expected.iter().copied());
        FormatError::new("", format!("one of {}", expected.join(", ")), quoted(found) + &hint)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> FormatError {
        FormatError::unknown(field, expected)
    }

    fn missing_field(field: &'static str) -> FormatError {
        FormatError::new(field, "this field", "nothing")
    }
}
