//! A step: its parameters, and each shard's share of it.

use crate::actor::Trace;
use crate::backend::{Backend, Work};
use crate::family::Family;
use crate::labeled::LabeledHand;
use crate::loss::Loss;
use crate::nets::Nets;
use crate::stats::Stats;

/// A shard's share of a step.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// Hands to follow.
    pub lessons: Vec<&'a LabeledHand>,
    /// Minimum number of decisions to play.
    pub decisions: u64,
    /// The seed of the hands to play.
    pub seed: u64,
}

/// The parameters of a step, common to all shards.
#[derive(Copy, Clone, Debug)]
pub struct Setting<'a> {
    /// The games.
    pub family: &'a Family,
    /// The networks.
    pub nets: Nets<'a>,
    /// The loss.
    pub loss: Loss,
    /// The back end.
    pub backend: &'a dyn Backend,
    /// Number of neighbouring shards whose gradients are added first.
    pub per_sum: usize,
}

impl Setting<'_> {
    /// Learns from a finished hand.
    pub fn learn(&self, trace: &mut Trace, work: &mut Work, stats: &mut Stats) {
        self.loss.judge(trace, stats);
        self.backend.learn(self.nets, trace, work);
    }
}
