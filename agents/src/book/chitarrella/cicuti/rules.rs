//! The rules for the sevens, one function each.

use spariglio_engine::CardSet;
use spariglio_engine::cards::SETTEBELLO;

use super::Sevens;
use crate::book::chitarrella::facts::{CardPlay, ChitarrellaFacts, Role};
use crate::knowledge::odds::ONE;
use crate::knowledge::reach::{ByRank, is_some};

/// The sum of all rules in thousandths of a point. `offers`: the worth that each rank can take after the action.
pub fn rate(weights: &Sevens, facts: &ChitarrellaFacts<'_>, action: &CardPlay, offers: &ByRank) -> i32 {
    let mut value = shut(facts, offers, weights.shut as i32);
    if action.card.rank() == 7 {
        value += hold(facts, action) * weights.hold as i32;
        value += spend(facts, action) * weights.spend as i32;
        value += home(action) * weights.home as i32;
        value += bait(facts, action) * weights.bait as i32;
    }
    value
}

/// Whether a seven is played without taking a seven.
fn parts_with(action: &CardPlay) -> bool {
    action.card.rank() == 7 && (action.captured & CardSet::rank(7)).is_empty()
}

/// The dealer's side keeps its sevens: -1 if it lays one or spends it on a sum.
fn hold(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    -i32::from(facts.role == Role::Dealer && parts_with(action))
}

/// The side that plays first breaks the sevens: 1 if it spends one on a sum.
fn spend(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    i32::from(facts.role == Role::First && parts_with(action) && !action.lays())
}

/// The settebello is brought home: 1 if it captures.
fn home(action: &CardPlay) -> i32 {
    i32::from(action.card == SETTEBELLO && !action.lays())
}

/// Leave nothing that a seven can take: minus `points` times the chance that the next seat has the settebello.
fn shut(facts: &ChitarrellaFacts<'_>, offers: &ByRank, points: i32) -> i32 {
    if !facts.goes_on || !is_some(offers[7]) {
        return 0;
    }
    -(points * facts.next.plays_any(CardSet::single(SETTEBELLO)) / ONE)
}

/// If the hand has two or more sevens, a plain one may be laid: 1 if it is.
fn bait(facts: &ChitarrellaFacts<'_>, action: &CardPlay) -> i32 {
    let several = (facts.hand & CardSet::rank(7)).len() > 1;
    i32::from(several && action.lays() && action.card.rank() == 7 && action.card != SETTEBELLO)
}
