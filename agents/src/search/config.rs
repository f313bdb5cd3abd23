//! The options of the tree searches.

mod inference;

pub use inference::InferenceConfig;
pub(super) use inference::LEAST_WALKERS;
pub(crate) use inference::Walk;

use super::root_rule::RootRule;
use crate::agent::Budget;
use crate::net::NetChoice;
use crate::options::{OTHERS, OptionPass, Options, SpecError, declare, option_table};

/// The meaning of the option `others`.
const ABOUT_OTHERS: &str = "the agent that plays the other sides in the sampled worlds, and by which these get weights, in quotes if it has options; of several, or auto, the one that fits their earlier hands; without it every side searches";

/// How a descent chooses.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Selection {
    /// UCB1 over availability.
    Ucb1,
    /// The policy's priors guide the exploration.
    Puct,
}

/// How a hand is played out below the tree.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Rollout {
    /// Uniformly random actions.
    Random,
    /// The action of most worth now, by the worths of `greedy`; with probability epsilon a random action.
    Greedy,
    /// The action of `formula`; with probability epsilon a random action.
    Formula,
    /// No playout: the leaf is estimated.
    None,
}

/// The objective of a search.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Objective {
    /// The margin in points.
    Points,
    /// A hand won, drawn or lost.
    Win,
    /// The mean of both.
    Mix,
}

/// The model of the others' play that weighs the worlds of a search.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Inference {
    /// No model: all consistent worlds are equally likely.
    None,
    /// `formula`, softened.
    Formula,
    /// The search's network, softened; `Formula` if there is no network.
    Net,
    /// `Formula` if any three of more than three hand cards may be declared (Cirullone), else `Net`.
    Auto,
}

/// The options of all searches.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchConfig {
    /// Simulations or time of one decision.
    pub budget: Budget,
    /// How a descent chooses.
    pub selection: Selection,
    /// The strategy's constant, in standard deviations of the utility over the simulations so far.
    pub exploration: f32,
    /// Temperature of the priors, in points.
    pub temperature: f32,
    /// Share of uniform probabilities in the priors.
    pub floor: f32,
    /// The play below the tree.
    pub rollout: Rollout,
    /// Share of random actions in rollouts that follow a policy.
    pub epsilon: f32,
    /// Plays of a rollout before the rest is estimated; 0 = to the end of the hand.
    pub horizon: u32,
    /// A leaf's value is exact if each seat has at most this many plays left; 0 = never. No effect with more than two
    /// sides. With 5, a leaf takes milliseconds.
    pub exact: u32,
    /// The objective.
    pub objective: Objective,
    /// Ends when the most visited action can no longer change. No effect with several threads or a rule of the root.
    pub early_stop: bool,
    /// Threads of one decision. Each has its own tree and its share of the simulations.
    pub threads: u32,
}

impl Default for SearchConfig {
    fn default() -> SearchConfig {
        SearchConfig {
            budget: Budget::simulations(4000),
            selection: Selection::Puct,
            exploration: 1.7,
            temperature: 0.5,
            floor: 0.0,
            rollout: Rollout::None,
            epsilon: 0.3,
            horizon: 0,
            exact: 2,
            objective: Objective::Points,
            early_stop: false,
            threads: 1,
        }
    }
}

impl SearchConfig {
    pub(super) fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        pass.budget(&mut self.budget)?;
        declare!(self, pass;
            selection: choice(&[("ucb1", Selection::Ucb1), ("puct", Selection::Puct)]),
                "how a descent chooses: PUCT (with priors) or UCB1";
            exploration: real(0.0..=100.0), "weight of exploration, in standard deviations of the utility seen so far";
            temperature: real(0.01..=100.0),
                "temperature of the priors, in points; a small value trusts the formula more";
            floor: real(0.0..=1.0), "share of uniform probabilities mixed into the priors";
        );
        self.declare_leaf(pass)?;
        self.declare_run(pass)
    }

    fn declare_run(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        declare!(self, pass;
            early_stop: flag(), "stop if the most visited action can no longer change (not with root=halving)";
            threads: count(1..=256), "threads per decision, each with its own tree; their visits add up";
        );
        Ok(())
    }

    pub(super) fn declare_leaf(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        let rollouts = [
            ("random", Rollout::Random),
            ("greedy", Rollout::Greedy),
            ("formula", Rollout::Formula),
            ("none", Rollout::None),
        ];
        declare!(self, pass;
            rollout: choice(&rollouts), "how a leaf is played out; none estimates it at once";
            epsilon: real(0.0..=1.0), "share of random actions in greedy and formula rollouts";
            horizon: count(0..=64), "plays of a rollout before the rest is estimated; 0 plays to the end of the hand";
        );
        self.declare_ends(pass)
    }

    fn declare_ends(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        let about = "leaves with at most this many plays per seat left are solved (two sides); 0 solves none";
        pass.count("exact", &mut self.exact, 0..=8, about)?;
        let utilities = [("points", Objective::Points), ("win", Objective::Win), ("mix", Objective::Mix)];
        pass.choice("utility", &mut self.objective, &utilities, "the aim: points, won hands, or the mix of both")
    }
}

option_table! {
    /// The options of `ismcts` and `mo-ismcts`.
    IsmctsConfig {
        /// The search.
        search: SearchConfig = SearchConfig::default() => declare;
        /// How worlds are weighed.
        inference: InferenceConfig = InferenceConfig::default() => declare;
        /// The agent of the other sides as text; empty if it is not known. [`AgentSpec::build`](crate::AgentSpec::build)
        /// makes it.
        others: String = String::new(), agent(), ABOUT_OTHERS;
    }
}

option_table! {
    /// The options of `cheat-mcts`.
    CheatMctsConfig {
        /// The search.
        search: SearchConfig = SearchConfig::default() => declare;
        /// The chance that a hidden card is seen, drawn once per hand. If 1, all worlds are the real one.
        shows: f32 = 1.0, real(0.0..=1.0),
            "chance of each hidden card to be seen, drawn once per hand; 1 shows the real world";
        /// The share of simulations in the real world.
        truth: f32 = 0.0, real(0.0..=1.0), "share of the simulations in the real world";
    }
}

/// The options of `net-search`.
#[derive(Clone, PartialEq, Debug)]
pub struct NetSearchConfig {
    /// The network.
    pub net: NetChoice,
    /// The search. Its `exploration` is the option `cpuct`; its selection, priors and rollouts have no effect.
    pub search: SearchConfig,
    /// How the root spreads its simulations.
    pub root: RootRule,
    /// How worlds are weighed.
    pub inference: InferenceConfig,
    /// 0 plays the chosen action, 1 draws an action by the policy.
    pub temperature: f32,
    /// The agent of the other sides as text; empty if it is not known. [`AgentSpec::build`](crate::AgentSpec::build)
    /// makes it.
    pub others: String,
    /// Actions are drawn from the network's policy, reweighted by the search's values: `e` times as often for as many
    /// points more.
    pub mixing: Option<f32>,
}

impl Default for NetSearchConfig {
    fn default() -> NetSearchConfig {
        NetSearchConfig {
            net: NetChoice::default(),
            search: SearchConfig { budget: Budget::simulations(128), exploration: 4.0, ..SearchConfig::default() },
            root: RootRule::default(),
            inference: InferenceConfig { inference: Inference::Auto, ..InferenceConfig::default() },
            temperature: 0.0,
            others: String::new(),
            mixing: None,
        }
    }
}

impl Options for NetSearchConfig {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        self.net.declare(pass)?;
        pass.budget(&mut self.search.budget)?;
        let about = "weight of the policy relative to the values, in standard deviations of the utility";
        pass.real("cpuct", &mut self.search.exploration, 0.0..=100.0, about)?;
        declare!(self, pass;
            root: choice(&RootRule::all()),
                "how the root spreads its simulations: as every other node, or by sequential halving";
            mixing: optional_real(0.05..=1e6),
                "points: actions are drawn, by the network's probability times e^(value / mixing); harder to read, weaker; without it the best action is played";
        );
        if self.mixing.is_some() {
            for option in ["utility", "early_stop", "temperature"] {
                pass.without_effect(option, "no mixing")?;
            }
        }
        self.search.declare_ends(pass)?;
        if self.root != RootRule::default() {
            pass.without_effect("early_stop", "root=select")?;
        }
        self.search.declare_run(pass)?;
        self.inference.declare_with_net(pass)?;
        pass.agent(OTHERS, &mut self.others, ABOUT_OTHERS)?;
        let about = "0 plays the action that the search chooses, 1 draws it by its policy";
        pass.real("temperature", &mut self.temperature, 0.0..=10.0, about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_the_root_is_halved_nothing_ends_early() {
        let parse = |text: &str| crate::AgentSpec::parse(text);
        let refused = parse("net-search:root=halving:early_stop=true").expect_err("refused");
        assert_eq!(
            refused.to_string(),
            "agent `net-search`: option `early_stop` has no effect here, expected root=select"
        );
        parse("net-search:root=select:early_stop=true").expect("options of one search");
        parse("net-search:early_stop=true").expect("the root is searched as other nodes");
    }

    #[test]
    fn the_more_a_search_may_spend_the_more_worlds_walk() {
        let config = NetSearchConfig::default().inference;
        let worlds = |budget| config.walk(budget).worlds;
        let walks = [Budget::millis(1), Budget::millis(2), Budget::millis(1000)].map(worlds);
        assert_eq!(walks, [40, 80, 256]);
        assert_eq!([10, 480, 100_000].map(|all| worlds(Budget::simulations(all))), [8, 40, 256]);
        let fixed = InferenceConfig { particles: 3, ..config.clone() };
        assert_eq!(fixed.walk(Budget::simulations(400)).worlds, 3);
    }
}
