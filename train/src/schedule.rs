//! The learning rate of a step: a linear rise, then the configured fall. Depends on nothing but the step.

use std::f64::consts::PI;

use crate::config::{OptimizerConfig, Schedule};

/// Learning rate of step `step` (from 0) of `steps`.
#[must_use]
pub fn learning_rate(config: &OptimizerConfig, step: u64, steps: u64) -> f64 {
    let warmup = config.warmup_steps.min(steps / 2);
    if step < warmup {
        return config.learning_rate * (step + 1) as f64 / (warmup + 1) as f64;
    }
    let done = (step - warmup) as f64 / (steps - warmup).max(1) as f64;
    config.learning_rate * share(config, done)
}

fn share(config: &OptimizerConfig, done: f64) -> f64 {
    let low = config.final_share;
    match config.schedule {
        Schedule::Constant => 1.0,
        Schedule::Cosine => low + (1.0 - low) * 0.5 * (1.0 + (PI * done).cos()),
        Schedule::Step if done < 1.0 / 3.0 => 1.0,
        Schedule::Step if done < 2.0 / 3.0 => low.sqrt(),
        Schedule::Step => low,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(schedule: Schedule) -> OptimizerConfig {
        OptimizerConfig {
            learning_rate: 1.0,
            warmup_steps: 9,
            final_share: 0.04,
            schedule,
            ..OptimizerConfig::default()
        }
    }

    #[test]
    fn rises_then_falls() {
        let cosine = config(Schedule::Cosine);
        assert!((learning_rate(&cosine, 0, 100) - 0.1).abs() < 1e-12);
        assert!((learning_rate(&cosine, 9, 100) - 1.0).abs() < 1e-12);
        assert!(learning_rate(&cosine, 99, 100) < 0.041);
        for step in 9..99 {
            assert!(learning_rate(&cosine, step + 1, 100) < learning_rate(&cosine, step, 100));
        }
    }

    #[test]
    fn steps_and_constant() {
        let step = config(Schedule::Step);
        assert_eq!(learning_rate(&step, 20, 100), 1.0);
        assert!((learning_rate(&step, 50, 100) - 0.2).abs() < 1e-12);
        assert_eq!(learning_rate(&step, 99, 100), 0.04);
        assert_eq!(learning_rate(&config(Schedule::Constant), 99, 100), 1.0);
    }

    #[test]
    fn a_run_shorter_than_the_rise() {
        let rate = learning_rate(&config(Schedule::Cosine), 0, 1);
        assert!(rate > 0.0 && rate <= 1.0);
    }
}
