//! Reads rows from Parquet bytes, and distinguishes all ways in which a file can fail to be a shard.

use std::fmt::Display;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use spariglio_files::bounded::read_bytes;
use spariglio_files::{Fingerprint, ShardEntry, json, sha256_hex};

use super::{Origin, ShardError};
use crate::column::Fault;
use crate::row::{SCHEMA_VERSION, Shape, ShardRows};
use crate::schema::{KEY_FINGERPRINT, KEY_ORIGIN, KEY_SCHEMA, columns};

/// This column exists only if the rows have inputs.
const INPUTS: &str = "inputs";

/// Rows decoded per batch.
const BATCH: usize = 8192;

/// Reads a whole shard with the fingerprint `expected`, and its inputs if it has them.
///
/// # Errors
/// If the file is missing, truncated or damaged, a column is missing or has another type, or the schema version or the
/// fingerprint differs. The error names file and column and prints the difference.
pub fn read_shard(path: &Path, expected: &Fingerprint) -> Result<ShardRows, ShardError> {
    Opened::matching(path, expected)?.rows(expected)
}

/// As [`read_shard`], for a shard in a manifest, whose hash must match.
///
/// # Errors
/// As [`read_shard`]; also if the file is not the one in the manifest.
pub fn read_listed(path: &Path, entry: &ShardEntry, expected: &Fingerprint) -> Result<ShardRows, ShardError> {
    // The counts come first: they say more than two hashes.
    let opened = Opened::matching(path, expected)?;
    opened.check_counts(entry)?;
    let bytes = read_bytes(path).map_err(|source| ShardError::Io { path: path.to_path_buf(), source })?;
    let sum = sha256_hex(&bytes);
    if sum != entry.sha256 {
        return Err(ShardError::unexpected(path, "sha256 of the shard", &entry.sha256, sum));
    }
    opened.rows(expected)
}

/// Checks the numbers of hands and rows of a shard against its manifest. Reads only the end of the file.
///
/// # Errors
/// As [`read_origin`]; also if a number differs. The error names the shard.
pub fn check_counts(path: &Path, entry: &ShardEntry, expected: &Fingerprint) -> Result<(), ShardError> {
    Opened::matching(path, expected)?.check_counts(entry)
}

/// The origin of a shard with the fingerprint `expected`. Reads only the end of the file.
///
/// # Errors
/// As [`read_shard`], except for damage in the middle of the file.
pub fn read_origin(path: &Path, expected: &Fingerprint) -> Result<Origin, ShardError> {
    Opened::matching(path, expected)?.origin()
}

/// A file whose end has been read.
struct Opened<'p> {
    path: &'p Path,
    builder: ParquetRecordBatchReaderBuilder<File>,
}

impl<'p> Opened<'p> {
    fn new(path: &'p Path) -> Result<Opened<'p>, ShardError> {
        let file = File::open(path).map_err(|source| ShardError::Io { path: path.to_path_buf(), source })?;
        let builder = guarded(path, || ParquetRecordBatchReaderBuilder::try_new(file))?;
        Ok(Opened { path, builder })
    }

    /// Opens a shard with the fingerprint `expected`.
    fn matching(path: &'p Path, expected: &Fingerprint) -> Result<Opened<'p>, ShardError> {
        let opened = Opened::new(path)?;
        opened.check(expected)?;
        Ok(opened)
    }

    fn rows(self, expected: &Fingerprint) -> Result<ShardRows, ShardError> {
        let mut rows = ShardRows::new(self.shape(expected));
        let mut reader = guarded(self.path, || self.builder.with_batch_size(BATCH).build())?;
        while let Some(batch) = guarded(self.path, || reader.next().transpose())? {
            append(self.path, &batch, &mut rows)?;
        }
        Ok(rows)
    }

    fn origin(&self) -> Result<Origin, ShardError> {
        let text = self.metadata(KEY_ORIGIN)?;
        json::read(text).map_err(|error| ShardError::unexpected(self.path, KEY_ORIGIN, "an origin", error))
    }

    fn check_counts(&self, entry: &ShardEntry) -> Result<(), ShardError> {
        let rows = self.builder.metadata().file_metadata().num_rows() as u64;
        let hands = u64::from(self.origin()?.hands);
        for (what, stated, found) in [("rows", entry.rows, rows), ("hands", u64::from(entry.hands), hands)] {
            if stated != found {
                let expected = format!("{stated}, as the manifest says");
                return Err(ShardError::unexpected(self.path, what, expected, found));
            }
        }
        Ok(())
    }

    /// The text of a metadata key.
    fn metadata(&self, key: &str) -> Result<&str, ShardError> {
        let pairs = self
            .builder
            .metadata()
            .file_metadata()
            .key_value_metadata()
            .map_or(&[][..], |pairs| pairs);
        pairs
            .iter()
            .find(|pair| pair.key == key)
            .and_then(|pair| pair.value.as_deref())
            .ok_or_else(|| ShardError::unexpected(self.path, key, "the metadata of a shard", "none"))
    }

    /// Checks schema version, fingerprint and columns, in this order.
    fn check(&self, expected: &Fingerprint) -> Result<(), ShardError> {
        let version = self.metadata(KEY_SCHEMA)?;
        if version != SCHEMA_VERSION.to_string() {
            return Err(ShardError::unexpected(self.path, "schema version", SCHEMA_VERSION, version));
        }
        let found: Fingerprint = json::read(self.metadata(KEY_FINGERPRINT)?)
            .map_err(|error| ShardError::unexpected(self.path, KEY_FINGERPRINT, "a fingerprint", error))?;
        if let Some(difference) = expected.difference(&found) {
            return Err(ShardError::Mismatch { path: self.path.to_path_buf(), difference });
        }
        self.check_columns(expected)
    }

    /// The shape of its rows.
    fn shape(&self, expected: &Fingerprint) -> Shape {
        Shape::new(expected, self.builder.schema().field_with_name(INPUTS).is_ok())
    }

    fn check_columns(&self, expected: &Fingerprint) -> Result<(), ShardError> {
        let schema = self.builder.schema();
        for column in columns(self.shape(expected)) {
            let name = format!("column {}", column.name());
            match schema.field_with_name(column.name()) {
                Err(_) => {
                    return Err(ShardError::unexpected(self.path, name, column.data_type(), "no such column"));
                }
                Ok(found) if !same_type(found.data_type(), column.data_type()) => {
                    return Err(ShardError::unexpected(self.path, name, column.data_type(), found.data_type()));
                }
                Ok(_) => {}
            }
        }
        Ok(())
    }
}

/// Runs the Parquet reader. Some damage makes it panic; that is returned as an error of the file.
fn guarded<T, E: Display>(path: &Path, read: impl FnOnce() -> Result<T, E>) -> Result<T, ShardError> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(read) => read.map_err(|error| ShardError::damaged(path, error)),
        Err(_) => Err(ShardError::damaged(path, "the Parquet reader panicked")),
    }
}

/// Whether two types hold the same values. Names and nullability of list items do not matter.
fn same_type(a: &DataType, b: &DataType) -> bool {
    match (a, b) {
        (DataType::List(a), DataType::List(b)) => same_type(a.data_type(), b.data_type()),
        (DataType::FixedSizeList(a, n), DataType::FixedSizeList(b, m)) => {
            n == m && same_type(a.data_type(), b.data_type())
        }
        _ => a == b,
    }
}

/// Appends the rows of a batch. Its columns must have the right types.
fn append(path: &Path, batch: &RecordBatch, rows: &mut ShardRows) -> Result<(), ShardError> {
    let fault =
        |name: &str, fault: Fault| ShardError::unexpected(path, format!("column {name}"), fault.expected, fault.found);
    for (name, column) in rows.columns() {
        let missing = || fault(name, Fault::new("a column", "none"));
        let array = batch.column_by_name(name).ok_or_else(missing)?;
        if array.null_count() > 0 {
            let found = format!("{} nulls", array.null_count());
            return Err(fault(name, Fault::new("no null", found)));
        }
        column.extend(array).map_err(|found| fault(name, found))?;
    }
    let actions = rows.actions.offsets();
    let lists = [
        ("policy", Some(rows.policy.offsets())),
        ("action_ends", rows.action_ends.offsets()),
        ("residual", rows.residual.offsets()),
    ];
    match lists.iter().find(|(_, list)| list.is_some_and(|list| list != actions)) {
        Some((name, _)) => Err(fault(name, Fault::new("one number per action", "another length"))),
        None => Ok(()),
    }
}
