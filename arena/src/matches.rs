//! A match: hands until the rule set says that it is over (`rules.md` B6, B24, B25, C.15, D31, E.2).
//!
//! | file | noun |
//! |---|---|
//! | `state` | the scores between two hands, and how a match ends |
//! | `fixture` | the deals and seeds of a match, by name |
//! | `table` | the players at their seats, and one hand between them |
//! | `arena` | duplicate matches between agents, with errors |
//!
//! Invariant: what happens in a match depends on its [`Fixture`] and its players only. Two matches with fixtures that
//! differ in `play` alone have the same deals and dealers, hand by hand, for as long as both last: the same match with
//! the sides exchanged.

pub mod arena;
mod fixture;
mod state;
mod table;

#[cfg(test)]
mod tests;

pub use fixture::Fixture;
pub use state::{MatchEnd, MatchState};
pub use table::{Foul, FoulKind, PlayedHand, Table};

/// The hands of a match that does not end by itself (rules under which nobody makes points): then it is level.
const MOST_HANDS: usize = 10_000;

/// A match that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// The scores and hands at the end; a hand that ended with a foul is not counted.
    pub state: MatchState,
    /// How it ended.
    pub end: Ending,
}

/// How a match that was played ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// By the rules.
    Regular(MatchEnd),
    /// A seat gave no legal action; the hand that was observed last shows where.
    Foul(Foul),
}

/// Plays a match from its start; see [`play_on`].
pub fn play_match(
    table: &mut Table<'_>,
    fixture: &Fixture,
    observe: impl FnMut(&MatchState, &PlayedHand),
) -> MatchResult {
    let start = MatchState::new(table.game(), fixture.first_dealer);
    play_on(table, fixture, start, observe)
}

/// Plays a match from `state` on; `observe` is shown every hand, with the state of the match before it.
///
/// A hand that ends with a foul ends the match and is the last that is observed: what the foul costs (`rules.md` E.6)
/// and whether a level match goes on (E.5, with [`Table::play_hand`] and [`MatchState::count`]) is the caller's to say.
pub fn play_on(
    table: &mut Table<'_>,
    fixture: &Fixture,
    mut state: MatchState,
    mut observe: impl FnMut(&MatchState, &PlayedHand),
) -> MatchResult {
    loop {
        let hand = table.play_hand(fixture, &state);
        observe(&state, &hand);
        let regular = match hand.foul {
            Some(foul) => return MatchResult::new(state, Ending::Foul(foul)),
            None => state.count(table.game(), &hand.state.score(table.game())),
        };
        if let Some(end) = regular {
            return MatchResult::new(state, Ending::Regular(end));
        }
        if state.hands == MOST_HANDS {
            return MatchResult::new(state, Ending::Regular(MatchEnd::Level));
        }
    }
}

impl MatchResult {
    fn new(state: MatchState, end: Ending) -> MatchResult {
        MatchResult { state, end }
    }

    /// The side that won by the rules.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        match &self.end {
            Ending::Regular(end) => end.winner(),
            Ending::Foul(_) => None,
        }
    }
}
