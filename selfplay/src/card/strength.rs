//! Strength: what the ladders in `ladders/` measured of the agents of a data set.

use serde::Deserialize;

/// The ladders that name agents as data sets do.
const LADDERS: [&str; 3] = [
    include_str!("../../ladders/basics.json"),
    include_str!("../../ladders/nets.json"),
    include_str!("../../ladders/scopone_settings.json"),
];

#[derive(Deserialize)]
struct Ladder {
    rows: Vec<LadderRow>,
}

#[derive(Deserialize)]
struct LadderRow {
    rules: String,
    specs: Vec<String>,
    pairs: Vec<Pair>,
}

#[derive(Deserialize)]
struct Pair {
    places: [usize; 2],
    figures: Figures,
}

#[derive(Copy, Clone, Deserialize)]
struct Figures {
    hands: u64,
    margin: Margin,
}

#[derive(Copy, Clone, Deserialize)]
struct Margin {
    mean: f64,
    interval: Option<[f64; 2]>,
}

/// What a ladder says of an agent.
#[derive(Debug, PartialEq)]
pub(super) struct Measured {
    pub agent: String,
    pub against: String,
    /// Points per hand more than the opponent, and the ends of the 95 % interval.
    pub mean: f64,
    pub interval: [f64; 2],
    pub hands: u64,
}

/// What the ladders say of these agents in a game, against other agents. A label may name the weights of a network
/// behind the specification.
pub(super) fn measured(rules: &str, labels: &[String]) -> Vec<Measured> {
    let mut rows = Vec::new();
    for ladder in LADDERS {
        let ladder: Ladder = serde_json::from_str(ladder).expect("a ladder of this repository");
        for row in ladder.rows.iter().filter(|row| row.rules == rules) {
            for pair in &row.pairs {
                rows.extend(labels.iter().filter_map(|label| of(label, row, pair)));
            }
        }
    }
    rows
}

fn of(label: &str, row: &LadderRow, pair: &Pair) -> Option<Measured> {
    let spec = label.split(" (weights ").next()?;
    let [first, second] = pair.places.map(|place| row.specs.get(place).map(String::as_str));
    let Figures { hands, margin: Margin { mean, interval } } = pair.figures;
    let [low, high] = interval?;
    let measured = |against: &str, mean, interval| Measured {
        agent: label.to_owned(),
        against: against.to_owned(),
        mean,
        interval,
        hands,
    };
    match (first?, second?) {
        (first, second) if first == second => None,
        (first, second) if first == spec => Some(measured(second, mean, [low, high])),
        (first, second) if second == spec => Some(measured(first, -mean, [-high, -low])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ladders_know_is_found_from_both_sides() {
        let labels = ["greedy", "net (weights 0123456789abcdef)", "nobody"].map(str::to_owned);
        let rows = measured("scopone", &labels);
        let better = |agent: &str, against: &str| {
            let one = rows.iter().find(|one| one.agent == agent && one.against == against);
            one.map(|one| (one.mean > 0.0, one.interval[0] < one.mean && one.mean < one.interval[1]))
        };
        assert_eq!(better("greedy", "random"), Some((true, true)));
        assert_eq!(better(&labels[1], "greedy"), Some((true, true)));
        assert_eq!(better("greedy", "net"), Some((false, true)));
        assert!(rows.iter().all(|one| one.agent != "nobody" && one.against != "nobody"));
        assert!(measured("no such game", &labels).is_empty());
    }
}
