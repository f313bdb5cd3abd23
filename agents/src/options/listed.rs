//! Options as lists for readers: each with its name, values, value and meaning.

use std::fmt;
use std::ops::RangeInclusive;

/// An option of an agent type, with a value.
#[derive(Clone, Debug)]
pub struct AgentOption {
    /// Its name.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: OptionKind,
    /// Its value; empty if it has none.
    pub value: String,
    /// Its meaning in one line.
    pub about: &'static str,
}

/// The values that an option takes; its text says them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// A whole number.
    Count(RangeInclusive<u32>),
    /// A number.
    Real(RangeInclusive<f32>),
    /// `true` or `false`.
    Flag,
    /// One of some words.
    Choice(Vec<&'static str>),
    /// A text, as this phrase says.
    Text(&'static str),
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Count(range) => write!(f, "a whole number from {} to {}", range.start(), range.end()),
            OptionKind::Real(range) => write!(f, "a number from {} to {}", range.start(), range.end()),
            OptionKind::Flag => f.write_str("true or false"),
            OptionKind::Choice(words) => write!(f, "one of: {}", words.join(", ")),
            OptionKind::Text(phrase) => f.write_str(phrase),
        }
    }
}
