//! The learning curve: each generation's margin against fixed opponents.

use plotters::prelude::{Circle, Color, LineSeries, PathElement};

use super::generations::chart;
use super::{Canvas, Drawn, PAPER, Picture, SERIES, legend};
use crate::error::ArenaError;
use crate::report::metrics::{Evaluation, Metrics};
use crate::stats::NORMAL_95;

const HEIGHT: u32 = 380;

pub fn picture(metrics: &Metrics) -> Result<Picture, ArenaError> {
    let note = "Points a hand of each generation's network against fixed opponents; bars are 95 % intervals.";
    Picture::draw("learning_curve", "Learning curve", note.to_string(), HEIGHT, |canvas| {
        let opponents = metrics.opponents();
        let names: Vec<String> = opponents.iter().map(|name| format!("against {name}")).collect();
        legend(canvas, names.iter().map(String::as_str).zip(SERIES.into_iter().cycle()))?;
        draw(canvas, &metrics.evaluations, &opponents)
    })
}

fn draw(canvas: &Canvas<'_>, evaluations: &[Evaluation], opponents: &[&str]) -> Drawn {
    let seen = evaluations
        .iter()
        .map(|evaluation| (evaluation.generation, interval(evaluation)));
    let mut chart = chart(canvas, seen)?;
    for (opponent, color) in opponents.iter().zip(SERIES.into_iter().cycle()) {
        let of = || evaluations.iter().filter(|evaluation| evaluation.opponent == *opponent);
        let at = |evaluation: &Evaluation| (evaluation.generation as f64, evaluation.mean);
        chart.draw_series(LineSeries::new(of().map(at), color.stroke_width(3)))?;
        chart.draw_series(of().map(|evaluation| {
            let ends = interval(evaluation).map(|end| (evaluation.generation as f64, end));
            PathElement::new(ends, color.stroke_width(2))
        }))?;
        chart.draw_series(of().map(|evaluation| Circle::new(at(evaluation), 6, PAPER.filled())))?;
        chart.draw_series(of().map(|evaluation| Circle::new(at(evaluation), 4, color.filled())))?;
    }
    Ok(())
}

fn interval(evaluation: &Evaluation) -> [f64; 2] {
    [-NORMAL_95, NORMAL_95].map(|end| evaluation.mean + end * evaluation.standard_error)
}
