//! `spariglio report`: the page of a run directory.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args as ClapArgs;

use crate::{Status, common};

/// Arguments of `spariglio report`.
#[derive(ClapArgs)]
pub struct Args {
    /// A run directory: its arena/*.json and metrics.jsonl are shown
    #[arg(value_name = "DIR")]
    run: PathBuf,
}

/// Runs `spariglio report`.
pub fn run(args: Args) -> Result<Status> {
    let page = spariglio_arena::report::write(&args.run)?;
    writeln!(common::output(), "{}", page.display())?;
    Ok(Status::Success)
}
