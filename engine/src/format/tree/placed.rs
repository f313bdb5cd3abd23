//! A value together with the folder of its file, where the relative paths in it start.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// The name by which the reader of trees knows a [`Placed`].
pub(super) const PLACED: &str = "$placed";

/// A value of a file. Only [`read_toml`](crate::format::read_toml) knows a folder.
///
/// # Examples
/// ```
/// use spariglio_engine::format::{Placed, read_toml};
///
/// #[derive(serde::Deserialize)]
/// struct Mine { net: Placed<String> }
///
/// let mine: Mine = read_toml("net = \"nets/best\"", "runs").expect("sound");
/// assert_eq!((mine.net.folder.as_str(), mine.net.value.as_str()), ("runs", "nets/best"));
/// ```
pub struct Placed<T> {
    /// The folder; empty if there is none.
    pub folder: String,
    /// The value.
    pub value: T,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Placed<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Placed<T>, D::Error> {
        source.deserialize_newtype_struct(PLACED, PlacedVisitor(PhantomData))
    }
}

struct PlacedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for PlacedVisitor<T> {
    type Value = Placed<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, source: D) -> Result<Placed<T>, D::Error> {
        T::deserialize(source).map(|value| Placed { folder: String::new(), value })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Placed<T>, A::Error> {
        let (folder, value) = entries.next_entry()?.ok_or_else(|| A::Error::custom("no value"))?;
        Ok(Placed { folder, value })
    }
}
