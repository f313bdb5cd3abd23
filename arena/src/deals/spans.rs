//! The deals that were played: half-open spans of their numbers, in rising order, neither overlapping nor touching.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A set of deals.
///
/// # Examples
/// ```
/// use spariglio_arena::deals::spans::Spans;
///
/// let mut played = Spans::default();
/// played.add(0..4)?;
/// played.add(6..8)?;
/// assert_eq!(played.missing(0..10), [4..6, 8..10]);
/// assert_eq!(played.add(7..9), Err(7), "deal 7 was played");
/// # Ok::<(), u64>(())
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Spans {
    spans: Vec<[u64; 2]>,
}

impl Spans {
    /// Adds deals, all of them new.
    ///
    /// # Errors
    /// Returns the first deal that is already in the set.
    pub fn add(&mut self, deals: Range<u64>) -> Result<(), u64> {
        if deals.is_empty() {
            return Ok(());
        }
        let place = self.spans.partition_point(|span| span[1] <= deals.start);
        if let Some(next) = self.spans.get(place).filter(|next| next[0] < deals.end) {
            return Err(next[0].max(deals.start));
        }
        self.spans.insert(place, [deals.start, deals.end]);
        self.join(place + 1);
        self.join(place);
        Ok(())
    }

    /// Adds all deals of `other`.
    ///
    /// # Errors
    /// Returns the first deal found in both.
    pub fn merge(&mut self, other: &Spans) -> Result<(), u64> {
        other.spans.iter().try_for_each(|&[start, end]| self.add(start..end))
    }

    /// The deals of `deals` that are not in the set, in rising order.
    #[must_use]
    pub fn missing(&self, deals: Range<u64>) -> Vec<Range<u64>> {
        let mut from = deals.start;
        let mut missing = Vec::new();
        for &[start, end] in &self.spans {
            missing.push(from..start.min(deals.end));
            from = from.max(end);
        }
        missing.push(from..deals.end);
        missing.retain(|gap| !gap.is_empty());
        missing
    }

    /// Number of the deals; `None` if the spans, which may come from a file, do not rise.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        let ends = || self.spans.iter().flatten();
        let rising = ends().zip(ends().skip(1)).all(|(one, next)| one < next);
        rising.then(|| self.spans.iter().map(|[start, end]| end - start).sum())
    }

    /// Every span: its first deal and the one after its last.
    #[must_use]
    pub fn spans(&self) -> &[[u64; 2]] {
        &self.spans
    }

    /// Joins the span at `place` to the one before it if they touch.
    fn join(&mut self, place: usize) {
        if place > 0 && place < self.spans.len() && self.spans[place - 1][1] == self.spans[place][0] {
            self.spans[place - 1][1] = self.spans[place][1];
            self.spans.remove(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Spans;

    fn of(spans: &[[u64; 2]]) -> Spans {
        let mut all = Spans::default();
        spans.iter().for_each(|&[start, end]| all.add(start..end).expect("apart"));
        all
    }

    #[test]
    fn touching_spans_become_one() {
        assert_eq!(of(&[[4, 8], [0, 2], [2, 4]]).spans(), [[0, 8]]);
        assert_eq!(of(&[[6, 8], [0, 2]]).spans(), [[0, 2], [6, 8]]);
        assert_eq!(of(&[[3, 3]]).spans(), [[0u64; 2]; 0]);
    }

    #[test]
    fn a_deal_is_not_played_twice() {
        let mut spans = of(&[[0, 4], [8, 10]]);
        assert_eq!(spans.add(2..6), Err(2));
        assert_eq!(spans.add(5..20), Err(8));
        assert_eq!(spans.merge(&of(&[[4, 8], [9, 12]])), Err(9));
    }

    #[test]
    fn gaps_are_what_is_missing() {
        let spans = of(&[[2, 4], [6, 7]]);
        assert_eq!(spans.missing(0..9), [0..2, 4..6, 7..9]);
        assert_eq!(spans.missing(3..7), vec![4..6; 1]);
        assert!(spans.missing(2..4).is_empty());
        assert_eq!(Spans::default().missing(0..3), vec![0..3; 1]);
    }
}
