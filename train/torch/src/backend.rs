//! The back end on libtorch.

use std::sync::Mutex;

use ndarray::Array1;
use spariglio_train::Backend;
use spariglio_train::backend::{Nets, Outputs, Trace, Work};
use spariglio_train::rows::{Rows, Slopes};
use tch::{Device, Tensor};

use crate::cuda::{self, CudaError};
use crate::net::TorchNet;

/// Maximum number of worlds and actions that are computed at once, which bounds memory.
const MOST_ROWS: usize = 1 << 20;

/// The back end on libtorch.
#[derive(Debug)]
pub struct Torch {
    device: Device,
    /// The weights of the current step: policy and critic.
    nets: Mutex<Option<[TorchNet; 2]>>,
}

impl Torch {
    /// A back end on the processor.
    #[must_use]
    pub fn cpu() -> Torch {
        // One thread per computation, because shards already run in parallel.
        tch::set_num_threads(1);
        Torch::on(Device::Cpu)
    }

    /// A back end on the first GPU.
    ///
    /// # Errors
    /// If there is no usable GPU; says why.
    pub fn cuda() -> Result<Torch, CudaError> {
        cuda::load()?;
        Ok(Torch::on(Device::Cuda(0)))
    }

    fn on(device: Device) -> Torch {
        Torch { device, nets: Mutex::new(None) }
    }

    /// The weights of the current step, for one thread.
    fn shared(&self, nets: Nets<'_>) -> [TorchNet; 2] {
        let mut copies = self.nets.lock().expect("no panic holds it");
        let copies = copies.get_or_insert_with(|| self.copied(nets));
        [copies[0].shared(), copies[1].shared()]
    }

    fn copied(&self, nets: Nets<'_>) -> [TorchNet; 2] {
        [nets.policy, nets.critic].map(|net| TorchNet::new(net, self.device))
    }

    /// Adds the gradient of rows with these slopes to `work`.
    fn differentiate(&self, nets: Nets<'_>, rows: &Rows, slopes: &Slopes, work: &mut Work) {
        let [policy, critic] = self.shared(nets);
        let gradients = &mut work.gradients;
        if !rows.actions().is_empty() {
            policy.add_gradient_of_logits(rows, slopes.logits(), &mut gradients.policy);
        }
        if !rows.worlds().is_empty() {
            critic.add_gradient_of_values(rows, slopes.values(), &mut gradients.critic);
        }
    }
}

impl Backend for Torch {
    fn name(&self) -> &'static str {
        match self.device {
            Device::Cpu => "torch on the processor",
            _ => "torch on the GPU",
        }
    }

    fn is_shared(&self) -> bool {
        self.device != Device::Cpu
    }

    /// If there are no residual blocks, a decision is a few sums of rows, and actors are fast. Matrix products need
    /// many rows at once.
    fn plays_in_step(&self, nets: Nets<'_>) -> bool {
        nets.policy.residual_blocks() + nets.critic.residual_blocks() > 0
    }

    fn begin(&mut self, nets: Nets<'_>) {
        let copied = self.copied(nets);
        self.nets = Mutex::new(Some(copied));
    }

    fn outputs(&self, nets: Nets<'_>, rows: &Rows) -> Outputs {
        let [policy, critic] = self.shared(nets);
        tch::no_grad(|| Outputs {
            logits: numbers(rows.actions().is_empty(), || policy.logits(rows)),
            values: numbers(rows.worlds().is_empty(), || critic.values(rows)),
        })
    }

    fn learn(&self, nets: Nets<'_>, hand: &Trace, work: &mut Work) {
        work.keep(hand);
        if work.rows.worlds().len() + work.rows.actions().len() >= MOST_ROWS {
            self.finish(nets, &mut [work]);
        }
    }

    fn finish(&self, nets: Nets<'_>, work: &mut [&mut Work]) {
        let Some((first, others)) = work.split_first_mut() else {
            return;
        };
        let (mut rows, mut slopes) = (std::mem::take(&mut first.rows), std::mem::take(&mut first.slopes));
        for work in others {
            rows.append(&work.rows);
            slopes.append(&work.slopes);
            work.rows.clear();
            work.slopes.clear();
        }
        self.differentiate(nets, &rows, &slopes, first);
        rows.clear();
        slopes.clear();
        (first.rows, first.slopes) = (rows, slopes);
    }
}

/// The numbers of a vector. If there are no rows, libtorch is not called.
fn numbers(is_empty: bool, outputs: impl FnOnce() -> Tensor) -> Array1<f32> {
    if is_empty {
        return Array1::default(0);
    }
    let outputs = outputs();
    let mut numbers = vec![0.0; outputs.numel()];
    outputs.copy_data(&mut numbers, outputs.numel());
    Array1::from_vec(numbers)
}
