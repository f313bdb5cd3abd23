//! Hashes of what a result says beside its figures, one for each field.
//!
//! They show whether a field was changed, and which one. They are no signature.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::hash::short_hash;

/// The hash of each field by its name, sixteen hexadecimal digits.
pub type Digests = BTreeMap<String, String>;

/// The hash of each of these `fields`.
///
/// # Examples
/// ```
/// use serde_json::json;
/// use spariglio_files::digests::digests;
///
/// let of = |names| digests([("names", names)])["names"].clone();
/// assert_eq!(of(json!(["a", "b"])).len(), 16);
/// assert_ne!(of(json!(["a", "b"])), of(json!(["b", "a"])));
/// ```
#[must_use]
pub fn digests<'f>(fields: impl IntoIterator<Item = (&'f str, Value)>) -> Digests {
    let hashed = |(name, value): (&str, Value)| (name.to_owned(), short_hash(format!("{name}={value}")));
    fields.into_iter().map(hashed).collect()
}

/// Names the first hash of `found` that is not the expected one, with both; `None` if all are right.
#[must_use]
pub fn changed(found: &Digests, expected: &Digests) -> Option<String> {
    let (field, hash) = expected.iter().find(|(field, hash)| found.get(*field) != Some(hash))?;
    let found = found.get(field).map_or("nothing".to_owned(), |hash| format!("{hash:?}"));
    Some(format!("digests.{field}: found {found}, must be {hash:?}: {field} was changed"))
}
