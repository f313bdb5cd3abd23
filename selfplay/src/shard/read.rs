//! Reads rows from Parquet bytes, and distinguishes all ways in which a file can fail to be a shard.

use std::fmt::Display;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use spariglio_files::hash::sha256_of_file;
use spariglio_files::manifest::ShardEntry;
use spariglio_files::{Fingerprint, json};

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
    let opened = Opened::matching(path, expected)?;
    let mut rows = ShardRows::new(opened.shape(expected));
    for group in opened.into_groups(expected) {
        rows.append(&[group?]);
    }
    Ok(rows)
}

/// The rows of a shard in a manifest, whose hash must match, one row group after the other.
///
/// # Errors
/// As [`read_shard`]; also if the file is not the one in the manifest.
pub fn read_listed<'p>(
    path: &'p Path,
    entry: &ShardEntry,
    expected: &'p Fingerprint,
) -> Result<impl Iterator<Item = Result<ShardRows, ShardError>> + 'p, ShardError> {
    // The counts come first: they say more than two hashes.
    let opened = Opened::matching(path, expected)?;
    opened.check_counts(entry)?;
    let (_, sum) = sha256_of_file(path)?;
    if sum != entry.sha256 {
        return Err(ShardError::unexpected(path, "sha256 of the shard", &entry.sha256, sum));
    }
    Ok(opened.into_groups(expected))
}

/// Checks the size of a shard and its numbers of hands and rows against its manifest. Reads only the end of the file.
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

/// The fingerprint of a shard of any game. Reads only the end of the file.
///
/// # Errors
/// The file is missing, damaged or no shard.
pub fn read_fingerprint(path: &Path) -> Result<Fingerprint, ShardError> {
    Opened::new(path)?.fingerprint()
}

/// A file whose end has been read.
struct Opened<'p> {
    path: &'p Path,
    file: File,
    end: ArrowReaderMetadata,
}

impl<'p> Opened<'p> {
    fn new(path: &'p Path) -> Result<Opened<'p>, ShardError> {
        let file = File::open(path).map_err(|source| ShardError::Io { path: path.to_path_buf(), source })?;
        let end = guarded(path, || ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()))?;
        Ok(Opened { path, file, end })
    }

    /// Opens a shard with the fingerprint `expected`.
    fn matching(path: &'p Path, expected: &Fingerprint) -> Result<Opened<'p>, ShardError> {
        let opened = Opened::new(path)?;
        opened.check(expected)?;
        Ok(opened)
    }

    /// The rows of each row group.
    fn into_groups(self, expected: &Fingerprint) -> impl Iterator<Item = Result<ShardRows, ShardError>> {
        (0..self.end.metadata().num_row_groups()).map(move |group| self.group(group, expected))
    }

    fn group(&self, group: usize, expected: &Fingerprint) -> Result<ShardRows, ShardError> {
        let mut rows = ShardRows::new(self.shape(expected));
        let file = self.file.try_clone();
        let file = file.map_err(|source| ShardError::Io { path: self.path.to_path_buf(), source })?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.end.clone());
        let mut reader = guarded(self.path, || builder.with_row_groups(vec![group]).with_batch_size(BATCH).build())?;
        while let Some(batch) = guarded(self.path, || reader.next().transpose())? {
            append(self.path, &batch, &mut rows)?;
        }
        Ok(rows)
    }

    fn fingerprint(&self) -> Result<Fingerprint, ShardError> {
        json::read(self.metadata(KEY_FINGERPRINT)?)
            .map_err(|error| ShardError::unexpected(self.path, KEY_FINGERPRINT, "a fingerprint", error))
    }

    fn origin(&self) -> Result<Origin, ShardError> {
        let text = self.metadata(KEY_ORIGIN)?;
        json::read(text).map_err(|error| ShardError::unexpected(self.path, KEY_ORIGIN, "an origin", error))
    }

    fn check_counts(&self, entry: &ShardEntry) -> Result<(), ShardError> {
        let rows = self.end.metadata().file_metadata().num_rows() as u64;
        let hands = u64::from(self.origin()?.hands);
        let source = |source| ShardError::Io { path: self.path.to_path_buf(), source };
        let bytes = self.file.metadata().map_err(source)?.len();
        let counts =
            [("rows", entry.rows, rows), ("hands", u64::from(entry.hands), hands), ("bytes", entry.bytes, bytes)];
        for (what, stated, found) in counts {
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
            .end
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
        if let Some(difference) = expected.difference(&self.fingerprint()?) {
            return Err(ShardError::Mismatch { path: self.path.to_path_buf(), difference });
        }
        self.check_columns(expected)
    }

    /// The shape of its rows.
    fn shape(&self, expected: &Fingerprint) -> Shape {
        Shape::new(expected, self.end.schema().field_with_name(INPUTS).is_ok())
    }

    fn check_columns(&self, expected: &Fingerprint) -> Result<(), ShardError> {
        let schema = self.end.schema();
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
        if array.null_count() > 0 && !column.has_nulls() {
            let nulls = format!("{} nulls", array.null_count());
            return Err(fault(name, Fault::new("no null", nulls)));
        }
        column.extend(array).map_err(|found| fault(name, found))?;
    }
    let actions = rows.actions.offsets();
    let lists = [
        ("policy", Some(rows.policy.offsets())),
        ("action_ends", rows.action_ends.offsets()),
        ("residual", rows.residual.offsets()),
    ];
    let wrong = |name| Err(fault(name, Fault::new("one number per action", "another length")));
    if let Some((name, _)) = lists.iter().find(|(_, list)| list.is_some_and(|list| list != actions)) {
        return wrong(name);
    }
    let searched = rows.visits.offsets();
    if rows.action_values.offsets() != searched {
        return wrong("action_values");
    }
    let lengths = |offsets: &[usize]| offsets.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>();
    let is_one_each = |(visits, actions): (usize, usize)| visits == 0 || visits == actions;
    if lengths(searched).into_iter().zip(lengths(actions)).all(is_one_each) {
        return Ok(());
    }
    wrong("visits")
}
