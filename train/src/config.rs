//! `TrainConfig`: everything that decides what a training run computes. Same configuration, data and device: same weights.
//! Every key has a default, unknown keys are refused, ranges are checked once, on reading.

use serde::{Deserialize, Serialize};
use spariglio_agents::net::NetConfig;
use spariglio_files::{Config, ConfigError, check_number};

/// The configuration of training; `configs/train/default.toml` explains every key.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainConfig {
    /// Seed, threads, device and length.
    pub run: RunConfig,
    /// Widths and depth of the network.
    pub net: NetConfig,
    /// Which rows are trained on.
    pub window: WindowConfig,
    /// The optimizer and its learning rate.
    pub optimizer: OptimizerConfig,
    /// The parts of the loss.
    pub loss: LossConfig,
}

/// Seed, threads, device and length of the training of one generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RunConfig {
    /// Seed of the first weights, of the order of rows and of the choice of held-out hands.
    pub seed: u64,
    /// Threads of the linear algebra. Part of the result: sums are taken in another order with another number.
    pub threads: u32,
    /// Where to train.
    pub device: DeviceChoice,
    /// Passes over the window for one generation.
    pub epochs: u32,
    /// Rows of a minibatch.
    pub batch: u32,
    /// Upper bound of the steps of one generation; none if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u64>,
    /// Share of the hands that are held out for validation.
    pub validation: f64,
    /// Steps between two lines of metrics.
    pub log_every: u64,
    /// Steps between two checkpoints; a multiple of `log_every`.
    pub checkpoint_every: u64,
}

/// Where to train.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceChoice {
    /// The GPU when there is one, else the processor.
    Auto,
    /// The processor.
    Cpu,
    /// The GPU; an error without one.
    Cuda,
}

/// Which rows are trained on: the newest ones of the newest generations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WindowConfig {
    /// Newest generations that are read.
    pub generations: u32,
    /// Upper bound of the rows; the oldest are left out.
    pub rows: u64,
}

/// AdamW and its learning rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OptimizerConfig {
    /// Highest learning rate.
    pub learning_rate: f64,
    /// How the learning rate falls within a generation.
    pub schedule: Schedule,
    /// Steps of the linear rise to `learning_rate` at the start of a generation.
    pub warmup_steps: u64,
    /// Learning rate at the end of a generation, as a share of the highest one.
    pub final_share: f64,
    /// Decoupled weight decay; biases are left alone.
    pub weight_decay: f64,
    /// Memory of the mean gradient.
    pub beta1: f64,
    /// Memory of the mean squared gradient.
    pub beta2: f64,
    /// Added to the root of the mean squared gradient.
    pub epsilon: f64,
    /// Largest norm of the gradient of all weights; a longer one is scaled down.
    pub clip_norm: f64,
    /// Whether a generation goes on with the moments of the network it starts from.
    pub keep_moments: bool,
}

/// How the learning rate falls within a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Schedule {
    /// It stays.
    Constant,
    /// Half a cosine.
    Cosine,
    /// Three equal steps: 1, root of `final_share`, `final_share`.
    Step,
}

/// The parts of the loss.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LossConfig {
    /// Weight of the policy's cross-entropy.
    pub policy: f64,
    /// Weight of the value's loss.
    pub value: f64,
    /// Weight of the loss of the points by kind.
    pub points: f64,
    /// Value target: this share of the hand's utility, the rest of the search's root value.
    pub outcome_share: f64,
    /// Width of the quadratic part of the value's and the points' Huber loss, in utility.
    pub huber: f64,
}

impl Default for RunConfig {
    fn default() -> Self {
        Self {
            seed: 1,
            threads: 1,
            device: DeviceChoice::Auto,
            epochs: 2,
            batch: 512,
            max_steps: None,
            validation: 0.05,
            log_every: 50,
            checkpoint_every: 500,
        }
    }
}

impl Default for WindowConfig {
    fn default() -> Self {
        Self {
            generations: 8,
            rows: 400_000,
        }
    }
}

impl Default for OptimizerConfig {
    fn default() -> Self {
        Self {
            learning_rate: 2e-3,
            schedule: Schedule::Cosine,
            warmup_steps: 50,
            final_share: 0.05,
            weight_decay: 1e-2,
            beta1: 0.9,
            beta2: 0.99,
            epsilon: 1e-8,
            clip_norm: 1.0,
            keep_moments: true,
        }
    }
}

impl Default for LossConfig {
    fn default() -> Self {
        Self {
            policy: 1.0,
            value: 1.0,
            points: 0.25,
            outcome_share: 0.6,
            huber: 1.0,
        }
    }
}

impl Config for TrainConfig {
    fn check(&self) -> Result<(), ConfigError> {
        let (run, window) = (&self.run, &self.window);
        check_number("run.threads", run.threads, 1, 256)?;
        check_number("run.epochs", run.epochs, 1, 10_000)?;
        check_number("run.batch", run.batch, 1, 65_536)?;
        check_number("run.max_steps", run.max_steps.unwrap_or(1), 1, 1_000_000_000)?;
        check_number("run.validation", run.validation, 0.0, 0.5)?;
        check_number("run.log_every", run.log_every, 1, 1_000_000)?;
        check_number("run.checkpoint_every", run.checkpoint_every, 1, 100_000_000)?;
        if run.checkpoint_every % run.log_every != 0 {
            return Err(ConfigError::field(
                "run.checkpoint_every",
                format!("a multiple of run.log_every ({})", run.log_every),
                run.checkpoint_every,
            ));
        }
        self.net
            .check()
            .map_err(|text| ConfigError::Text(format!("net: {text}")))?;
        check_number("window.generations", window.generations, 1, 1_000_000)?;
        check_number("window.rows", window.rows, 1, 1_000_000_000)?;
        self.optimizer.check()?;
        self.loss.check()
    }
}

impl OptimizerConfig {
    fn check(&self) -> Result<(), ConfigError> {
        check_number("optimizer.learning_rate", self.learning_rate, 1e-9, 10.0)?;
        check_number("optimizer.warmup_steps", self.warmup_steps, 0, 100_000_000)?;
        check_number("optimizer.final_share", self.final_share, 0.0, 1.0)?;
        check_number("optimizer.weight_decay", self.weight_decay, 0.0, 10.0)?;
        check_number("optimizer.beta1", self.beta1, 0.0, 0.999_999)?;
        check_number("optimizer.beta2", self.beta2, 0.0, 0.999_999)?;
        check_number("optimizer.epsilon", self.epsilon, 1e-16, 1.0)?;
        check_number("optimizer.clip_norm", self.clip_norm, 1e-6, 1e9)
    }
}

impl LossConfig {
    fn check(&self) -> Result<(), ConfigError> {
        check_number("loss.policy", self.policy, 0.0, 1e6)?;
        check_number("loss.value", self.value, 0.0, 1e6)?;
        check_number("loss.points", self.points, 0.0, 1e6)?;
        check_number("loss.outcome_share", self.outcome_share, 0.0, 1.0)?;
        check_number("loss.huber", self.huber, 1e-6, 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        TrainConfig::from_toml(text).unwrap_err().to_string()
    }

    #[test]
    fn an_empty_file_is_the_default() {
        assert_eq!(TrainConfig::from_toml("").unwrap(), TrainConfig::default());
    }

    #[test]
    fn errors_name_the_key() {
        assert!(error("[run]\nepoch = 3").contains("epoch"));
        assert!(error("[optimiser]").contains("optimiser"));
        assert_eq!(error("[run]\nbatch = 0"), "run.batch: expected 1 to 65536, found 0");
        assert!(error("[loss]\noutcome_share = 1.5").starts_with("loss.outcome_share"));
        assert!(error("[loss]\nhuber = nan").starts_with("loss.huber"));
        assert!(error("[run]\ncheckpoint_every = 70").contains("multiple of run.log_every"));
    }
}
