//! Three-card bonuses (`docs/rules.md` CL9 to CL14, CR2 to CR6, B18, B19, E.1).
//!
//! An [`Bonus`] is one possible declaration: three cards and the value of 7c among them. Canonical order: the three cards
//! one by one, then the value.

use crate::action::Action;
use crate::card::{Card, MATTA};
use crate::card_set::CardSet;
use crate::game::Game;

/// The most declarations in one hand of cards.
const MAX_BONUSES: usize = 8;

/// A possible declaration.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Bonus {
    pub cards: CardSet,
    /// The value that 7c takes; 0 where it is not among the cards.
    pub matta: u8,
    /// Ten points rather than three.
    pub ten: bool,
}

impl Bonus {
    pub(crate) fn action(self) -> Action {
        Action::declare(self.cards, self.matta)
    }

    /// A key that sorts like the canonical order; above 0 for every bonus.
    pub(crate) fn order(self) -> u32 {
        order(self.cards, self.matta)
    }

    fn points(self, game: &Game) -> u32 {
        let rules = &game.rules().declarations;
        u32::from(if self.ten { rules.ten_points } else { rules.three_points })
    }
}

/// The sort key of a declaration: three cards in canonical order, then the value of 7c.
pub(crate) fn order(cards: CardSet, matta: u8) -> u32 {
    let key = cards.iter().fold(0, |key, card| key << 6 | u32::from(card.index()));
    key << 4 | u32::from(matta)
}

/// Whether three cards with this value of 7c are a bonus, and which.
pub(crate) fn bonus(game: &Game, cards: CardSet, matta: u8) -> Option<Bonus> {
    let mut found = None;
    for_each_value(game, cards, &mut |bonus| {
        if bonus.matta == matta {
            found = Some(bonus);
        }
        false
    });
    found
}

/// Calls `found` with the bonuses of exactly three cards, by rising value of 7c, until it returns true; true if it did.
fn for_each_value(game: &Game, cards: CardSet, found: &mut impl FnMut(Bonus) -> bool) -> bool {
    let rules = &game.declarations;
    if !game.numerals.contains_all(cards) {
        return false;
    }
    let wild = cards.contains(MATTA);
    let others = if wild { cards - CardSet::single(MATTA) } else { cards };
    let sum: u8 = others.iter().map(Card::rank).sum();
    let low = others.first().map_or(0, Card::rank);
    let same = (others - CardSet::rank(low)).is_empty();
    if !wild {
        return (same || sum <= rules.max_sum)
            && found(Bonus {
                cards,
                matta: 0,
                ten: same,
            });
    }
    let values = if rules.wild { 1..=10 } else { 7..=7 };
    for matta in values {
        let ten = same && low == matta;
        let three = sum + matta <= rules.max_sum && (!rules.platform || matta == 1);
        if (ten || three) && found(Bonus { cards, matta, ten }) {
            return true;
        }
    }
    false
}

/// Calls `found` with the bonuses of a hand in canonical order, those after `after` only, until it returns true.
pub(crate) fn for_each(game: &Game, hand: CardSet, after: u32, found: &mut impl FnMut(Bonus) -> bool) -> bool {
    let hand = hand & game.numerals;
    let mut firsts = hand;
    while let Some(first) = firsts.first() {
        firsts.remove(first);
        let mut seconds = firsts;
        while let Some(second) = seconds.first() {
            seconds.remove(second);
            for third in seconds {
                let cards = CardSet::single(first) | CardSet::single(second) | CardSet::single(third);
                let later = &mut |bonus: Bonus| bonus.order() > after && found(bonus);
                if for_each_value(game, cards, later) {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether a hand holds a bonus after `after` in canonical order.
#[inline]
pub(crate) fn any(game: &Game, hand: CardSet, after: u32) -> bool {
    if hand.len() == 3 && after == 0 {
        return any_of_three(game, hand);
    }
    for_each(game, hand, after, &mut |_| true)
}

/// Whether three cards are a bonus with some value of 7c.
#[inline]
fn any_of_three(game: &Game, cards: CardSet) -> bool {
    let rules = &game.declarations;
    if !game.numerals.contains_all(cards) {
        return false;
    }
    let others = if rules.wild {
        cards - CardSet::single(MATTA)
    } else {
        cards
    };
    let least = if others == cards { 0 } else { 1 };
    let sum: u8 = others.iter().map(Card::rank).sum();
    sum + least <= rules.max_sum || (others - CardSet::rank(others.nth(0).rank())).is_empty()
}

/// The bonuses that `auto` declares (CL14, CR6), in canonical order, and how many.
pub(crate) fn automatic(game: &Game, hand: CardSet) -> ([Bonus; MAX_BONUSES], usize) {
    if game.declarations.any_three {
        let mut search = BonusSearch::new(game);
        search.extend(hand, 0);
        return (search.best, search.best_len);
    }
    let mut best = [NOTHING; MAX_BONUSES];
    let mut len = 0;
    for_each(game, hand, 0, &mut |bonus| {
        if len == 0 || bonus.points(game) > best[0].points(game) {
            best[0] = bonus;
            len = 1;
        }
        false
    });
    (best, len)
}

const NOTHING: Bonus = Bonus {
    cards: CardSet::EMPTY,
    matta: 0,
    ten: false,
};

/// Depth-first search for the set of disjoint bonuses with the highest total; among equals the fewest cards, then the
/// smallest in canonical order, which is met first.
struct BonusSearch<'g> {
    game: &'g Game,
    chosen: [Bonus; MAX_BONUSES],
    best: [Bonus; MAX_BONUSES],
    best_len: usize,
    best_total: u32,
    len: usize,
}

impl<'g> BonusSearch<'g> {
    fn new(game: &'g Game) -> BonusSearch<'g> {
        BonusSearch {
            game,
            chosen: [NOTHING; MAX_BONUSES],
            best: [NOTHING; MAX_BONUSES],
            best_len: 0,
            best_total: 0,
            len: 0,
        }
    }

    /// Goes on from the chosen bonuses with `hand`: the undeclared cards above the first card of the last bonus.
    fn extend(&mut self, hand: CardSet, total: u32) {
        if total > self.best_total || (total == self.best_total && self.len < self.best_len) {
            self.best = self.chosen;
            self.best_len = self.len;
            self.best_total = total;
        }
        if self.len == MAX_BONUSES || !self.may_improve(hand, total) {
            return;
        }
        let game = self.game;
        for_each(game, hand, 0, &mut |bonus| {
            let rest = above_first(hand, bonus.cards) - bonus.cards;
            self.chosen[self.len] = bonus;
            self.len += 1;
            self.extend(rest, total + bonus.points(game));
            self.len -= 1;
            false
        });
    }

    /// Whether bonuses of `hand` could make more than the best, or as much with fewer: equal cards bound the tens.
    fn may_improve(&self, hand: CardSet, total: u32) -> bool {
        let rules = &self.game.rules().declarations;
        let (three, ten) = (u32::from(rules.three_points), u32::from(rules.ten_points));
        let most = hand.len() / 3;
        let equals: u32 = (1..=10).map(|rank| (hand & CardSet::rank(rank)).len() / 3).sum();
        let tens = most.min(equals + u32::from(self.game.declarations.wild && hand.contains(MATTA)));
        let bound = total + tens * ten.max(three) + (most - tens) * three;
        bound > self.best_total || (bound == self.best_total && self.len + 1 < self.best_len)
    }
}

/// The cards of a hand above the first of some cards.
fn above_first(hand: CardSet, cards: CardSet) -> CardSet {
    let below = cards.bits().trailing_zeros() + 1;
    CardSet::from_bits(hand.bits() >> below << below)
}
