//! Small dense linear algebra: square systems, inverses and kernels by Gauss's elimination.
//!
//! For matrices of the size of a pool of agents. A matrix is a list of its rows.

/// Rows of equal length.
pub type Matrix = Vec<Vec<f64>>;

/// The `size` x `size` matrix of `entry(row, column)`.
pub(crate) fn square(size: usize, entry: impl Fn(usize, usize) -> f64) -> Matrix {
    (0..size)
        .map(|row| (0..size).map(|column| entry(row, column)).collect())
        .collect()
}

/// `matrix` times `vector`.
pub(crate) fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// The sum of the products.
pub(crate) fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// The product of two matrices.
pub(crate) fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Matrix {
    let column = |index: usize| right.iter().map(|row| row[index]).collect::<Vec<f64>>();
    let columns: Vec<Vec<f64>> = (0..right.first().map_or(0, Vec::len)).map(column).collect();
    left.iter().map(|row| times(&columns, row)).collect()
}

/// x with `matrix` x = `right`; none of a singular matrix.
pub(crate) fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Option<Vec<f64>> {
    let columns: Matrix = right.iter().map(|&value| vec![value]).collect();
    Some(solve_all(matrix, &columns)?.into_iter().map(|row| row[0]).collect())
}

/// The inverse; none of a singular matrix.
pub(crate) fn inverse(matrix: &[Vec<f64>]) -> Option<Matrix> {
    let unit = square(matrix.len(), |row, column| f64::from(row == column));
    solve_all(matrix, &unit)
}

/// X with `matrix` X = `right`, row by row the largest pivot of the column first.
fn solve_all(matrix: &[Vec<f64>], right: &[Vec<f64>]) -> Option<Matrix> {
    let size = matrix.len();
    let mut rows: Matrix = matrix
        .iter()
        .zip(right)
        .map(|(left, right)| [&left[..], right].concat())
        .collect();
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        if rows[pivot][column].abs() < f64::MIN_POSITIVE {
            return None;
        }
        rows.swap(column, pivot);
        clear_column(&mut rows, column, column);
    }
    Some(rows.into_iter().map(|row| row[size..].to_vec()).collect())
}

/// Divides row `pivot` so that its entry in `column` is 1, and takes it off all other rows so that theirs are 0.
fn clear_column(rows: &mut [Vec<f64>], pivot: usize, column: usize) {
    let factor = rows[pivot][column];
    rows[pivot].iter_mut().for_each(|entry| *entry /= factor);
    let unit = rows[pivot].clone();
    for (index, row) in rows.iter_mut().enumerate() {
        let factor = row[column];
        if index != pivot && factor != 0.0 {
            row.iter_mut()
                .zip(&unit)
                .for_each(|(entry, unit)| *entry -= factor * unit);
        }
    }
}

/// A basis of the vectors that `matrix` takes to 0, where entries below `tolerance` times the largest are taken for 0.
pub(crate) fn kernel(matrix: &[Vec<f64>], tolerance: f64) -> Vec<Vec<f64>> {
    let mut rows = matrix.to_vec();
    let columns = rows.first().map_or(0, Vec::len);
    let largest = rows
        .iter()
        .flatten()
        .fold(0.0, |most: f64, entry| most.max(entry.abs()));
    let mut pivots = Vec::new();
    for column in 0..columns {
        let from = pivots.len();
        let pivot = (from..rows.len()).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
        let Some(pivot) = pivot.filter(|&pivot| rows[pivot][column].abs() > tolerance * largest) else {
            continue;
        };
        rows.swap(from, pivot);
        clear_column(&mut rows, from, column);
        pivots.push(column);
    }
    let free = (0..columns).filter(|column| !pivots.contains(column));
    let vector = |free: usize| {
        let mut vector = vec![0.0; columns];
        vector[free] = 1.0;
        for (row, &pivot) in rows.iter().zip(&pivots) {
            vector[pivot] = -row[free];
        }
        vector
    };
    free.map(vector).collect()
}

#[cfg(test)]
mod tests {
    use super::{dot, inverse, kernel, product, solve, square, times};

    #[test]
    fn systems_are_solved() {
        let matrix = vec![vec![0.0, 2.0, 1.0], vec![1.0, -1.0, 0.0], vec![3.0, 0.0, 4.0]];
        let x = solve(&matrix, &[7.0, -1.0, 15.0]).expect("regular");
        let back = times(&matrix, &x);
        assert!(back.iter().zip([7.0, -1.0, 15.0]).all(|(a, b)| (a - b).abs() < 1e-12));
        let unit = product(&matrix, &inverse(&matrix).expect("regular"));
        let error = |row: usize, column: usize| (unit[row][column] - f64::from(row == column)).abs();
        assert!(square(3, error).iter().flatten().all(|&error| error < 1e-12));
    }

    #[test]
    fn singular_matrices_are_told() {
        assert!(solve(&[vec![1.0, 2.0], vec![2.0, 4.0]], &[1.0, 1.0]).is_none());
        assert!(inverse(&[vec![0.0]]).is_none());
    }

    #[test]
    fn kernels_are_taken_to_zero() {
        let matrix = vec![
            vec![1.0, 2.0, 3.0, 4.0],
            vec![2.0, 4.0, 6.0, 8.0],
            vec![0.0, 1.0, 1.0, 1.0],
        ];
        let basis = kernel(&matrix, 1e-9);
        assert_eq!(basis.len(), 2);
        for vector in &basis {
            assert!(matrix.iter().all(|row| dot(row, vector).abs() < 1e-12));
        }
        assert!(kernel(&[vec![1.0, 0.0], vec![0.0, 1.0]], 1e-9).is_empty());
    }
}
