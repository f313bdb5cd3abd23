//! Plays without a branch on the cards, for many hands in step: up to three hand cards, up to four table cards, the rules as
//! masks.

use super::{LAY, LOW, SINGLES, SubsetSums, value};
use crate::capture::TableCards;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::game::Game;
use crate::random::scale;
use crate::vector::{Bits, mask};

/// The capture rules as masks of subsets, all bits or none where they say whether something holds.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Masks {
    equals: u64,
    sums: u64,
    fifteens: u64,
    equal_bars_sums: u64,
    equal_bars_fifteens: u64,
    fifteens_of_ace: u64,
    lay: u64,
}

impl Masks {
    /// The masks of a game in which not the fewest cards must be captured.
    pub(crate) fn new(game: &Game) -> Masks {
        let rules = &game.capture;
        Masks {
            equals: SINGLES & mask(rules.equal),
            sums: !SINGLES & mask(rules.sum),
            fifteens: mask(rules.fifteen),
            equal_bars_sums: mask(rules.equal_bars_sums),
            equal_bars_fifteens: mask(rules.equal_bars_fifteens),
            fifteens_of_ace: mask(rules.fifteen && rules.ace_or_fifteen),
            lay: mask(!rules.mandatory),
        }
    }
}

impl SubsetSums {
    /// Whether [`SubsetSums::of_four`] is all of a table.
    #[inline(always)]
    pub(crate) fn are_four(table: CardSet) -> bool {
        table.len() <= LOW as u32
    }

    /// The sums of the four lowest cards of a table.
    #[inline(always)]
    pub(crate) fn of_four(table: TableCards) -> SubsetSums {
        SubsetSums::of_lowest(table).0
    }

    /// [`SubsetSums::pick`] of `N` cards, up to three, on a table of up to four, without a branch on the cards or the table.
    /// `SUMS` where equals or sums capture, `ACES` where moreover an ace takes all.
    #[inline(always)]
    pub(crate) fn pick_evenly<B: Bits, const N: usize, const SUMS: bool, const ACES: bool>(
        &self,
        masks: &Masks,
        playable: CardSet,
        draw: impl FnOnce() -> u64,
    ) -> (Card, CardSet) {
        let mut rest = playable;
        let mut cards = [Card::at(0); N];
        let mut plays = [0; N];
        let mut ends = [0; N];
        let mut total = 0;
        for at in 0..N {
            cards[at] = Card::at(rest.bits().trailing_zeros() as u8);
            rest = rest.without_first();
            plays[at] = self.plays_by::<SUMS, ACES>(masks, cards[at]);
            total += plays[at].count_ones();
            ends[at] = total;
        }
        let pick = scale(draw(), total);
        let (mut card, mut chosen, mut before) = (cards[0], plays[0], 0);
        for at in 1..N {
            if pick >= ends[at - 1] {
                (card, chosen, before) = (cards[at], plays[at], ends[at - 1]);
            }
        }
        (card, self.cards::<B>(B::select(chosen, pick - before)))
    }

    /// [`SubsetSums::plays`] by masks.
    #[inline(always)]
    fn plays_by<const SUMS: bool, const ACES: bool>(&self, masks: &Masks, card: Card) -> u64 {
        let value = value(usize::from(card.index()), self.matta);
        let fifteens = self.hits::<true>(15 - value);
        let mut captures = fifteens & masks.fifteens;
        if SUMS {
            let sums = self.hits::<true>(value);
            let equals = sums & masks.equals;
            let has_equal = mask(equals != 0);
            let barred = has_equal & masks.equal_bars_fifteens;
            captures = equals | sums & masks.sums & !(has_equal & masks.equal_bars_sums) | captures & !barred;
            if ACES {
                let has_ace = mask(sums != 0);
                let all = 1 << ((1 << self.table.cards.len().min(LOW as u32)) - 1) & !LAY;
                let of_ace = equals | has_ace & fifteens & masks.fifteens_of_ace & !barred | all & !has_ace;
                captures = if value == 1 { of_ace } else { captures };
            }
        }
        captures | LAY & (masks.lay | mask(captures == 0))
    }
}
