//! Actions.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use spariglio_engine::{ActionKind, CardSet, Deck};

use crate::arguments;
use crate::card::{Card, DeckState, deck_of, deck_state};
use crate::error;

/// A decision of a seat: a play, a declaration or a pass. `str(action)` is its text in a record.
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

    /// The text in a record.
    pub fn text(&self) -> String {
        self.action.text(self.deck)
    }

    pub fn list(actions: &[spariglio_engine::Action], deck: Deck) -> Vec<Action> {
        actions.iter().map(|&action| Action::new(action, deck)).collect()
    }
}

/// The legal action that Python names: an `Action`, its text, or its place in the list.
///
/// # Errors
/// `choice` is none of these, or the action is not legal for `seat`.
pub fn choose(
    choice: &Bound<'_, PyAny>,
    legal: &[spariglio_engine::Action],
    deck: Deck,
    seat: usize,
) -> PyResult<spariglio_engine::Action> {
    let meant = if let Ok(action) = choice.cast::<Action>() {
        *action.get()
    } else if let Ok(text) = choice.extract::<String>() {
        Action::new(spariglio_engine::Action::parse(&text, deck).map_err(error::value)?, deck)
    } else {
        let place = arguments::place("action", choice, legal.len());
        return place.map(|place| legal[place]).map_err(|wrong| {
            if !wrong.is_instance_of::<PyTypeError>(choice.py()) {
                return wrong;
            }
            let type_of_choice = choice.get_type();
            PyTypeError::new_err(format!(
                "expected an Action, its text, or its place in `actions`, found {type_of_choice}"
            ))
        });
    };
    if legal.contains(&meant.action) {
        return Ok(meant.action);
    }
    let texts: Vec<String> = legal.iter().map(|action| action.text(deck)).collect();
    Err(error::value(format!(
        "`{}` is not legal for seat {seat}: expected one of {}",
        // The action may use cards of another deck.
        meant.text(),
        texts.join(", ")
    )))
}

#[pymethods]
impl Action {
    /// Restores a pickled action.
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

    /// The played card, or `None`.
    #[getter]
    fn card(&self) -> Option<Card> {
        self.action.card().map(|card| Card::new(card, self.deck))
    }

    /// The captured table cards, in canonical order; empty for a lay, a declaration and a pass.
    #[getter]
    fn captured(&self) -> Vec<Card> {
        Card::list(self.action.captured(), self.deck)
    }

    /// The three declared cards; empty for a play and a pass.
    #[getter]
    fn declared(&self) -> Vec<Card> {
        let cards = match self.action.kind() {
            ActionKind::Declare { cards, .. } => cards,
            _ => CardSet::EMPTY,
        };
        Card::list(cards, self.deck)
    }

    /// The value of 7c in the declaration, 0 if 7c is not declared.
    #[getter]
    fn matta(&self) -> u8 {
        match self.action.kind() {
            ActionKind::Declare { matta, .. } => matta,
            _ => 0,
        }
    }

    /// The action as a 64-bit number, as in shards (docs/reference/data_set.md). Bits 0 to 51 hold the captured or
    /// declared cards, bits 52 to 57 the played card or the value of 7c, the bits above the kind.
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
