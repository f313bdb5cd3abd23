//! How the estimate of each pair converged over the deals.

use super::named;
use super::{PANEL, PANELS, left_out};
use crate::figures;
use crate::page::{Block, Section};
use crate::picture::{Axis, Chart, Drawing, Panel, Picture, Scale, Tone};
use spariglio_arena::contests::{ArenaResult, PairResult};
use spariglio_stats::Estimate;
use spariglio_stats::moments::LEAST_SETS;

/// The picture starts at this share of all deals. Before it the band is so wide that it would hide everything else.
const PART: f64 = 1.0 / 250.0;

/// An estimate after a number of deals.
struct Step {
    deals: f64,
    estimate: Estimate,
}

/// `None` if no pair has a trace of two steps.
pub fn section(arena: &ArenaResult) -> Option<Section> {
    let traces: Vec<(String, Vec<Step>)> = named(arena)
        .filter(|(pair, _)| !pair.figures.pairing.cancels)
        .map(|(pair, [first, second])| {
            let title = format!("{first} – {second}: {}", figures::margin(pair, 3));
            (title, steps(pair))
        })
        .filter(|(_, steps)| steps.len() > 1)
        .collect();
    let panels: Vec<Panel> = traces.iter().take(PANELS).map(|(title, steps)| panel(title, steps)).collect();
    let note = "The line is the mean of all deals so far, the band its 95 % interval, the dashed line where it ended.";
    let picture = Picture::of("convergence", "Points per hand over the deals", note, panels)?;
    let note = left_out(traces.len());
    Some(Section::new("Convergence", note, vec![Block::Picture(picture)]))
}

fn steps(pair: &PairResult) -> Vec<Step> {
    let prefixes = pair.sums.tally.trace.prefixes();
    let fewest = LEAST_SETS.max((pair.sets() as f64 * PART) as u64);
    let late = prefixes.iter().filter(|sums| sums.count >= fewest);
    let steps = late.map(|sums| Step {
        deals: sums.count as f64,
        estimate: sums.estimate(pair.plays_per_set as f64, 1.0),
    });
    steps.collect()
}

fn panel(title: &str, steps: &[Step]) -> Panel {
    let mut drawing = Drawing::new(PANEL[0], PANEL[1]);
    let [first, last] = [&steps[0], &steps[steps.len() - 1]];
    let x = Axis::new(Scale::Log, first.deals, last.deals, "deals");
    let y = Axis::around(steps.iter().flat_map(|step| step.estimate.ends()), "").signed();
    let [low, high] = y.ends();
    let mut chart = Chart::new(&mut drawing, 0.0, x, y);
    let band: Vec<[f64; 3]> = steps
        .iter()
        .map(|step| (step.deals, step.estimate.ends()))
        .map(|(deals, [low, high])| [deals, low, high])
        .collect();
    chart.band(&band, Tone::Series(0).mixed(0.22));
    if low < 0.0 && high > 0.0 {
        chart.level(0.0, Tone::Muted.stroke(1.0));
    }
    chart.level(last.estimate.mean, Tone::Series(0).stroke(1.0).dashed());
    let line: Vec<[f64; 2]> = steps.iter().map(|step| [step.deals, step.estimate.mean]).collect();
    chart.line(&line, Tone::Series(0).stroke(2.2));
    Panel { title: title.to_owned(), drawing }
}
