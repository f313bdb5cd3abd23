//! What the roots of a decision's trees have gathered, as one root: visits add up.

use spariglio_engine::Action;

use super::growth::Growth;
use super::halving;
use super::tree::Edge;
use crate::agent::Tried;

/// An edge for each legal action of a decision.
#[derive(Default)]
pub(super) struct Roots {
    edges: Vec<Edge>,
}

impl Roots {
    /// Becomes what the roots of some trees, one at least, have gathered for each of `actions`.
    pub(super) fn gather<'a>(&mut self, trees: impl Iterator<Item = &'a Growth> + Clone, actions: &[Action]) {
        self.edges.clear();
        for &action in actions {
            let edges = trees.clone().map(|growth| growth.root_edge(action));
            self.edges.push(edges.reduce(joined).expect("there is a tree"));
        }
    }

    /// What was found of each action.
    pub(super) fn tried(&self) -> Vec<Tried> {
        let tried = |edge: &Edge| Tried {
            visits: edge.visits,
            value: edge.mean,
        };
        self.edges.iter().map(tried).collect()
    }

    /// Simulations of all actions.
    pub(super) fn visits(&self) -> u32 {
        self.edges.iter().map(|edge| edge.visits).sum()
    }

    /// Of `open` actions, or of all where there are none, the most visited; then the one with the higher mean, then the first in canonical order.
    pub(super) fn choice(&self, open: &[Action]) -> Edge {
        let is_open = |edge: &&Edge| open.is_empty() || open.contains(&edge.action);
        let mut edges = self.edges.iter().filter(is_open);
        let first = edges.next().expect("a choice is legal");
        *edges.fold(first, |best, edge| {
            if (edge.visits, edge.mean) > (best.visits, best.mean) {
                edge
            } else {
                best
            }
        })
    }

    /// The policy of the decision and its value, where the roots have simulations and were searched as `growth` was; `chosen` is its choice.
    pub(super) fn policy(&self, growth: &Growth, chosen: Edge) -> (Vec<f32>, f32) {
        let mean = self.mean();
        if growth.halves() {
            // At first, bad actions get as many simulations as good ones.
            return (halving::policy(&self.edges, mean, growth.unit()), chosen.mean);
        }
        let visits = self.visits() as f32;
        let share = |edge: &Edge| edge.visits as f32 / visits;
        (self.edges.iter().map(share).collect(), mean)
    }

    /// The mean utility of all simulations.
    fn mean(&self) -> f32 {
        let weighed = |edge: &Edge| f64::from(edge.visits) * f64::from(edge.mean);
        let sum: f64 = self.edges.iter().map(weighed).sum();
        (sum / f64::from(self.visits())) as f32
    }
}

/// Two trees' edges of one action as one.
fn joined(one: Edge, other: Edge) -> Edge {
    let visits = one.visits + other.visits;
    let sum = one.visits as f32 * one.mean + other.visits as f32 * other.mean;
    Edge {
        action: one.action,
        visits,
        available: one.available + other.available,
        mean: if visits == 0 { 0.0 } else { sum / visits as f32 },
        prior: one.prior.max(other.prior),
    }
}
