//! The back end computes outputs and gradients: in plain Rust, or on libtorch in a crate of its own.
//!
//! The loss is worked out once, outside ([`Loss`](crate::Loss)): a back end is given its slopes by the outputs and gives those by the
//! weights. So two back ends differ in rounding alone, which a test of the torch crate holds to 1e-5.

use std::fmt::Debug;

use ndarray::{Array1, ArrayView2, ArrayViewMut2};
use spariglio_agents::inputs::Residual;
use spariglio_agents::net::sparse::SparseNet;

use crate::actor::Trace;
use crate::rows::{Rows, Slopes};

/// The networks of a step.
#[derive(Copy, Clone, Debug)]
pub struct Nets<'a> {
    /// Judges actions.
    pub policy: &'a SparseNet,
    /// Judges worlds.
    pub critic: &'a SparseNet,
    /// The policy that the network's logits are added to.
    pub residual: Residual,
}

/// The outputs of the networks for some rows.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// The policy's addition to the residual's logit of each action: `[m]`.
    pub logits: Array1<f32>,
    /// The margin in points that the critic expects yet to come, for the side to act in each world: `[k]`.
    pub values: Array1<f32>,
}

/// The gradients of both networks, in the shape of their weights.
#[derive(Clone, Debug)]
pub struct Gradients {
    /// Of the policy.
    pub policy: SparseNet,
    /// Of the critic.
    pub critic: SparseNet,
}

impl Gradients {
    /// Gradients of 0.
    #[must_use]
    pub fn zeros(nets: Nets<'_>) -> Gradients {
        let like = |net: &SparseNet| SparseNet::zeros(net.inputs(), net.width(), net.residual_blocks());
        Gradients {
            policy: like(nets.policy),
            critic: like(nets.critic),
        }
    }

    /// Becomes 0.
    pub fn clear(&mut self) {
        self.policy.numbers_mut().fill(0.0);
        self.critic.numbers_mut().fill(0.0);
    }
}

/// The weights of a network: `[rows, width]`, as [`SparseNet`] has them.
#[must_use]
pub fn weights(net: &SparseNet) -> ArrayView2<'_, f32> {
    ArrayView2::from_shape((net.rows(), net.width()), net.numbers()).expect("whole rows")
}

/// The same, to be changed.
pub fn weights_mut(net: &mut SparseNet) -> ArrayViewMut2<'_, f32> {
    let shape = (net.rows(), net.width());
    ArrayViewMut2::from_shape(shape, net.numbers_mut()).expect("whole rows")
}

/// The rows of a shard in a step, and their gradients.
#[derive(Clone, Debug)]
pub struct Work {
    /// The rows kept for [`Backend::finish`].
    pub rows: Rows,
    /// The slopes of the loss by the outputs of these rows.
    pub slopes: Slopes,
    /// The sum of the gradients.
    pub gradients: Gradients,
}

impl Work {
    /// Nothing.
    #[must_use]
    pub fn new(nets: Nets<'_>) -> Work {
        Work {
            rows: Rows::default(),
            slopes: Slopes::default(),
            gradients: Gradients::zeros(nets),
        }
    }

    /// Keeps the turns of a hand whose slopes are known.
    pub fn keep(&mut self, hand: &Trace) {
        for step in hand.steps().iter().rev() {
            self.rows.push_world(&step.inputs);
            self.slopes.push_value(step.value_slope);
            if !step.slopes.is_empty() {
                self.rows.push_decision(&step.inputs[..step.view_len], &step.actions);
                self.slopes.push_logits(&step.slopes);
            }
        }
    }

    /// Becomes empty.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.slopes.clear();
        self.gradients.clear();
    }
}

/// Computes outputs and gradients.
///
/// A step: [`Backend::begin`], then hands are played, each given to [`Backend::learn`], then [`Backend::finish`].
pub trait Backend: Debug + Send + Sync {
    /// Its name, for people: `plain Rust`, `torch on the processor`.
    fn name(&self) -> &'static str;

    /// Whether all shards share one computation, as on a GPU. Else each shard computes on its own thread.
    fn is_shared(&self) -> bool {
        false
    }

    /// Whether these networks are asked about many hands at once, which are played in step. Else an actor plays hand by hand
    /// in plain Rust.
    fn plays_in_step(&self, _nets: Nets<'_>) -> bool {
        false
    }

    /// A step begins with these weights.
    fn begin(&mut self, _nets: Nets<'_>) {}

    /// The outputs of the networks for some rows.
    fn outputs(&self, nets: Nets<'_>, rows: &Rows) -> Outputs;

    /// Learns from a hand whose slopes are known: adds its gradient, or keeps its rows for [`Backend::finish`].
    fn learn(&self, nets: Nets<'_>, hand: &Trace, work: &mut Work);

    /// Brings the gradients to the sum over all hands: of one shard, or of all of them if they are shared.
    fn finish(&self, _nets: Nets<'_>, _work: &mut [&mut Work]) {}
}
