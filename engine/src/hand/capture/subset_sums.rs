//! Plays against a small table, all subsets at once.
//!
//! A subset of up to six table cards is a number below 64: bit `i` stands for the `i`-th table card. A set of subsets
//! is one `u64`. The plays of a card are such a set: captures, and the empty subset for a lay. The sums of the 16
//! subsets of the four lowest cards are the byte lanes of one vector. They are compared with the target minus the sum
//! of each subset of the other cards. Machines without such vectors use [`subset`](super::subset).

use super::TableCards;
use crate::cards::card::{Card, MATTA};
use crate::cards::card_set::CardSet;
use crate::game::Game;
use crate::hand::state::MAX_HAND;
use crate::random::{place_of, scale};
use crate::vector::{Bits, Bytes16};

/// Number of cards in the lanes.
const LOW: usize = 4;
/// Most table cards that the method can handle.
const MOST: u32 = 6;
/// Value of a missing card: above every target, and four of them fit into a byte.
const ABSENT: u8 = 40;
/// Value of the lowest 52-card court: no sum with a court is a target, and no two ranks have the same value.
const COURT: u8 = 24;

/// Subsets of one card.
const SINGLES: u64 = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8 | 1 << 16 | 1 << 32;
/// The empty subset: a lay.
const LAY: u64 = 1;

/// Subsets by their number of cards.
const SIZES: [u64; 7] = {
    let mut sizes = [0; 7];
    let mut subset: u32 = 0;
    while subset < 64 {
        sizes[subset.count_ones() as usize] |= 1 << subset;
        subset += 1;
    }
    sizes
};

/// Lanes whose subset holds the `i`-th card.
const MEMBERS: [[u64; 2]; LOW] = [
    [0xFF00_FF00_FF00_FF00, 0xFF00_FF00_FF00_FF00],
    [0xFFFF_0000_FFFF_0000, 0xFFFF_0000_FFFF_0000],
    [0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF_0000_0000],
    [0, !0],
];

/// The sums of all subsets of a table of up to six cards.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SubsetSums {
    table: TableCards,
    /// Value of 7c.
    matta: u8,
    low: Bytes16,
    /// Sums of the subsets of the cards above the four lowest, 0 for the empty one.
    high: [u8; 4],
    /// Number of those subsets.
    highs: usize,
}

/// Values in sums by card index; index 64 stands for a missing card.
static VALUES: [u8; 65] = {
    let mut values = [ABSENT; 65];
    let mut index = 0;
    while index < 52 {
        let rank = index as u8 / 4 + 1;
        values[index] = if rank <= 10 { rank } else { COURT + rank - 11 };
        index += 1;
    }
    values
};

/// Value of a card in sums; 7c has the value `matta`.
#[inline(always)]
fn value(place: usize, matta: u8) -> u8 {
    if place == MATTA.index() as usize {
        matta
    } else {
        VALUES[place]
    }
}

/// Value of 7c: its declared value, or seven if none was declared.
#[inline(always)]
fn matta_value(table: TableCards) -> u8 {
    if table.matta == 0 { MATTA.rank() } else { table.matta }
}

impl SubsetSums {
    /// Whether the cards of a table are few enough.
    #[inline(always)]
    pub(crate) fn fit(table: CardSet) -> bool {
        table.len() <= MOST
    }

    /// The sums of a table of few cards.
    #[inline(always)]
    pub(crate) fn new(table: TableCards) -> SubsetSums {
        let matta = matta_value(table);
        let mut rest = table.cards;
        let mut low = Bytes16::splat(0);
        for members in MEMBERS {
            low = low.add_where(members, value(rest.bits().trailing_zeros() as usize, matta));
            rest = rest.without_first();
        }
        let mut sums = SubsetSums { table, matta, low, high: [0; 4], highs: 1 };
        for card in rest {
            let value = value(usize::from(card.index()), matta);
            for i in 0..sums.highs {
                sums.high[sums.highs + i] = sums.high[i] + value;
            }
            sums.highs *= 2;
        }
        sums
    }

    /// The subsets that add up to a target. `FOUR` may be set if the lanes hold the whole table.
    #[inline(always)]
    fn hits<const FOUR: bool>(&self, target: u8) -> u64 {
        let mut hits = u64::from(self.low.equal_to(target));
        if FOUR {
            return hits;
        }
        for (i, &high) in self.high[..self.highs].iter().enumerate().skip(1) {
            hits |= u64::from(self.low.equal_to(target.wrapping_sub(high))) << (16 * i);
        }
        hits
    }

    /// Whether the lanes hold the whole table.
    #[inline(always)]
    fn is_four(&self) -> bool {
        self.highs == 1
    }

    /// The plays of a card: the subsets that it may capture, the empty one for its lay.
    #[inline(always)]
    pub(crate) fn plays(&self, game: &Game, card: Card) -> u64 {
        if self.is_four() {
            self.plays_on::<true>(game, card)
        } else {
            self.plays_on::<false>(game, card)
        }
    }

    /// [`SubsetSums::plays`], of a table of up to four cards if `FOUR`.
    #[inline(always)]
    fn plays_on<const FOUR: bool>(&self, game: &Game, card: Card) -> u64 {
        let rules = &game.capture;
        if rules.all_kinds {
            return self.plays_of_all_kinds::<FOUR>(card);
        }
        let mut captures = self.captures::<FOUR>(game, card);
        if rules.fewest {
            captures = SIZES.iter().map(|size| captures & size).find(|&least| least != 0).unwrap_or(0);
        }
        if captures == 0 || !rules.mandatory {
            captures | LAY
        } else {
            captures
        }
    }

    /// [`SubsetSums::plays`] if every kind of capture is open, as in Cirulla.
    #[inline(always)]
    fn plays_of_all_kinds<const FOUR: bool>(&self, card: Card) -> u64 {
        let value = value(usize::from(card.index()), self.matta);
        let sums = self.hits::<FOUR>(value);
        let captures = if value == 1 {
            if sums == 0 {
                1 << ((1 << self.table.cards.len()) - 1)
            } else {
                sums & SINGLES
            }
        } else {
            sums | self.hits::<FOUR>(15 - value)
        };
        if captures == 0 { LAY } else { captures }
    }

    #[inline(always)]
    fn captures<const FOUR: bool>(&self, game: &Game, card: Card) -> u64 {
        let rules = &game.capture;
        let value = value(usize::from(card.index()), self.matta);
        let sums = self.hits::<FOUR>(value);
        let equals = if rules.equal { sums & SINGLES } else { 0 };
        if rules.equal_bars_fifteens && equals != 0 || value >= COURT {
            return equals;
        }
        if rules.ace && value == 1 {
            if sums == 0 {
                return (1 << ((1 << self.table.cards.len()) - 1)) & !LAY;
            }
            let fifteen = rules.fifteen && rules.ace_or_fifteen;
            return equals | if fifteen { self.hits::<FOUR>(14) } else { 0 };
        }
        let has_sums = rules.sum && !(rules.equal_bars_sums && equals != 0);
        let sums = if has_sums { sums & !SINGLES } else { 0 };
        let fifteens = if rules.fifteen {
            self.hits::<FOUR>(15 - value)
        } else {
            0
        };
        equals | sums | fifteens
    }

    /// Maps a random number to a play of the playable cards: the card and its captured set.
    #[inline(always)]
    pub(crate) fn pick<B: Bits>(&self, game: &Game, playable: CardSet, draw: impl FnOnce() -> u64) -> (Card, CardSet) {
        let (card, subset) = match (playable.len() <= 3, self.is_four()) {
            (true, true) => self.pick_of_three::<B, true>(game, playable, draw),
            (true, false) => self.pick_of_three::<B, false>(game, playable, draw),
            (false, true) => self.pick_of_many::<B, true>(game, playable, draw),
            (false, false) => self.pick_of_many::<B, false>(game, playable, draw),
        };
        (card, self.cards::<B>(subset))
    }

    /// [`SubsetSums::pick`] for up to three cards: the card and the subset that it captures.
    #[inline(always)]
    fn pick_of_three<B: Bits, const FOUR: bool>(
        &self,
        game: &Game,
        playable: CardSet,
        draw: impl FnOnce() -> u64,
    ) -> (Card, u32) {
        let first = playable.bits();
        let second = first & first.wrapping_sub(1);
        let third = second & second.wrapping_sub(1);
        let plays = |rest: u64| {
            if rest == 0 {
                0
            } else {
                self.plays_on::<FOUR>(game, Card::at(rest.trailing_zeros() as u8))
            }
        };
        let all = [plays(first), plays(second), plays(third)];
        let end = all[0].count_ones();
        let next = end + all[1].count_ones();
        let pick = scale(draw(), next + all[2].count_ones());
        let (mut rest, mut chosen, mut before) = (first, all[0], 0);
        if pick >= end {
            (rest, chosen, before) = (second, all[1], end);
        }
        if pick >= next {
            (rest, chosen, before) = (third, all[2], next);
        }
        let card = Card::at(rest.trailing_zeros() as u8);
        (card, B::select(chosen, pick - before))
    }

    /// [`SubsetSums::pick_of_three`] for any number of cards.
    #[inline(always)]
    fn pick_of_many<B: Bits, const FOUR: bool>(
        &self,
        game: &Game,
        playable: CardSet,
        draw: impl FnOnce() -> u64,
    ) -> (Card, u32) {
        let mut plays = [0; MAX_HAND];
        let mut ends = [0; MAX_HAND];
        let mut total = 0;
        for ((plays, end), card) in plays.iter_mut().zip(&mut ends).zip(playable) {
            *plays = self.plays_on::<FOUR>(game, card);
            total += plays.count_ones();
            *end = total;
        }
        let pick = scale(draw(), total);
        let (place, before) = place_of(pick, &ends[..playable.len() as usize]);
        let card = Card::at(B::select(playable.bits(), place) as u8);
        (card, B::select(plays[place as usize], pick - before))
    }

    /// The captured set of a card's `k`-th play.
    #[inline(always)]
    pub(crate) fn nth<B: Bits>(&self, game: &Game, card: Card, k: u32) -> CardSet {
        self.cards::<B>(B::select(self.plays(game, card), k))
    }

    /// The cards of a subset.
    #[inline(always)]
    pub(crate) fn cards<B: Bits>(&self, subset: u32) -> CardSet {
        CardSet::from_bits(B::deposit(u64::from(subset), self.table.cards.bits()))
    }
}
