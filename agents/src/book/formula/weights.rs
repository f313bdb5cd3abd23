//! The weights of the formula, each with its reason. They were tuned in paired arena runs against other weights, on
//! deals that no published figure uses.

use spariglio_engine::RuleSet;
use spariglio_engine::rules::Ace;

use crate::knowledge::worth::Spreads;

/// The weights of the terms, in points per point if not said otherwise.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Weights {
    /// The spreads behind the worths in piles.
    pub spreads: Spreads,
    /// A card's worth in hand, as a share of its worth in a pile: the holder decides when to risk it.
    pub keep: f32,
    /// Value of a card in hand by the captures that it may make: a king takes many sums, an ace only aces. It is lost
    /// when the card is played, so only differences between ranks count.
    pub hold: [f32; 13],
    /// The best single reply of the next seat, chance times worth: the loss if that seat plays for it alone.
    pub gift_best: f32,
    /// All replies of the next seat together: it holds several cards, and the seats after it hold others.
    pub gift_all: f32,
    /// All captures in one suit that the table left allows, as `gift_all`.
    pub gift_simili: f32,
    /// Share of the average worth of a rank's card that a reply with it brings in: even if that card is laid, it may
    /// not be lost.
    pub reply: f32,
    /// The own best capture from the table left, at the next turn; the table has mostly changed by then.
    pub own: f32,
    /// An empty table left to the next seat, which has to lay.
    pub empty: f32,
    /// Chance that one play makes no capture, to the power of the later plays: the last side to capture takes the rest.
    pub last: f32,
    /// A capture by sum, for the forehand's side: it unpairs ranks, which the dealer's side wants paired.
    pub unpair: f32,
    /// The gain of another side: below 1 if there are three or more sides, as it may not be the best of the others.
    pub other: f32,
}

/// Equals before sums, all cards dealt at once.
const SCOPA: Weights = Weights {
    spreads: Spreads { cards: 3.2, suit: 2.0, prime: 3.0, shutout: 0.5 },
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
    spreads: Spreads { cards: 2.5, suit: 1.8, prime: 1.3, shutout: 0.5 },
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
    spreads: Spreads { cards: 2.5, suit: 0.85, prime: 1.4, shutout: 0.4 },
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

/// Captures are optional: a seat may lay although it could take; large tables, points of play.
const CICERA: Weights = Weights {
    spreads: Spreads { cards: 6.5, suit: 2.0, prime: 1.3, shutout: 0.5 },
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

/// Value in hand of an ace that takes all: it sweeps nearly whenever it is played. If all cards are dealt at once,
/// there is more time to choose the moment.
const ACE_IN_ROUNDS: f32 = 0.95;
const ACE_AT_ONCE: f32 = 1.4;

/// Weight of another side's gain, if the best of two or more others counts.
const ONE_OF_SEVERAL: f32 = 0.7;

impl Weights {
    /// The weights for a rule set, by its captures and its deal.
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
