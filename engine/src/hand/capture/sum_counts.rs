//! Counts the sums on a table of any size and finds the `k`-th one, without listing them.
//!
//! Valid if cards capture only by equals and sums and 7c is always a seven. A table is the product of `1 + X^rank` over
//! its numerals: the coefficient of `X^n` is the number of sets with sum `n`. With `X = 2^11` the coefficients up to
//! `X^10` fit into one `u128`, because no table has 2048 sets with one sum up to ten. Adding a card multiplies by its
//! factor; removing one multiplies by the factor's inverse modulo 2^128. Terms above `X^10` never affect lower ones.

use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::game::Game;
use crate::vector::Bits;

/// Bits per coefficient.
const WIDTH: u32 = 11;
/// Length of arrays by rank of the larger pack; index 0 is unused.
const RANKS: usize = 14;
/// The highest rank that has a value.
const NUMERALS: usize = 10;

/// The factor of each rank; 1 for courts, which have no value.
static WITH: [u128; RANKS] = {
    let mut factors = [1; RANKS];
    let mut rank = 1;
    while rank <= NUMERALS {
        factors[rank] = 1 + (1 << (WIDTH * rank as u32));
        rank += 1;
    }
    factors
};

/// The inverse of each factor modulo 2^128.
static WITHOUT: [u128; RANKS] = {
    let mut inverses = [1u128; RANKS];
    let mut rank = 1;
    while rank <= NUMERALS {
        // 1 / (1 + y) = (1 - y) (1 + y^2) (1 + y^4) ...
        let mut power = 1u128 << (WIDTH * rank as u32);
        let mut inverse = 1u128.wrapping_sub(power);
        while power != 0 {
            power = power.wrapping_mul(power);
            inverse = inverse.wrapping_mul(1 + power);
        }
        inverses[rank] = inverse;
        rank += 1;
    }
    inverses
};

/// The number of sets of table cards with each sum up to ten.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct SumCounts(u128);

impl SumCounts {
    /// The counts of a table.
    #[inline(always)]
    pub(crate) fn new(table: CardSet) -> SumCounts {
        let mut counts = SumCounts(1);
        counts.follow(CardSet::EMPTY, table);
        counts
    }

    /// Updates the counts from the table `before` to the table `after`.
    #[inline(always)]
    pub(crate) fn follow(&mut self, before: CardSet, after: CardSet) {
        for card in after - before {
            self.0 = self.0.wrapping_mul(WITH[usize::from(card.rank())]);
        }
        for card in before - after {
            self.0 = self.0.wrapping_mul(WITHOUT[usize::from(card.rank())]);
        }
    }

    /// Number of sets with a sum from 0 to 10.
    #[inline(always)]
    fn of(self, sum: u32) -> u32 {
        (self.0 >> (WIDTH * sum)) as u32 & ((1 << WIDTH) - 1)
    }

    /// Number of captures of a card: (equals, sums).
    #[inline(always)]
    fn captures(self, game: &Game, table: CardSet, card: Card) -> (u32, u32) {
        let rules = &game.capture;
        let same = (table & CardSet::rank(card.rank())).len();
        let equals = if rules.equal { same } else { 0 };
        let has_sums = game.numerals.contains(card) && rules.sum && !(rules.equal_bars_sums && equals != 0);
        // A set of one card is an equal, not a sum.
        let sums = self.of(u32::from(card.rank()).min(NUMERALS as u32)).wrapping_sub(same);
        (equals, if has_sums { sums } else { 0 })
    }

    /// Number of plays of a card by rank; index 0 is unused and 0.
    #[inline(always)]
    pub(crate) fn plays(self, game: &Game, table: CardSet) -> [u32; RANKS] {
        let rules = &game.capture;
        let same = |rank: usize| (table.bits() >> (4 * rank - 4) & 0xF).count_ones();
        let all = |rank: usize| {
            if rank <= NUMERALS {
                self.of(rank as u32)
            } else {
                same(rank)
            }
        };
        // Built rank by rank, so that the shifts are constants.
        let captures: [u32; RANKS] = if rules.equal && rules.sum && !rules.equal_bars_sums {
            of_ranks(all)
        } else {
            of_ranks(|rank| {
                let equals = if rules.equal { same(rank) } else { 0 };
                let has_sums = rules.sum && !(rules.equal_bars_sums && equals != 0);
                equals + if has_sums { all(rank) - same(rank) } else { 0 }
            })
        };
        let may_lay = !rules.mandatory;
        let plays = |rank| captures[rank] + u32::from(may_lay | (captures[rank] == 0));
        of_ranks(plays)
    }

    /// The captured set of the card's `k`-th play, by rising mask; its lay comes first.
    #[inline(always)]
    pub(crate) fn nth<B: Bits>(self, game: &Game, table: CardSet, card: Card, k: u32) -> CardSet {
        let (equals, sums) = self.captures(game, table, card);
        let lays = u32::from(!game.capture.mandatory || equals + sums == 0);
        if k < lays {
            return CardSet::EMPTY;
        }
        let k = k - lays;
        let rank = card.rank();
        let same = table & CardSet::rank(rank);
        if sums == 0 {
            return CardSet::from_bits(1 << B::select(same.bits(), k));
        }
        let mut counts = self;
        let mut cards = table & CardSet::from_bits((1 << (4 * rank)) - 1);
        if !game.capture.equal {
            // If equals may not be captured, they are in no set.
            counts.follow(cards, cards - same);
            cards = cards - same;
        }
        counts.nth_sum(cards, u32::from(rank), k)
    }

    /// The `k`-th of the sets of `cards` that add up to `sum`, by rising mask.
    #[inline(always)]
    fn nth_sum(self, cards: CardSet, sum: u32, k: u32) -> CardSet {
        let mut left = k;
        let mut rest = sum;
        let mut chosen = 0;
        let mut lower = self;
        let mut cards = cards.bits();
        // From the highest card down; `lower` counts the sums of the cards below it. No branch depends on the pick.
        while rest != 0 {
            let place = cards.leading_zeros() ^ 63;
            let rank = place / 4 + 1;
            lower.0 = lower.0.wrapping_mul(WITHOUT[rank as usize]);
            // The sets without this card come before those with it.
            let without = lower.of(rest);
            let takes = left >= without;
            chosen |= if takes { 1u64.wrapping_shl(place) } else { 0 };
            rest -= if takes { rank } else { 0 };
            left -= if takes { without } else { 0 };
            cards ^= 1u64.wrapping_shl(place);
        }
        CardSet::from_bits(chosen)
    }
}

/// An array by rank; index 0 is unused and 0.
#[inline(always)]
fn of_ranks(number: impl Fn(usize) -> u32) -> [u32; RANKS] {
    std::array::from_fn(|rank| if rank == 0 { 0 } else { number(rank) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::below;
    use rand_pcg::Pcg64Mcg;

    /// Number of sets with each sum up to ten, adding one card at a time.
    fn slow(table: CardSet) -> [u32; NUMERALS + 1] {
        let mut sets = [0; NUMERALS + 1];
        sets[0] = 1;
        for rank in table
            .iter()
            .map(|card| usize::from(card.rank()))
            .filter(|rank| *rank <= NUMERALS)
        {
            for sum in (rank..=NUMERALS).rev() {
                sets[sum] += sets[sum - rank];
            }
        }
        sets
    }

    fn assert_counts(counts: SumCounts, table: CardSet) {
        let list: Vec<u32> = (0..=NUMERALS as u32).map(|sum| counts.of(sum)).collect();
        assert_eq!(list, slow(table));
    }

    #[test]
    fn every_table_is_counted_however_it_came_about() {
        let mut rng = Pcg64Mcg::new(5);
        let mut table = CardSet::EMPTY;
        let mut counts = SumCounts::new(table);
        for _ in 0..5000 {
            let before = table;
            table ^= CardSet::from_bits(1 << below(&mut rng, 52) | 1 << below(&mut rng, 52));
            counts.follow(before, table);
            assert_counts(counts, table);
            assert_eq!(counts, SumCounts::new(table));
        }
    }

    #[test]
    fn no_card_of_rank_0_has_plays() {
        let aces = CardSet::rank(1);
        for name in ["scopone", "cicera"] {
            let game = Game::preset(name).expect("a preset");
            let plays = SumCounts::new(aces).plays(&game, aces);
            let lay = u32::from(!game.capture.mandatory);
            assert_eq!(plays[..3], [0, 4 + lay, 6 + lay], "{name}");
        }
    }

    #[test]
    fn the_fullest_table_fits() {
        let pack = CardSet::from_bits((1 << 52) - 1);
        assert_counts(SumCounts::new(pack), pack);
        assert!(slow(pack).iter().all(|sets| *sets < 1 << WIDTH));
    }
}
