//! How an agent plays, beside its points: [`FIGURES`] is the one table of all figures counted and shown.
//!
//! Sums are whole numbers over hands times sides held, so they add up exactly. To add a figure, add a row to the table:
//! results, reports and texts show it. If a result has no such figure it loads with `None`; unknown figures are
//! ignored. Points lost in endgames come from the exact solver (all cards known, two-sided games). They are counted
//! only in the first [`ENDGAME_DEALS`] deals of a pair.

mod result;
mod tally;

use spariglio_agents::{Hand, HandObserver};
use spariglio_engine::hand::Tally;
use spariglio_engine::{Action, Card, Game, MAX_SEATS, PointKind, SideScore};

pub use result::{Behaviour, Endgame};
pub use tally::BehaviourTally;

use crate::pairs::outcome::Outcome;

/// Deals per pair whose last plays are solved exactly.
pub const ENDGAME_DEALS: u64 = 100;
/// Hand cards per seat at which the endgame begins.
pub const ENDGAME_CARDS: usize = 3;

/// A figure: a count per hand and side held, and the divisor of its sum.
#[derive(Copy, Clone, Debug)]
pub struct Figure {
    /// Its name in files.
    pub key: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The sum; sums with the same key must count the same.
    sum: Sum,
    /// The divisor.
    over: Over,
    /// 100 if the figure is a percentage, else 1.
    scale: f64,
}

/// A count, with its name in a tally.
#[derive(Copy, Clone, Debug)]
struct Sum {
    key: &'static str,
    count: fn(&Seen<'_>) -> u64,
}

/// The divisor of a sum.
#[derive(Copy, Clone, Debug)]
enum Over {
    /// Hands times sides held.
    Hands,
    /// Cards played.
    Plays,
    /// Another sum; the figure is absent if that is 0.
    Sum(Sum),
}

/// A hand from the point of view of one side.
struct Seen<'a> {
    game: &'a Game,
    hand: &'a Outcome,
    side: usize,
    plays: &'a Plays,
}

/// Every figure, in the order in which they are shown.
pub const FIGURES: [Figure; 12] = [
    mean("captures", "captures", captures),
    Figure {
        over: Over::Plays,
        ..percent("capture_percent", "plays that capture, %", "captures", captures)
    },
    mean("sweeps", "sweeps made", |seen| seen.tally().sweeps.into()),
    mean("sweeps_conceded", "sweeps conceded", |seen| seen.sweeps_conceded()),
    mean("cards", "cards", |seen| seen.score().cards.into()),
    mean("suit", "cards of the scoring suit", |seen| seen.score().suit.into()),
    percent("settebello_percent", "its seven, % of hands", "settebello", |seen| {
        let seven = Card::of(7, seen.game.rules().score.suit);
        seen.hand.state.pile(seen.side).contains(seven).into()
    }),
    Figure {
        over: Over::Sum(Sum { key: "primes", count: |seen| seen.score().prime.is_some().into() }),
        ..mean("prime", "prime", |seen| seen.score().prime.map_or(0, u64::from))
    },
    percent("low_meld_percent", "low meld, % of hands", "low_melds", |seen| seen.scores(PointKind::LowMeld)),
    percent("high_meld_percent", "high meld, % of hands", "high_melds", |seen| seen.scores(PointKind::HighMeld)),
    mean("threes", "three-point declarations", |seen| seen.tally().threes.into()),
    mean("tens", "ten-point declarations", |seen| seen.tally().tens.into()),
];

/// The mean of `count` over hands.
const fn mean(key: &'static str, name: &'static str, count: fn(&Seen<'_>) -> u64) -> Figure {
    Figure { key, name, sum: Sum { key, count }, over: Over::Hands, scale: 1.0 }
}

/// The same as a percentage; `sum` is the name of the sum in a tally.
const fn percent(key: &'static str, name: &'static str, sum: &'static str, count: fn(&Seen<'_>) -> u64) -> Figure {
    Figure { sum: Sum { key: sum, count }, scale: 100.0, ..mean(key, name, count) }
}

fn captures(seen: &Seen<'_>) -> u64 {
    seen.plays.captured[seen.side].into()
}

impl Seen<'_> {
    /// The side's score.
    fn score(&self) -> &SideScore {
        self.hand.score.side(self.side)
    }

    /// The side's tally during play.
    fn tally(&self) -> Tally {
        self.hand.state.tally(self.side)
    }

    fn sweeps_conceded(&self) -> u64 {
        let others = (0..self.game.sides()).filter(|&other| other != self.side);
        others.map(|other| u64::from(self.hand.state.tally(other).sweeps)).sum()
    }

    /// 1 if the side has points of a kind, else 0.
    fn scores(&self, kind: PointKind) -> u64 {
        (self.score().points[kind as usize] > 0).into()
    }
}

/// Plays and captures of the sides in one hand.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Plays {
    played: [u8; MAX_SEATS],
    captured: [u8; MAX_SEATS],
}

impl HandObserver for Plays {
    #[inline]
    fn acted(&mut self, seat: usize, action: Action, hand: &Hand<'_>) {
        let side = hand.game().side(seat);
        self.played[side] += u8::from(action.is_play());
        self.captured[side] += u8::from(action.is_play() && !action.captured().is_empty());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Behaviour, BehaviourTally, FIGURES};

    #[test]
    fn every_key_has_one_meaning() {
        let mut places = HashMap::new();
        for (place, figure) in FIGURES.iter().enumerate() {
            assert!(places.insert(figure.key, place).is_none(), "{}", figure.key);
        }
    }

    #[test]
    fn results_with_other_figures_load() {
        let text = r#"{"hands":4,"plays":36,"captures":18,"primes":2,"prime":150,"shouts":7,"endgame_decisions":0,"endgame_lost":0}"#;
        let tally: BehaviourTally = serde_json::from_str(text).expect("loads");
        let behaviour = Behaviour::new(&tally);
        let value = |key: &str| behaviour.value(key);
        assert_eq!((value("captures"), value("capture_percent")), (Some(4.5), Some(50.0)));
        assert_eq!((value("prime"), value("sweeps"), behaviour.endgame), (Some(75.0), Some(0.0), None));
        let back: BehaviourTally =
            serde_json::from_str(&serde_json::to_string(&tally).expect("written")).expect("read");
        assert_eq!(back, tally);
    }
}
