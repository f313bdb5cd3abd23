//! `spariglio report`: the page of a run, an arena or a tournament.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args as ClapArgs;

use crate::{Status, common};

/// Make a page with tables and pictures of an arena's result, a run directory, a tournament, ladders or match equity.
///
/// Writes report.html (one self-contained page), report.md (the same figures as Markdown) and the pictures
/// (report/*.svg, report/*.png).
#[derive(ClapArgs)]
pub struct Args {
    /// Run directory, tournament folder, folder of ladders, or result of an arena, of matches, a ladder or equity
    #[arg(value_name = "DIR|RESULT.json")]
    source: PathBuf,
    /// Folder of the report [default: the directory itself, or a folder named like the result without .json]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs `spariglio report`.
pub fn run(args: Args) -> Result<Status> {
    let page = spariglio_report::write(&args.source, args.out.as_deref())?;
    common::print(page.display())?;
    Ok(Status::Success)
}
