//! Rows to Parquet bytes.
//!
//! Invariant: equal rows, fingerprint and origin give equal bytes: every writer property is fixed here, one row
//! group holds the whole shard, and nothing of the clock or the machine is written.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::{
    ArrayRef, BooleanArray, FixedSizeListArray, Float32Array, Int8Array, Int16Array, ListArray, StringArray,
    UInt8Array, UInt64Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::DataType;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};

use super::{Origin, ShardRows};
use crate::fingerprint::Fingerprint;
use crate::row::KINDS;
use crate::schema::{KEY_FINGERPRINT, KEY_ORIGIN, KEY_SCHEMA, SCHEMA_VERSION, item_field, schema};

/// Name of the writer in the file.
const CREATED_BY: &str = "spariglio";

/// The bytes of a shard.
///
/// # Errors
/// The Parquet writer failed: more values than a column can hold.
pub fn encode(rows: &ShardRows, fingerprint: &Fingerprint, origin: &Origin) -> Result<Vec<u8>, ParquetError> {
    let schema = Arc::new(schema(fingerprint, HashMap::new()));
    let batch = RecordBatch::try_new(schema.clone(), arrays(rows, fingerprint)?)?;
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, schema, Some(properties(rows, fingerprint, origin)))?;
    writer.write(&batch)?;
    writer.close()?;
    Ok(bytes)
}

fn properties(rows: &ShardRows, fingerprint: &Fingerprint, origin: &Origin) -> WriterProperties {
    let json = |value: serde_json::Result<String>| value.expect("plain data has a JSON form");
    let metadata = vec![
        KeyValue::new(KEY_SCHEMA.to_owned(), SCHEMA_VERSION.to_string()),
        KeyValue::new(KEY_FINGERPRINT.to_owned(), json(serde_json::to_string(fingerprint))),
        KeyValue::new(KEY_ORIGIN.to_owned(), json(serde_json::to_string(origin))),
    ];
    WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3).expect("zstd has a level 3")))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_max_row_group_row_count(Some(rows.len().max(1)))
        .set_key_value_metadata(Some(metadata))
        .build()
}

/// The columns in the order of the schema.
fn arrays(rows: &ShardRows, fingerprint: &Fingerprint) -> Result<Vec<ArrayRef>, ParquetError> {
    let rules = StringArray::from_iter_values(rows.hand.iter().map(|_| fingerprint.rules.as_str()));
    Ok(vec![
        Arc::new(rules),
        Arc::new(UInt64Array::from(rows.hand.clone())),
        Arc::new(UInt8Array::from(rows.ply.clone())),
        Arc::new(UInt8Array::from(rows.seat.clone())),
        fixed(
            Arc::new(UInt8Array::from(rows.features.clone())),
            DataType::UInt8,
            rows.feature_count,
        )?,
        list(
            Arc::new(UInt64Array::from(rows.actions.clone())),
            DataType::UInt64,
            &rows.offsets,
        )?,
        list(
            Arc::new(Float32Array::from(rows.policy.clone())),
            DataType::Float32,
            &rows.offsets,
        )?,
        Arc::new(UInt64Array::from(rows.action.clone())),
        Arc::new(Float32Array::from(rows.root_value.clone())),
        Arc::new(BooleanArray::from(rows.full_search.clone())),
        fixed(
            Arc::new(Int16Array::from(rows.points.clone())),
            DataType::Int16,
            rows.sides * KINDS,
        )?,
        Arc::new(Int8Array::from(rows.shutout.clone())),
        Arc::new(Float32Array::from(rows.utility.clone())),
        list(
            Arc::new(UInt64Array::from(rows.oracle_hands.clone())),
            DataType::UInt64,
            &(0..=rows.len()).map(|row| row * rows.players).collect::<Vec<_>>(),
        )?,
        list(
            Arc::new(UInt8Array::from(rows.oracle_stock.clone())),
            DataType::UInt8,
            &rows.stock_offsets,
        )?,
    ])
}

fn fixed(values: ArrayRef, item: DataType, length: usize) -> Result<ArrayRef, ParquetError> {
    let array = FixedSizeListArray::try_new(item_field(item), length as i32, values, None)?;
    Ok(Arc::new(array))
}

fn list(values: ArrayRef, item: DataType, offsets: &[usize]) -> Result<ArrayRef, ParquetError> {
    let offsets = offsets
        .iter()
        .map(|&offset| i32::try_from(offset))
        .collect::<Result<Vec<i32>, _>>()
        .map_err(|_| ParquetError::General("more than 2^31 list items in a shard".into()))?;
    let offsets = OffsetBuffer::new(offsets.into());
    Ok(Arc::new(ListArray::try_new(item_field(item), offsets, values, None)?))
}
