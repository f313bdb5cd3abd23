//! Time per decision: a histogram of nanoseconds with buckets of equal ratio. It can be merged, and it gives quantiles
//! from microseconds to minutes.
//!
//! Times are processor time of the deciding thread, by the clock of the agents' own budgets, minus the cost of reading
//! it. So a busy machine does not change them. A program uses the time of its own process, and an agent of the host may
//! use other threads or a GPU. Their decisions are timed by the wall clock; the time of a wave is divided among its
//! decisions. A decision counts only if it has more than one legal action. A clock reading at every decision would
//! halve the speed of the fastest agents. So only about [`TIMED_SETS`] sets per pair are timed, evenly spread over its
//! deals.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use spariglio_agents::search::Clock;
use spariglio_agents::table::Refusal;
use spariglio_agents::{Hand, Player};
use spariglio_engine::Action;
use spariglio_stats::log_bins;

/// Least number of timed sets per pair, if it has that many.
pub const TIMED_SETS: u64 = 4096;

/// Bits below the leading one that a bucket keeps: sixteen buckets per octave, at most 3 % from the middle.
const FINE_BITS: u32 = 4;
const BUCKETS: usize = (64 - FINE_BITS as usize + 1) << FINE_BITS;

/// Times decisions.
#[derive(Copy, Clone, Debug)]
pub struct Stopwatch {
    /// Time between two adjacent readings.
    cost: Duration,
}

impl Stopwatch {
    /// A stopwatch that measures its own cost first.
    #[must_use]
    pub fn new() -> Stopwatch {
        let empty = (0..64).map(|_| Clock::start().elapsed());
        Stopwatch { cost: empty.min().unwrap_or_default() }
    }

    /// As [`Player::act`], with the time taken.
    ///
    /// # Errors
    /// As [`Player::act`].
    pub fn act(self, player: &mut Player, hand: &Hand<'_>) -> Result<(Action, Duration), Refusal> {
        if let Player::Program(_) | Player::Custom(_) = player {
            let start = Instant::now();
            let action = player.act(hand)?;
            return Ok((action, start.elapsed()));
        }
        let start = Clock::start();
        let action = player.act(hand)?;
        Ok((action, start.elapsed().saturating_sub(self.cost)))
    }
}

impl Default for Stopwatch {
    fn default() -> Stopwatch {
        Stopwatch::new()
    }
}

/// Durations of one agent's decisions.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Sparse", into = "Sparse")]
pub struct Histogram {
    buckets: Vec<u64>,
    count: u64,
    /// Nanoseconds.
    sum: u64,
}

/// A histogram in a file.
#[derive(Serialize, Deserialize)]
struct Sparse {
    nanoseconds: u64,
    /// The buckets with a count, and their counts.
    buckets: Vec<(usize, u64)>,
}

impl From<Histogram> for Sparse {
    fn from(histogram: Histogram) -> Sparse {
        let counts = histogram.buckets.into_iter().enumerate();
        Sparse {
            nanoseconds: histogram.sum,
            buckets: counts.filter(|bucket| bucket.1 > 0).collect(),
        }
    }
}

impl From<Sparse> for Histogram {
    fn from(sparse: Sparse) -> Histogram {
        let mut histogram = Histogram { sum: sparse.nanoseconds, ..Histogram::default() };
        for (bucket, count) in sparse.buckets.into_iter().filter(|bucket| bucket.0 < BUCKETS) {
            histogram.buckets[bucket] += count;
            histogram.count += count;
        }
        histogram
    }
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram { buckets: vec![0; BUCKETS], count: 0, sum: 0 }
    }
}

impl Histogram {
    /// Adds one decision.
    pub fn push(&mut self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.buckets[log_bins::bin::<FINE_BITS>(nanos)] += 1;
        self.count += 1;
        self.sum += nanos;
    }

    /// Adds all decisions of `other`.
    pub fn merge(&mut self, other: &Histogram) {
        self.buckets.iter_mut().zip(&other.buckets).for_each(|(sum, more)| *sum += more);
        self.count += other.count;
        self.sum += other.sum;
    }

    /// The time in milliseconds that a share of the decisions does not exceed, within 3 %. 0 if there are no decisions.
    #[must_use]
    pub fn quantile(&self, share: f64) -> f64 {
        let rank = ((share * self.count as f64).ceil() as u64).clamp(1, self.count.max(1));
        let mut count_so_far = 0;
        let place = self.buckets.iter().position(|&count| {
            count_so_far += count;
            count_so_far >= rank
        });
        place.map_or(0.0, |place| middle(place) / 1e6)
    }

    /// The summary for results.
    #[must_use]
    pub fn summary(&self) -> DecisionTime {
        DecisionTime {
            decisions: self.count,
            mean_ms: self.sum as f64 / self.count.max(1) as f64 / 1e6,
            median_ms: self.quantile(0.5),
            p99_ms: self.quantile(0.99),
        }
    }
}

/// The middle of a bucket, in nanoseconds.
fn middle(bucket: usize) -> f64 {
    let [first, next] = [bucket, bucket + 1].map(|bucket| log_bins::start::<FINE_BITS>(bucket) as f64);
    (first + next - 1.0) / 2.0
}

/// One agent's time per decision, for decisions with more than one legal action. Processor time of the deciding thread;
/// wall-clock time for programs and the host's agents.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct DecisionTime {
    /// Decisions timed.
    pub decisions: u64,
    /// Mean, milliseconds.
    pub mean_ms: f64,
    /// Median, milliseconds.
    pub median_ms: f64,
    /// The 99 % quantile, milliseconds.
    pub p99_ms: f64,
}

/// The clock's raw figures of a pair, which can be added.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Clocked {
    /// Wall-clock seconds from the first hand to the last, summed over runs.
    pub seconds: f64,
    /// Worker threads; the largest number over runs.
    pub threads: usize,
    /// Each agent's decisions.
    pub agents: [Histogram; 2],
}

impl Clocked {
    /// Adds all decisions of `other`.
    pub fn merge(&mut self, other: &Clocked) {
        self.agents
            .iter_mut()
            .zip(&other.agents)
            .for_each(|(sum, more)| sum.merge(more));
        self.seconds += other.seconds;
        self.threads = self.threads.max(other.threads);
    }
}

/// The clock's figures of a pair. They differ from run to run, unlike the rest of a result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PairTime {
    /// Wall-clock seconds from the first hand to the last.
    pub seconds: f64,
    /// Worker threads.
    pub threads: usize,
    /// Each agent's decisions.
    pub agents: [DecisionTime; 2],
}

impl From<&Clocked> for PairTime {
    fn from(clocked: &Clocked) -> PairTime {
        PairTime {
            seconds: clocked.seconds,
            threads: clocked.threads,
            agents: clocked.agents.each_ref().map(Histogram::summary),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BUCKETS, Duration, FINE_BITS, Histogram, log_bins, middle};

    fn of(nanos: impl Iterator<Item = u64>) -> Histogram {
        let mut histogram = Histogram::default();
        nanos.for_each(|nanos| histogram.push(Duration::from_nanos(nanos)));
        histogram
    }

    #[test]
    fn buckets_are_in_order_and_their_middles_close() {
        let mut last = 0;
        let octaves = (13..63).flat_map(|octave| (40..80).map(move |part| (1 << octave) / 40 * part));
        for nanos in (0..5000).chain(octaves) {
            let place = log_bins::bin::<FINE_BITS>(nanos);
            assert!(place >= last && place < BUCKETS, "{nanos}");
            let error = (middle(place) - nanos as f64).abs();
            assert!(error <= nanos as f64 / 32.0 + 1e-9, "{nanos}: {}", middle(place));
            last = place;
        }
        assert!(log_bins::bin::<FINE_BITS>(u64::MAX) < BUCKETS);
    }

    #[test]
    fn quantiles_of_a_ramp() {
        let summary = of(1..=100_000).summary();
        assert_eq!(summary.decisions, 100_000);
        assert!((summary.mean_ms - 0.050_000_5).abs() < 1e-9);
        assert!((summary.median_ms / 0.05 - 1.0).abs() < 0.04);
        assert!((summary.p99_ms / 0.099 - 1.0).abs() < 0.04);
    }

    #[test]
    fn merging_is_the_whole_stream() {
        let mut left = of(0..700);
        left.merge(&of(700..9000));
        assert_eq!(left, of(0..9000));
        assert_eq!(of(0..0).summary().p99_ms, 0.0);
    }
}
