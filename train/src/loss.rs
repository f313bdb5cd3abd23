//! The loss of a batch, and the sums from which the metrics are made.

use tch::{Device, Kind, Reduction, Tensor};

use crate::batch::Batch;
use crate::config::LossConfig;
use crate::model::Outputs;

/// Two actions with shares that differ by less are equally good to the search.
const SAME_SHARE: f64 = 1e-4;

/// Places of the sums over a batch in their tensor.
mod sum {
    pub const ROWS: usize = 0;
    pub const CHOICES: usize = 1;
    pub const LOSS: usize = 2;
    pub const CROSS_ENTROPY: usize = 3;
    pub const TARGET_ENTROPY: usize = 4;
    pub const ENTROPY: usize = 5;
    pub const AGREEMENT: usize = 6;
    pub const VALUE_LOSS: usize = 7;
    pub const POINTS_LOSS: usize = 8;
    pub const UTILITY: usize = 9;
    pub const UTILITY_SQUARE: usize = 10;
    pub const MISS_SQUARE: usize = 11;
    pub const COUNT: usize = 12;
}

/// The loss of `outputs` on `batch`: a scalar to be made small, and the batch's sums.
pub fn loss(config: &LossConfig, batch: &Batch, outputs: &Outputs) -> (Tensor, Tensor) {
    let choices = batch.policy_weight.sum(Kind::Float);
    let cross_entropy = -sum_of_choices(batch, &(&batch.policy * &outputs.log_policy));
    let policy = &cross_entropy / choices.clamp_min(1.0);
    let value = huber(config, &outputs.value, &batch.value).mean(Kind::Float);
    let points = huber(config, &outputs.points, &batch.points) * &batch.points_weight;
    let points = points.sum(Kind::Float) / batch.points_weight.sum(Kind::Float).clamp_min(1.0);
    let total = policy * config.policy + &value * config.value + &points * config.points;
    let sums = tch::no_grad(|| {
        let rows = batch.features.size()[0] as f64;
        let target_entropy = &batch.policy * batch.policy.clamp_min(1e-30).log();
        let entropy = outputs.log_policy.exp() * &outputs.log_policy;
        let best = batch
            .policy
            .gather(-1, &outputs.log_policy.argmax(-1, true), false)
            .squeeze_dim(-1);
        let agree = best.ge_tensor(&(batch.policy.amax(-1, false) - SAME_SHARE));
        let miss = &batch.utility - &outputs.value;
        let mut sums: [Tensor; sum::COUNT] = std::array::from_fn(|_| Tensor::new());
        sums[sum::ROWS] = Tensor::full_like(&total, rows);
        sums[sum::CHOICES] = choices;
        sums[sum::LOSS] = &total * rows;
        sums[sum::CROSS_ENTROPY] = cross_entropy.detach();
        sums[sum::TARGET_ENTROPY] = -sum_of_choices(batch, &target_entropy);
        sums[sum::ENTROPY] = -sum_of_choices(batch, &entropy);
        sums[sum::AGREEMENT] = (agree.to_kind(Kind::Float) * &batch.policy_weight).sum(Kind::Float);
        sums[sum::VALUE_LOSS] = value * rows;
        sums[sum::POINTS_LOSS] = points * rows;
        sums[sum::UTILITY] = batch.utility.sum(Kind::Float);
        sums[sum::UTILITY_SQUARE] = batch.utility.square().sum(Kind::Float);
        sums[sum::MISS_SQUARE] = miss.square().sum(Kind::Float);
        Tensor::stack(&sums, 0).to_kind(Kind::Double)
    });
    (total, sums)
}

fn huber(config: &LossConfig, output: &Tensor, target: &Tensor) -> Tensor {
    output.huber_loss(target, Reduction::None, config.huber)
}

/// Sum of a table of rows by actions over the rows whose policy is worth learning.
fn sum_of_choices(batch: &Batch, table: &Tensor) -> Tensor {
    (table.sum_dim_intlist(-1, false, Kind::Float) * &batch.policy_weight).sum(Kind::Float)
}

/// The sums of several batches, kept on the device until they are asked for.
#[derive(Debug)]
pub struct Totals {
    sums: Tensor,
}

/// Means over rows; those of the policy over rows with a choice and a policy worth learning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Means {
    /// Rows.
    pub rows: u64,
    /// The whole loss.
    pub loss: f64,
    /// Cross-entropy of the policy, nats.
    pub policy_loss: f64,
    /// Divergence of the network's policy from the search's, nats: `policy_loss` less what no network could avoid.
    pub policy_divergence: f64,
    /// Entropy of the network's policy, nats.
    pub policy_entropy: f64,
    /// Share of rows where no action has a larger share of the search's policy than the network's best one.
    pub policy_agreement: f64,
    /// Loss of the value.
    pub value_loss: f64,
    /// Share of the variance of the hand's utility that the value explains; 0 if there is no variance.
    pub value_explained: f64,
    /// Loss of the points.
    pub points_loss: f64,
}

impl Totals {
    /// No batch yet.
    #[must_use]
    pub fn new(device: Device) -> Self {
        Self {
            sums: Tensor::zeros([sum::COUNT as i64], (Kind::Double, device)),
        }
    }

    /// Adds the sums of a batch.
    pub fn add(&mut self, sums: &Tensor) {
        self.sums += sums;
    }

    /// The means over all rows so far.
    ///
    /// # Panics
    /// If the device lost the sums.
    #[must_use]
    pub fn means(&self) -> Means {
        let sums: Vec<f64> = Vec::try_from(&self.sums).expect("a vector of numbers");
        let mean = |place: usize| sums[place] / sums[sum::ROWS].max(1.0);
        let choice = |place: usize| sums[place] / sums[sum::CHOICES].max(1.0);
        let variance = mean(sum::UTILITY_SQUARE) - mean(sum::UTILITY).powi(2);
        let explained = 1.0 - mean(sum::MISS_SQUARE) / variance.max(1e-12);
        Means {
            rows: sums[sum::ROWS] as u64,
            loss: mean(sum::LOSS),
            policy_loss: choice(sum::CROSS_ENTROPY),
            policy_divergence: choice(sum::CROSS_ENTROPY) - choice(sum::TARGET_ENTROPY),
            policy_entropy: choice(sum::ENTROPY),
            policy_agreement: choice(sum::AGREEMENT),
            value_loss: mean(sum::VALUE_LOSS),
            value_explained: if variance > 1e-12 { explained } else { 0.0 },
            points_loss: mean(sum::POINTS_LOSS),
        }
    }
}
