//! Agents: everything that decides at the table.
//!
//! A fair agent sees a [`spariglio_engine::View`] and never a state, so the compiler keeps hidden cards from it. An
//! agent is data first ([`AgentSpec`]) and an object second ([`AgentSpec::build`]): its name in a command line or a
//! configuration file defines it completely. The table of all agent types is [`AGENTS`].
//!
//! | module | contents |
//! |---|---|
//! | `agent`, `options` | the base: the traits of agents, and their options as text |
//! | `table` | playing a hand: seats, players, observers |
//! | `random`, `book`, `search`, `net`, `external` | the agents |
//! | `custom` | agents of the program that has this crate as a library |
//! | `inputs` | the inputs of networks |
//! | `equity`, `solver`, `hash` | chances of a match, exact endgames, hashes of files |
//! | `spec` | the registry of agent types, which uses all the others |

#![deny(unsafe_code)]

pub mod agent;
pub mod book;
pub mod bounded;
pub mod custom;
pub mod equity;
pub mod external;
pub mod hash;
pub mod inputs;
mod knowledge;
pub mod net;
pub mod noise;
pub mod options;
pub mod random;
pub mod search;
pub mod solver;
pub mod spec;
pub mod table;

pub use agent::{Agent, Budget, Cheater, Decision, MatchStanding, SearchStats, Tried};
pub use book::formula::FormulaPolicy;
pub use book::greedy::GreedyPolicy;
pub use book::{Book, BookPolicy};
pub use custom::{BatchAgent, Custom, CustomAgent, Turn};
pub use equity::MatchEquity;
pub use external::{External, ExternalConfig};
pub use options::SpecError;
pub use random::Random;
pub use search::{
    CheatMcts, CheatMctsConfig, CheatPimc, CheatPimcConfig, Ismcts, IsmctsConfig, MoIsmctsConfig, PimcAgent, PimcConfig,
};
pub use solver::{Solver, SolverError};
pub use spec::{AGENTS, AgentError, AgentSpec, AgentType, RUN};
pub use table::{
    Failure, Foul, FoulKind, Hand, HandObserver, Offence, OffenceKind, Opponent, Player, Program, Refusal, Seats,
    play_hand,
};
