//! A world: a full state that is consistent with a view; sampling one is a determinization.
//!
//! Uniform over all deals that agree with the hard facts (`design.md` 3): known cards, hand sizes, the undealt stock, and
//! what declaring or not declaring proves. In `choice` mode a seat gets a declaring turn only if it can declare, so a
//! `pass` proves a bonus and playing without one proves that there is none; in `auto` mode the seat's first hand cards of
//! the deal-round must declare exactly what was declared. That a card was laid proves nothing.

use crate::card_set::CardSet;
use crate::deal::Deal;
use crate::declaration;
use crate::game::MAX_SEATS;
use crate::random::{shuffle_front, spread};
use crate::state::State;
use crate::view::View;
use rand::Rng;

/// A full state and its deal.
#[derive(Copy, Clone, Debug)]
pub struct World {
    /// The deal: past cards as they were, hidden ones as sampled.
    pub deal: Deal,
    /// The state.
    pub state: State,
}

impl View<'_> {
    /// A world, uniformly among those that are consistent with the view.
    #[inline]
    pub fn sample_world(&self, rng: &mut impl Rng) -> World {
        let mut world = World {
            deal: *self.deal,
            state: self.public_state(),
        };
        let (mut unseen, count) = spread(self.unseen());
        let hidden = count - self.stock_len();
        let bound = self.bound_seats();
        loop {
            shuffle_front(&mut unseen[..count], count, rng);
            let mut at = 0;
            for seat in 0..self.game.players() {
                let known = self.known(seat);
                let mut bits = known.bits();
                for _ in known.len() as usize..self.hand_len(seat) {
                    bits |= 1 << unseen[at];
                    at += 1;
                }
                world.state.hands[seat] = CardSet::from_bits(bits);
            }
            if bound == 0 || self.agrees(bound, &world.state.hands) {
                break;
            }
        }
        for seat in 0..self.game.players() {
            let cards = self.played(seat) | world.state.hands[seat];
            world.deal.place_hand(self.game, self.deal_round(), seat, cards);
        }
        if hidden < count {
            let from = self.game.round_start(self.deal_round() + 1);
            world.deal.place_stock(from, &unseen[hidden..count]);
        }
        world
    }

    /// The seats whose hidden cards are bound by what they declared or did not declare, a bit each.
    fn bound_seats(&self) -> u8 {
        let declares = self.game.declare_above(self.deal_round()) != u8::MAX;
        if !declares {
            return 0;
        }
        let mut bound = 0;
        for seat in 0..self.game.players() {
            let hides = self.known(seat).len() as usize != self.hand_len(seat);
            if hides && self.has_spoken(seat) {
                bound |= 1 << seat;
            }
        }
        bound
    }

    /// Whether a seat's chance to declare in this deal-round has come.
    fn has_spoken(&self, seat: usize) -> bool {
        let began = self.game.round_len(self.deal_round()) != self.hand_len(seat);
        began || (seat == self.to_act() && !self.hidden.is_over())
    }

    fn agrees(&self, bound: u8, hands: &[CardSet; MAX_SEATS]) -> bool {
        (0..self.game.players()).all(|seat| bound >> seat & 1 == 0 || self.seat_agrees(seat, hands[seat]))
    }

    fn seat_agrees(&self, seat: usize, hand: CardSet) -> bool {
        let game = self.game;
        let first = hand | self.played(seat);
        let declared = self.declared(seat);
        if game.declarations.auto {
            let (bonuses, len) = declaration::automatic(game, first);
            let union = bonuses[..len]
                .iter()
                .fold(CardSet::EMPTY, |all, bonus| all | bonus.cards);
            let last = bonuses[..len].last().map_or(0, |bonus| bonus.order());
            return union == declared && last == self.hidden.last_declared[seat];
        }
        if !game.declarations.any_three && !declared.is_empty() {
            return true;
        }
        let can = declaration::any(game, first - declared, self.hidden.last_declared[seat]);
        can == (self.passed(seat) || (self.is_declaring() && seat == self.to_act()))
    }
}
