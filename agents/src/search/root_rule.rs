//! The root of a search: how it spreads the simulations, and the sum of its trees.
//!
//! A rule is one file here and one row of [`RULES`]. It is asked at the root only, once per simulation, so calling it
//! through a pointer costs nothing that can be measured.

mod halving;
mod summary;

use std::fmt;

use spariglio_engine::Action;

use super::tree::{Edge, EdgeId, NodeId, Tree};
pub(super) use summary::RootSummary;

/// Makes a rule; `None` if the root is searched as every other node.
type RuleMaker = fn() -> Option<Box<dyn RootStrategy>>;

/// The rules by the names of the option `root`.
const RULES: &[(&str, RuleMaker)] = &[
    // As every other node.
    ("select", || None),
    // Sequential halving.
    ("halving", || Some(Box::new(halving::Halving::default()))),
];

/// How a search spreads its simulations at the root and chooses there: a name of the option `root`.
///
/// `select` searches the root as every other node: the most visited action is chosen and the policy is the share of
/// visits. `halving` is sequential halving: surviving actions get equal simulations and the last survivor is chosen;
/// the policy is the prior reweighted by the means.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct RootRule(usize);

impl RootRule {
    /// The rule of a name; `None` if there is none.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::search::{NetSearchConfig, RootRule};
    ///
    /// let halving = RootRule::named("halving").expect("a rule");
    /// assert_ne!(halving, NetSearchConfig::default().root);
    /// assert_eq!(RootRule::named("select"), Some(RootRule::default()));
    /// assert_eq!(RootRule::named("random"), None);
    /// ```
    pub fn named(name: &str) -> Option<RootRule> {
        RULES.iter().position(|(own, _)| *own == name).map(RootRule)
    }

    /// All rules with their names; the first is the default.
    pub(super) fn all() -> [(&'static str, RootRule); RULES.len()] {
        std::array::from_fn(|index| (RULES[index].0, RootRule(index)))
    }

    pub(super) fn strategy(self) -> Option<Box<dyn RootStrategy>> {
        RULES[self.0].1()
    }
}

/// The root as a rule sees it, with an edge and a prior for every legal action.
pub(super) struct Root<'a> {
    pub(super) tree: &'a Tree,
    pub(super) node: NodeId,
    pub(super) legal: &'a [Action],
    /// Simulations of the decision so far.
    pub(super) simulations: u32,
    /// Standard deviation of the utility of the side to act.
    pub(super) unit: f32,
}

/// A rule at work, in one tree.
pub(super) trait RootStrategy: Send + fmt::Debug {
    /// Begins a decision and forgets the last one.
    fn begin(&mut self);

    /// Notes how many simulations the decision has.
    fn note_limit(&mut self, simulations: u32);

    /// Notes the share of the decision's time that is over.
    fn note_time(&mut self, over: f32);

    /// The edge of the next simulation.
    fn next(&mut self, root: &Root<'_>) -> EdgeId;

    /// The action that is chosen when the budget is spent; `None` before the first simulation.
    fn choice(&mut self, root: &Root<'_>) -> Option<Action>;

    /// The policy of the joined roots of a decision; `value` stands for the mean of an action without visits.
    fn policy(&self, edges: &[Edge], value: f32, unit: f32) -> Vec<f32>;
}
