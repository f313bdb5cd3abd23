//! JSON with each key once. A parser of JSON takes the last of two equal keys, and another program may take the first.
//!
//! Invariant: every JSON file of this project is read here, so no file has two meanings.

use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Reads any JSON value.
///
/// # Errors
/// As [`read`].
pub fn read_value(text: impl AsRef<[u8]>) -> serde_json::Result<serde_json::Value> {
    read(text)
}

/// Reads a `T` from JSON text.
///
/// # Errors
/// The text is not JSON, is no `T`, or an object at any depth has a key twice. The error names this key with its path.
pub fn read<T: DeserializeOwned>(text: impl AsRef<[u8]>) -> serde_json::Result<T> {
    let text = text.as_ref();
    let mut parser = serde_json::Deserializer::from_slice(text);
    Once(&Place::Root).deserialize(&mut parser)?;
    serde_json::from_slice(text)
}

/// Reads a `T` from a JSON value.
///
/// # Errors
/// The value is no `T`; the text names the field.
///
/// # Examples
/// ```
/// let value = serde_json::json!({ "pairs": [-1] });
/// let read = spariglio_files::json::typed::<std::collections::BTreeMap<String, Vec<u32>>>(&value);
/// let error = "pairs[0]: found invalid value: integer `-1`, expected u32";
/// assert_eq!(read.expect_err("below 0"), error);
/// ```
pub fn typed<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| match error.path().to_string().as_str() {
        "." => error.inner().to_string(),
        path => format!("{path}: found {}", error.inner()),
    })
}

/// The place of a value, as `pairs[0].won`.
enum Place<'p> {
    /// The whole text.
    Root,
    /// The value of a key of an object.
    Key(&'p Place<'p>, &'p str),
    /// An item of an array.
    Item(&'p Place<'p>, usize),
}

impl Display for Place<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Place::Root => Ok(()),
            Place::Key(Place::Root, key) => out.write_str(key),
            Place::Key(parent, key) => write!(out, "{parent}.{key}"),
            Place::Item(parent, number) => write!(out, "{parent}[{number}]"),
        }
    }
}

/// Walks through the value at a place, and fails if an object in it has a key twice.
#[derive(Clone, Copy)]
struct Once<'p>(&'p Place<'p>);

impl<'de> DeserializeSeed<'de> for Once<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, parser: D) -> Result<(), D::Error> {
        parser.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Once<'_> {
    type Value = ();

    fn expecting(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let mut number = 0;
        while items.next_element_seed(Once(&Place::Item(self.0, number)))?.is_some() {
            number += 1;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut keys = HashSet::new();
        while let Some(key) = entries.next_key::<String>()? {
            let place = Place::Key(self.0, &key);
            if keys.contains(&key) {
                return Err(A::Error::custom(format_args!("key `{place}` is there twice, expected each key once")));
            }
            entries.next_value_seed(Once(&place))?;
            keys.insert(key);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_there_twice_is_named_with_its_path() {
        for (text, place) in [
            (r#"{"won":1,"won":1}"#, "won"),
            (r#"{"a":null,"pairs":[{},{"won":true,"b":[-1,0.5,"x"],"w\u006fn":2}]}"#, "pairs[1].won"),
            (r#"[[{"a":{"b":{"c":1,"c":{}}}}]]"#, "[0][0].a.b.c"),
        ] {
            let error = read_value(text).expect_err(text).to_string();
            assert!(error.contains(&format!("key `{place}` is there twice")), "{error}");
        }
    }

    #[test]
    fn equal_keys_of_different_objects_are_read() {
        let text = r#"{"a":{"a":[{"a":18446744073709551615},{"a":-2.5e-3}]},"b":"é"}"#;
        assert_eq!(read_value(text).expect("read"), serde_json::from_str::<serde_json::Value>(text).expect("JSON"));
        assert_eq!(read::<Vec<u8>>("[1, 2]").expect("numbers"), [1, 2]);
    }

    #[test]
    fn other_faults_keep_their_line_and_column() {
        let nested = "[".repeat(100_000);
        for text in ["{\n\"a\":x}", "[1] 2", "", &nested] {
            let error = read_value(text).expect_err("not JSON").to_string();
            assert!(error.contains(" at line "), "{error}");
        }
        let error = read::<Vec<u8>>("[1,\n\"a\"]").expect_err("a text").to_string();
        assert!(error.contains("expected u8 at line 2"), "{error}");
    }
}
