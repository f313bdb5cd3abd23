//! `spariglio rules text`: the rules of a game in words.

use std::io::Write;

use anyhow::Result;
use clap::Args as ClapArgs;
use spariglio_text::{Language, Spelling, Wording};

use crate::{Status, common};

/// Arguments of `rules text`.
#[derive(ClapArgs)]
pub struct Args {
    /// Preset name, or TOML file
    #[arg(value_name = "NAME|FILE")]
    rules: String,
    /// Language of the text: English or Italian
    #[arg(long, default_value = "en", value_parser = Language::ALL.map(Language::code))]
    language: String,
    /// Form of cards: 7d, 7 of coins or 7♦
    #[arg(long, default_value = "letters", value_parser = Spelling::ALL.map(Spelling::name))]
    spelling: String,
    /// Seed of invented names for cards, suits and the game
    #[arg(long, value_name = "SEED")]
    obfuscate: Option<u64>,
}

/// Runs `spariglio rules text`.
pub fn run(args: &Args) -> Result<Status> {
    let game = common::game(&args.rules)?;
    let language = Language::of(&args.language).unwrap_or_default();
    let wording = Wording::new(&game, language, Spelling::of(&args.spelling).unwrap_or_default());
    let wording = match args.obfuscate {
        None => wording,
        Some(seed) => wording.disguised(seed),
    };
    let mut out = common::output();
    write!(out, "{}", wording.rules())?;
    out.flush()?;
    Ok(Status::Success)
}
