//! Games.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::net::inputs::Encoder;
use spariglio_engine::hand::{STEPS, Steps};
use spariglio_engine::{ActionKind, CardSet, Deal, MAX_CARDS, RuleSet};
use spariglio_files::rules_choice::rule_set;

use crate::action::Action;
use crate::arguments::{self, Items};
use crate::card::{Card, Cards};
use crate::error;
use crate::hand::Hand;
use crate::wording::Wording;

/// A rule set, ready to play: `Game("scopone")` is a preset, `Game("mine.toml")` a file of rules
/// (docs/reference/rule_sets.md).
///
/// Two games are equal if their rules are equal. Games can be pickled.
#[pyclass(frozen, eq, hash, module = "spariglio", from_py_object)]
#[derive(Clone)]
pub struct Game {
    pub game: Arc<spariglio_engine::Game>,
}

/// A game, the name of a preset, or the path of a rule set file.
pub struct Rules(pub Game);

impl FromPyObject<'_, '_> for Rules {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Rules> {
        let game = match given.cast::<Game>() {
            Ok(game) => game.get().clone(),
            Err(_) => Game::new(given.extract()?)?,
        };
        Ok(Rules(game))
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.game.fingerprint() == other.game.fingerprint()
    }
}

impl Eq for Game {}

impl std::hash::Hash for Game {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.game.fingerprint().hash(hasher);
    }
}

impl Game {
    fn of(rules: RuleSet) -> PyResult<Game> {
        let game = spariglio_engine::Game::new(rules).map_err(error::value)?;
        Ok(Game { game: Arc::new(game) })
    }

    /// The seat of a dealer.
    pub fn dealer(&self, given: i64) -> PyResult<usize> {
        let (dealer, players) = (usize::try_from(given).ok(), self.game.players());
        dealer
            .filter(|&dealer| dealer < players)
            .ok_or_else(|| error::index("dealer", given, players))
    }

    /// The deal of a seed, or of `cards` if they are given.
    fn dealt(&self, seed: u64, dealer: usize, cards: Option<Cards<'_>>) -> PyResult<Deal> {
        match cards {
            None => Ok(Deal::random(&self.game, dealer, &mut Pcg64Mcg::seed_from_u64(seed))),
            Some(Items(cards)) => {
                let cards: Vec<_> = cards.iter().map(|card| card.card).collect();
                Deal::new(&self.game, dealer, &cards).map_err(error::value)
            }
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(rules: PathBuf) -> PyResult<Game> {
        let name = rules.to_string_lossy();
        Game::of(rule_set(&name).map_err(error::value)?)
    }

    /// Makes a game from rules in TOML (docs/reference/rule_sets.md).
    #[staticmethod]
    fn from_toml(text: &str) -> PyResult<Game> {
        Game::of(RuleSet::from_toml(text).map_err(error::value)?)
    }

    /// The names of the presets.
    #[staticmethod]
    fn presets() -> Vec<&'static str> {
        RuleSet::preset_names().to_vec()
    }

    /// All rules as TOML.
    fn to_toml(&self) -> String {
        self.game.rules().to_toml()
    }

    /// The name of the rule set.
    #[getter]
    fn name(&self) -> &str {
        &self.game.rules().name
    }

    /// Number of seats.
    #[getter]
    fn players(&self) -> usize {
        self.game.players()
    }

    /// Number of sides. Partners are one side.
    #[getter]
    fn sides(&self) -> usize {
        self.game.sides()
    }

    /// Number of cards played in a hand.
    #[getter]
    fn plies(&self) -> usize {
        self.game.plies()
    }

    /// Number of deal-rounds.
    #[getter]
    fn deal_rounds(&self) -> usize {
        self.game.deal_rounds()
    }

    /// A fingerprint that two games share only if their rules are the same.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.game.fingerprint()
    }

    /// A fingerprint that two games share only if their rules of a hand are the same; the end of a match does not
    /// matter. A network is made for one hand fingerprint.
    #[getter]
    fn hand_fingerprint(&self) -> u64 {
        self.game.hand_fingerprint()
    }

    /// The cards of the deck, in canonical order.
    #[getter]
    fn cards(&self) -> Vec<Card> {
        Card::list(self.game.pack(), self.game.deck())
    }

    /// Number of inputs of views: the length of an `"inputs"` observation (docs/reference/inputs.md).
    #[getter]
    fn view_inputs(&self) -> usize {
        Encoder::new(&self.game).view_len()
    }

    /// The side of a seat.
    #[pyo3(signature = (seat: "typing.SupportsIndex"))]
    fn side(&self, seat: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self.game.side(arguments::place("seat", seat, self.game.players())?))
    }

    /// The card with a text such as `"7d"`.
    fn card(&self, text: &str) -> PyResult<Card> {
        let deck = self.game.deck();
        deck.parse_card(text).map(|card| Card::new(card, deck)).map_err(error::value)
    }

    /// The cards of a card set, a number with bit `Card.index` set for each card, as data sets have them.
    fn cards_of(&self, bits: u64) -> PyResult<Vec<Card>> {
        let cards = CardSet::from_bits(bits);
        if bits >> MAX_CARDS != 0 || !(cards - self.game.pack()).is_empty() {
            return Err(error::value(format!("bits is {bits:#x}: expected a set of cards of {}", self.name())));
        }
        Ok(Card::list(cards, self.game.deck()))
    }

    /// The action of a number (`Action.bits`), as data sets have them.
    fn action(&self, bits: u64) -> PyResult<Action> {
        let known = |action: &spariglio_engine::Action| {
            let played = action
                .card()
                .map_or(CardSet::EMPTY, |card| CardSet::from_bits(1 << card.index()));
            let declared = match action.kind() {
                ActionKind::Declare { cards, .. } => cards,
                _ => CardSet::EMPTY,
            };
            ((played | action.captured() | declared) - self.game.pack()).is_empty()
        };
        let action = spariglio_engine::Action::from_bits(bits).filter(known);
        let wrong = || error::value(format!("bits is {bits:#x}: expected the number of an action of {}", self.name()));
        action.map(|action| Action::new(action, self.game.deck())).ok_or_else(wrong)
    }

    /// The rules in words, one sentence per line; the arguments are those of `Wording`.
    #[pyo3(signature = (*, language = "en", cards = "letters", obfuscate: "typing.SupportsIndex | None" = None))]
    fn rules_text(
        &self,
        language: &str,
        cards: &str,
        #[pyo3(from_py_with = arguments::optional_seed)] obfuscate: Option<u64>,
    ) -> PyResult<String> {
        Ok(Wording::of(&self.game, language, cards, obfuscate)?.rules())
    }

    /// The text of a step (`Hand.take`), such as `"play 7d"`.
    #[pyo3(signature = (step: "typing.SupportsIndex"))]
    fn step_text(&self, #[pyo3(from_py_with = arguments::step)] step: usize) -> PyResult<String> {
        Steps::text(step, self.game.deck()).ok_or_else(|| error::index("step", step, STEPS))
    }

    /// A new hand. Deals from `seed`, or deals `cards` if they are given: all cards of the deck in the order of dealing
    /// (docs/reference/records.md). A seed never gives a deal that the rules annul.
    #[pyo3(signature = (seed: "typing.SupportsIndex" = 0, dealer: "typing.SupportsIndex" = 0, cards = None))]
    fn deal(
        &self,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        #[pyo3(from_py_with = arguments::dealer)] dealer: i64,
        cards: Option<Cards<'_>>,
    ) -> PyResult<Hand> {
        let dealer = self.dealer(dealer)?;
        let deal = self.dealt(seed, dealer, cards)?;
        Ok(Hand::new(Arc::clone(&self.game), deal))
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.name())
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (String,))> {
        let make = slf.getattr("from_toml")?;
        Ok((make, (slf.get().to_toml(),)))
    }
}
