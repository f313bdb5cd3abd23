//! The best response to a policy, and what it wins.
//!
//! A best response knows the policy but no hidden cards: at each of its information sets it takes the action that is worth
//! most over all worlds of the set, each weighed by the chance that cards and the policy lead there (Johanson et al.
//! 2011, section 2). The exploitability is the mean of what best responses win in both seats, as in OpenSpiel; 0 for an
//! equilibrium.

use crate::policy::Policy;
use crate::sweep::{self, SetAt};
use crate::tree::GameTree;

/// What best responses win, in points per hand.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Exploitability {
    /// A best response as the dealer, and as the other seat.
    pub responses: [f64; 2],
}

impl Exploitability {
    /// The mean over both seats.
    pub fn mean(&self) -> f64 {
        (self.responses[0] + self.responses[1]) / 2.0
    }
}

/// The dealer's margin in points per hand where both seats play a policy.
pub fn value(tree: &GameTree, policy: &Policy) -> f64 {
    let mut values = vec![0.0; tree.decisions()];
    let mut shares = policy.shares().to_vec();
    sweep::up(tree, &mut shares, &mut values, |at, shares, values| {
        expect(at, shares, values)
    })
}

/// Fills in the values of a set's decisions where its seat plays the policy.
fn expect(at: &SetAt<'_>, shares: &[f64], values: &mut [f64]) {
    for (node, value) in values.iter_mut().enumerate() {
        *value = at.values(node).zip(shares).map(|(value, share)| value * share).sum();
    }
}

/// What best responses win against a policy.
pub fn exploitability(tree: &GameTree, policy: &Policy) -> Exploitability {
    let mut reach = vec![[0.0; 2]; tree.decisions()];
    sweep::reach(tree, policy.shares(), |&share| share, &mut reach);
    Exploitability {
        responses: [0, 1].map(|responder| respond(tree, policy, responder, &reach)),
    }
}

/// What the best response of a seat wins.
fn respond(tree: &GameTree, policy: &Policy, responder: usize, reach: &[[f64; 2]]) -> f64 {
    let sign = [1.0, -1.0][responder];
    let mut values = vec![0.0; tree.decisions()];
    let mut shares = policy.shares().to_vec();
    let margin = sweep::up(tree, &mut shares, &mut values, |at, shares, values| {
        if tree.seat(at.set) != responder {
            return expect(at, shares, values);
        }
        let reach = &reach[tree.nodes_of(at.set)];
        let mut worth = vec![0.0; shares.len()];
        for (node, reach) in reach.iter().enumerate() {
            for (worth, value) in worth.iter_mut().zip(at.values(node)) {
                *worth += sign * reach[1 - responder] * value;
            }
        }
        let best = (1..worth.len()).fold(
            0,
            |best, action| if worth[action] > worth[best] { action } else { best },
        );
        for (node, value) in values.iter_mut().enumerate() {
            *value = at.values(node).nth(best).expect("a child for each action");
        }
    });
    sign * margin
}
