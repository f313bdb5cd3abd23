//! The best response to a policy, and its gain.
//!
//! A best response knows the policy but no hidden cards. At each of its information sets it takes the action with the
//! highest mean value over the worlds of the set. Each world is weighted by the chance that cards and the policy lead
//! there (Johanson et al. 2011, section 2). As in OpenSpiel, the exploitability is the mean gain of the best responses
//! in both seats; it is 0 if the policy is an equilibrium.

use crate::policy::Policy;
use crate::sweep::{self, SetAt};
use crate::tree::GameTree;

/// Gains of best responses, in points per hand.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Exploitability {
    /// Gain of a best response as the dealer, and as the other seat.
    pub responses: [f64; 2],
}

impl Exploitability {
    /// The mean over both seats.
    pub fn mean(&self) -> f64 {
        (self.responses[0] + self.responses[1]) / 2.0
    }
}

/// The dealer's margin in points per hand if both seats play `policy`.
pub fn value(tree: &GameTree, policy: &Policy) -> f64 {
    let mut values = vec![0.0; tree.decisions()];
    let mut shares = policy.shares().to_vec();
    sweep::up(tree, &mut shares, &mut values, |at, shares, values| expect(at, shares, values))
}

/// Fills in the values of a set's decisions if its seat plays the policy.
fn expect(at: &SetAt<'_>, shares: &[f64], values: &mut [f64]) {
    for (node, value) in values.iter_mut().enumerate() {
        *value = at.values(node).zip(shares).map(|(value, share)| value * share).sum();
    }
}

/// The gain of best responses against a policy.
pub fn exploitability(tree: &GameTree, policy: &Policy) -> Exploitability {
    gain(tree, &best_response(tree, policy), policy)
}

/// The wins of each seat of `response` against the other seat of `policy`.
pub fn gain(tree: &GameTree, response: &Policy, policy: &Policy) -> Exploitability {
    let responses = [0, 1].map(|responder| {
        let mixed = policy.with_seat(tree, responder, response);
        [1.0, -1.0][responder] * value(tree, &mixed)
    });
    Exploitability { responses }
}

/// The best response of each seat to the other seat of `policy`.
pub fn best_response(tree: &GameTree, policy: &Policy) -> Policy {
    let mut reach = vec![[0.0; 2]; tree.decisions()];
    sweep::reach(tree, policy.shares(), |&share| share, &mut reach);
    let other = respond(tree, policy, 1, &reach);
    respond(tree, policy, 0, &reach).with_seat(tree, 1, &other)
}

/// `policy` with the best response in one seat.
fn respond(tree: &GameTree, policy: &Policy, responder: usize, reach: &[[f64; 2]]) -> Policy {
    let sign = [1.0, -1.0][responder];
    let mut values = vec![0.0; tree.decisions()];
    let mut shares = policy.shares().to_vec();
    sweep::up(tree, &mut shares, &mut values, |at, shares, values| {
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
        let best = (1..worth.len()).fold(0, |best, action| if worth[action] > worth[best] { action } else { best });
        shares.fill(0.0);
        shares[best] = 1.0;
        for (node, value) in values.iter_mut().enumerate() {
            *value = at.values(node).nth(best).expect("a child for each action");
        }
    });
    Policy::from_weights(tree, shares)
}
