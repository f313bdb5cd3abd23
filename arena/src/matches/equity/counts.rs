//! Frequencies of the hands' points by position: exact counts, so that they add up in any order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use spariglio_agents::equity::{HandFigures, PositionFigures};
use spariglio_engine::{Game, HandScore};

/// Hands counted by their result.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(from = "Listed", into = "Listed")]
pub struct HandCounts {
    /// Hands without shutout, by points of the side that plays first and of the dealer's side.
    points: BTreeMap<(i32, i32), u64>,
    /// Shutouts of the side that plays first and of the dealer's side.
    shutouts: [u64; 2],
}

/// [`HandCounts`] as JSON holds them.
#[derive(Serialize, Deserialize)]
struct Listed {
    /// Points of both sides, and the number of such hands.
    points: Vec<(i32, i32, u64)>,
    shutouts: [u64; 2],
}

impl From<HandCounts> for Listed {
    fn from(counts: HandCounts) -> Listed {
        let points = counts.points.into_iter().map(|((first, dealer), count)| (first, dealer, count));
        Listed { points: points.collect(), shutouts: counts.shutouts }
    }
}

impl From<Listed> for HandCounts {
    fn from(listed: Listed) -> HandCounts {
        let points = listed.points.into_iter().map(|(first, dealer, count)| ((first, dealer), count));
        HandCounts { points: points.collect(), shutouts: listed.shutouts }
    }
}

impl HandCounts {
    /// Adds a hand that `dealer` dealt.
    pub fn push(&mut self, game: &Game, dealer: usize, score: &HandScore) {
        let side = game.side(dealer);
        match score.shutout() {
            Some(winner) => self.shutouts[usize::from(winner == side)] += 1,
            None => {
                self.add([1 - side, side].map(|side| score.side(side).total()), 1);
            }
        }
    }

    /// Adds `count` hands without shutout, with these points for the side that plays first and for the dealer's.
    pub(super) fn add(&mut self, [first, dealer]: [i32; 2], count: u64) {
        *self.points.entry((first, dealer)).or_default() += count;
    }

    /// Adds the hands of `other`.
    pub fn merge(&mut self, other: &HandCounts) {
        for (&(first, dealer), &count) in &other.points {
            self.add([first, dealer], count);
        }
        for (sum, count) in self.shutouts.iter_mut().zip(other.shutouts) {
            *sum += count;
        }
    }

    /// Hands counted.
    #[must_use]
    pub fn hands(&self) -> u64 {
        self.points.values().sum::<u64>() + self.shutouts.iter().sum::<u64>()
    }

    /// Results without shutout with their share of all hands, in ascending order.
    pub(super) fn shares(&self) -> impl Iterator<Item = ([i32; 2], f64)> + '_ {
        let hands = self.hands() as f64;
        self.points
            .iter()
            .map(move |(&(first, dealer), &count)| ([first, dealer], count as f64 / hands))
    }

    /// Shares of hands that end with a shutout of the side that plays first, and of the dealer's.
    pub(super) fn shutout_shares(&self) -> [f64; 2] {
        self.shutouts.map(|count| count as f64 / self.hands() as f64)
    }

    /// Average figures of a hand.
    pub(super) fn figures(&self) -> HandFigures {
        let played: f64 = self.shares().map(|(_, share)| share).sum();
        let mean = |value: &dyn Fn([i32; 2]) -> f64| {
            let sum: f64 = self.shares().map(|(points, share)| share * value(points)).sum();
            if played > 0.0 { sum / played } else { 0.0 }
        };
        let deviation = |sign: i32| {
            let value = |[first, dealer]: [i32; 2]| f64::from(first + sign * dealer);
            let middle = mean(&value);
            mean(&|points| (value(points) - middle).powi(2)).sqrt()
        };
        let [first, dealer] = self.shutout_shares();
        HandFigures {
            forehand: PositionFigures { points: mean(&|points| points[0].into()), shutouts: first },
            dealer: PositionFigures { points: mean(&|points| points[1].into()), shutouts: dealer },
            margin_deviation: deviation(-1),
            total_deviation: deviation(1),
        }
    }

    /// The result at `place` below [`HandCounts::hands`], to draw one: the points, or the side that made a shutout (0 =
    /// the side that plays first).
    #[cfg(test)]
    pub(super) fn nth(&self, mut place: u64) -> Result<[i32; 2], usize> {
        for (&(first, dealer), &count) in &self.points {
            if place < count {
                return Ok([first, dealer]);
            }
            place -= count;
        }
        Err(usize::from(place >= self.shutouts[0]))
    }
}
