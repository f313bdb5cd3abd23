//! Rows to Parquet bytes.
//!
//! Invariant: equal rows, fingerprint and origin give equal bytes: every writer property is fixed here, one row
//! group holds the whole shard, and nothing of the clock or the machine is written.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::Schema;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use spariglio_files::Fingerprint;

use super::Origin;
use crate::row::{SCHEMA_VERSION, ShardRows};
use crate::schema::{KEY_FINGERPRINT, KEY_ORIGIN, KEY_SCHEMA, columns};

/// Name of the writer in the file.
const CREATED_BY: &str = "spariglio";

/// The bytes of a shard.
///
/// # Errors
/// The Parquet writer failed: more values than a column can hold.
pub fn encode(rows: &ShardRows, fingerprint: &Fingerprint, origin: &Origin) -> Result<Vec<u8>, ParquetError> {
    let schema = Arc::new(Schema::new(columns(fingerprint)));
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
    let mut arrays: Vec<ArrayRef> = vec![Arc::new(rules)];
    for (_, column) in rows.columns() {
        arrays.push(column.array()?);
    }
    Ok(arrays)
}
