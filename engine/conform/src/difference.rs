//! The differences between two answers, field by field.
//!
//! Invariant: legal actions are compared as sets, and a kind of points that is absent counts as 0. Fields that a record
//! does not know are ignored.

use std::collections::HashSet;

use serde_json::{Map, Value};

/// A field with different values.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The field without places: `turns[].legal`.
    pub field: String,
    /// The field with places: `turns[5].legal`.
    pub place: String,
    /// The turn from 0, if the field belongs to one.
    pub turn: Option<usize>,
    /// The right value; `None` if there should be none.
    pub expected: Option<Value>,
    /// The value of the answer; `None` if it has none.
    pub found: Option<Value>,
}

/// The differences of two answers in order: those of the turns, then those of the result.
pub fn differences(expected: &Value, found: &Value) -> Vec<Difference> {
    let mut all = Differences::default();
    for name in ["turns", "result"] {
        let path = Path { field: name.to_owned(), place: name.to_owned(), turn: None };
        all.compare(&path, expected.get(name), found.get(name));
    }
    all.found
}

/// The items of a list that another list lacks.
pub fn lacking<'a>(list: &'a Value, other: &Value) -> Vec<&'a Value> {
    let has: HashSet<&Value> = items(other).iter().collect();
    items(list).iter().filter(|item| !has.contains(item)).collect()
}

fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

/// The place of a field.
struct Path {
    field: String,
    place: String,
    turn: Option<usize>,
}

impl Path {
    fn key(&self, name: &str) -> Path {
        Path {
            field: format!("{}.{name}", self.field),
            place: format!("{}.{name}", self.place),
            turn: self.turn,
        }
    }

    fn item(&self, index: usize) -> Path {
        Path {
            field: format!("{}[]", self.field),
            place: format!("{}[{index}]", self.place),
            turn: self.turn.or((self.field == "turns").then_some(index)),
        }
    }
}

#[derive(Default)]
struct Differences {
    found: Vec<Difference>,
}

impl Differences {
    fn compare(&mut self, path: &Path, expected: Option<&Value>, found: Option<&Value>) {
        match (expected, found) {
            (Some(Value::Object(expected)), Some(Value::Object(found))) => self.objects(path, expected, found),
            (Some(expected @ Value::Array(_)), Some(found @ Value::Array(_))) if path.field.ends_with(".legal") => {
                if !lacking(expected, found).is_empty() || !lacking(found, expected).is_empty() {
                    self.note(path, Some(expected), Some(found));
                }
            }
            (Some(Value::Array(expected)), Some(Value::Array(found))) => self.lists(path, expected, found),
            _ if expected == found => {}
            _ => self.note(path, expected, found),
        }
    }

    fn objects(&mut self, path: &Path, expected: &Map<String, Value>, found: &Map<String, Value>) {
        let zero = Value::from(0);
        let is_points = path.field.ends_with(".points");
        let unnamed = found.keys().filter(|name| is_points && !expected.contains_key(*name));
        for name in expected.keys().chain(unnamed) {
            let of = |fields: &Map<String, Value>| fields.get(name).cloned().or(is_points.then(|| zero.clone()));
            self.compare(&path.key(name), of(expected).as_ref(), of(found).as_ref());
        }
    }

    /// Compares items in their order; a list of another length is a difference too.
    fn lists(&mut self, path: &Path, expected: &[Value], found: &[Value]) {
        for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
            self.compare(&path.item(index), Some(expected), Some(found));
        }
        if expected.len() != found.len() {
            let length = |list: &[Value]| Value::from(format!("{} items", list.len()));
            self.note(path, Some(&length(expected)), Some(&length(found)));
        }
    }

    fn note(&mut self, path: &Path, expected: Option<&Value>, found: Option<&Value>) {
        self.found.push(Difference {
            field: path.field.clone(),
            place: path.place.clone(),
            turn: path.turn,
            expected: expected.cloned(),
            found: found.cloned(),
        });
    }
}
