//! Views: what one seat may know of a hand.

use numpy::PyArray1;
use pyo3::prelude::*;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::features::{FEATURES, WORDS, encode, encode_bits};

use crate::action::Action;
use crate::card::Card;
use crate::error;
use crate::hand::Hand;

/// What one seat may know of a hand, at one moment: its own cards, the table, the piles, and all that was public. Nothing
/// hidden can be read through it.
#[pyclass(frozen, module = "spariglio")]
#[derive(Clone)]
pub struct View {
    /// The world, which Python never sees.
    hand: Hand,
    /// The actions so far, as views want them.
    actions: Vec<spariglio_engine::Action>,
    seat: usize,
    partners_open: bool,
}

impl View {
    pub fn new(hand: Hand, seat: usize, partners_open: bool) -> View {
        View {
            actions: hand.history.iter().map(|&(_, action)| action).collect(),
            hand,
            seat,
            partners_open,
        }
    }

    pub fn game(&self) -> &std::sync::Arc<spariglio_engine::Game> {
        &self.hand.game
    }

    /// The view of the engine.
    pub fn view(&self) -> spariglio_engine::View<'_> {
        let Hand { game, deal, state, .. } = &self.hand;
        spariglio_engine::View::new(game, deal, state, self.seat, self.partners_open).with_history(&self.actions)
    }

    /// The view, of a seat that is to act in a hand that is not over.
    ///
    /// # Errors
    /// It is not.
    pub fn acting(&self) -> PyResult<spariglio_engine::View<'_>> {
        let view = self.view();
        if self.hand.state.is_over() {
            return Err(error::value("the hand is over: there is nothing to decide"));
        }
        if view.to_act() != self.seat {
            let message = format!(
                "seat {} is not to act: it is the turn of seat {}",
                self.seat,
                view.to_act()
            );
            return Err(error::value(message));
        }
        Ok(view)
    }

    fn list(&self, cards: spariglio_engine::CardSet) -> Vec<Card> {
        Card::list(cards, self.hand.game.deck())
    }
}

#[pymethods]
impl View {
    /// The game.
    #[getter]
    #[pyo3(name = "game")]
    fn py_game(&self) -> crate::game::Game {
        crate::game::Game {
            game: self.game().clone(),
        }
    }

    /// The seat that looks.
    #[getter]
    fn seat(&self) -> usize {
        self.seat
    }

    /// Its side.
    #[getter]
    fn side(&self) -> usize {
        self.hand.game.side(self.seat)
    }

    /// The seat to act.
    #[getter]
    fn to_act(&self) -> usize {
        self.view().to_act()
    }

    /// Whether the hand is over.
    #[getter]
    fn over(&self) -> bool {
        self.hand.state.is_over()
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

    /// Cards played so far.
    #[getter]
    fn ply(&self) -> usize {
        self.view().ply()
    }

    /// The round of dealing, from 0.
    #[getter]
    fn deal_round(&self) -> usize {
        self.view().deal_round()
    }

    /// Cards that have not been dealt.
    #[getter]
    fn stock(&self) -> usize {
        self.view().stock_len()
    }

    /// The legal actions of the seat to act in canonical order; empty for another seat, and where the hand is over.
    #[getter]
    fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Ok(view) = self.acting() {
            view.legal_actions(&mut actions);
        }
        Action::list(&actions, self.hand.game.deck())
    }

    /// All actions so far, each with its seat.
    #[getter]
    fn history(&self) -> Vec<(usize, Action)> {
        let deck = self.hand.game.deck();
        let turns = self.hand.history.iter();
        turns.map(|&(seat, action)| (seat, Action::new(action, deck))).collect()
    }

    /// Its hand cards.
    #[getter]
    fn hand(&self) -> Vec<Card> {
        self.list(self.view().hand_cards())
    }

    /// The cards on the table.
    #[getter]
    fn table(&self) -> Vec<Card> {
        self.list(self.view().table())
    }

    /// The cards that it cannot place: hidden hand cards of others and the stock.
    #[getter]
    fn unseen(&self) -> Vec<Card> {
        self.list(self.view().unseen())
    }

    /// The side that captured last, or `None`.
    #[getter]
    fn last_capture(&self) -> Option<usize> {
        self.view().last_capture()
    }

    /// The value that was declared for 7c; 0 where it is a plain seven.
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
        (0..self.hand.game.players())
            .map(|seat| self.view().hand_len(seat))
            .collect()
    }

    /// What a side has captured.
    fn pile(&self, side: usize) -> PyResult<Vec<Card>> {
        Ok(self.list(self.view().pile(error::side(self.game(), side)?)))
    }

    /// The sweeps of a side so far.
    fn sweeps(&self, side: usize) -> PyResult<u8> {
        Ok(self.view().tally(error::side(self.game(), side)?).sweeps)
    }

    /// The cards that are known to be in a seat's hand: its own, an open partner's, declared ones.
    fn known(&self, seat: usize) -> PyResult<Vec<Card>> {
        Ok(self.list(self.view().known(error::seat(self.game(), seat)?)))
    }

    /// The cards that a seat has played in this round of dealing.
    fn played(&self, seat: usize) -> PyResult<Vec<Card>> {
        Ok(self.list(self.view().played(error::seat(self.game(), seat)?)))
    }

    /// A hand that may be the true one: the cards that the seat cannot place are drawn by chance (declarations are heeded),
    /// all else is as here.
    #[pyo3(signature = (seed = 0))]
    fn sample(&self, seed: u64) -> Hand {
        let world = self.view().sample_world(&mut Pcg64Mcg::seed_from_u64(seed));
        let Hand { game, history, .. } = &self.hand;
        Hand::at(game.clone(), world.deal, world.state, history.clone())
    }

    /// Everything that the seat knows, as one text: two views of a game have the same text only where their seats cannot
    /// tell them apart. It holds the seat, the dealer, the first table, the cards dealt to the seat so far (and to open
    /// partners) and all actions.
    fn information_state(&self) -> String {
        let Hand { game, deal, state, .. } = &self.hand;
        let deck = game.deck();
        let mut text = format!(
            "seat {} dealer {} table {}",
            self.seat,
            deal.dealer(),
            deal.table(game).text(deck)
        );
        for seat in (0..game.players()).filter(|&seat| self.view().sees(seat)) {
            for round in 0..=state.deal_round_index() {
                text += &format!("; {seat} {}", deal.hand_cards(game, round, seat).text(deck));
            }
        }
        for action in &self.actions {
            text += &format!("; {}", action.text(deck));
        }
        text
    }

    /// The features of the dense networks: `uint8`, shape `(FEATURES,)` (docs/formats.md). The seat must be to act.
    #[pyo3(signature = () -> "numpy.typing.NDArray[numpy.uint8]")]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let mut row = vec![0; FEATURES];
        encode(&self.acting()?, &mut row);
        Ok(PyArray1::from_vec(py, row))
    }

    /// What it knows as sets of cards and packed numbers: `uint64`, shape `(WORDS,)`; `spariglio.vector.WORD_NAMES` tells which
    /// is what.
    #[pyo3(signature = () -> "numpy.typing.NDArray[numpy.uint64]")]
    fn bits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let mut row = vec![0; WORDS];
        encode_bits(&self.view(), &mut row);
        PyArray1::from_vec(py, row)
    }

    fn __repr__(&self) -> String {
        let name = &self.hand.game.rules().name;
        format!("View({name:?}, seat {}, ply {})", self.seat, self.hand.state.ply())
    }
}
