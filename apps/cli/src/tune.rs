//! `spariglio tune`: an agent's options, chosen on deals that no arena plays.

use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args as ClapArgs;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use spariglio_arena::studies::tune::config::TuneFile;
use spariglio_arena::studies::tune::{Step, Tuned, tune};
use spariglio_files::write_whole;

use spariglio_report::figures;
use spariglio_stats::Estimate;

use crate::meter::{Lines, bar};
use crate::{Status, common};

/// Tune an agent's options, on deals that no arena plays.
///
/// Tunes one option after the other: all its values play the same deals, and the better half continues on further
/// deals. A killed run resumes. Writes the hands (FILE's name with .jsonl), the best agent (.toml) and a summary (.md)
/// into DIR.
#[derive(ClapArgs)]
pub struct Args {
    /// Tuning file (configs/arena/tune_*.toml)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder to write: the results
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Print JSON: the result in one line, instead of the summary
    #[arg(long)]
    json: bool,
}

/// Runs `spariglio tune`.
pub fn run(args: Args) -> Result<Status> {
    let bar = bar("{prefix} {bar:20} {human_pos}/{human_len} hands, {eta} left  {msg}");
    let lines = (!stderr().is_terminal()).then(Lines::default);
    let tuned = tune(&args.file, &args.out, args.threads, &|step| {
        show(&bar, lines.as_ref(), &step);
    });
    bar.finish_and_clear();
    let file = TuneFile::load(&args.file)?;
    let game = file.game().map_err(|message| anyhow!(message))?;
    let mut out = common::output();
    let tuned = tuned?;
    let page = spariglio_report::tuning::markdown(&file, &game, &tuned);
    let name = args.file.with_extension("md");
    write_whole(&args.out.join(name.file_name().unwrap_or_default()), &page)?;
    if args.json {
        writeln!(out, "{}", object(&tuned))?;
    } else {
        write!(out, "{page}")?;
    }
    out.flush()?;
    Ok(Status::Success)
}

/// The result as JSON. Margins are points per hand.
fn object(tuned: &Tuned) -> Value {
    let steps = tuned.steps.iter().map(|step| {
        let candidates = step.candidates.iter().map(|candidate| {
            json!({
                "value": candidate.value, "deals": candidate.deals, "margin": estimate(&candidate.margin),
                "behind": estimate(&candidate.behind),
            })
        });
        json!({
            "option": step.option, "candidates": Vec::from_iter(candidates), "effect": estimate(&step.effect),
            "worst": step.worst,
        })
    });
    json!({
        "base": tuned.base, "best": tuned.spec, "gain": tuned.gain.as_ref().map(estimate), "steps": Vec::from_iter(steps),
    })
}

fn estimate(estimate: &Estimate) -> Value {
    json!({ "mean": estimate.mean, "standard_error": estimate.standard_error, "interval": estimate.interval })
}

/// Shows a bar if `lines` is `None`, else plain lines.
fn show(bar: &ProgressBar, lines: Option<&Lines>, step: &Step<'_>) {
    let title = format!("{} against {}", step.title, step.opponent);
    let state = figures::mean(step.done.mean, step.done.standard_error, 3);
    if let Some(lines) = lines {
        return lines.tell(|| format!("{title}: {} of {} hands, {state}", step.done.played, step.done.of));
    }
    if bar.length() != Some(step.done.of) || bar.position() > step.done.played {
        bar.reset();
        bar.set_length(step.done.of);
    }
    bar.set_position(step.done.played);
    bar.set_prefix(title);
    bar.set_message(state);
}
