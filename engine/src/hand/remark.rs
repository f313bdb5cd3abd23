//! Remarkable events of an action, derived from the states before and after it: points scored during play, and cards
//! that score by themselves.

use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::game::Game;
use crate::hand::action::Action;
use crate::hand::deal::Deal;
use crate::hand::point_kind::PointKind;
use crate::hand::state::State;

/// An event that players call out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Remark {
    /// A sweep that scores.
    Sweep,
    /// A capture that scores by itself.
    Capture(PointKind),
    /// The side took a card that scores by itself.
    Single(Card),
    /// A declaration, with its points.
    Declared(u32),
    /// The side has won the match at once.
    Shutout,
}

impl Remark {
    /// All remarkable events of `action`, which led from the first state to the second.
    #[must_use]
    pub fn of(game: &Game, [before, after]: [&State; 2], action: Action) -> Vec<Remark> {
        if action.card().is_none() {
            let points = declared_points(game, [before, after]);
            return (points > 0).then_some(Remark::Declared(points)).into_iter().collect();
        }
        let side = game.side(before.seat());
        let (old, new) = (before.tally(side), after.tally(side));
        let mut remarks = Vec::new();
        if new.sweeps > old.sweeps {
            remarks.push(Remark::Sweep);
        }
        for ((kind, old), (_, new)) in old.captures().into_iter().zip(new.captures()) {
            if new > old {
                remarks.push(Remark::Capture(kind));
            }
        }
        if let Some(card) = action.card().filter(|_| !action.captured().is_empty()) {
            let taken = action.captured() | CardSet::single(card);
            let scores = |card: &Card| game.rules().score.single.contains_key(card);
            remarks.extend(taken.iter().filter(scores).map(Remark::Single));
        }
        if after.shutout() == Some(side) {
            remarks.push(Remark::Shutout);
        }
        remarks
    }
}

/// The points of a declaration in a state; 0 if `action` is not a declaration. The action must be legal.
#[must_use]
pub fn declaration_worth(game: &Game, deal: &Deal, state: &State, action: Action) -> u32 {
    if action.is_play() {
        return 0;
    }
    let mut after = *state;
    after.apply(game, deal, action);
    declared_points(game, [state, &after])
}

/// The points of the declarations between two states of one seat's turn.
fn declared_points(game: &Game, [before, after]: [&State; 2]) -> u32 {
    let side = game.side(before.seat());
    let (old, new) = (before.tally(side), after.tally(side));
    let declarations = &game.rules().declarations;
    let (threes, tens) = (u32::from(new.threes - old.threes), u32::from(new.tens - old.tens));
    threes * u32::from(declarations.three_points) + tens * u32::from(declarations.ten_points)
}
