//! `spariglio deal`: random deals, as records without turns.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use spariglio_arena::pairs::MOST_HANDS;
use spariglio_engine::Deal;
use spariglio_engine::record::HandRecord;
use spariglio_files::tell;

use crate::Status;
use crate::common::{self, RulesArg};

/// Deal random hands, as records without turns.
///
/// Records are JSON Lines.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArg,
    /// Seed of everything random [default: a new one each time, which is printed]
    #[arg(long, value_name = "N", value_parser = common::seed)]
    seed: Option<u64>,
    /// Number of hands
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = common::count::<1, MOST_HANDS>)]
    hands: u64,
    /// Dealer's seat [default: each deal moves on to the next seat]
    #[arg(long, value_name = "SEAT", value_parser = common::number::<usize, 0, { u64::MAX }>)]
    dealer: Option<usize>,
}

/// Runs `spariglio deal`.
pub fn run(args: Args) -> Result<Status> {
    let game = Arc::new(args.rules.game()?);
    let players = game.players();
    let first = args.dealer.unwrap_or(0);
    ensure!(first < players, "--dealer {first}: expected a seat below {players}");
    let seed = args.seed.unwrap_or_else(common::clock_seed);
    if args.seed.is_none() {
        tell!("seed {seed}");
    }
    let mut rng = common::generator(seed);
    let mut out = common::output();
    for number in 0..args.hands {
        let step = if args.dealer.is_some() {
            0
        } else {
            number as usize % players
        };
        let deal = Deal::random(&game, (first + step) % players, &mut rng);
        writeln!(out, "{}", HandRecord::new(Arc::clone(&game), deal).to_line())?;
    }
    out.flush()?;
    Ok(Status::Success)
}
