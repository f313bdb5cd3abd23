//! The features of an action: a set of indices that follows from its 64 bits alone.
//!
//! Layout: played card (52), captured cards (52), lay (1), number of captured cards 1, 2, 3, 4 or
//! more (4), declared cards (52), value of a declared matta, 0 for none (11), pass (1).

use spariglio_engine::{Action, ActionKind, CardSet};

use super::layout::CARDS;

const PLAYED: usize = 0;
const CAPTURED: usize = PLAYED + CARDS;
const LAY: usize = CAPTURED + CARDS;
const SIZES: usize = LAY + 1;
const LARGEST_SIZE: usize = 4;
const DECLARED: usize = SIZES + LARGEST_SIZE;
const MATTA: usize = DECLARED + CARDS;
const PASS: usize = MATTA + 11;

/// Features of an action, each 0 or 1.
pub const ACTION_FEATURES: usize = PASS + 1;

/// Most features that one action has: the card, 51 captured cards and their number.
pub const MAX_ACTIVE_ACTION_FEATURES: usize = CARDS + 1;

/// Calls `feature` with the index of each feature that `action` has, each once.
#[inline(always)]
pub fn for_each_action_feature(action: Action, mut feature: impl FnMut(usize)) {
    match action.kind() {
        ActionKind::Play { card, captured } => {
            feature(PLAYED + usize::from(card.index()));
            cards(CAPTURED, captured, &mut feature);
            match captured.len() as usize {
                0 => feature(LAY),
                n => feature(SIZES + n.min(LARGEST_SIZE) - 1),
            }
        }
        ActionKind::Declare { cards: declared, matta } => {
            cards(DECLARED, declared, &mut feature);
            feature(MATTA + usize::from(matta));
        }
        ActionKind::Pass => feature(PASS),
    }
}

#[inline(always)]
fn cards(start: usize, set: CardSet, feature: &mut impl FnMut(usize)) {
    let mut bits = set.bits();
    while bits != 0 {
        feature(start + bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spariglio_engine::{Card, MATTA as SEVEN_OF_CUPS};

    fn features(action: Action) -> Vec<usize> {
        let mut indices = Vec::new();
        for_each_action_feature(action, |index| indices.push(index));
        indices
    }

    #[test]
    fn a_capture_has_its_card_its_set_and_its_size() {
        let set = CardSet::from_bits(0b101);
        let action = Action::play(Card::new(9), set);
        assert_eq!(features(action), [9, CAPTURED, CAPTURED + 2, SIZES + 1]);
    }

    #[test]
    fn a_lay_has_its_card_and_the_flag() {
        let action = Action::play(Card::new(9), CardSet::EMPTY);
        assert_eq!(features(action), [9, LAY]);
    }

    #[test]
    fn a_declaration_has_three_cards_and_a_value() {
        let matta = u64::from(SEVEN_OF_CUPS.index());
        let action = Action::declare(CardSet::from_bits(0b11 | 1 << matta), 3);
        let expected = [DECLARED, DECLARED + 1, DECLARED + matta as usize, MATTA + 3];
        assert_eq!(features(action), expected);
        assert_eq!(features(Action::PASS), [PASS]);
    }

    #[test]
    fn the_largest_capture_stays_in_bounds() {
        let set = CardSet::from_bits((1 << 52) - 2);
        let indices = features(Action::play(Card::new(0), set));
        assert_eq!(indices.len(), MAX_ACTIVE_ACTION_FEATURES);
        assert!(indices.iter().all(|&index| index < ACTION_FEATURES));
    }
}
