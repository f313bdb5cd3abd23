//! The rules for the sevens, each by itself.

use spariglio_engine::{CardSet, SETTEBELLO};

use super::Sevens;
use crate::book::chitarrella::offers::{OfferRules, Offers};
use crate::book::chitarrella::scene::{Move, Role, Scene};
use crate::book::greedy::odds::ONE;

/// All rules together, in thousandths of a point. `offers` is what the table offers after the action.
pub fn rate(weights: &Sevens, scene: &Scene<'_>, action: &Move, offers: &Offers, rules: &OfferRules) -> i32 {
    let mut value = shut(scene, offers, rules, weights.shut as i32);
    if action.card.rank() == 7 {
        value += hold(scene, action) * weights.hold as i32;
        value += spend(scene, action) * weights.spend as i32;
        value += home(action) * weights.home as i32;
        value += bait(scene, action) * weights.bait as i32;
    }
    value
}

/// Whether a seven was played without taking a seven.
fn parts_with(action: &Move) -> bool {
    action.card.rank() == 7 && (action.captured & CardSet::rank(7)).is_empty()
}

/// The dealer's side keeps its sevens: -1 for one laid or spent on a sum.
fn hold(scene: &Scene<'_>, action: &Move) -> i32 {
    -i32::from(scene.role == Role::Dealer && parts_with(action))
}

/// The side that plays first breaks the sevens: 1 for one spent on a sum.
fn spend(scene: &Scene<'_>, action: &Move) -> i32 {
    i32::from(scene.role == Role::First && parts_with(action) && !action.lays())
}

/// The settebello is brought home: 1 if it captures.
fn home(action: &Move) -> i32 {
    i32::from(action.card == SETTEBELLO && !action.lays())
}

/// What a seven could take is not left to one who may have the settebello: the chance of it, of `points`.
fn shut(scene: &Scene<'_>, offers: &Offers, rules: &OfferRules, points: i32) -> i32 {
    if !scene.goes_on || !offers.any_to(7, rules) {
        return 0;
    }
    -(points * scene.next.holds_any(CardSet::single(SETTEBELLO)) / ONE)
}

/// With two sevens and more, a plain one may be laid: 1 if it is.
fn bait(scene: &Scene<'_>, action: &Move) -> i32 {
    let several = (scene.hand & CardSet::rank(7)).len() > 1;
    i32::from(several && action.lays() && action.card.rank() == 7 && action.card != SETTEBELLO)
}
