//! The inputs of the networks.

use std::path::Path;
use std::sync::Mutex;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use spariglio_agents::net::META_FILE;
use spariglio_agents::net::inputs::{ActionInputs, Encoder, Residual, deal_text, rules_of};
use spariglio_agents::net::sparse::PolicyMeta;

use crate::error;
use crate::game::Game;
use crate::hand::Hand;
use crate::view::View;

/// Lists of input indices, concatenated (`uint16`), and the start of each list (`uint32`, one more than lists).
type Lists<'py> = (Bound<'py, PyArray1<u16>>, Bound<'py, PyArray1<u32>>);

/// The inputs of the networks of a game (docs/reference/inputs.md lists them).
#[pyclass(frozen, module = "spariglio")]
pub struct Inputs {
    game: Game,
    encoder: Mutex<Encoder>,
}

#[pymethods]
impl Inputs {
    #[new]
    fn new(game: &Game) -> Inputs {
        Inputs { encoder: Mutex::new(Encoder::new(&game.game)), game: game.clone() }
    }

    /// Number of inputs of views. The inputs of actions and of worlds begin at this index.
    #[getter]
    fn view_len(&self) -> PyResult<usize> {
        Ok(self.encoder.lock().map_err(error::value)?.view_len())
    }

    /// Number of inputs of a policy: those of views and of actions.
    #[getter]
    fn policy_len(&self) -> PyResult<usize> {
        Ok(self.encoder.lock().map_err(error::value)?.policy_len())
    }

    /// Number of inputs of a critic: those of views and of worlds.
    #[getter]
    fn critic_len(&self) -> PyResult<usize> {
        Ok(self.encoder.lock().map_err(error::value)?.critic_len())
    }

    /// The deck, the seats, the cards dealt, and whether declarations have points. A network that reads rules plays this
    /// game if `deal` in its `meta.json` is the same.
    #[getter]
    fn deal(&self) -> String {
        deal_text(&self.game.game)
    }

    /// The rows of the game's rules in the tensors `policy_rules` and `critic_rules` of a network that reads rules.
    #[getter]
    fn rules(&self) -> Vec<u16> {
        rules_of(self.game.game.rules())
    }

    /// Encodes the view of a seat that is to act: the inputs of the view, the inputs of each legal action, and the
    /// residual's logits of the actions (`float32`), to which a network adds its own. `residual` is that of the network's
    /// `meta.json`: "formula", "lookahead" or "none". With "none" the logits are 0, and the inputs of the book's scores
    /// are left out.
    #[pyo3(signature = (view, residual = "formula") -> "tuple[numpy.typing.NDArray[numpy.uint16], tuple[numpy.typing.NDArray[numpy.uint16], numpy.typing.NDArray[numpy.uint32]], numpy.typing.NDArray[numpy.float32]]")]
    #[expect(clippy::type_complexity, reason = "a tuple of Python")]
    fn view<'py>(
        &self,
        py: Python<'py>,
        view: &View,
        residual: &str,
    ) -> PyResult<(Bound<'py, PyArray1<u16>>, Lists<'py>, Bound<'py, PyArray1<f32>>)> {
        let own_view = view.acting()?;
        self.check(&view.game)?;
        let named = Residual::named(residual).filter(|residual| residual.fits(&self.game.game));
        let residual = named.ok_or_else(|| {
            let expected = "\"formula\", \"none\", or \"lookahead\" if it fits the game";
            error::value(format!("residual: expected {expected}, found {residual:?}"))
        })?;
        let mut encoder = self.encoder.lock().map_err(error::value)?;
        let (mut legal, mut own) = (Vec::new(), Vec::new());
        let (mut inputs, mut logits) = (ActionInputs::default(), Vec::new());
        own_view.legal_actions(&mut legal);
        encoder.view(&own_view, &encoder.refusals(&own_view), &mut own);
        encoder.actions(&own_view, &legal, residual, &mut inputs, &mut logits);
        let starts = [&[0], inputs.ends()].concat();
        let lists = (PyArray1::from_slice(py, inputs.indices()), PyArray1::from_vec(py, starts));
        Ok((PyArray1::from_vec(py, own), lists, PyArray1::from_vec(py, logits)))
    }

    /// The inputs of a critic: the view of the seat to act, and the world.
    #[pyo3(signature = (hand) -> "numpy.typing.NDArray[numpy.uint16]")]
    fn world<'py>(&self, py: Python<'py>, hand: &Hand) -> PyResult<Bound<'py, PyArray1<u16>>> {
        self.check(&hand.game)?;
        let view = hand.view_of(hand.state.seat(), false);
        let own_view = view.acting()?;
        let encoder = self.encoder.lock().map_err(error::value)?;
        let mut inputs = Vec::new();
        encoder.view_and_world(&own_view, &hand.state, &encoder.refusals(&own_view), &mut inputs);
        Ok(PyArray1::from_vec(py, inputs))
    }
}

impl Inputs {
    fn check(&self, game: &spariglio_engine::Game) -> PyResult<()> {
        let own = &self.game.game;
        if own.hand_fingerprint() == game.hand_fingerprint() {
            return Ok(());
        }
        let (found, expected) = (&game.rules().name, &own.rules().name);
        Err(error::value(format!("a hand of `{found}`: expected one of `{expected}`")))
    }
}

/// Fails if no agent would play a network: `meta` is the content of its `meta.json`; `policy` and `critic` are its
/// weights, row after row.
#[pyfunction]
#[pyo3(signature = (meta, policy: "numpy.typing.NDArray[numpy.float32]", critic: "numpy.typing.NDArray[numpy.float32]"))]
pub fn check_network(meta: &str, policy: PyReadonlyArray1<'_, f32>, critic: PyReadonlyArray1<'_, f32>) -> PyResult<()> {
    let read: PolicyMeta = serde_json::from_str(meta).map_err(|wrong| error::value(format!("{META_FILE}: {wrong}")))?;
    let weights = [policy.as_slice().map_err(error::value)?, critic.as_slice().map_err(error::value)?];
    read.check_weights(Path::new(META_FILE), weights).map_err(error::value)
}
