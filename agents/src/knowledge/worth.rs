//! Worth of a card in a pile, given the piles now.
//!
//! The worth is half the swing of the margin between the own side and the strongest other side. The swing is the gain
//! if the card goes to the own side, plus the loss if it goes to the other. The worth adds up majorities, prime, single
//! cards, melds and the shutout. With three or more sides, the one with most cards among the others stands for all of
//! them.

use spariglio_engine::{CardSet, Game, View};

use super::majority::Majority;
use super::melds::Melds;
use super::prime::{PrimeNow, PrimeTables};
use super::reach::ByRank;

/// How far the open cards may still move each kind of points.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Spreads {
    /// Variance of the final difference of cards, per card not yet captured; large if captures take several at once.
    pub cards: f64,
    /// The same for cards of the scoring suit.
    pub suit: f64,
    /// Factor on the variance of a suit's prime difference: the suits are not independent.
    pub prime: f64,
    /// Factor on the shutout's value, whose chance is computed from even chances: players see a shutout coming.
    pub shutout: f32,
}

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
    melds: Option<Melds>,
    shutout: f32,
}

/// The worths of cards, given the piles.
#[derive(Copy, Clone, Debug)]
pub struct WorthsNow<'a> {
    worths: &'a Worths,
    card: f32,
    suit: f32,
    prime: Option<PrimeNow<'a>>,
    melds: Option<ByRank>,
}

impl Worths {
    /// The tables for a game.
    pub fn new(game: &Game, spreads: &Spreads) -> Worths {
        let score = &game.rules().score;
        let suit = game.suit_cards();
        let suit_len = suit.len() as usize;
        let mut single = [0.0; 64];
        for &(card, points) in game.singles() {
            single[card.bits().trailing_zeros() as usize] = points as f32;
        }
        let [cards, suit_points] = game.majorities();
        Worths {
            pack: game.dealt_len(),
            suit,
            suit_len,
            cards: Majority::new(cards, game.dealt_len(), spreads.cards),
            suits: Majority::new(suit_points, suit_len, spreads.suit),
            single,
            prime: game.prime().map(|prime| PrimeTables::new(prime, spreads.prime as f32)),
            melds: Melds::new(game),
            shutout: if score.shutout {
                spreads.shutout * game.shutout_value() as f32
            } else {
                0.0
            },
        }
    }

    /// The worths in a view, for its observer's side.
    #[inline(always)]
    pub fn now(&self, view: &View<'_>) -> WorthsNow<'_> {
        let side = view.game().side(view.seat());
        let mine = view.pile(side);
        let (theirs, captured) = strongest_other(view, side, mine);
        self.between(mine, theirs, captured)
    }

    /// The worths between two piles; `captured` are all cards in piles.
    #[inline(always)]
    pub fn between(&self, mine: CardSet, theirs: CardSet, captured: CardSet) -> WorthsNow<'_> {
        let count = |cards: CardSet| cards.len() as usize;
        let own_suit = mine & self.suit;
        let their_suit = theirs & self.suit;
        let suit_left = self.suit_len - count(captured & self.suit);
        let suit = self.suits.swing(count(own_suit), count(their_suit), suit_left);
        WorthsNow {
            worths: self,
            card: self.cards.swing(count(mine), count(theirs), self.pack - count(captured)),
            suit: suit + self.shutout_share(own_suit, captured & self.suit, suit_left),
            prime: self.prime.as_ref().map(|prime| prime.now(mine, theirs)),
            melds: self.melds.as_ref().map(|melds| melds.swings(own_suit, their_suit)),
        }
    }

    /// The average worth of a rank's cards before anything is captured.
    pub fn average(&self, rank: usize) -> f32 {
        let start = self.between(CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY);
        (4 * rank - 4..4 * rank).map(|index| start.of(index)).sum::<f32>() / 4.0
    }

    /// Half the swing of the shutout by one card. A side can make it if it has all captured cards of the suit; each
    /// remaining one goes to it with even chance.
    #[inline(always)]
    fn shutout_share(&self, mine: CardSet, captured: CardSet, left: usize) -> f32 {
        if self.shutout == 0.0 {
            return 0.0;
        }
        let sides = u8::from(mine == captured) + u8::from(mine.is_empty());
        self.shutout * f32::from(sides) / (1_u32 << left) as f32
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
            worth += self.suit + self.melds.as_ref().map_or(0.0, |melds| melds[index / 4 + 1]);
        }
        worth
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
