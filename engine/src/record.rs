//! Hand records: the text form of played hands, one JSON object per line.
//!
//! Invariant: a [`HandRecord`] has a valid rule set and a valid deal. [`HandRecord::check`] tells whether its actions
//! are legal and its result is right. Source: `docs/reference/records.md` sections 2, 4 and 5.

mod agents;
mod check;
mod fields;
mod gaps;
mod matches;
mod read;
mod replayer;
mod view;
mod write;

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};

use crate::cards::card_set::CardSet;
use crate::format::tree::{FormatError, Tree, Whole, given, nullable};
use crate::game::Game;
use crate::hand::action::Action;
use crate::hand::deal::Deal;
use crate::hand::declaration;
use crate::hand::point_kind::PointKind;
use crate::hand::score::HandScore;
use crate::hand::state::State;
use crate::hand::view::View;

pub use replayer::Replayer;
pub use view::{TurnMessage, ViewMessage, turns};

/// One hand: its deal, its turns, and its result if it was played to the end.
#[derive(Clone, Debug)]
pub struct HandRecord {
    game: Arc<Game>,
    /// The `rules` as they were written.
    rules: Arc<Tree>,
    deal: Deal,
    /// The cards of `deal` that stand for unknown ones.
    stand_ins: CardSet,
    /// Every decision in order; declarations that follow one another are in canonical order.
    pub turns: Vec<Turn>,
    /// The score of the hand; `None` if the record stops early.
    pub result: Option<HandResult>,
    /// The hand's place in a match.
    pub place: Option<MatchPlace>,
    /// A free text.
    pub note: Option<String>,
    /// Another free text.
    pub why: Option<String>,
}

/// One decision.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Turn {
    /// The seat that decided.
    pub seat: usize,
    /// The chosen action.
    pub action: Action,
    /// All legal actions, in any order.
    pub legal: Option<Vec<Action>>,
    /// A free text.
    pub note: Option<String>,
    /// Another free text.
    pub why: Option<String>,
}

/// The score of a hand as a record states it.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct HandResult {
    /// The scores by side.
    pub sides: Vec<SideResult>,
    /// The side that made a shutout.
    #[serde(deserialize_with = "nullable")]
    pub shutout: Option<usize>,
    /// The side of the last capturer.
    #[serde(deserialize_with = "nullable")]
    pub last_capture: Option<usize>,
    /// A free text.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Another free text.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The score of one side, as a record states it.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SideResult {
    /// Cards in the pile.
    #[serde(deserialize_with = "number")]
    pub cards: i64,
    /// Cards of the scoring suit in the pile.
    #[serde(deserialize_with = "number")]
    pub suit: i64,
    /// The sum on the prime's scale; `None` if the side has no prime.
    #[serde(deserialize_with = "nullable")]
    pub prime: Option<i64>,
    /// Points by [`PointKind`].
    #[serde(with = "points")]
    pub points: [i64; PointKind::COUNT],
    /// All points.
    #[serde(deserialize_with = "number")]
    pub total: i64,
    /// A free text.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Another free text.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The place of a hand in a match.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MatchPlace {
    /// Names the match among those of a file.
    pub id: String,
    /// The hand's number, from 0.
    #[serde(deserialize_with = "number")]
    pub hand: usize,
    /// Points by side before the hand.
    #[serde(deserialize_with = "numbers")]
    pub scores: Vec<i64>,
    /// A free text.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Another free text.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl HandRecord {
    /// A record without turns.
    pub fn new(game: Arc<Game>, deal: Deal) -> HandRecord {
        HandRecord {
            rules: Arc::new(write::rules(game.rules())),
            game,
            deal,
            stand_ins: CardSet::EMPTY,
            turns: Vec::new(),
            result: None,
            place: None,
            note: None,
            why: None,
        }
    }

    /// The record of a played hand from its turns (seat and action) and, if the hand is over, its score. Does not
    /// replay.
    pub fn played(
        game: Arc<Game>,
        deal: Deal,
        turns: impl IntoIterator<Item = (usize, Action)>,
        score: Option<&HandScore>,
    ) -> HandRecord {
        let mut record = HandRecord::new(game, deal);
        turns.into_iter().for_each(|(seat, action)| record.push(seat, action));
        record.result = score.map(HandResult::of);
        record
    }

    /// The game that was played.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The deal that was played.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The cards of the deal that stand for cards which the seat to act has not seen; empty if all cards are known.
    pub fn stand_ins(&self) -> CardSet {
        self.stand_ins
    }

    /// Refuses a view of a position of this record that shows stand-ins: nobody knows the cards that its seat sees.
    ///
    /// # Errors
    /// The seat, or an open partner, has unknown cards in its hand.
    pub fn check_view(&self, view: &View<'_>) -> Result<(), FormatError> {
        match (self.stand_ins - view.unseen()).is_empty() {
            true => Ok(()),
            false => Err(FormatError::new("hands", format!("all cards that seat {} sees", view.seat()), "`?`")),
        }
    }

    /// The hand up to turn `ply` as the seat to act there sees it: all other cards are unknown. If `partners_open`, it
    /// sees the hand cards of its partners.
    ///
    /// # Errors
    /// A turn is not legal, or there are fewer.
    pub fn seen(&self, ply: usize, partners_open: bool) -> Result<HandRecord, FormatError> {
        let length = self.turns.len();
        let turns = self
            .turns
            .get(..ply)
            .ok_or_else(|| FormatError::new("turns", format!("at least {ply} turns"), length.to_string()))?;
        let mut partial = HandRecord::new(Arc::clone(&self.game), self.deal);
        partial.rules = Arc::clone(&self.rules);
        turns.iter().for_each(|turn| partial.push(turn.seat, turn.action));
        let end = partial.check()?;
        partial.stand_ins = View::new(&self.game, &self.deal, &end, end.seat(), partners_open).unseen();
        // The places of unknown cards in a hand must not depend on the cards.
        let seats = || 0..self.game.players();
        for (round, seat) in (0..self.game.deal_rounds()).flat_map(|round| seats().map(move |seat| (round, seat))) {
            let hand = self.deal.hand_cards(&self.game, round, seat);
            let known = hand - partial.stand_ins;
            partial
                .deal
                .place_hand(&self.game, round, seat, known.into_iter().chain(hand - known));
        }
        Ok(partial)
    }

    /// Adds the turn of a seat, without its legal actions.
    pub fn push(&mut self, seat: usize, action: Action) {
        insert(&mut self.turns, Turn { seat, action, legal: None, note: None, why: None });
    }

    /// Plays the turns and compares every present field. Returns the state after the last turn.
    ///
    /// # Errors
    /// Fails if a turn or field is wrong; the error names the first one and the expected value.
    pub fn check(&self) -> Result<State, FormatError> {
        check::check(self, |_| ())
    }

    /// Checks the record, then fills in the legal actions of every turn, and the result if the hand is over.
    ///
    /// # Errors
    /// Fails like [`HandRecord::check`]; the record is then unchanged.
    pub fn fill(&mut self) -> Result<State, FormatError> {
        let mut lists = Vec::with_capacity(self.turns.len());
        let end = check::check(self, |legal| lists.push(legal.to_vec()))?;
        for (turn, legal) in self.turns.iter_mut().zip(lists) {
            turn.legal.get_or_insert(legal);
        }
        if end.is_over() && self.result.is_none() {
            self.result = Some(HandResult::of(&end.score(&self.game)));
        }
        Ok(end)
    }
}

/// Adds a turn. A declaration goes to its place in canonical order among those of the seat just before it. Then the legal
/// actions of all of them are left out, because they were those of another order.
fn insert(turns: &mut Vec<Turn>, mut turn: Turn) {
    let of_seat = |other: &&Turn| other.seat == turn.seat;
    let run = turns.iter().rev().take_while(of_seat).map(|other| other.action);
    let at = turns.len() - declaration::later(run, turn.action);
    if at < turns.len() {
        turn.legal = None;
        turns[at..].iter_mut().for_each(|other| other.legal = None);
    }
    turns.insert(at, turn);
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
                ..SideResult::default()
            }
        };
        HandResult {
            sides: (0..score.sides()).map(side).collect(),
            shutout: score.shutout(),
            last_capture: score.last_capture(),
            ..HandResult::default()
        }
    }
}

fn number<'de, D: Deserializer<'de>, T: TryFrom<i64>>(source: D) -> Result<T, D::Error> {
    Whole::deserialize(source).map(|whole| whole.0)
}

fn numbers<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<i64>, D::Error> {
    let numbers = Vec::<Whole<i64>>::deserialize(source)?;
    Ok(numbers.into_iter().map(|whole| whole.0).collect())
}

/// Points by kind; zeros are left out.
mod points {
    use std::collections::HashMap;

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::format::tree::Whole;
    use crate::hand::point_kind::PointKind;

    type Points = [i64; PointKind::COUNT];

    pub(super) fn serialize<S: Serializer>(points: &Points, sink: S) -> Result<S::Ok, S::Error> {
        let all = PointKind::ALL.iter().zip(points);
        sink.collect_map(all.filter(|(_, points)| **points != 0))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Points, D::Error> {
        let by_kind = HashMap::<PointKind, Whole<i64>>::deserialize(source)?;
        Ok(PointKind::ALL.map(|kind| by_kind.get(&kind).map_or(0, |points| points.0)))
    }
}
