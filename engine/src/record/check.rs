//! Checks a record against the rules: every present field must equal the engine's value.

use super::{HandRecord, HandResult, SideResult, Turn};
use crate::cards::deck::Deck;
use crate::format::tree::FormatError;
use crate::game::Game;
use crate::hand::action::Action;
use crate::hand::point_kind::PointKind;
use crate::hand::state::State;

/// Most actions that an error lists.
const LISTED: usize = 24;

/// Plays the turns and returns the state after the last one. `observe` receives the legal actions of every turn.
pub(super) fn check(record: &HandRecord, mut observe: impl FnMut(&[Action])) -> Result<State, FormatError> {
    let game = record.game.as_ref();
    let mut state = State::new(game, &record.deal);
    let mut legal = Vec::new();
    for (index, turn) in record.turns.iter().enumerate() {
        check_turn(game, &state, turn, index, &mut legal)?;
        observe(&legal);
        state.apply(game, &record.deal, turn.action);
    }
    match &record.result {
        Some(_) if !state.is_over() => {
            let expected = format!("no result, because the hand is not over after {} turns", record.turns.len());
            Err(FormatError::new("result", expected, "a result"))
        }
        Some(result) => check_result(result, &HandResult::of(&state.score(game))).map(|()| state),
        None => Ok(state),
    }
}

fn check_turn(
    game: &Game,
    state: &State,
    turn: &Turn,
    index: usize,
    legal: &mut Vec<Action>,
) -> Result<(), FormatError> {
    let deck = game.deck();
    let field = |name: &str| format!("turns[{index}].{name}");
    if state.is_over() {
        let expected = format!("the end, because the hand is over after {index} turns");
        return Err(FormatError::new(format!("turns[{index}]"), expected, "another turn"));
    }
    if turn.seat != state.seat() {
        return Err(FormatError::new(field("seat"), state.seat().to_string(), turn.seat.to_string()));
    }
    state.legal_actions(game, legal);
    if !legal.contains(&turn.action) {
        let expected = format!("one of {}", actions_text(legal, deck));
        return Err(FormatError::new(field("action"), expected, turn.action.text(deck)));
    }
    match &turn.legal {
        Some(given) => check_legal(given, legal, &field("legal"), deck),
        None => Ok(()),
    }
}

fn check_legal(given: &[Action], legal: &[Action], field: &str, deck: Deck) -> Result<(), FormatError> {
    let missing: Vec<Action> = legal.iter().filter(|action| !given.contains(action)).copied().collect();
    if !missing.is_empty() {
        return Err(FormatError::new(
            field,
            actions_text(legal, deck),
            format!("none of {}", actions_text(&missing, deck)),
        ));
    }
    let wrong: Vec<Action> = given.iter().filter(|action| !legal.contains(action)).copied().collect();
    if !wrong.is_empty() {
        return Err(FormatError::new(field, actions_text(legal, deck), format!("also {}", actions_text(&wrong, deck))));
    }
    if given.len() != legal.len() {
        return Err(FormatError::new(field, actions_text(legal, deck), "an action twice"));
    }
    Ok(())
}

fn actions_text(actions: &[Action], deck: Deck) -> String {
    let texts: Vec<String> = actions
        .iter()
        .take(LISTED)
        .map(|action| format!("`{}`", action.text(deck)))
        .collect();
    match actions.len().saturating_sub(LISTED) {
        0 => texts.join(", "),
        more => format!("{} and {more} more", texts.join(", ")),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(field: &str, expected: Option<T>, found: Option<T>) -> Result<(), FormatError> {
    let text = |value: Option<T>| value.map_or("null".to_owned(), |value| format!("{value:?}"));
    if expected == found {
        Ok(())
    } else {
        Err(FormatError::new(field, text(expected), text(found)))
    }
}

fn check_result(given: &HandResult, right: &HandResult) -> Result<(), FormatError> {
    same("result.shutout", right.shutout, given.shutout)?;
    same("result.last_capture", right.last_capture, given.last_capture)?;
    for (index, (right, given)) in right.sides.iter().zip(&given.sides).enumerate() {
        check_side(&format!("result.sides[{index}]"), given, right)?;
    }
    Ok(())
}

fn check_side(path: &str, given: &SideResult, right: &SideResult) -> Result<(), FormatError> {
    let field = |name: &str| format!("{path}.{name}");
    same(&field("cards"), Some(right.cards), Some(given.cards))?;
    same(&field("suit"), Some(right.suit), Some(given.suit))?;
    same(&field("prime"), right.prime, given.prime)?;
    for (kind, (right, given)) in PointKind::ALL.iter().zip(right.points.iter().zip(given.points)) {
        same(&field(&format!("points.{}", kind.name())), Some(*right), Some(given))?;
    }
    same(&field("total"), Some(right.total), Some(given.total))
}
