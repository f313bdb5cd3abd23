//! Choice of the declaration that starts the set of declarations with most points.

use spariglio_engine::cards::MATTA;
use spariglio_engine::rules::{DeclarationHands, DeclarationRules};
use spariglio_engine::{Action, ActionKind, Card, CardSet};

/// Index among `actions` (canonical order, including `pass`) of the declaration that starts the best set: disjoint, in
/// canonical order, with most points. Ties go to the first.
pub fn best(rules: &DeclarationRules, actions: &[Action]) -> usize {
    let mut best = (0, 0);
    for index in 0..actions.len() {
        let total = total(rules, actions, index);
        if total > best.1 {
            best = (index, total);
        }
    }
    best.0
}

/// Points of the declaration at `index` of `actions` and of the best disjoint ones after it; 0 for `pass`.
pub fn total(rules: &DeclarationRules, actions: &[Action], index: usize) -> u32 {
    let ActionKind::Declare { cards, matta } = actions[index].kind() else {
        return 0;
    };
    let own = points(rules, cards, matta);
    if rules.hands == DeclarationHands::AnyThree {
        own + best_total(rules, &actions[index + 1..], cards)
    } else {
        own
    }
}

/// Most points of declarations among `actions` that are disjoint from `used` and each other.
fn best_total(rules: &DeclarationRules, actions: &[Action], used: CardSet) -> u32 {
    let mut best = 0;
    for (index, &action) in actions.iter().enumerate() {
        let ActionKind::Declare { cards, matta } = action.kind() else {
            continue;
        };
        if (cards & used).is_empty() {
            let after = best_total(rules, &actions[index + 1..], used | cards);
            best = best.max(points(rules, cards, matta) + after);
        }
    }
    best
}

/// Points of one declaration: the ten-point bonus if its three values are equal.
fn points(rules: &DeclarationRules, cards: CardSet, matta: u8) -> u32 {
    let value = |card: Card| match (card == MATTA, matta) {
        (true, 1..) => matta,
        _ => card.rank(),
    };
    let mut values = cards.iter().map(value);
    let first = values.next();
    if values.all(|other| Some(other) == first) {
        u32::from(rules.ten_points)
    } else {
        u32::from(rules.three_points)
    }
}
