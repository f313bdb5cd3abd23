//! `spariglio learn`: self-play, training, gate, repeated.
//!
//! Invariant: where the run is follows from its files alone. Every stage leaves whole files, is skipped where they are
//! there, and is a function of the configuration and the files of the stages before, so a run that is killed and
//! started again ends with the same networks.

mod config;
mod gate;
mod metrics;
mod stages;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args as ClapArgs;
use serde_json::json;
use spariglio_selfplay::{Fingerprint, RulesChoice, RunDir, RunFile};

use crate::{Status, common};
use config::LearnConfig;
use gate::Verdict;
use stages::Loop;

/// Arguments of `spariglio learn`.
///
/// Each generation plays itself (data/), trains a network on the newest data (nets/), plays the best one so far
/// (arena/gen-NNNN.json) and takes its place if it is better (nets/best.json). A run that was stopped goes on where it
/// was when the same command is given again.
#[derive(ClapArgs)]
pub struct Args {
    /// The configuration (configs/learn/)
    #[arg(value_name = "CONFIG")]
    config: PathBuf,
    /// Run directory
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// Generations to train in all, instead of what the configuration says; more may be asked for later
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Seed of the run, instead of what the configuration says
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Threads of self-play and of the gate; 0 = one a core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Print what became of every generation, one JSON object a line
    #[arg(long)]
    json: bool,
}

/// Runs `spariglio learn`.
pub fn run(args: Args) -> Result<Status> {
    let mut config = LearnConfig::load(&args.config)?;
    config.generations = args.generations.unwrap_or(config.generations);
    config.set_seed(args.seed.unwrap_or(config.seed));
    config.check()?;
    let game = config.rules.game().with_context(|| args.config.display().to_string())?;
    let game = Arc::new(game);
    config.rules = RulesChoice::of(game.rules());
    let file = RunFile::new("learn", config.seed, Fingerprint::of(&game), &config);
    let run = RunDir::open(&args.out, &file)?;
    let mut learning = Loop {
        game,
        config: &config,
        run: &run,
        threads: args.threads,
        best: None,
    };
    for generation in 0..config.generations {
        let verdict = learning.generation(generation)?;
        if args.json {
            let line = json!({"generation": generation, "verdict": verdict});
            writeln!(common::output(), "{line}")?;
        }
    }
    if let Some(best) = learning.best {
        eprintln!(
            "best network: generation {best}, in {}",
            run.root().join(Verdict::net_path(best)).display()
        );
    }
    Ok(Status::Success)
}
