//! Three-card bonuses (`docs/reference/rules.md` CL9 to CL14, CR2 to CR6, B18, B19, E.1).
//!
//! A [`Bonus`] is one possible declaration: three cards and the value of 7c among them. Canonical order: by the three
//! cards one by one, then by the value.

use crate::cards::card::{Card, MATTA};
use crate::cards::card_set::CardSet;
use crate::game::{Declaring, Game};
use crate::hand::action::{Action, ActionKind};

/// Most disjoint bonuses in one hand of cards.
const MAX_BONUSES: usize = 8;

/// A possible declaration.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Bonus {
    pub cards: CardSet,
    /// The value of 7c; 0 if it is not among the cards.
    pub matta: u8,
    /// Whether it is a ten-point bonus, not a three-point one.
    pub ten: bool,
}

impl Bonus {
    pub(crate) fn action(self) -> Action {
        Action::declare(self.cards, self.matta)
    }

    /// A sort key for the canonical order; above 0 for every bonus.
    pub(crate) fn order(self) -> u32 {
        order(self.cards, self.matta)
    }

    pub(crate) fn points(self, game: &Game) -> u32 {
        let rules = &game.rules().declarations;
        u32::from(if self.ten { rules.ten_points } else { rules.three_points })
    }
}

/// The sort key of a declaration: three cards in canonical order, then the value of 7c.
pub(crate) fn order(cards: CardSet, matta: u8) -> u32 {
    let key = cards.iter().fold(0, |key, card| key << 6 | u32::from(card.index()));
    key << 4 | u32::from(matta)
}

/// How many of the declarations in `run`, the latest first and up to the first other action, come after `action` in
/// canonical order; 0 if `action` is no declaration.
pub(crate) fn later(run: impl Iterator<Item = Action>, action: Action) -> usize {
    let key = |action: Action| match action.kind() {
        ActionKind::Declare { cards, matta } => Some(order(cards, matta)),
        ActionKind::Play { .. } | ActionKind::Pass => None,
    };
    let Some(own) = key(action) else { return 0 };
    run.map_while(key).take_while(|other| *other > own).count()
}

/// The place of `action` after the actions of `history`, so that the declarations of a turn are in canonical order.
#[must_use]
pub fn canonical_place(history: &[Action], action: Action) -> usize {
    history.len() - later(history.iter().rev().copied(), action)
}

/// The bonus of three cards with this value of 7c; `None` if they are no bonus.
pub(crate) fn bonus(game: &Game, cards: CardSet, matta: u8) -> Option<Bonus> {
    let mut best = None;
    for_each_value(game, cards, &mut |bonus| {
        if bonus.matta == matta {
            best = Some(bonus);
        }
        false
    });
    best
}

/// Calls `found` with the bonuses of exactly three cards, by rising value of 7c, until it returns true. Returns whether
/// it did.
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
        return (same || sum <= rules.max_sum) && found(Bonus { cards, matta: 0, ten: same });
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

/// The third cards that make a bonus with two cards for some value of 7c, by their kinds. May include the two cards.
#[derive(Clone, Debug)]
pub(crate) struct Thirds([[CardSet; KINDS]; KINDS]);

/// The ten ranks, and 7c if it is wild.
const KINDS: usize = 11;

impl Thirds {
    pub(crate) fn new(rules: &Declaring) -> Thirds {
        Thirds(std::array::from_fn(|first| {
            std::array::from_fn(|second| thirds(rules, first as u8 + 1, second as u8 + 1))
        }))
    }

    #[inline(always)]
    fn of(&self, rules: &Declaring, first: Card, second: Card) -> CardSet {
        let kind = |card: Card| {
            if is_wild(rules, card) {
                KINDS
            } else {
                usize::from(card.rank())
            }
        };
        self.0[kind(first) - 1][kind(second) - 1]
    }
}

/// The third cards for two ranks. Rank 11 is the wild 7c, which counts at least 1.
fn thirds(rules: &Declaring, first: u8, second: u8) -> CardSet {
    let up_to = |sum: u8| CardSet::from_bits(!(!0 << (4 * u32::from(sum.min(10)))));
    let matta = CardSet::single(MATTA);
    if first > 10 || second > 10 {
        let other = first.min(second);
        return (up_to(rules.max_sum.saturating_sub(1 + other)) | CardSet::rank(other.min(10))) - matta;
    }
    let rest = rules.max_sum.saturating_sub(first + second);
    let same = if first == second {
        CardSet::rank(first)
    } else {
        CardSet::EMPTY
    };
    let plain = up_to(rest) | same;
    if !rules.wild {
        plain
    } else if rest >= 1 || first == second {
        plain | matta
    } else {
        plain - matta
    }
}

#[inline(always)]
fn is_wild(rules: &Declaring, card: Card) -> bool {
    rules.wild && card == MATTA
}

/// Calls `found` with every two cards of a hand and the later cards that make a bonus with them, in canonical order,
/// until it returns true. Returns whether it did.
#[inline(always)]
fn for_each_pair(game: &Game, hand: CardSet, found: &mut impl FnMut(CardSet, CardSet) -> bool) -> bool {
    let mut firsts = hand & game.numerals;
    while let Some(first) = firsts.first() {
        firsts.remove(first);
        let mut seconds = firsts;
        while let Some(second) = seconds.first() {
            seconds.remove(second);
            let thirds = seconds & game.thirds.of(&game.declarations, first, second);
            if !thirds.is_empty() && found(CardSet::single(first) | CardSet::single(second), thirds) {
                return true;
            }
        }
    }
    false
}

/// Calls `found` with the bonuses of a hand in canonical order until it returns true. Returns whether it did.
pub(crate) fn for_each(game: &Game, hand: CardSet, found: &mut impl FnMut(Bonus) -> bool) -> bool {
    for_each_pair(game, hand, &mut |pair, thirds| {
        thirds
            .iter()
            .any(|third| for_each_value(game, pair | CardSet::single(third), found))
    })
}

/// Number of bonuses of a hand.
pub(crate) fn count(game: &Game, hand: CardSet) -> u32 {
    let mut count = 0;
    for_each_pair(game, hand, &mut |pair, thirds| {
        count += count_with(game, pair, thirds);
        false
    });
    count
}

/// The `k`-th bonus of a hand, from 0; `None` if it has `k` or fewer.
pub(crate) fn nth(game: &Game, hand: CardSet, k: u32) -> Option<Bonus> {
    let mut left = k;
    let mut chosen = None;
    for_each_pair(game, hand, &mut |pair, thirds| {
        let count = count_with(game, pair, thirds);
        if left >= count {
            left -= count;
            return false;
        }
        thirds.iter().any(|third| {
            for_each_value(game, pair | CardSet::single(third), &mut |bonus| {
                chosen = (left == 0).then_some(bonus);
                left = left.saturating_sub(1);
                chosen.is_some()
            })
        })
    });
    chosen
}

/// Number of bonuses of two cards with one of `thirds`: one per third card, or one per value if 7c is in it and wild.
#[inline(always)]
fn count_with(game: &Game, pair: CardSet, thirds: CardSet) -> u32 {
    let matta = CardSet::single(MATTA);
    if !game.declarations.wild || ((pair | thirds) & matta).is_empty() {
        return thirds.len();
    }
    let plain = if pair.contains(MATTA) {
        CardSet::EMPTY
    } else {
        thirds - matta
    };
    let mut count = plain.len();
    for third in thirds - plain {
        for_each_value(game, pair | CardSet::single(third), &mut |_| {
            count += 1;
            false
        });
    }
    count
}

/// The cards that a seat may still declare: its undeclared cards after the first card of its last declaration. `last`
/// is the sort key of that declaration, 0 if there is none. Declarations of a seat share no card, so their first cards
/// alone determine their order.
#[inline(always)]
pub(crate) fn open(undeclared: CardSet, last: u32) -> CardSet {
    if last == 0 {
        return undeclared;
    }
    let first = last >> 16 & 63;
    CardSet::from_bits(undeclared.bits() & !0 << first)
}

/// Whether some three cards of a hand are a bonus: three of a rank, or the three lowest if their sum is small. If 7c is
/// wild, it stands for the third card.
#[inline(always)]
pub(crate) fn any(game: &Game, hand: CardSet) -> bool {
    let numerals = hand & game.numerals;
    let rules = &game.declarations;
    let wild = rules.wild && numerals.contains(MATTA);
    let mut others = numerals;
    let mut needed = 3;
    let mut sum = 0;
    if wild {
        others.remove(MATTA);
        needed = 2;
        sum = 1;
    }
    if others.len() < needed {
        return false;
    }
    if others.has_of_a_rank(needed) {
        return true;
    }
    let lowest = others.into_iter().take(needed as usize);
    sum += lowest.map(Card::rank).sum::<u8>();
    sum <= rules.max_sum
}

/// The bonuses that `auto` declares (CL14, CR6) in canonical order, and their number.
pub(crate) fn automatic(game: &Game, hand: CardSet) -> ([Bonus; MAX_BONUSES], usize) {
    if game.declarations.any_three {
        let mut search = BonusSearch::new(game);
        search.extend(hand, 0);
        return (search.best, search.best_len);
    }
    let mut best = [NOTHING; MAX_BONUSES];
    let mut len = 0;
    for_each(game, hand, &mut |bonus| {
        if len == 0 || bonus.points(game) > best[0].points(game) {
            best[0] = bonus;
            len = 1;
        }
        false
    });
    (best, len)
}

const NOTHING: Bonus = Bonus { cards: CardSet::EMPTY, matta: 0, ten: false };

/// Depth-first search for the set of disjoint bonuses with the highest total. If totals are equal, fewer bonuses win,
/// then the first set in canonical order, which the search meets first.
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

    /// Extends the chosen bonuses. `hand` holds the undeclared cards above the first card of the last bonus.
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
        for_each(game, hand, &mut |bonus| {
            let rest = above_first(hand, bonus.cards) - bonus.cards;
            self.chosen[self.len] = bonus;
            self.len += 1;
            self.extend(rest, total + bonus.points(game));
            self.len -= 1;
            false
        });
    }

    /// Whether bonuses of `hand` could beat the best total, or match it with fewer bonuses. Equal cards bound the tens.
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
