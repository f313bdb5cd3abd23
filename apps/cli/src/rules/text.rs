//! `spariglio rules text`: the rules of a game in words.

use anyhow::Result;
use clap::Args as ClapArgs;
use spariglio_text::{Language, Spelling, Wording};

use crate::completions::words;
use crate::{Status, common};

/// Arguments of `rules text`.
#[derive(ClapArgs)]
pub struct Args {
    /// Preset name, or TOML file
    #[arg(value_name = "NAME|FILE")]
    rules: String,
    /// Language: `en` or `it`, of the text
    #[arg(long = "lang", value_name = "LANG", default_value = Language::English.code(), add = words(Language::ALL.map(Language::code)))]
    language: Language,
    /// Form of cards: `letters` (7d), `names` (7 of coins) or `symbols` (7♦)
    #[arg(long, default_value = Spelling::Letters.name(), add = words(Spelling::ALL.map(Spelling::name)))]
    spelling: Spelling,
    /// Seed of invented names for cards, suits and the game
    #[arg(long, value_name = "SEED", value_parser = common::seed)]
    obfuscate: Option<u64>,
}

/// Runs `spariglio rules text`.
pub fn run(args: &Args) -> Result<Status> {
    let game = common::game(&args.rules)?;
    let wording = Wording::new(&game, args.language, args.spelling).disguised(args.obfuscate);
    common::print_text(&wording.rules())?;
    Ok(Status::Success)
}
