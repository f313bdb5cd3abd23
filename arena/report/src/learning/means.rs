//! The means of learning over the decisions of the run, one panel each.

use super::PANEL;
use crate::metrics::Metrics;
use crate::picture::{Axis, Chart, Drawing, Panel, Picture, Point, Scale, Tone};
use spariglio_files::metrics::LearningLine;

type Field = fn(&LearningLine) -> Option<f64>;
/// The figures, one per panel.
const FIELDS: [(&str, Field); 5] = [
    ("policy: entropy, nats", |line| Some(line.entropy)),
    ("policy: divergence from the residual, nats", |line| Some(line.divergence)),
    ("policy: divergence from the labels, nats", |line| line.label_divergence),
    ("critic: explained share of the margin's variance", |line| {
        Some(line.value_explained.iter().sum::<f64>() / 4.0)
    }),
    ("policy: norm of the gradient", |line| Some(line.gradient_norm)),
];

/// `None` if the run has fewer than two lines of learning.
pub fn picture(metrics: &Metrics) -> Option<Picture> {
    let curves = FIELDS.iter().map(|&(name, field)| {
        let point = |line: &LearningLine| Some([line.decisions as f64, field(line)?]);
        (name, metrics.learning.iter().filter_map(point).collect::<Vec<Point>>())
    });
    let curves = curves.filter(|(_, points)| points.len() > 1);
    let panels: Vec<Panel> = curves
        .zip((0..).map(Tone::Series))
        .map(|((name, points), tone)| panel(name, &points, tone))
        .collect();
    Picture::of("learning", "Learning", "Means over the decisions since the point before.", panels)
}

fn panel(name: &str, points: &[Point], tone: Tone) -> Panel {
    let mut drawing = Drawing::new(PANEL[0], PANEL[1]);
    let end = points.last().map_or(1.0, |point| point[0]).max(1.0);
    let x = Axis::new(Scale::Whole, 0.0, end, "decisions");
    let y = Axis::around(points.iter().map(|point| point[1]), "");
    Chart::new(&mut drawing, 0.0, x, y).line(points, tone.stroke(2.0));
    Panel { title: name.to_owned(), drawing }
}
