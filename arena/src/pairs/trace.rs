//! How the estimate of a pair grew: the margins of sets in bins by deal number.
//!
//! The bins are those of `log_bins`, eight per octave: a million deals need 140. Their sums are exact, so traces of
//! separate runs over different deals add up to that of one run.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use spariglio_stats::Moments;
use spariglio_stats::log_bins;

/// Bits of a deal's number below the leading one that its bin keeps.
const FINE_BITS: u32 = 3;
/// Number of bins: one after that of the largest deal.
const BINS: usize = (64 - FINE_BITS as usize + 1) << FINE_BITS;

/// Margins of sets, points per set, in bins of deals.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Trace {
    #[serde(deserialize_with = "bins")]
    bins: BTreeMap<usize, Moments>,
}

/// Reads bins by their numbers, which are texts in files.
fn bins<'de, D: Deserializer<'de>>(source: D) -> Result<BTreeMap<usize, Moments>, D::Error> {
    let bins = BTreeMap::<String, Moments>::deserialize(source)?.into_iter();
    bins.map(|(bin, sums)| Ok((bin.parse().map_err(D::Error::custom)?, sums)))
        .collect()
}

impl Trace {
    /// Adds the set of a deal.
    pub fn push(&mut self, deal: u64, margin: i64) {
        self.bins.entry(log_bins::bin::<FINE_BITS>(deal)).or_default().push(margin);
    }

    /// Adds all the sets of `other`.
    pub fn merge(&mut self, other: &Trace) {
        for (&bin, moments) in &other.bins {
            self.bins.entry(bin).or_default().merge(moments);
        }
    }

    /// Whether the trace has no sets.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bins.is_empty()
    }

    /// Every non-empty bin: its number and its sums.
    pub fn bins(&self) -> impl Iterator<Item = (usize, &Moments)> {
        self.bins.iter().map(|(&bin, moments)| (bin, moments))
    }

    /// The deals of a bin: the first, and the one after the last.
    /// Empty if there is no such bin.
    #[must_use]
    pub fn deals_of(bin: usize) -> [u64; 2] {
        let start = |bin: usize| (bin < BINS).then(|| log_bins::start::<FINE_BITS>(bin));
        [bin, bin + 1].map(|bin| start(bin).unwrap_or(u64::MAX))
    }

    /// The sums of all sets up to the end of each bin, points per set; `count` is the number of sets.
    #[must_use]
    pub fn prefixes(&self) -> Vec<Moments> {
        let mut sum = Moments::default();
        let grown = self.bins.values().map(|bin| {
            sum.merge(bin);
            sum
        });
        grown.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Trace;

    fn of(deals: impl Iterator<Item = u64>) -> Trace {
        let mut trace = Trace::default();
        deals.for_each(|deal| trace.push(deal, deal as i64 % 7 - 3));
        trace
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let mut merged = of((0..5000).filter(|deal| deal % 3 == 0));
        merged.merge(&of((0..5000).filter(|deal| deal % 3 != 0)));
        assert_eq!(merged, of(0..5000));
    }

    #[test]
    fn the_last_prefix_is_everything() {
        let prefixes = of(0..5000).prefixes();
        let last = prefixes.last().expect("some");
        assert_eq!((last.count, last.sum), (5000, (0..5000).map(|deal| deal % 7 - 3).sum()));
        assert!(prefixes.windows(2).all(|pair| pair[0].count < pair[1].count));
        assert!(prefixes.len() < 90, "{}", prefixes.len());
    }
}
