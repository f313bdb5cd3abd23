//! One column of training rows, in memory and as an Arrow array.
//!
//! Invariant: no column but [`Maybe`] has nulls, and equal values give equal arrays.

mod names;

use std::fmt::Debug;
use std::mem::{replace, take};
use std::ops::Deref;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Int8Type, Int32Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, BooleanArray, FixedSizeListArray, ListArray, PrimitiveArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field, FieldRef};

pub use names::Names;

/// A column of a shard, without nulls.
pub(crate) fn field(name: &str, kind: &DataType) -> FieldRef {
    field_with(name, kind, false)
}

/// A column of a shard, perhaps with nulls.
pub(crate) fn field_with(name: &str, kind: &DataType, has_nulls: bool) -> FieldRef {
    Arc::new(Field::new(name, kind.clone(), has_nulls))
}

/// The item field of every list, named by Parquet's rules and never null.
pub(crate) fn item_field(item: DataType) -> FieldRef {
    field("element", &item)
}

/// A difference between a file and the expected format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub expected: String,
    pub found: String,
}

impl Fault {
    pub(crate) fn new(expected: impl ToString, found: impl ToString) -> Fault {
        Fault { expected: expected.to_string(), found: found.to_string() }
    }
}

/// A number or truth value that a column can hold.
pub trait Item: Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// Its Arrow type.
    const TYPE: DataType;

    /// Makes an array of the values.
    fn array(values: Vec<Self>) -> ArrayRef;

    /// The values of an array of this type; it must not contain nulls.
    fn values(array: &dyn Array) -> Vec<Self>;
}

macro_rules! numbers {
    ($($native:ty: $arrow:ident,)+) => {$(
        impl Item for $native {
            const TYPE: DataType = $arrow::DATA_TYPE;

            fn array(values: Vec<$native>) -> ArrayRef {
                Arc::new(PrimitiveArray::<$arrow>::from(values))
            }

            fn values(array: &dyn Array) -> Vec<$native> {
                array.as_primitive::<$arrow>().values().to_vec()
            }
        }
    )+};
}

numbers! {
    u8: UInt8Type,
    u16: UInt16Type,
    u32: UInt32Type,
    u64: UInt64Type,
    i8: Int8Type,
    i32: Int32Type,
    f32: Float32Type,
}

impl Item for bool {
    const TYPE: DataType = DataType::Boolean;

    fn array(values: Vec<bool>) -> ArrayRef {
        Arc::new(BooleanArray::from(values))
    }

    fn values(array: &dyn Array) -> Vec<bool> {
        array.as_boolean().values().iter().collect()
    }
}

/// A column that grows row by row.
pub trait Column: Sized {
    /// The value of one row.
    type Value<'a>;

    /// An empty column. `length` is the number of items per row, if it is fixed.
    fn new(length: Option<usize>) -> Self;

    /// Appends a row.
    ///
    /// # Panics
    /// If the row has a different number of items.
    fn push(&mut self, value: Self::Value<'_>);

    /// Appends all rows of `parts`, in order. The rows of all parts must have the same number of items.
    fn append(&mut self, parts: &[&Self]);
}

/// A column as it is stored in a file.
pub(crate) trait Stored {
    /// Type of the column; `None` if the file does not have it.
    fn data_type(&self) -> Option<DataType>;

    /// Whether rows may be null.
    fn has_nulls(&self) -> bool {
        false
    }

    /// Bytes of its values in memory.
    fn bytes(&self) -> usize;

    /// Takes all rows as an array and leaves the column empty.
    ///
    /// # Errors
    /// If there are more items than a column can hold.
    fn take(&mut self) -> Result<ArrayRef, ArrowError>;

    /// Appends the rows of an array of this column's type.
    ///
    /// # Errors
    /// If the array has nulls, or rows of another length.
    fn extend(&mut self, array: &ArrayRef) -> Result<(), Fault>;
}

/// The values of an array; an error if it has nulls.
fn values<T: Item>(array: &dyn Array) -> Result<Vec<T>, Fault> {
    match array.null_count() {
        0 => Ok(T::values(array)),
        nulls => Err(Fault::new("no null", format!("{nulls} nulls"))),
    }
}

/// Appends all `parts`.
fn append<T: Copy>(values: &mut Vec<T>, parts: &[&[T]]) {
    values.reserve_exact(parts.iter().map(|part| part.len()).sum());
    parts.iter().for_each(|part| values.extend_from_slice(part));
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
    type Value<'a> = T;

    fn new(_: Option<usize>) -> Flat<T> {
        Flat(Vec::new())
    }

    fn push(&mut self, value: T) {
        self.0.push(value);
    }

    fn append(&mut self, parts: &[&Flat<T>]) {
        let parts: Vec<&[T]> = parts.iter().map(|part| &part.0[..]).collect();
        append(&mut self.0, &parts);
    }
}

impl<T: Item> Stored for Flat<T> {
    fn data_type(&self) -> Option<DataType> {
        Some(T::TYPE)
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.0[..])
    }

    fn take(&mut self) -> Result<ArrayRef, ArrowError> {
        Ok(T::array(take(&mut self.0)))
    }

    fn extend(&mut self, array: &ArrayRef) -> Result<(), Fault> {
        self.0.extend(values::<T>(array)?);
        Ok(())
    }
}

/// One item per row, or null.
#[derive(Clone, Debug, PartialEq)]
pub struct Maybe<T>(Vec<Option<T>>);

impl<T> Deref for Maybe<T> {
    type Target = [Option<T>];

    fn deref(&self) -> &[Option<T>] {
        &self.0
    }
}

impl<T: Item> Column for Maybe<T> {
    type Value<'a> = Option<T>;

    fn new(_: Option<usize>) -> Maybe<T> {
        Maybe(Vec::new())
    }

    fn push(&mut self, value: Option<T>) {
        self.0.push(value);
    }

    fn append(&mut self, parts: &[&Maybe<T>]) {
        let parts: Vec<&[Option<T>]> = parts.iter().map(|part| &part.0[..]).collect();
        append(&mut self.0, &parts);
    }
}

impl Stored for Maybe<f32> {
    fn data_type(&self) -> Option<DataType> {
        Some(f32::TYPE)
    }

    fn has_nulls(&self) -> bool {
        true
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.0[..])
    }

    fn take(&mut self) -> Result<ArrayRef, ArrowError> {
        Ok(Arc::new(PrimitiveArray::<Float32Type>::from(take(&mut self.0))))
    }

    fn extend(&mut self, array: &ArrayRef) -> Result<(), Fault> {
        self.0.extend(array.as_primitive::<Float32Type>());
        Ok(())
    }
}

/// A fixed number of items per row.
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
    type Value<'a> = &'a [T];

    fn new(length: Option<usize>) -> Fixed<T> {
        Fixed {
            length: length.expect("a column of this kind is declared with a length"),
            values: Vec::new(),
        }
    }

    fn push(&mut self, value: &[T]) {
        assert_eq!(value.len(), self.length, "items of a row");
        self.values.extend_from_slice(value);
    }

    fn append(&mut self, parts: &[&Fixed<T>]) {
        let parts: Vec<&[T]> = parts.iter().map(|part| &part.values[..]).collect();
        append(&mut self.values, &parts);
    }
}

impl<T: Item> Stored for Fixed<T> {
    fn data_type(&self) -> Option<DataType> {
        Some(DataType::FixedSizeList(item_field(T::TYPE), self.length as i32))
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.values[..])
    }

    fn take(&mut self) -> Result<ArrayRef, ArrowError> {
        let values = T::array(take(&mut self.values));
        let array = FixedSizeListArray::try_new(item_field(T::TYPE), self.length as i32, values, None)?;
        Ok(Arc::new(array))
    }

    fn extend(&mut self, array: &ArrayRef) -> Result<(), Fault> {
        let lists: &FixedSizeListArray = array.as_fixed_size_list();
        self.values.extend(values::<T>(lists.values())?);
        Ok(())
    }
}

/// A list of any length in every row.
#[derive(Clone, Debug, PartialEq)]
pub struct List<T> {
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

    /// The start of each row, then the end of the last one.
    pub(crate) fn offsets(&self) -> &[usize] {
        &self.offsets
    }
}

impl<T: Item> Column for List<T> {
    type Value<'a> = &'a [T];

    fn new(_: Option<usize>) -> List<T> {
        List { offsets: vec![0], values: Vec::new() }
    }

    fn push(&mut self, value: &[T]) {
        self.values.extend_from_slice(value);
        self.offsets.push(self.values.len());
    }

    fn append(&mut self, parts: &[&List<T>]) {
        self.offsets
            .reserve_exact(parts.iter().map(|part| part.offsets.len() - 1).sum());
        let mut start = self.values.len();
        for part in parts {
            self.offsets.extend(part.offsets[1..].iter().map(|end| start + end));
            start += part.values.len();
        }
        let parts: Vec<&[T]> = parts.iter().map(|part| &part.values[..]).collect();
        append(&mut self.values, &parts);
    }
}

impl<T: Item> Stored for List<T> {
    fn data_type(&self) -> Option<DataType> {
        Some(DataType::List(item_field(T::TYPE)))
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.values[..])
    }

    fn take(&mut self) -> Result<ArrayRef, ArrowError> {
        let List { offsets, values } = replace(self, List::new(None));
        let offsets: Result<Vec<i32>, _> = offsets.into_iter().map(i32::try_from).collect();
        let many = |_| ArrowError::InvalidArgumentError("more than 2^31 list items in a shard".into());
        let offsets = OffsetBuffer::new(offsets.map_err(many)?.into());
        let array = ListArray::try_new(item_field(T::TYPE), offsets, T::array(values), None)?;
        Ok(Arc::new(array))
    }

    fn extend(&mut self, array: &ArrayRef) -> Result<(), Fault> {
        let lists: &ListArray = array.as_list();
        let items = values::<T>(lists.values())?;
        let ends = lists.value_offsets();
        let (first, last) = (ends[0] as usize, ends[lists.len()] as usize);
        let start = self.values.len();
        self.values.extend_from_slice(&items[first..last]);
        self.offsets.extend(ends[1..].iter().map(|&end| start + end as usize - first));
        Ok(())
    }
}

/// A [`List`] that a data set may omit. A `length` of 0 omits it: then the file does not have it, and its rows are
/// empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Extra<T> {
    is_there: bool,
    list: List<T>,
}

impl<T> Extra<T> {
    /// The items of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, index: usize) -> &[T] {
        if self.is_there { self.list.row(index) } else { &[] }
    }

    /// The start of each row, then the end of the last one; `None` if the data set omits the column.
    pub(crate) fn offsets(&self) -> Option<&[usize]> {
        self.is_there.then(|| self.list.offsets())
    }
}

impl<T: Item> Column for Extra<T> {
    type Value<'a> = &'a [T];

    fn new(length: Option<usize>) -> Extra<T> {
        Extra { is_there: length != Some(0), list: List::new(None) }
    }

    fn push(&mut self, value: &[T]) {
        if self.is_there {
            self.list.push(value);
        }
    }

    fn append(&mut self, parts: &[&Extra<T>]) {
        let parts: Vec<&List<T>> = parts.iter().map(|part| &part.list).collect();
        self.list.append(&parts);
    }
}

impl<T: Item> Stored for Extra<T> {
    fn data_type(&self) -> Option<DataType> {
        self.list.data_type().filter(|_| self.is_there)
    }

    fn bytes(&self) -> usize {
        self.list.bytes()
    }

    fn take(&mut self) -> Result<ArrayRef, ArrowError> {
        self.list.take()
    }

    fn extend(&mut self, array: &ArrayRef) -> Result<(), Fault> {
        self.list.extend(array)
    }
}
