//! The options of `ismcts`.

use crate::agent::Budget;
use crate::spec::{OptionPass, Options, SpecError};

/// How a hand is played out below the tree.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Rollout {
    /// Uniformly random actions.
    Random,
    /// Epsilon-greedy: a uniformly random action with probability epsilon, else the greedy one.
    Greedy,
}

/// What an `ismcts` agent is.
#[derive(Clone, PartialEq, Debug)]
pub struct IsmctsConfig {
    /// Simulations or time of one decision. One of them must be given.
    pub budget: Budget,
    /// UCB1's constant, in standard deviations of the utility over the simulations so far.
    pub exploration: f32,
    /// The default play.
    pub rollout: Rollout,
    /// Share of random actions in [`Rollout::Greedy`].
    pub epsilon: f32,
}

impl Default for IsmctsConfig {
    fn default() -> IsmctsConfig {
        IsmctsConfig {
            budget: Budget::simulations(4000),
            exploration: 1.2,
            rollout: Rollout::Greedy,
            epsilon: 0.3,
        }
    }
}

impl Options for IsmctsConfig {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        pass.budget(&mut self.budget)?;
        pass.real("exploration", &mut self.exploration, 0.0..=100.0)?;
        pass.choice(
            "rollout",
            &mut self.rollout,
            &[("random", Rollout::Random), ("greedy", Rollout::Greedy)],
        )?;
        pass.real("epsilon", &mut self.epsilon, 0.0..=1.0)
    }
}
