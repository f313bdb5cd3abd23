//! Sums over the hands of a step.

use serde::{Deserialize, Serialize};

/// Sums over hands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// Hands played, without lessons.
    pub hands: u64,
    /// Decisions of the policy gradient, if there was a choice.
    pub decisions: u64,
    /// Decisions with a label.
    pub labels: u64,
    /// Divergence of the network's policies from the labels in nats, summed over labels.
    pub label_divergence: f64,
    /// Entropy of the policy in nats, summed over decisions.
    pub entropy: f64,
    /// Divergence of the policy from the residual's in nats, summed over decisions.
    pub divergence: f64,
    /// Squared difference of the margin and the critic's value, by quarter of the hand.
    pub errors: [f64; 4],
    /// Squared margin, by quarter of the hand.
    pub squares: [f64; 4],
}

impl Stats {
    pub(crate) fn add_value(&mut self, quarter: usize, margin: f32, value: f32) {
        self.errors[quarter] += f64::from((margin - value) * (margin - value));
        self.squares[quarter] += f64::from(margin * margin);
    }

    pub(crate) fn add_decision(&mut self, entropy: f32, divergence: f32) {
        self.decisions += 1;
        self.add_policy(entropy, divergence);
    }

    pub(crate) fn add_label(&mut self, entropy: f32, divergence: f32, of_label: f32) {
        self.labels += 1;
        self.label_divergence += f64::from(of_label);
        self.add_policy(entropy, divergence);
    }

    fn add_policy(&mut self, entropy: f32, divergence: f32) {
        self.entropy += f64::from(entropy);
        self.divergence += f64::from(divergence);
    }

    /// Decisions learnt from.
    pub fn learnt(&self) -> u64 {
        self.decisions + self.labels
    }

    /// Adds the sums of `other`.
    pub fn add(&mut self, other: &Stats) {
        self.hands += other.hands;
        self.decisions += other.decisions;
        self.labels += other.labels;
        self.label_divergence += other.label_divergence;
        self.entropy += other.entropy;
        self.divergence += other.divergence;
        for quarter in 0..4 {
            self.errors[quarter] += other.errors[quarter];
            self.squares[quarter] += other.squares[quarter];
        }
    }
}
