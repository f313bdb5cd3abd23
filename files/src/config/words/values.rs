//! The values and types of errors of serde in plain words.

use spariglio_engine::plain::{plain, short};

/// The most letters of a value in a message.
const SHOWN: usize = 60;

/// What an error of serde says of a value.
pub(super) struct Mismatch {
    /// The value in the file.
    pub found: String,
    /// The values that are accepted.
    pub expected: String,
}

impl Mismatch {
    /// Reads `invalid type: FOUND, expected EXPECTED` and its kin; `None` for other messages.
    pub(super) fn read(message: &str) -> Option<Mismatch> {
        let kinds = ["invalid type: ", "invalid value: ", "invalid length "];
        let rest = kinds.iter().find_map(|kind| message.strip_prefix(kind))?;
        let (found, expected) = rest.rsplit_once(", expected ")?;
        Some(Mismatch { found: value(found), expected: kind(expected) })
    }
}

/// A text of the file for a message: on one line, with at most `most` letters.
pub(super) fn line(text: &str, most: usize) -> String {
    short(&plain(text.trim()), most)
}

/// A value as serde names it (`integer `5``), as people write it.
fn value(found: &str) -> String {
    let inner = found.split_once('`').and_then(|(_, rest)| rest.strip_suffix('`'));
    let text = inner.or(found.strip_prefix("string ")).unwrap_or(found);
    match text {
        "map" => "a table".to_owned(),
        "sequence" => "a list".to_owned(),
        text => line(text, SHOWN),
    }
}

/// A type as serde names it, in plain words.
fn kind(expected: &str) -> String {
    match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "u128" | "usize" => "a whole number, at least 0",
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a string" | "string" => "a text in quotes",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a table",
        other if other.starts_with("struct ") => "a table",
        other => other,
    }
    .to_owned()
}
