//! The losses of training, a panel each, over all steps of the run.

use plotters::prelude::{ChartBuilder, Color, IntoFont, LineSeries, PathElement, RGBColor};
use plotters::style::text_anchor::HPos;

use super::{Canvas, Drawn, GRID, INK, MUTED, Picture, SERIES, TEXT, label, style};
use crate::error::ArenaError;
use crate::report::metrics::{Metrics, TrainStep};

const PANEL: u32 = 190;
/// Points a line has at most: the mean of the steps between stands for them.
const POINTS: usize = 240;

type Field = fn(&TrainStep) -> Option<f64>;
const FIELDS: [(&str, Field); 4] = [
    ("total loss", |step| step.loss),
    ("policy loss", |step| step.policy_loss),
    ("value loss", |step| step.value_loss),
    ("points loss", |step| step.points_loss),
];

/// One loss over the steps of the run.
struct Curve {
    name: &'static str,
    points: Vec<(f64, f64)>,
}

/// None where the run has no training.
pub fn picture(metrics: &Metrics) -> Result<Option<Picture>, ArenaError> {
    let steps = run_steps(&metrics.train);
    let borders = borders(&metrics.train, &steps);
    let curves: Vec<Curve> = FIELDS
        .iter()
        .map(|&(name, field)| {
            let seen = metrics.train.iter().zip(&steps);
            let points = seen
                .filter_map(|(step, &at)| field(step).map(|loss| (at, loss)))
                .collect();
            Curve {
                name,
                points: thinned(points),
            }
        })
        .filter(|curve| curve.points.len() > 1)
        .collect();
    if curves.is_empty() {
        return Ok(None);
    }
    let note = "Losses over the steps of the whole run; upright lines are the starts of generations.";
    let height = PANEL * (curves.len() as u32).div_ceil(2);
    let draw = |canvas: &Canvas<'_>| {
        let panels = canvas.split_evenly((curves.len().div_ceil(2), 2));
        let colors = SERIES.into_iter().cycle();
        panels
            .iter()
            .zip(&curves)
            .zip(colors)
            .try_for_each(|((panel, curve), color)| draw_panel(panel, curve, &color, &borders))
    };
    Picture::draw("losses", "Losses", note.to_string(), height, draw).map(Some)
}

/// Steps counted over the whole run, also where each generation counts its own from the start.
fn run_steps(train: &[TrainStep]) -> Vec<f64> {
    let mut before = 0;
    let mut last = 0;
    let count = |step: &TrainStep| {
        if step.step <= last {
            before += last;
        }
        last = step.step;
        (before + step.step) as f64
    };
    train.iter().map(count).collect()
}

/// Where generations start, but for the first.
fn borders(train: &[TrainStep], steps: &[f64]) -> Vec<f64> {
    let pairs = train.windows(2).zip(steps.windows(2));
    pairs
        .filter(|(two, _)| two[0].generation != two[1].generation)
        .map(|(_, at)| (at[0] + at[1]) / 2.0)
        .collect()
}

fn thinned(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let bucket = points.len().div_ceil(POINTS).max(1);
    let mean = |some: &[(f64, f64)]| {
        let count = some.len() as f64;
        let sum = some
            .iter()
            .fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
        (sum.0 / count, sum.1 / count)
    };
    points.chunks(bucket).map(mean).collect()
}

fn draw_panel(panel: &Canvas<'_>, curve: &Curve, color: &RGBColor, borders: &[f64]) -> Drawn {
    let losses = || curve.points.iter().map(|point| point.1);
    let low = losses().fold(f64::INFINITY, f64::min);
    let high = losses().fold(f64::NEG_INFINITY, f64::max);
    let air = ((high - low) * 0.08).max(1e-6);
    let end = curve.points.last().map_or(1.0, |point| point.0);
    label(panel, curve.name, (56, 14), &style(TEXT - 1, &INK, HPos::Left))?;
    let mut chart = ChartBuilder::on(panel)
        .margin_top(28)
        .margin_right(12)
        .x_label_area_size(28)
        .y_label_area_size(52)
        .build_cartesian_2d(0.0..end, low - air..high + air)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(GRID.mix(0.0))
        .bold_line_style(GRID)
        .axis_style(GRID)
        .x_labels(5)
        .y_labels(5)
        .label_style(("sans-serif", TEXT - 3).into_font().color(&MUTED))
        .x_label_formatter(&|step| format!("{step:.0}"))
        .y_label_formatter(&|loss| {
            if high < 1.0 {
                format!("{loss:.3}")
            } else {
                format!("{loss:.2}")
            }
        })
        .draw()?;
    chart.draw_series(
        borders
            .iter()
            .map(|&at| PathElement::new([(at, low - air), (at, high + air)], MUTED.mix(0.45))),
    )?;
    chart.draw_series(LineSeries::new(curve.points.iter().copied(), color.stroke_width(2)))?;
    Ok(())
}
