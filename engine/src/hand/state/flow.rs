//! The effects of actions: plays, captures, sweeps, declarations, deal-rounds, the end of the hand. Rules:
//! `docs/reference/rules.md` B.3, B15, B20, CL15, C.15, E.4.

use super::{IllegalAction, NOBODY, State};
use crate::cards::card::{Card, MATTA};
use crate::cards::card_set::CardSet;
use crate::game::{Game, MAX_SEATS};
use crate::hand::action::{Action, ActionKind};
use crate::hand::capture;
use crate::hand::deal::Deal;
use crate::hand::declaration::{self, Bonus};
use std::hint::select_unpredictable;

impl State {
    /// Applies a legal action.
    ///
    /// # Panics
    /// May panic or leave an invalid state if the action is not legal. Use [`State::try_apply`] for actions from
    /// outside.
    ///
    /// # Examples
    /// ```
    /// use rand_pcg::Pcg64Mcg;
    /// use spariglio_engine::{Action, CardSet, Deal, Game, State};
    ///
    /// let game = Game::preset("mini_scopa").expect("a preset");
    /// let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(7));
    /// let mut state = State::new(&game, &deal);
    /// let card = state.hand_cards(state.seat()).first().expect("a card");
    /// state.apply(&game, &deal, Action::play(card, CardSet::EMPTY));
    /// assert_eq!(state.table(), CardSet::single(card));
    /// assert_eq!((state.seat(), state.ply()), (0, 1), "forehand was seat 1");
    /// ```
    #[inline]
    pub fn apply(&mut self, game: &Game, deal: &Deal, action: Action) {
        match action.kind() {
            ActionKind::Play { card, captured } => self.play(game, deal, card, captured),
            ActionKind::Declare { cards, matta } => {
                if let Some(bonus) = declaration::bonus(game, cards, matta) {
                    self.say(game, Some(bonus));
                }
            }
            ActionKind::Pass => self.say(game, None),
        }
    }

    /// The seat to act declares a bonus, or passes if `bonus` is `None`.
    pub(crate) fn say(&mut self, game: &Game, bonus: Option<Bonus>) {
        let Some(bonus) = bonus else {
            self.passed |= 1 << self.seat;
            self.declaring = false;
            return;
        };
        self.declare(game, bonus);
        self.declaring = game.declarations.any_three && declaration::any(game, self.open_cards());
    }

    /// Applies an action if it is legal.
    ///
    /// # Errors
    /// Fails if the action is not legal; the state is then unchanged.
    ///
    /// # Examples
    /// ```
    /// use rand_pcg::Pcg64Mcg;
    /// use spariglio_engine::{Action, CardSet, Deal, Game, State};
    ///
    /// let game = Game::preset("scopa").expect("a preset");
    /// let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(7));
    /// let mut state = State::new(&game, &deal);
    /// let foreign = state.hand_cards(0).first().expect("a card of the other seat");
    /// let error = state.try_apply(&game, &deal, Action::play(foreign, CardSet::EMPTY)).expect_err("not legal");
    /// assert_eq!(error.seat, 1);
    /// assert_eq!(state, State::new(&game, &deal));
    /// ```
    pub fn try_apply(&mut self, game: &Game, deal: &Deal, action: Action) -> Result<(), IllegalAction> {
        if !self.is_legal(game, action) {
            return Err(IllegalAction { action: action.text(game.deck()), seat: self.seat() });
        }
        self.apply(game, deal, action);
        Ok(())
    }

    pub(crate) fn declare(&mut self, game: &Game, bonus: Bonus) {
        let seat = self.seat();
        self.declared |= bonus.cards;
        self.last_declared[seat] = self.last_declared[seat].max(bonus.order());
        if bonus.matta != 0 && game.declarations.wild {
            self.matta = bonus.matta;
        }
        let tally = &mut self.tallies[game.side(seat)];
        if bonus.ten {
            tally.tens += 1;
        } else {
            tally.threes += 1;
        }
    }

    /// Applies a legal play.
    #[inline(always)]
    pub(crate) fn play(&mut self, game: &Game, deal: &Deal, card: Card, captured: CardSet) {
        if self.play_card(game, deal, card, captured) {
            self.next_seat(game);
        }
    }

    /// Applies a legal play, without the turn of the next seat. Returns whether there is one.
    #[inline(always)]
    pub(crate) fn play_card(&mut self, game: &Game, deal: &Deal, card: Card, captured: CardSet) -> bool {
        let side = game.side(self.seat());
        self.hands[self.seat()].remove(card);
        self.ply += 1;
        self.left -= 1;
        let again = game.capture.again && !captured.is_empty() && captured == self.table;
        self.take_or_lay(game, side, card, captured);
        if game.capture.shutout && self.piles[side].contains_all(game.suit) {
            self.shutout = side as u8;
            self.over = true;
            return false;
        }
        if game.declarations.platform && usize::from(self.left) % game.players() == 0 && self.table.contains(MATTA) {
            self.matta = 0;
        }
        if self.left == 0 {
            if usize::from(self.round) + 1 == game.deal_rounds() {
                self.finish(game);
                return false;
            }
            self.round += 1;
            self.deal_round(game, deal);
            if game.capture.again {
                self.seat = self.dealer;
            }
        } else if game.capture.again {
            self.seat_before_next(game, again);
        }
        true
    }

    /// Goes to the seat before the next one to play ([`State::move_on`] follows): the same if it plays again, else the
    /// one after it that has cards.
    #[inline(never)]
    fn seat_before_next(&mut self, game: &Game, again: bool) {
        if again {
            self.seat = (self.seat + game.players() as u8 - 1) % game.players() as u8;
        }
        while self.hands[(self.seat() + 1) % game.players()].is_empty() {
            self.move_on(game);
        }
    }

    /// Moves the cards of a play. Captures are as unpredictable as a coin toss, so no branch depends on them.
    #[inline(always)]
    fn take_or_lay(&mut self, game: &Game, side: usize, card: Card, captured: CardSet) {
        let captures = !captured.is_empty();
        self.tallies[side].sweeps += u8::from(captures & self.is_scoring_sweep(game, card, captured));
        if game.play_points && captures {
            let counts = self.play_counts(game, card, captured);
            self.tallies[side].add(counts);
        }
        let gains = captures | self.takes_itself(game, card);
        let played = CardSet::single(card);
        let laid = select_unpredictable(gains, CardSet::EMPTY, played);
        self.piles[side] |= captured | (played - laid);
        self.table = (self.table - captured) | laid;
        self.last_capture = select_unpredictable(gains, side as u8, self.last_capture);
        self.last_lay = select_unpredictable(gains, NOBODY, card.index());
    }

    /// Whether the hand may end with the next play: its last one, or one that completes a shutout.
    #[inline(always)]
    pub(crate) fn may_end(&self, game: &Game) -> bool {
        let seat = self.seat();
        let reach = self.piles[game.side(seat)] | self.hands[seat] | self.table;
        usize::from(self.ply) + 1 == game.plies() || game.capture.shutout && reach.contains_all(game.suit)
    }

    /// Deals the hand cards of the current deal-round.
    #[inline(always)]
    pub(super) fn deal_round(&mut self, game: &Game, deal: &Deal) {
        let round = usize::from(self.round);
        for seat in 0..game.players() {
            self.hands[seat] = deal.hand_cards(game, round, seat);
        }
        self.left = (game.round_len(round) * game.players()) as u8;
        self.begin_declarations();
    }

    /// Clears the declarations for a new deal-round.
    #[inline(always)]
    pub(crate) fn begin_declarations(&mut self) {
        self.declared = CardSet::EMPTY;
        self.last_declared = [0; MAX_SEATS];
        self.passed = 0;
    }

    /// Moves to the next seat; before its first card of the deal-round it may get a declaring turn.
    #[inline(always)]
    pub(super) fn next_seat(&mut self, game: &Game) {
        self.move_on(game);
        if self.is_first_card(game) {
            self.offer_declaration(game);
        }
    }

    /// Moves to the next seat, without its declarations.
    #[inline(always)]
    pub(crate) fn move_on(&mut self, game: &Game) {
        self.seat += 1;
        if usize::from(self.seat) == game.players() {
            self.seat = 0;
        }
    }

    /// Whether the rules have declarations, and the seat to act has played no card in this deal-round.
    #[inline(always)]
    pub(crate) fn is_first_card(&self, game: &Game) -> bool {
        self.left > game.declare_above(usize::from(self.round))
    }

    #[inline(always)]
    pub(crate) fn offer_declaration(&mut self, game: &Game) {
        let hand = self.hands[self.seat()];
        if game.declarations.auto {
            let (bonuses, len) = declaration::automatic(game, hand);
            for bonus in &bonuses[..len] {
                self.declare(game, *bonus);
            }
        } else {
            self.declaring = declaration::any(game, hand);
        }
    }

    /// Takes the dealer's bonus (`docs/reference/rules.md` CL15, CL16, C.15) if the table makes 15 or 30 with any value
    /// of a wild 7c.
    pub(crate) fn take_dealer_bonus(&mut self, game: &Game) {
        let wild = game.declarations.wild && self.table.contains(MATTA);
        let sum: u32 = self
            .table
            .iter()
            .filter(|&card| !(wild && card == MATTA))
            .map(|card| u32::from(capture::effective(game, card, 0)))
            .sum();
        let makes = |total: u32| {
            if wild {
                (sum + 1..=sum + 10).contains(&total)
            } else {
                sum == total
            }
        };
        self.dealer_bonus = if makes(15) {
            1
        } else if makes(30) {
            2
        } else {
            return;
        };
        let side = game.side(self.dealer());
        self.piles[side] = self.table;
        self.table = CardSet::EMPTY;
        self.last_capture = side as u8;
        if game.capture.shutout && self.piles[side].contains_all(game.suit) {
            self.shutout = side as u8;
            self.over = true;
        }
    }

    /// Ends the hand: the leftovers go to the last capturer and may complete a shutout.
    pub(crate) fn finish(&mut self, game: &Game) {
        self.over = true;
        let Some(side) = self.last_capture() else {
            return;
        };
        self.piles[side] |= self.table;
        self.table = CardSet::EMPTY;
        if game.capture.shutout && self.piles[side].contains_all(game.suit) {
            self.shutout = side as u8;
        }
    }
}
