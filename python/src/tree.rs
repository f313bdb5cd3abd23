//! Small games as trees.

use pyo3::prelude::*;
use spariglio_engine::Efg;

use crate::error;
use crate::game::Game;
use crate::work::wait;

/// A small game as an extensive-form game in the text format of Gambit, which OpenSpiel reads too: the text, and how many
/// decisions, ends and information sets it has. The root is the deal, each with the same chance; plays without a choice are no
/// nodes; players are seats, payoffs margins in points. A game of more than `most` nodes is refused.
#[pyfunction]
#[pyo3(signature = (game, dealer = 0, most = 5_000_000))]
pub fn efg(py: Python<'_>, game: &Game, dealer: usize, most: usize) -> PyResult<(String, usize, usize, usize)> {
    error::seat(&game.game, dealer)?;
    let own = game.clone();
    let Efg {
        text,
        decisions,
        ends,
        information_sets,
    } = wait(py, move |_| Efg::new(&own.game, dealer, most))?.map_err(error::value)?;
    Ok((text, decisions, ends, information_sets))
}
