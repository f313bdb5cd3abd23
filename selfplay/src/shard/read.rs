//! Parquet bytes to rows, with every way in which a file can fail to be a shard told apart.

use std::fs::File;
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Float32Type, Int8Type, Int16Type, UInt8Type, UInt64Type};
use arrow_array::{Array, ArrayRef, BooleanArray, FixedSizeListArray, ListArray, PrimitiveArray};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::{Origin, ShardError, ShardRows};
use crate::fingerprint::Fingerprint;
use crate::schema::{KEY_FINGERPRINT, KEY_ORIGIN, KEY_SCHEMA, SCHEMA_VERSION, columns};

/// Rows decoded at a time.
const BATCH: usize = 8192;

/// Reads a whole shard that has to match `expected`.
///
/// # Errors
/// The file is missing, truncated or damaged, lacks a column or has one of another type, is of another schema
/// version, or its fingerprint differs: the error names file and column and prints the difference.
pub fn read_shard(path: &Path, expected: &Fingerprint) -> Result<ShardRows, ShardError> {
    let opened = Opened::new(path)?;
    opened.check(expected)?;
    let reader = opened
        .builder
        .with_batch_size(BATCH)
        .build()
        .map_err(|error| ShardError::damaged(path, error))?;
    let mut rows = ShardRows::new(expected);
    for batch in reader {
        let batch = batch.map_err(|error| ShardError::damaged(path, error))?;
        Columns { path, batch: &batch }.append(&mut rows)?;
    }
    Ok(rows)
}

/// Where a shard that has to match `expected` comes from; reads the end of the file only.
///
/// # Errors
/// As [`read_shard`], except for damage in the middle of the file.
pub fn read_origin(path: &Path, expected: &Fingerprint) -> Result<Origin, ShardError> {
    let opened = Opened::new(path)?;
    opened.check(expected)?;
    let text = opened.metadata(KEY_ORIGIN)?;
    serde_json::from_str(text).map_err(|error| ShardError::unexpected(path, KEY_ORIGIN, "an origin", error))
}

/// A file whose end has been read.
struct Opened<'p> {
    path: &'p Path,
    builder: ParquetRecordBatchReaderBuilder<File>,
}

impl<'p> Opened<'p> {
    fn new(path: &'p Path) -> Result<Opened<'p>, ShardError> {
        let file = File::open(path).map_err(|source| ShardError::Io {
            path: path.to_path_buf(),
            source,
        })?;
        let builder =
            ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| ShardError::damaged(path, error))?;
        Ok(Opened { path, builder })
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

    /// Schema version, fingerprint, columns, in this order.
    fn check(&self, expected: &Fingerprint) -> Result<(), ShardError> {
        let version = self.metadata(KEY_SCHEMA)?;
        if version != SCHEMA_VERSION.to_string() {
            return Err(ShardError::unexpected(
                self.path,
                "schema version",
                SCHEMA_VERSION,
                version,
            ));
        }
        let found: Fingerprint = serde_json::from_str(self.metadata(KEY_FINGERPRINT)?)
            .map_err(|error| ShardError::unexpected(self.path, KEY_FINGERPRINT, "a fingerprint", error))?;
        if let Some(difference) = expected.difference(&found) {
            return Err(ShardError::Mismatch {
                path: self.path.to_path_buf(),
                difference,
            });
        }
        self.check_columns(expected)
    }

    fn check_columns(&self, expected: &Fingerprint) -> Result<(), ShardError> {
        let schema = self.builder.schema();
        for column in columns(expected) {
            let name = format!("column {}", column.name());
            match schema.field_with_name(column.name()) {
                Err(_) => {
                    return Err(ShardError::unexpected(
                        self.path,
                        name,
                        column.data_type(),
                        "no such column",
                    ));
                }
                Ok(found) if !same_type(found.data_type(), column.data_type()) => {
                    return Err(ShardError::unexpected(
                        self.path,
                        name,
                        column.data_type(),
                        found.data_type(),
                    ));
                }
                Ok(_) => {}
            }
        }
        Ok(())
    }
}

/// Whether two types hold the same values; names and nullability of list items do not matter.
fn same_type(a: &DataType, b: &DataType) -> bool {
    match (a, b) {
        (DataType::List(a), DataType::List(b)) => same_type(a.data_type(), b.data_type()),
        (DataType::FixedSizeList(a, n), DataType::FixedSizeList(b, m)) => {
            n == m && same_type(a.data_type(), b.data_type())
        }
        _ => a == b,
    }
}

/// One batch whose columns have the right types.
struct Columns<'a> {
    path: &'a Path,
    batch: &'a RecordBatch,
}

impl Columns<'_> {
    fn append(&self, rows: &mut ShardRows) -> Result<(), ShardError> {
        rows.hand.extend(self.flat::<UInt64Type>("hand")?);
        rows.ply.extend(self.flat::<UInt8Type>("ply")?);
        rows.seat.extend(self.flat::<UInt8Type>("seat")?);
        rows.features.extend(self.fixed::<UInt8Type>("features")?);
        self.list::<UInt64Type>("actions", &mut rows.actions, &mut rows.offsets)?;
        self.policy(rows)?;
        rows.action.extend(self.flat::<UInt64Type>("action")?);
        rows.root_value.extend(self.flat::<Float32Type>("root_value")?);
        let full: &BooleanArray = self.column("full_search")?.as_boolean();
        rows.full_search.extend(full.values().iter());
        rows.points.extend(self.fixed::<Int16Type>("points")?);
        rows.shutout.extend(self.flat::<Int8Type>("shutout")?);
        rows.utility.extend(self.flat::<Float32Type>("utility")?);
        self.hands(rows)?;
        self.list::<UInt8Type>("oracle_stock", &mut rows.oracle_stock, &mut rows.stock_offsets)
    }

    /// A column without nulls.
    fn column(&self, name: &str) -> Result<&ArrayRef, ShardError> {
        let missing = || self.fault(name, "a column", "none");
        let column = self.batch.column_by_name(name).ok_or_else(missing)?;
        if column.null_count() > 0 {
            return Err(self.fault(name, "no null", format!("{} nulls", column.null_count())));
        }
        Ok(column)
    }

    fn fault(&self, column: &str, expected: &str, found: impl std::fmt::Display) -> ShardError {
        ShardError::unexpected(self.path, format!("column {column}"), expected, found)
    }

    fn flat<T: ArrowPrimitiveType>(&self, name: &str) -> Result<Vec<T::Native>, ShardError> {
        Ok(self.column(name)?.as_primitive::<T>().values().to_vec())
    }

    fn fixed<T: ArrowPrimitiveType>(&self, name: &str) -> Result<Vec<T::Native>, ShardError> {
        let array: &FixedSizeListArray = self.column(name)?.as_fixed_size_list();
        self.items::<T>(name, array.values())
    }

    /// The items of a list, without nulls.
    fn items<T: ArrowPrimitiveType>(&self, name: &str, values: &ArrayRef) -> Result<Vec<T::Native>, ShardError> {
        if values.null_count() > 0 {
            return Err(self.fault(name, "no null item", values.null_count()));
        }
        let values: &PrimitiveArray<T> = values.as_primitive();
        Ok(values.values().to_vec())
    }

    /// Appends a list column to flat values and running offsets.
    fn list<T: ArrowPrimitiveType>(
        &self,
        name: &str,
        values: &mut Vec<T::Native>,
        offsets: &mut Vec<usize>,
    ) -> Result<(), ShardError> {
        let array: &ListArray = self.column(name)?.as_list();
        let items = self.items::<T>(name, array.values())?;
        let start = values.len();
        let first = array.value_offsets()[0] as usize;
        let last = array.value_offsets()[array.len()] as usize;
        values.extend_from_slice(&items[first..last]);
        let ends = array.value_offsets()[1..].iter();
        offsets.extend(ends.map(|&end| start + end as usize - first));
        Ok(())
    }

    /// The policy has the offsets of the actions, or the row makes no sense.
    fn policy(&self, rows: &mut ShardRows) -> Result<(), ShardError> {
        let mut ends = vec![rows.policy.len()];
        self.list::<Float32Type>("policy", &mut rows.policy, &mut ends)?;
        if !rows.offsets.ends_with(&ends) {
            return Err(self.fault("policy", "one number an action", "another length"));
        }
        Ok(())
    }

    fn hands(&self, rows: &mut ShardRows) -> Result<(), ShardError> {
        let mut ends = vec![rows.oracle_hands.len()];
        self.list::<UInt64Type>("oracle_hands", &mut rows.oracle_hands, &mut ends)?;
        let players = rows.players;
        if !ends.is_sorted_by(|a, b| b - a == players) {
            return Err(self.fault("oracle_hands", "one set a seat", "another length"));
        }
        Ok(())
    }
}
