//! A match: hands until the rule set ends it (`docs/reference/rules.md` B6, B24, B25, C.15, D31, E.2).
//!
//! | file | noun |
//! |---|---|
//! | `table` | the players at their seats, and one hand between them |
//! | `arena` | duplicate matches between agents, with errors |
//! | `equity` | tables of the chances to win a match |
//!
//! Invariant: a match depends only on its [`Fixture`] and its players. If two fixtures differ only in `play`, their
//! matches have the same deals and dealers, hand by hand, for as long as both last: the same match with the sides
//! exchanged.

pub mod arena;
pub mod equity;
mod table;

#[cfg(test)]
mod tests;

use spariglio_agents::draws::Fixture;
use spariglio_agents::table::Foul;
use spariglio_engine::{MatchEnd, MatchState};

pub use table::{FailedHand, PlayedHand, Table};

/// Most hands of a match, for rules that award no points; the match is then level.
pub(crate) const MOST_HANDS: usize = 10_000;

/// A finished match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// The scores and hands at the end, without a hand that ended with a foul.
    pub state: MatchState,
    /// How it ended: by the rules, or by a foul (the seat gave no legal action). The hand observed last shows the
    /// foul's place.
    pub end: Result<MatchEnd, Foul>,
}

/// Plays one match from its start; see [`play_on`].
///
/// # Errors
/// As [`play_on`].
pub fn play_match(
    table: &mut Table<'_>,
    fixture: &Fixture,
    observe: impl FnMut(&MatchState, &PlayedHand),
) -> Result<MatchResult, FailedHand> {
    let start = MatchState::new(table.game(), fixture.first_dealer);
    play_on(table, fixture, start, observe)
}

/// Continues a match from `state`; `observe` gets every hand, with the state of the match before it.
///
/// A hand that ends with a foul ends the match and is the last one observed. The caller decides the penalty for a foul
/// (`docs/reference/rules.md` E.6), and whether a level match goes on (E.5, with [`Table::play_hand`] and
/// [`MatchState::count`]).
///
/// # Errors
/// As [`Table::play_hand`].
pub fn play_on(
    table: &mut Table<'_>,
    fixture: &Fixture,
    mut state: MatchState,
    mut observe: impl FnMut(&MatchState, &PlayedHand),
) -> Result<MatchResult, FailedHand> {
    loop {
        let hand = table.play_hand(fixture, &state)?;
        observe(&state, &hand);
        let regular = match hand.foul {
            Some(foul) => return Ok(MatchResult { state, end: Err(foul) }),
            None => state.count(table.game(), &hand.state.score(table.game())),
        };
        if let Some(end) = regular {
            return Ok(MatchResult { state, end: Ok(end) });
        }
        if state.hands == MOST_HANDS {
            return Ok(MatchResult { state, end: Ok(MatchEnd::Level) });
        }
    }
}

impl MatchResult {
    /// The side that won by the rules; `None` if the match is level or ended by a foul.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        self.end.as_ref().ok().and_then(|end| end.winner())
    }
}
