//! `spariglio learn`: brings a run directory to the end of what its configuration asks for.

pub(crate) mod gradient;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args as ClapArgs;
use spariglio_files::config::has_table;

use crate::{Status, Training, common};

/// Learn a game: policy gradient in self-play, or the loop of self-play, training and gate.
///
/// A configuration with `[gradient]` learns by policy gradient: all seats play the network, which learns from its own hands;
/// now and then the averaged network is written (nets/) and plays fixed opponents (metrics.jsonl). With the tables
/// labels and distil it goes on with expert iteration: search plays (data/), the network learns what it plays. It needs no libtorch.
///
/// Any other configuration runs the loop of generations: each writes self-play of the best network (data/), trains a new
/// network on the newest data (nets/) and plays it against the best one (arena/gen-NNNN.json); a better network replaces
/// the best one (nets/best.json).
///
/// The same command resumes a stopped run.
#[derive(ClapArgs)]
pub struct Args {
    /// The configuration (configs/learn/)
    #[arg(value_name = "CONFIG")]
    pub config: PathBuf,
    /// Run directory
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// Total number of generations, instead of the configuration's; may be raised later; not with `[gradient]`
    #[arg(long, value_name = "N")]
    pub generations: Option<u32>,
    /// Seed of the run, instead of the configuration's
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    pub threads: usize,
    /// Print the verdict on each generation, or each evaluation, as JSON Lines
    #[arg(long)]
    pub json: bool,
}

/// Runs `spariglio learn`.
pub(crate) fn run(args: Args, training: &dyn Training) -> Result<Status> {
    if has_table(&args.config, "gradient")? {
        return gradient::run(&args);
    }
    training.generations(&args)
}

/// Says how a run is stopped and resumed.
pub fn tell_resumable(dir: &Path) {
    let dir = dir.display();
    eprintln!("Ctrl-C stops the run; the same command goes on from what is in {dir}");
}
