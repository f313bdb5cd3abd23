//! Matches across the lines of a file: hand numbers, scores, the dealer's rotation, the end.
//!
//! Invariant: an open match agrees with its hands so far, or is marked as doubtful after a line in error.
//! Source: `docs/reference/records.md` section 5.

use std::collections::HashMap;
use std::sync::Arc;

use super::{HandRecord, MatchPlace};
use crate::format::tree::FormatError;
use crate::game::Game;
use crate::hand::state::State;
use crate::matches::MatchState;

/// The matches of one file.
#[derive(Debug, Default)]
pub(super) struct Matches {
    open: HashMap<String, OpenMatch>,
    /// Whether a line without a known match had an error.
    lost: bool,
}

/// A match so far; its next hand must continue it.
#[derive(Debug)]
struct OpenMatch {
    game: Arc<Game>,
    state: MatchState,
    /// The reason why no hand may follow, if the match has ended.
    ended: Option<&'static str>,
    /// Whether a line in between had an error. If so, the next hand's own match state is accepted.
    doubtful: bool,
}

impl Matches {
    /// Checks a hand's place in its match, then counts the hand; `end` is the state after its last turn.
    pub(super) fn follow(&mut self, record: &HandRecord, end: &State) -> Result<(), FormatError> {
        let Some(place) = &record.place else {
            return Ok(());
        };
        let (game, dealer) = (&record.game, record.deal.dealer());
        let progress = self.open.entry(place.id.clone()).or_insert_with(|| OpenMatch {
            game: Arc::clone(game),
            state: MatchState::new(game, dealer),
            ended: None,
            doubtful: self.lost,
        });
        if let Some(ended) = progress.ended {
            let expected = format!("no hand after hand {}, which {ended}", progress.state.hands - 1);
            return Err(FormatError::new("match.hand", expected, place.hand.to_string()));
        }
        if progress.doubtful && place.hand > progress.state.hands && progress.game.rules() == game.rules() {
            progress.state = place.state(dealer);
        }
        let outcome = progress.check(place, game, dealer);
        let state = &mut progress.state;
        if outcome.is_err() && place.hand != state.hands && place.scores.len() == state.scores.len() {
            *state = place.state(dealer);
        }
        progress.count(game, end);
        outcome
    }

    /// Marks the match of a line in error as doubtful: a hand may be missing. If `id` is `None`, marks all matches.
    pub(super) fn doubt(&mut self, id: Option<&str>) {
        self.lost |= id.is_none();
        for (name, progress) in &mut self.open {
            progress.doubtful |= id.is_none_or(|id| id == name);
        }
    }

    /// Opens the match of a hand in error, so that later hands are not reported as out of order.
    pub(super) fn doubt_new(&mut self, place: &MatchPlace, game: &Arc<Game>, dealer: usize) {
        self.open.entry(place.id.clone()).or_insert_with(|| OpenMatch {
            game: Arc::clone(game),
            state: place.state(dealer),
            ended: None,
            doubtful: true,
        });
    }
}

impl MatchPlace {
    /// The match before the hand, which `dealer` deals.
    fn state(&self, dealer: usize) -> MatchState {
        MatchState { scores: self.scores.clone(), hands: self.hand, dealer }
    }
}

impl OpenMatch {
    fn check(&self, place: &MatchPlace, game: &Game, dealer: usize) -> Result<(), FormatError> {
        let state = &self.state;
        if place.hand != state.hands {
            let (expected, found) = (state.hands.to_string(), place.hand.to_string());
            return Err(FormatError::new("match.hand", expected, found));
        }
        if game.rules() != self.game.rules() {
            let expected = "the rules of the match's other hands";
            return Err(FormatError::new("rules", expected, "other rules"));
        }
        if place.scores != state.scores {
            let (expected, found) = (format!("{:?}", state.scores), format!("{:?}", place.scores));
            return Err(FormatError::new("match.scores", expected, found));
        }
        if dealer != state.dealer {
            return Err(FormatError::new("dealer", state.dealer.to_string(), dealer.to_string()));
        }
        Ok(())
    }

    fn count(&mut self, game: &Game, end: &State) {
        self.doubtful = false;
        if !end.is_over() {
            self.state.hands += 1;
            self.ended = Some("stops early");
        } else if self.state.count(&self.game, &end.score(game)).is_some() {
            self.ended = Some("ended the match");
        }
    }
}
