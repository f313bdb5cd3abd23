//! What a table offers to a card of each rank: the capture of most worth that the rules allow it.
//!
//! Sums of captured cards are followed up to fourteen, which also serves captures that make fifteen. Worth is in
//! thousandths of a point. An ace among others is taken for a plain card where aces take all; with
//! `fewest` a capture of more cards may be counted that the rules forbid.

use spariglio_engine::{Ace, Card, CardSet, Game, MATTA};

/// Largest sum of captured cards that any card takes.
const MOST: usize = 14;
/// Ranks of the largest pack, from 1.
pub const RANKS: usize = 13;
/// No set of cards has the sum.
const NONE: i32 = i32::MIN / 2;

/// The capture rules, as far as they decide what a card is offered.
#[derive(Clone, Debug)]
pub struct OfferRules {
    /// Ranks of the pack.
    pub ranks: usize,
    equal: bool,
    sum: bool,
    fifteen: bool,
    single_first: bool,
    ace_takes_all: bool,
}

impl OfferRules {
    /// The rules of a game.
    pub fn new(game: &Game) -> OfferRules {
        let capture = &game.rules().capture;
        OfferRules {
            ranks: usize::from(game.deck().ranks()),
            equal: capture.equal,
            sum: capture.sum,
            fifteen: capture.fifteen,
            single_first: capture.single_first,
            ace_takes_all: capture.ace == Ace::TakesAll,
        }
    }
}

/// The most worth that can be captured from one table, by the sum of what is captured.
#[derive(Copy, Clone, Debug)]
pub struct Offers {
    sums: [i32; MOST + 1],
    /// By value, the best single card.
    equals: [i32; RANKS + 1],
    total: i32,
}

impl Offers {
    const EMPTY: Offers = Offers {
        sums: [NONE; MOST + 1],
        equals: [NONE; RANKS + 1],
        total: 0,
    };

    /// Of a table whose cards have these worths, by index; `matta` is the value of 7c, 0 for seven.
    pub fn of(table: CardSet, worths: &[i32; 64], matta: u8) -> Offers {
        let mut offers = Offers::EMPTY;
        for card in table.iter() {
            offers.add(value(card, matta), worths[usize::from(card.index())]);
        }
        offers
    }

    /// One more card on the table.
    pub fn add(&mut self, value: usize, worth: i32) {
        if value <= 10 {
            for sum in (value + 1..=MOST).rev() {
                self.sums[sum] = self.sums[sum].max(self.sums[sum - value] + worth);
            }
            self.sums[value] = self.sums[value].max(worth);
        }
        self.equals[value] = self.equals[value].max(worth);
        self.total += worth;
    }

    /// Worth of the best capture for a card of `rank`, 0 or less where there is none.
    pub fn to(&self, rank: usize, rules: &OfferRules) -> i32 {
        let equal = if rules.equal { self.equals[rank] } else { NONE };
        if rules.single_first && equal > NONE {
            return equal;
        }
        let mut best = equal;
        if rank <= 10 {
            if rules.sum {
                best = best.max(self.sums[rank]);
            }
            if rules.fifteen && rank > 0 {
                best = best.max(self.sums[15 - rank]);
            }
            if rules.ace_takes_all && rank == 1 && self.equals[1] == NONE {
                best = best.max(self.total);
            }
        }
        best
    }
}

/// The value by which a card captures and is captured; `matta` is that of 7c, 0 for seven.
pub fn value(card: Card, matta: u8) -> usize {
    match matta {
        1.. if card == MATTA => usize::from(matta),
        _ => usize::from(card.rank()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers(preset: &str, table: &str) -> Vec<usize> {
        let game = Game::preset(preset).expect("a preset");
        let rules = OfferRules::new(&game);
        let table = CardSet::parse(table, game.deck()).expect("cards");
        let offers = Offers::of(table, &[1; 64], 0);
        (1..=rules.ranks).filter(|&rank| offers.to(rank, &rules) > 0).collect()
    }

    #[test]
    fn pairs_and_sums() {
        assert_eq!(offers("scopone", "Ad 3c 7s"), [1, 3, 4, 7, 8, 10]);
        assert_eq!(offers("scopa_di_quindici", "Ad 3c 7s"), [4, 5, 7, 8]);
        assert_eq!(offers("asso_piglia_tutto", "Kc"), [1, 10]);
    }

    #[test]
    fn a_single_card_comes_first_where_it_must() {
        let game = Game::preset("scopone").expect("a preset");
        let rules = OfferRules::new(&game);
        let table = CardSet::parse("Ad 3c 4s", game.deck()).expect("cards");
        assert_eq!(Offers::of(table, &[1; 64], 0).to(4, &rules), 1);
        assert_eq!(Offers::of(table, &[1; 64], 0).to(8, &rules), 3);
    }
}
