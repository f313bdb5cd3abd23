//! Ladders: tables of pairs that are played once, kept in files and shown on one page.
//!
//! A ladder is a file of `configs/arena/` ([`config`]). [`play`] fills its results file pair by pair, so a killed run
//! resumes. Deals are those of `spariglio arena`. On several machines each plays a part of all deals ([`Settings::part`]);
//! the next run in the folder with their files adds them up. A host program can put its own agents into the rows and give
//! the ladder to [`play_ladders`].

pub mod compare;
pub mod config;
mod cost;
mod open;
mod partial;
mod play;
pub mod result;

pub use compare::{Compared, RowOutcome};
pub use config::{Expected, Ladder, Row, RowAgent, Settings};
pub use open::PairJob;
pub use play::{RowStep, missing, play, play_ladders};
pub use result::{LADDER_KIND, LadderResult, RESULTS_START, RowResult};
