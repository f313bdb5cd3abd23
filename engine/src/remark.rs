//! What is remarkable about an action, told from the states before and after it: points that were made in play, and cards
//! that score by themselves.

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deal::Deal;
use crate::game::Game;
use crate::state::State;

/// Something that players call out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Remark {
    /// A sweep that scores.
    Sweep,
    /// A picada.
    Picada,
    /// A simili.
    Simili,
    /// A quadriglia.
    Quadriglia,
    /// The side took a card that scores by itself.
    Single(Card),
    /// A declaration of so many points.
    Declared(u32),
    /// The side has won the match at once.
    Shutout,
}

impl Remark {
    /// All that is remarkable about `action`, which led from the first state to the second.
    #[must_use]
    pub fn of(game: &Game, [before, after]: [&State; 2], action: Action) -> Vec<Remark> {
        if action.card().is_none() {
            let points = declared_points(game, [before, after]);
            return (points > 0).then_some(Remark::Declared(points)).into_iter().collect();
        }
        let side = game.side(before.seat());
        let (old, new) = (before.tally(side), after.tally(side));
        let grown = [
            (Remark::Sweep, [old.sweeps, new.sweeps]),
            (Remark::Picada, [old.picada, new.picada]),
            (Remark::Simili, [old.simili, new.simili]),
            (Remark::Quadriglia, [old.quadriglia, new.quadriglia]),
        ];
        let mut remarks: Vec<Remark> = grown
            .into_iter()
            .filter(|(_, [old, new])| new > old)
            .map(|(remark, _)| remark)
            .collect();
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

/// The points of a declaration in a state; 0 for every other action, which must be legal too.
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
