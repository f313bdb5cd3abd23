//! Referee and bot for apps: questions and answers are JSON (`docs/reference/bot.md`).
//!
//! | file | noun |
//! |---|---|
//! | `request` | the fields of a question, and the hand that it is about |
//! | `referee` | deals, legal actions, turns, scores, words |
//! | `advice` | decisions of agents, values and beliefs |
//! | `c` | the doors of C and WebAssembly |
//! | `house` | the tables of a page that has no server |
//! | `functions` | the list of all functions, which Rust, C and WebAssembly share |
//!
//! # Examples
//! A seat asks what to play:
//! ```
//! use serde_json::{Value, json};
//! use spariglio_bot::Bot;
//!
//! let mut bot = Bot::default();
//! let mut ask = |function: &str, request: Value| -> Value {
//!     serde_json::from_str(&bot.call(function, &request.to_string())).expect("an answer is JSON")
//! };
//! let dealt = ask("deal", json!({ "rules": "scopa", "seed": 7 }));
//! let view = ask("view", json!({ "record": dealt["record"] }))["view"].clone();
//! let answer = ask("decide", json!({ "rules": "scopa", "view": view, "agent": "greedy" }));
//! let played = ask("play", json!({ "record": dealt["record"], "action": answer["action"] }));
//! assert_eq!(played["seat"], 0, "forehand was seat 1");
//! ```

#![deny(unsafe_code)]

mod advice;
#[cfg(feature = "c")]
pub mod c;
mod functions;
#[cfg(feature = "house")]
mod house;
mod referee;
mod request;

use std::collections::HashMap;

use spariglio_agents::search::PairedSearch;
use spariglio_agents::{Agent, AgentSpec};
use spariglio_engine::record::Replayer;

pub use advice::{Analysis, Ranked};
pub use functions::{FUNCTIONS, fault};
use request::Choice;

/// The fingerprint of a game, the choice of an agent in a question, and whether the question tells a match.
type AgentKey = (u64, Choice, bool);

/// Answers questions; keeps the rule sets and agents that it has made.
pub struct Bot {
    replayer: Replayer,
    agents: HashMap<AgentKey, (AgentSpec, Box<dyn Agent>)>,
    /// The searches that judge, by the fingerprint of the game.
    judges: HashMap<u64, PairedSearch>,
    #[cfg(feature = "house")]
    house: spariglio_table::House,
}

impl Default for Bot {
    fn default() -> Bot {
        Bot {
            replayer: Replayer::apart().with_gaps(),
            agents: HashMap::new(),
            judges: HashMap::new(),
            #[cfg(feature = "house")]
            house: spariglio_table::House::new(0),
        }
    }
}
