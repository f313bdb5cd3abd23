//! AdamW on the flat array of weights, with its state in the open so that it can be stored and restored exactly.
//! Source: Loshchilov and Hutter, "Decoupled weight decay regularization" (2019), algorithm 2.

use tch::{Device, Kind, Tensor};

use crate::config::OptimizerConfig;
use crate::layout::Layout;

/// The optimizer's state.
#[derive(Debug)]
pub struct Adam {
    config: OptimizerConfig,
    mean: Tensor,
    square: Tensor,
    /// 1 where a weight decays, 0 for biases.
    decays: Tensor,
    steps: u64,
}

impl Adam {
    /// No step made yet.
    #[must_use]
    pub fn new(config: &OptimizerConfig, layout: &Layout, device: Device) -> Self {
        let zeros = vec![0f32; layout.len];
        Self::restored(config, layout, device, (&zeros, &zeros), 0)
    }

    /// After `steps` steps, with the moments (mean, mean square) that were reached.
    ///
    /// # Panics
    /// If a moment has not the length of the layout.
    #[must_use]
    pub fn restored(
        config: &OptimizerConfig,
        layout: &Layout,
        device: Device,
        (mean, square): (&[f32], &[f32]),
        steps: u64,
    ) -> Self {
        assert_eq!((mean.len(), square.len()), (layout.len, layout.len), "moments");
        let mut decays = vec![1f32; layout.len];
        for spec in layout.tensors.iter().filter(|spec| spec.is_bias()) {
            decays[spec.start..][..spec.len].fill(0.0);
        }
        let tensor = |values: &[f32]| Tensor::from_slice(values).to_device(device);
        Self {
            config: config.clone(),
            mean: tensor(mean),
            square: tensor(square),
            decays: tensor(&decays),
            steps,
        }
    }

    /// Mean and mean square of the gradient, flat.
    pub fn moments(&self) -> (&Tensor, &Tensor) {
        (&self.mean, &self.square)
    }

    /// Steps made, those of earlier generations included if their moments were kept.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// One step against `gradient`, whose norm is clipped; gives the norm before clipping.
    pub fn step(&mut self, weights: &Tensor, gradient: &Tensor, learning_rate: f64) -> Tensor {
        tch::no_grad(|| {
            self.steps += 1;
            let OptimizerConfig {
                beta1,
                beta2,
                epsilon,
                weight_decay,
                clip_norm,
                ..
            } = self.config;
            let norm = gradient.norm();
            let clipped = gradient * (clip_norm / (&norm + 1e-6)).clamp_max(1.0);
            let _ = self.mean.lerp_(&clipped, 1.0 - beta1);
            let _ = self.square.lerp_(&clipped.square(), 1.0 - beta2);
            let exponent = self.steps.min(i32::MAX as u64) as i32;
            let rate = learning_rate / (1.0 - beta1.powi(exponent));
            let root = (&self.square / (1.0 - beta2.powi(exponent))).sqrt() + epsilon;
            let mut weights = weights.shallow_clone();
            if weight_decay > 0.0 {
                weights -= &weights * &self.decays * (learning_rate * weight_decay);
            }
            weights -= &self.mean / root * rate;
            norm.to_kind(Kind::Float)
        })
    }
}
