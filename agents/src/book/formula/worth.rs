//! What a card is worth in a pile, given the piles now.
//!
//! The worth is half the swing of the margin between the own side and the strongest other one: what the own side gains if
//! the card falls to it, and loses if it falls to that other. It adds up majorities, prime, single cards, melds and the
//! shutout. With three and more sides the strongest other side is the one with most cards, and stands for all of them.

use spariglio_engine::{CardSet, Game, LowMeld, View};

use super::majority::Majority;
use super::meld::{MOST, Meld};
use super::prime::{PrimeNow, PrimeTables};
use super::weights::Weights;

/// The scoring of one game.
#[derive(Clone, Debug)]
pub struct Worths {
    pack: usize,
    suit: CardSet,
    suit_len: usize,
    cards: Majority,
    suits: Majority,
    /// Points of single cards.
    single: [f32; 64],
    prime: Option<PrimeTables>,
    low: Option<Meld>,
    high: Option<Meld>,
    high_start: usize,
    shutout: f32,
}

/// The worths of one moment.
#[derive(Copy, Clone, Debug)]
pub struct WorthsNow<'a> {
    worths: &'a Worths,
    card: f32,
    suit: f32,
    prime: Option<PrimeNow<'a>>,
    low: Option<&'a [f32; MOST]>,
    high: Option<&'a [f32; MOST]>,
}

impl Worths {
    /// The tables for a game.
    pub fn new(game: &Game, weights: &Weights) -> Worths {
        let score = &game.rules().score;
        let suit = CardSet::suit(score.suit) & game.pack();
        let suit_len = suit.len() as usize;
        let mut single = [0.0; 64];
        for (card, &points) in &score.single {
            single[usize::from(card.index())] = f32::from(points);
        }
        let high = f32::from(score.high_meld);
        let low = score.low_meld;
        Worths {
            pack: game.pack_len(),
            suit,
            suit_len,
            cards: Majority::new(score.cards, game.pack_len(), weights.cards_spread),
            suits: Majority::new(score.suit_points, suit_len, weights.suit_spread),
            single,
            prime: PrimeTables::new(score.prime, weights.prime_spread as f32),
            low: (low != LowMeld::None)
                .then(|| Meld::new(MOST, |owned| f32::from(low.points(owned.trailing_ones() as u8)))),
            high: (high > 0.0).then(|| Meld::new(3, |owned| if owned == 0b111 { high } else { 0.0 })),
            high_start: suit_len - 3,
            shutout: if score.shutout {
                weights.shutout * game.shutout_value() as f32
            } else {
                0.0
            },
        }
    }

    /// The worths at a view, for the side of its observer.
    #[inline(always)]
    pub fn now(&self, view: &View<'_>) -> WorthsNow<'_> {
        let side = view.game().side(view.seat());
        let mine = view.pile(side);
        let (theirs, captured) = strongest_other(view, side, mine);
        self.between(mine, theirs, captured)
    }

    /// The worths between two piles, where `captured` are all cards in piles.
    #[inline(always)]
    pub fn between(&self, mine: CardSet, theirs: CardSet, captured: CardSet) -> WorthsNow<'_> {
        let count = |cards: CardSet| cards.len() as usize;
        let own_suit = mine & self.suit;
        let their_suit = theirs & self.suit;
        let suit_left = self.suit_len - count(captured & self.suit);
        let held = [own_suit, their_suit].map(|cards| self.suit_ranks(cards));
        let suit = self.suits.of(count(own_suit), count(their_suit), suit_left);
        WorthsNow {
            worths: self,
            card: self.cards.of(count(mine), count(theirs), self.pack - count(captured)),
            suit: suit + self.shutout_share(own_suit, captured & self.suit, suit_left),
            prime: self.prime.as_ref().map(|prime| prime.now(mine, theirs)),
            low: self.low.as_ref().map(|low| low.now(held[0], held[1])),
            high: self
                .high
                .as_ref()
                .map(|high| high.now(held[0] >> self.high_start, held[1] >> self.high_start)),
        }
    }

    /// The average worth of a rank's cards before anything is captured.
    pub fn average(&self, rank: usize) -> f32 {
        let start = self.between(CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY);
        (4 * rank - 4..4 * rank).map(|index| start.of(index)).sum::<f32>() / 4.0
    }

    /// Half the swing of the shutout by one card more: a side that no other has taken one from makes it with even
    /// chances for each card left.
    #[inline(always)]
    fn shutout_share(&self, mine: CardSet, captured: CardSet, left: usize) -> f32 {
        if self.shutout == 0.0 {
            return 0.0;
        }
        let sides = u8::from(mine == captured) + u8::from(mine.is_empty());
        self.shutout * f32::from(sides) / (1_u32 << left) as f32
    }

    /// Bit `i`: the card of rank `i + 1` of the scoring suit, looked at only where there are melds.
    #[inline(always)]
    fn suit_ranks(&self, cards: CardSet) -> usize {
        if self.low.is_none() && self.high.is_none() {
            return 0;
        }
        let mut ranks = 0;
        for card in cards {
            ranks |= 1 << (card.rank() - 1);
        }
        ranks
    }
}

impl WorthsNow<'_> {
    /// Worth of the card of an index, in points.
    #[inline(always)]
    pub fn of(&self, index: usize) -> f32 {
        let mut worth = self.card + self.worths.single[index];
        if let Some(prime) = &self.prime {
            worth += prime.of(index);
        }
        if self.worths.suit.bits() >> index & 1 != 0 {
            worth += self.suit + self.melds(index / 4);
        }
        worth
    }

    fn melds(&self, rank: usize) -> f32 {
        let share = |meld: Option<&[f32; MOST]>, card: Option<usize>| match (meld, card) {
            (Some(meld), Some(card)) => meld.get(card).copied().unwrap_or(0.0),
            _ => 0.0,
        };
        share(self.low, Some(rank)) + share(self.high, rank.checked_sub(self.worths.high_start))
    }
}

/// The pile of the other side with most cards, and all captured cards.
#[inline(always)]
fn strongest_other(view: &View<'_>, side: usize, mine: CardSet) -> (CardSet, CardSet) {
    let mut strongest = CardSet::EMPTY;
    let mut captured = mine;
    for other in 0..view.game().sides() {
        let pile = view.pile(other);
        captured |= pile;
        if other != side && pile.len() > strongest.len() {
            strongest = pile;
        }
    }
    (strongest, captured)
}
