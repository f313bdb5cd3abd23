//! One column of training rows: its values in memory, and the same as an Arrow array.
//!
//! Invariant: no column has nulls, and equal values give equal arrays.

use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Float32Type, Int8Type, Int16Type, UInt8Type, UInt64Type};
use arrow_array::{Array, ArrayRef, BooleanArray, FixedSizeListArray, ListArray, PrimitiveArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field};

/// What a file has where something else was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub expected: String,
    pub found: String,
}

impl Fault {
    pub(crate) fn new(expected: impl ToString, found: impl ToString) -> Fault {
        Fault {
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }
}

/// A number or truth value that a column can hold.
pub trait Item: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// Its Arrow type.
    const TYPE: DataType;

    /// The values as an array.
    fn array(values: &[Self]) -> ArrayRef;

    /// The values of an array of this type without nulls.
    fn values(array: &dyn Array) -> Vec<Self>;
}

macro_rules! numbers {
    ($($native:ty: $arrow:ident,)+) => {$(
        impl Item for $native {
            const TYPE: DataType = $arrow::DATA_TYPE;

            fn array(values: &[$native]) -> ArrayRef {
                Arc::new(PrimitiveArray::<$arrow>::from(values.to_vec()))
            }

            fn values(array: &dyn Array) -> Vec<$native> {
                array.as_primitive::<$arrow>().values().to_vec()
            }
        }
    )+};
}

numbers! {
    u8: UInt8Type,
    u64: UInt64Type,
    i8: Int8Type,
    i16: Int16Type,
    f32: Float32Type,
}

impl Item for bool {
    const TYPE: DataType = DataType::Boolean;

    fn array(values: &[bool]) -> ArrayRef {
        Arc::new(BooleanArray::from(values.to_vec()))
    }

    fn values(array: &dyn Array) -> Vec<bool> {
        array.as_boolean().values().iter().collect()
    }
}

/// A column that grows row by row.
pub trait Column {
    /// What one row has in it.
    type Value;

    /// An empty column; `length` is the number of items of every row, where it is fixed.
    fn new(length: Option<usize>) -> Self;

    /// The row of zeros: with the fixed number of items, or with none.
    fn zero(&self) -> Self::Value;

    /// Appends a row.
    ///
    /// # Panics
    /// If the row has another number of items.
    fn push(&mut self, value: &Self::Value);
}

/// A column as a file knows it.
pub(crate) trait Stored {
    /// Type of the column.
    fn data_type(&self) -> DataType;

    /// All rows as an array.
    ///
    /// # Errors
    /// More items than a column can hold.
    fn array(&self) -> Result<ArrayRef, ArrowError>;

    /// Appends the rows of an array of this column's type.
    ///
    /// # Errors
    /// Nulls, or rows of another length.
    fn extend(&mut self, array: &ArrayRef) -> Result<(), Fault>;
}

/// The item of every list: named as Parquet's own rules name it, never null.
fn item_field(item: DataType) -> Arc<Field> {
    Arc::new(Field::new("element", item, false))
}

/// The values of an array without nulls.
fn values<T: Item>(array: &dyn Array) -> Result<Vec<T>, Fault> {
    match array.null_count() {
        0 => Ok(T::values(array)),
        nulls => Err(Fault::new("no null", format!("{nulls} nulls"))),
    }
}

/// One item per row.
#[derive(Clone, Debug, PartialEq)]
pub struct Flat<T>(Vec<T>);

impl<T> Deref for Flat<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Item> Column for Flat<T> {
    type Value = T;

    fn new(_: Option<usize>) -> Flat<T> {
        Flat(Vec::new())
    }

    fn zero(&self) -> T {
        T::default()
    }

    fn push(&mut self, value: &T) {
        self.0.push(*value);
    }
}

impl<T: Item> Stored for Flat<T> {
    fn data_type(&self) -> DataType {
        T::TYPE
    }

    fn array(&self) -> Result<ArrayRef, ArrowError> {
        Ok(T::array(&self.0))
    }

    fn extend(&mut self, array: &ArrayRef) -> Result<(), Fault> {
        self.0.extend(values::<T>(array)?);
        Ok(())
    }
}

/// The same number of items in every row, as the type says.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixed<T> {
    length: usize,
    values: Vec<T>,
}

impl<T> Fixed<T> {
    /// The items of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, index: usize) -> &[T] {
        &self.values[index * self.length..][..self.length]
    }
}

impl<T: Item> Column for Fixed<T> {
    type Value = Vec<T>;

    fn new(length: Option<usize>) -> Fixed<T> {
        Fixed {
            length: length.expect("a column of this kind is declared with a length"),
            values: Vec::new(),
        }
    }

    fn zero(&self) -> Vec<T> {
        vec![T::default(); self.length]
    }

    fn push(&mut self, value: &Vec<T>) {
        assert_eq!(value.len(), self.length, "items of a row");
        self.values.extend_from_slice(value);
    }
}

impl<T: Item> Stored for Fixed<T> {
    fn data_type(&self) -> DataType {
        DataType::FixedSizeList(item_field(T::TYPE), self.length as i32)
    }

    fn array(&self) -> Result<ArrayRef, ArrowError> {
        let values = T::array(&self.values);
        let array = FixedSizeListArray::try_new(item_field(T::TYPE), self.length as i32, values, None)?;
        Ok(Arc::new(array))
    }

    fn extend(&mut self, array: &ArrayRef) -> Result<(), Fault> {
        let lists: &FixedSizeListArray = array.as_fixed_size_list();
        self.values.extend(values::<T>(lists.values())?);
        Ok(())
    }
}

/// A list in every row: of any length, or of one that the rule set gives.
#[derive(Clone, Debug, PartialEq)]
pub struct List<T> {
    length: Option<usize>,
    /// `[rows + 1]`: row `i` owns `offsets[i]..offsets[i + 1]` of `values`.
    offsets: Vec<usize>,
    values: Vec<T>,
}

impl<T> List<T> {
    /// The items of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, index: usize) -> &[T] {
        &self.values[self.offsets[index]..self.offsets[index + 1]]
    }

    /// Where the rows start, and the end of the last one.
    pub(crate) fn offsets(&self) -> &[usize] {
        &self.offsets
    }
}

impl<T: Item> Column for List<T> {
    type Value = Vec<T>;

    fn new(length: Option<usize>) -> List<T> {
        List {
            length,
            offsets: vec![0],
            values: Vec::new(),
        }
    }

    fn zero(&self) -> Vec<T> {
        vec![T::default(); self.length.unwrap_or(0)]
    }

    fn push(&mut self, value: &Vec<T>) {
        let length = self.length.unwrap_or(value.len());
        assert_eq!(value.len(), length, "items of a row");
        self.values.extend_from_slice(value);
        self.offsets.push(self.values.len());
    }
}

impl<T: Item> Stored for List<T> {
    fn data_type(&self) -> DataType {
        DataType::List(item_field(T::TYPE))
    }

    fn array(&self) -> Result<ArrayRef, ArrowError> {
        let offsets: Result<Vec<i32>, _> = self.offsets.iter().map(|&offset| i32::try_from(offset)).collect();
        let many = |_| ArrowError::InvalidArgumentError("more than 2^31 list items in a shard".into());
        let offsets = OffsetBuffer::new(offsets.map_err(many)?.into());
        let array = ListArray::try_new(item_field(T::TYPE), offsets, T::array(&self.values), None)?;
        Ok(Arc::new(array))
    }

    fn extend(&mut self, array: &ArrayRef) -> Result<(), Fault> {
        let lists: &ListArray = array.as_list();
        let items = values::<T>(lists.values())?;
        let found = lists.value_offsets();
        let (first, last) = (found[0] as usize, found[lists.len()] as usize);
        if let Some(length) = self.length
            && found.windows(2).any(|ends| (ends[1] - ends[0]) as usize != length)
        {
            return Err(Fault::new(format!("{length} items in every row"), "another length"));
        }
        let start = self.values.len();
        self.values.extend_from_slice(&items[first..last]);
        self.offsets
            .extend(found[1..].iter().map(|&end| start + end as usize - first));
        Ok(())
    }
}
