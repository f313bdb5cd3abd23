//! `spariglio export`: turns hand records into training rows.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args as ClapArgs;
use spariglio_files::run_dir;
use spariglio_selfplay::{ExportJob, export};

use crate::interrupt::{self, Then};
use crate::meter::rows::RowsMeter;
use crate::selfplay::{report, unless_stopped};
use crate::{Status, common};

/// Turn hand records into training rows.
///
/// The Parquet shards have the columns of self-play. Every record is replayed and checked. `policy` is 1 for the recorded action, `root_value` null and `full_search` false.
/// Writes data/gen-0000/rows/shard-NNNNN.parquet, a manifest and a data set card into the run directory. The files are
/// the same for any number of threads.
#[derive(ClapArgs)]
pub struct Args {
    /// Files of records, `.jsonl` or `.jsonl.zst`, in the order of the rows
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder to write: the run directory
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// Preset name, or TOML file of rules: those of all records [default: the first record's]
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Add network inputs to the rows: of each view and of its actions
    #[arg(long)]
    inputs: bool,
    /// Partners see each other's hand cards: changes the inputs
    #[arg(long, requires = "inputs")]
    partners_open: bool,
    /// Also write the hands as games: one hand per row, as tokens
    #[arg(long)]
    games: bool,
    /// Hands per shard
    #[arg(long, value_name = "N", value_parser = common::hands_per_shard, default_value_t = 10_000)]
    hands_per_shard: u32,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Print JSON: a summary in one line
    #[arg(long)]
    json: bool,
}

/// Runs `spariglio export`.
pub fn run(args: Args) -> Result<Status> {
    let game = args.rules.as_deref().map(common::game).transpose()?;
    let job = ExportJob {
        files: args.files,
        game: game.map(Arc::new),
        inputs: args.inputs,
        partners_open: args.partners_open,
        games: args.games,
        program: crate::VERSION.to_owned(),
        hands_per_shard: args.hands_per_shard,
    };
    let meter = RowsMeter::new("export");
    interrupt::listen()?;
    let manifest = export(&args.out, &job, args.threads, &|progress| meter.show(progress));
    let (progress, seconds) = meter.finish();
    let Some(manifest) = unless_stopped(manifest, Then::StartsOver)? else {
        return Ok(Status::Fault);
    };
    report(args.json, &run_dir::data_folder(&args.out, 0), &manifest, progress, seconds)?;
    Ok(Status::Success)
}
