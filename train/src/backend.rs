//! The interface of back ends, which compute outputs and gradients: in plain Rust, or on libtorch in a separate crate.
//!
//! [`Loss`] computes the loss outside of back ends. A back end gets its derivatives with respect to the outputs, and
//! returns those with respect to the weights. So back ends differ only in rounding; a test of the torch crate limits the
//! difference to 1e-5.

use std::fmt::Debug;

use ndarray::{Array1, ArrayView2, ArrayViewMut2};
use spariglio_agents::net::sparse::SparseNet;

pub use crate::actor::{Actor, Signal, Step, Trace};
pub use crate::labeled::LabeledHand;
pub use crate::loss::Loss;
pub use crate::nets::Nets;
use crate::rows::{Rows, Slopes};
pub use crate::stats::Stats;

/// The outputs of the networks for some rows.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// The policy's addition to the residual's logit of each action: `[m]`.
    pub logits: Array1<f32>,
    /// The critic's expectation of the margin still to come, in points for the side to act: `[k]`, one per world.
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
    /// Gradients that are all 0.
    #[must_use]
    pub fn zeros(nets: Nets<'_>) -> Gradients {
        let like = |net: &SparseNet| SparseNet::zeros(net.inputs(), net.width(), net.residual_blocks());
        Gradients { policy: like(nets.policy), critic: like(nets.critic) }
    }

    /// Adds other gradients.
    pub(crate) fn add(&mut self, other: &Gradients) {
        for (own, other) in [(&mut self.policy, &other.policy), (&mut self.critic, &other.critic)] {
            own.numbers_mut()
                .iter_mut()
                .zip(other.numbers())
                .for_each(|(sum, number)| *sum += number);
        }
    }

    /// Sets all gradients to 0.
    pub fn clear(&mut self) {
        self.policy.numbers_mut().fill(0.0);
        self.critic.numbers_mut().fill(0.0);
    }
}

/// The weights of a network: `[rows, width]`, in the layout of [`SparseNet`].
///
/// # Examples
/// ```
/// use spariglio_agents::net::sparse::SparseNet;
/// use spariglio_train::backend::weights;
///
/// let net = SparseNet::zeros(10, 32, 0);
/// assert_eq!(weights(&net).dim(), (net.rows(), 32));
/// assert!(net.rows() > 10, "a row per input, then the biases and the output");
/// ```
#[must_use]
pub fn weights(net: &SparseNet) -> ArrayView2<'_, f32> {
    ArrayView2::from_shape((net.rows(), net.width()), net.numbers()).expect("whole rows")
}

/// The same, mutable.
pub fn weights_mut(net: &mut SparseNet) -> ArrayViewMut2<'_, f32> {
    let shape = (net.rows(), net.width());
    ArrayViewMut2::from_shape(shape, net.numbers_mut()).expect("whole rows")
}

/// The rows of a shard in a step, and their gradients.
#[derive(Clone, Debug)]
pub struct Work {
    /// The rows that wait for [`Backend::finish`].
    pub rows: Rows,
    /// The derivatives of the loss with respect to the outputs of these rows.
    pub slopes: Slopes,
    /// The sum of the gradients.
    pub gradients: Gradients,
}

impl Work {
    /// No rows, and gradients of 0.
    #[must_use]
    pub fn new(nets: Nets<'_>) -> Work {
        Work {
            rows: Rows::default(),
            slopes: Slopes::default(),
            gradients: Gradients::zeros(nets),
        }
    }

    /// Keeps the turns of a hand with their slopes.
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

    /// Removes all rows, and sets the gradients to 0.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.slopes.clear();
        self.gradients.clear();
    }
}

/// A back end: computes outputs and gradients.
///
/// A step calls [`Backend::begin`], then [`Backend::learn`] for each hand, then [`Backend::finish`].
pub trait Backend: Debug + Send + Sync {
    /// Its name for readers: `plain Rust`, `torch on the processor`.
    fn name(&self) -> &'static str;

    /// Whether all shards share one computation, as on a GPU. If not, each shard computes on its own thread.
    fn is_shared(&self) -> bool {
        false
    }

    /// Whether many hands are played in step, so that their queries form one batch. If not, an actor plays one hand
    /// after the other in plain Rust.
    fn plays_in_step(&self, _nets: Nets<'_>) -> bool {
        false
    }

    /// Starts a step with these weights.
    fn begin(&mut self, _nets: Nets<'_>) {}

    /// The outputs of the networks for some rows.
    fn outputs(&self, nets: Nets<'_>, rows: &Rows) -> Outputs;

    /// Learns from a hand whose slopes are set: adds its gradient, or keeps its rows for [`Backend::finish`].
    fn learn(&self, nets: Nets<'_>, hand: &Trace, work: &mut Work);

    /// Completes the gradients of all hands. If they are shared, the works of all shards are given.
    fn finish(&self, _nets: Nets<'_>, _work: &mut [&mut Work]) {}
}
