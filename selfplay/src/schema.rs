//! The columns of a shard: names, types and order, and the metadata that say what the numbers mean.
//!
//! Invariant: [`SCHEMA_VERSION`] changes with any change of a column. `docs/formats.md` describes the columns to users.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};

use crate::fingerprint::Fingerprint;
use crate::row::KINDS;

/// Version of the columns.
pub const SCHEMA_VERSION: u32 = 1;

/// Metadata key of the schema version.
pub(crate) const KEY_SCHEMA: &str = "spariglio.schema_version";
/// Metadata key of the fingerprint, a JSON object.
pub(crate) const KEY_FINGERPRINT: &str = "spariglio.fingerprint";
/// Metadata key of the shard's place and origin, a JSON object.
pub(crate) const KEY_ORIGIN: &str = "spariglio.origin";

/// A non-null list without an item that may be null.
fn list(item: DataType) -> DataType {
    DataType::List(item_field(item))
}

/// A list of fixed length.
fn fixed(item: DataType, length: usize) -> DataType {
    DataType::FixedSizeList(item_field(item), length as i32)
}

/// The item of every list: named as Parquet's own rules name it, never null.
pub(crate) fn item_field(item: DataType) -> Arc<Field> {
    Arc::new(Field::new("element", item, false))
}

/// The columns in order, for shards with this fingerprint.
pub(crate) fn columns(fingerprint: &Fingerprint) -> Vec<Field> {
    let points = fingerprint.sides as usize * KINDS;
    [
        ("rules", DataType::Utf8),
        ("hand", DataType::UInt64),
        ("ply", DataType::UInt8),
        ("seat", DataType::UInt8),
        ("features", fixed(DataType::UInt8, fingerprint.features as usize)),
        ("actions", list(DataType::UInt64)),
        ("policy", list(DataType::Float32)),
        ("action", DataType::UInt64),
        ("root_value", DataType::Float32),
        ("full_search", DataType::Boolean),
        ("points", fixed(DataType::Int16, points)),
        ("shutout", DataType::Int8),
        ("utility", DataType::Float32),
        ("oracle_hands", list(DataType::UInt64)),
        ("oracle_stock", list(DataType::UInt8)),
    ]
    .into_iter()
    .map(|(name, kind)| Field::new(name, kind, false))
    .collect()
}

/// The columns with the metadata given.
pub(crate) fn schema(fingerprint: &Fingerprint, metadata: HashMap<String, String>) -> Schema {
    Schema::new_with_metadata(columns(fingerprint), metadata)
}
