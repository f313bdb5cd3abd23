//! Why a line is no sound record: where, what was expected, what was found.

use std::fmt;

/// A line that is malformed, or states what the rules do not give.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub struct RecordError {
    place: Box<Place>,
}

#[derive(Clone, Eq, PartialEq, Debug, Default)]
struct Place {
    file: Option<String>,
    line: Option<usize>,
    turn: Option<usize>,
    field: String,
    expected: String,
    found: String,
}

impl RecordError {
    pub(super) fn new(field: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> RecordError {
        RecordError {
            place: Box::new(Place {
                field: field.into(),
                expected: expected.into(),
                found: found.into(),
                ..Place::default()
            }),
        }
    }

    /// The same error at a turn, counted from 0.
    pub(super) fn at_turn(mut self, turn: usize) -> RecordError {
        self.place.turn = Some(turn);
        self
    }

    /// The same error at a line, counted from 1.
    pub fn at_line(mut self, line: usize) -> RecordError {
        self.place.line = Some(line);
        self
    }

    /// The same error in a file.
    pub fn with_file(mut self, file: impl Into<String>) -> RecordError {
        self.place.file = Some(file.into());
        self
    }

    /// The line, from 1, where it is known.
    pub fn line(&self) -> Option<usize> {
        self.place.line
    }

    /// The turn, an index into `turns`, where the error is in one.
    pub fn turn(&self) -> Option<usize> {
        self.place.turn
    }

    /// The path of the field, such as `turns[3].action`; `line` where the line is no JSON object at all.
    pub fn field(&self) -> &str {
        &self.place.field
    }

    /// What was expected.
    pub fn expected(&self) -> &str {
        &self.place.expected
    }

    /// What was found.
    pub fn found(&self) -> &str {
        &self.place.found
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = &self.place;
        if let Some(file) = &place.file {
            write!(out, "{file}: ")?;
        }
        if let Some(line) = place.line {
            write!(out, "line {line}: ")?;
        }
        if let Some(turn) = place.turn {
            write!(out, "turn {turn}: ")?;
        }
        write!(
            out,
            "{}: expected {}, found {}",
            place.field, place.expected, place.found
        )
    }
}
