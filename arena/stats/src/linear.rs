//! Small dense linear algebra: systems, inverses and products, one row per agent of a pool.
//!
//! Sums follow the order of the indices. `ndarray`'s own `dot` chooses instructions by processor, which changes the
//! last bits of a rating, but the results of two machines must be equal.

use ndarray::{Array1, Array2, ArrayView1, ArrayView2, Axis, concatenate, s};

/// A dense matrix, `[[row, column]]`.
pub type Matrix = Array2<f64>;
/// A dense vector.
pub type Vector = Array1<f64>;

/// The `size` x `size` matrix of `entry(row, column)`.
#[must_use]
pub fn square(size: usize, entry: impl Fn(usize, usize) -> f64) -> Matrix {
    Matrix::from_shape_fn((size, size), |(row, column)| entry(row, column))
}

/// The dot product of two vectors of the same length.
#[must_use]
pub fn dot(left: ArrayView1<'_, f64>, right: ArrayView1<'_, f64>) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// `matrix` (m x n) times `vector` (n).
#[must_use]
pub fn times(matrix: &Matrix, vector: &Vector) -> Vector {
    matrix.rows().into_iter().map(|row| dot(row, vector.view())).collect()
}

/// The product of two matrices, (m x n) and (n x p).
#[must_use]
pub fn product(left: &Matrix, right: &Matrix) -> Matrix {
    Matrix::from_shape_fn((left.nrows(), right.ncols()), |(row, column)| dot(left.row(row), right.column(column)))
}

/// `outer` x `inner` x `outer`: the covariance after the linear map `outer`, if `outer` is symmetric.
#[must_use]
pub fn sandwich(outer: &Matrix, inner: &Matrix) -> Matrix {
    product(&product(outer, inner), outer)
}

/// Solves `matrix` (n x n) times x = `right` (n); `None` if the matrix is singular.
#[must_use]
pub fn solve(matrix: &Matrix, right: &Vector) -> Option<Vector> {
    let solved = eliminate(matrix, right.view().insert_axis(Axis(1)))?;
    Some(solved.column(0).to_owned())
}

/// The inverse of a square matrix; `None` if it is singular.
#[must_use]
pub fn inverse(matrix: &Matrix) -> Option<Matrix> {
    eliminate(matrix, Matrix::eye(matrix.nrows()).view())
}

/// Solves `matrix` (n x n) times X = `right` (n x m), by Gaussian elimination with the largest pivot of each column.
/// `None` if the matrix is singular.
fn eliminate(matrix: &Matrix, right: ArrayView2<'_, f64>) -> Option<Matrix> {
    let size = matrix.nrows();
    let mut rows = concatenate(Axis(1), &[matrix.view(), right]).expect("as many rows on both sides");
    for column in 0..size {
        let largest = |&a: &usize, &b: &usize| rows[[a, column]].abs().total_cmp(&rows[[b, column]].abs());
        let pivot = (column..size).max_by(largest)?;
        if rows[[pivot, column]].abs() < f64::MIN_POSITIVE {
            return None;
        }
        (0..rows.ncols()).for_each(|entry| rows.swap([column, entry], [pivot, entry]));
        let factor = rows[[column, column]];
        rows.row_mut(column).mapv_inplace(|entry| entry / factor);
        clear(&mut rows, column);
    }
    Some(rows.slice_move(s![.., size..]))
}

/// Subtracts multiples of row `pivot` (1 in column `pivot`) from all other rows, so that they get 0 in that column.
fn clear(rows: &mut Matrix, pivot: usize) {
    let unit = rows.row(pivot).to_owned();
    for (index, mut row) in rows.rows_mut().into_iter().enumerate() {
        let factor = row[pivot];
        if index != pivot && factor != 0.0 {
            row.zip_mut_with(&unit, |entry, unit| *entry -= factor * unit);
        }
    }
}

/// Serialises a matrix as a list of its rows.
pub(crate) mod rows {
    use ndarray::Array2;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Matrix;

    pub fn serialize<S: Serializer>(matrix: &Matrix, serializer: S) -> Result<S::Ok, S::Error> {
        let rows: Vec<Vec<f64>> = matrix.rows().into_iter().map(|row| row.to_vec()).collect();
        rows.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Matrix, D::Error> {
        let rows = Vec::<Vec<f64>>::deserialize(deserializer)?;
        let shape = (rows.len(), rows.first().map_or(0, Vec::len));
        Array2::from_shape_vec(shape, rows.concat()).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{arr1, arr2};

    use super::{dot, inverse, product, sandwich, solve, square, times};

    #[test]
    fn a_system_solved_by_hand() {
        // 2x + y = 5, x + 3y = 10: x = 1, y = 3; the inverse is [[3, -1], [-1, 2]] / 5.
        let matrix = arr2(&[[2.0, 1.0], [1.0, 3.0]]);
        let x = solve(&matrix, &arr1(&[5.0, 10.0])).expect("regular");
        assert!((&x - &arr1(&[1.0, 3.0])).iter().all(|error| error.abs() < 1e-12), "{x}");
        let expected = arr2(&[[0.6, -0.2], [-0.2, 0.4]]);
        let error = inverse(&matrix).expect("regular") - expected;
        assert!(error.iter().all(|error| error.abs() < 1e-12), "{error}");
    }

    #[test]
    fn a_zero_on_the_diagonal_needs_another_pivot() {
        let matrix = arr2(&[[0.0, 2.0, 1.0], [1.0, -1.0, 0.0], [3.0, 0.0, 4.0]]);
        let right = arr1(&[7.0, -1.0, 15.0]);
        let x = solve(&matrix, &right).expect("regular");
        assert!((times(&matrix, &x) - right).iter().all(|error| error.abs() < 1e-12));
        let unit = product(&matrix, &inverse(&matrix).expect("regular"));
        let error = unit - square(3, |row, column| f64::from(row == column));
        assert!(error.iter().all(|error| error.abs() < 1e-12), "{error}");
    }

    #[test]
    fn products_by_hand() {
        let left = arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        let right = arr2(&[[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]);
        assert_eq!(product(&left, &right), arr2(&[[4.0, 7.0], [10.0, 16.0]]));
        assert_eq!(times(&left, &arr1(&[1.0, 0.0, -1.0])), arr1(&[-2.0, -2.0]));
        assert_eq!(dot(left.row(0), left.row(1)), 32.0);
        // The variance of x - y, if x and y have variances 2 and 1 and covariance 0.5.
        let difference = arr2(&[[1.0, -1.0], [-1.0, 1.0]]);
        let covariance = arr2(&[[2.0, 0.5], [0.5, 1.0]]);
        assert_eq!(sandwich(&difference, &covariance)[[0, 0]], 2.0);
    }

    #[test]
    fn singular_matrices_are_told() {
        assert!(solve(&arr2(&[[1.0, 2.0], [2.0, 4.0]]), &arr1(&[1.0, 1.0])).is_none());
        assert!(inverse(&arr2(&[[0.0]])).is_none());
    }
}
