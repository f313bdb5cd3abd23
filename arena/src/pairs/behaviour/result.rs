//! The figures of a tally, as results show them.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{BehaviourTally, FIGURES, Over};

/// How an agent plays: per hand and side held unless stated otherwise. In a file: each figure by its key.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Behaviour {
    /// The value of each of [`FIGURES`]; `None` if it was not counted or its divisor is 0.
    pub values: [Option<f64>; FIGURES.len()],
    /// Endgames against the exact solver, if any were solved.
    pub endgame: Option<Endgame>,
}

/// Decisions of endgames against best play of all sides with all cards known.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Endgame {
    /// Decisions solved.
    pub decisions: u64,
    /// Points lost per decision.
    pub lost: f64,
}

impl Behaviour {
    /// The figures of a tally.
    #[must_use]
    pub fn new(tally: &BehaviourTally) -> Behaviour {
        let mut values = [None; FIGURES.len()];
        for ((value, figure), [sum, over]) in values.iter_mut().zip(&FIGURES).zip(tally.sums) {
            let over = match figure.over {
                Over::Hands => tally.hands.max(1),
                Over::Plays => tally.plays.max(1),
                Over::Sum(_) => over,
            };
            *value = (over > 0).then(|| figure.of(sum, over));
        }
        Behaviour {
            values,
            endgame: (tally.endgame_decisions > 0).then(|| Endgame {
                decisions: tally.endgame_decisions,
                lost: tally.endgame_lost as f64 / tally.endgame_decisions as f64,
            }),
        }
    }

    /// The value of the figure `key`.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<f64> {
        let place = FIGURES.iter().position(|figure| figure.key == key)?;
        self.values[place]
    }
}

impl super::Figure {
    /// The figure's value. Shares of plays are scaled before the division: the last bit depends on it, and earlier
    /// results did so.
    fn of(&self, sum: u64, over: u64) -> f64 {
        let [sum, over] = [sum, over].map(|count| count as f64);
        match self.over {
            Over::Plays => self.scale * sum / over,
            Over::Hands | Over::Sum(_) => self.scale * (sum / over),
        }
    }
}

impl Serialize for Behaviour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(FIGURES.len() + 1))?;
        for (figure, value) in FIGURES.iter().zip(&self.values) {
            map.serialize_entry(figure.key, value)?;
        }
        map.serialize_entry("endgame", &self.endgame)?;
        map.end()
    }
}
