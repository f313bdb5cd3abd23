//! The time of decisions, if it was measured.

use crate::figures;
use crate::page::{Block, Cell, Section, Table};
use crate::picture::{Axis, Chart, Picture, Scale, Tone};
use spariglio_arena::contests::ArenaResult;
use spariglio_arena::pairs::pool::Pool;
use spariglio_arena::pairs::timing::{DecisionTime, Histogram};
use spariglio_stats::Estimate;

/// `None` if no pair was timed.
pub fn section(arena: &ArenaResult, pool: Option<&Pool>) -> Option<Section> {
    let times: Vec<(usize, DecisionTime)> = (0..arena.head.agents.len())
        .filter_map(|agent| Some((agent, time(arena, agent)?)))
        .collect();
    if times.is_empty() {
        return None;
    }
    let mut grid = Table::new(["agent", "decisions", "mean, ms", "median, ms", "99th percentile, ms"]);
    for (agent, time) in &times {
        let cells = [time.mean_ms, time.median_ms, time.p99_ms].map(|time| Cell::from(figures::milliseconds(time)));
        let head = [Cell::from(arena.head.names[*agent].as_str()), Cell::from(figures::thousands(time.decisions))];
        grid.push(head.into_iter().chain(cells));
    }
    let mut blocks = Vec::new();
    let rated = times.iter().filter_map(|(agent, time)| {
        let [points, _] = pool?.ratings(*agent)?;
        Some((*agent, *time, points))
    });
    let rated: Vec<(usize, DecisionTime, Estimate)> = rated.collect();
    if rated.len() > 2 {
        blocks.push(Block::Picture(picture(arena, &rated)));
    }
    blocks.push(Block::Table(grid));
    let note = "Processor time (for programs wall-clock time) of decisions with more than one legal action. Unlike all other figures it differs from run to run.";
    Some(Section::new("Time per decision", note, blocks))
}

/// The time of an agent's decisions in all its pairs; `None` if none was timed.
fn time(arena: &ArenaResult, agent: usize) -> Option<DecisionTime> {
    let mut sum = Histogram::default();
    for pair in &arena.pairs {
        let clocked = pair.sums.clocked.as_ref();
        let agents = pair.places.iter().zip(clocked.iter().flat_map(|clocked| &clocked.agents));
        agents
            .filter(|(place, _)| **place == agent)
            .for_each(|(_, times)| sum.merge(times));
    }
    let time = sum.summary();
    (time.decisions > 0).then_some(time)
}

fn picture(arena: &ArenaResult, times: &[(usize, DecisionTime, Estimate)]) -> Picture {
    let note = "Points per hand over all the agents, with the 95 % interval, by the mean time per decision.";
    Picture::drawn_twice("time", "Strength and time", note, [[1040.0, 340.0], [460.0, 300.0]], |drawing| {
        let at = |time: &DecisionTime| time.mean_ms.max(1e-6);
        let ends = times
            .iter()
            .map(|(_, time, _)| at(time))
            .fold([f64::INFINITY, 0.0], |[low, high]: [f64; 2], time| [low.min(time), high.max(time)]);
        let x = Axis::new(Scale::Log, ends[0] / 2.0, ends[1] * 2.0, "ms per decision");
        let y = Axis::around(times.iter().flat_map(|(.., rating)| rating.ends()), "points per hand").signed();
        let mut chart = Chart::new(drawing, 0.0, x, y);
        for (agent, time, rating) in times {
            let name = &arena.head.names[*agent];
            let x = at(time);
            chart.line(&rating.ends().map(|end| [x, end]), Tone::Series(0).stroke(2.0));
            let tooltip =
                format!("{name}: {}, {} ms", figures::estimate(rating, 3), figures::milliseconds(time.mean_ms));
            chart.dot([x, rating.mean], 4.5, Tone::Series(0).fill(), &tooltip);
            let gap = if x * x > ends[0] * ends[1] { -9.0 } else { 9.0 };
            chart.note([x, rating.mean], [gap, 0.0], name, Tone::Ink);
        }
    })
}
