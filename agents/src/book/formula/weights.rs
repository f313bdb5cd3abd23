//! The weights of the formula, each with its reason. They were found by paired arena runs against other weights, on
//! deals apart from those of any published figure.

use spariglio_engine::{Ace, RuleSet};

use crate::knowledge::worth::Spreads;

/// What the terms count, in points for a point unless said otherwise.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Weights {
    /// What the worths in piles depend on.
    pub spreads: Spreads,
    /// A card's worth while it stays in hand, as a share of its worth in a pile: who holds it decides when it is risked.
    pub keep: f32,
    /// A card of each rank in hand, by what it may yet capture: a king takes many sums, an ace only aces. Lost when it is
    /// played, so only differences between ranks count.
    pub hold: [f32; 13],
    /// The best single reply of the next seat, chance times worth: what is lost if it plays for that alone.
    pub gift_best: f32,
    /// All replies of the next seat together: it holds several cards, and the seats after it hold others.
    pub gift_all: f32,
    /// All captures in one suit that the table left allows, as `gift_all`.
    pub gift_simili: f32,
    /// Share of the average worth of a rank's card that a reply with it brings in: it would not be lost if laid either.
    pub reply: f32,
    /// The own best capture of what is left, at the next turn: mostly something will have changed.
    pub own: f32,
    /// An empty table left to the next seat, which has to lay.
    pub empty: f32,
    /// Chance that a play is followed by no capture, to the power of the plays after it: who captures last takes the rest.
    pub last: f32,
    /// A capture by sum, for the forehand's side: it unpairs ranks, which the dealer's side wants paired.
    pub unpair: f32,
    /// What another side gains, where there are three or more: it may not be the best of the others.
    pub other: f32,
}

/// Equals before sums, all cards dealt at once.
const SCOPA: Weights = Weights {
    spreads: Spreads {
        cards: 3.2,
        suit: 2.0,
        prime: 3.0,
        shutout: 0.5,
    },
    keep: 0.37,
    hold: [-0.05, -0.05, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05, 0.05, 0.05, 0.0, 0.0, 0.0],
    gift_best: 2.0,
    gift_all: 0.8,
    gift_simili: 0.25,
    reply: 0.2,
    own: 0.34,
    empty: 0.1,
    last: 0.22,
    unpair: 0.05,
    other: 1.0,
};

/// Equals before sums, in several deal-rounds.
const SCOPA_IN_ROUNDS: Weights = Weights {
    spreads: Spreads {
        cards: 2.5,
        suit: 1.8,
        prime: 1.3,
        shutout: 0.5,
    },
    keep: 0.3,
    hold: [-0.09, -0.03, -0.01, 0.0, 0.0, 0.0, 0.0, 0.03, 0.11, 0.14, 0.0, 0.0, 0.0],
    gift_best: 0.9,
    gift_all: 0.52,
    reply: 1.2,
    last: 0.1,
    unpair: 0.03,
    ..SCOPA
};

/// Fifteens too: nearly every table can be taken by some rank.
const CIRULLA: Weights = Weights {
    spreads: Spreads {
        cards: 2.5,
        suit: 0.85,
        prime: 1.4,
        shutout: 0.4,
    },
    keep: 0.03,
    hold: [0.0, 0.0, -0.09, -0.07, 0.0, 0.0, 0.0, 0.02, 0.02, 0.02, 0.0, 0.0, 0.0],
    gift_best: 0.85,
    gift_all: 0.5,
    reply: 0.5,
    own: 0.35,
    empty: -0.1,
    last: 0.1,
    unpair: 0.0,
    ..SCOPA
};

/// Capturing is free: laying where one could take, large tables, points of play.
const CICERA: Weights = Weights {
    spreads: Spreads {
        cards: 6.5,
        suit: 2.0,
        prime: 1.3,
        shutout: 0.5,
    },
    keep: 0.12,
    hold: [0.0; 13],
    gift_best: 0.7,
    gift_all: 0.3,
    reply: 0.15,
    own: 0.3,
    empty: 0.07,
    last: 0.4,
    unpair: 0.0,
    ..SCOPA
};

/// An ace that takes all, in hand: worth a sweep nearly whenever it is played. With all cards dealt at once there is more
/// time to choose when.
const ACE_IN_ROUNDS: f32 = 0.95;
const ACE_AT_ONCE: f32 = 1.4;

/// What another side gains, where the best of two or more others counts.
const ONE_OF_SEVERAL: f32 = 0.7;

impl Weights {
    /// The weights for a rule set: by what captures, and by how the cards are dealt.
    pub fn of(rules: &RuleSet) -> Weights {
        let in_rounds = rules.deal.rounds.len() > 1;
        let mut weights = if rules.capture.fifteen {
            CIRULLA
        } else if !rules.capture.mandatory {
            CICERA
        } else if in_rounds {
            SCOPA_IN_ROUNDS
        } else {
            SCOPA
        };
        if rules.capture.ace == Ace::TakesAll {
            weights.hold[0] = if in_rounds { ACE_IN_ROUNDS } else { ACE_AT_ONCE };
        }
        if rules.sides > 2 {
            weights.other = ONE_OF_SEVERAL;
        }
        weights
    }
}
