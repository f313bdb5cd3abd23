//! The compiled part of the Python package `spariglio`. Its classes wrap values of the project's crates, and its
//! functions call theirs. Python users import `apps/python/spariglio/`, which explains, completes and types it.
//!
//! Invariants: a `View` in Python never reveals a card that its seat does not know; long Rust work does not hold the
//! lock of the interpreter (`work`); no input from Python causes a panic.

#![forbid(unsafe_code)]

mod action;
mod agents;
mod arena;
mod arguments;
mod array;
mod batch;
mod card;
mod command;
mod error;
mod evaluator;
mod game;
mod hand;
mod inputs;
mod layout;
mod limits;
mod machines;
mod picture;
mod raised;
mod review;
mod score;
mod search;
mod spiel;
mod tree;
mod vector;
mod view;
mod wording;
mod work;

use pyo3::prelude::*;

/// The compiled part of `spariglio`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::action::Action;
    #[pymodule_export]
    use super::agents::{Entrant, agent_texts};
    #[pymodule_export]
    use super::arena::{arena, checked, matches, merge};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::card::Card;
    #[pymodule_export]
    use super::command::main;
    #[pymodule_export]
    use super::evaluator::Searcher;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::hand::Hand;
    #[pymodule_export]
    use super::inputs::{Inputs, check_network};
    #[pymodule_export]
    use super::layout::{input_blocks, word_blocks};
    #[pymodule_export]
    use super::machines::{
        arena_plan, decisions_fingerprint, ladder_part, ladder_plan, learn_help, matches_plan, selfplay_part,
        selfplay_plan,
    };
    #[pymodule_export]
    use super::picture::{card_symbols, png, raster};
    #[pymodule_export]
    use super::review::Reviewer;
    #[pymodule_export]
    use super::score::Score;
    #[pymodule_export]
    use super::search::{Decision, Thinker, search, solve};
    #[pymodule_export]
    use super::spiel::Arrays;
    #[pymodule_export]
    use super::tree::{efg, exploitability};
    #[pymodule_export]
    use super::vector::Hands;
    #[pymodule_export]
    use super::view::View;
    #[pymodule_export]
    use super::wording::{Reading, Wording};
    #[pymodule_export]
    use super::work::leave;
    /// The version of Spariglio.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    /// Number of different steps.
    #[pymodule_export]
    const STEPS: usize = spariglio_engine::hand::STEPS;
    /// Version of the inputs of networks.
    #[pymodule_export]
    const INPUTS_VERSION: u32 = spariglio_agents::net::inputs::INPUTS_VERSION;
    /// Kinds of points.
    #[pymodule_export]
    const KINDS: usize = spariglio_engine::PointKind::COUNT;
    /// Words in a row of bits.
    #[pymodule_export]
    const WORDS: usize = spariglio_agents::net::inputs::WORDS;
}
