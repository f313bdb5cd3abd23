//! What to lay (Chitarrella's openings; the advice printed for every form of Scopone): from four of a kind nobody takes
//! the card, from three one may, from two two may; and what is left takes it up again. No coin and no prime card opens.

use spariglio_engine::{CardSet, Suit};

use super::facts::{CardPlay, ChitarrellaFacts};

/// Lay from several of a kind: 1 for each fellow that is kept.
pub fn several(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    if !action.lays() {
        return 0;
    }
    (facts.hand & CardSet::rank(action.card.rank())).len() as i32 - 1
}

/// No coin, seven, six or ace is led to an empty table: -1 if it is.
pub fn plain_lead(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    let dear = action.card.suit() == Suit::Coins || matches!(action.card.rank(), 1 | 6 | 7);
    -i32::from(dear && action.lays() && facts.table.is_empty())
}
