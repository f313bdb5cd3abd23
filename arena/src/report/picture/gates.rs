//! The gate's decisions: each new network against the best one before it.

use plotters::prelude::{Circle, Color, PathElement};

use super::generations::chart;
use super::{BAD, Canvas, Drawn, GOOD, Picture, legend};
use crate::error::ArenaError;
use crate::report::metrics::{Gate, Metrics};
use crate::stats::NORMAL_95;

const HEIGHT: u32 = 380;

pub fn picture(metrics: &Metrics) -> Result<Picture, ArenaError> {
    let note = "Points a hand of each new network against the best one before it; bars are 95 % intervals.";
    Picture::draw("gates", "Gate", note.to_string(), HEIGHT, |canvas| {
        legend(canvas, [("accepted", GOOD), ("rejected", BAD)].into_iter())?;
        draw(canvas, &metrics.gates)
    })
}

fn draw(canvas: &Canvas<'_>, gates: &[Gate]) -> Drawn {
    let mut chart = chart(canvas, gates.iter().map(|gate| (gate.generation, interval(gate))))?;
    for gate in gates {
        let color = if gate.accepted { GOOD } else { BAD };
        let at = gate.generation as f64;
        let ends = interval(gate).map(|end| (at, end));
        chart.draw_series([PathElement::new(ends, color.stroke_width(2))])?;
        chart.draw_series([Circle::new((at, gate.mean), 6, color.filled())])?;
    }
    Ok(())
}

fn interval(gate: &Gate) -> [f64; 2] {
    [-NORMAL_95, NORMAL_95].map(|end| gate.mean + end * gate.standard_error)
}
