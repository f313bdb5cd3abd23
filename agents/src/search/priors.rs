//! What a policy thinks of actions before they are tried: the softmax of its scores.

use spariglio_engine::{Action, Game, View};

use crate::book::formula::FormulaPolicy;

/// Probabilities by `exp(score / temperature)`, mixed with uniform ones.
#[derive(Clone, Debug)]
pub(super) struct Priors {
    policy: FormulaPolicy,
    /// In points.
    temperature: f32,
    /// Share of the uniform distribution.
    floor: f32,
    values: Vec<f32>,
}

impl Priors {
    pub(super) fn new(game: &Game, temperature: f32, floor: f32) -> Priors {
        Priors {
            policy: FormulaPolicy::new(game),
            temperature,
            floor,
            values: Vec::new(),
        }
    }

    /// A probability for each of `actions`, the legal ones of the view in canonical order; they add up to 1.
    pub(super) fn of(&mut self, view: &View<'_>, actions: &[Action]) -> &[f32] {
        self.policy.score(view, actions, &mut self.values);
        let most = self.values.iter().copied().fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for value in &mut self.values {
            *value = ((*value - most) / self.temperature).exp();
            sum += *value;
        }
        let least = self.floor / self.values.len() as f32;
        for value in &mut self.values {
            *value = (1.0 - self.floor) * (*value / sum) + least;
        }
        &self.values
    }
}
