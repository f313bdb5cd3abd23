//! The state of a hand: a small `Copy` value, advanced by copy-make. No generator lives in it and nothing allocates.
//!
//! Invariant: hands, piles, table and the cards not yet dealt are disjoint and together the pack. What may be captured is
//! asked of [`capture`](crate::capture); points are counted by [`score`](crate::score). Flow: `rules.md` B.3.

use crate::action::{Action, ActionKind};
use crate::capture::{self, Captor, Finder, Kinds, Table};
use crate::card::{Card, MATTA};
use crate::card_set::CardSet;
use crate::deal::Deal;
use crate::declaration::{self, Bonus};
use crate::game::{Game, MAX_SEATS};
use crate::random::below;
use crate::tally::Tally;
use crate::vector::{Bits, Portable, Task, dispatch};
use rand::Rng;
use thiserror::Error;

pub(crate) const NOBODY: u8 = u8::MAX;

/// The most hand cards: 26 of the 52-card pack for two.
const MAX_HAND: usize = 26;

/// A hand in progress.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct State {
    pub(crate) hands: [CardSet; MAX_SEATS],
    pub(crate) piles: [CardSet; MAX_SEATS],
    pub(crate) table: CardSet,
    /// All cards declared in this deal-round.
    pub(crate) declared: CardSet,
    /// Sort key of each seat's last declaration of this deal-round, 0 for none.
    pub(crate) last_declared: [u32; MAX_SEATS],
    pub(crate) tallies: [Tally; MAX_SEATS],
    pub(crate) seat: u8,
    /// Seats that said `pass` in this deal-round, a bit each.
    pub(crate) passed: u8,
    pub(crate) declaring: bool,
    pub(crate) round: u8,
    /// Plays left in this deal-round.
    pub(crate) left: u8,
    pub(crate) ply: u8,
    /// Declared value of 7c, 0 where it is a plain seven.
    pub(crate) matta: u8,
    /// The card that the preceding play laid, or [`NOBODY`].
    pub(crate) last_lay: u8,
    pub(crate) last_capture: u8,
    pub(crate) shutout: u8,
    pub(crate) dealer_bonus: u8,
    pub(crate) dealer: u8,
    pub(crate) over: bool,
}

/// An action that is not among the legal ones.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{action} is not legal for seat {seat}")]
pub struct IllegalAction {
    /// The action's text.
    pub action: String,
    /// The seat to act.
    pub seat: usize,
}

impl State {
    /// The state after a deal: the dealer's bonus is taken, automatic declarations of forehand are made.
    pub fn new(game: &Game, deal: &Deal) -> State {
        let dealer = deal.dealer();
        let mut state = State {
            hands: [CardSet::EMPTY; MAX_SEATS],
            piles: [CardSet::EMPTY; MAX_SEATS],
            table: deal.table(game),
            declared: CardSet::EMPTY,
            last_declared: [0; MAX_SEATS],
            tallies: [Tally::default(); MAX_SEATS],
            seat: dealer as u8,
            passed: 0,
            declaring: false,
            round: 0,
            left: 0,
            ply: 0,
            matta: 0,
            last_lay: NOBODY,
            last_capture: NOBODY,
            shutout: NOBODY,
            dealer_bonus: 0,
            dealer: dealer as u8,
            over: false,
        };
        state.deal_round(game, deal);
        if game.declarations.dealer_bonus {
            state.take_dealer_bonus(game);
        }
        if !state.over {
            state.next_seat(game);
        }
        state
    }

    /// The seat to act.
    #[inline(always)]
    pub fn seat(&self) -> usize {
        usize::from(self.seat)
    }

    /// The dealer's seat.
    #[inline(always)]
    pub fn dealer(&self) -> usize {
        usize::from(self.dealer)
    }

    /// Whether the hand has ended.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// A seat's hand cards.
    #[inline(always)]
    pub fn hand(&self, seat: usize) -> CardSet {
        self.hands[seat]
    }

    /// The cards on the table.
    #[inline(always)]
    pub fn table(&self) -> CardSet {
        self.table
    }

    /// What a side has captured.
    #[inline(always)]
    pub fn pile(&self, side: usize) -> CardSet {
        self.piles[side]
    }

    /// Declared value of 7c, 0 where it is a plain seven.
    #[inline(always)]
    pub fn matta(&self) -> u8 {
        self.matta
    }

    /// All cards declared in this deal-round, whoever declared them, played ones too.
    #[inline(always)]
    pub fn declared(&self) -> CardSet {
        self.declared
    }

    /// Whether a seat declined to declare (further) in this deal-round.
    #[inline(always)]
    pub fn passed(&self, seat: usize) -> bool {
        self.passed >> seat & 1 != 0
    }

    /// Cards played so far in the hand.
    #[inline(always)]
    pub fn ply(&self) -> usize {
        usize::from(self.ply)
    }

    /// The deal-round, from 0.
    #[inline(always)]
    pub fn deal_round_index(&self) -> usize {
        usize::from(self.round)
    }

    /// Plays left in this deal-round.
    #[inline(always)]
    pub fn round_plies_left(&self) -> usize {
        usize::from(self.left)
    }

    /// The side that captured last.
    #[inline(always)]
    pub fn last_capture(&self) -> Option<usize> {
        (self.last_capture != NOBODY).then_some(usize::from(self.last_capture))
    }

    /// The card that the preceding play laid, if it was a lay.
    #[inline(always)]
    pub fn last_lay(&self) -> Option<Card> {
        (self.last_lay != NOBODY).then(|| Card::at(self.last_lay))
    }

    /// The side that made a shutout.
    #[inline(always)]
    pub fn shutout(&self) -> Option<usize> {
        (self.shutout != NOBODY).then_some(usize::from(self.shutout))
    }

    /// Whether the seat to act decides on a declaration.
    #[inline(always)]
    pub fn is_declaring(&self) -> bool {
        self.declaring
    }

    /// What a side scored during play, in counts.
    #[inline(always)]
    pub fn tally(&self, side: usize) -> Tally {
        self.tallies[side]
    }

    /// The dealer's bonus: 0, 1 or 2 points for the dealer's side.
    #[inline(always)]
    pub fn dealer_bonus(&self) -> u8 {
        self.dealer_bonus
    }

    /// Fills `actions` with the legal actions in canonical order: plays by card, then by captured set; declarations by
    /// their cards, then the value of 7c, `pass` last. Empty when the hand is over.
    pub fn legal_actions(&self, game: &Game, actions: &mut Vec<Action>) {
        actions.clear();
        if self.over {
            return;
        }
        if self.declaring {
            self.declarations(game, &mut |bonus| {
                actions.push(bonus.action());
                false
            });
            actions.push(Action::PASS);
            return;
        }
        dispatch(ListPlays {
            state: self,
            game,
            actions,
        });
    }

    /// Fills `actions` with the legal plays of one playable card, by captured set.
    pub fn card_actions(&self, game: &Game, card: Card, actions: &mut Vec<Action>) {
        actions.clear();
        push_plays::<Portable>(&self.finder(game), card, actions);
    }

    /// Number of legal actions.
    pub fn count_actions(&self, game: &Game) -> usize {
        if self.over {
            return 0;
        }
        if self.declaring {
            let mut count = 1;
            self.declarations(game, &mut |_| {
                count += 1;
                false
            });
            return count;
        }
        let finder = self.finder(game);
        self.playable().iter().map(|card| finder.count(card) as usize).sum()
    }

    /// One legal action, uniformly; no list is built.
    ///
    /// # Panics
    /// If the hand is over.
    #[inline]
    pub fn random_action(&self, game: &Game, rng: &mut impl Rng) -> Action {
        dispatch(RandomAction { state: self, game, rng })
    }

    /// [`State::random_action`] inside a task.
    #[inline(always)]
    pub(crate) fn pick_action<B: Bits>(&self, game: &Game, rng: &mut impl Rng) -> Action {
        if self.declaring {
            let pick = below(rng, self.count_actions(game) as u32) as usize;
            return self.nth_declaration(game, pick);
        }
        let finder = self.finder(game);
        let playable = self.playable();
        #[cfg(target_arch = "x86_64")]
        if let Some(action) = finder.pick_among_few::<B>(playable, rng) {
            return action;
        }
        let mut ends = [0; MAX_HAND];
        let mut total = 0;
        for (end, card) in ends.iter_mut().zip(playable) {
            total += finder.count(card);
            *end = total;
        }
        let pick = below(rng, total);
        let mut place = 0;
        let mut before = 0;
        for &end in &ends[..playable.len() as usize] {
            if end <= pick {
                place += 1;
                before = end;
            }
        }
        let card = Card::at(B::select(playable.bits(), place) as u8);
        Action::play(card, finder.nth::<B>(card, pick - before))
    }

    /// Carries out a legal action.
    ///
    /// # Panics
    /// May panic, or leave a senseless state, if the action is not legal: use [`State::try_apply`] for actions from
    /// outside.
    #[inline]
    pub fn apply(&mut self, game: &Game, deal: &Deal, action: Action) {
        match action.kind() {
            ActionKind::Play { card, captured } => self.play(game, deal, card, captured),
            ActionKind::Declare { cards, matta } => {
                if let Some(bonus) = declaration::bonus(game, cards, matta) {
                    self.declare(game, bonus);
                    let undeclared = self.hands[self.seat()] - self.declared;
                    self.declaring = game.declarations.any_three
                        && declaration::any(game, undeclared, self.last_declared[self.seat()]);
                }
            }
            ActionKind::Pass => {
                self.passed |= 1 << self.seat;
                self.declaring = false;
            }
        }
    }

    /// Carries out an action if it is legal.
    ///
    /// # Errors
    /// If it is not; the state is unchanged then.
    pub fn try_apply(&mut self, game: &Game, deal: &Deal, action: Action) -> Result<(), IllegalAction> {
        if !self.is_legal(game, action) {
            return Err(IllegalAction {
                action: action.text(game.deck()),
                seat: self.seat(),
            });
        }
        self.apply(game, deal, action);
        Ok(())
    }

    /// Whether an action is among the legal ones.
    pub fn is_legal(&self, game: &Game, action: Action) -> bool {
        if self.over {
            return false;
        }
        match action.kind() {
            ActionKind::Pass => self.declaring,
            ActionKind::Declare { .. } => {
                self.declaring && self.declarations(game, &mut |bonus| bonus.action() == action)
            }
            ActionKind::Play { card, captured } => {
                !self.declaring && self.playable().contains(card) && self.may_play(game, card, captured)
            }
        }
    }

    /// The cards that the seat to act may play (`rules.md` CR5: declared ones first).
    #[inline(always)]
    pub fn playable(&self) -> CardSet {
        let hand = self.hands[self.seat()];
        let first = hand & self.declared;
        // With three-card hands all of a declarer's cards are declared, so this asks nothing of them.
        if first.is_empty() { hand } else { first }
    }

    #[inline(always)]
    pub(crate) fn captor_table(&self) -> Table {
        Table {
            cards: self.table,
            matta: self.matta,
        }
    }

    #[inline(always)]
    fn finder<'g>(&self, game: &'g Game) -> Finder<'g> {
        Finder::new(game, self.captor_table())
    }

    fn may_play(&self, game: &Game, card: Card, captured: CardSet) -> bool {
        let mut listed = false;
        self.finder(game)
            .for_each::<Portable>(card, &mut |set| listed |= set == captured);
        listed
    }

    fn nth_declaration(&self, game: &Game, pick: usize) -> Action {
        let mut at = 0;
        let mut chosen = Action::PASS;
        self.declarations(game, &mut |bonus| {
            if at == pick {
                chosen = bonus.action();
            }
            at += 1;
            at > pick
        });
        chosen
    }

    fn declarations(&self, game: &Game, found: &mut impl FnMut(Bonus) -> bool) -> bool {
        let seat = self.seat();
        let undeclared = self.hands[seat] - self.declared;
        declaration::for_each(game, undeclared, self.last_declared[seat], found)
    }

    fn declare(&mut self, game: &Game, bonus: Bonus) {
        let seat = self.seat();
        self.declared |= bonus.cards;
        self.last_declared[seat] = bonus.order();
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

    #[inline(always)]
    fn play(&mut self, game: &Game, deal: &Deal, card: Card, captured: CardSet) {
        let side = game.side(self.seat());
        self.hands[self.seat()].remove(card);
        self.ply += 1;
        self.left -= 1;
        if captured.is_empty() {
            self.lay(game, side, card);
        } else {
            self.capture(game, side, card, captured);
        }
        if game.capture.shutout && self.piles[side].contains_all(game.suit) {
            self.shutout = side as u8;
            self.over = true;
            return;
        }
        if game.declarations.platform && usize::from(self.left) % game.players() == 0 && self.table.contains(MATTA) {
            self.matta = 0;
        }
        if self.left == 0 {
            if usize::from(self.round) + 1 == game.deal_rounds() {
                self.finish(game);
                return;
            }
            self.round += 1;
            self.deal_round(game, deal);
        }
        self.next_seat(game);
    }

    #[inline(always)]
    fn lay(&mut self, game: &Game, side: usize, card: Card) {
        let rules = &game.capture;
        if rules.ace_takes_itself && self.table.is_empty() && capture::effective(game, card, self.matta) == 1 {
            self.piles[side].insert(card);
            self.last_capture = side as u8;
            self.last_lay = NOBODY;
        } else {
            self.table.insert(card);
            self.last_lay = card.index();
        }
    }

    #[inline(always)]
    fn capture(&mut self, game: &Game, side: usize, card: Card, captured: CardSet) {
        if self.is_scoring_sweep(game, card, captured) {
            self.tallies[side].sweeps += 1;
        }
        if game.play_points {
            self.count_play_points(game, side, card, captured);
        }
        self.piles[side] |= captured;
        self.piles[side].insert(card);
        self.table = self.table - captured;
        self.last_capture = side as u8;
        self.last_lay = NOBODY;
    }

    /// Whether a capture empties the table and scores for it (`rules.md` B15). The card counts as played already where
    /// it has left the hand, as still to be played where it has not.
    #[inline(always)]
    pub(crate) fn is_scoring_sweep(&self, game: &Game, card: Card, captured: CardSet) -> bool {
        if captured != self.table {
            return false;
        }
        let played = usize::from(self.ply) + usize::from(self.hands[self.seat()].contains(card));
        (game.capture.last_play_sweeps || played < game.plies())
            && (game.capture.ace_sweeps || !self.is_ace_capture(game, card))
    }

    /// Whether the hand may end with the next play: its last one, or one that completes a shutout.
    #[inline(always)]
    pub(crate) fn may_end(&self, game: &Game) -> bool {
        let seat = self.seat();
        let reach = self.piles[game.side(seat)] | self.hands[seat] | self.table;
        usize::from(self.ply) + 1 == game.plies() || game.capture.shutout && reach.contains_all(game.suit)
    }

    /// Whether a capture by this card is an ACE capture: with no ace on the table there is no other.
    fn is_ace_capture(&self, game: &Game, card: Card) -> bool {
        Captor::new(game, card, self.captor_table()).kinds(game) == Kinds::All
    }

    fn count_play_points(&mut self, game: &Game, side: usize, card: Card, captured: CardSet) {
        let cards = captured | CardSet::single(card);
        let tally = &mut self.tallies[side];
        if self.last_lay != NOBODY && captured == CardSet::single(Card::at(self.last_lay)) {
            let value = capture::effective(game, card, self.matta);
            let laid = Card::at(self.last_lay);
            let equal = if value == 0 {
                card.rank() == laid.rank()
            } else {
                value == capture::effective(game, laid, self.matta)
            };
            tally.picada += u8::from(equal);
        }
        tally.simili += u8::from((cards - CardSet::suit(card.suit())).is_empty());
        tally.quadriglia += u8::from(captured.len() >= 3);
    }

    /// Deals the hand cards of the current deal-round.
    fn deal_round(&mut self, game: &Game, deal: &Deal) {
        let round = usize::from(self.round);
        for seat in 0..game.players() {
            self.hands[seat] = deal.hand(game, round, seat);
        }
        self.left = (game.round_len(round) * game.players()) as u8;
        self.declared = CardSet::EMPTY;
        self.last_declared = [0; MAX_SEATS];
        self.passed = 0;
    }

    /// Moves to the next seat; before its first card of the deal-round it may get a declaring turn.
    #[inline(always)]
    fn next_seat(&mut self, game: &Game) {
        self.seat += 1;
        if usize::from(self.seat) == game.players() {
            self.seat = 0;
        }
        if self.left > game.declare_above(usize::from(self.round)) {
            self.offer_declaration(game);
        }
    }

    fn offer_declaration(&mut self, game: &Game) {
        let hand = self.hands[self.seat()];
        if game.declarations.auto {
            let (bonuses, len) = declaration::automatic(game, hand);
            for bonus in &bonuses[..len] {
                self.declare(game, *bonus);
            }
        } else {
            self.declaring = declaration::any(game, hand, 0);
        }
    }

    /// The dealer's bonus (`rules.md` CL15, CL16, C.15): the whole table makes 15 or 30, 7c having any value.
    fn take_dealer_bonus(&mut self, game: &Game) {
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

    /// The leftovers go to the last capturer; they may complete a shutout.
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

/// Lists the plays of a state.
struct ListPlays<'a> {
    state: &'a State,
    game: &'a Game,
    actions: &'a mut Vec<Action>,
}

impl Task for ListPlays<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let finder = self.state.finder(self.game);
        for card in self.state.playable() {
            push_plays::<B>(&finder, card, self.actions);
        }
    }
}

/// Picks an action of a state.
struct RandomAction<'a, R> {
    state: &'a State,
    game: &'a Game,
    rng: &'a mut R,
}

impl<R: Rng> Task for RandomAction<'_, R> {
    type Output = Action;

    #[inline(always)]
    fn run<B: Bits>(self) -> Action {
        self.state.pick_action::<B>(self.game, self.rng)
    }
}

/// Appends the plays of a card by captured set.
#[inline(always)]
fn push_plays<B: Bits>(finder: &Finder, card: Card, actions: &mut Vec<Action>) {
    let from = actions.len();
    finder.for_each::<B>(card, &mut |set| actions.push(Action::play(card, set)));
    if !finder.is_sorted() {
        actions[from..].sort_unstable();
    }
}
