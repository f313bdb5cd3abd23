//! `spariglio merge`: adds up the results of an arena that was played in parts.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use spariglio_arena::ArenaResult;

use crate::{Status, arena};

/// Add up the results of an arena that was played in parts.
///
/// The results must be parts of one arena (same version, rules, agents and seed) on different deals, for example from
/// `spariglio arena --part 1/2` and `--part 2/2`. Sums are exact: the figures equal those of one run over all the
/// deals.
#[derive(ClapArgs)]
pub struct Args {
    /// Result files of `spariglio arena --out`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON: the result in one line, instead of a table
    #[arg(long)]
    json: bool,
    /// File to write: the result as JSON, in addition
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs `spariglio merge`.
pub fn run(args: Args) -> Result<Status> {
    let mut merged: Option<ArenaResult> = None;
    for path in &args.files {
        let Some(result) = ArenaResult::load_if_there(path)? else {
            bail!("{}: no such file", path.display());
        };
        merged = Some(match merged {
            None => result,
            Some(sum) => sum.merge(result).with_context(|| path.display().to_string())?,
        });
    }
    let result = merged.context("expected at least one file")?;
    if let Some(path) = &args.out {
        result.write(path)?;
    }
    arena::print(&result, args.json)?;
    Ok(Status::Success)
}
