//! `spariglio merge`: adds up the results of an arena that was played in parts.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use serde_json::Value;
use spariglio_arena::ArenaResult;
use spariglio_arena::contests::ARENA_KIND;
use spariglio_arena::matches::arena::{MATCHES_KIND, MatchesResult};
use spariglio_files::whole::read_text;
use spariglio_files::{Lock, json};

use crate::arena::{self, matches};
use crate::{Status, origin};

/// Add up the results of an arena that was played in parts.
///
/// The results must be parts of one arena (same version, rules, agents and seed) on different deals, for example from
/// `spariglio arena --part 1/2` and `--part 2/2`. Sums are exact: the figures equal those of one run over all the
/// deals. Arenas of matches (--matches) are added in the same way.
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
    let _lock = args.out.as_deref().map(Lock::of_file).transpose()?;
    if let Some(out) = args
        .out
        .as_ref()
        .filter(|out| args.files.iter().any(|path| is_same_file(path, out)))
    {
        bail!("--out {}: expected a file that is not among the parts", out.display());
    }
    let mut merged: Option<Parts> = None;
    for path in &args.files {
        let result = Parts::load(path)?;
        merged = Some(match merged {
            None => result,
            Some(sum) => sum.merge(result).with_context(|| path.display().to_string())?,
        });
    }
    match merged.context("expected at least one file")? {
        Parts::Hands(result) => {
            let result = result.made_by(None, Some(origin()));
            args.out.as_deref().map(|path| result.write(path)).transpose()?;
            arena::print(&result, args.json)?;
        }
        Parts::Matches(result) => {
            let result = result.made_by(None, Some(origin()));
            args.out.as_deref().map(|path| result.write(path)).transpose()?;
            matches::print(&result, args.json)?;
        }
    }
    Ok(Status::Success)
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The sum of some parts.
enum Parts {
    Hands(Box<ArenaResult>),
    Matches(Box<MatchesResult>),
}

impl Parts {
    fn load(path: &Path) -> Result<Parts> {
        let text = read_text(path)?;
        let value: Value = json::read_value(&text).with_context(|| format!("{}: not JSON", path.display()))?;
        match value["kind"].as_str() {
            Some(ARENA_KIND) => Ok(Parts::Hands(Box::new(ArenaResult::from_value(path, value)?))),
            Some(MATCHES_KIND) => Ok(Parts::Matches(Box::new(MatchesResult::from_value(path, value)?))),
            _ => bail!(
                "{}: expected a result of `spariglio arena` (\"kind\": \"{ARENA_KIND}\" or \"{MATCHES_KIND}\")",
                path.display()
            ),
        }
    }

    fn merge(self, other: Parts) -> Result<Parts> {
        match (self, other) {
            (Parts::Hands(sum), Parts::Hands(part)) => Ok(Parts::Hands(Box::new(sum.merge(*part)?))),
            (Parts::Matches(sum), Parts::Matches(part)) => Ok(Parts::Matches(Box::new(sum.merge(*part)?))),
            _ => bail!("expected results of one kind, found an arena of hands and one of matches"),
        }
    }
}
