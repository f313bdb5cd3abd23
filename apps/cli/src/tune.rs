//! `spariglio tune`: an agent's options, chosen on deals that no arena plays.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args as ClapArgs;
use serde_json::{Value, json};
use spariglio_arena::studies::tune::config::TuneFile;
use spariglio_arena::studies::tune::{Step, Tuned, tune};
use spariglio_files::write_whole;

use spariglio_report::figures;
use spariglio_stats::Estimate;

use crate::meter::{Meter, Rest};
use crate::{Status, common, interrupt, origin};

/// Tune an agent's options, on deals that no arena plays.
///
/// Tunes one option after the other: all its values play the same deals, and the better half continues on further
/// deals. After Ctrl-C or a kill the same command resumes. Writes the hands (FILE's name with .jsonl), the best agent (.toml) and a summary (.md)
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
    let meter = Meter::new("hands");
    interrupt::listen()?;
    let progress = |step: Step<'_>| show(&meter, &step);
    let tuned = tune(&args.file, &args.out, args.threads, &progress, &interrupt::stopped);
    meter.clear();
    let Some(tuned) = interrupt::unless_stopped(tuned)? else {
        return Ok(Status::Fault);
    };
    let file = TuneFile::load(&args.file)?;
    let game = file.game().map_err(|message| anyhow!(message))?;
    let mut out = common::output();
    let page = spariglio_report::tuning::markdown(
        &file,
        &game,
        &tuned,
        &common::command_of_file("tune", &args.file),
        &origin(),
    );
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

fn show(meter: &Meter, step: &Step<'_>) {
    let title = format!("{} against {}", step.title, step.opponent);
    let note = |_| Rest::note(figures::mean(step.done.mean, step.done.standard_error, 3));
    meter.show(&title, step.done.played, Some(step.done.of), note);
}
