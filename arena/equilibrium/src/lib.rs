//! Solves small games of two seats, and measures how far from perfect an agent plays.
//!
//! A [`GameTree`] holds every decision of a small game. [`Solver`] finds an equilibrium of it by counterfactual regret
//! minimisation. [`ask`] asks an agent for its policy at every information set that it can reach. [`exploitability`] is
//! the gain of a best response against a policy, in points per hand.
//!
//! Invariant: if game, agent and seeds are the same, all figures are the same to the last bit, for any number of
//! threads.
//!
//! | file | noun |
//! |---|---|
//! | `tree` | the tree: decisions by information set |
//! | `builder` | builds a tree from a walk through a game |
//! | `sweep` | parallel passes over a tree: down from the deals, and up from the ends |
//! | `policy` | the probability of every action at every information set |
//! | `asked` | the policy of an agent |
//! | `response` | the best response to a policy |
//! | `measured` | the exploitability of an agent that draws its play by a seed |
//! | `solver` | an equilibrium |

#![forbid(unsafe_code)]

mod asked;
mod builder;
mod measured;
mod policy;
mod response;
mod solver;
mod sweep;
mod tree;

pub use asked::{Asked, Question, ask};
pub use measured::Measured;
pub use policy::Policy;
pub use response::{Exploitability, best_response, exploitability, gain, value};
pub use solver::{Solver, Variant};
pub use tree::{Child, GameTree, TreeError};
