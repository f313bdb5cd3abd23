//! A view: the knowledge of one seat about a hand, and nothing else.
//!
//! It borrows the hand. It shows the observer's hand cards, the table, the piles and all public events: plays,
//! declarations and passes. If partners are open (`docs/reference/rules.md` E.7), it also shows the partners' hand
//! cards, and all of them if the rules lay them open (C.18). The hand is private to this crate, so no caller can read
//! anything hidden. [`Observation`] is its owned, comparable form.

use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::game::{Game, MAX_SEATS};
use crate::hand::action::Action;
use crate::hand::deal::Deal;
use crate::hand::state::State;
use crate::hand::tally::Tally;

/// The knowledge of one seat.
///
/// # Examples
/// A view does not depend on hidden cards:
/// ```
/// use rand_pcg::Pcg64Mcg;
/// use spariglio_engine::{Deal, Game, State, View};
///
/// let game = Game::preset("scopa").expect("a preset");
/// let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(7));
/// let state = State::new(&game, &deal);
/// let view = View::new(&game, &deal, &state, 1, false);
/// assert_eq!(view.unseen(), game.pack() - view.hand_cards() - view.table());
/// let world = view.sample_world(&mut Pcg64Mcg::new(8));
/// let other = View::new(&game, &world.deal, &world.state, 1, false);
/// assert_eq!(other.observation(), view.observation());
/// ```
#[derive(Copy, Clone, Debug)]
pub struct View<'a> {
    pub(crate) game: &'a Game,
    pub(crate) deal: &'a Deal,
    pub(crate) hidden: &'a State,
    history: &'a [Action],
    observer: u8,
    partners_open: bool,
}

/// Everything that a view shows, as one comparable value.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Observation {
    /// The observing seat.
    pub observer: usize,
    /// The state with only the hand cards that the observer knows.
    pub state: State,
    /// Number of hand cards by seat.
    pub hand_lens: [usize; MAX_SEATS],
    /// Cards played in this deal-round by seat.
    pub played: [CardSet; MAX_SEATS],
    /// Cards that have not been dealt: those of later deal-rounds and those that never will be.
    pub stock_len: usize,
    /// All actions of the hand so far, oldest first; empty if they were not kept.
    pub history: Vec<Action>,
}

/// An action and the public facts before it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct PublicAction {
    /// The seat that acted.
    pub seat: usize,
    /// The deal-round, from 0.
    pub deal_round: usize,
    /// The table before the action.
    pub table: CardSet,
    /// Declared value of 7c; 0 if it is a plain seven.
    pub matta: u8,
    /// The action.
    pub action: Action,
}

impl PublicAction {
    /// The public facts of an action in a state.
    #[inline(always)]
    pub fn of(state: &State, action: Action) -> PublicAction {
        PublicAction {
            seat: state.seat(),
            deal_round: state.deal_round_index(),
            table: state.table(),
            matta: state.matta(),
            action,
        }
    }
}

impl<'a> View<'a> {
    /// The view of a seat. If `partners_open`, it shows all hand cards of the seat's side.
    #[inline(always)]
    pub fn new(game: &'a Game, deal: &'a Deal, state: &'a State, seat: usize, partners_open: bool) -> View<'a> {
        View { game, deal, hidden: state, history: &[], observer: seat as u8, partners_open }
    }

    /// The same view with its history: all actions of the hand so far, oldest first. They are public. If they are
    /// applied to any world's deal, they lead to that world's state. For agents that judge the actions of others.
    #[inline(always)]
    #[must_use]
    pub fn with_history(self, history: &'a [Action]) -> View<'a> {
        View { history, ..self }
    }

    /// All actions of the hand so far, oldest first; empty if they were not kept.
    #[inline(always)]
    pub fn history(&self) -> &'a [Action] {
        self.history
    }

    /// Calls `tell` with every action so far, oldest first, and the public facts before it. No call if no history was
    /// kept.
    pub fn replay(&self, mut tell: impl FnMut(PublicAction)) {
        let mut state = State::new(self.game, self.deal);
        for &action in self.history {
            tell(PublicAction::of(&state, action));
            state.apply(self.game, self.deal, action);
        }
    }

    /// The game.
    #[inline(always)]
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// The observing seat.
    #[inline(always)]
    pub fn seat(&self) -> usize {
        usize::from(self.observer)
    }

    /// The seat to act.
    #[inline(always)]
    pub fn to_act(&self) -> usize {
        self.hidden.seat()
    }

    /// Whether partners see each other's hand cards.
    #[inline(always)]
    pub fn partners_open(&self) -> bool {
        self.partners_open
    }

    /// The observer's hand cards.
    #[inline(always)]
    pub fn hand_cards(&self) -> CardSet {
        self.hidden.hand_cards(self.seat())
    }

    /// The cards on the table.
    #[inline(always)]
    pub fn table(&self) -> CardSet {
        self.hidden.table()
    }

    /// The cards that a side has captured.
    #[inline(always)]
    pub fn pile(&self, side: usize) -> CardSet {
        self.hidden.pile(side)
    }

    /// The counts of a side during play.
    #[inline(always)]
    pub fn tally(&self, side: usize) -> Tally {
        self.hidden.tally(side)
    }

    /// The dealer's bonus: 0, 1 or 2 points for the dealer's side.
    #[inline(always)]
    pub fn dealer_bonus(&self) -> u8 {
        self.hidden.dealer_bonus()
    }

    /// Declared value of 7c; 0 if it is a plain seven.
    #[inline(always)]
    pub fn matta(&self) -> u8 {
        self.hidden.matta()
    }

    /// The dealer's seat.
    #[inline(always)]
    pub fn dealer(&self) -> usize {
        self.hidden.dealer()
    }

    /// Cards played so far in the hand.
    #[inline(always)]
    pub fn ply(&self) -> usize {
        self.hidden.ply()
    }

    /// Plays left in the hand.
    #[inline(always)]
    pub fn plies_left(&self) -> usize {
        self.game.plies() - self.hidden.ply()
    }

    /// The deal-round, from 0.
    #[inline(always)]
    pub fn deal_round(&self) -> usize {
        self.hidden.deal_round_index()
    }

    /// The side that captured last, if any.
    #[inline(always)]
    pub fn last_capture(&self) -> Option<usize> {
        self.hidden.last_capture()
    }

    /// The card that the preceding play laid, if it was a lay.
    #[inline(always)]
    pub fn last_lay(&self) -> Option<Card> {
        self.hidden.last_lay()
    }

    /// Whether the seat to act decides on a declaration.
    #[inline(always)]
    pub fn is_declaring(&self) -> bool {
        self.hidden.is_declaring()
    }

    /// Whether a seat declined to declare (further) in this deal-round.
    #[inline(always)]
    pub fn passed(&self, seat: usize) -> bool {
        self.hidden.passed(seat)
    }

    /// Whether the observer sees all hand cards of a seat.
    #[inline(always)]
    pub fn sees(&self, seat: usize) -> bool {
        seat == self.seat()
            || self.game.rules().deal.open
            || (self.partners_open && self.game.side(seat) == self.game.side(self.seat()))
    }

    /// The cards known to be in a seat's hand: all if the observer sees them, else the declared ones not yet played.
    #[inline(always)]
    pub fn known(&self, seat: usize) -> CardSet {
        let hand = self.hidden.hand_cards(seat);
        if self.sees(seat) { hand } else { self.obliged(seat) }
    }

    /// The declared cards in a seat's hand: it plays these first.
    #[inline(always)]
    pub fn obliged(&self, seat: usize) -> CardSet {
        self.hidden.obliged(seat)
    }

    /// Number of a seat's hand cards.
    #[inline(always)]
    pub fn hand_len(&self, seat: usize) -> usize {
        self.hidden.hand_cards(seat).len() as usize
    }

    /// The cards that a seat has played in this deal-round.
    #[inline(always)]
    pub fn played(&self, seat: usize) -> CardSet {
        self.deal.hand_cards(self.game, self.deal_round(), seat) - self.hidden.hand_cards(seat)
    }

    /// The cards that a seat has declared in this deal-round, including played ones.
    #[inline(always)]
    pub fn declared(&self, seat: usize) -> CardSet {
        self.hidden.declared() & self.deal.hand_cards(self.game, self.deal_round(), seat)
    }

    /// Cards that have not been dealt: those of later deal-rounds and those that never will be.
    #[inline(always)]
    pub fn stock_len(&self) -> usize {
        self.game.pack_len() - self.game.round_start(self.deal_round() + 1)
    }

    /// Whether all seats know every card: the stock is empty, and all hands lie open or the only other one holds all unseen
    /// cards.
    #[inline(always)]
    pub fn is_open(&self) -> bool {
        (self.game.players() == 2 || self.game.rules().deal.open) && self.stock_len() == 0
    }

    /// The cards that the observer cannot place: hidden hand cards of others and the stock.
    #[inline(always)]
    pub fn unseen(&self) -> CardSet {
        let mut visible = self.table();
        for side in 0..self.game.sides() {
            visible |= self.pile(side);
        }
        for seat in 0..self.game.players() {
            visible |= self.known(seat);
        }
        self.game.pack() - visible
    }

    /// Fills `actions` with the legal actions of the observer, in canonical order (see [`State::legal_actions`]).
    ///
    /// # Panics
    /// Panics if the observer is not to act.
    #[inline]
    pub fn legal_actions(&self, actions: &mut Vec<Action>) {
        self.assert_to_act();
        self.hidden.legal_actions(self.game, actions);
    }

    /// Like [`View::legal_actions`], with declarations in any order (see [`State::legal_in_any_order`]).
    ///
    /// # Panics
    /// Panics if the observer is not to act.
    pub fn legal_in_any_order(&self, actions: &mut Vec<Action>) {
        self.assert_to_act();
        self.hidden.legal_in_any_order(self.game, actions);
    }

    /// One legal action of the observer, uniformly.
    ///
    /// # Panics
    /// Panics if the observer is not to act, or the hand is over.
    #[inline]
    pub fn random_action(&self, rng: &mut impl rand::Rng) -> Action {
        self.assert_to_act();
        self.hidden.random_action(self.game, rng)
    }

    /// The counts that a capture by the seat to act adds for its side.
    #[inline(always)]
    pub fn capture_counts(&self, card: Card, captured: CardSet) -> Tally {
        self.hidden.capture_counts(self.game, card, captured)
    }

    /// Whether a card that captures nothing goes to the pile at once.
    #[inline(always)]
    pub fn takes_itself(&self, card: Card) -> bool {
        self.hidden.takes_itself(self.game, card)
    }

    fn assert_to_act(&self) {
        assert_eq!(self.seat(), self.to_act(), "only the seat to act has legal actions");
    }

    /// The state as the observer knows it: other hands hold only their known cards.
    #[inline]
    pub fn public_state(&self) -> State {
        let mut state = *self.hidden;
        for seat in 0..self.game.players() {
            state.hands[seat] = self.known(seat);
        }
        state
    }

    /// All that the view shows, as one comparable value.
    pub fn observation(&self) -> Observation {
        let mut hand_lens = [0; MAX_SEATS];
        let mut played = [CardSet::EMPTY; MAX_SEATS];
        for seat in 0..self.game.players() {
            hand_lens[seat] = self.hand_len(seat);
            played[seat] = self.played(seat);
        }
        Observation {
            observer: self.seat(),
            state: self.public_state(),
            hand_lens,
            played,
            stock_len: self.stock_len(),
            history: self.history.to_vec(),
        }
    }
}
