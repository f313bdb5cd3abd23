//! Agents: everything that decides at the table.
//!
//! A fair agent sees a [`spariglio_engine::View`] and never a state, so the compiler keeps hidden cards from it. An
//! agent is data first ([`AgentSpec`]) and an object second ([`AgentSpec::build`]): its name in a command line or a
//! configuration file defines it completely. The table of all agent types is [`AGENTS`].
//!
//! | module | contents |
//! |---|---|
//! | `agent`, `options`, `quotes` | the base: the traits of agents, their options as text, quotes in it |
//! | `draws` | the deals and seeds of contests and matches |
//! | `table` | playing a hand: seats, players, observers |
//! | `knowledge` | static judgements of a position: expected points, worths, captures, odds |
//! | `book` | agents with fixed rules: `random`, `greedy`, `formula` and more |
//! | `net` | networks, their inputs and files |
//! | `net_agent` | the agent that plays a network |
//! | `search` | tree search over sampled worlds |
//! | `solver`, `equity` | exact endgames, chances of a match |
//! | `custom` | agents of a program that has this crate as a library |
//! | `external` | programs as agents |
//! | `chat` | language models as agents |
//! | `levels` | what a person chooses instead of an agent |
//! | `spec` | the registry of agent types, which uses all the others |
//!
//! Features: `nets` (default) has the networks of `nets/` inside the library. `system` adds programs and language models
//! as agents, threads of searches and the processor's clock. Without `system` a budget of time is one of wall-clock time.
//!
//! # Examples
//! The strongest quick agent of a game, and its first action:
//! ```
//! use rand_pcg::Pcg64Mcg;
//! use spariglio_agents::{AgentSpec, Budget, Hand};
//! use spariglio_engine::{Deal, Game};
//!
//! let game = Game::preset("scopone").expect("a preset");
//! let mut agent = AgentSpec::adviser(&game).build(&game)?;
//! let hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
//! agent.start_hand(1);
//! let decision = agent.decide(&hand.view(), Budget::simulations(32));
//! assert!(hand.state().is_legal(&game, decision.action));
//! # Ok::<(), spariglio_agents::AgentError>(())
//! ```

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

pub use agent::{Agent, Budget, Cheater, Decision, SearchStats, Stop, Tried};
pub use book::formula::FormulaPolicy;
pub use book::greedy::GreedyPolicy;
pub use book::random::Random;
pub use book::{Book, BookPolicy};
#[cfg(feature = "system")]
pub use chat::{Chat, ChatConfig};
pub use custom::{BatchAgent, Custom, CustomAgent, Turn};
pub use equity::MatchEquity;
#[cfg(feature = "system")]
pub use external::{External, ExternalConfig};
pub use levels::{LEVELS, Level};
pub use options::{AgentOption, OptionKind, SpecError};
pub use search::{CheatMcts, CheatMctsConfig, CheatPimc, CheatPimcConfig, Ismcts, IsmctsConfig, PimcAgent, PimcConfig};
pub use solver::{Solver, SolverError};
pub use spec::{AGENTS, AgentError, AgentSpec, AgentType, RUN};
pub use table::{
    Failure, Foul, FoulKind, Hand, HandObserver, Offence, OffenceKind, Opponent, Player, Program, Refusal, Seats,
    Usage, play_hand,
};
