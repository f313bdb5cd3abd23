#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | subject |
//! |---|---|
//! | [`deals`] | deals, their seeds and seatings |
//! | [`pairs`] | two agents on many deals, and the sums of their hands |
//! | [`contests`] | all pairs of a list, their schedule and result |
//! | [`mod@matches`] | whole matches between agents, and tables of match equity |
//! | [`tournaments`] | stages of matches between teams |
//! | [`difference`] | the first field in which two JSON values differ |
//! | [`studies`] | ladders of many rows, and gains at single decisions |
//! | [`mod@in_flight`] | the number of hands that are played at once |
//! | [`watch`] | what a program can follow while pairs play |
//!
//! The statistical unit is the duplicate set: one deal, played once per seating of the two agents of a pair
//! ([`deals::seating`]). Everything is counted in whole numbers ([`pairs::tally`]). Modules import only those above them.
#![forbid(unsafe_code)]

pub mod contests;
pub mod deals;
pub mod difference;
mod error;
pub mod in_flight;
pub mod matches;
pub mod pairs;
pub mod studies;
pub mod tournaments;
pub mod watch;
mod workers;

pub use contests::{ArenaResult, Contest, ContestResult, PairResult, Schedule, play_pair, round_robin};
pub use error::ArenaError;
pub use pairs::figures::{HandFigures, Hands};
pub use pairs::unit::Unit;
pub use pairs::{ArenaConfig, Entrant};
pub use watch::{Nobody, PairHand, Progress, Step, Watch};
