//! The field `capture.single_first`: `false`, `true` or a word.
//!
//! Source: `docs/reference/rules.md` B12.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use super::field_value::FieldValue;
use super::kinds::{choices, text};

choices! {
    /// The captures forbidden to a card that can take an equal card.
    SingleFirst {
        /// None.
        No,
        /// Every other capture.
        BeforeAll,
        /// Sums; captures that make fifteen stay free.
        BeforeSums,
    }
}

/// The word of [`SingleFirst::BeforeSums`].
const BEFORE_SUMS: &str = "before_sums";

impl SingleFirst {
    /// Whether an equal card forbids sums.
    pub const fn bars_sums(self) -> bool {
        matches!(self, SingleFirst::BeforeAll | SingleFirst::BeforeSums)
    }

    /// Whether an equal card forbids fifteens.
    pub const fn bars_fifteens(self) -> bool {
        matches!(self, SingleFirst::BeforeAll)
    }
}

impl Serialize for SingleFirst {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        match self {
            SingleFirst::No => sink.serialize_bool(false),
            SingleFirst::BeforeAll => sink.serialize_bool(true),
            SingleFirst::BeforeSums => sink.serialize_str(BEFORE_SUMS),
        }
    }
}

impl<'de> Deserialize<'de> for SingleFirst {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<SingleFirst, D::Error> {
        source.deserialize_any(Reader)
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = SingleFirst;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = SingleFirst::ALL.map(text);
        write!(out, "one of {}", texts.join(", "))
    }

    fn visit_bool<E: Error>(self, before_all: bool) -> Result<SingleFirst, E> {
        Ok(if before_all {
            SingleFirst::BeforeAll
        } else {
            SingleFirst::No
        })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<SingleFirst, E> {
        if text == BEFORE_SUMS {
            Ok(SingleFirst::BeforeSums)
        } else {
            Err(E::invalid_value(Unexpected::Str(text), &self))
        }
    }
}
