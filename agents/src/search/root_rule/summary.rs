//! The roots of a decision's trees as one root: visits add up.

use spariglio_engine::Action;

use super::RootStrategy;
use crate::agent::Tried;
use crate::search::growth::TreeSearchState;
use crate::search::tree::Edge;

/// An edge for each legal action of a decision.
#[derive(Default)]
pub(in crate::search) struct RootSummary {
    edges: Vec<Edge>,
}

impl RootSummary {
    /// Joins the roots of at least one tree, for each of `actions`.
    pub(in crate::search) fn gather<'a>(
        &mut self,
        trees: impl Iterator<Item = &'a TreeSearchState> + Clone,
        actions: &[Action],
    ) {
        self.edges.clear();
        for &action in actions {
            let edges = trees.clone().map(|growth| growth.root_edge(action));
            self.edges.push(edges.reduce(joined).expect("there is a tree"));
        }
    }

    /// The visits and the mean of each action.
    pub(in crate::search) fn tried(&self) -> Vec<Tried> {
        let tried = |edge: &Edge| Tried { visits: edge.visits, value: edge.mean };
        self.edges.iter().map(tried).collect()
    }

    /// Simulations of all actions.
    pub(in crate::search) fn visits(&self) -> u32 {
        self.edges.iter().map(|edge| edge.visits).sum()
    }

    /// The most visited of the `open` actions (of all if there are none); then the higher mean, then the canonical
    /// order decides.
    pub(in crate::search) fn choice(&self, open: &[Action]) -> Edge {
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

    /// The policy and the value of a decision with simulations; `chosen` is its choice.
    pub(in crate::search) fn policy(
        &self,
        rule: Option<&dyn RootStrategy>,
        unit: f32,
        chosen: Edge,
    ) -> (Vec<f32>, f32) {
        let mean = self.mean();
        if let Some(rule) = rule {
            // The mean of all simulations counts those that a rule spends on bad actions.
            return (rule.policy(&self.edges, mean, unit), chosen.mean);
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
