//! The choice of a run's best network.

use std::cmp::Ordering;

use spariglio_files::best::{Best, Choice};
use spariglio_files::metrics::Line;
use spariglio_stats::Estimate;

/// The network with the largest mean over its evaluations, of those up to `newest`: the later one of equals. Without
/// evaluations the newest one.
pub(crate) fn by_evaluation(metrics: &[Line], newest: u32) -> Best {
    let evaluated = (0..=newest).filter_map(|generation| evaluated(metrics, generation));
    evaluated
        .max_by(|one, other| one.mean.partial_cmp(&other.mean).unwrap_or(Ordering::Equal))
        .unwrap_or_else(|| Best::new(newest, Choice::Newest))
}

/// The network of a generation with the mean of its evaluations; `None` if there are none.
fn evaluated(metrics: &[Line], generation: u32) -> Option<Best> {
    let parts = metrics.iter().filter_map(|line| match line {
        Line::Eval(line) if line.generation == generation => {
            let estimate = Estimate { mean: line.mean, standard_error: line.standard_error, interval: line.interval };
            // A deal is played at least twice.
            Some((estimate, line.hands / 2))
        }
        _ => None,
    });
    let parts: Vec<(Estimate, u64)> = parts.collect();
    let Estimate { mean, interval, .. } = Estimate::mean_of(&parts);
    let best = Best { mean: Some(mean), interval, ..Best::new(generation, Choice::Evaluation) };
    (!parts.is_empty()).then_some(best)
}

#[cfg(test)]
mod tests {
    use spariglio_files::best::{Best, Choice};
    use spariglio_files::metrics::{Line, MatchLine};

    use super::by_evaluation;

    fn line(generation: u32, mean: f64) -> Line {
        Line::Eval(MatchLine { generation, mean, standard_error: 0.1, hands: 200_000, ..MatchLine::default() })
    }

    #[test]
    fn the_best_network_has_the_best_evaluation() {
        let falls = [line(0, -0.1), line(0, 0.1), line(1, 0.4), line(1, 0.6), line(2, 0.3), line(2, 0.5), line(3, 9.0)];
        let best = by_evaluation(&falls, 2);
        assert_eq!((best.generation, best.by, best.mean), (1, Choice::Evaluation, Some(0.5)));
        let [low, high] = best.interval.expect("an interval");
        assert!((high - low - 2.0 * 1.96 * 0.1 / 2f64.sqrt()).abs() < 1e-4, "{low} to {high}");
        assert_eq!(by_evaluation(&[line(1, 0.5), line(2, 0.5)], 2).generation, 2, "the later one of equals");
        assert_eq!(by_evaluation(&[], 7), Best::new(7, Choice::Newest));
    }
}
