//! The weights of the formula, each with its reason. They were found by paired arena runs against other weights, on
//! deals apart from those of any published figure.

use spariglio_engine::RuleSet;

/// What the terms count, in points for a point unless said otherwise.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Weights {
    /// Variance of the final difference of cards, for each card not yet captured: captures take several at once.
    pub cards_spread: f64,
    /// The same for cards of the scoring suit.
    pub suit_spread: f64,
    /// Factor on the variance of a suit's prime difference: the suits are not independent.
    pub prime_spread: f64,
    /// Share of the shutout's value, which goes by even chances: players see it coming.
    pub shutout: f32,
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

/// Equals before sums, two sides.
const SCOPA: Weights = Weights {
    cards_spread: 3.2,
    suit_spread: 1.8,
    prime_spread: 3.0,
    shutout: 0.5,
    keep: 0.37,
    hold: [0.0; 13],
    gift_best: 1.5,
    gift_all: 0.8,
    gift_simili: 0.5,
    reply: 0.3,
    own: 0.34,
    empty: 0.1,
    last: 0.36,
    unpair: 0.05,
    other: 1.0,
};

/// Equals before sums, three cards a deal-round.
const SCOPA_IN_ROUNDS: Weights = Weights {
    cards_spread: 2.5,
    suit_spread: 1.8,
    prime_spread: 1.3,
    keep: 0.3,
    hold: [0.0; 13],
    gift_best: 1.2,
    gift_all: 0.52,
    reply: 0.96,
    last: 0.6,
    unpair: 0.03,
    ..SCOPA
};

/// Fifteens and aces too: nearly every table can be taken.
const CIRULLA: Weights = Weights {
    cards_spread: 2.5,
    suit_spread: 0.8,
    prime_spread: 1.4,
    shutout: 0.5,
    keep: 0.03,
    hold: [0.0; 13],
    gift_best: 0.7,
    gift_all: 0.45,
    gift_simili: 0.5,
    reply: 0.5,
    own: 0.3,
    empty: 0.0,
    last: 0.1,
    unpair: 0.0,
    other: 1.0,
};

/// Capturing is free: laying where one could take, large tables, points of play.
const CICERA: Weights = Weights {
    cards_spread: 3.5,
    suit_spread: 1.8,
    prime_spread: 1.3,
    shutout: 0.5,
    keep: 0.18,
    hold: [0.0; 13],
    gift_best: 0.7,
    gift_all: 0.3,
    gift_simili: 0.5,
    reply: 0.5,
    own: 0.3,
    empty: 0.1,
    last: 0.6,
    unpair: 0.0,
    other: 1.0,
};

impl Weights {
    /// The weights for a rule set: by what captures, and by how the cards are dealt.
    pub fn of(rules: &RuleSet) -> Weights {
        let weights = if rules.capture.fifteen {
            CIRULLA
        } else if !rules.capture.mandatory {
            CICERA
        } else if rules.deal.rounds.len() > 1 {
            SCOPA_IN_ROUNDS
        } else {
            SCOPA
        };
        Weights {
            other: if rules.sides > 2 { 0.7 } else { 1.0 },
            ..weights
        }
    }
}
