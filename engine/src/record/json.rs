//! A JSON value that keeps its fields in their order and refuses a repeated one.
//!
//! Invariant: no two fields of an object have one name.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Number, Value};

/// Any JSON value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Json {
    Null,
    Flag(bool),
    Number(Number),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The value as an error shows it.
    pub(super) fn show(&self) -> String {
        match self {
            Json::Null => "null".to_owned(),
            Json::Flag(flag) => flag.to_string(),
            Json::Number(number) => number.to_string(),
            Json::Text(text) => format!("the text {text:?}"),
            Json::List(list) => format!("a list of {}", list.len()),
            Json::Object(_) => "an object".to_owned(),
        }
    }

    /// The value as `serde_json` has it.
    pub(super) fn to_value(&self) -> Value {
        match self {
            Json::Null => Value::Null,
            Json::Flag(flag) => Value::Bool(*flag),
            Json::Number(number) => Value::Number(number.clone()),
            Json::Text(text) => Value::String(text.clone()),
            Json::List(list) => Value::Array(list.iter().map(Json::to_value).collect()),
            Json::Object(fields) => Value::Object(
                fields
                    .iter()
                    .map(|(key, value)| (key.clone(), value.to_value()))
                    .collect(),
            ),
        }
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Json {
        Json::Number(number.into())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::Text(text)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Json, D::Error> {
        source.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Json, E> {
        Ok(Json::Flag(flag))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Number(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Number(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Json, E> {
        Number::from_f64(number)
            .map(Json::Number)
            .ok_or_else(|| E::custom("a number that is not finite"))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Json, E> {
        Ok(Json::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut source: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = source.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut source: A) -> Result<Json, A::Error> {
        let mut fields: Vec<(String, Json)> = Vec::new();
        while let Some((key, value)) = source.next_entry::<String, Json>()? {
            if fields.iter().any(|(name, _)| *name == key) {
                return Err(A::Error::custom(format_args!("the field `{key}` twice")));
            }
            fields.push((key, value));
        }
        Ok(Json::Object(fields))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => sink.serialize_unit(),
            Json::Flag(flag) => sink.serialize_bool(*flag),
            Json::Number(number) => number.serialize(sink),
            Json::Text(text) => sink.serialize_str(text),
            Json::List(list) => {
                let mut items = sink.serialize_seq(Some(list.len()))?;
                for item in list {
                    items.serialize_element(item)?;
                }
                items.end()
            }
            Json::Object(fields) => {
                let mut map = sink.serialize_map(Some(fields.len()))?;
                for (key, value) in fields {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}
