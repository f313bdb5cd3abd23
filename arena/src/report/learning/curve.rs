//! The learning curve: each generation's margin against fixed opponents.

use super::SIZE;
use crate::picture::{Axis, Chart, Picture, Scale, Tone, legend};
use crate::report::metrics::{Evaluation, Metrics};
use crate::stats::NORMAL_95;
use crate::table::signed;

/// Air at both ends of the generations.
const AIR: f64 = 0.4;

pub fn picture(metrics: &Metrics) -> Picture {
    let note = "Points a hand of each generation's network against fixed opponents; bars are 95 % intervals.";
    Picture::drawn("learning_curve", "Learning curve", note, SIZE, |drawing| {
        let opponents = metrics.opponents();
        let names: Vec<String> = opponents.iter().map(|name| format!("against {name}")).collect();
        let tones = (0..).map(Tone::Series);
        let top = legend(drawing, names.iter().map(String::as_str).zip(tones));
        let all = &metrics.evaluations;
        let x = generations(all.iter().map(|evaluation| evaluation.generation));
        let y = Axis::around_zero(all.iter().flat_map(interval), "points a hand").signed();
        let mut chart = Chart::new(drawing, top, x, y);
        chart.level(0.0, Tone::Muted.stroke(1.0));
        for (place, opponent) in opponents.iter().enumerate() {
            let of: Vec<_> = all
                .iter()
                .filter(|evaluation| evaluation.opponent == *opponent)
                .collect();
            draw(&mut chart, &of, Tone::Series(place));
        }
    })
}

/// The axis of generations, marked at whole ones.
pub(super) fn generations(seen: impl Iterator<Item = u64> + Clone) -> Axis {
    let first = seen.clone().min().unwrap_or(0) as f64;
    let last = seen.max().unwrap_or(0) as f64;
    Axis::new(Scale::Whole, first - AIR, last + AIR, "generation")
}

fn draw(chart: &mut Chart<'_>, evaluations: &[&Evaluation], tone: Tone) {
    let at = |evaluation: &Evaluation| [evaluation.generation as f64, evaluation.mean];
    let points: Vec<_> = evaluations.iter().map(|evaluation| at(evaluation)).collect();
    chart.line(&points, tone.stroke(2.5));
    for evaluation in evaluations {
        let ends = interval(evaluation).map(|end| [evaluation.generation as f64, end]);
        chart.line(&ends, tone.stroke(1.8));
        let (generation, opponent) = (evaluation.generation, &evaluation.opponent);
        let told = format!(
            "generation {generation} against {opponent}: {}",
            signed(evaluation.mean, 3)
        );
        chart.dot(at(evaluation), 5.0, Tone::Paper.fill(), "");
        chart.dot(at(evaluation), 3.6, tone.fill(), &told);
    }
}

fn interval(evaluation: &Evaluation) -> [f64; 2] {
    [-NORMAL_95, NORMAL_95].map(|end| evaluation.mean + end * evaluation.standard_error)
}
