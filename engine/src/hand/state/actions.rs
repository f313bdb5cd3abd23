//! The legal actions of the seat to act: lists, counts, uniform picks. Rules: `docs/reference/rules.md` B.4, CL9, CR5;
//! `docs/reference/records.md` 2.

use rand::Rng;

use super::State;
use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::game::Game;
use crate::hand::action::{Action, ActionKind};
use crate::hand::capture::{self, Finder, TableCards};
use crate::hand::declaration::{self, Bonus};
use crate::random::scale;
use crate::vector::{Bits, Portable, VectorTask, dispatch};

impl State {
    /// Fills `actions` with the legal actions in canonical order: plays by card, then by captured set; declarations by
    /// their cards, then the value of 7c, `pass` last. Empty when the hand is over.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::{Card, Deal, Game, State};
    ///
    /// let game = Game::preset("mini_scopa").expect("a preset");
    /// let cards: Vec<Card> = game.pack().iter().collect();
    /// let deal = Deal::new(&game, 0, &cards).expect("the whole pack");
    /// let state = State::new(&game, &deal);
    /// let mut actions = Vec::new();
    /// state.legal_actions(&game, &mut actions);
    /// let texts: Vec<String> = actions.iter().map(|action| action.text(game.deck())).collect();
    /// assert_eq!(texts, ["Ad", "2d"], "the table is empty");
    /// ```
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
        dispatch(ListPlays { state: self, game, actions });
    }

    /// Fills `actions` with what the seat to act may do if it declares in any order (`docs/reference/rules.md` CR3):
    /// the actions of [`State::legal_actions`], and the declarations that canonical order would put before one that was
    /// already made. Declarations come first. Whatever the order, the same declarations lead to the same state.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::{Action, Card, Deal, Game, State};
    ///
    /// let game = Game::preset("cirullone").expect("a preset");
    /// let read = |text: &str| Action::parse(text, game.deck()).expect("an action");
    /// let own = ["Ad", "Ac", "2d", "2c", "2s", "5b", "Jd", "Kc", "Ks"];
    /// let own = own.map(|text| game.deck().parse_card(text).expect("a card"));
    /// let mut rest: Vec<Card> = game.pack().iter().filter(|card| !own.contains(card)).collect();
    /// // Four low cards on the table would be a misdeal.
    /// rest.rotate_left(12);
    /// let mut cards = Vec::new();
    /// for card in own {
    ///     cards.push(card);
    ///     cards.extend(rest.drain(rest.len() - 3..));
    /// }
    /// cards.extend(rest);
    /// let deal = Deal::new(&game, 0, &cards).expect("no misdeal");
    /// let mut state = State::new(&game, &deal);
    /// state.try_apply(&game, &deal, read("declare 2d 2c 2s"))?;
    /// let mut actions = Vec::new();
    /// state.legal_in_any_order(&game, &mut actions);
    /// assert_eq!(actions[0], read("declare Ad Ac 5b"));
    /// state.try_apply(&game, &deal, actions[0])?;
    ///
    /// let mut canonical = State::new(&game, &deal);
    /// for text in ["declare Ad Ac 5b", "declare 2d 2c 2s"] {
    ///     canonical.try_apply(&game, &deal, read(text))?;
    /// }
    /// assert_eq!(state, canonical);
    /// # Ok::<(), spariglio_engine::IllegalAction>(())
    /// ```
    pub fn legal_in_any_order(&self, game: &Game, actions: &mut Vec<Action>) {
        self.legal_actions(game, actions);
        if !self.may_declare(game) {
            return;
        }
        let plays = std::mem::take(actions);
        declaration::for_each(game, self.undeclared(), &mut |bonus| {
            actions.push(bonus.action());
            false
        });
        actions.extend(
            plays
                .into_iter()
                .filter(|action| !matches!(action.kind(), ActionKind::Declare { .. })),
        );
    }

    /// The declaration of the seat to act that begins the set with most points; of equal sets the one with fewest
    /// cards, then the first (`docs/reference/rules.md` CR6). `pass` if nothing is left to declare. `None` if the seat
    /// may not declare.
    #[must_use]
    pub fn best_declaration(&self, game: &Game) -> Option<Action> {
        if !self.may_declare(game) {
            return None;
        }
        let (bonuses, len) = declaration::automatic(game, self.undeclared());
        let first = bonuses[..len].first().map(|bonus| bonus.action());
        first.or(self.declaring.then_some(Action::PASS))
    }

    /// The automatic declarations of the seat to act, which it made as its turn came; empty if there are none.
    #[must_use]
    pub fn automatic_declarations(&self, game: &Game) -> Vec<Action> {
        let is_first = self.is_first_card(game);
        if self.over || !game.declarations.auto || !is_first {
            return Vec::new();
        }
        let (bonuses, len) = declaration::automatic(game, self.hands[self.seat()]);
        bonuses[..len].iter().map(|bonus| bonus.action()).collect()
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
            return declaration::count(game, self.open_cards()) as usize + 1;
        }
        let finder = self.finder(game);
        self.playable().iter().map(|card| finder.count(card) as usize).sum()
    }

    /// One legal action, uniformly; no list is built.
    ///
    /// # Panics
    /// Panics if the hand is over.
    #[inline]
    pub fn random_action(&self, game: &Game, rng: &mut impl Rng) -> Action {
        dispatch(RandomAction { state: self, game, draw: || rng.next_u64() })
    }

    /// Maps a random number to a declaration; `None` is `pass`.
    pub(crate) fn pick_declaration(&self, game: &Game, draw: impl FnOnce() -> u64) -> Option<Bonus> {
        let open = self.open_cards();
        let pick = scale(draw(), declaration::count(game, open) + 1);
        declaration::nth(game, open, pick)
    }

    /// Maps a random number to a legal play, if the seat is not declaring: the card and its captured set.
    #[inline(always)]
    pub(crate) fn pick_play<B: Bits>(&self, game: &Game, draw: impl FnOnce() -> u64) -> (Card, CardSet) {
        capture::pick::<B>(game, self.captor_table(), self.playable(), draw)
    }

    /// Whether an action is legal: one of [`State::legal_in_any_order`].
    pub fn is_legal(&self, game: &Game, action: Action) -> bool {
        if self.over {
            return false;
        }
        match action.kind() {
            ActionKind::Pass => self.declaring,
            ActionKind::Declare { cards, matta } => {
                self.may_declare(game)
                    && self.undeclared().contains_all(cards)
                    && declaration::bonus(game, cards, matta).is_some()
            }
            ActionKind::Play { card, captured } => {
                !self.declaring && self.playable().contains(card) && self.may_play(game, card, captured)
            }
        }
    }

    /// The cards that the seat to act may play (`docs/reference/rules.md` CR5: declared ones first).
    #[inline(always)]
    pub fn playable(&self) -> CardSet {
        let first = self.obliged(self.seat());
        // If hands have three cards, a declarer has declared all of them, so any may be played.
        if first.is_empty() {
            self.hands[self.seat()]
        } else {
            first
        }
    }

    /// The declared cards in a seat's hand: it plays these first (CR5).
    #[inline(always)]
    pub fn obliged(&self, seat: usize) -> CardSet {
        self.hands[seat] & self.declared
    }

    #[inline(always)]
    pub(crate) fn captor_table(&self) -> TableCards {
        TableCards { cards: self.table, matta: self.matta }
    }

    #[inline(always)]
    pub(super) fn finder<'g>(&self, game: &'g Game) -> Finder<'g> {
        Finder::new(game, self.captor_table())
    }

    fn may_play(&self, game: &Game, card: Card, captured: CardSet) -> bool {
        let mut listed = false;
        self.finder(game)
            .for_each::<Portable>(card, &mut |set| listed |= set == captured);
        listed
    }

    fn declarations(&self, game: &Game, found: &mut impl FnMut(Bonus) -> bool) -> bool {
        declaration::for_each(game, self.open_cards(), found)
    }

    /// The cards that the seat to act may still declare in canonical order.
    pub(super) fn open_cards(&self) -> CardSet {
        declaration::open(self.undeclared(), self.last_declared[self.seat()])
    }

    /// The hand cards of the seat to act that it has not declared.
    fn undeclared(&self) -> CardSet {
        self.hands[self.seat()] - self.declared
    }

    /// Whether the seat to act may declare, in any order: it decides on a declaration, or it has declared in this turn
    /// and canonical order has no bonus left.
    fn may_declare(&self, game: &Game) -> bool {
        let rules = &game.declarations;
        let seat = self.seat();
        let goes_on = rules.any_three && !rules.auto && self.last_declared[seat] != 0 && !self.passed(seat);
        !self.over && (self.declaring || goes_on && self.is_first_card(game))
    }
}

/// Lists the plays of a state.
struct ListPlays<'a> {
    state: &'a State,
    game: &'a Game,
    actions: &'a mut Vec<Action>,
}

impl VectorTask for ListPlays<'_> {
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
struct RandomAction<'a, F> {
    state: &'a State,
    game: &'a Game,
    draw: F,
}

impl<F: FnOnce() -> u64> VectorTask for RandomAction<'_, F> {
    type Output = Action;

    #[inline(always)]
    fn run<B: Bits>(self) -> Action {
        let RandomAction { state, game, draw } = self;
        if state.declaring {
            return state.pick_declaration(game, draw).map_or(Action::PASS, Bonus::action);
        }
        let (card, captured) = state.pick_play::<B>(game, draw);
        Action::play(card, captured)
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
