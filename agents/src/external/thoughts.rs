//! The optional fields beside an action: the expected value, the policy, and the belief about hidden cards.
//!
//! They are for observers and do not change the play. A field is ignored if its form differs from
//! `docs/reference/protocol.md`, as are unknown fields.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Action, Card, View};

use crate::agent::Decision;

/// The belief about hidden cards: for each card the chance of every seat, then of the stock.
pub type Belief = Vec<(Card, Vec<f32>)>;

/// The fields as the program sent them.
#[derive(Default, Deserialize)]
pub(super) struct Thoughts {
    #[serde(default)]
    value: Value,
    #[serde(default)]
    policy: Value,
    #[serde(default)]
    belief: Value,
}

impl Thoughts {
    /// The decision for `action`, one of `actions`, with the value and the policy if they were told.
    pub(super) fn decision(&self, view: &View<'_>, action: Action, actions: Vec<Action>) -> Decision {
        let mut decision = Decision::certain(action, actions);
        let points = self.value.as_f64().map(|points| points as f32);
        if let Some(points) = points.filter(|points| points.is_finite()) {
            decision.value = Some(points / UTILITY_SCALE);
        }
        if let Some(policy) = self.policy(view, &decision.actions) {
            decision.policy = policy;
        }
        decision
    }

    /// The chances of the legal actions, scaled to a sum of 1; `None` if they cannot be used.
    fn policy(&self, view: &View<'_>, actions: &[Action]) -> Option<Vec<f32>> {
        let by_action: BTreeMap<String, f32> = BTreeMap::deserialize(&self.policy).ok()?;
        let deck = view.game().deck();
        let chance = |action: &Action| by_action.get(&action.text(deck)).copied().unwrap_or(0.0);
        let chances: Vec<f32> = actions.iter().map(chance).collect();
        let sum: f32 = chances.iter().sum();
        let is_sound = chances.iter().all(|chance| *chance >= 0.0) && sum.is_finite() && sum > 0.0;
        is_sound.then(|| chances.iter().map(|chance| chance / sum).collect())
    }

    /// The belief about the cards that the view does not place; empty if none was told.
    pub(super) fn belief(&self, view: &View<'_>) -> Belief {
        let by_card: BTreeMap<String, Vec<f32>> = BTreeMap::deserialize(&self.belief).unwrap_or_default();
        let (deck, places) = (view.game().deck(), view.game().players() + 1);
        let is_sound =
            |chances: &Vec<f32>| chances.len() == places && chances.iter().all(|chance| (0.0..=1.0).contains(chance));
        let cell = |card: Card| {
            let chances = by_card.get(&deck.card_text(card))?;
            is_sound(chances).then(|| (card, chances.clone()))
        };
        view.unseen().iter().filter_map(cell).collect()
    }
}
