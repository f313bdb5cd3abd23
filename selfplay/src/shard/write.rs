//! Encodes rows as Parquet, row group by row group.
//!
//! Invariant: equal rows, fingerprint and origin give equal bytes. Every writer property is fixed here, where a row
//! group ends depends on the rows alone, and neither the clock nor the machine leaves a trace. No hand lies in two row
//! groups.

use std::io::Write;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, StringArray};
use arrow_schema::{FieldRef, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;
use spariglio_files::Fingerprint;
use spariglio_files::manifest::Source;

use super::Origin;
use crate::column::{field, field_with};
use crate::row::{SCHEMA_VERSION, Shape, ShardRows};
use crate::schema::{KEY_FINGERPRINT, KEY_ORIGIN, KEY_SCHEMA, RULES, RUN, columns};

/// Name of the writer in the file.
const CREATED_BY: &str = "spariglio";

/// Columns whose values rarely repeat, by their paths in the file: a dictionary would make them larger and slower.
const VARIED: [&str; 4] = ["hand", "table_cards", "piles.list.element", "oracle_hands.list.element"];

/// Bytes of values after which a row group ends. Encoded they take no more.
const GROUP_BYTES: usize = 16 << 20;

/// A row group ends after a multiple of so many hands of its shard.
pub(crate) const GROUP_HANDS: u32 = 64;

/// Writes a shard. At most the rows of one row group are in memory.
pub struct ShardWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    factory: ArrowRowGroupWriterFactory,
    shape: Shape,
    source: Source,
    /// Names of rule set and run.
    names: [String; 2],
    pending: Vec<ShardRows>,
    pending_bytes: usize,
    groups: usize,
    hands: u32,
    rows: u64,
}

impl<W: Write + Send> ShardWriter<W> {
    /// Begins a shard.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn new(
        out: W,
        fingerprint: &Fingerprint,
        source: &Source,
        inputs: bool,
    ) -> Result<ShardWriter<W>, ParquetError> {
        let shape = Shape::new(fingerprint, inputs);
        let mut builder = properties(fingerprint);
        for path in VARIED {
            let path = ColumnPath::new(path.split('.').map(str::to_owned).collect());
            builder = builder.set_column_dictionary_enabled(path, false);
        }
        let schema = Arc::new(Schema::new(columns(shape)));
        let writer = ArrowWriter::try_new(out, schema, Some(builder.build()))?;
        let (file, factory) = writer.into_serialized_writer()?;
        Ok(ShardWriter {
            file,
            factory,
            shape,
            source: source.clone(),
            names: [fingerprint.rules.clone(), source.run(fingerprint, inputs)],
            pending: Vec::new(),
            pending_bytes: 0,
            groups: 0,
            hands: 0,
            rows: 0,
        })
    }

    /// Adds the rows of the next `hands` hands. The threads of the current pool share the columns of a full row group.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn push(&mut self, rows: ShardRows, hands: u32) -> Result<(), ParquetError> {
        self.pending_bytes += rows.bytes();
        self.rows += rows.len() as u64;
        self.hands += hands;
        self.pending.push(rows);
        if self.pending_bytes >= GROUP_BYTES && self.hands.is_multiple_of(GROUP_HANDS) {
            self.write_group()?;
        }
        Ok(())
    }

    /// The numbers of hands and rows so far.
    pub fn counts(&self) -> (u32, u64) {
        (self.hands, self.rows)
    }

    /// Ends shard number `shard`. An empty one has an empty row group.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self, shard: u32) -> Result<W, ParquetError> {
        if !self.pending.is_empty() {
            self.write_group()?;
        }
        let origin = Origin { source: self.source, shard, hands: self.hands };
        self.file.append_key_value_metadata(pair(KEY_ORIGIN, &origin));
        self.file.into_inner()
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut rows = ShardRows::new(self.shape);
        rows.append(&self.pending);
        self.pending.clear();
        self.pending_bytes = 0;
        let columns = self.columns(rows)?;
        let jobs: Vec<_> = columns
            .into_iter()
            .zip(self.factory.create_column_writers(self.groups)?)
            .collect();
        let chunks: Vec<_> = jobs.into_par_iter().map(encode_column).collect::<Result<_, _>>()?;
        let mut group = self.file.next_row_group()?;
        for chunk in chunks {
            chunk.append_to_row_group(&mut group)?;
        }
        group.close()?;
        self.groups += 1;
        Ok(())
    }

    /// The columns in the order of the file.
    fn columns(&self, mut rows: ShardRows) -> Result<Vec<(FieldRef, ArrayRef)>, ParquetError> {
        let mut columns: Vec<(FieldRef, ArrayRef)> = Vec::new();
        for (name, text) in [RULES, RUN].iter().zip(&self.names) {
            let texts = StringArray::from_iter_values(rows.hand.iter().map(|_| text));
            columns.push((field(name, texts.data_type()), Arc::new(texts)));
        }
        for (name, column) in rows.columns() {
            let array = column.take()?;
            columns.push((field_with(name, array.data_type(), column.has_nulls()), array));
        }
        Ok(columns)
    }
}

/// The bytes of a shard with these rows, of the hands that `origin` states.
///
/// # Errors
/// If the Parquet writer fails because of more values than a column can hold.
pub fn encode(rows: ShardRows, fingerprint: &Fingerprint, origin: &Origin) -> Result<Vec<u8>, ParquetError> {
    let inputs = rows.inputs.offsets().is_some();
    let mut writer = ShardWriter::new(Vec::new(), fingerprint, &origin.source, inputs)?;
    writer.push(rows, origin.hands)?;
    writer.finish(origin.shard)
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

/// What is fixed in every table: equal values give equal bytes.
pub(crate) fn properties(fingerprint: &Fingerprint) -> WriterPropertiesBuilder {
    let metadata =
        vec![KeyValue::new(KEY_SCHEMA.to_owned(), SCHEMA_VERSION.to_string()), pair(KEY_FINGERPRINT, fingerprint)];
    WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1).expect("zstd has a level 1")))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_key_value_metadata(Some(metadata))
}

/// A key of the metadata with a value as JSON.
fn pair(key: &str, value: &impl Serialize) -> KeyValue {
    let text = serde_json::to_string(value).expect("plain data has a JSON form");
    KeyValue::new(key.to_owned(), text)
}

#[cfg(test)]
mod tests {
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use spariglio_engine::Game;

    use super::*;

    #[test]
    fn varied_columns_are_columns_of_the_file() {
        let fingerprint = Fingerprint::of(&Game::preset("cirulla").expect("a preset"));
        let source = Source::Records { files: Vec::new(), partners_open: false, hands_per_shard: 1 };
        let rows = ShardRows::new(Shape::new(&fingerprint, true));
        let origin = Origin { source, shard: 0, hands: 0 };
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
