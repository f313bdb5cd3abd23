//! The tables of the page.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::thousands;
use crate::report::metrics::{Gate, Metrics};
use crate::report::pairs::half_width;
use crate::report::shade::Shade;
use crate::result::{ArenaResult, PairResult};
use crate::stats::NORMAL_95;
use crate::table::signed;

/// An agent's mean over the other agents.
pub struct Standing<'a> {
    pub name: &'a str,
    pub mean: f64,
    pub standard_error: f64,
    pub win: f64,
    pub tie: f64,
    pub loss: f64,
    pub shutouts: u64,
}

fn interval([low, high]: [f64; 2]) -> String {
    format!("{} to {}", signed(low, 3), signed(high, 3))
}

/// All agents, best mean first.
pub fn standings(arena: &ArenaResult) -> Vec<Standing<'_>> {
    let mut standings: Vec<_> = (0..arena.agents.len()).map(|agent| standing(arena, agent)).collect();
    standings.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    standings
}

fn standing(arena: &ArenaResult, agent: usize) -> Standing<'_> {
    let against = || (0..arena.agents.len()).filter_map(move |other| arena.between(agent, other));
    let others = against().count().max(1) as f64;
    let mean = |figure: &dyn Fn(&PairResult, f64) -> f64| {
        against().map(|(pair, sign)| figure(pair, sign)).sum::<f64>() / others
    };
    Standing {
        name: &arena.names[agent],
        mean: mean(&|pair, sign| sign * pair.mean),
        standard_error: mean(&|pair, _| others * pair.standard_error.powi(2)).sqrt() / others,
        win: mean(&|pair, sign| if sign > 0.0 { pair.win } else { pair.loss }),
        tie: mean(&|pair, _| pair.tie),
        loss: mean(&|pair, sign| if sign > 0.0 { pair.loss } else { pair.win }),
        shutouts: against()
            .map(|(pair, sign)| pair.shutouts[usize::from(sign < 0.0)])
            .sum(),
    }
}

pub fn standings_table(arena: &ArenaResult) -> Markup {
    html! {
        div.scroll { table {
            thead { tr {
                th { "agent" } th { "points a hand" } th { "95 % interval" } th { "won" } th { "tied" } th { "lost" } th { "shutouts" }
            } }
            tbody { @for row in standings(arena) {
                @let half = NORMAL_95 * row.standard_error;
                tr {
                    th { (row.name) }
                    td { (signed(row.mean, 3)) }
                    td { (interval([row.mean - half, row.mean + half])) }
                    td { (format!("{:.1} %", row.win)) }
                    td { (format!("{:.1} %", row.tie)) }
                    td { (format!("{:.1} %", row.loss)) }
                    td { (thousands(row.shutouts)) }
                }
            } }
        } }
    }
}

pub fn cross(arena: &ArenaResult) -> Markup {
    let places = 0..arena.agents.len();
    html! {
        div.scroll { table.cross {
            thead { tr { th { } @for name in &arena.names { th { (name) } } } }
            tbody { @for row in places.clone() {
                tr {
                    th { (arena.names[row]) }
                    @for column in places.clone() { (cell(arena.between(row, column))) }
                }
            } }
        } }
    }
}

fn cell(found: Option<(&PairResult, f64)>) -> Markup {
    let Some((pair, sign)) = found else {
        return html! { td.self { "·" } };
    };
    let shade = Shade::of(pair, sign);
    html! {
        td class=(shade.class()) style=(format!("--strength:{:.0}", 100.0 * shade.strength())) {
            b { (signed(sign * pair.mean, 2)) }
            small { (format!("± {:.2}", half_width(pair))) }
        }
    }
}

pub fn pairs(arena: &ArenaResult) -> Markup {
    html! {
        div.scroll { table {
            thead { tr {
                th { "pair" } th { "hands" } th { "points a hand" } th { "95 % interval" } th { "won / tied / lost" }
                th { "shutouts" } th { "duplicate gain" } th { "first side" }
            } }
            tbody { @for pair in &arena.pairs {
                @let [first, second] = pair.places;
                @let at_first = &pair.by_position.first;
                tr {
                    th { (arena.names[first]) " – " (arena.names[second]) }
                    td { (thousands(pair.hands)) }
                    td { (signed(pair.mean, 3)) }
                    td { (interval([pair.interval[0], pair.interval[1]])) }
                    td { (format!("{:.1} / {:.1} / {:.1}", pair.win, pair.tie, pair.loss)) }
                    td { (thousands(pair.shutouts[0])) " – " (thousands(pair.shutouts[1])) }
                    td { @if let Some(reduction) = pair.variance_reduction { (format!("× {reduction:.2}")) } @else { "·" } }
                    td { (format!("{:.1} / {:.1} / {:.1}", at_first.win, at_first.tie, at_first.loss)) }
                }
            } }
        } }
    }
}

/// Points by kind: a row a kind, a column an agent.
pub fn kinds(arena: &ArenaResult) -> Markup {
    let mut rows: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let others = arena.agents.len().saturating_sub(1).max(1) as f64;
    for pair in &arena.pairs {
        for (agent, result) in pair.places.into_iter().zip(&pair.by_agent) {
            for (kind, points) in &result.points_by_kind {
                let row = rows.entry(kind).or_insert_with(|| vec![0.0; arena.agents.len()]);
                row[agent] += points / others;
            }
        }
    }
    html! {
        div.scroll { table {
            thead { tr { th { "kind" } @for name in &arena.names { th { (name) } } } }
            tbody { @for (kind, row) in &rows {
                tr {
                    th { (kind.replace('_', " ")) }
                    @for points in row { td { (format!("{points:.3}")) } }
                }
            } }
        } }
    }
}

pub fn gates(gates: &[Gate]) -> Markup {
    html! {
        div.scroll { table {
            thead { tr { th { "generation" } th { "decision" } th { "points a hand" } th { "95 % interval" } } }
            tbody { @for gate in gates {
                @let half = NORMAL_95 * gate.standard_error;
                tr {
                    th { (gate.generation) }
                    td { @if gate.accepted { span.accepted { "accepted" } } @else { span.rejected { "rejected" } } }
                    td { (signed(gate.mean, 3)) }
                    td { (interval([gate.mean - half, gate.mean + half])) }
                }
            } }
        } }
    }
}

pub fn evaluations(metrics: &Metrics) -> Markup {
    html! {
        div.scroll { table {
            thead { tr { th { "generation" } th { "opponent" } th { "points a hand" } th { "95 % interval" } th { "hands" } } }
            tbody { @for evaluation in &metrics.evaluations {
                @let half = NORMAL_95 * evaluation.standard_error;
                tr {
                    th { (evaluation.generation) }
                    td { (evaluation.opponent) }
                    td { (signed(evaluation.mean, 3)) }
                    td { (interval([evaluation.mean - half, evaluation.mean + half])) }
                    td { (evaluation.hands.map_or("·".to_string(), thousands)) }
                }
            } }
        } }
    }
}
