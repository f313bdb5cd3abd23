//! The sums behind the figures, in whole numbers.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use spariglio_agents::solver::EndgameDecision;
use spariglio_engine::Game;

use super::{FIGURES, Over, Plays, Seen};
use crate::pairs::outcome::Outcome;

/// Sums of one agent over hands and sides held. In a file: each sum by its key.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct BehaviourTally {
    /// Hands times sides held.
    pub hands: u64,
    /// Cards played.
    pub plays: u64,
    /// For each of [`FIGURES`] its sum, and the sum that divides it, if any.
    pub(super) sums: [[u64; 2]; FIGURES.len()],
    /// Endgame decisions solved.
    pub endgame_decisions: u64,
    /// Points that they lost.
    pub endgame_lost: u64,
}

impl BehaviourTally {
    /// Adds a hand as `side` played it.
    pub fn push(&mut self, game: &Game, hand: &Outcome, side: usize, plays: &Plays) {
        self.hands += 1;
        self.plays += u64::from(plays.played[side]);
        let side_view = Seen { game, hand, side, plays };
        for (figure, sums) in FIGURES.iter().zip(&mut self.sums) {
            sums[0] += (figure.sum.count)(&side_view);
            if let Over::Sum(over) = figure.over {
                sums[1] += (over.count)(&side_view);
            }
        }
    }

    /// Adds a decision of an endgame.
    pub fn push_endgame(&mut self, decision: &EndgameDecision) {
        self.endgame_decisions += 1;
        self.endgame_lost += u64::try_from(decision.lost).unwrap_or(0);
    }

    /// Adds all that `other` holds.
    pub fn merge(&mut self, other: &BehaviourTally) {
        self.hands += other.hands;
        self.plays += other.plays;
        let sums = self.sums.as_flattened_mut().iter_mut();
        sums.zip(other.sums.as_flattened()).for_each(|(sum, more)| *sum += more);
        self.endgame_decisions += other.endgame_decisions;
        self.endgame_lost += other.endgame_lost;
    }
}

/// The keys of a figure's two sums; `None` if the divisor is hands or plays.
fn keys(figure: usize) -> [Option<&'static str>; 2] {
    let over = match FIGURES[figure].over {
        Over::Sum(over) => Some(over.key),
        Over::Hands | Over::Plays => None,
    };
    [Some(FIGURES[figure].sum.key), over]
}

impl Serialize for BehaviourTally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entries = vec![("hands", self.hands), ("plays", self.plays)];
        for (figure, sums) in self.sums.iter().enumerate() {
            let [sum, over] = keys(figure);
            for (key, value) in [(over, sums[1]), (sum, sums[0])] {
                let new = key.filter(|key| entries.iter().all(|(other, _)| other != key));
                entries.extend(new.map(|key| (key, value)));
            }
        }
        entries.push(("endgame_decisions", self.endgame_decisions));
        entries.push(("endgame_lost", self.endgame_lost));
        let mut map = serializer.serialize_map(Some(entries.len()))?;
        entries.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for BehaviourTally {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BehaviourTally, D::Error> {
        let entries = BTreeMap::<String, u64>::deserialize(deserializer)?;
        let of = |key: &str| entries.get(key).copied().unwrap_or(0);
        let mut tally = BehaviourTally {
            hands: of("hands"),
            plays: of("plays"),
            endgame_decisions: of("endgame_decisions"),
            endgame_lost: of("endgame_lost"),
            ..BehaviourTally::default()
        };
        for (figure, sums) in tally.sums.iter_mut().enumerate() {
            *sums = keys(figure).map(|key| key.map_or(0, of));
        }
        Ok(tally)
    }
}
