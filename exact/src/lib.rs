//! Small games of two seats, solved: how far from perfect an agent plays.
//!
//! A [`GameTree`] holds every decision of a small game. [`Solver`] finds an equilibrium of it, by counterfactual regret
//! minimisation. [`ask`] asks an agent for its policy at every information set that it can reach, and [`exploitability`] says
//! what a best response wins against a policy, in points per hand.
//!
//! Invariant: the same game, agent and seeds give the same figures, to the last bit, for any number of threads.
//!
//! | file | noun |
//! |---|---|
//! | `tree` | the tree: decisions by information set |
//! | `builder` | a tree from the walk through a game |
//! | `sweep` | the two ways through a tree, on all threads: from the deals down, and from the ends up |
//! | `policy` | the probability of every action at every information set |
//! | `asked` | the policy of an agent |
//! | `response` | the best response to a policy |
//! | `solver` | an equilibrium |

#![forbid(unsafe_code)]

mod asked;
mod builder;
mod policy;
mod response;
mod solver;
mod sweep;
mod tree;

pub use asked::{Asked, Question, ask};
pub use policy::Policy;
pub use response::{Exploitability, exploitability, value};
pub use solver::{Solver, Variant};
pub use tree::{Child, GameTree, TreeError};
