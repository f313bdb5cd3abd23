//! `spariglio report`: the page of a run, an arena or a tournament.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use serde_json::json;

use crate::{Status, common};

/// Make a page of a result, a run, a tournament or ladders.
///
/// Writes report.html (one self-contained page), report.md (the same figures as Markdown), and for a paper in report/ the
/// pictures (.svg, .pdf, .png), the tables (.csv, .tex), figures with captions (.tex) and the citation (.bib).
#[derive(ClapArgs)]
pub struct Args {
    /// Run directory, tournament folder, pool, folder of ladders, or result of an arena, of matches, a ladder, equity or a score
    #[arg(value_name = "DIR|FILE")]
    source: PathBuf,
    /// Folder to write: the report [default: the directory itself, or a folder named like the result without .json]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON: the path of the page
    #[arg(long)]
    json: bool,
}

/// Ends of the names of files that are in the folder of a report.
const FILES: [&str; 8] = ["svg", "pdf", "png", "csv", "tex", "bib", "html", "md"];

/// Runs `spariglio report`.
pub fn run(args: Args) -> Result<Status> {
    if let Some(out) = &args.out
        && FILES
            .iter()
            .any(|end| out.extension().is_some_and(|extension| extension == *end))
    {
        let (name, folder) = (out.display(), out.with_extension(""));
        bail!("--out {name}: expected a folder: pictures and tables come in {}/report", folder.display());
    }
    let page = spariglio_report::write(&args.source, args.out.as_deref())?;
    common::print_result(args.json, json!({ "page": page }), page.display())?;
    Ok(Status::Success)
}
