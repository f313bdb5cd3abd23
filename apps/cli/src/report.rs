//! `spariglio report`: the page of a run, an arena or a tournament.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args as ClapArgs;
use serde_json::json;

use crate::{Status, common};

/// Make a page of an arena's result, a run or a tournament.
///
/// Writes report.html (one self-contained page), report.md (the same figures as Markdown) and the pictures
/// (report/*.svg, report/*.png).
#[derive(ClapArgs)]
pub struct Args {
    /// Run directory, result file of an arena or of matches, or tournament folder
    #[arg(value_name = "DIR|FILE")]
    source: PathBuf,
    /// Folder to write: the report [default: the directory itself, or a folder named like the result without .json]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON: the path of the page
    #[arg(long)]
    json: bool,
}

/// Runs `spariglio report`.
pub fn run(args: Args) -> Result<Status> {
    let page = spariglio_report::write(&args.source, args.out.as_deref())?;
    let mut out = common::output();
    if args.json {
        writeln!(out, "{}", json!({ "page": page }))?;
    } else {
        writeln!(out, "{}", page.display())?;
    }
    out.flush()?;
    Ok(Status::Success)
}
