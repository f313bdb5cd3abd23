//! Hand records: the text form of a played hand, one JSON object a line.
//!
//! Invariant: a [`HandRecord`] has a sound rule set and a sound deal; whether its actions are legal and its result is
//! right is what [`HandRecord::check`] says. Source: `records.md` sections 2, 4 and 5.

mod check;
mod error;
mod json;
mod matches;
mod read;
mod replayer;
mod rules_text;
mod write;

use std::sync::Arc;

use crate::action::Action;
use crate::deal::Deal;
use crate::game::Game;
use crate::score::HandScore;
use crate::state::State;

pub use error::RecordError;
pub use replayer::Replayer;

use json::Json;

/// One hand: its deal, its turns and, where it was played to the end, its result.
#[derive(Clone, Debug)]
pub struct HandRecord {
    game: Arc<Game>,
    /// The `rules` as they were written.
    rules: Json,
    deal: Deal,
    /// Every decision in order.
    pub turns: Vec<Turn>,
    /// The score of the hand; absent where the record stops early.
    pub result: Option<HandResult>,
    /// The hand's place in a match.
    pub place: Option<MatchPlace>,
    /// Free texts.
    pub remarks: Remarks,
}

/// One decision.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Turn {
    /// The seat that decided.
    pub seat: usize,
    /// What it did.
    pub action: Action,
    /// All legal actions, in any order.
    pub legal: Option<Vec<Action>>,
    /// Free texts.
    pub remarks: Remarks,
}

/// The score of a hand as a record states it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct HandResult {
    /// By side.
    pub sides: Vec<SideResult>,
    /// The side that made a shutout.
    pub shutout: Option<usize>,
    /// The side of the last capturer.
    pub last_capture: Option<usize>,
    /// Free texts.
    pub remarks: Remarks,
}

/// What one side scored, as a record states it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct SideResult {
    /// Cards in the pile.
    pub cards: i64,
    /// Cards of the scoring suit in the pile.
    pub suit: i64,
    /// The sum on the prime's scale, where there is one.
    pub prime: Option<i64>,
    /// Points by [`PointKind`](crate::PointKind).
    pub points: [i64; crate::score::PointKind::COUNT],
    /// All points.
    pub total: i64,
    /// Free texts.
    pub remarks: Remarks,
}

/// The place of a hand in a match.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct MatchPlace {
    /// Names the match among those of a file.
    pub id: String,
    /// The hand's number, from 0.
    pub hand: usize,
    /// Points by side before the hand.
    pub scores: Vec<i64>,
    /// Free texts.
    pub remarks: Remarks,
}

/// The free texts that any object of a record may carry; they mean nothing to the rules.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Remarks {
    /// The field `note`.
    pub note: Option<String>,
    /// The field `why`.
    pub why: Option<String>,
}

impl HandRecord {
    /// A record without turns.
    pub fn new(game: Arc<Game>, deal: Deal) -> HandRecord {
        HandRecord {
            rules: rules_text::of(game.rules()),
            game,
            deal,
            turns: Vec::new(),
            result: None,
            place: None,
            remarks: Remarks::default(),
        }
    }

    /// The game that was played.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The deal that was played.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// Adds the turn of a seat, without its legal actions.
    pub fn push(&mut self, seat: usize, action: Action) {
        self.turns.push(Turn {
            seat,
            action,
            legal: None,
            remarks: Remarks::default(),
        });
    }

    /// Plays the turns and compares every field that is present; the state after the last turn.
    ///
    /// # Errors
    /// Names the first turn and field that are wrong, and what was expected.
    pub fn check(&self) -> Result<State, RecordError> {
        check::check(self)
    }

    /// Checks the record, then fills in the legal actions of every turn and, where the hand is over, the result.
    ///
    /// # Errors
    /// As [`HandRecord::check`]; the record is unchanged then.
    pub fn fill(&mut self) -> Result<State, RecordError> {
        let state = self.check()?;
        check::fill(self, &state);
        Ok(state)
    }
}

impl HandResult {
    /// A score as a record states it.
    pub fn of(score: &HandScore) -> HandResult {
        let side = |index| {
            let side = score.side(index);
            SideResult {
                cards: side.cards.into(),
                suit: side.suit.into(),
                prime: side.prime.map(i64::from),
                points: side.points.map(i64::from),
                total: side.total().into(),
                remarks: Remarks::default(),
            }
        };
        HandResult {
            sides: (0..score.sides()).map(side).collect(),
            shutout: score.shutout(),
            last_capture: score.last_capture(),
            remarks: Remarks::default(),
        }
    }
}
