//! Hands: the full state of a hand in progress.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use spariglio_engine::hand::{IllegalStep, STEPS, Steps};
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_engine::{Deal, Game, State};

use crate::action::{Action, choose};
use crate::arguments::{self, Items};
use crate::card::{Card, cards_text};
use crate::error;
use crate::picture;
use crate::score::Score;
use crate::view::View;

/// A hand in progress or over, with all cards open. A `View` holds the knowledge of one seat; agents receive views
/// only.
///
/// Made by `Game.deal`, `Hand.from_record` and `View.sample`.
#[pyclass(module = "spariglio")]
#[derive(Clone)]
pub struct Hand {
    pub game: Arc<Game>,
    pub deal: Deal,
    pub state: State,
    pub history: Vec<(usize, spariglio_engine::Action)>,
    legal: Vec<spariglio_engine::Action>,
    /// The decision of the seat to act, if it is made in steps.
    steps: Steps,
    taken: Vec<usize>,
}

/// A hash that is the same in every process.
pub fn hash_of(key: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

impl Hand {
    pub fn new(game: Arc<Game>, deal: Deal) -> Hand {
        let state = State::new(&game, &deal);
        Hand::at(game, deal, state, Vec::new())
    }

    pub fn at(game: Arc<Game>, deal: Deal, state: State, history: Vec<(usize, spariglio_engine::Action)>) -> Hand {
        let mut hand = Hand {
            game,
            deal,
            state,
            history,
            legal: Vec::new(),
            steps: Steps::default(),
            taken: Vec::new(),
        };
        hand.list();
        hand
    }

    /// All that makes the hand: its game, dealer, cards, turns and steps taken.
    fn key(&self) -> impl Hash + Eq + use<'_> {
        let cards: Vec<_> = self.deal.cards().collect();
        (self.game.fingerprint(), self.deal.dealer(), cards, &self.history, &self.taken)
    }

    /// The view of a seat.
    pub fn view_of(&self, seat: usize, partners_open: bool) -> View {
        View {
            game: Arc::clone(&self.game),
            deal: self.deal,
            state: self.state,
            history: self.history.iter().map(|&(_, action)| action).collect(),
            seat,
            partners_open,
        }
    }

    /// The steps taken so far in the current decision.
    pub fn taken(&self) -> &[usize] {
        &self.taken
    }

    fn list(&mut self) {
        self.legal.clear();
        if !self.state.is_over() {
            self.state.legal_actions(&self.game, &mut self.legal);
        }
        self.steps.begin(&self.legal);
        self.taken.clear();
    }

    /// The legal action that `choice` names: an `Action`, its text, or its place in the list.
    fn chosen(&self, choice: &Bound<'_, PyAny>) -> PyResult<spariglio_engine::Action> {
        if self.state.is_over() {
            return Err(error::value("the hand is over: nothing can be played"));
        }
        choose(choice, &self.legal, self.game.deck(), self.state.seat())
    }

    /// Plays a legal action.
    pub fn apply(&mut self, action: spariglio_engine::Action) {
        self.history.push((self.state.seat(), action));
        self.state.apply(&self.game, &self.deal, action);
        self.list();
    }
}

impl Hand {
    /// Plays the legal action at a place in the list.
    pub fn apply_at(&mut self, place: usize) {
        self.apply(self.legal[place]);
    }

    /// Takes a step; returns whether it completed an action.
    ///
    /// # Errors
    /// The step is not legal.
    pub fn step(&mut self, step: usize) -> Result<bool, IllegalStep> {
        let action = self.steps.take(step)?;
        self.taken.push(step);
        if let Some(action) = action {
            self.apply(action);
        }
        Ok(action.is_some())
    }
}

#[pymethods]
impl Hand {
    /// The hand of a record (one line of docs/reference/records.md) after its last turn. Checks every field of the
    /// record.
    #[staticmethod]
    fn from_record(py: Python<'_>, line: &str) -> PyResult<Hand> {
        let record = py.detach(|| Replayer::new(false).feed(line.as_bytes())).map_err(error::value)?;
        let mut hand = Hand::new(Arc::clone(record.game()), *record.deal());
        for turn in &record.turns {
            hand.state.apply(&hand.game, &hand.deal, turn.action);
            hand.history.push((turn.seat, turn.action));
        }
        hand.list();
        Ok(hand)
    }

    /// The game.
    #[getter]
    fn game(&self) -> crate::game::Game {
        crate::game::Game { game: Arc::clone(&self.game) }
    }

    /// Whether the hand is over.
    #[getter]
    fn over(&self) -> bool {
        self.state.is_over()
    }

    /// The seat to act; if the hand is over, the seat that would be next.
    #[getter]
    fn seat(&self) -> usize {
        self.state.seat()
    }

    /// The side of the seat to act.
    #[getter]
    fn side(&self) -> usize {
        self.game.side(self.state.seat())
    }

    /// The seat of the dealer.
    #[getter]
    fn dealer(&self) -> usize {
        self.deal.dealer()
    }

    /// Number of cards played so far.
    #[getter]
    fn ply(&self) -> usize {
        self.state.ply()
    }

    /// The index of the deal-round, from 0.
    #[getter]
    fn deal_round(&self) -> usize {
        self.state.deal_round_index()
    }

    /// The legal actions in canonical order; empty if the hand is over.
    #[getter]
    fn actions(&self) -> Vec<Action> {
        Action::list(&self.legal, self.game.deck())
    }

    /// All actions so far, each with its seat.
    #[getter]
    fn history(&self) -> Vec<(usize, Action)> {
        let deck = self.game.deck();
        let turns = self.history.iter();
        turns.map(|&(seat, action)| (seat, Action::new(action, deck))).collect()
    }

    /// The table cards.
    #[getter]
    fn table(&self) -> Vec<Card> {
        Card::list(self.state.table(), self.game.deck())
    }

    /// All cards of the deck in the order of dealing (docs/reference/records.md).
    #[getter]
    fn deal(&self) -> Vec<Card> {
        self.deal.cards().map(|card| Card::new(card, self.game.deck())).collect()
    }

    /// The hand cards of a seat.
    #[pyo3(signature = (seat: "typing.SupportsIndex"))]
    fn cards(&self, seat: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
        let seat = arguments::place("seat", seat, self.game.players())?;
        Ok(Card::list(self.state.hand_cards(seat), self.game.deck()))
    }

    /// The pile of a side.
    #[pyo3(signature = (side: "typing.SupportsIndex"))]
    fn pile(&self, side: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
        let side = arguments::place("side", side, self.game.sides())?;
        Ok(Card::list(self.state.pile(side), self.game.deck()))
    }

    /// Plays a legal action for the seat to act: an `Action`, its text in a record such as `"7d x 3c 4b"`, or its place
    /// in `actions`.
    #[pyo3(signature = (action: "Action | str | typing.SupportsIndex"))]
    fn play(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = self.chosen(action)?;
        self.apply(action);
        Ok(())
    }

    /// The legal next steps of the decision of the seat to act, in ascending order; empty if the hand is over. Every
    /// action of every game is a few of `STEPS` steps: the played card (0 to 51), the next captured card (52 to 103),
    /// the end of the captured cards (104), the next declared card (105 to 156), the value of 7c (157 to 167), pass
    /// (168). A step is skipped if all remaining actions share it.
    #[getter]
    fn legal_steps(&self) -> Vec<usize> {
        let mut steps: Vec<usize> = self.steps.left().iter().map(|&action| self.steps.next(action)).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// The steps taken so far in the current decision. They become public when the action is played.
    #[getter]
    fn steps_taken(&self) -> Vec<usize> {
        self.taken.clone()
    }

    /// Takes a step of the decision of the seat to act. If the step completes an action, plays it and returns `True`.
    #[pyo3(signature = (step: "typing.SupportsIndex"))]
    fn take(&mut self, #[pyo3(from_py_with = arguments::step)] step: usize) -> PyResult<bool> {
        self.step(step).map_err(error::value)
    }

    /// The steps of a legal action, from the beginning of the decision.
    #[pyo3(signature = (action: "Action | str | typing.SupportsIndex"))]
    fn steps_of(&self, action: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let action = self.chosen(action)?;
        Steps::path(&self.legal, action).ok_or_else(|| error::value("the action is not legal"))
    }

    /// The view of a seat: the seat to act, if `seat` is `None`. With `partners_open` partners see each other's hand
    /// cards.
    #[pyo3(signature = (seat: "typing.SupportsIndex | None" = None, partners_open = false))]
    fn view(&self, seat: Option<&Bound<'_, PyAny>>, partners_open: bool) -> PyResult<View> {
        let seat = seat
            .map(|seat| arguments::place("seat", seat, self.game.players()))
            .transpose()?;
        Ok(self.view_of(seat.unwrap_or_else(|| self.state.seat()), partners_open))
    }

    /// The hand before each of its actions, in order; the end is not among them. So `zip(hand.positions(), hand.history)`
    /// gives every position of a record with what was done there.
    fn positions(&self) -> Vec<Hand> {
        let mut hand = Hand::new(Arc::clone(&self.game), self.deal);
        let before = |&(_, action): &(usize, spariglio_engine::Action)| {
            let position = hand.clone();
            hand.apply(action);
            position
        };
        self.history.iter().map(before).collect()
    }

    /// The points of a finished hand. Fails if the hand is not over.
    fn score(&self) -> PyResult<Score> {
        if !self.state.is_over() {
            return Err(error::value("the hand is not over: it has no score yet"));
        }
        Ok(Score::new(&self.state.score(&self.game)))
    }

    /// The hand as one line of a record file (docs/reference/records.md).
    fn record(&self) -> String {
        let score = self.state.is_over().then(|| self.state.score(&self.game));
        let turns = self.history.iter().copied();
        HandRecord::played(Arc::clone(&self.game), self.deal, turns, score.as_ref()).to_line()
    }

    /// An independent copy of the hand.
    fn copy(&self) -> Hand {
        self.clone()
    }

    fn __copy__(&self) -> Hand {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Hand {
        self.clone()
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (String,), Vec<usize>)> {
        let make = slf.getattr("from_record")?;
        let hand = slf.try_borrow()?;
        Ok((make, (hand.record(),), hand.taken.clone()))
    }

    /// Takes the steps of the decision in progress of a pickled hand.
    fn __setstate__(&mut self, taken: Items<usize, STEPS>) -> PyResult<()> {
        for step in taken.0 {
            self.take(step)?;
        }
        Ok(())
    }

    /// Hands are equal if their games, deals, actions and steps taken are. A hand that is played on has another hash.
    fn __eq__(&self, other: &Hand) -> bool {
        self.key() == other.key()
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.key())
    }

    fn __repr__(&self) -> String {
        let name = &self.game.rules().name;
        let place = format!("ply {} of {}", self.state.ply(), self.game.plies());
        if self.state.is_over() {
            return format!("Hand({name:?}, {place}, over)");
        }
        let table = cards_text(self.state.table(), self.game.deck());
        format!("Hand({name:?}, {place}, seat {} to act, table {table})", self.state.seat())
    }

    /// The whole hand as a picture, for notebooks.
    fn _repr_svg_(hand: &Bound<'_, Self>) -> PyResult<String> {
        picture::drawn("hand", hand.as_any())
    }
}
