//! Deals in step: the shuffle of [`Deal::random`] for every lane, and where the cards go.

use super::hands::Numbers;
use super::lane_rng::{LANES, LaneRng, scale_all};
use crate::card_set::CardSet;
use crate::deal::Deal;
use crate::game::{Game, MAX_CARDS};

/// Places of a pack: as many as make the rest of a division by it a mask.
const PLACES: usize = 64;

/// The deal of every lane.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Dealt {
    /// The first cards of all packs, the second ones, and so on.
    cards: [[u8; LANES]; PLACES],
    /// The first tables.
    tables: Numbers,
}

impl Dealt {
    /// Nothing dealt.
    pub(super) fn new() -> Dealt {
        Dealt {
            cards: [[0; LANES]; PLACES],
            tables: [0; LANES],
        }
    }

    /// Deals every lane at random, never a misdeal.
    #[inline(always)]
    pub(super) fn deal(&mut self, game: &Game, rng: &mut LaneRng) {
        for (cards, &card) in self.cards.iter_mut().zip(game.order()) {
            *cards = [card; LANES];
        }
        let len = game.pack_len();
        for place in 0..len - 1 {
            let others = scale_all(&rng.draw(), (len - place) as u32);
            #[expect(
                clippy::needless_range_loop,
                reason = "with an iterator hands in step are a twelfth slower"
            )]
            for lane in 0..LANES {
                let (here, other) = (place % PLACES, (place + others[lane] as usize) % PLACES);
                let card = self.cards[here][lane];
                self.cards[here][lane] = self.cards[other][lane];
                self.cards[other][lane] = card;
            }
        }
        self.tables = self.sets(Deal::table_places(game));
        for lane in 0..LANES {
            if Deal::is_misdeal(game, CardSet::from_bits(self.tables[lane])) {
                self.deal_again(game, rng, lane);
            }
        }
    }

    #[cold]
    fn deal_again(&mut self, game: &Game, rng: &mut LaneRng, lane: usize) {
        let mut pack: [u8; MAX_CARDS] = std::array::from_fn(|place| self.cards[place][lane]);
        Deal::shuffle(game, &mut pack, &mut rng.lane(lane));
        for (place, card) in pack.into_iter().enumerate() {
            self.cards[place][lane] = card;
        }
        self.tables[lane] = self.sets(Deal::table_places(game))[lane];
    }

    /// The hand cards that a seat gets in a deal-round.
    #[inline(always)]
    pub(super) fn hand_cards(&self, game: &Game, dealer: usize, round: usize, seat: usize) -> Numbers {
        self.sets(Deal::hand_places(game, dealer, round, seat))
    }

    /// The first tables.
    #[inline(always)]
    pub(super) fn tables(&self) -> &Numbers {
        &self.tables
    }

    /// The cards of some places of each pack.
    #[inline(always)]
    fn sets(&self, places: impl Iterator<Item = usize>) -> Numbers {
        let mut sets = [0; LANES];
        for place in places {
            for (set, card) in sets.iter_mut().zip(&self.cards[place]) {
                *set |= 1 << card;
            }
        }
        sets
    }
}
