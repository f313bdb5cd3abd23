//! Comparing agents: duplicate deals, exact sums, intervals, reports.
//!
//! The statistical unit is the duplicate set: one deal, played once for every seating of the two
//! agents of a pair ([`seating`]). Everything is counted in whole numbers ([`tally`]), so a result
//! is the same for any number of threads, and results of separate runs add up exactly.

pub mod config;
mod error;
mod files;
pub mod ladder;
pub mod matches;
pub mod pair;
pub mod report;
pub mod result;
pub mod round_robin;
pub mod seating;
mod seeds;
pub mod stats;
pub mod table;
pub mod tally;
pub mod timing;
pub mod tune;

pub use error::ArenaError;
pub use pair::{ArenaConfig, Progress, play_pair};
pub use result::{ArenaResult, PairResult};
pub use round_robin::{Entrant, round_robin};
