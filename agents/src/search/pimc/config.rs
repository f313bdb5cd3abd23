//! The options of `pimc` and `cheat-pimc`.

use crate::options::{OptionPass, Options, SpecError};
use crate::search::config::{InferenceConfig, Rollout, SearchConfig};

/// How one world is searched.
#[derive(Clone, PartialEq, Debug)]
pub struct LookaheadConfig {
    /// Depth in actions, including the one to decide. Nothing is pruned if there are three or more sides: 2 is deep.
    pub depth: u32,
    /// How leaves are judged: rollout, epsilon, horizon, exact and utility of a tree search.
    pub leaf: SearchConfig,
}

impl Default for LookaheadConfig {
    fn default() -> LookaheadConfig {
        LookaheadConfig {
            depth: 4,
            leaf: SearchConfig { rollout: Rollout::None, epsilon: 0.0, exact: 3, ..SearchConfig::default() },
        }
    }
}

impl LookaheadConfig {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        pass.count("depth", &mut self.depth, 1..=20, "actions to look ahead, including the one to decide")?;
        self.leaf.declare_leaf(pass)
    }
}

/// The meaning of `millis`.
const MILLIS: &str = "processor time per decision, in milliseconds; 0 sets no limit";

/// The options of a `pimc` agent.
#[derive(Clone, PartialEq, Debug)]
pub struct PimcConfig {
    /// The most worlds per decision; 0 = as many as `millis` allows, or one if that is 0 too.
    pub worlds: u32,
    /// Milliseconds per decision; 0 = no time limit.
    pub millis: u32,
    /// How a world is searched.
    pub lookahead: LookaheadConfig,
    /// How worlds are weighed.
    pub inference: InferenceConfig,
}

impl Default for PimcConfig {
    fn default() -> PimcConfig {
        PimcConfig {
            worlds: 30,
            millis: 0,
            lookahead: LookaheadConfig::default(),
            inference: InferenceConfig::default(),
        }
    }
}

impl Options for PimcConfig {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        pass.count(
            "worlds",
            &mut self.worlds,
            0..=1_000_000,
            "most worlds per decision; 0 takes as many as millis allows",
        )?;
        pass.count("millis", &mut self.millis, 0..=86_400_000, MILLIS)?;
        self.lookahead.declare(pass)?;
        self.inference.declare(pass)
    }
}

/// The options of a `cheat-pimc` agent.
#[derive(Clone, PartialEq, Debug)]
pub struct CheatPimcConfig {
    /// How often the real world is searched; more than once helps only if rollouts are random.
    pub worlds: u32,
    /// Milliseconds per decision; 0 = no time limit.
    pub millis: u32,
    /// How a world is searched.
    pub lookahead: LookaheadConfig,
}

impl Default for CheatPimcConfig {
    fn default() -> CheatPimcConfig {
        CheatPimcConfig { worlds: 1, millis: 0, lookahead: LookaheadConfig::default() }
    }
}

impl Options for CheatPimcConfig {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        pass.count(
            "worlds",
            &mut self.worlds,
            0..=1_000_000,
            "searches of the real world; more than one helps only with random rollouts",
        )?;
        pass.count("millis", &mut self.millis, 0..=86_400_000, MILLIS)?;
        self.lookahead.declare(pass)
    }
}
