//! A host that plays the matches in which persons take part.

use std::sync::Arc;

use spariglio_agents::draws::Fixture;
use spariglio_engine::Game;
use spariglio_engine::record::HandRecord;

use super::frame::Encounter;
use super::match_report::{MatchReport, Slot};
use crate::error::ArenaError;

/// The text of the offence of a person who left a match. Any seat can commit it, and also between two hands.
pub const LEFT: &str = "left the match";

/// A match of two teams, or an extra hand after it.
pub struct Bout<'a> {
    /// Its name in records.
    pub id: String,
    /// The game. For an extra hand its match ends after one hand.
    pub game: &'a Arc<Game>,
    /// The name of its deals and seeds.
    pub fixture: Fixture,
    /// The teams' numbers by side.
    pub teams: [usize; 2],
}

/// A bout that is over.
pub struct HostedBout {
    /// Its hands in order, each with its place in a match. The last is unfinished if an offence ended it.
    pub records: Vec<HandRecord>,
    /// The seat that lost by an offence, and a description: [`LEFT`], or one of the seat that was to act.
    pub offence: Option<(usize, String)>,
}

/// Two teams that meet in a round, by side.
#[derive(Copy, Clone, Debug)]
pub struct Meeting {
    /// The position of their first match.
    pub slot: Slot,
    /// The teams' numbers.
    pub teams: [usize; 2],
}

/// Plays matches beside the agents. All methods are called on the threads of the tournament, several at once.
pub trait Host: Sync {
    /// Hears of a round before its first match. The round begins when this returns.
    ///
    /// # Errors
    /// [`ArenaError::Stopped`] if the host stops.
    fn begin_round(&self, pairings: &[Meeting]) -> Result<(), ArenaError>;

    /// Plays a bout to its end. `None` leaves it to the agents.
    ///
    /// # Errors
    /// [`ArenaError::Stopped`] if the host stops.
    fn play(&self, bout: &Bout<'_>) -> Result<Option<HostedBout>, ArenaError>;

    /// Hears of every finished match, also of those of earlier runs.
    fn note(&self, report: &MatchReport);
}

impl From<&Encounter> for Meeting {
    fn from(encounter: &Encounter) -> Meeting {
        Meeting { slot: encounter.slot, teams: encounter.seated(0) }
    }
}
