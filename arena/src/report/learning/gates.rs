//! The gate's decisions: each new network against the best one before it.

use super::SIZE;
use super::curve::generations;
use crate::picture::{Axis, Chart, Picture, Tone, legend};
use crate::report::metrics::{Gate, Metrics};
use crate::stats::NORMAL_95;
use crate::table::signed;

pub fn picture(metrics: &Metrics) -> Picture {
    let gates = &metrics.gates;
    let note = "Points a hand of each new network against the best one before it; bars are 95 % intervals.";
    Picture::drawn("gates", "Gate", note, SIZE, |drawing| {
        let top = legend(drawing, [("accepted", Tone::Good), ("rejected", Tone::Bad)]);
        let x = generations(gates.iter().map(|gate| gate.generation));
        let y = Axis::around_zero(gates.iter().flat_map(interval), "points a hand").signed();
        let mut chart = Chart::new(drawing, top, x, y);
        chart.level(0.0, Tone::Muted.stroke(1.0));
        for gate in gates {
            draw(&mut chart, gate);
        }
    })
}

fn draw(chart: &mut Chart<'_>, gate: &Gate) {
    let tone = if gate.accepted { Tone::Good } else { Tone::Bad };
    let at = gate.generation as f64;
    chart.line(&interval(gate).map(|end| [at, end]), tone.stroke(2.0));
    let told = format!("generation {}: {}", gate.generation, signed(gate.mean, 3));
    chart.dot([at, gate.mean], 5.0, tone.fill(), &told);
}

fn interval(gate: &Gate) -> [f64; 2] {
    [-NORMAL_95, NORMAL_95].map(|end| gate.mean + end * gate.standard_error)
}
