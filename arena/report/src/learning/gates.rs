//! The gate's decisions: each new network against the best one before it.

use super::WIDTHS;
use super::curve::{generations, interval};
use crate::figures::signed;
use crate::metrics::Metrics;
use crate::picture::{Axis, Chart, Picture, Tone, legend};
use spariglio_files::metrics::GateLine;

pub fn picture(metrics: &Metrics) -> Picture {
    let gates = &metrics.gates;
    let note = "Points per hand of each new network against the best one before it; bars are 95 % intervals.";
    Picture::drawn_twice("gates", "Gate", note, WIDTHS.map(|width| [width, 280.0]), |drawing| {
        let top = legend(drawing, [("accepted", Tone::Good), ("rejected", Tone::Bad)]);
        let x = generations(gates.iter().map(|gate| gate.result.generation));
        let y = Axis::around_zero(gates.iter().flat_map(|gate| interval(&gate.result)), "points per hand").signed();
        let mut chart = Chart::new(drawing, top, x, y);
        chart.level(0.0, Tone::Muted.stroke(1.0));
        for gate in gates {
            draw(&mut chart, gate);
        }
    })
}

fn draw(chart: &mut Chart<'_>, gate: &GateLine) {
    let tone = if gate.accepted { Tone::Good } else { Tone::Bad };
    let at = f64::from(gate.result.generation);
    chart.line(&interval(&gate.result).map(|end| [at, end]), tone.stroke(2.0));
    let tooltip = format!("generation {}: {}", gate.result.generation, signed(gate.result.mean, 3));
    chart.dot([at, gate.result.mean], 5.0, tone.fill(), &tooltip);
}
