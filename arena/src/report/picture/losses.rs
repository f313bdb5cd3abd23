//! The losses of training, a panel each, over all steps of the run.

use plotters::prelude::{ChartBuilder, Circle, Color, IntoFont, LineSeries, PathElement, RGBColor};
use plotters::style::text_anchor::HPos;

use super::{Canvas, Drawn, GRID, INK, MUTED, Picture, SERIES, TEXT, label, style};
use crate::error::ArenaError;
use crate::report::metrics::{Metrics, TrainStep};

const PANEL: u32 = 200;
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
    training: Vec<(f64, f64)>,
    held_out: Vec<(f64, f64)>,
}

/// None where the run has no training.
pub fn picture(metrics: &Metrics) -> Result<Option<Picture>, ArenaError> {
    let borders = borders(&metrics.train);
    let curve = |&(name, field): &(&'static str, Field)| Curve {
        name,
        training: thinned(series(&metrics.train, field)),
        held_out: series(&metrics.validation, field),
    };
    let curves: Vec<Curve> = FIELDS
        .iter()
        .map(curve)
        .filter(|curve| curve.training.len() > 1)
        .collect();
    if curves.is_empty() {
        return Ok(None);
    }
    let note = "Losses over the steps of the whole run: training rows as a line, held-out rows as dots; upright lines \
        are the starts of generations.";
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

fn at(step: &TrainStep) -> f64 {
    step.total_steps.unwrap_or(step.step) as f64
}

fn series(steps: &[TrainStep], field: Field) -> Vec<(f64, f64)> {
    steps
        .iter()
        .filter_map(|step| field(step).map(|loss| (at(step), loss)))
        .collect()
}

/// Where generations start, but for the first.
fn borders(train: &[TrainStep]) -> Vec<f64> {
    let new = train.windows(2).filter(|two| two[0].generation != two[1].generation);
    new.map(|two| at(&two[0])).collect()
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
    let losses = || curve.training.iter().chain(&curve.held_out).map(|point| point.1);
    let low = losses().fold(f64::INFINITY, f64::min);
    let high = losses().fold(f64::NEG_INFINITY, f64::max);
    let air = ((high - low) * 0.08).max(1e-6);
    let end = curve.training.last().map_or(1.0, |point| point.0);
    label(panel, curve.name, (60, 14), &style(TEXT - 1, &INK, HPos::Left))?;
    let mut chart = ChartBuilder::on(panel)
        .margin_top(28)
        .margin_right(12)
        .x_label_area_size(30)
        .y_label_area_size(58)
        .build_cartesian_2d(0.0..end, low - air..high + air)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(GRID.mix(0.0))
        .bold_line_style(GRID)
        .axis_style(GRID)
        .x_labels(4)
        .y_labels(5)
        .label_style(("sans-serif", TEXT - 4).into_font().color(&MUTED))
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
    chart.draw_series(LineSeries::new(curve.training.iter().copied(), color.stroke_width(2)))?;
    let dots = curve.held_out.iter().map(|&point| Circle::new(point, 4, INK.filled()));
    chart.draw_series(dots)?;
    Ok(())
}
