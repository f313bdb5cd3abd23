//! `spariglio merge`: adds up the results of an arena that was played in parts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use serde_json::Value;
use spariglio_arena::matches::arena::Matches;
use spariglio_arena::{ContestResult, Hands, Unit};
use spariglio_files::whole::read_text;
use spariglio_files::{FileError, Lock, json, tell};
use spariglio_report::paper::Form;

use crate::arena::print;
use crate::arena::show::Printed;
use crate::{Status, origin, result_file};

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
    /// File to write: in addition, the result (.json), or its table (.csv, or .tex for LaTeX)
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs `spariglio merge`.
pub fn run(mut args: Args) -> Result<Status> {
    let _lock = args.out.as_deref().map(Lock::of_file).transpose()?;
    if let Some(out) = args
        .out
        .as_ref()
        .filter(|out| args.files.iter().any(|path| is_same_file(path, out)))
    {
        bail!("--out {}: expected a file that is not among the parts", out.display());
    }
    let again = args
        .files
        .iter()
        .enumerate()
        .find(|(place, path)| args.files[..*place].iter().any(|other| is_same_file(other, path)));
    if let Some((_, path)) = again {
        bail!("{} is given twice", path.display());
    }
    let table = result_file::take_table(&mut args.out)?;
    let mut values = Vec::new();
    for path in &args.files {
        let value = json::read_value(read_text(path)?).map_err(|error| FileError::contents(path, error))?;
        values.push((path.as_path(), value));
    }
    let kinds: BTreeSet<_> = values
        .iter()
        .map(|(_, value)| value["kind"].as_str().unwrap_or_default())
        .collect();
    match Vec::from_iter(kinds)[..] {
        [Hands::KIND] => merge::<Hands>(&args, table.as_ref(), values),
        [Matches::KIND] => merge::<Matches>(&args, table.as_ref(), values),
        [Hands::KIND, Matches::KIND] => {
            bail!("expected results of one kind, found an arena of hands and one of matches")
        }
        _ => {
            let other = values
                .iter()
                .find(|(_, value)| value["kind"] != Hands::KIND && value["kind"] != Matches::KIND);
            let [hands, matches] = [Hands::KIND, Matches::KIND];
            bail!(
                "{}: expected a result of `spariglio arena` (\"kind\": \"{hands}\" or \"{matches}\")",
                other.map_or(Path::new(""), |(path, _)| path).display()
            )
        }
    }
}

/// Adds up the results in `values`, each with its file.
fn merge<U: Printed>(args: &Args, table: Option<&(PathBuf, Form)>, values: Vec<(&Path, Value)>) -> Result<Status> {
    let mut merged: Option<ContestResult<U>> = None;
    let mut commands = Vec::new();
    for (path, value) in values {
        let part = ContestResult::from_value(path, value)?;
        commands.extend(part.head.command.clone());
        merged = Some(match merged {
            None => part,
            Some(sum) => sum.merge(part).with_context(|| path.display().to_string())?,
        });
    }
    let mut result = merged.context("expected at least one file")?;
    (result.head.command, result.head.origin) = (None, Some(origin()));
    args.out.as_deref().map(|path| result.write(path)).transpose()?;
    result_file::write(table, |form| U::table(&result, form))?;
    print(&result, args.json)?;
    for part in missing(&commands) {
        tell!("part {part} is missing");
    }
    Ok(Status::Success)
}

/// The parts that no command played, if the commands name parts.
fn missing(commands: &[String]) -> Vec<String> {
    let parts = commands
        .iter()
        .filter_map(|command| command.split_once("--part ")?.1.split(' ').next());
    let parts = BTreeSet::from_iter(parts);
    let of = parts.first().and_then(|part| part.split_once('/')?.1.parse().ok());
    let all = (1..=of.unwrap_or(0)).map(|number: u64| format!("{number}/{}", of.unwrap_or(0)));
    all.filter(|part| !parts.contains(&**part)).collect()
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
