//! The layout of the rows that views become.

use pyo3::prelude::*;
use spariglio_agents::features::{BLOCKS, WORD_BLOCKS};

/// The blocks of a row of features: name, first feature, number of features, factor from byte to network input, meaning.
#[pyfunction]
pub fn feature_blocks() -> Vec<(&'static str, usize, usize, f32, &'static str)> {
    let blocks = BLOCKS.iter();
    blocks
        .map(|block| (block.name, block.start, block.width, block.scale, block.meaning))
        .collect()
}

/// The blocks of a row of words: name, first word, number of words, meaning.
#[pyfunction]
pub fn word_blocks() -> Vec<(&'static str, usize, usize, &'static str)> {
    WORD_BLOCKS.to_vec()
}
