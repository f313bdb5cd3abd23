//! Hands of automatic declarations, told in a game in which every seat decides to declare. Tables with persons play such
//! a game: whoever wants automatic declarations gets them from the table (`docs/reference/rules.md` E.1).

use std::sync::Arc;

use spariglio_engine::record::HandRecord;
use spariglio_engine::{Game, State};

/// The turns of a record of automatic declarations, in the `game` by choice: its declarations are turns there.
pub(crate) fn by_choice(record: &HandRecord, game: &Arc<Game>) -> HandRecord {
    let deal = *record.deal();
    let mut state = State::new(game, &deal);
    let mut converted = HandRecord::new(Arc::clone(game), deal);
    for turn in &record.turns {
        while let Some(declaration) = state.best_declaration(game) {
            converted.push(state.seat(), declaration);
            state.apply(game, &deal, declaration);
        }
        converted.push(turn.seat, turn.action);
        state.apply(game, &deal, turn.action);
    }
    converted
}
