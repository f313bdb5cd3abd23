//! Comparing agents: duplicate deals, exact sums, intervals, reports.
//!
//! The statistical unit is the duplicate set: one deal, played once for every seating of the two
//! agents of a pair ([`seating`]). Everything is counted in whole numbers ([`tally`]), so a result
//! is the same for any number of threads, and results of separate runs add up exactly.

pub mod behaviour;
pub mod config;
pub mod contest;
pub mod entrant;
pub mod equity;
mod error;
mod files;
mod fingerprint;
pub mod ladder;
mod log_bins;
pub mod matches;
pub mod merge;
pub mod outcome;
pub mod pair;
pub mod picture;
pub mod pool;
pub mod report;
pub mod result;
pub mod schedule;
pub mod seating;
mod seeds;
pub mod spans;
pub mod stats;
pub mod table;
pub mod tally;
pub mod timing;
pub mod tournament;
pub mod trace;
pub mod tune;
pub mod variance;

pub use contest::{Audience, Contest, Step, round_robin};
pub use entrant::Entrant;
pub use error::ArenaError;
pub use pair::{Account, ArenaConfig, Part, Progress, Watch, continue_pair, play_pair};
pub use pool::Pool;
pub use result::{ArenaResult, PairResult};
pub use schedule::{Schedule, pairings};
