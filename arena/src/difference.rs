//! The first difference between two JSON values.

use serde_json::{Map, Number, Value};

/// The largest relative difference of two equal floats.
const RELATIVE: f64 = 1e-9;
/// Two floats below this in absolute value are equal.
const TINY: f64 = 1e-12;
/// Most characters of a text in a message.
const LONGEST: usize = 80;

/// Names the first field of `found` that differs from `expected`, with both values; `None` if they are equal. Integers,
/// texts and names of fields must be the same. Floats must be equal within a relative 1e-9, or both below 1e-12 in
/// absolute value.
///
/// # Examples
/// ```
/// use serde_json::json;
/// use spariglio_arena::difference::difference;
///
/// let value = json!({ "pairs": [{ "hands": 20, "mean": 0.5 }] });
/// let expected = json!({ "pairs": [{ "hands": 20, "mean": -0.5 }] });
/// let message = "pairs[0].mean: found 0.5, must be -0.5";
/// assert_eq!(difference(&value, &expected).as_deref(), Some(message));
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
        _ => Some(format!(": found {}, must be {}", in_message(found), in_message(expected))),
    }
}

fn of_fields(found: &Map<String, Value>, expected: &Map<String, Value>) -> Option<String> {
    let differs = |(name, found): (&String, &Value)| match expected.get(name) {
        Some(expected) => below(found, expected).map(|message| format!(".{name}{message}")),
        None => Some(format!(".{}: found {}, must not be there", name.escape_debug(), in_message(found))),
    };
    let lacks = |(name, expected): (&String, &Value)| {
        (!found.contains_key(name)).then(|| format!(".{name}: found nothing, must be {}", in_message(expected)))
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
fn in_message(value: &Value) -> String {
    match value {
        Value::Object(fields) => format!("{} fields", fields.len()),
        Value::Array(items) => format!("{} items", items.len()),
        Value::String(text) if text.chars().nth(LONGEST).is_some() => {
            format!("{:?}...", text.chars().take(LONGEST).collect::<String>())
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
