//! A hand as a record.

use std::sync::Arc;

use rand::Rng;
use spariglio_engine::record::{HandRecord, HandResult, Replayer};
use spariglio_engine::{Deal, Game, State};

/// A random hand, as a record, and its last state.
pub fn played(game: &Arc<Game>, dealer: usize, rng: &mut impl Rng) -> (HandRecord, State) {
    let deal = Deal::random(game, dealer, rng);
    let mut state = State::new(game, &deal);
    let mut record = HandRecord::new(Arc::clone(game), deal);
    while !state.is_over() {
        let action = state.random_action(game, rng);
        record.push(state.seat(), action);
        state.apply(game, &deal, action);
    }
    (record, state)
}

/// A random hand, written as a record and replayed, ends in the same state. Half of it passes only if the result is
/// removed.
pub fn assert_replays(game: &Arc<Game>, rng: &mut impl Rng) {
    let (mut record, state) = played(game, 1, rng);
    assert_eq!(record.check().unwrap(), state);
    assert_eq!(record.fill().unwrap(), state);
    assert_eq!(record.result, Some(HandResult::of(&state.score(game))));
    let read = Replayer::new(false).feed(record.to_line().as_bytes()).unwrap();
    assert_eq!(read.game().rules(), game.rules());
    assert_eq!(read.check().unwrap(), state);
    assert_eq!(read.to_line(), record.to_line());
    record.turns.truncate(record.turns.len() / 2);
    assert_eq!(record.check().unwrap_err().field(), "result");
    record.result = None;
    assert!(!record.check().unwrap().is_over());
}
