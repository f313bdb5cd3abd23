//! A policy: the probability of every action at every information set of both seats.

use crate::sweep;
use crate::tree::GameTree;

/// A policy, by slot of a [`GameTree`].
#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    shares: Vec<f64>,
}

impl Policy {
    /// The uniform policy.
    pub fn uniform(tree: &GameTree) -> Policy {
        Policy::from_weights(tree, vec![0.0; tree.slots()])
    }

    /// The policy in proportion to these weights by slot, none of which may be negative. If all weights of a set are 0,
    /// it is uniform there.
    ///
    /// # Panics
    /// If the number of weights is not the number of slots.
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

    /// The same policy, but that of `other` at the sets of `seat`.
    pub(crate) fn with_seat(&self, tree: &GameTree, seat: usize, other: &Policy) -> Policy {
        let mut shares = self.shares.clone();
        for set in (0..tree.information_sets()).filter(|&set| tree.seat(set) == seat) {
            let slots = tree.slots_of(set);
            shares[slots.clone()].copy_from_slice(&other.shares[slots]);
        }
        Policy { shares }
    }

    /// The policy of a player who draws one of these policies for a whole hand, all equally likely. At each set it is
    /// their mean, weighted by how likely the seat plays towards the set with each policy (Kuhn 1953).
    ///
    /// # Panics
    /// If `policies` is empty.
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

/// Scales the sum to 1; uniform if the sum is 0.
fn normalise(weights: &mut [f64]) {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        weights.iter_mut().for_each(|weight| *weight /= sum);
    } else {
        weights.fill(1.0 / weights.len() as f64);
    }
}
