//! Actions.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use spariglio_engine::{ActionKind, CardSet, Deck};

use crate::arguments;
use crate::card::{Card, DeckState, deck_of, deck_state};
use crate::error;

/// A decision of a seat: a card is played, cards are declared, or the seat passes. `str(action)` is its text in a record.
#[pyclass(frozen, eq, hash, module = "spariglio", from_py_object)]
#[derive(Copy, Clone)]
pub struct Action {
    pub action: spariglio_engine::Action,
    deck: Deck,
}

impl PartialEq for Action {
    fn eq(&self, other: &Action) -> bool {
        self.action == other.action
    }
}

impl Eq for Action {}

impl std::hash::Hash for Action {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.action.hash(hasher);
    }
}

impl Action {
    pub fn new(action: spariglio_engine::Action, deck: Deck) -> Action {
        Action { action, deck }
    }

    /// Its text in a record.
    pub fn text(&self) -> String {
        self.action.text(self.deck)
    }

    pub fn list(actions: &[spariglio_engine::Action], deck: Deck) -> Vec<Action> {
        actions.iter().map(|&action| Action::new(action, deck)).collect()
    }
}

/// The legal action that Python means: an `Action`, its text, or its place in the list.
///
/// # Errors
/// It is none of these, or not legal for `seat`.
pub fn choose(
    choice: &Bound<'_, PyAny>,
    legal: &[spariglio_engine::Action],
    deck: Deck,
    seat: usize,
) -> PyResult<spariglio_engine::Action> {
    let meant = if let Ok(action) = choice.cast::<Action>() {
        *action.get()
    } else if let Ok(text) = choice.extract::<String>() {
        Action::new(
            spariglio_engine::Action::parse(&text, deck).map_err(error::value)?,
            deck,
        )
    } else {
        let place = arguments::place("action", choice, legal.len());
        return place.map(|place| legal[place]).map_err(|wrong| {
            if !wrong.is_instance_of::<PyTypeError>(choice.py()) {
                return wrong;
            }
            let found = choice.get_type();
            PyTypeError::new_err(format!(
                "expected an Action, its text, or its place in `actions`, found {found}"
            ))
        });
    };
    if legal.contains(&meant.action) {
        return Ok(meant.action);
    }
    let texts: Vec<String> = legal.iter().map(|action| action.text(deck)).collect();
    Err(error::value(format!(
        "`{}` is not legal for seat {seat}: expected one of {}",
        // Its cards may be of another deck.
        meant.text(),
        texts.join(", ")
    )))
}

#[pymethods]
impl Action {
    /// The action that pickle kept.
    #[staticmethod]
    fn _of(deck: DeckState, text: &str) -> PyResult<Action> {
        let deck = deck_of(deck)?;
        let action = spariglio_engine::Action::parse(text, deck).map_err(error::value)?;
        Ok(Action::new(action, deck))
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (DeckState, String))> {
        let action = slf.get();
        Ok((slf.getattr("_of")?, (deck_state(action.deck), action.text())))
    }

    /// `"play"`, `"declare"` or `"pass"`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.action.kind() {
            ActionKind::Play { .. } => "play",
            ActionKind::Declare { .. } => "declare",
            ActionKind::Pass => "pass",
        }
    }

    /// The card that is played, or `None`.
    #[getter]
    fn card(&self) -> Option<Card> {
        self.action.card().map(|card| Card::new(card, self.deck))
    }

    /// The table cards that are captured, in canonical order; empty for a lay, a declaration and a pass.
    #[getter]
    fn captured(&self) -> Vec<Card> {
        Card::list(self.action.captured(), self.deck)
    }

    /// The three cards that are declared; empty for a play and a pass.
    #[getter]
    fn declared(&self) -> Vec<Card> {
        let cards = match self.action.kind() {
            ActionKind::Declare { cards, .. } => cards,
            _ => CardSet::EMPTY,
        };
        Card::list(cards, self.deck)
    }

    /// The value that 7c takes in the declaration; 0 where it is not declared.
    #[getter]
    fn matta(&self) -> u8 {
        match self.action.kind() {
            ActionKind::Declare { matta, .. } => matta,
            _ => 0,
        }
    }

    /// The action as one number of 64 bits, as in shards (docs/formats.md): the captured or declared cards in bits 0 to 51, the
    /// played card or the value of 7c in bits 52 to 57, the kind above.
    #[getter]
    fn bits(&self) -> u64 {
        self.action.to_bits()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Action({})", self.text())
    }
}
