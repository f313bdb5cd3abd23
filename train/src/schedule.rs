//! The rates of a run, as functions of the share of its decisions that is done. A run that is extended has several
//! stretches: in each the learning rates rise and fall again (Loshchilov and Hutter 2017, arXiv 1608.03983).

use std::f64::consts::PI;

use crate::config::{DistilConfig, GradientConfig};

/// The share of a run over which the learning rate rises.
const WARM_UP: f64 = 0.01;

/// The minimum learning rate as a share of the peak.
const LEAST: f64 = 0.01;

/// The rates of one step.
#[derive(Copy, Clone, Debug)]
pub struct Rates {
    /// Decisions per batch.
    pub batch: u64,
    /// Learning rate of the policy.
    pub rate: f64,
    /// Learning rate of the critic.
    pub critic_rate: f64,
    /// Pull of the residual's policy.
    pub pull: f64,
}

impl Rates {
    /// The rates of the policy gradient after `done` decisions.
    pub fn at(config: &GradientConfig, done: u64) -> Rates {
        let Some(done) = done.checked_sub(config.critic_decisions) else {
            return Rates { rate: 0.0, ..Rates::at(config, config.critic_decisions) };
        };
        let restart = config.restarts.iter().rfind(|&&restart| restart <= done).copied();
        let end = config.restarts.iter().find(|&&restart| restart > done);
        let start = restart.unwrap_or(0);
        let length = end.unwrap_or(&config.decisions).saturating_sub(start);
        let share = ((done - start) as f64 / length.max(1) as f64).min(1.0);
        let cosine = falling(share);
        // Batch and pull do not start again.
        let grown = if restart.is_some() { 1.0 } else { share };
        let between = |[start, end]: [f64; 2], share: f64| start * (end / start).powf(share);
        let batch = config.batch.map(|decisions| decisions as f64);
        Rates {
            batch: between(batch, (grown / config.batch_end).min(1.0)).round() as u64,
            rate: config.rate * cosine * (share / WARM_UP).clamp(0.1, 1.0),
            critic_rate: config.critic_rate * cosine,
            pull: between(config.pull, grown),
        }
    }

    /// The rates after a share of a round of distillation.
    pub fn of_round(config: &GradientConfig, distil: &DistilConfig, share: f64) -> Rates {
        let rate = distil.rate * falling(share);
        Rates { batch: distil.batch, rate, critic_rate: rate, pull: config.pull[1] }
    }
}

/// The share of the peak learning rate: half a cosine over the given share of the run.
fn falling(share: f64) -> f64 {
    0.5 * (1.0 + (PI * share).cos()) + LEAST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_go_from_start_to_end() {
        let config = GradientConfig { decisions: 1000, ..GradientConfig::default() };
        let [start, peak, end] = [0, 10, 1000].map(|done| Rates::at(&config, done));
        assert_eq!((start.batch, end.batch), (512, 8192));
        assert!(start.rate < 0.2 * peak.rate && end.rate < 0.02 * peak.rate);
        assert!((start.pull - 0.1).abs() < 1e-9 && (end.pull - 0.03).abs() < 1e-9);
    }

    #[test]
    fn the_learning_rates_start_again_in_a_stretch() {
        let config = GradientConfig { restarts: vec![1000], decisions: 3000, ..GradientConfig::default() };
        let [end, start, peak, last] = [999, 1000, 1020, 3000].map(|done| Rates::at(&config, done));
        assert!(end.rate < 0.02 * config.rate && last.rate < 0.02 * config.rate && start.rate < 0.2 * peak.rate);
        assert!(peak.rate > 0.99 * config.rate && peak.critic_rate > 0.99 * config.critic_rate);
        assert!((start.batch, peak.batch) == (8192, 8192) && (peak.pull - 0.03).abs() < 1e-9);
    }

    #[test]
    fn the_critic_learns_alone_first() {
        let config = GradientConfig { critic_decisions: 500, decisions: 1000, ..GradientConfig::default() };
        let [alone, peak, end] = [499, 510, 1500].map(|done| Rates::at(&config, done));
        assert_eq!((alone.rate, alone.batch), (0.0, 512));
        assert!(alone.critic_rate >= config.critic_rate);
        assert!(peak.rate > 0.9 * config.rate && end.rate < 0.02 * config.rate);
    }

    #[test]
    fn the_rate_falls_in_every_round() {
        let (config, distil) = (GradientConfig::default(), DistilConfig::default());
        let [start, end] = [0.0, 1.0].map(|share| Rates::of_round(&config, &distil, share).rate);
        assert!(start >= distil.rate && end < 0.02 * distil.rate);
    }
}
