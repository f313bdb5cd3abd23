//! Comparing agents: duplicate deals, exact sums, intervals.
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
//!
//! The statistical unit is the duplicate set: one deal, played once per seating of the two agents of a pair
//! ([`deals::seating`]). Everything is counted in whole numbers ([`pairs::tally`]), so a result is the same for any
//! number of threads, and results of separate runs add up exactly. Modules import only those above them.
//!
//! # Examples
//! Two agents on ten deals, each played both ways round:
//! ```
//! use spariglio_agents::AgentSpec;
//! use spariglio_arena::{ArenaConfig, play_pair};
//! use spariglio_engine::Game;
//!
//! let game = Game::preset("scopa").expect("a preset");
//! let [greedy, random] = ["greedy", "random"].map(|name| AgentSpec::parse(name).expect("an agent"));
//! let config = ArenaConfig { hands: 20, seed: 1, threads: 1, ..ArenaConfig::default() };
//! let result = play_pair(&game, [&greedy, &random], &config, &|_| ())?;
//! assert_eq!((result.sets(), result.figures.hands), (10, 20));
//! let [first, second] = result.figures.by_agent;
//! assert!((result.figures.margin.mean - (first.points - second.points)).abs() < 1e-9);
//! # Ok::<(), spariglio_arena::ArenaError>(())
//! ```

#![forbid(unsafe_code)]

pub mod contests;
pub mod deals;
pub mod difference;
mod error;
mod in_flight;
pub mod matches;
pub mod pairs;
pub mod studies;
pub mod tournaments;
pub mod watch;
mod workers;

pub use contests::{
    ArenaResult, Contest, ContestResult, PairResult, ResultHead, Schedule, pairings, play_pair, round_robin,
};
pub use deals::unforeseen::{random_secret, random_seed};
pub use error::ArenaError;
pub use in_flight::{MOST_IN_FLIGHT, in_flight, is_slow};
pub use pairs::component::{label, other_rules, other_rules_of};
pub use pairs::duel::Play;
pub use pairs::entrant::numbered;
pub use pairs::figures::{HandFigures, Hands};
pub use pairs::pool::{Claim, Pool};
pub use pairs::unit::Unit;
pub use pairs::{ArenaConfig, Entrant, MOST_HANDS, Totals, continue_pair};
pub use watch::{FirstOffence, Nobody, PairHand, Progress, Step, Watch};

/// The example of the page for Rust, compiled and run as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/how-to/rust.md")]
pub struct Page;
