//! How a fair search weighs sampled worlds, and how far they walk.

use std::time::Duration;

use super::Inference;
use crate::agent::Budget;
use crate::options::{OptionPass, SpecError, declare};

/// Simulations per weighed world, and worlds per millisecond.
const PARTICLE_SIMULATIONS: u32 = 24;
const MILLI_PARTICLES: u32 = 16;
/// As many times more worlds are weighed if the others' player is known: it says more about their cards.
const KNOWN: u32 = 24;
const LEAST_PARTICLES: u32 = 24;
const MOST_PARTICLES: u32 = 512;

/// Walking worlds per millisecond, and simulations per walking world.
const MILLI_WALKERS: u32 = 40;
const WALKER_SIMULATIONS: u32 = 12;

/// Minimum and maximum of walking worlds.
pub(in crate::search) const LEAST_WALKERS: usize = 8;
const MOST_WALKERS: usize = 256;

/// Steps of each world, at most.
const WALKER_STEPS: u32 = 8;

/// The share of a decision's time for walking.
const WALK_SHARE: f64 = 0.5;

/// How far worlds walk for a decision.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) worlds: usize,
    /// Steps of each.
    pub(crate) steps: u32,
    /// When they stop.
    pub(crate) time: Option<Duration>,
}

/// How a fair search weighs worlds.
#[derive(Clone, PartialEq, Debug)]
pub struct InferenceConfig {
    /// The policy that the others are assumed to follow.
    pub inference: Inference,
    /// Temperature of that policy, in points.
    pub softness: f32,
    /// Share of uniformly random actions in it.
    pub doubt: f32,
    /// Number of weighed or walking worlds; if 0, the budget decides.
    pub particles: u32,
}

impl Default for InferenceConfig {
    fn default() -> InferenceConfig {
        InferenceConfig { inference: Inference::Formula, softness: 0.5, doubt: 0.05, particles: 0 }
    }
}

impl InferenceConfig {
    /// Worlds to weigh for a decision, so that weighing is a small part of its cost, or more if the others' player is
    /// known.
    pub(in crate::search) fn worlds(&self, budget: Budget, is_known: bool) -> usize {
        if self.particles > 0 {
            return self.particles as usize;
        }
        let more = if is_known { KNOWN } else { 1 };
        let by_simulations = budget
            .simulations
            .map_or(u32::MAX, |all| all.saturating_mul(more) / PARTICLE_SIMULATIONS);
        let by_time = budget
            .millis
            .map_or(u32::MAX, |millis| millis.saturating_mul(MILLI_PARTICLES * more));
        by_simulations.min(by_time).clamp(LEAST_PARTICLES, MOST_PARTICLES) as usize
    }

    /// How worlds walk for a decision.
    pub(in crate::search) fn walk(&self, budget: Budget) -> Walk {
        let by_time = budget.millis.map_or(u32::MAX, |millis| millis.saturating_mul(MILLI_WALKERS));
        let by_simulations = budget.simulations.map_or(u32::MAX, |all| all / WALKER_SIMULATIONS);
        let fitting = (by_time.min(by_simulations) as usize).clamp(LEAST_WALKERS, MOST_WALKERS);
        let share = |millis: u32| Duration::from_secs_f64(f64::from(millis) * 1e-3 * WALK_SHARE);
        Walk {
            worlds: if self.particles > 0 {
                self.particles as usize
            } else {
                fitting
            },
            steps: WALKER_STEPS,
            time: budget.millis.map(share),
        }
    }

    /// Options of a search without a network.
    pub(in crate::search) fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        self.declare_with(pass, &[], "the policy by which sampled worlds get weights")
    }

    /// Options of a search with a network.
    pub(in crate::search) fn declare_with_net(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        let about = "the policy by which sampled worlds get weights; auto is net, but formula in Cirullone";
        self.declare_with(pass, &[("net", Inference::Net), ("auto", Inference::Auto)], about)
    }

    fn declare_with(
        &mut self,
        pass: &mut OptionPass<'_>,
        more: &[(&'static str, Inference)],
        about: &'static str,
    ) -> Result<(), SpecError> {
        let kinds = [("none", Inference::None), ("formula", Inference::Formula)];
        pass.choice("inference", &mut self.inference, &[&kinds, more].concat(), about)?;
        declare!(self, pass;
            softness: real(0.01..=100.0), "temperature of the formula that the others are assumed to follow, in points";
            doubt: real(0.001..=1.0), "share of uniformly random play mixed into the policy of the others";
            particles: count(0..=65_536), "number of weighted worlds; 0 takes as many as fit the budget";
        );
        Ok(())
    }
}
