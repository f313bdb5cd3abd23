//! The learning curve: each generation's margin against fixed opponents.

use super::SIZE;
use crate::figures::signed;
use crate::metrics::Metrics;
use crate::picture::{Axis, Chart, Picture, Scale, Tone, legend};
use spariglio_files::metrics::MatchLine;

/// Margin at both ends of the axis of generations.
const AIR: f64 = 0.4;

pub fn picture(metrics: &Metrics) -> Picture {
    let note = "Points per hand of each generation's network against fixed opponents; bars are 95 % intervals.";
    Picture::drawn("learning_curve", "Learning curve", note, SIZE, |drawing| {
        let opponents = metrics.opponents();
        let names: Vec<String> = opponents.iter().map(|name| format!("against {name}")).collect();
        let tones = (0..).map(Tone::Series);
        let top = legend(drawing, names.iter().map(String::as_str).zip(tones));
        let all = &metrics.evaluations;
        let x = generations(all.iter().map(|evaluation| evaluation.generation));
        let y = Axis::around_zero(all.iter().flat_map(interval), "points per hand").signed();
        let mut chart = Chart::new(drawing, top, x, y);
        chart.level(0.0, Tone::Muted.stroke(1.0));
        for (place, opponent) in opponents.iter().enumerate() {
            let of: Vec<_> = all.iter().filter(|evaluation| evaluation.opponent == *opponent).collect();
            draw(&mut chart, &of, Tone::Series(place));
        }
    })
}

/// The axis of generations, marked at whole numbers.
pub(super) fn generations(seen: impl Iterator<Item = u32> + Clone) -> Axis {
    let first = f64::from(seen.clone().min().unwrap_or(0));
    let last = f64::from(seen.max().unwrap_or(0));
    Axis::new(Scale::Whole, first - AIR, last + AIR, "generation")
}

fn draw(chart: &mut Chart<'_>, evaluations: &[&MatchLine], tone: Tone) {
    let at = |evaluation: &MatchLine| [f64::from(evaluation.generation), evaluation.mean];
    let points: Vec<_> = evaluations.iter().map(|evaluation| at(evaluation)).collect();
    chart.line(&points, tone.stroke(2.5));
    for evaluation in evaluations {
        let ends = interval(evaluation).map(|end| [f64::from(evaluation.generation), end]);
        chart.line(&ends, tone.stroke(1.8));
        let (generation, opponent) = (evaluation.generation, &evaluation.opponent);
        let told = format!("generation {generation} against {opponent}: {}", signed(evaluation.mean, 3));
        chart.dot(at(evaluation), 5.0, Tone::Paper.fill(), "");
        chart.dot(at(evaluation), 3.6, tone.fill(), &told);
    }
}

/// The ends of the 95 % interval of a match; the mean twice if there is no interval.
pub(super) fn interval(evaluation: &MatchLine) -> [f64; 2] {
    evaluation.interval.unwrap_or([evaluation.mean; 2])
}
