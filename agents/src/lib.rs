//! Agents: everything that decides at the table.
//!
//! A fair agent sees a [`spariglio_engine::View`] and never a state, so the compiler keeps it from
//! cards that it cannot know. An agent is data first ([`AgentSpec`]) and an object second
//! ([`AgentSpec::build`]): what a command line or a configuration file names is all there is to it.
//!
//! | type | what it is |
//! |---|---|
//! | `random` | a uniformly random legal action |
//! | `greedy` | the most valuable capture, else the least harmful lay |
//! | `formula` | card worth, sweep risk, gifts and the own next capture in one formula |
//! | `greedy-take` | the most valuable capture, whatever it leaves |
//! | `chitarrella` | the classical doctrine of Scopone, rule by rule |
//! | `cicuti` | the same with rules for the sevens |
//! | `ismcts` | single-observer information set Monte Carlo tree search |
//! | `mo-ismcts` | the same with multiple observers: every seat has its own information sets |
//! | `pimc` | perfect information Monte Carlo: sampled worlds, each searched with all cards open |
//! | `cheat-mcts`, `cheat-pimc` | the same searches in the real world: upper bounds |
//! | `net` | the policy of a trained network |
//! | `net-search` | the same tree with the network's priors and values |
//! | `external` | another program, over its standard input and output |

#![deny(unsafe_code)]

pub mod agent;
pub mod book;
pub mod cheat;
pub mod equity;
pub mod external;
pub mod features;
pub mod net;
pub mod net_search;
pub mod offence;
pub mod player;
pub mod random;
pub mod search;
pub mod solver;
pub mod spec;
pub mod standing;

pub use agent::{Agent, Budget, Decision, SearchStats};
pub use book::formula::FormulaPolicy;
pub use book::greedy::GreedyPolicy;
pub use book::{Book, BookPolicy};
pub use cheat::Cheater;
pub use equity::MatchEquity;
pub use external::{External, ExternalConfig};
pub use offence::{Offence, OffenceKind};
pub use player::{Place, Player};
pub use random::Random;
pub use search::{
    CheatMcts, CheatMctsConfig, CheatPimc, CheatPimcConfig, Ismcts, IsmctsConfig, MoIsmctsConfig, PimcAgent, PimcConfig,
};
pub use solver::{Solver, SolverError};
pub use spec::{AgentError, AgentSpec, SpecError};
pub use standing::Standing;
