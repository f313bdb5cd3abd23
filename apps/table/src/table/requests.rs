//! Requests that change a table, each with a JSON body (`docs/how-to/serve.md`).

use serde::Deserialize;
use serde::de::DeserializeOwned;
use spariglio_files::json;

use crate::refusal::Refusal;
use crate::table::live::Pace;
use crate::table::shown::Viewer;
use crate::table::{News, Table};

/// Longest pace, in milliseconds.
const SLOWEST: u32 = 60_000;

/// The names of the requests that [`Table::post`] answers, in the paths of a server.
pub const POSTS: [&str; 6] = ["actions", "undo", "pace", "settings", "next", "rematch"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionBody {
    seat: usize,
    version: u64,
    action: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatBody {
    seat: usize,
    version: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaceBody {
    millis: u32,
    #[serde(default)]
    paused: bool,
    #[serde(default)]
    step: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingsBody {
    seat: usize,
    auto_declare: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NextBody {
    version: u64,
}

/// The request for a table with the same deal and the turns before `turn`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForkBody {
    /// The turn at which it goes on.
    pub turn: usize,
}

/// The request for a hint.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintBody {
    /// The seat of the person who asks; absent if no person plays.
    pub seat: Option<usize>,
    /// The version of the table.
    pub version: u64,
}

/// The request for a hand at the closed table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosedBody {
    /// The seat of the person who asks.
    pub seat: usize,
    /// The agent that plays the persons' cards.
    pub agent: String,
}

/// The request to leave a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaveBody {
    /// The person who gives the match up. If absent, the table is closed.
    pub seat: Option<usize>,
}

/// The parameters of a request to see a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The seat of the person who looks.
    pub seat: Option<usize>,
    /// The seat whose view a spectator has.
    pub eyes: Option<usize>,
    /// The turn before which the table is shown; absent for now.
    pub before: Option<usize>,
}

impl Look {
    /// The viewer of a table, whose page has the key `key`.
    ///
    /// # Errors
    /// As [`Table::check_key`].
    pub fn viewer(&self, table: &Table, key: &str) -> Result<Viewer, Refusal> {
        match (self.seat, self.eyes) {
            (Some(seat), _) => table.check_key(seat, key).map(|()| Viewer::Seat(seat)),
            (None, Some(seat)) => Ok(Viewer::Eyes(seat)),
            (None, None) => Ok(Viewer::All),
        }
    }
}

/// The JSON of a body.
///
/// # Errors
/// It is not JSON, or a field is missing, unknown, wrong or there twice.
pub fn read<T: DeserializeOwned>(body: impl AsRef<[u8]>) -> Result<T, Refusal> {
    json::read(body).map_err(|error| Refusal::field("body", "the fields of docs/how-to/serve.md", error.to_string()))
}

impl Table {
    /// Answers one of [`POSTS`]. `key` is the key of the page's seat.
    ///
    /// # Errors
    /// The body is wrong, the key is that of another seat, the table cannot change so, or there is no such request.
    pub fn post(&mut self, what: &str, body: &[u8], key: &str) -> Result<News, Refusal> {
        match what {
            "actions" => {
                let ActionBody { seat, version, action } = read(body)?;
                self.check_key(seat, key)?;
                self.change(|table| table.act(seat, version, &action))
            }
            "undo" => {
                let SeatBody { seat, version } = read(body)?;
                self.check_key(seat, key)?;
                self.change(|table| table.undo(seat, version))
            }
            "settings" => {
                let SettingsBody { seat, auto_declare } = read(body)?;
                self.check_key(seat, key)?;
                self.change(|table| Ok(table.set_auto_declare(seat, auto_declare)))
            }
            "pace" => {
                let PaceBody { millis, paused, step } = read(body)?;
                self.check_own(key)?;
                self.check_helped()?;
                let pace = Pace { millis: millis.min(SLOWEST), paused };
                self.change(|table| Ok(table.set_pace(pace, step)))
            }
            "next" => {
                let NextBody { version } = read(body)?;
                self.check_own(key)?;
                self.change(|table| table.next(version))
            }
            "rematch" => {
                let NextBody { version } = read(body)?;
                self.check_own(key)?;
                self.change(|table| table.rematch(version))
            }
            _ => Err(Refusal::missing("path")),
        }
    }

    /// Fails if persons play and `key` is none of theirs.
    ///
    /// # Errors
    /// As [`Table::check_key`].
    pub fn check_own(&self, key: &str) -> Result<(), Refusal> {
        let mut refused = Ok(());
        for (seat, _) in self.keys() {
            match self.check_key(seat, key) {
                Ok(()) => return Ok(()),
                wrong => refused = refused.and(wrong),
            }
        }
        refused
    }
}
