#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`agent`], [`options`] | the base: the traits of agents, their options as text |
//! | [`draws`] | the deals and seeds of contests and matches |
//! | [`table`] | playing a hand: seats, players, observers |
//! | [`book`] | agents with fixed rules: `random`, `greedy`, `formula` and more |
//! | [`net`] | networks, their inputs and files |
//! | [`net_agent`] | the agent that plays a network |
//! | [`search`] | tree search over sampled worlds |
//! | [`solver`], [`equity`] | exact endgames, chances of a match |
//! | [`custom`] | agents of a program that has this crate as a library |
//! | [`levels`] | the strengths that a person chooses instead of an agent |
//! | [`spec`] | the registry of agent types, which uses all the others |
//!
//! With the feature `system` there are `external`, programs as agents, and `chat`, language models as agents.
#![deny(unsafe_code)]

pub mod agent;
pub mod book;
#[cfg(feature = "system")]
pub mod chat;
pub mod custom;
pub mod draws;
pub mod equity;
#[cfg(feature = "system")]
pub mod external;
mod knowledge;
pub mod levels;
pub mod net;
pub mod net_agent;
pub mod options;
mod quotes;
pub mod search;
pub mod solver;
pub mod spec;
pub mod table;

pub use agent::{Agent, Budget, Cheater, Decision};
pub use custom::{BatchAgent, Custom, CustomAgent, Turn};
pub use equity::MatchEquity;
pub use levels::Level;
pub use options::SpecError;
pub use solver::Solver;
pub use spec::{AGENTS, AgentError, AgentSpec, MODELS};
pub use table::{Hand, HandObserver, Models, Player, Seats, play_hand};
