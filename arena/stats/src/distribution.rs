//! The exact distribution of a stream of whole numbers: a count per value.
//!
//! Counts do not depend on the order of the stream, so merged [`Distribution`]s equal that of the whole stream. A file
//! holds a list of `[value, count]` pairs in rising order of the values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Moments;

/// Counts of whole-number values.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(from = "Vec<(i64, u64)>", into = "Vec<(i64, u64)>")]
pub struct Distribution {
    /// Count by value; never 0.
    counts: BTreeMap<i64, u64>,
}

impl Distribution {
    /// Adds one value.
    pub fn push(&mut self, value: i64) {
        self.push_many(value, 1);
    }

    /// Adds the same value `count` times.
    pub fn push_many(&mut self, value: i64, count: u64) {
        if count > 0 {
            *self.counts.entry(value).or_default() += count;
        }
    }

    /// Adds all the values of `other`.
    pub fn merge(&mut self, other: &Distribution) {
        other.iter().for_each(|(value, count)| self.push_many(value, count));
    }

    /// Number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Number of times that `value` was seen.
    #[must_use]
    pub fn of(&self, value: i64) -> u64 {
        self.counts.get(&value).copied().unwrap_or(0)
    }

    /// The values that were seen, with their counts, in rising order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + ExactSizeIterator + '_ {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// The exact sums.
    #[must_use]
    pub fn moments(&self) -> Moments {
        self.shifted(0)
    }

    /// The exact sums of all values plus `shift`.
    #[must_use]
    pub fn shifted(&self, shift: i64) -> Moments {
        self.iter().fold(Moments::default(), |sums, (value, count)| Moments {
            count: sums.count + count,
            sum: sums.sum + (value + shift) * count as i64,
            squares: sums.squares + (value + shift).unsigned_abs().pow(2) * count,
        })
    }

    /// The mean; 0 if there are no values.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.moments().mean()
    }

    /// The unbiased sample variance; 0 if there are fewer than two values.
    #[must_use]
    pub fn variance(&self) -> f64 {
        self.moments().variance()
    }
}

impl From<Vec<(i64, u64)>> for Distribution {
    fn from(pairs: Vec<(i64, u64)>) -> Distribution {
        let mut distribution = Distribution::default();
        pairs
            .into_iter()
            .for_each(|(value, count)| distribution.push_many(value, count));
        distribution
    }
}

impl From<Distribution> for Vec<(i64, u64)> {
    fn from(distribution: Distribution) -> Vec<(i64, u64)> {
        distribution.counts.into_iter().collect()
    }
}

impl FromIterator<i64> for Distribution {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Distribution {
        let mut distribution = Distribution::default();
        values.into_iter().for_each(|value| distribution.push(value));
        distribution
    }
}

#[cfg(test)]
mod tests {
    use super::Distribution;
    use crate::Moments;

    #[test]
    fn moments_are_those_of_the_stream() {
        let values = [3, -51, 3, 0, 7, 7, 7];
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.push(value));
        let distribution: Distribution = values.into_iter().collect();
        assert_eq!(distribution.moments(), moments);
        assert_eq!(distribution.count(), 7);
        assert_eq!((distribution.mean(), distribution.variance()), (moments.mean(), moments.variance()));
    }

    #[test]
    fn merging_is_the_whole_stream() {
        let mut left: Distribution = [7, -51, 3].into_iter().collect();
        left.merge(&[0, 7].into_iter().collect());
        assert_eq!(left, [0, 7, 7, 3, -51].into_iter().collect());
    }

    #[test]
    fn a_file_holds_pairs_in_rising_order() {
        let distribution: Distribution = [2, -1, 2].into_iter().collect();
        let text = serde_json::to_string(&distribution).expect("written");
        assert_eq!(text, "[[-1,1],[2,2]]");
        assert_eq!(serde_json::from_str::<Distribution>(&text).expect("read"), distribution);
        let unordered: Distribution = serde_json::from_str("[[2,1],[-1,1],[2,1],[9,0]]").expect("read");
        assert_eq!(unordered, distribution);
    }
}
