//! How an agent plays: what its hands add up to, beside the points.
//!
//! Sums are whole numbers over hands times sides held, so that they add up exactly. Points lost in endgames come from
//! the exact solver (all cards known, two-sided games) and are counted in the first [`ENDGAME_DEALS`] deals of a pair only.

use serde::{Deserialize, Serialize};
use spariglio_agents::solver::EndgameDecision;
use spariglio_engine::{Action, Card, Game, MAX_SEATS, PointKind};

use crate::outcome::Outcome;

/// Deals of a pair whose last plays are solved exactly.
pub const ENDGAME_DEALS: u64 = 100;
/// Hand cards a seat from which a hand counts as an endgame.
pub const ENDGAME_CARDS: usize = 3;

/// Sums of one agent over hands and sides held.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct BehaviourTally {
    /// Hands times sides held.
    pub hands: u64,
    /// Cards played.
    pub plays: u64,
    /// Plays that captured.
    pub captures: u64,
    /// Sweeps that count, made.
    pub sweeps: u64,
    /// Sweeps that count, made by other sides.
    pub sweeps_conceded: u64,
    /// Cards in the piles.
    pub cards: u64,
    /// Cards of the scoring suit in the piles.
    pub suit: u64,
    /// Hands with the seven of the scoring suit in the pile.
    pub settebello: u64,
    /// Hands with a prime.
    pub primes: u64,
    /// Sum of the primes.
    pub prime: u64,
    /// Hands with points for the low meld.
    pub low_melds: u64,
    /// Hands with points for the high meld.
    pub high_melds: u64,
    /// Three-point declarations.
    pub threes: u64,
    /// Ten-point declarations.
    pub tens: u64,
    /// Decisions of endgames that were solved.
    pub endgame_decisions: u64,
    /// Points that they lost.
    pub endgame_lost: u64,
}

impl BehaviourTally {
    /// Adds a hand as `side` played it.
    pub fn push(&mut self, game: &Game, hand: &Outcome, side: usize, plays: &Plays) {
        let Outcome { state, score, .. } = hand;
        let own = score.side(side);
        let tally = state.tally(side);
        let settebello = Card::of(7, game.rules().score.suit);
        let others = (0..game.sides()).filter(|&other| other != side);
        self.hands += 1;
        self.plays += u64::from(plays.played[side]);
        self.captures += u64::from(plays.captured[side]);
        self.sweeps += u64::from(tally.sweeps);
        self.sweeps_conceded += others.map(|other| u64::from(state.tally(other).sweeps)).sum::<u64>();
        self.cards += u64::from(own.cards);
        self.suit += u64::from(own.suit);
        self.settebello += u64::from(state.pile(side).contains(settebello));
        self.primes += u64::from(own.prime.is_some());
        self.prime += own.prime.map_or(0, u64::from);
        self.low_melds += u64::from(own.points[PointKind::LowMeld as usize] > 0);
        self.high_melds += u64::from(own.points[PointKind::HighMeld as usize] > 0);
        self.threes += u64::from(tally.threes);
        self.tens += u64::from(tally.tens);
    }

    /// Adds a decision of an endgame.
    pub fn push_endgame(&mut self, decision: &EndgameDecision) {
        self.endgame_decisions += 1;
        self.endgame_lost += u64::try_from(decision.lost).unwrap_or(0);
    }

    /// Adds all that `other` holds.
    pub fn merge(&mut self, other: &BehaviourTally) {
        let add = |sum: &mut u64, more: u64| *sum += more;
        add(&mut self.hands, other.hands);
        add(&mut self.plays, other.plays);
        add(&mut self.captures, other.captures);
        add(&mut self.sweeps, other.sweeps);
        add(&mut self.sweeps_conceded, other.sweeps_conceded);
        add(&mut self.cards, other.cards);
        add(&mut self.suit, other.suit);
        add(&mut self.settebello, other.settebello);
        add(&mut self.primes, other.primes);
        add(&mut self.prime, other.prime);
        add(&mut self.low_melds, other.low_melds);
        add(&mut self.high_melds, other.high_melds);
        add(&mut self.threes, other.threes);
        add(&mut self.tens, other.tens);
        add(&mut self.endgame_decisions, other.endgame_decisions);
        add(&mut self.endgame_lost, other.endgame_lost);
    }
}

/// Plays and captures of the sides in one hand.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Plays {
    played: [u8; MAX_SEATS],
    captured: [u8; MAX_SEATS],
}

impl Plays {
    /// Counts an action of `side`.
    #[inline]
    pub fn push(&mut self, side: usize, action: Action) {
        self.played[side] += u8::from(action.is_play());
        self.captured[side] += u8::from(action.is_play() && !action.captured().is_empty());
    }
}

/// How an agent plays, a hand and side held where nothing else is said.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Behaviour {
    /// Captures.
    pub captures: f64,
    /// Percent of its plays that captured.
    pub capture_percent: f64,
    /// Sweeps that count, made.
    pub sweeps: f64,
    /// Sweeps that count, made by other sides.
    pub sweeps_conceded: f64,
    /// Cards in the pile.
    pub cards: f64,
    /// Cards of the scoring suit in the pile.
    pub suit: f64,
    /// Percent of hands with the seven of the scoring suit.
    pub settebello_percent: f64,
    /// Mean prime of the hands with one; absent where no hand had one.
    pub prime: Option<f64>,
    /// Percent of hands with points for the low meld.
    pub low_meld_percent: f64,
    /// Percent of hands with points for the high meld.
    pub high_meld_percent: f64,
    /// Three-point declarations.
    pub threes: f64,
    /// Ten-point declarations.
    pub tens: f64,
    /// Endgames against the exact solver, where there were any.
    pub endgame: Option<Endgame>,
}

/// Decisions of endgames against best play of all sides with all cards known.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Endgame {
    /// Decisions that were solved.
    pub decisions: u64,
    /// Points lost a decision.
    pub lost: f64,
}

impl Behaviour {
    /// The figures of sums.
    #[must_use]
    pub fn new(tally: &BehaviourTally) -> Behaviour {
        let each = |sum: u64| sum as f64 / tally.hands.max(1) as f64;
        Behaviour {
            captures: each(tally.captures),
            capture_percent: 100.0 * tally.captures as f64 / tally.plays.max(1) as f64,
            sweeps: each(tally.sweeps),
            sweeps_conceded: each(tally.sweeps_conceded),
            cards: each(tally.cards),
            suit: each(tally.suit),
            settebello_percent: 100.0 * each(tally.settebello),
            prime: (tally.primes > 0).then(|| tally.prime as f64 / tally.primes as f64),
            low_meld_percent: 100.0 * each(tally.low_melds),
            high_meld_percent: 100.0 * each(tally.high_melds),
            threes: each(tally.threes),
            tens: each(tally.tens),
            endgame: (tally.endgame_decisions > 0).then(|| Endgame {
                decisions: tally.endgame_decisions,
                lost: tally.endgame_lost as f64 / tally.endgame_decisions as f64,
            }),
        }
    }
}
