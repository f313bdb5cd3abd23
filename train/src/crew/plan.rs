//! Shares of a step: which shards each helper computes.

use std::ops::Range;

use super::Speed;
use crate::setting::Part;

/// Fewer decisions cost more than they save: the weights and gradients take about as long as 100 decisions.
const LEAST: u64 = 1024;

/// The shards of each helper, in order from the first; the leader has the rest. `own` and `helpers` are speeds and numbers
/// of threads. Shares are proportional to speeds, in whole groups of `per_sum` shards.
pub fn ranges(
    own: (Speed, usize),
    helpers: &[(Speed, usize)],
    parts: &[Part<'_>],
    per_sum: usize,
) -> Vec<Range<usize>> {
    let labels = |part: &Part<'_>| part.lessons.iter().map(|hand| hand.turns().count() as u64).sum::<u64>();
    let decisions: u64 = parts.iter().map(|part| part.decisions + labels(part)).sum();
    // All threads are alike until they have shown their speed.
    let known = helpers.iter().chain([&own]).find_map(|(speed, _)| speed.0).unwrap_or(1.0);
    let speed = |&(speed, threads): &(Speed, usize)| speed.0.unwrap_or(known) * threads as f64;
    let speeds: Vec<f64> = helpers.iter().map(speed).collect();
    let groups = parts.len().div_ceil(per_sum);
    let counts = counts(speed(&own), &speeds, groups, decisions);
    let mut start = 0;
    let range = |count: usize| {
        let range = start..(start + count * per_sum).min(parts.len());
        start = range.end;
        range
    };
    counts.into_iter().map(range).collect()
}

/// The groups of each helper. As many helpers as pay have some; the leader has at least one.
fn counts(own: f64, helpers: &[f64], groups: usize, decisions: u64) -> Vec<usize> {
    for most in (1..=helpers.len().min(groups - 1)).rev() {
        let total = own + helpers[..most].iter().sum::<f64>();
        let mut counts: Vec<usize> = helpers[..most]
            .iter()
            .map(|speed| (groups as f64 * speed / total).round() as usize)
            .collect();
        while counts.iter().sum::<usize>() >= groups {
            *counts.iter_mut().max().expect("a helper") -= 1;
        }
        if counts.iter().all(|&count| count as u64 * decisions >= LEAST * groups as u64) {
            counts.resize(helpers.len(), 0);
            return counts;
        }
    }
    vec![0; helpers.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_follow_the_speeds() {
        assert_eq!(counts(2.0, &[1.0, 1.0], 8, 8192), [2, 2]);
        assert_eq!(counts(1.0, &[3.0], 8, 8192), [6]);
        assert_eq!(counts(1.0, &[100.0, 100.0], 8, 8192), [4, 3]);
        assert_eq!(counts(1.0, &[1.0; 50], 8, 8192)[..8], [1, 1, 1, 1, 1, 1, 1, 0]);
    }

    #[test]
    fn small_steps_have_few_helpers() {
        assert_eq!(counts(1.0, &[1.0; 4], 8, 4096), [2, 2, 2, 0]);
        assert_eq!(counts(1.0, &[1.0; 4], 8, 1024), [0; 4]);
        assert_eq!(counts(1.0, &[1.0], 1, 1 << 20), [0]);
    }
}
