//! A world: a full state that is consistent with a view; sampling one is a determinization.
//!
//! Worlds are uniform over all deals that agree with the hard facts: known cards, hand sizes, the undealt stock, and
//! the evidence of declarations. In `choice` mode a seat gets a declaring turn only if it can declare. So a `pass`
//! proves a bonus, and a play without a declaring turn proves that there is none. In `auto` mode the seat's first hand
//! cards of the deal-round must give exactly the declarations that were made. A lay proves nothing.

use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::game::{Game, MAX_SEATS};
use crate::hand::deal::Deal;
use crate::hand::declaration;
use crate::hand::state::State;
use crate::hand::view::View;
use crate::random::{shuffle_front, spread};
use rand::Rng;

/// A full state and its deal.
#[derive(Copy, Clone, Debug)]
pub struct World {
    /// The deal: past cards as they were, hidden ones as sampled.
    pub deal: Deal,
    /// The state.
    pub state: State,
}

/// Samples worlds of one view. Computes their common parts once.
#[derive(Clone, Debug)]
pub struct Sampler<'a> {
    view: View<'a>,
    /// Past cards as they were, known cards in place, unseen cards as the last sample left them.
    world: World,
    /// The unseen cards in the order of the last sample. If they are shuffled again, their old order does not matter.
    unseen: [u8; 64],
    count: usize,
    known: [CardSet; MAX_SEATS],
    /// Hidden hand cards per seat.
    hidden: [u8; MAX_SEATS],
    /// Number of last places in `unseen` whose order does not matter: the last hidden hand, if no stock is left.
    loose: usize,
    bound: u8,
}

impl World {
    /// Exchanges two hidden cards, in the deal and in the hands.
    pub fn exchange(&mut self, game: &Game, one: Card, other: Card) {
        self.deal = self.deal.exchanged(one, other);
        let both = CardSet::single(one) | CardSet::single(other);
        for hand in &mut self.state.hands[..game.players()] {
            if hand.contains(one) != hand.contains(other) {
                *hand ^= both;
            }
        }
    }

    /// Shuffles the cards that have not been dealt. Their order proves nothing, so a sampled world stays as likely.
    pub fn shuffle_stock(&mut self, game: &Game, rng: &mut impl Rng) {
        let stock = self.deal.stock_from(game.round_start(self.state.deal_round_index() + 1));
        shuffle_front(stock, stock.len(), rng);
    }

    /// Samples worlds as the seat to act would, if it saw the cards of `shown` that are in other hands.
    pub fn sampler_showing<'a>(&'a self, game: &'a Game, shown: CardSet) -> Sampler<'a> {
        let state = &self.state;
        let view = View::new(game, &self.deal, state, state.seat(), false);
        let visible = |seat| view.known(seat) | (state.hand_cards(seat) & shown);
        let mut sampler = Sampler::new(view, visible);
        sampler.forget_hidden();
        sampler
    }
}

impl<'a> Sampler<'a> {
    /// Samples worlds in which `seen(seat)` are the known cards of each hand.
    fn new(view: View<'a>, seen: impl Fn(usize) -> CardSet) -> Sampler<'a> {
        let seats = 0..view.game.players();
        let extra = seats.fold(CardSet::EMPTY, |all, seat| all | (seen(seat) - view.known(seat)));
        let (unseen, count) = spread(view.unseen() - extra);
        let mut sampler = Sampler {
            world: World { deal: *view.deal, state: view.public_state() },
            unseen,
            count,
            known: [CardSet::EMPTY; MAX_SEATS],
            hidden: [0; MAX_SEATS],
            loose: 0,
            bound: view.bound_seats(),
            view,
        };
        for seat in 0..view.game.players() {
            sampler.known[seat] = seen(seat);
            sampler.hidden[seat] = (view.hand_len(seat) - sampler.known[seat].len() as usize) as u8;
        }
        if view.stock_len() == 0 {
            let last = sampler.hidden.iter().rfind(|&&hidden| hidden > 0);
            sampler.loose = last.map_or(0, |&hidden| usize::from(hidden));
        }
        sampler
    }

    /// The game.
    #[inline(always)]
    pub fn game(&self) -> &'a Game {
        self.view.game
    }

    /// A uniform sample of the worlds that are consistent with the view.
    #[inline]
    pub fn sample(&mut self, rng: &mut impl Rng) -> World {
        self.draw(rng);
        self.place_hands();
        self.world
    }

    /// Like [`Sampler::sample`], but only for play to the end: for the current deal-round, the hand cards in its deal
    /// differ from those in its state.
    #[inline(always)]
    pub fn sample_for_play(&mut self, rng: &mut impl Rng) -> &World {
        self.draw(rng);
        &self.world
    }

    /// Replaces the hidden cards by the unseen cards in canonical order.
    fn forget_hidden(&mut self) {
        let mut at = 0;
        for seat in 0..self.view.game.players() {
            at += self.fill_hand(seat, at);
        }
        self.place_hands();
        self.place_stock(at);
    }

    /// Fills a seat's hand with the unseen cards from place `at` on. Returns their number.
    #[inline(always)]
    fn fill_hand(&mut self, seat: usize, at: usize) -> usize {
        let len = usize::from(self.hidden[seat]);
        let hidden = &self.unseen[at..at + len];
        let bits = hidden.iter().fold(self.known[seat].bits(), |bits, &card| bits | 1 << card);
        self.world.state.hands[seat] = CardSet::from_bits(bits);
        len
    }

    /// Shuffles the unseen cards into the hands and the stock.
    #[inline(always)]
    fn draw(&mut self, rng: &mut impl Rng) {
        let mut at = self.draw_hands(rng);
        while at == REJECTED {
            at = self.draw_hands(rng);
        }
        shuffle_front(&mut self.unseen[at..self.count], self.count - at, rng);
        self.place_stock(at);
    }

    /// Draws hand after hand. Returns the number of drawn cards, or [`REJECTED`] if a hand is not consistent.
    #[inline(always)]
    fn draw_hands(&mut self, rng: &mut impl Rng) -> usize {
        let mut at = 0;
        for seat in 0..self.view.game.players() {
            let len = usize::from(self.hidden[seat]);
            let rest = &mut self.unseen[at..self.count];
            if rest.len() > self.loose {
                shuffle_front(rest, len, rng);
            }
            let bits = rest[..len].iter().fold(self.known[seat].bits(), |bits, &card| bits | 1 << card);
            self.world.state.hands[seat] = CardSet::from_bits(bits);
            if self.bound >> seat & 1 != 0 && !self.view.seat_agrees(seat, CardSet::from_bits(bits)) {
                return REJECTED;
            }
            at += len;
        }
        at
    }

    /// Writes the unseen cards from place `at` on into the deal, as the stock.
    #[inline(always)]
    fn place_stock(&mut self, at: usize) {
        if at < self.count {
            let from = self.view.game.round_start(self.view.deal_round() + 1);
            self.world.deal.stock_from(from).copy_from_slice(&self.unseen[at..self.count]);
        }
    }

    /// Writes the hands into the deal.
    fn place_hands(&mut self) {
        let view = &self.view;
        for seat in 0..view.game.players() {
            let cards = view.played(seat) | self.world.state.hands[seat];
            self.world.deal.place_hand(view.game, view.deal_round(), seat, cards);
        }
    }
}

/// Marks a rejected draw; no draw has this number of cards.
const REJECTED: usize = usize::MAX;

impl<'a> View<'a> {
    /// A uniform sample of the worlds that are consistent with the view.
    #[inline]
    pub fn sample_world(&self, rng: &mut impl Rng) -> World {
        Sampler::new(*self, |seat| self.known(seat)).sample(rng)
    }

    /// Samples many worlds of the view.
    ///
    /// # Examples
    /// ```
    /// use rand_pcg::Pcg64Mcg;
    /// use spariglio_engine::{Deal, Game, State, View};
    ///
    /// let game = Game::preset("scopa").expect("a preset");
    /// let mut rng = Pcg64Mcg::new(7);
    /// let deal = Deal::random(&game, 0, &mut rng);
    /// let state = State::new(&game, &deal);
    /// let mut sampler = View::new(&game, &deal, &state, 1, false).sampler();
    /// let [one, other] = [0, 1].map(|_| sampler.sample(&mut rng).state);
    /// assert_eq!(one.hand_cards(1), other.hand_cards(1));
    /// assert_ne!(one.hand_cards(0), other.hand_cards(0));
    /// ```
    pub fn sampler(&self) -> Sampler<'a> {
        let mut sampler = Sampler::new(*self, |seat| self.known(seat));
        sampler.forget_hidden();
        sampler
    }

    /// Whether a state's hand cards agree with the declarations and passes of this deal-round. Reads only its hands.
    pub fn bonuses_agree(&self, state: &State) -> bool {
        let bound = self.bound_seats();
        (0..self.game.players()).all(|seat| bound >> seat & 1 == 0 || self.seat_agrees(seat, state.hand_cards(seat)))
    }

    /// The seats whose hidden cards are constrained because they declared or did not declare, one bit per seat.
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

    /// Whether a seat with these hand cards would have declared exactly as it did.
    fn seat_agrees(&self, seat: usize, hand: CardSet) -> bool {
        let game = self.game;
        let first = hand | self.played(seat);
        let declared = self.declared(seat);
        if game.declarations.auto {
            let (bonuses, len) = declaration::automatic(game, first);
            let union = bonuses[..len].iter().fold(CardSet::EMPTY, |all, bonus| all | bonus.cards);
            let last = bonuses[..len].last().map_or(0, |bonus| bonus.order());
            return union == declared && last == self.hidden.last_declared[seat];
        }
        if !game.declarations.any_three && !declared.is_empty() {
            return true;
        }
        let can = declaration::any(game, declaration::open(first - declared, self.hidden.last_declared[seat]));
        can == (self.passed(seat) || (self.is_declaring() && seat == self.to_act()))
    }
}
