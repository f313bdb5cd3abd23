//! Small games as trees.

use std::sync::Arc;

use pyo3::prelude::*;
use spariglio_agents::AgentSpec;
use spariglio_engine::walks::Efg;
use spariglio_equilibrium::{GameTree, Question, ask};

use crate::arguments;
use crate::error;
use crate::game::Game;
use crate::work::wait;

/// The gain of best responses against the policy of an agent, in points per hand: as the dealer, as the other seat, and
/// the mean of both (`spariglio exploit`). Works for games of two seats with few cards.
#[pyfunction]
#[pyo3(signature = (game, agent))]
pub fn exploitability(py: Python<'_>, game: &Game, agent: &str) -> PyResult<(f64, f64, f64)> {
    let spec = AgentSpec::resolve(agent).map_err(error::value)?;
    let game = Arc::clone(&game.game);
    let gains = wait(py, move |_| {
        let tree = GameTree::new(&game).map_err(error::value)?;
        let answers = ask(&game, &tree, &spec, Question::Stated, 0, &|_| {}).map_err(error::value)?;
        Ok::<_, PyErr>(spariglio_equilibrium::exploitability(&tree, &answers.policy))
    })??;
    Ok((gains.responses[0], gains.responses[1], gains.mean()))
}

/// Writes a small game as an extensive-form game in the text format of Gambit, which OpenSpiel reads too. Returns the
/// text and the numbers of decisions, ends and information sets. The root is the deal: every deal has the same chance
/// and is named by its cards (`Game.deal`). A play without a choice has no node. Players are seats; payoffs are margins
/// in points. Fails if the game has more than `most` nodes (100 million at most).
#[pyfunction]
#[pyo3(signature = (game, dealer: "typing.SupportsIndex" = 0, most: "typing.SupportsIndex" = 5_000_000))]
pub fn efg(
    py: Python<'_>,
    game: &Game,
    #[pyo3(from_py_with = arguments::dealer)] dealer: i64,
    #[pyo3(from_py_with = arguments::most)] most: usize,
) -> PyResult<(String, usize, usize, usize)> {
    let dealer = game.dealer(dealer)?;
    let own = game.clone();
    let Efg { text, decisions, ends, information_sets } =
        wait(py, move |_| Efg::new(&own.game, dealer, most))?.map_err(error::value)?;
    Ok((text, decisions, ends, information_sets))
}
