//! The network on libtorch, for training: the same function that `spariglio_agents::net` computes without it.
//! Invariant: the leaves are views of one flat tensor, so the optimizer works on that one alone.

use rand::Rng;
use tch::{Device, Kind, Tensor};

use crate::batch::Batch;
use crate::layout::{Layout, TensorSpec};
use crate::order;

/// Logit of an action that does not exist: rows have different numbers of actions.
const NO_ACTION: f64 = -1e30;

/// The network and its weights.
#[derive(Debug)]
pub struct Model {
    layout: Layout,
    flat: Tensor,
    leaves: Vec<Tensor>,
    scales: Tensor,
}

/// What the network says about a batch.
#[derive(Debug)]
pub struct Outputs {
    /// Log-probabilities of the actions `[rows, most actions]`; about -1e30 where a row has no such action.
    pub log_policy: Tensor,
    /// Utility for the seat to act `[rows]`.
    pub value: Tensor,
    /// Points by relative side and kind, scaled as utility `[rows, POINTS]`.
    pub points: Tensor,
}

impl Model {
    /// The network with `weights` (flat, in the order of the layout) and one scale a feature.
    ///
    /// # Panics
    /// If `weights` or `scales` have the wrong length.
    #[must_use]
    pub fn new(layout: Layout, weights: &[f32], scales: &[f32], device: Device) -> Self {
        assert_eq!(weights.len(), layout.len, "weights of the network");
        assert_eq!(scales.len(), layout.tensors[0].shape[1], "scales of the features");
        let flat = Tensor::from_slice(weights).to_device(device);
        let leaf = |spec: &TensorSpec| {
            let shape: Vec<i64> = spec.shape.iter().map(|&size| size as i64).collect();
            let view = flat.narrow(0, spec.start as i64, spec.len as i64).view(&shape[..]);
            view.detach().set_requires_grad(true)
        };
        let leaves = layout.tensors.iter().map(leaf).collect();
        let scales = Tensor::from_slice(scales).to_device(device);
        Self {
            layout,
            flat,
            leaves,
            scales,
        }
    }

    /// The tensors' names, shapes and places.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// All weights as one tensor that shares their memory.
    pub fn flat(&self) -> &Tensor {
        &self.flat
    }

    /// Where the weights are.
    #[must_use]
    pub fn device(&self) -> Device {
        self.flat.device()
    }

    /// Gradient of `loss` with respect to all weights, flat.
    pub fn gradient(&self, loss: &Tensor) -> Tensor {
        let gradients = Tensor::run_backward(&[loss], &self.leaves, false, false);
        let flat: Vec<Tensor> = gradients.iter().map(|gradient| gradient.reshape([-1])).collect();
        Tensor::cat(&flat, 0)
    }

    /// Applies the network to a batch.
    #[must_use]
    pub fn forward(&self, batch: &Batch) -> Outputs {
        let mut leaves = Leaves(self.leaves.iter());
        let x = batch.features.to_kind(Kind::Float) * &self.scales;
        let mut h = leaves.linear(&x).relu();
        for _ in 0..self.layout.net.blocks {
            let inner = leaves.linear(&h).relu();
            // Not in place: the first layer of the block needs its input again for its gradient.
            h = leaves.linear(&inner) + h;
        }
        let t = h.relu();
        let query = leaves.linear(&t);
        let actions = batch.action_features.to_kind(Kind::Float).matmul(leaves.next());
        let met = (query.index_select(0, &batch.row_of_action) + actions).relu();
        let logits = leaves.linear(&met).view([-1]);
        let none = Tensor::full([1], NO_ACTION, (Kind::Float, self.device()));
        let rows = batch.features.size()[0];
        let padded = Tensor::cat(&[logits, none], 0).index_select(0, &batch.action_at);
        let inner = leaves.linear(&t).relu();
        Outputs {
            log_policy: padded.view([rows, -1]).log_softmax(-1, Kind::Float),
            value: leaves.linear(&inner).view([-1]),
            points: leaves.linear(&t),
        }
    }
}

/// The tensors, taken one after the other.
struct Leaves<'a>(std::slice::Iter<'a, Tensor>);

impl<'a> Leaves<'a> {
    fn next(&mut self) -> &'a Tensor {
        self.0.next().expect("the layout has every tensor of the forward pass")
    }

    fn linear(&mut self, x: &Tensor) -> Tensor {
        let weight = self.next();
        x.linear(weight, Some(self.next()))
    }
}

/// First weights: uniform, of a width that keeps the size of what passes through; the second half of a residual block and
/// the outputs start small, biases at 0.
#[must_use]
pub fn first_weights(layout: &Layout, seed: u64, generation: u32) -> Vec<f32> {
    let mut rng = order::stream(seed, generation, u64::MAX);
    let mut weights = Vec::with_capacity(layout.len);
    for spec in &layout.tensors {
        let width = width(spec);
        weights.extend((0..spec.len).map(|_| {
            let unit = (rng.next_u64() >> 40) as f32 / (1u32 << 24) as f32;
            (2.0 * unit - 1.0) * width
        }));
    }
    weights
}

fn width(spec: &TensorSpec) -> f32 {
    if spec.is_bias() {
        return 0.0;
    }
    let inputs = spec.shape[1] as f32;
    match spec.name.as_str() {
        // Most features are 0 in any one view; an action has about four of its features.
        "input.weight" => (24.0 / inputs).sqrt(),
        "policy.actions.weight" => 0.5,
        name if name.ends_with("fc2.weight") || name.starts_with("p") && !name.contains("query") => {
            0.3 * (3.0 / inputs).sqrt()
        }
        _ => (6.0 / inputs).sqrt(),
    }
}
