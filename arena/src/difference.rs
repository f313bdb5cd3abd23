//! The first difference between a result as found in a file and the same result recomputed: somebody may have changed
//! the file.

use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Number, Value, json};
use spariglio_files::digests::digests;
use spariglio_files::json::read_value;
use spariglio_files::whole::{read_if_there, write_whole};
use spariglio_files::{Digests, FileError, Origin};

use crate::error::{ArenaError, wrong};

/// The largest relative difference of two equal floats.
const RELATIVE: f64 = 1e-9;
/// Two floats below this in absolute value are equal.
const TINY: f64 = 1e-12;
/// Most characters of a text in a message.
const SHOWN: usize = 80;

/// Reads the JSON value of a result of this `kind` from `path`; `None` if there is no file.
///
/// # Errors
/// Fails if the file cannot be read, is no JSON, or is of another kind.
fn read_kind(path: &Path, kind: &str) -> Result<Option<Value>, ArenaError> {
    let Some(text) = read_if_there(path)? else {
        return Ok(None);
    };
    let value = read_value(&text).map_err(|error| wrong(path, format!("not JSON: {error}")))?;
    if value["kind"] != kind {
        let found = shown(&value["kind"]);
        return Err(wrong(path, format!("expected a result of {kind}: kind: found {found}, must be \"{kind}\"")));
    }
    Ok(Some(value))
}

/// Reads a result of this `kind` from `path` by its `from_value`; `None` if there is no file.
///
/// # Errors
/// As [`read_kind`] and `from_value`.
pub(crate) fn load_kind<T>(
    path: &Path,
    kind: &str,
    from_value: fn(&Path, Value) -> Result<T, FileError>,
) -> Result<Option<T>, ArenaError> {
    let value = read_kind(path, kind)?;
    Ok(value.map(|value| from_value(path, value)).transpose()?)
}

/// Writes a value as a file of one line.
///
/// # Errors
/// Fails if the file cannot be written.
pub(crate) fn write_line(path: &Path, value: &impl Serialize) -> Result<(), ArenaError> {
    let text = serde_json::to_string(value).map_err(|error| wrong(path, error))?;
    Ok(write_whole(path, format!("{text}\n"))?)
}

/// Fails if the file's value `found` differs from the result `fresh`, which was computed from its sums.
///
/// # Errors
/// The first field that differs, with the found and the expected value.
pub(crate) fn unchanged(found: &Value, fresh: &impl Serialize) -> Result<(), String> {
    let fresh = serde_json::to_value(fresh).map_err(|error| error.to_string())?;
    difference(found, &fresh).map_or(Ok(()), Err)
}

/// The hashes of the fields of a result that no figure follows from: agents and names, components, whether all was
/// played, command and origin, and `more`.
pub(crate) fn text_digests<'f>(
    names: [&[String]; 2],
    made_of: &impl Serialize,
    complete: bool,
    (command, origin): (&Option<String>, &Option<Origin>),
    more: impl IntoIterator<Item = (&'f str, Value)>,
) -> Digests {
    let fields = [
        ("command", json!(command)),
        ("complete", json!(complete)),
        ("made_of", json!(made_of)),
        ("names", json!(names)),
        ("origin", json!(origin)),
    ];
    digests(fields.into_iter().chain(more))
}

/// Names the first field of `found` that differs from `expected`, with both values; `None` if they are equal. Integers,
/// texts and names of fields must be the same. Floats must be equal within a relative 1e-9, or both below 1e-12 in
/// absolute value.
///
/// # Examples
/// ```
/// use serde_json::json;
/// use spariglio_arena::difference::difference;
///
/// let found = json!({ "pairs": [{ "hands": 20, "mean": 0.5 }] });
/// let expected = json!({ "pairs": [{ "hands": 20, "mean": -0.5 }] });
/// let message = "pairs[0].mean: found 0.5, must be -0.5";
/// assert_eq!(difference(&found, &expected).as_deref(), Some(message));
/// ```
#[must_use]
pub fn difference(found: &Value, expected: &Value) -> Option<String> {
    let message = below(found, expected)?;
    Some(match message.strip_prefix('.') {
        Some(message) => message.to_owned(),
        None if message.starts_with(':') => format!("the whole{message}"),
        None => message,
    })
}

/// As [`difference`]; the path begins with `.` or `[`, or is empty.
fn below(found: &Value, expected: &Value) -> Option<String> {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => of_fields(found, expected),
        (Value::Array(found), Value::Array(expected)) => of_items(found, expected),
        (Value::Number(found), Value::Number(expected)) if are_equal(found, expected) => None,
        _ if found == expected => None,
        _ => Some(format!(": found {}, must be {}", shown(found), shown(expected))),
    }
}

fn of_fields(found: &Map<String, Value>, expected: &Map<String, Value>) -> Option<String> {
    let differs = |(name, found): (&String, &Value)| match expected.get(name) {
        Some(expected) => below(found, expected).map(|message| format!(".{name}{message}")),
        None => Some(format!(".{}: found {}, must not be there", name.escape_debug(), shown(found))),
    };
    let lacks = |(name, expected): (&String, &Value)| {
        (!found.contains_key(name)).then(|| format!(".{name}: found nothing, must be {}", shown(expected)))
    };
    found.iter().find_map(differs).or_else(|| expected.iter().find_map(lacks))
}

fn of_items(found: &[Value], expected: &[Value]) -> Option<String> {
    let items = found.iter().zip(expected).enumerate();
    let mut differences =
        items.filter_map(|(place, (found, expected))| Some(format!("[{place}]{}", below(found, expected)?)));
    differences.next().or_else(|| {
        let [found, expected] = [found.len(), expected.len()];
        (found != expected).then(|| format!(": found {found} items, must be {expected}"))
    })
}

/// A float is expected if `expected` is one; then `found` may also be whole.
fn are_equal(found: &Number, expected: &Number) -> bool {
    let [Some(one), Some(other)] = [found, expected].map(Number::as_f64) else {
        return found == expected;
    };
    if !expected.is_f64() {
        return found == expected;
    }
    let largest = one.abs().max(other.abs());
    largest < TINY || (one - other).abs() <= RELATIVE * largest
}

/// A value for a message, on one line and without control characters.
fn shown(value: &Value) -> String {
    match value {
        Value::Object(fields) => format!("{} fields", fields.len()),
        Value::Array(items) => format!("{} items", items.len()),
        Value::String(text) if text.chars().nth(SHOWN).is_some() => {
            format!("{:?}...", text.chars().take(SHOWN).collect::<String>())
        }
        Value::String(text) => format!("{text:?}"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::difference;

    fn of(found: Value, expected: Value) -> String {
        difference(&found, &expected).unwrap_or_default()
    }

    #[test]
    fn equal_values_have_none() {
        let value = json!({ "a": [1, -2.5, "x", null, { "b": true }], "c": 18_446_744_073_709_551_615_u64 });
        assert_eq!(of(value.clone(), value), "");
        assert_eq!(of(json!([1.0, 3, 1e-13, 0.0]), json!([1.000_000_000_5, 3.0, -1e-13, -0.0])), "");
    }

    #[test]
    fn numbers_differ_by_one_by_sign_and_by_more_than_rounding() {
        assert_eq!(of(json!([2, 3]), json!([2, 4])), "[1]: found 3, must be 4");
        assert_eq!(of(json!({ "a": { "b": 1.5 } }), json!({ "a": { "b": -1.5 } })), "a.b: found 1.5, must be -1.5");
        assert_eq!(of(json!(1.0), json!(1.000_000_01)), "the whole: found 1.0, must be 1.00000001");
        assert_eq!(of(json!(2e-12), json!(-2e-12)), "the whole: found 2e-12, must be -2e-12");
        // A whole number must be one, however near the float is.
        assert_eq!(of(json!(3.0), json!(3)), "the whole: found 3.0, must be 3");
    }

    #[test]
    fn fields_and_items_must_be_the_same_ones() {
        assert_eq!(of(json!({ "a": 1, "b": [2] }), json!({ "a": 1 })), "b: found 1 items, must not be there");
        assert_eq!(of(json!({ "a": 1 }), json!({ "a": 1, "b": "x" })), "b: found nothing, must be \"x\"");
        assert_eq!(of(json!({ "a": [1, 2] }), json!({ "a": [1] })), "a: found 2 items, must be 1");
        assert_eq!(of(json!({ "a": null }), json!({ "a": { "b": 1 } })), "a: found null, must be 1 fields");
    }

    #[test]
    fn texts_of_others_stay_on_one_line() {
        let message = of(json!({ "a\n": "\u{1b}[31m" }), json!({}));
        assert_eq!(message, "a\\n: found \"\\u{1b}[31m\", must not be there");
        let long = of(json!("x".repeat(200)), json!(0));
        assert_eq!(long, format!("the whole: found \"{}\"..., must be 0", "x".repeat(80)));
    }
}
