//! What a table offers to a card of each rank: the capture of most worth that the rules allow it.
//!
//! Sums of captured cards are followed up to fourteen, which also serves captures that make fifteen. A capture may be
//! counted that `fewest` or an ace on the table forbids.

use spariglio_engine::{Ace, Card, CardSet, Game, MATTA};

/// Lanes by value or rank, from 0; ranks end at 13 and sums are followed up to 14.
pub const LANES: usize = 16;
/// No set of cards has the sum, whatever worth is added to it.
const NONE: i16 = -0x4000;
/// Thousandths of a point in one step of worth.
const STEP: i32 = 2;
/// Certainty as a chance by rank.
pub const CERTAIN: i16 = i16::MAX;

/// A number by rank, from 0.
pub type ByRank = [i16; LANES];

/// The capture rules, as far as they decide what a card is offered.
#[derive(Clone, Debug)]
pub struct OfferRules {
    worth: [i16; 64],
    /// [`i16::MAX`] for a rank that captures so, [`NONE`] for one that does not.
    equal: ByRank,
    sum: ByRank,
    fifteen: ByRank,
    /// Whether an equal card forbids sums.
    single_first: bool,
    ace_takes_all: bool,
}

impl OfferRules {
    /// The rules of a game with the worths of its cards, by index, in thousandths of a point.
    pub fn new(game: &Game, worths: &[i32; 64]) -> OfferRules {
        let capture = &game.rules().capture;
        let ranks = usize::from(game.deck().ranks());
        let captures = |so: bool, last: usize| {
            let mut lanes = [NONE; LANES];
            if so {
                lanes[1..=last].fill(i16::MAX);
            }
            lanes
        };
        OfferRules {
            worth: worths.map(|worth| (worth / STEP) as i16),
            equal: captures(capture.equal, ranks),
            sum: captures(capture.sum, 10),
            fifteen: captures(capture.fifteen, 10),
            single_first: capture.single_first,
            ace_takes_all: capture.ace == Ace::TakesAll,
        }
    }
}

/// The most worth that can be captured from one table, by the sum of what is captured.
#[derive(Copy, Clone, Debug)]
pub struct Offers {
    /// By sum, from lane [`LANES`]; below are only [`NONE`], so that a shifted look stays inside.
    sums: [i16; 2 * LANES],
    /// By value, the best single card.
    equals: ByRank,
    total: i16,
}

impl Offers {
    const EMPTY: Offers = Offers {
        sums: [NONE; 2 * LANES],
        equals: [NONE; LANES],
        total: 0,
    };

    /// Of a table; `matta` is the value of 7c, 0 for seven.
    pub fn of(table: CardSet, rules: &OfferRules, matta: u8) -> Offers {
        let cards = table.iter();
        cards.fold(Offers::EMPTY, |offers, card| offers.with(card, rules, matta))
    }

    /// With one more card on the table.
    #[inline(always)]
    pub fn with(&self, card: Card, rules: &OfferRules, matta: u8) -> Offers {
        let worth = rules.worth[usize::from(card.index())];
        let value = value(card, matta);
        let mut more = Offers {
            sums: [NONE; 2 * LANES],
            equals: self.equals,
            total: self.total + worth,
        };
        let sums = &mut more.sums[LANES..];
        sums.copy_from_slice(&self.sums[LANES..]);
        if value <= 10 {
            let without = &self.sums[LANES - value..2 * LANES - value];
            for (sum, &rest) in sums.iter_mut().zip(without) {
                *sum = (*sum).max(rest + worth);
            }
            sums[value] = sums[value].max(worth);
        }
        more.equals[value] = more.equals[value].max(worth);
        more
    }

    /// Worth of the best capture for a card of each rank, in steps; 0 or less where there is none.
    #[inline(always)]
    fn by_rank(&self, rules: &OfferRules) -> ByRank {
        let mut best = [0; LANES];
        for (rank, best) in best.iter_mut().enumerate() {
            let equal = self.equals[rank].min(rules.equal[rank]);
            let sum = self.sums[LANES + rank].min(rules.sum[rank]);
            let fifteen = self.sums[2 * LANES - 1 - rank].min(rules.fifteen[rank]);
            let several = sum.max(fifteen).max(equal);
            *best = if rules.single_first && equal > NONE {
                equal
            } else {
                several
            };
        }
        if rules.ace_takes_all && self.equals[1] == NONE {
            best[1] = best[1].max(self.total);
        }
        best
    }

    /// Whether a card of `rank` is offered anything.
    pub fn any_to(&self, rank: usize, rules: &OfferRules) -> bool {
        self.by_rank(rules)[rank] > 0
    }

    /// The dearest gift, in thousandths of a point, by worth and by the chance of each rank
    /// (of [`CERTAIN`]) that it is there to take it; and the chance, of 1, that nothing can be taken, ranks being taken for independent.
    #[inline(always)]
    pub fn gift(&self, chance: &ByRank, absent: &[f32; LANES], rules: &OfferRules) -> (i32, f32) {
        let worths = self.by_rank(rules);
        let mut gifts = [0_i16; LANES];
        for (lane, gift) in gifts.iter_mut().enumerate() {
            *gift = ((i32::from(worths[lane]) * i32::from(chance[lane])) >> 16) as i16;
        }
        let mut nothing = [1.0_f32; 4];
        for (worths, absent) in worths.chunks_exact(4).zip(absent.chunks_exact(4)) {
            for lane in 0..4 {
                nothing[lane] *= if worths[lane] > 0 { absent[lane] } else { 1.0 };
            }
        }
        (
            largest(&gifts) * STEP * 2,
            nothing[0] * nothing[1] * (nothing[2] * nothing[3]),
        )
    }
}

/// The largest number, by halves.
#[inline(always)]
fn largest(numbers: &ByRank) -> i32 {
    let mut lanes = *numbers;
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            lanes[lane] = lanes[lane].max(lanes[lane + half]);
        }
    }
    i32::from(lanes[0])
}

/// The value by which a card captures and is captured; `matta` is that of 7c, 0 for seven.
fn value(card: Card, matta: u8) -> usize {
    match matta {
        1.. if card == MATTA => usize::from(matta),
        _ => usize::from(card.rank()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers(preset: &str, table: &str) -> ByRank {
        let game = Game::preset(preset).expect("a preset");
        let rules = OfferRules::new(&game, &[STEP; 64]);
        let table = CardSet::parse(table, game.deck()).expect("cards");
        Offers::of(table, &rules, 0).by_rank(&rules)
    }

    fn takers(preset: &str, table: &str) -> Vec<usize> {
        let offers = offers(preset, table);
        (0..LANES).filter(|&rank| offers[rank] > 0).collect()
    }

    #[test]
    fn pairs_and_sums() {
        assert_eq!(takers("scopone", "Ad 3c 7s"), [1, 3, 4, 7, 8, 10]);
        assert_eq!(takers("scopa_di_quindici", "Ad 3c 7s"), [4, 5, 7, 8]);
        assert_eq!(takers("asso_piglia_tutto", "Kc"), [1, 10]);
        assert_eq!(takers("asso_piglia_tutto", "Ac Kc"), [1, 10]);
    }

    #[test]
    fn a_single_card_comes_first_where_it_must() {
        assert_eq!(offers("scopone", "Ad 3c 4s")[4], 1);
        assert_eq!(offers("cicera", "Ad 3c 4s")[4], 2);
        assert_eq!(offers("scopone", "Ad 3c 4s")[8], 3);
    }
}
