//! Encodes rows as Parquet bytes.
//!
//! Invariant: equal rows, fingerprint and origin give equal bytes. Every writer property is fixed here, one row group
//! holds the whole shard, and neither the clock nor the machine leaves a trace.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, StringArray};
use arrow_schema::{FieldRef, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, compute_leaves};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::schema::types::ColumnPath;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use spariglio_files::Fingerprint;

use super::Origin;
use crate::row::{SCHEMA_VERSION, ShardRows};
use crate::schema::{KEY_FINGERPRINT, KEY_ORIGIN, KEY_SCHEMA, RULES, field};

/// Name of the writer in the file.
const CREATED_BY: &str = "spariglio";

/// Columns whose values rarely repeat, by their paths in the file: a dictionary would make them larger and slower.
const VARIED: [&str; 4] = ["hand", "table", "piles.list.element", "oracle_hands.list.element"];

/// The bytes of a shard. The threads of the current pool share its columns.
///
/// # Errors
/// If the Parquet writer fails because of more values than a column can hold.
pub fn encode(rows: ShardRows, fingerprint: &Fingerprint, origin: &Origin) -> Result<Vec<u8>, ParquetError> {
    let properties = properties(&rows, fingerprint, origin);
    let columns = columns(rows, fingerprint)?;
    let schema = Schema::new(columns.iter().map(|(field, _)| field.clone()).collect::<Vec<_>>());
    let writer = ArrowWriter::try_new(Vec::new(), Arc::new(schema), Some(properties))?;
    let (mut file, writers) = writer.into_serialized_writer()?;
    let jobs: Vec<_> = columns.into_iter().zip(writers.create_column_writers(0)?).collect();
    let chunks: Vec<_> = jobs.into_par_iter().map(encode_column).collect::<Result<_, _>>()?;
    let mut group = file.next_row_group()?;
    for chunk in chunks {
        chunk.append_to_row_group(&mut group)?;
    }
    group.close()?;
    file.into_inner()
}

/// Encodes one column of the row group.
fn encode_column(
    ((field, array), mut writer): ((FieldRef, ArrayRef), ArrowColumnWriter),
) -> Result<ArrowColumnChunk, ParquetError> {
    for leaf in compute_leaves(&field, &array)? {
        writer.write(&leaf)?;
    }
    writer.close()
}

fn properties(rows: &ShardRows, fingerprint: &Fingerprint, origin: &Origin) -> WriterProperties {
    let json = |value: serde_json::Result<String>| value.expect("plain data has a JSON form");
    let metadata = vec![
        KeyValue::new(KEY_SCHEMA.to_owned(), SCHEMA_VERSION.to_string()),
        KeyValue::new(KEY_FINGERPRINT.to_owned(), json(serde_json::to_string(fingerprint))),
        KeyValue::new(KEY_ORIGIN.to_owned(), json(serde_json::to_string(origin))),
    ];
    let mut builder = WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1).expect("zstd has a level 1")))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_max_row_group_row_count(Some(rows.len().max(1)))
        .set_key_value_metadata(Some(metadata));
    for path in VARIED {
        builder =
            builder.set_column_dictionary_enabled(ColumnPath::new(path.split('.').map(str::to_owned).collect()), false);
    }
    builder.build()
}

/// The columns in the order of the file.
fn columns(mut rows: ShardRows, fingerprint: &Fingerprint) -> Result<Vec<(FieldRef, ArrayRef)>, ParquetError> {
    let rules = StringArray::from_iter_values(rows.hand.iter().map(|_| fingerprint.rules.as_str()));
    let mut columns: Vec<(FieldRef, ArrayRef)> = vec![(field(RULES, rules.data_type()), Arc::new(rules))];
    for (name, column) in rows.columns() {
        let array = column.take()?;
        columns.push((field(name, array.data_type()), array));
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use spariglio_engine::Game;
    use spariglio_files::Source;

    use super::*;
    use crate::row::Shape;

    #[test]
    fn varied_columns_are_columns_of_the_file() {
        let fingerprint = Fingerprint::of(&Game::preset("cirulla").expect("a preset"));
        let origin = Origin {
            source: Source::Records { files: Vec::new(), partners_open: false },
            shard: 0,
            hands: 0,
        };
        let rows = ShardRows::new(Shape::new(&fingerprint, true));
        let bytes = encode(rows, &fingerprint, &origin).expect("encoded");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x.parquet");
        std::fs::write(&path, bytes).expect("written");
        let file = std::fs::File::open(&path).expect("there");
        let opened = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet");
        let columns = opened.parquet_schema().columns();
        for path in VARIED {
            assert!(columns.iter().any(|column| column.path().string() == path), "{path}");
        }
    }
}
