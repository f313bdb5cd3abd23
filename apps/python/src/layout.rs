//! The layout of encoded views.

use pyo3::prelude::*;
use spariglio_agents::net::inputs::{Encoder, WORD_BLOCKS};

use crate::game::Rules;

/// The blocks of the inputs of a game: part (`view`, `action` or `world`), name, first input, number of inputs,
/// meaning. The inputs of actions and of worlds begin at the same index.
#[pyfunction]
#[pyo3(signature = (game: "Game | str | os.PathLike[str]"))]
pub fn input_blocks(game: Rules) -> Vec<(&'static str, &'static str, usize, usize, String)> {
    let blocks = Encoder::new(&game.0.game).blocks().into_iter();
    blocks
        .map(|block| (block.part, block.name, block.start, block.width(), block.meaning))
        .collect()
}

/// The blocks of a row of words: name, first word, number of words, meaning.
#[pyfunction]
pub fn word_blocks() -> Vec<(&'static str, usize, usize, &'static str)> {
    WORD_BLOCKS.to_vec()
}
