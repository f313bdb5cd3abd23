//! The learning curve as a picture: what training and held-out rows say over all generations of a run.

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::metrics::{LineKind, MetricsLine};

const WIDTH: u32 = 960;
const HEIGHT: u32 = 640;
const TRAINING: RGBColor = RGBColor(0x3b, 0x78, 0xb8);
const HELD_OUT: RGBColor = RGBColor(0xd9, 0x5f, 0x0e);

/// One panel: its title and the number of a line that it shows.
type Panel = (&'static str, fn(&MetricsLine) -> f64);

const PANELS: [Panel; 4] = [
    ("policy: divergence from the search, nats", |line| {
        line.policy_divergence
    }),
    ("policy: same best action as the search, share", |line| {
        line.policy_agreement
    }),
    ("value: explained share of the outcome's variance", |line| {
        line.value_explained
    }),
    ("points by kind: loss", |line| line.points_loss),
];

/// Draws the lines of a `metrics.jsonl` as an SVG picture; `None` if there is nothing to draw.
///
/// # Panics
/// Never: an SVG text has no way to fail.
#[must_use]
pub fn learning_curve(lines: &[MetricsLine]) -> Option<String> {
    let last = lines
        .iter()
        .map(|line| line.total_steps)
        .max()
        .filter(|&last| last > 0)?;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
        root.fill(&WHITE).expect("SVG text");
        for (area, panel) in root.split_evenly((2, 2)).iter().zip(PANELS) {
            draw(area, panel, lines, last).expect("SVG text");
        }
        root.present().expect("SVG text");
    }
    Some(svg)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

fn draw<'a>(area: &Area<'a>, (title, number): Panel, lines: &[MetricsLine], last: u64) -> Drawn<'a> {
    let series = |kind: LineKind| -> Vec<(f64, f64)> {
        let of_kind = lines.iter().filter(|line| line.kind == kind);
        let points = of_kind.map(|line| (line.total_steps as f64, number(line)));
        points.filter(|point| point.1.is_finite()).collect()
    };
    let (training, held_out) = (series(LineKind::Train), series(LineKind::Validation));
    let (low, high) = bounds(training.iter().chain(&held_out).map(|point| point.1));
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 15))
        .margin(10)
        .x_label_area_size(32)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..last as f64, low..high)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_labels(6)
        .y_labels(6)
        .x_desc("steps")
        .x_label_formatter(&|step| format!("{step:.0}"))
        .y_label_formatter(&|value| format!("{value:.3}"))
        .label_style(("sans-serif", 11))
        .draw()?;
    for step in generation_ends(lines) {
        let border = [(step, low), (step, high)];
        chart.draw_series(LineSeries::new(border, BLACK.mix(0.15)))?;
    }
    for (name, color, points) in [("training", TRAINING, training), ("held out", HELD_OUT, held_out)] {
        if points.is_empty() {
            continue;
        }
        let dots = points.iter().map(|&point| Circle::new(point, 2, color.filled()));
        if color == HELD_OUT {
            chart.draw_series(dots)?;
        }
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 1), (x + 14, y + 1)], color.filled()));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.2))
        .label_font(("sans-serif", 11))
        .draw()
}

/// Steps at which a generation ended, but for the last line of all.
fn generation_ends(lines: &[MetricsLine]) -> Vec<f64> {
    let changes = lines.windows(2).filter(|pair| pair[0].generation != pair[1].generation);
    changes.map(|pair| pair[0].total_steps as f64).collect()
}

/// Range of the numbers with a margin, never empty.
fn bounds(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    if low > high {
        return (0.0, 1.0);
    }
    let margin = ((high - low) * 0.05).max(1e-3);
    (low - margin, high + margin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::Means;
    use crate::metrics::Position;

    #[test]
    fn a_picture_with_both_series() {
        let line = |kind, step: u64| {
            let position = Position {
                generation: (step / 50) as u32,
                step,
                total_steps: step,
                epoch: 0.0,
            };
            let means = Means {
                policy_divergence: 1.0 / step as f64,
                ..Means::default()
            };
            MetricsLine::new(kind, position, means)
        };
        let mut lines: Vec<_> = (1..=9).map(|i| line(LineKind::Train, i * 10)).collect();
        lines.push(line(LineKind::Validation, 90));
        let svg = learning_curve(&lines).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("training") && svg.contains("held out"));
        assert!(svg.contains("divergence"));
    }

    #[test]
    fn nothing_to_draw() {
        assert_eq!(learning_curve(&[]), None);
    }
}
