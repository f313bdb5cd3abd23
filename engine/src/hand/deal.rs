//! A deal: who gets which cards, and the stock's order. The only chance event of a hand.
//!
//! Invariant: `cards` is a permutation of the deck in the canonical order of `docs/reference/records.md` section 4.
//! First come the hand cards, one per seat at a time from forehand, then the table, then the stock. Later deal-rounds
//! take their hand cards from the stock in the same way. Its last cards may never be dealt.

use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::game::{Game, MAX_CARDS};
use crate::random::shuffle_front;
use crate::rules::Misdeal;
use rand::Rng;
use std::ops::Range;
use thiserror::Error;

/// A permutation of the deck and the dealer's seat.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Deal {
    pub(crate) cards: [u8; MAX_CARDS],
    pub(crate) len: u8,
    dealer: u8,
}

/// The reason why cards are not a deal of a game.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum DealError {
    /// The dealer is no seat of the game.
    #[error("dealer is seat {dealer}, expected a seat below {players}")]
    Dealer {
        /// The given dealer.
        dealer: usize,
        /// Seats of the game.
        players: usize,
    },
    /// The number of cards differs from the pack's.
    #[error("{found} cards, expected the {expected} cards of the pack")]
    Count {
        /// Number of given cards.
        found: usize,
        /// Cards in the pack.
        expected: usize,
    },
    /// A card occurs twice or is not in the pack.
    #[error("{0} occurs twice or is not in the pack: expected each card once")]
    Repeated(String),
    /// The table cards annul the deal.
    #[error("the table {0} is a misdeal: expected a table that does not annul the deal")]
    Misdeal(String),
}

impl Deal {
    /// A uniformly random deal, never a misdeal (the same dealer deals again, `docs/reference/rules.md` B6).
    ///
    /// # Examples
    /// The same seed gives the same deal:
    /// ```
    /// use rand_pcg::Pcg64Mcg;
    /// use spariglio_engine::{Deal, Game};
    ///
    /// let game = Game::preset("scopa").expect("a preset");
    /// let deal = Deal::random(&game, 1, &mut Pcg64Mcg::new(7));
    /// assert_eq!((deal.dealer(), deal.table(&game).len()), (1, 4));
    /// assert!((deal.table(&game) & deal.hand_cards(&game, 0, 0)).is_empty());
    /// assert_eq!(deal, Deal::random(&game, 1, &mut Pcg64Mcg::new(7)));
    /// ```
    #[inline]
    pub fn random(game: &Game, dealer: usize, rng: &mut impl Rng) -> Deal {
        let mut deal = Deal { cards: *game.order(), len: game.pack_len() as u8, dealer: dealer as u8 };
        Deal::shuffle(game, &mut deal.cards, rng);
        deal
    }

    /// Shuffles a pack until its deal is no misdeal.
    #[inline(always)]
    pub(crate) fn shuffle(game: &Game, pack: &mut [u8], rng: &mut impl Rng) {
        let len = game.pack_len();
        loop {
            shuffle_front(&mut pack[..len], len - 1, rng);
            if !Deal::is_misdeal(game, set(pack, Deal::table_places(game))) {
                return;
            }
        }
    }

    /// Whether the first table cards annul the deal (`docs/reference/rules.md` B16, B17).
    #[inline(always)]
    pub(crate) fn is_misdeal(game: &Game, table: CardSet) -> bool {
        match game.rules().deal.misdeal {
            Misdeal::None => false,
            Misdeal::TwoAces => (table & CardSet::rank(1)).len() >= 2,
            Misdeal::ThreeKings => (table & CardSet::rank(game.deck().ranks())).len() >= 3,
        }
    }

    /// The deal of a list of cards in canonical order.
    ///
    /// # Errors
    /// Fails if the dealer is no seat, the cards are not the pack, or the deal is a misdeal.
    ///
    /// # Examples
    /// Forehand, the seat after the dealer, gets the first card:
    /// ```
    /// use spariglio_engine::{Card, Deal, Game};
    ///
    /// let game = Game::preset("mini_scopa").expect("a preset");
    /// let cards: Vec<Card> = game.pack().iter().collect();
    /// let deal = Deal::new(&game, 0, &cards)?;
    /// assert_eq!(deal.hand_cards(&game, 0, 1).text(game.deck()), "Ad 2d");
    /// assert!(Deal::new(&game, 0, &cards[1..]).is_err(), "a card is missing");
    /// # Ok::<(), spariglio_engine::DealError>(())
    /// ```
    pub fn new(game: &Game, dealer: usize, cards: &[Card]) -> Result<Deal, DealError> {
        if dealer >= game.players() {
            return Err(DealError::Dealer { dealer, players: game.players() });
        }
        let mut so_far = CardSet::EMPTY;
        for &card in cards {
            if so_far.contains(card) || !game.pack().contains(card) {
                return Err(DealError::Repeated(card_name(game, card)));
            }
            so_far.insert(card);
        }
        if so_far != game.pack() {
            return Err(DealError::Count { found: cards.len(), expected: game.pack_len() });
        }
        let deal = Deal::from_cards(game, dealer, cards);
        let table = deal.table(game);
        if Deal::is_misdeal(game, table) {
            return Err(DealError::Misdeal(table.text(game.deck())));
        }
        Ok(deal)
    }

    fn from_cards(game: &Game, dealer: usize, cards: &[Card]) -> Deal {
        let mut deal = Deal { cards: *game.order(), len: cards.len() as u8, dealer: dealer as u8 };
        for (place, card) in deal.cards.iter_mut().zip(cards) {
            *place = card.index();
        }
        deal
    }

    /// The dealer's seat.
    #[inline(always)]
    pub fn dealer(&self) -> usize {
        usize::from(self.dealer)
    }

    /// All cards in canonical order.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = Card> + '_ {
        self.cards[..usize::from(self.len)].iter().map(|&index| Card::new(index))
    }

    /// The cards that are dealt during the hand: all except those that stay in the stock.
    #[inline]
    pub fn dealt(&self, game: &Game) -> CardSet {
        let dealt = game.dealt_len();
        if dealt == game.pack_len() {
            game.pack()
        } else {
            set(&self.cards, 0..dealt)
        }
    }

    /// The cards dealt to the table at the start.
    #[inline(always)]
    pub fn table(&self, game: &Game) -> CardSet {
        set(&self.cards, Deal::table_places(game))
    }

    /// The places of the first table's cards.
    #[inline(always)]
    pub(crate) fn table_places(game: &Game) -> Range<usize> {
        let from = game.players() * game.round_len(0);
        from..from + game.table_len()
    }

    /// The hand cards that a seat gets in a deal-round.
    #[inline(always)]
    pub fn hand_cards(&self, game: &Game, round: usize, seat: usize) -> CardSet {
        set(&self.cards, Deal::hand_places(game, self.dealer(), round, seat))
    }

    /// The places of the hand cards that a seat gets in a deal-round.
    #[inline(always)]
    pub(crate) fn hand_places(
        game: &Game,
        dealer: usize,
        round: usize,
        seat: usize,
    ) -> impl Iterator<Item = usize> + Clone + use<> {
        let players = game.players();
        let from = game.round_start(round) + turn(players, dealer, seat);
        (0..game.round_len(round)).map(move |i| from + i * players)
    }
    /// Writes one seat's hand cards of a deal-round.
    #[inline(always)]
    pub(crate) fn place_hand(&mut self, game: &Game, round: usize, seat: usize, cards: impl IntoIterator<Item = Card>) {
        for (place, card) in Deal::hand_places(game, self.dealer(), round, seat).zip(cards) {
            self.cards[place] = card.index();
        }
    }

    /// The same deal with two cards of the pack exchanged.
    #[must_use]
    pub fn exchanged(&self, one: Card, other: Card) -> Deal {
        let mut deal = *self;
        for card in &mut deal.cards[..usize::from(self.len)] {
            if *card == one.index() {
                *card = other.index();
            } else if *card == other.index() {
                *card = one.index();
            }
        }
        deal
    }

    /// The cards of the pack from a place on.
    #[inline(always)]
    pub(crate) fn stock_from(&mut self, from: usize) -> &mut [u8] {
        &mut self.cards[from..usize::from(self.len)]
    }
}

/// The cards of some places of a pack.
#[inline(always)]
fn set(pack: &[u8], places: impl Iterator<Item = usize>) -> CardSet {
    CardSet::from_bits(places.fold(0, |bits, place| bits | 1 << pack[place]))
}

/// A seat's place in the dealing order; forehand has 0.
#[inline(always)]
fn turn(players: usize, dealer: usize, seat: usize) -> usize {
    let from_dealer = seat + players - dealer - 1;
    if from_dealer < players {
        from_dealer
    } else {
        from_dealer - players
    }
}

fn card_name(game: &Game, card: Card) -> String {
    if game.pack().contains(card) {
        game.deck().card_text(card)
    } else {
        format!("card {}", card.index())
    }
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn exchanged_cards_stand_in_each_others_place() {
        let game = Game::preset("cirulla").expect("a preset");
        let deal = Deal::random(&game, 1, &mut Pcg64Mcg::new(2));
        let cards: Vec<Card> = deal.cards().collect();
        for (one, other) in [(0, 39), (3, 7), (5, 5)] {
            let changed = deal.exchanged(cards[one], cards[other]);
            let mut expected = cards.clone();
            expected.swap(one, other);
            assert_eq!(changed.cards().collect::<Vec<_>>(), expected);
            assert_eq!(changed.dealer(), 1);
            assert_eq!(changed.exchanged(cards[one], cards[other]), deal);
        }
    }
}
