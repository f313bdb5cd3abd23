//! A record against the rules: every field that is present must be what the engine gives.

use super::error::RecordError;
use super::{HandRecord, HandResult, SideResult, Turn};
use crate::action::Action;
use crate::game::Game;
use crate::rules::Deck;
use crate::score::PointKind;
use crate::state::State;

/// How many actions an error lists.
const LISTED: usize = 24;

/// Plays the turns; the state after the last one.
pub(super) fn check(record: &HandRecord) -> Result<State, RecordError> {
    let game = record.game.as_ref();
    let mut state = State::new(game, &record.deal);
    let mut legal = Vec::new();
    for (index, turn) in record.turns.iter().enumerate() {
        check_turn(game, &state, turn, index, &mut legal).map_err(|error| error.at_turn(index))?;
        state.apply(game, &record.deal, turn.action);
    }
    match &record.result {
        Some(_) if !state.is_over() => {
            let expected = format!(
                "no result, because the hand is not over after {} turns",
                record.turns.len()
            );
            Err(RecordError::new("result", expected, "a result"))
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
) -> Result<(), RecordError> {
    let deck = game.deck();
    let field = |name: &str| format!("turns[{index}].{name}");
    if state.is_over() {
        let expected = format!("the end, because the hand is over after {index} turns");
        return Err(RecordError::new(format!("turns[{index}]"), expected, "another turn"));
    }
    if turn.seat != state.seat() {
        return Err(RecordError::new(
            field("seat"),
            state.seat().to_string(),
            turn.seat.to_string(),
        ));
    }
    state.legal_actions(game, legal);
    if !legal.contains(&turn.action) {
        let expected = format!("one of {}", actions_text(legal, deck));
        return Err(RecordError::new(field("action"), expected, turn.action.text(deck)));
    }
    match &turn.legal {
        Some(given) => check_legal(given, legal, &field("legal"), deck),
        None => Ok(()),
    }
}

fn check_legal(given: &[Action], legal: &[Action], field: &str, deck: Deck) -> Result<(), RecordError> {
    let missing: Vec<Action> = legal.iter().filter(|action| !given.contains(action)).copied().collect();
    if !missing.is_empty() {
        return Err(RecordError::new(
            field,
            actions_text(legal, deck),
            format!("none of {}", actions_text(&missing, deck)),
        ));
    }
    let wrong: Vec<Action> = given.iter().filter(|action| !legal.contains(action)).copied().collect();
    if !wrong.is_empty() {
        return Err(RecordError::new(
            field,
            actions_text(legal, deck),
            format!("also {}", actions_text(&wrong, deck)),
        ));
    }
    if given.len() != legal.len() {
        return Err(RecordError::new(field, actions_text(legal, deck), "an action twice"));
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

fn same<T: PartialEq + std::fmt::Debug>(field: &str, expected: Option<T>, found: Option<T>) -> Result<(), RecordError> {
    let text = |value: Option<T>| value.map_or("null".to_owned(), |value| format!("{value:?}"));
    if expected == found {
        Ok(())
    } else {
        Err(RecordError::new(field, text(expected), text(found)))
    }
}

fn check_result(given: &HandResult, right: &HandResult) -> Result<(), RecordError> {
    same("result.shutout", right.shutout, given.shutout)?;
    same("result.last_capture", right.last_capture, given.last_capture)?;
    for (index, (right, given)) in right.sides.iter().zip(&given.sides).enumerate() {
        check_side(&format!("result.sides[{index}]"), given, right)?;
    }
    Ok(())
}

fn check_side(path: &str, given: &SideResult, right: &SideResult) -> Result<(), RecordError> {
    let field = |name: &str| format!("{path}.{name}");
    same(&field("cards"), Some(right.cards), Some(given.cards))?;
    same(&field("suit"), Some(right.suit), Some(given.suit))?;
    same(&field("prime"), right.prime, given.prime)?;
    for (kind, (right, given)) in PointKind::ALL.iter().zip(right.points.iter().zip(given.points)) {
        same(&field(&format!("points.{}", kind.name())), Some(*right), Some(given))?;
    }
    same(&field("total"), Some(right.total), Some(given.total))
}

/// Writes into a checked record what it may leave out; `end` is the state after its last turn.
pub(super) fn fill(record: &mut HandRecord, end: &State) {
    let game = record.game.as_ref();
    let mut state = State::new(game, &record.deal);
    for turn in &mut record.turns {
        if turn.legal.is_none() {
            let mut legal = Vec::new();
            state.legal_actions(game, &mut legal);
            turn.legal = Some(legal);
        }
        state.apply(game, &record.deal, turn.action);
    }
    if end.is_over() && record.result.is_none() {
        record.result = Some(HandResult::of(&end.score(game)));
    }
}
