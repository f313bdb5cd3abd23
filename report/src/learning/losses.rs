//! The figures of training, a panel each, over all steps of the run.

use super::PANEL;
use crate::metrics::Metrics;
use crate::picture::{Axis, Chart, Drawing, Panel, Picture, Point, Scale, Tone};
use spariglio_files::metrics::TrainingLine;

/// Points a line has at most: the mean of the steps between stands for them.
const POINTS: usize = 240;

type Field = fn(&TrainingLine) -> f64;
/// Every figure that has a panel.
const FIELDS: [(&str, Field); 7] = [
    ("total loss", |step| step.loss),
    ("policy: loss", |step| step.policy_loss),
    ("policy: divergence from the search, nats", |step| {
        step.policy_divergence
    }),
    ("policy: same best action as the search, share", |step| {
        step.policy_agreement
    }),
    ("value: loss", |step| step.value_loss),
    ("value: explained share of the outcome's variance", |step| {
        step.value_explained
    }),
    ("points by kind: loss", |step| step.points_loss),
];

/// One figure over the steps of the run.
struct Curve {
    name: &'static str,
    training: Vec<Point>,
    held_out: Vec<Point>,
}

/// None where the run has no training.
pub fn picture(metrics: &Metrics) -> Option<Picture> {
    let borders = borders(&metrics.train);
    let curves = FIELDS.iter().map(|&(name, field)| Curve {
        name,
        training: thinned(&series(&metrics.train, field)),
        held_out: series(&metrics.validation, field),
    });
    let shown = curves.filter(|curve| curve.training.len() > 1);
    let panels: Vec<Panel> = shown
        .zip((0..).map(Tone::Series))
        .map(|(curve, tone)| panel(&curve, tone, &borders))
        .collect();
    let note = "Over the steps of the whole run: training rows as a line, held-out rows as dots; upright lines are the starts of \
        generations.";
    (!panels.is_empty()).then(|| Picture {
        name: "losses",
        title: "Training",
        note: note.to_owned(),
        panels,
        narrow: None,
    })
}

fn panel(curve: &Curve, tone: Tone, borders: &[f64]) -> Panel {
    let mut drawing = Drawing::new(PANEL[0], PANEL[1]);
    draw(&mut drawing, curve, tone, borders);
    Panel {
        title: curve.name.to_owned(),
        drawing,
    }
}

fn at(step: &TrainingLine) -> f64 {
    step.total_steps as f64
}

fn series(steps: &[TrainingLine], field: Field) -> Vec<Point> {
    steps.iter().map(|step| [at(step), field(step)]).collect()
}

/// Where generations start, but for the first.
fn borders(train: &[TrainingLine]) -> Vec<f64> {
    let new = train.windows(2).filter(|two| two[0].generation != two[1].generation);
    new.map(|two| at(&two[0])).collect()
}

fn thinned(points: &[Point]) -> Vec<Point> {
    let bucket = points.len().div_ceil(POINTS).max(1);
    let mean = |some: &[Point], part: usize| some.iter().map(|point| point[part]).sum::<f64>() / some.len() as f64;
    points
        .chunks(bucket)
        .map(|some| [mean(some, 0), mean(some, 1)])
        .collect()
}

fn draw(drawing: &mut Drawing, curve: &Curve, tone: Tone, borders: &[f64]) {
    let losses = curve.training.iter().chain(&curve.held_out).map(|point| point[1]);
    let end = curve.training.last().map_or(1.0, |point| point[0]).max(1.0);
    let x = Axis::new(Scale::Whole, 0.0, end, "step");
    let mut chart = Chart::new(drawing, 0.0, x, Axis::around(losses, ""));
    for &border in borders {
        chart.upright(border, Tone::Muted.stroke(0.6));
    }
    chart.line(&curve.training, tone.stroke(2.0));
    for &point in &curve.held_out {
        chart.dot(
            point,
            3.5,
            Tone::Ink.fill(),
            &format!("held out, step {:.0}: {:.4}", point[0], point[1]),
        );
    }
}
