//! The learning curve: each generation's margin against fixed opponents, one chart below the other. Each has its own
//! axis, which need not contain zero: so the slope shows.

use super::WIDTHS;
use crate::figures::signed;
use crate::metrics::Metrics;
use crate::picture::{Axis, Chart, Drawing, Picture, Scale, TEXT, Tone, text};
use spariglio_files::metrics::MatchLine;

/// Margin at both ends of the axis of generations.
const AIR: f64 = 0.4;

/// Height of the chart of an opponent, and of its title.
const HEIGHT: f64 = 190.0;
const TITLE: f64 = 22.0;

pub fn picture(metrics: &Metrics) -> Picture {
    let agent = metrics
        .evaluations
        .first()
        .map_or("net", |evaluation| evaluation.agent.as_str());
    let note = format!(
        "Points per hand of each generation's network, played by `{agent}`, against fixed opponents; bars are 95 % intervals. \
         Each chart has its own axis."
    );
    let opponents = metrics.opponents();
    let sizes = WIDTHS.map(|width| [width, HEIGHT * opponents.len() as f64]);
    Picture::drawn_twice("learning_curve", "Learning curve", &note, sizes, |drawing| {
        for (place, opponent) in opponents.iter().enumerate() {
            let mut chart = Drawing::new(drawing.width(), HEIGHT);
            draw_chart(&mut chart, metrics, opponent, Tone::Series(place));
            drawing.place([0.0, HEIGHT * place as f64], &chart);
        }
    })
}

fn draw_chart(drawing: &mut Drawing, metrics: &Metrics, opponent: &str, tone: Tone) {
    let title = text(TEXT).bold();
    let words = title.shortened(&format!("against {opponent}"), drawing.width() - 8.0);
    drawing.text([4.0, TITLE / 2.0], &words, title);
    let x = generations(metrics.evaluations.iter().map(|evaluation| evaluation.generation));
    let of: Vec<_> = metrics
        .evaluations
        .iter()
        .filter(|evaluation| evaluation.opponent == opponent)
        .collect();
    let ends = of.iter().flat_map(|evaluation| interval(evaluation));
    let y = Axis::around(with_near_zero(ends), "points per hand").signed();
    let [low, high] = y.ends();
    let mut chart = Chart::new(drawing, TITLE, x, y);
    if low < 0.0 && high > 0.0 {
        chart.level(0.0, Tone::Muted.stroke(1.0));
    }
    draw(&mut chart, &of, tone);
}

/// The values, and zero if it is nearer to them than they are far apart.
fn with_near_zero(values: impl Iterator<Item = f64> + Clone) -> impl Iterator<Item = f64> {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.clone().fold(f64::NEG_INFINITY, f64::max);
    let gap = low.max(-high);
    values.chain((gap < high - low).then_some(0.0))
}

/// The axis of generations, marked at whole numbers.
pub(super) fn generations(numbers: impl Iterator<Item = u32> + Clone) -> Axis {
    let first = f64::from(numbers.clone().min().unwrap_or(0));
    let last = f64::from(numbers.max().unwrap_or(0));
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
        let tooltip = format!("generation {generation} against {opponent}: {}", signed(evaluation.mean, 3));
        chart.dot(at(evaluation), 5.0, Tone::Paper.fill(), "");
        chart.dot(at(evaluation), 3.6, tone.fill(), &tooltip);
    }
}

/// The ends of the 95 % interval of a match; the mean twice if there is no interval.
pub(super) fn interval(evaluation: &MatchLine) -> [f64; 2] {
    evaluation.interval.unwrap_or([evaluation.mean; 2])
}

#[cfg(test)]
mod tests {
    use super::with_near_zero;

    #[test]
    fn zero_is_on_the_axis_only_where_it_hides_no_slope() {
        let all = |values: &[f64]| with_near_zero(values.iter().copied()).collect::<Vec<_>>();
        assert_eq!(all(&[3.0, 4.0]), [3.0, 4.0]);
        assert_eq!(all(&[-3.0, -2.5]), [-3.0, -2.5]);
        assert_eq!(all(&[0.5, 4.0]), [0.5, 4.0, 0.0]);
        assert_eq!(all(&[-1.0, 1.0]), [-1.0, 1.0, 0.0]);
    }
}
