//! A policy: the probability of every action at every information set, of both seats.

use crate::sweep;
use crate::tree::GameTree;

/// A policy, by slot of a [`GameTree`].
#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    shares: Vec<f64>,
}

impl Policy {
    /// All actions of a set alike.
    pub fn uniform(tree: &GameTree) -> Policy {
        Policy::from_weights(tree, vec![0.0; tree.slots()])
    }

    /// The policy whose probabilities are in the proportion of these weights by slot, none below 0; a set whose weights are all 0
    /// plays all of its actions alike.
    ///
    /// # Panics
    /// If there are not as many weights as slots.
    pub fn from_weights(tree: &GameTree, mut weights: Vec<f64>) -> Policy {
        assert_eq!(weights.len(), tree.slots(), "one weight per slot");
        for set in 0..tree.information_sets() {
            normalise(&mut weights[tree.slots_of(set)]);
        }
        Policy { shares: weights }
    }

    /// The probabilities, by slot.
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The policy of whoever draws one of these policies for a whole hand, each with the same chance: the mean of the policies,
    /// weighed at a set by how likely the seat plays towards it with each (Kuhn 1953).
    ///
    /// # Panics
    /// If there is none.
    pub fn mixture<'p>(tree: &GameTree, policies: impl IntoIterator<Item = &'p Policy>) -> Policy {
        let mut weights = vec![0.0; tree.slots()];
        let mut any = false;
        let mut reach = vec![[0.0; 2]; tree.decisions()];
        for policy in policies {
            any = true;
            sweep::reach(tree, &policy.shares, |&share| share, &mut reach);
            for set in 0..tree.information_sets() {
                let own = reach[tree.nodes_of(set).start][tree.seat(set)];
                for slot in tree.slots_of(set) {
                    weights[slot] += own * policy.shares[slot];
                }
            }
        }
        assert!(any, "a mixture of at least one policy");
        Policy::from_weights(tree, weights)
    }
}

/// Makes the sum 1; all alike where it is 0.
fn normalise(weights: &mut [f64]) {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        weights.iter_mut().for_each(|weight| *weight /= sum);
    } else {
        weights.fill(1.0 / weights.len() as f64);
    }
}
