//! The facts that all actions of one decision share, and the effect of one action on the table.
//!
//! The player may remember played cards: piles and table show them. Nothing here depends on hidden cards.

use spariglio_engine::{Card, CardSet, View};

use crate::knowledge::odds::NextHand;
use crate::knowledge::reach::{ByRank, LANES, TableSums, is_some, largest};

/// The lowest bit of every rank; a rank has four bits, one per suit.
const LOWEST: u64 = 0x1111_1111_1111_1111;

/// The side's interest in the parity of ranks.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Role {
    /// The side that plays first gains by broken ranks.
    First,
    /// The dealer's side plays last and gains by paired ranks.
    Dealer,
    /// Parity does not matter: three or more sides, or captures other than pairs and sums.
    Neither,
}

/// The facts that all actions of one decision share.
#[derive(Clone, Debug)]
pub struct ChitarrellaFacts<'a> {
    /// The view of the seat to act.
    pub view: View<'a>,
    /// Cards on the table.
    pub table: CardSet,
    /// The observer's hand cards.
    pub hand: CardSet,
    /// Declared value of 7c; 0 if it is a plain seven.
    pub matta: u8,
    /// The knowledge about the next seat's hand cards.
    pub next: NextHand<'a>,
    /// The side's interest in parity.
    pub role: Role,
    /// Cards on the table that a partner laid in this deal-round.
    pub partners: CardSet,
    /// Cards on the table that the next seat laid in this deal-round.
    pub rivals: CardSet,
    /// Ranks with an odd number of cards in the piles: the lowest bit of each.
    pub broken: u64,
    /// The sums of the table.
    pub sums: TableSums,
    /// Chance that the next seat holds a card of the rank.
    pub chance: ByRank,
    /// Whether a sweep would score at the next play.
    pub next_sweeps: bool,
    /// Whether another play follows this one.
    pub goes_on: bool,
}

impl ChitarrellaFacts<'_> {
    /// `points` times the chance that the next seat holds a card of `rank`.
    pub fn at_risk(&self, points: i32, rank: u8) -> i32 {
        (points as f32 * self.chance[usize::from(rank)]) as i32
    }

    /// The dearest gift to the next seat: over all ranks, the largest offer times the chance that the seat holds the
    /// rank. Also the chance that the seat can take nothing, if ranks are treated as independent.
    #[inline(always)]
    pub fn gift(&self, offers: &ByRank) -> (f32, f32) {
        let mut gifts = [0.0; LANES];
        let mut nothing = 1.0;
        for lane in 1..LANES {
            gifts[lane] = offers[lane] * self.chance[lane];
            nothing *= if is_some(offers[lane]) {
                1.0 - self.chance[lane]
            } else {
                1.0
            };
        }
        (largest(&gifts), nothing)
    }
}

/// One action, seen from the table.
#[derive(Copy, Clone, Debug)]
pub struct CardPlay {
    /// The played card.
    pub card: Card,
    /// The captured cards; empty if the action lays.
    pub captured: CardSet,
    /// The table afterwards.
    pub left: CardSet,
}

impl CardPlay {
    /// The effect of playing `card` and taking `captured` from `table`.
    pub fn new(table: CardSet, card: Card, captured: CardSet) -> CardPlay {
        let left = match captured.is_empty() {
            true => table | CardSet::single(card),
            false => table - captured,
        };
        CardPlay { card, captured, left }
    }

    /// Whether nothing is captured.
    pub fn lays(&self) -> bool {
        self.captured.is_empty()
    }

    /// Whether the action leaves an empty table.
    pub fn clears(&self) -> bool {
        self.left.is_empty()
    }

    /// The played card and the captured ones: the cards that a capture takes out of play.
    pub fn taken(&self) -> CardSet {
        self.captured | CardSet::single(self.card)
    }
}

/// Ranks with an odd number of `cards`: the lowest bit of each.
pub fn odd_ranks(cards: CardSet) -> u64 {
    let bits = cards.bits();
    // Two folds put the parity of each group of four bits into its lowest bit.
    let halves = bits ^ bits >> 1;
    (halves ^ halves >> 2) & LOWEST
}

/// All captured cards.
pub fn piles(view: &View<'_>) -> CardSet {
    (0..view.game().sides()).fold(CardSet::EMPTY, |all, side| all | view.pile(side))
}

/// Cards on the table that the observer's partners laid in this deal-round.
pub fn laid_by_partners(view: &View<'_>) -> CardSet {
    let game = view.game();
    let side = game.side(view.seat());
    let seats = (0..game.players()).filter(|&seat| seat != view.seat() && game.side(seat) == side);
    seats.fold(CardSet::EMPTY, |all, seat| all | view.played(seat)) & view.table()
}
