//! Losses from replicates by cross-fitting.
//!
//! The largest of several noisy means is biased upwards, so taking it as the best value would invent losses. Therefore
//! the best action is chosen on one half of the replicates and valued on the other, both ways, and both results are
//! averaged. If an action is as good as the best, its mean loss is 0; otherwise the loss tends to be too low. A loss
//! can come out below 0, and sums keep it so.

use spariglio_stats::Estimate;

/// For each replicate, the best action in the other half. The halves are the even and the odd replicates.
///
/// `values[replicate][action]` needs at least two replicates. Only actions with `candidates` can be the best.
#[must_use]
pub fn rivals(values: &[Vec<f64>], candidates: &[bool]) -> Vec<usize> {
    let best = |half: usize| {
        let sum = |action: usize| -> f64 { values.iter().skip(half).step_by(2).map(|row| row[action]).sum() };
        highest(candidates.len(), |action| if candidates[action] { sum(action) } else { f64::MIN })
    };
    let best = [best(0), best(1)];
    (0..values.len()).map(|replicate| best[1 - replicate % 2]).collect()
}

/// The loss of the action `played`.
#[must_use]
pub fn loss(values: &[Vec<f64>], candidates: &[bool], played: usize) -> Estimate {
    let rivals = rivals(values, candidates);
    let losses = values.iter().zip(&rivals).map(|(row, &rival)| row[rival] - row[played]);
    Estimate::of(losses)
}

/// The first place with the highest `value`.
pub(crate) fn highest(places: usize, value: impl Fn(usize) -> f64) -> usize {
    (1..places).fold(0, |best, place| if value(place) > value(best) { place } else { best })
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::random::unit;

    use super::*;

    /// Replicates of actions with the given true values plus noise of standard deviation 1.
    fn noisy(truth: &[f64], replicates: usize, rng: &mut Pcg64Mcg) -> Vec<Vec<f64>> {
        let mut normal = || (0..12).map(|_| f64::from(unit(rng))).sum::<f64>() - 6.0;
        (0..replicates)
            .map(|_| truth.iter().map(|value| value + normal()).collect())
            .collect()
    }

    #[test]
    fn actions_of_equal_value_lose_nothing_on_average_and_intervals_hold_it() {
        let mut rng = Pcg64Mcg::new(7);
        let (mut sum, mut covered) = (0.0, 0);
        for _ in 0..4000 {
            let values = noisy(&[0.0; 5], 8, &mut rng);
            let loss = loss(&values, &[true; 5], 2);
            let [low, high] = loss.ends();
            sum += loss.mean;
            covered += usize::from(low <= 0.0 && 0.0 <= high);
        }
        assert!((sum / 4000.0).abs() < 0.03, "{}", sum / 4000.0);
        assert!((0.93..=0.97).contains(&(covered as f64 / 4000.0)), "{covered}");
    }

    #[test]
    fn the_largest_mean_would_invent_a_loss() {
        let mut rng = Pcg64Mcg::new(7);
        let mut naive = 0.0;
        for _ in 0..500 {
            let values = noisy(&[0.0; 5], 8, &mut rng);
            let mean = |action: usize| values.iter().map(|row| row[action]).sum::<f64>() / 8.0;
            naive += (0..5).map(mean).fold(f64::MIN, f64::max) - mean(2);
        }
        assert!(naive / 500.0 > 0.3);
    }

    #[test]
    fn a_clear_loss_is_found() {
        let values = noisy(&[3.0, 0.0], 8, &mut Pcg64Mcg::new(3));
        let [low, high] = loss(&values, &[true; 2], 1).ends();
        assert!(low < 3.0 && 3.0 < high && low > 0.0, "{low} {high}");
        assert_eq!(loss(&values, &[true; 2], 0).mean, 0.0);
    }
}
