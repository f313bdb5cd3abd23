//! Enumerates all deals of a small game. Hands and stock are sets: deals that differ only in the order within them
//! count once.

use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::game::Game;
use crate::hand::deal::Deal;
use crate::walks::info_sets::for_each_subset;

/// Calls `found` with every deal of a dealer, except misdeals. All are equally likely.
///
/// # Panics
/// Panics if the dealer is no seat.
///
/// # Examples
/// ```
/// use spariglio_engine::Game;
/// use spariglio_engine::walks::{count_deals, for_each_deal};
///
/// let game = Game::preset("mini_scopone").expect("a preset");
/// let (card, mut held) = (game.pack().nth(0), 0);
/// for_each_deal(&game, 0, &mut |deal| held += u64::from(deal.hand_cards(&game, 0, 1).contains(card)));
/// assert_eq!(count_deals(&game), 560);
/// assert_eq!(held, 560 * 3 / 8, "a hand has three of the eight cards");
/// ```
pub fn for_each_deal(game: &Game, dealer: usize, found: &mut impl FnMut(&Deal)) {
    assert!(dealer < game.players(), "a seat deals");
    deal_parts(game, dealer, &parts(game), game.pack(), &mut Vec::new(), found);
}

/// Number of deals of a dealer, misdeals included; saturates at `u64::MAX`.
pub fn count_deals(game: &Game) -> u64 {
    let mut left = game.pack_len() as u128;
    let mut deals = 1_u128;
    for part in parts(game) {
        for drawn in 0..part as u128 {
            // After each step this is a product of binomial coefficients, so the division is exact.
            deals = deals.saturating_mul(left) / (drawn + 1);
            left -= 1;
        }
        deals = deals.min(u128::from(u64::MAX));
    }
    deals as u64
}

/// Number of cards per part of a deal: the hands of the first deal-round, the table, the hands of the other
/// deal-rounds.
fn parts(game: &Game) -> Vec<usize> {
    let mut parts = vec![game.round_len(0); game.players()];
    parts.push(game.table_len());
    for round in 1..game.deal_rounds() {
        parts.extend(vec![game.round_len(round); game.players()]);
    }
    parts
}

/// Fills the parts of a deal one by one. The remaining cards are never dealt.
fn deal_parts(
    game: &Game,
    dealer: usize,
    parts: &[usize],
    rest: CardSet,
    dealt: &mut Vec<CardSet>,
    found: &mut impl FnMut(&Deal),
) {
    let Some((&len, parts)) = parts.split_first() else {
        if let Ok(deal) = Deal::new(game, dealer, &in_order(game, dealt, rest)) {
            found(&deal);
        }
        return;
    };
    let mut each = |part: CardSet| {
        dealt.push(part);
        deal_parts(game, dealer, parts, rest - part, dealt, found);
        dealt.pop();
    };
    for_each_subset(rest, len, CardSet::EMPTY, &mut each);
}

/// The cards in dealing order: one card per seat at a time.
fn in_order(game: &Game, dealt: &[CardSet], rest: CardSet) -> Vec<Card> {
    let (first, others) = dealt.split_at(game.players());
    let mut cards = around(first);
    cards.extend(others[0]);
    for hands in others[1..].chunks(game.players()) {
        cards.extend(around(hands));
    }
    cards.extend(rest);
    cards
}

fn around(hands: &[CardSet]) -> Vec<Card> {
    let len = hands[0].len() as usize;
    let hands: Vec<Vec<Card>> = hands.iter().map(|hand| hand.iter().collect()).collect();
    (0..len).flat_map(|place| hands.iter().map(move |hand| hand[place])).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_deal_is_met_once() {
        for (name, deals) in
            [("mini_scopone", 560), ("mini_scopa", 2520), ("mini_primiera", 630), ("mini_napoli", 3150)]
        {
            let game = Game::preset(name).unwrap();
            let mut met = HashSet::new();
            for_each_deal(&game, 0, &mut |deal| {
                let rounds = 0..game.deal_rounds();
                let hands = rounds.flat_map(|round| [0, 1].map(|seat| deal.hand_cards(&game, round, seat)));
                met.insert((deal.table(&game), hands.collect::<Vec<_>>()));
            });
            assert_eq!(met.len(), deals, "{name}");
            assert_eq!(count_deals(&game), deals as u64, "{name}");
        }
    }
}
