//! Reads a [`Tree`] into types that derive `Deserialize`.
//!
//! Invariant: an error names the whole path of the field; a table is refused if its type lacks one of its fields.

use std::fmt;
use std::iter::{Enumerate, once};
use std::slice;

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, MapDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
};

use super::placed::PLACED;
use super::{FormatError, Tree};

/// A value and how it is read.
#[derive(Copy, Clone)]
pub(crate) struct Source<'de> {
    pub(super) tree: &'de Tree,
    /// The folder of the file that holds the value; empty if there is no file.
    pub(super) folder: &'de str,
    /// Whether a table may have fields that its type lacks.
    pub(super) lenient: bool,
}

impl Tree {
    /// The value as types read it.
    pub(crate) fn source(&self) -> Source<'_> {
        Source { tree: self, folder: "", lenient: false }
    }
}

impl<'de> Deserializer<'de> for Source<'de> {
    type Error = FormatError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormatError> {
        match self.tree {
            Tree::Null => visitor.visit_unit(),
            Tree::Flag(flag) => visitor.visit_bool(*flag),
            Tree::Number(number) => visitor.visit_i64(*number),
            Tree::Text(text) => visitor.visit_borrowed_str(text),
            Tree::List(list) => {
                let mut items = Items { items: list.iter().enumerate(), list: self };
                let value = visitor.visit_seq(&mut items)?;
                match items.items.next() {
                    Some((length, _)) => Err(FormatError::new("", format!("a list of {length}"), self.tree.show())),
                    None => Ok(value),
                }
            }
            Tree::Table(table) => visitor.visit_map(Entries { entries: table.iter(), value: None, table: self }),
            Tree::OtherNumber(number) => match (number.parse(), number.parse()) {
                (Ok(whole), _) => visitor.visit_u64(whole),
                (_, Ok(number)) => visitor.visit_f64(number),
                _ => Err(FormatError::invalid_type(Unexpected::Other(number), &visitor)),
            },
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormatError> {
        match self.tree {
            Tree::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, FormatError> {
        match name {
            PLACED => visitor.visit_map(MapDeserializer::new(once((self.folder, self)))),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FormatError> {
        let table = self.tree.table()?;
        if !self.lenient {
            table.check_known(fields)?;
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        texts: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FormatError> {
        match self.tree {
            Tree::Text(text) => visitor.visit_enum(BorrowedStrDeserializer::new(text)),
            // A variant with a value, by its name.
            Tree::Table(table) if table.0.len() == 1 => visitor.visit_enum(MapAccessDeserializer::new(Entries {
                entries: table.iter(),
                value: None,
                table: self,
            })),
            other => Err(FormatError::new("", format!("one of {}", texts.join(", ")), other.show())),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormatError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map identifier
    }
}

impl<'de> IntoDeserializer<'de, FormatError> for Source<'de> {
    type Deserializer = Source<'de>;

    fn into_deserializer(self) -> Source<'de> {
        self
    }
}

/// The items of a list.
struct Items<'de> {
    items: Enumerate<slice::Iter<'de, Tree>>,
    list: Source<'de>,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = FormatError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, FormatError> {
        let Some((index, tree)) = self.items.next() else {
            return Ok(None);
        };
        let read = seed.deserialize(Source { tree, ..self.list }).map(Some);
        read.map_err(|error| error.inside(format_args!("[{index}]")))
    }
}

/// The entries of a table; the value is that of the key read last.
struct Entries<'de> {
    entries: slice::Iter<'de, (String, Tree)>,
    value: Option<&'de (String, Tree)>,
    table: Source<'de>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = FormatError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, FormatError> {
        self.value = self.entries.next();
        let Some((key, _)) = self.value else {
            return Ok(None);
        };
        let read = seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some);
        read.map_err(|error: FormatError| error.inside(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, FormatError> {
        let (key, tree) = self.value.take().ok_or_else(|| FormatError::custom("no value"))?;
        seed.deserialize(Source { tree, ..self.table })
            .map_err(|error| error.inside(key))
    }
}

/// Reads a whole number from `LOW` to `HIGH`.
pub(crate) fn whole<'de, D: Deserializer<'de>, T: TryFrom<i64>, const LOW: i64, const HIGH: i64>(
    source: D,
) -> Result<T, D::Error> {
    let number = source.deserialize_any(Range::<LOW, HIGH>)?;
    T::try_from(number).map_err(|_| D::Error::invalid_value(Unexpected::Signed(number), &Range::<LOW, HIGH>))
}

struct Range<const LOW: i64, const HIGH: i64>;

impl<const LOW: i64, const HIGH: i64> Visitor<'_> for Range<LOW, HIGH> {
    type Value = i64;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a whole number {LOW} to {HIGH}")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<i64, E> {
        if (LOW..=HIGH).contains(&number) {
            Ok(number)
        } else {
            Err(E::invalid_value(Unexpected::Signed(number), &self))
        }
    }
}

/// A whole number from 0 to far above every score and number of hands.
#[derive(Copy, Clone)]
pub(crate) struct Whole<T>(pub(crate) T);

impl<'de, T: TryFrom<i64>> Deserialize<'de> for Whole<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Whole<T>, D::Error> {
        whole::<D, T, 0, 1_000_000_000>(source).map(Whole)
    }
}

/// Reads a field that may be absent, but not null.
pub(crate) fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(source: D) -> Result<Option<T>, D::Error> {
    T::deserialize(source).map(Some)
}

/// Reads a whole number or null from a field that must be there.
pub(crate) fn nullable<'de, D: Deserializer<'de>, T: TryFrom<i64>>(source: D) -> Result<Option<T>, D::Error> {
    Ok(Option::<Whole<T>>::deserialize(source)?.map(|whole| whole.0))
}
