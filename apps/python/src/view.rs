//! Views: the knowledge of one seat.

use std::hash::Hash;
use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::net::inputs::{Encoder, WORDS, encode_bits};
use spariglio_engine::record::{HandRecord, Replayer, ViewMessage};
use spariglio_engine::{ActionKind, CardSet, Deal, Game, State};

use crate::action::Action;
use crate::arguments;
use crate::card::{Card, cards_text};
use crate::error;
use crate::game::Rules;
use crate::hand::{Hand, hash_of};
use crate::picture;
use crate::wording::{Reading, Wording};

/// The knowledge of one seat at one moment of a hand: its own cards, the table, the piles, and all public events. It
/// never reveals hidden cards.
#[pyclass(frozen, module = "spariglio")]
#[derive(Clone)]
pub struct View {
    pub game: Arc<Game>,
    /// The world, or one that looks the same from the seat. Python never sees it.
    pub deal: Deal,
    pub state: State,
    pub history: Vec<spariglio_engine::Action>,
    pub seat: usize,
    pub partners_open: bool,
}

/// The view of an argument. If it is a hand, the error names the view of that.
pub struct Viewed(pub View);

impl FromPyObject<'_, '_> for Viewed {
    type Error = PyErr;

    const INPUT_TYPE: PyStaticExpr = View::TYPE_HINT;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Viewed> {
        let view = given.cast::<View>();
        view.map(|view| Viewed(view.get().clone())).map_err(|_| {
            let kind = given.get_type();
            PyTypeError::new_err(format!("expected a View, such as hand.view(), found {kind}"))
        })
    }
}

impl View {
    /// A view for an agent. It holds a world that looks the same from the seat instead of the true one.
    pub fn of(game: &Arc<Game>, view: &spariglio_engine::View<'_>) -> View {
        let world = view.sample_world(&mut Pcg64Mcg::seed_from_u64(0));
        View {
            game: Arc::clone(game),
            deal: world.deal,
            state: world.state,
            history: view.history().to_vec(),
            seat: view.seat(),
            partners_open: view.partners_open(),
        }
    }

    /// The view of the engine.
    pub fn view(&self) -> spariglio_engine::View<'_> {
        spariglio_engine::View::new(&self.game, &self.deal, &self.state, self.seat, self.partners_open)
            .with_history(&self.history)
    }

    /// All actions so far, each with its seat.
    fn turns(&self) -> Vec<(usize, spariglio_engine::Action)> {
        let mut turns = Vec::new();
        self.view().replay(|seen| turns.push((seen.seat, seen.action)));
        turns
    }

    /// Tells of each position so far, oldest first: the state, the cards that its seat shows if the rules declare for
    /// it, and the next action.
    pub fn positions(&self, mut tell: impl FnMut(&State, CardSet, Option<spariglio_engine::Action>)) {
        let mut state = State::new(&self.game, &self.deal);
        let mut declared = CardSet::EMPTY;
        for &action in &self.history {
            tell(&state, state.declared() - declared, Some(action));
            declared = match action.kind() {
                ActionKind::Declare { cards, .. } => state.declared() | cards,
                _ => state.declared(),
            };
            let round = state.deal_round_index();
            state.apply(&self.game, &self.deal, action);
            if state.deal_round_index() != round {
                declared = CardSet::EMPTY;
            }
        }
        tell(&state, state.declared() - declared, None);
    }

    /// The engine's view, if its seat is to act.
    ///
    /// # Errors
    /// The hand is over, or another seat is to act.
    pub fn acting(&self) -> PyResult<spariglio_engine::View<'_>> {
        let view = self.view();
        if self.state.is_over() {
            return Err(error::value("the hand is over: there is nothing to decide"));
        }
        if view.to_act() != self.seat {
            let message = format!("seat {} is not to act: it is the turn of seat {}", self.seat, view.to_act());
            return Err(error::value(message));
        }
        Ok(view)
    }

    /// All that the seat knows: hidden cards are not in it.
    fn key(&self) -> impl Hash + Eq + use<'_> {
        let view = self.view();
        let known: Vec<CardSet> = (0..self.game.players()).map(|seat| view.known(seat)).collect();
        let place = (self.game.fingerprint(), self.seat, self.partners_open, view.dealer());
        (place, &self.history, view.hand_cards(), view.table(), known)
    }

    fn seat_of(&self, seat: &Bound<'_, PyAny>) -> PyResult<usize> {
        arguments::place("seat", seat, self.game.players())
    }

    fn side_of(&self, side: &Bound<'_, PyAny>) -> PyResult<usize> {
        arguments::place("side", side, self.game.sides())
    }

    fn list(&self, cards: spariglio_engine::CardSet) -> Vec<Card> {
        Card::list(cards, self.game.deck())
    }
}

#[pymethods]
impl View {
    /// The view of a text: with `game`, JSON in the fields of docs/reference/protocol.md; without it, a record in which
    /// `?` stands for cards that the seat to act has not seen (docs/reference/records.md). Checks every field. If
    /// `partners_open`, the seat of a record sees its partners' hand cards; JSON tells that by itself.
    #[staticmethod]
    #[pyo3(signature = (text, game: "Game | str | None" = None, partners_open = false))]
    fn read(py: Python<'_>, text: &str, game: Option<Rules>, partners_open: bool) -> PyResult<View> {
        let read = py.detach(|| match game {
            Some(Rules(game)) => HandRecord::of_view(&game.game, text),
            None => {
                let record = Replayer::apart().with_gaps().feed(text.as_bytes())?;
                Ok((record, partners_open))
            }
        });
        let (record, partners_open) = read.map_err(error::value)?;
        let state = record.check().map_err(error::value)?;
        let view = spariglio_engine::View::new(record.game(), record.deal(), &state, state.seat(), partners_open);
        record.check_view(&view).map_err(error::value)?;
        Ok(View {
            game: Arc::clone(record.game()),
            deal: *record.deal(),
            state,
            history: record.turns.iter().map(|turn| turn.action).collect(),
            seat: state.seat(),
            partners_open,
        })
    }

    /// The view as JSON, in the fields of docs/reference/protocol.md. Fails if the seat is not to act.
    fn json(&self) -> PyResult<String> {
        let message = ViewMessage::new(&self.acting()?);
        serde_json::to_string(&message).map_err(error::value)
    }

    /// The hand as a record in which `?` stands for cards that the seat has not seen. Fails if the seat is not to act.
    fn record(&self) -> PyResult<String> {
        self.acting()?;
        let record = HandRecord::played(Arc::clone(&self.game), self.deal, self.turns(), None);
        let partial = record.seen(self.history.len(), self.partners_open).map_err(error::value)?;
        Ok(partial.to_line())
    }

    /// The game.
    #[getter]
    #[pyo3(name = "game")]
    fn py_game(&self) -> crate::game::Game {
        crate::game::Game { game: Arc::clone(&self.game) }
    }

    /// The seat of the view.
    #[getter]
    fn seat(&self) -> usize {
        self.seat
    }

    /// The side of the seat.
    #[getter]
    fn side(&self) -> usize {
        self.game.side(self.seat)
    }

    /// The seat to act.
    #[getter]
    fn to_act(&self) -> usize {
        self.view().to_act()
    }

    /// Whether the hand is over.
    #[getter]
    fn over(&self) -> bool {
        self.state.is_over()
    }

    /// Whether partners see each other's hand cards.
    #[getter]
    fn partners_open(&self) -> bool {
        self.partners_open
    }

    /// The seat of the dealer.
    #[getter]
    fn dealer(&self) -> usize {
        self.view().dealer()
    }

    /// Number of cards played so far.
    #[getter]
    fn ply(&self) -> usize {
        self.view().ply()
    }

    /// The index of the deal-round, from 0.
    #[getter]
    fn deal_round(&self) -> usize {
        self.view().deal_round()
    }

    /// Number of cards not yet dealt.
    #[getter]
    fn stock(&self) -> usize {
        self.view().stock_len()
    }

    /// The legal actions in canonical order; empty if another seat is to act or the hand is over.
    #[getter]
    fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Ok(view) = self.acting() {
            view.legal_actions(&mut actions);
        }
        Action::list(&actions, self.game.deck())
    }

    /// All actions so far, each with its seat.
    #[getter]
    fn history(&self) -> Vec<(usize, Action)> {
        let deck = self.game.deck();
        let turns = self.turns().into_iter();
        turns.map(|(seat, action)| (seat, Action::new(action, deck))).collect()
    }

    /// The hand cards of the seat.
    #[getter]
    fn hand(&self) -> Vec<Card> {
        self.list(self.view().hand_cards())
    }

    /// The table cards.
    #[getter]
    fn table(&self) -> Vec<Card> {
        self.list(self.view().table())
    }

    /// The cards that the seat cannot locate: hidden hand cards of others and the stock.
    #[getter]
    fn unseen(&self) -> Vec<Card> {
        self.list(self.view().unseen())
    }

    /// The side that captured last, or `None`.
    #[getter]
    fn last_capture(&self) -> Option<usize> {
        self.view().last_capture()
    }

    /// The value declared for 7c; 0 if it is a plain seven.
    #[getter]
    fn matta(&self) -> u8 {
        self.view().matta()
    }

    /// Whether the seat to act decides on a declaration.
    #[getter]
    fn declaring(&self) -> bool {
        self.view().is_declaring()
    }

    /// Number of hand cards by seat.
    #[getter]
    fn hand_sizes(&self) -> Vec<usize> {
        (0..self.game.players()).map(|seat| self.view().hand_len(seat)).collect()
    }

    /// The pile of a side.
    #[pyo3(signature = (side: "typing.SupportsIndex"))]
    fn pile(&self, side: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
        Ok(self.list(self.view().pile(self.side_of(side)?)))
    }

    /// Number of sweeps of a side so far.
    #[pyo3(signature = (side: "typing.SupportsIndex"))]
    fn sweeps(&self, side: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.view().tally(self.side_of(side)?).sweeps)
    }

    /// The cards that are known to be in a seat's hand: its own, an open partner's, declared ones.
    #[pyo3(signature = (seat: "typing.SupportsIndex"))]
    fn known(&self, seat: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
        Ok(self.list(self.view().known(self.seat_of(seat)?)))
    }

    /// The cards that a seat has played in this deal-round.
    #[pyo3(signature = (seat: "typing.SupportsIndex"))]
    fn played(&self, seat: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
        Ok(self.list(self.view().played(self.seat_of(seat)?)))
    }

    /// The cards that seats have shown so far because the rules declare for them. No action tells of them: the
    /// deal-round, the seat and its cards.
    #[getter]
    fn shown(&self) -> Vec<(usize, usize, Vec<Card>)> {
        let mut cards = Vec::new();
        self.positions(|state, shown, _| {
            if !shown.is_empty() {
                cards.push((state.deal_round_index(), state.seat(), self.list(shown)));
            }
        });
        cards
    }

    /// A hand that may be the true one. Draws the cards that the seat cannot locate at random (consistent with
    /// declarations); all else stays the same.
    #[pyo3(signature = (seed: "typing.SupportsIndex" = 0))]
    fn sample(&self, #[pyo3(from_py_with = arguments::seed)] seed: u64) -> Hand {
        let world = self.view().sample_world(&mut Pcg64Mcg::seed_from_u64(seed));
        Hand::at(Arc::clone(&self.game), world.deal, world.state, self.turns())
    }

    /// The complete knowledge of the seat as a text. Two views of a game have the same text only if their seats cannot
    /// tell them apart. It holds the seat, the dealer, the first table, the cards dealt to the seat so far (and to open
    /// partners), the cards that a seat shows if the rules declare for it, and all actions.
    fn information_state(&self) -> String {
        let (game, deal) = (&self.game, &self.deal);
        let deck = game.deck();
        let mut text = format!("seat {} dealer {} table {}", self.seat, deal.dealer(), deal.table(game).text(deck));
        let mut round = usize::MAX;
        self.positions(|state, shown, action| {
            if state.deal_round_index() != round {
                round = state.deal_round_index();
                for seat in (0..game.players()).filter(|&seat| self.view().sees(seat)) {
                    text += &format!("; {seat} {}", deal.hand_cards(game, round, seat).text(deck));
                }
            }
            if !shown.is_empty() {
                text += &format!("; seat {} shows {}", state.seat(), shown.text(deck));
            }
            if let Some(action) = action {
                text += &format!("; {}", action.text(deck));
            }
        });
        text
    }

    /// The inputs of a network: `uint8`, shape `(Game.view_inputs,)`, 1 for each input that is 1
    /// (docs/reference/inputs.md). Fails if the seat is not to act. `Inputs` encodes the actions too, and is faster for
    /// many views.
    #[pyo3(signature = () -> "numpy.typing.NDArray[numpy.uint8]")]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let (view, encoder) = (self.acting()?, Encoder::new(&self.game));
        let mut inputs = Vec::new();
        encoder.view(&view, &encoder.refusals(&view), &mut inputs);
        let mut row = vec![0; encoder.view_len()];
        for input in inputs {
            row[usize::from(input)] = 1;
        }
        Ok(PyArray1::from_vec(py, row))
    }

    /// The view as sets of cards and packed numbers: `uint64`, shape `(WORDS,)`. `spariglio.vector.WORD_NAMES` names
    /// the words.
    #[pyo3(signature = () -> "numpy.typing.NDArray[numpy.uint64]")]
    fn bits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let mut row = vec![0; WORDS];
        encode_bits(&self.view(), &mut row);
        PyArray1::from_vec(py, row)
    }

    /// Everything that the view shows, in words; the arguments are those of `Wording` and of `Wording.view`.
    #[pyo3(signature = (*, language = "en", cards = "letters", obfuscate: "typing.SupportsIndex | None" = None, legal = true, whole_hand = true))]
    fn text(
        &self,
        language: &str,
        cards: &str,
        #[pyo3(from_py_with = arguments::optional_seed)] obfuscate: Option<u64>,
        legal: bool,
        whole_hand: bool,
    ) -> PyResult<String> {
        Wording::of(&self.game, language, cards, obfuscate)?.view(self, legal, whole_hand)
    }

    /// Reads an answer in words, as `Wording.read` does.
    #[pyo3(signature = (answer, *, language = "en", cards = "letters", obfuscate: "typing.SupportsIndex | None" = None))]
    fn parse(
        &self,
        answer: &str,
        language: &str,
        cards: &str,
        #[pyo3(from_py_with = arguments::optional_seed)] obfuscate: Option<u64>,
    ) -> PyResult<Reading> {
        Wording::of(&self.game, language, cards, obfuscate)?.read(self, answer)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// Pickles a sampled world that looks the same from the seat, so that nothing hidden is stored.
    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (Hand, usize, bool))> {
        let view = slf.get();
        let make = slf.py().get_type::<Hand>().getattr("view")?;
        Ok((make, (view.sample(0), view.seat, view.partners_open)))
    }

    /// Views are equal if their seats know the same.
    fn __eq__(&self, other: &View) -> bool {
        self.key() == other.key()
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.key())
    }

    fn __repr__(&self) -> String {
        let name = &self.game.rules().name;
        let [table, held] = [self.state.table(), self.state.hand_cards(self.seat)];
        let [table, held] = [table, held].map(|cards| cards_text(cards, self.game.deck()));
        format!("View({name:?}, seat {}, ply {}, hand {held}, table {table})", self.seat, self.state.ply())
    }

    /// What the seat knows as a picture, for notebooks.
    fn _repr_svg_(view: &Bound<'_, Self>) -> PyResult<String> {
        picture::drawn("view", view.as_any())
    }
}
