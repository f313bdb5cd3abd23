//! Tables: persons and agents play hand after hand, as a match or not. The server of the command line and the page that
//! needs no server (`apps/bot`) have the same tables. Nothing here waits, or starts a thread.
//!
//! | file | noun |
//! |---|---|
//! | `table` | a table |
//! | `setup`, `variant` | the setup of a table; its rules: a preset or TOML, with the opener's changes |
//! | `house` | all tables of one page, without a server |
//! | `by_choice` | hands of automatic declarations, told in a game by choice |
//! | `clock`, `moment` | how long persons may think; moments on the wall clock |
//! | `roster`, `levels` | who may play at a table; levels with their measured strength |
//! | `teaching` | the rules in words, with positions to try |
//! | `refusal`, `token` | why a request is refused; names and keys that cannot be guessed |
//!
//! Invariant: until a hand is over, a seat is only shown its view and the public events.

#![forbid(unsafe_code)]

mod by_choice;
mod clock;
mod house;
mod levels;
mod moment;
pub mod refusal;
mod roster;
mod setup;
mod table;
pub mod teaching;
pub mod token;
mod variant;

pub use clock::{Limits, Why};
pub use house::{House, PageRequest, Step};
pub use levels::{Strength, strength};
pub use refusal::Refusal;
pub use roster::Roster;
pub use setup::{Named, Setup, Sitter, TableBody, check_agent, person_name};
pub use table::bout::MatchOver;
pub use table::closed::Waiting;
pub use table::live::{Forfeit, Live};
pub use table::offence::{Fault, Resume};
pub use table::question::Question;
pub use table::requests::{ClosedBody, ForkBody, HintBody, LeaveBody, Look, POSTS, read};
pub use table::saved::RestoreFault;
pub use table::shown::Viewer;
pub use table::steps::{Bench, Outcome, Task};
pub use table::{Changed, News, Table};
pub use variant::game_of;
