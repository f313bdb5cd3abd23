//! Games, views and actions in words, and answers read back.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use spariglio_engine::Deck;
use spariglio_text::{Language, Shown, Spelling};

use crate::action::Action;
use crate::arguments;
use crate::error;
use crate::game::Game;
use crate::view::View;

/// How the texts of a game are written.
///
/// `language`: `"en"` or `"it"`. `cards`: `"letters"` (7d), `"names"` (7 of coins) or `"symbols"` (7♦). `obfuscate`: a
/// seed of invented names for cards, suits and the game; `None` for the real ones. `score`: whether a view tells the score so
/// far.
#[pyclass(frozen, module = "spariglio")]
pub struct Wording {
    game: Arc<spariglio_engine::Game>,
    language: Language,
    spelling: Spelling,
    obfuscate: Option<u64>,
    score: bool,
}

/// The meaning of an answer in words.
#[pyclass(frozen, get_all, module = "spariglio")]
pub struct Reading {
    /// The legal action, or `None`.
    action: Option<Action>,
    /// The question to ask back if there is no action; it names the action that was understood.
    question: Option<String>,
    /// Whether the answer names an action that is not legal.
    illegal: bool,
}

#[pymethods]
impl Reading {
    fn __repr__(&self) -> String {
        match (&self.action, &self.question) {
            (Some(action), _) => format!("Reading({:?})", action.text()),
            (None, question) => format!("Reading(None, question={:?})", question.as_deref().unwrap_or_default()),
        }
    }
}

impl Wording {
    pub fn of(
        game: &Arc<spariglio_engine::Game>,
        language: &str,
        cards: &str,
        obfuscate: Option<u64>,
    ) -> PyResult<Wording> {
        let wrong =
            |what: &str, found: &str, expected: String| error::value(format!("{what} is {found:?}: {expected}"));
        Ok(Wording {
            game: Arc::clone(game),
            language: language.parse().map_err(|expected| wrong("language", language, expected))?,
            spelling: cards.parse().map_err(|expected| wrong("cards", cards, expected))?,
            obfuscate,
            score: false,
        })
    }

    fn wording(&self) -> spariglio_text::Wording<'_> {
        spariglio_text::Wording::new(&self.game, self.language, self.spelling)
            .disguised(self.obfuscate)
            .counting(self.score)
    }

    fn deck(&self) -> Deck {
        self.game.deck()
    }

    fn check(&self, view: &View) -> PyResult<()> {
        match view.game.hand_fingerprint() == self.game.hand_fingerprint() {
            true => Ok(()),
            false => Err(PyValueError::new_err(format!(
                "view is of {}: expected one of {}",
                view.game.rules().name,
                self.game.rules().name
            ))),
        }
    }
}

#[pymethods]
impl Wording {
    #[new]
    #[pyo3(signature = (game, *, language = "en", cards = "letters", obfuscate: "typing.SupportsIndex | None" = None, score = false))]
    fn new(
        game: &Game,
        language: &str,
        cards: &str,
        #[pyo3(from_py_with = arguments::optional_seed)] obfuscate: Option<u64>,
        score: bool,
    ) -> PyResult<Wording> {
        Ok(Wording { score, ..Wording::of(&game.game, language, cards, obfuscate)? })
    }

    /// The rules of the game, one sentence per line.
    pub fn rules(&self) -> String {
        self.wording().rules()
    }

    /// The rules and the task, for the start of a conversation.
    fn briefing(&self) -> String {
        self.wording().briefing()
    }

    /// The request to end an answer with the action in a line of its own.
    fn request(&self) -> String {
        self.wording().request()
    }

    /// The request for a shorter answer, after one that a limit of tokens cut off.
    fn shorter(&self) -> String {
        self.wording().shorter()
    }

    /// Everything that a view shows. `legal`: whether the legal actions are listed. `whole_hand`: whether all turns of
    /// the hand are told, or those from the seat's last turn on.
    #[pyo3(signature = (view, *, legal = true, whole_hand = true))]
    pub fn view(&self, view: &View, legal: bool, whole_hand: bool) -> PyResult<String> {
        self.check(view)?;
        Ok(self.wording().view(&view.view(), Shown { legal, whole_hand, standing: None }))
    }

    /// An action, as answers should give it.
    fn action(&self, action: &Action) -> String {
        self.wording().action(action.action)
    }

    /// Reads an answer of the seat to act: in either language, in any spelling, as an action, in JSON or in a sentence.
    /// It is never guessed: it is one legal action or a question.
    pub fn read(&self, view: &View, answer: &str) -> PyResult<Reading> {
        self.check(view)?;
        let acting = view.acting()?;
        let (action, question, illegal) = match self.wording().read(&acting, answer) {
            spariglio_text::Reading::Action(action) => (Some(Action::new(action, self.deck())), None, false),
            spariglio_text::Reading::Illegal(question) => (None, Some(question), true),
            spariglio_text::Reading::Unclear(question) => (None, Some(question), false),
        };
        Ok(Reading { action, question, illegal })
    }

    fn __repr__(&self) -> String {
        let (name, language, cards) = (&self.game.rules().name, self.language.code(), self.spelling.name());
        let obfuscate = self.obfuscate.map_or(String::new(), |seed| format!(", obfuscate={seed}"));
        format!("Wording({name:?}, language={language:?}, cards={cards:?}{obfuscate})")
    }
}
