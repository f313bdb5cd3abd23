//! Habits: what a player likes, learnt from its own decisions.
//!
//! A play is rated by a few features of its capture or lay, and by the formula. The weights of the features make the
//! player's decisions so far most likely, if it draws plays in proportion to `exp(rating)` (a conditional logit;
//! McFadden 1974). Before any decision the habits are those of the formula.

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError, RwLock};

use spariglio_engine::{Action, CardSet, Game, Suit, View};

use super::formula::FormulaPolicy;
use super::player::BookPolicy;
use crate::knowledge::even::{self, MILLI};

/// Number of features of a play.
const FEATURES: usize = 10;

type Features = [f32; FEATURES];

/// The weight of the formula's score, in points, before any decision.
const START: f32 = 2.0;

/// Decisions that are remembered.
const MEMORY: usize = 600;

/// Passes over them after each hand, and the size and decay of a step.
const PASSES: usize = 6;
const STEP: f32 = 0.1;
const DECAY: f32 = 2e-4;

/// The habits of a player. Clones share what they learn.
#[derive(Clone, Debug)]
pub(crate) struct Habits {
    formula: FormulaPolicy,
    worth: [i32; 64],
    weights: Arc<RwLock<Features>>,
}

/// A decision: the features of all legal plays, and the place of the player's own.
#[derive(Debug)]
struct Past {
    plays: Vec<Features>,
    chosen: usize,
}

/// Learns the habits of a player.
#[derive(Debug)]
pub(crate) struct HabitLearner {
    habits: Habits,
    past: VecDeque<Past>,
}

impl Habits {
    pub(crate) fn new(game: &Game) -> Habits {
        let mut weights = [0.0; FEATURES];
        weights[0] = START;
        Habits {
            formula: FormulaPolicy::new(game),
            worth: even::worths(game),
            weights: Arc::new(RwLock::new(weights)),
        }
    }

    fn weights(&self) -> Features {
        *self.weights.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The features of all legal plays of the view.
    fn features(&self, view: &View<'_>, actions: &[Action]) -> Vec<Features> {
        let mut scores = Vec::new();
        self.formula.score(view, actions, &mut scores);
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let rated = actions.iter().zip(scores);
        rated
            .map(|(&action, score)| self.features_of(view, action, score - most))
            .collect()
    }

    fn features_of(&self, view: &View<'_>, action: Action, score: f32) -> Features {
        let Some(card) = action.card() else {
            return [0.0; FEATURES];
        };
        let (played, captured) = (CardSet::single(card), action.captured());
        let worth = |cards: CardSet| even::sum(&self.worth, cards) as f32 / MILLI as f32;
        let coins = |cards: CardSet| (cards & CardSet::suit(Suit::Coins)).len() as f32 / 4.0;
        let rank = f32::from(card.rank()) / 10.0;
        if captured.is_empty() {
            return [score, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, worth(played), coins(played), rank];
        }
        let taken = played | captured;
        let sweeps = f32::from(view.capture_counts(card, captured).sweeps);
        [score, 1.0, captured.len() as f32 / 4.0, worth(taken), coins(taken), sweeps, rank, 0.0, 0.0, 0.0]
    }
}

impl BookPolicy for Habits {
    fn choose_play(&self, view: &View<'_>, actions: &[Action]) -> usize {
        let (weights, plays) = (self.weights(), self.features(view, actions));
        let rated = plays.iter().map(|play| rating(&weights, play)).enumerate();
        rated
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .map_or(0, |best| best.0)
    }
}

impl HabitLearner {
    pub(crate) fn new(game: &Game) -> HabitLearner {
        HabitLearner { habits: Habits::new(game), past: VecDeque::new() }
    }

    /// The habits, with what is learnt later.
    pub(crate) fn habits(&self) -> Habits {
        self.habits.clone()
    }

    /// Remembers a play of the player among `actions`, the legal ones of the view.
    pub(crate) fn note(&mut self, view: &View<'_>, actions: &[Action], chosen: usize) {
        if view.is_declaring() {
            return;
        }
        if self.past.len() == MEMORY {
            self.past.pop_front();
        }
        self.past.push_back(Past { plays: self.habits.features(view, actions), chosen });
    }

    /// Learns from all that it remembers.
    pub(crate) fn learn(&mut self) {
        let mut weights = self.habits.weights();
        for _ in 0..PASSES {
            self.past.iter().for_each(|past| past.improve(&mut weights));
        }
        *self.habits.weights.write().unwrap_or_else(PoisonError::into_inner) = weights;
    }
}

impl Past {
    /// One step up the gradient of the decision's log likelihood.
    fn improve(&self, weights: &mut Features) {
        let ratings: Vec<f32> = self.plays.iter().map(|play| rating(weights, play)).collect();
        let most = ratings.iter().copied().fold(f32::MIN, f32::max);
        let chances: Vec<f32> = ratings.iter().map(|rating| (rating - most).exp()).collect();
        let sum: f32 = chances.iter().sum();
        for (at, weight) in weights.iter_mut().enumerate() {
            let expected: f32 = self
                .plays
                .iter()
                .zip(&chances)
                .map(|(play, chance)| play[at] * chance / sum)
                .sum();
            *weight += STEP * (self.plays[self.chosen][at] - expected) - DECAY * *weight;
        }
    }
}

fn rating(weights: &Features, play: &Features) -> f32 {
    weights.iter().zip(play).map(|(weight, feature)| weight * feature).sum()
}
