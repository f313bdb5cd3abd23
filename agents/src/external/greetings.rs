//! The first greeting: a program's name, version and author in each game. Every later process must say the same. The
//! starts of later processes take turns.

use std::sync::{Arc, Mutex, OnceLock};

use spariglio_engine::Game;

use super::introduction::Introduction;
use super::starts::{StartTurn, Starts};
use crate::table::Offence;

/// The answers of a program to its first greetings, one for each game of hands. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Greetings(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    known: Mutex<Vec<(u64, Introduction)>>,
    folders: OnceLock<Result<(), String>>,
    starts: Starts,
}

impl Greetings {
    /// The answer for `game`; `ask` greets the program if it has none yet. Concurrent calls wait for one greeting.
    ///
    /// # Errors
    /// The offence that `ask` returns. The next call asks again.
    pub(super) fn first(
        &self,
        game: &Game,
        ask: impl FnOnce() -> Result<Introduction, Offence>,
    ) -> Result<Introduction, Offence> {
        let mut known = self.0.known.lock().expect("no greeting panicked");
        let rules = game.hand_fingerprint();
        if let Some((_, first)) = known.iter().find(|(other, _)| *other == rules) {
            return Ok(first.clone());
        }
        let first = ask()?;
        known.push((rules, first.clone()));
        Ok(first)
    }

    /// The outcome of the first `check` of the program's folders.
    ///
    /// # Errors
    /// That of `check`.
    pub(super) fn checked(&self, check: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        self.0.folders.get_or_init(check).clone()
    }

    /// Waits until a further process of the program may start.
    pub(super) fn turn(&self) -> StartTurn<'_> {
        self.0.starts.turn()
    }
}

/// Two specifications are equal whether or not a program was greeted.
impl PartialEq for Greetings {
    fn eq(&self, _: &Greetings) -> bool {
        true
    }
}

impl Eq for Greetings {}
