//! The correlation of the means of pairs that play the same deals.
//!
//! The results of two pairs on the same deals correlate, above all if the pairs share an agent. Both pairs' sums in the
//! same bins of deals, centred on their means and divided by the root of the bin's sets, are many draws of one law.
//! Their correlation is that of single sets (batch means: L. Schmeiser, "Batch size effects in the analysis of
//! simulation output", 1982). From a few hundred bins it is accurate to about a tenth, and an error computed with it to
//! a few percent.

use ndarray::ArrayView1;

use crate::Moments;
use crate::linear::{Matrix, dot, square};

/// Least number of common bins: with fewer the correlation is taken as 0.
const LEAST: usize = 10;

/// The sums of a pair by bin of deals, in rising order of the bins.
pub type Bins<'a> = Vec<(usize, &'a Moments)>;

/// The correlation of the means of every two pairs, pairs x pairs: 1 on the diagonal, 0 if two pairs have too few bins
/// or no deals in common.
#[must_use]
pub fn correlations(pairs: &[Bins<'_>]) -> Matrix {
    square(pairs.len(), |one, other| {
        if one == other {
            return 1.0;
        }
        correlation(&pairs[one], &pairs[other])
    })
}

fn correlation(one: &Bins<'_>, other: &Bins<'_>) -> f64 {
    let mut draws = [Vec::new(), Vec::new()];
    let mut common = 0;
    let (mean, other_mean) = (mean(one), mean(other));
    for (bin, sums) in one {
        let same = other.binary_search_by_key(bin, |entry| entry.0).map(|place| other[place].1);
        let Some(others) = same.ok().filter(|others| others.count == sums.count) else {
            continue;
        };
        common += sums.count;
        draws[0].push(draw(sums, mean));
        draws[1].push(draw(others, other_mean));
    }
    let [left, right] = draws.each_ref().map(|draws| ArrayView1::from(&draws[..]));
    let spread = (dot(left, left) * dot(right, right)).sqrt();
    if left.len() < LEAST || spread <= 0.0 {
        return 0.0;
    }
    let sets = |bins: &Bins<'_>| bins.iter().map(|(_, sums)| sums.count).sum::<u64>() as f64;
    dot(left, right) / spread * common as f64 / (sets(one) * sets(other)).sqrt()
}

fn draw(sums: &Moments, mean: f64) -> f64 {
    (sums.sum as f64 - sums.count as f64 * mean) / (sums.count as f64).sqrt()
}

fn mean(bins: &Bins<'_>) -> f64 {
    let mut whole = Moments::default();
    bins.iter().for_each(|(_, sums)| whole.merge(sums));
    whole.mean()
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::correlations;
    use crate::Moments;

    fn bins(values: &[i64]) -> Vec<Moments> {
        let chunks = values.chunks(30);
        chunks
            .map(|chunk| {
                let mut sums = Moments::default();
                chunk.iter().for_each(|&value| sums.push(value));
                sums
            })
            .collect()
    }

    fn numbered(sums: &[Moments]) -> Vec<(usize, &Moments)> {
        sums.iter().enumerate().collect()
    }

    #[test]
    fn what_is_shared_is_found() {
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let mut draw = || (rng.next_u64() >> 40) as i64 % 21 - 10;
        let shared: Vec<i64> = (0..6000).map(|_| draw()).collect();
        // The second shares half of the first one's variance, the third too with opposite sign, the fourth none.
        let values = [1, 1, -1, 0].map(|sign| shared.iter().map(|common| sign * common + draw()).collect::<Vec<i64>>());
        let sums: Vec<Vec<Moments>> = values.iter().map(|values| bins(values)).collect();
        let matrix = correlations(&sums.iter().map(|sums| numbered(sums)).collect::<Vec<_>>());
        assert_eq!(matrix[[1, 1]], 1.0);
        for (one, other, expected) in [(0, 1, 0.5), (0, 2, -0.5), (1, 0, 0.5), (0, 3, 0.0)] {
            assert!((matrix[[one, other]] - expected).abs() < 0.2, "{matrix:?}");
        }
        let half: Vec<Moments> = sums[0][..100].to_vec();
        let matrix = correlations(&[numbered(&half), numbered(&sums[0])]);
        assert!((matrix[[0, 1]] - 0.5f64.sqrt()).abs() < 1e-2, "half of the deals: {}", matrix[[0, 1]]);
    }

    #[test]
    fn few_bins_and_other_deals_say_nothing() {
        let sums = bins(&[1, 5, 3, 4]);
        assert_eq!(correlations(&[numbered(&sums), numbered(&sums)])[[0, 1]], 0.0);
        assert_eq!(correlations(&[Vec::new(), Vec::new()])[[0, 1]], 0.0);
    }
}
