//! Arrays of NumPy, with their types for type checkers.

use numpy::{Element, Ix1, Ix2, PyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::{type_hint_identifier, type_hint_subscript, type_hint_union};

/// An array of one dimension.
pub type List<T> = Array<T, Ix1>;

/// An array of two dimensions.
pub type Grid<T> = Array<T, Ix2>;

/// An array that Python may read.
pub struct Array<T, D>(pub Py<PyArray<T, D>>);

/// A type of numbers, and its name in NumPy.
pub trait Number: Element {
    const NAME: PyStaticExpr;
}

macro_rules! numbers {
    ($($kind:ty: $name:literal;)*) => {$(
        impl Number for $kind {
            const NAME: PyStaticExpr = type_hint_identifier!("numpy", $name);
        }
    )*};
}

numbers! {
    bool: "bool_";
    i8: "int8";
    u8: "uint8";
    i32: "int32";
    i64: "int64";
    u64: "uint64";
    f32: "float32";
}

const NDARRAY: PyStaticExpr = type_hint_identifier!("numpy.typing", "NDArray");

impl<'a, 'py, T: Number, D: 'static> IntoPyObject<'py> for &'a Array<T, D> {
    type Target = PyArray<T, D>;
    type Output = Borrowed<'a, 'py, Self::Target>;
    type Error = std::convert::Infallible;

    const OUTPUT_TYPE: PyStaticExpr = type_hint_subscript!(NDARRAY, T::NAME);

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(self.0.bind_borrowed(py))
    }
}

impl<T: Number> List<T> {
    pub fn new(py: Python<'_>, numbers: Vec<T>) -> List<T> {
        Array(PyArray1::from_vec(py, numbers).unbind())
    }
}

impl<T: Number> Grid<T> {
    /// Rows of `width` numbers, one row after the other.
    pub fn new(py: Python<'_>, numbers: Vec<T>, width: usize) -> PyResult<Grid<T>> {
        let rows = numbers.len() / width;
        let grid: Bound<'_, PyArray2<T>> = PyArray1::from_vec(py, numbers).reshape([rows, width])?;
        Ok(Array(grid.unbind()))
    }
}

/// The observations of a batch.
pub enum Seen {
    Bits(Grid<u64>),
    Ones(Grid<u8>),
}

impl<'py> IntoPyObject<'py> for &Seen {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = std::convert::Infallible;

    const OUTPUT_TYPE: PyStaticExpr = type_hint_subscript!(NDARRAY, type_hint_union!(u8::NAME, u64::NAME));

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(match self {
            Seen::Bits(bits) => bits.0.bind(py).clone().into_any(),
            Seen::Ones(ones) => ones.0.bind(py).clone().into_any(),
        })
    }
}
