//! The behaviour of the agents, and the sources of their points.

use std::collections::BTreeMap;

use super::agents;
use crate::page::{Block, Section, Table};
use spariglio_arena::contests::ArenaResult;
use spariglio_arena::pairs::behaviour::{Behaviour, BehaviourTally, FIGURES};

/// The means of each agent over all its pairs.
pub fn section(arena: &ArenaResult) -> Option<Section> {
    let behaviour = behaviour(arena);
    let named = [("How it plays", behaviour), ("Points by kind", kinds(arena))];
    let tables = named.into_iter().filter(|(_, table)| !table.rows.is_empty());
    let blocks: Vec<Block> = tables
        .flat_map(|(title, table)| [Block::Heading(title.to_owned()), Block::Table(table)])
        .collect();
    let note = "Per hand and side held: means over all pairs of the agent, every hand counting the same. Percentages are of hands \
        unless stated otherwise. Points lost in endgames are against the exact solver, in the first deals of every pair.";
    (!blocks.is_empty()).then(|| Section::new("Behaviour", note, blocks))
}

/// A row for every figure, unless it is zero for all agents.
fn behaviour(arena: &ArenaResult) -> Table {
    let mut sums = vec![BehaviourTally::default(); arena.head.agents.len()];
    for pair in &arena.pairs {
        for (place, agent) in pair.places.into_iter().zip(&pair.sums.tally.agents) {
            sums[place].merge(&agent.behaviour);
        }
    }
    let played = agents(arena);
    let behaviours: Vec<Behaviour> = played.iter().map(|&agent| Behaviour::new(&sums[agent])).collect();
    let figures = FIGURES.iter().enumerate().map(|(place, figure)| {
        let values: Vec<Option<f64>> = behaviours.iter().map(|behaviour| behaviour.values[place]).collect();
        (figure.name, values)
    });
    let endgames = behaviours.iter().map(|behaviour| behaviour.endgame.map(|endgame| endgame.lost));
    let endgames = ("points lost per endgame decision", endgames.collect());
    let names = played.iter().map(|&agent| arena.head.names[agent].as_str());
    let mut table = Table::new(std::iter::once("per hand").chain(names));
    for (name, values) in figures.chain([endgames]) {
        if values.iter().flatten().any(|&value| value != 0.0) {
            let cells = values
                .iter()
                .map(|value| value.map_or("·".to_owned(), |value| format!("{value:.3}")));
            table.push(std::iter::once(name.to_owned()).chain(cells));
        }
    }
    table
}

/// Points per hand by kind, weighting every hand equally. A kind is left out if it gave no points.
fn kinds(arena: &ArenaResult) -> Table {
    let mut sides = vec![0; arena.head.agents.len()];
    let mut sums: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for pair in &arena.pairs {
        for (place, (agent, result)) in pair
            .places
            .into_iter()
            .zip(pair.sums.tally.agents.iter().zip(&pair.figures.by_agent))
        {
            sides[place] += agent.sides;
            for (kind, points) in &result.points_by_kind {
                let sum = sums.entry(kind).or_insert_with(|| vec![0.0; arena.head.agents.len()]);
                sum[place] += points * agent.sides as f64;
            }
        }
    }
    let played = agents(arena);
    let names = played.iter().map(|&agent| arena.head.names[agent].as_str());
    let mut table = Table::new(std::iter::once("points per hand").chain(names));
    for (kind, sums) in sums {
        let each = played
            .iter()
            .map(|&agent| format!("{:.3}", sums[agent] / sides[agent].max(1) as f64));
        table.push(std::iter::once(kind.replace('_', " ")).chain(each));
    }
    table
}
