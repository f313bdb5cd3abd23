//! Tables: persons and agents play hand after hand, as a match or not. The server of the command line and the page that
//! needs no server (`apps/bot`) have the same tables. Nothing here waits, or starts a thread.
//!
//! | file | noun |
//! |---|---|
//! | `table` | a table |
//! | `setup`, `variant` | the setup of a table; its rules: a preset or TOML, with the opener's changes |
//! | `live` | the current hand, and the state of the match |
//! | `steps` | what happens without a person's doing: decisions of agents |
//! | `requests` | requests that change a table |
//! | `shown` | the JSON of a table for a seat or a spectator |
//! | `house` | all tables of one page, without a server |
//! | `by_choice` | hands of automatic declarations, told in a game by choice |
//! | `clock`, `moment` | how long persons may think; moments on the wall clock |
//! | `forfeit`, `offence` | a person who has lost before the end; an agent's offence, and how a table goes on after it |
//! | `guests` | persons who come by a link |
//! | `closed` | the closed table: an agent plays the person's cards |
//! | `list` | a table in lists, and whether anybody would miss it |
//! | `saved` | a table as text, for resuming |
//! | `roster`, `levels` | who may play at a table; levels with their measured strength |
//! | `teaching` | the rules in words, with positions to try |
//! | `refusal`, `token` | why a request is refused; names and keys that cannot be guessed |
//!
//! Invariant: until a hand is over, a seat is only shown its view and the public events.

#![forbid(unsafe_code)]

mod by_choice;
mod clock;
mod closed;
mod forfeit;
mod guests;
mod house;
mod levels;
mod list;
mod live;
mod moment;
mod offence;
pub mod refusal;
mod requests;
mod roster;
mod saved;
mod setup;
mod shown;
mod steps;
mod table;
pub mod teaching;
pub mod token;
mod variant;

pub use clock::{Clocks, Why};
pub use closed::Waiting;
pub use house::{House, PageAnswer, PageRequest, Step};
pub use levels::{Strength, strength};
pub use live::{Forfeit, Live, Pace};
pub use moment::Moment;
pub use offence::{Fault, Resume};
pub use refusal::Refusal;
pub use requests::{POSTS, read};
pub use roster::{PERSON, Roster};
pub use saved::RestoreFault;
pub use setup::{Named, Setup, TableBody};
pub use shown::Viewer;
pub use steps::{Bench, Outcome, Question, Task};
pub use table::{Changed, News, Table};
