//! Cards to lay (Chitarrella's openings; the advice printed for every form of Scopone). If the hand has four of a kind,
//! no equal card can take the laid one; if three, one can; if two, two can. The kept cards can take it up again. No
//! coin and no prime card is led.

use spariglio_engine::{CardSet, Suit};

use super::facts::{CardPlay, ChitarrellaFacts};

/// Lay from several of a kind: 1 for each other card of the rank that stays in hand.
pub fn several(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    if !action.lays() {
        return 0;
    }
    (facts.hand & CardSet::rank(action.card.rank())).len() as i32 - 1
}

/// No coin, seven, six or ace is led to an empty table: -1 if one is.
pub fn plain_lead(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    let dear = action.card.suit() == Suit::Coins || matches!(action.card.rank(), 1 | 6 | 7);
    -i32::from(dear && action.lays() && facts.table.is_empty())
}
