//! Priors of actions: the softmax of the formula's scores.

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
}

impl Priors {
    pub(super) fn new(game: &Game, temperature: f32, floor: f32) -> Priors {
        Priors { policy: FormulaPolicy::new(game), temperature, floor }
    }

    /// Sets a probability for each of `actions`, the legal ones of the view in canonical order; they add up to 1.
    pub(super) fn fill(&self, view: &View<'_>, actions: &[Action], priors: &mut Vec<f32>) {
        self.policy.score(view, actions, priors);
        let most = priors.iter().copied().fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for prior in priors.iter_mut() {
            *prior = ((*prior - most) / self.temperature).exp();
            sum += *prior;
        }
        let least = self.floor / priors.len() as f32;
        for prior in priors {
            *prior = (1.0 - self.floor) * (*prior / sum) + least;
        }
    }
}
