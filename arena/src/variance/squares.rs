//! Linear least squares without a constant.

use crate::stats::linear::{Matrix, solve};

/// Added to the figures' squares, as a share of their mean: keeps figures that never vary out.
const RIDGE: f64 = 1e-6;

/// The sums of least squares.
pub(super) struct Squares {
    matrix: Matrix,
    right: Vec<f64>,
}

impl Squares {
    /// For values that are explained by so many figures.
    pub fn new(figures: usize) -> Squares {
        Squares {
            matrix: vec![vec![0.0; figures]; figures],
            right: vec![0.0; figures],
        }
    }

    pub fn push(&mut self, figures: &[f64], value: f64) {
        for ((row, right), &figure) in self.matrix.iter_mut().zip(&mut self.right).zip(figures) {
            if figure != 0.0 {
                *right += figure * value;
                row.iter_mut()
                    .zip(figures)
                    .for_each(|(sum, other)| *sum += figure * other);
            }
        }
    }

    /// What to multiply each figure by.
    pub fn solve(mut self) -> Vec<f64> {
        let size = self.right.len();
        let mean = (0..size).map(|place| self.matrix[place][place]).sum::<f64>() / size as f64;
        for place in 0..size {
            self.matrix[place][place] += RIDGE * mean + f64::MIN_POSITIVE.sqrt();
        }
        solve(&self.matrix, &self.right).unwrap_or_else(|| vec![0.0; size])
    }
}

#[cfg(test)]
mod tests {
    use super::Squares;

    #[test]
    fn a_plane_is_found_and_an_idle_figure_is_left_out() {
        let mut squares = Squares::new(3);
        for (x, y) in [(1.0, 0.0), (0.0, 1.0), (2.0, 1.0), (-1.0, 3.0)] {
            squares.push(&[x, y, 0.0], 2.0 * x - 0.5 * y);
        }
        let found = squares.solve();
        assert!(
            (found[0] - 2.0).abs() < 1e-4 && (found[1] + 0.5).abs() < 1e-4,
            "{found:?}"
        );
        assert_eq!(found[2], 0.0);
    }

    #[test]
    fn nothing_explains_nothing() {
        assert_eq!(Squares::new(2).solve(), [0.0, 0.0]);
    }
}
