//! `net-search`: single-observer tree search guided by a network.
//!
//! Every simulation samples a world from the observer's view and descends one tree whose edges are
//! public actions (single-observer ISMCTS; Cowling, Powley, Whitehouse 2012). At every node the seat
//! to act sees its own view of that world; the network's policy for this view, normalised over the
//! actions that are legal there, is the prior (PUCT; Rosin 2011, Silver et al. 2017, with the number
//! of times an edge was available in place of the visits of its node). A simulation ends at a new
//! node where the observer is to act ([`Leaf`]) with the network's value, or at the end of the hand
//! with the exact one. Any other new node, and a known one where this world allows actions that it
//! has never seen, is evaluated for their priors only, and the simulation goes on.
//!
//! **Values.** A value a side. The network gives the utility `v` of the side to act; with two sides
//! the other has `-v`, with `n` sides each other has `-v / (n - 1)`. Values enter the choice divided
//! by the standard deviation of the observer's utility over the simulations so far, so that the
//! constants mean the same in every game and at every point of a hand.
//!
//! Invariant: the same view, seed, options and number of simulations give the same decision.

mod agent;
mod noise;
mod search;
mod tree;

pub use agent::{NetSearchAgent, NetSearchOptions};
pub use search::{Leaf, NetSearch, SearchConfig, Start};
