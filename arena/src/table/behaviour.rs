//! How the agents played, as text: means over all the pairs of each, every hand counting the same.

use super::aligned;
use crate::behaviour::{Behaviour, BehaviourTally};
use crate::result::ArenaResult;

/// The rows, aligned.
pub(super) fn lines(result: &ArenaResult) -> Vec<String> {
    std::iter::once(String::new()).chain(aligned(&rows(result))).collect()
}

/// A row a figure, a column an agent, the first row the heads; figures that are zero for all are left out.
pub(crate) fn rows(result: &ArenaResult) -> Vec<Vec<String>> {
    let agents = of_agents(result);
    let mut rows = vec![vec!["a hand".to_string()]];
    rows[0].extend(result.names.iter().cloned());
    for (name, figure) in FIGURES {
        let figures: Vec<Option<f64>> = agents.iter().map(figure).collect();
        if figures.iter().flatten().any(|&figure| figure != 0.0) {
            let cells = figures
                .iter()
                .map(|figure| figure.map_or("-".to_string(), |figure| format!("{figure:.3}")));
            rows.push(std::iter::once(name.to_string()).chain(cells).collect());
        }
    }
    rows
}

/// Reads one figure.
type Read = fn(&Behaviour) -> Option<f64>;

/// Every figure, by the name that people read.
const FIGURES: [(&str, Read); 13] = [
    ("captures", |behaviour| Some(behaviour.captures)),
    ("plays that capture, %", |behaviour| Some(behaviour.capture_percent)),
    ("sweeps made", |behaviour| Some(behaviour.sweeps)),
    ("sweeps conceded", |behaviour| Some(behaviour.sweeps_conceded)),
    ("cards", |behaviour| Some(behaviour.cards)),
    ("cards of the scoring suit", |behaviour| Some(behaviour.suit)),
    ("its seven, % of hands", |behaviour| Some(behaviour.settebello_percent)),
    ("prime", |behaviour| behaviour.prime),
    ("low meld, % of hands", |behaviour| Some(behaviour.low_meld_percent)),
    ("high meld, % of hands", |behaviour| Some(behaviour.high_meld_percent)),
    ("three-point declarations", |behaviour| Some(behaviour.threes)),
    ("ten-point declarations", |behaviour| Some(behaviour.tens)),
    ("points lost an endgame decision", |behaviour| {
        behaviour.endgame.map(|endgame| endgame.lost)
    }),
];

/// Each agent over all its pairs.
pub(crate) fn of_agents(result: &ArenaResult) -> Vec<Behaviour> {
    let mut sums = vec![BehaviourTally::default(); result.agents.len()];
    for pair in &result.pairs {
        for (place, agent) in pair.places.into_iter().zip(&pair.tally.agents) {
            sums[place].merge(&agent.behaviour);
        }
    }
    sums.iter().map(Behaviour::new).collect()
}
