//! `spariglio tournament`: teams, stages and tables.

use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::Args as ClapArgs;
use indicatif::ProgressBar;
use spariglio_arena::tournaments::{MatchReport, Plan, TournamentProgress, play_tournament};
use spariglio_files::write_whole;

use crate::meter::{Lines, bar};
use crate::sandbox::{check_apart, warn_of_memory};
use crate::{Status, common};

/// Play a tournament: round robins, Swiss, knock-outs.
///
/// Plays the matches that DIR does not have yet, so a killed tournament resumes. DIR then holds tournament.json,
/// tournament.md, matches.jsonl and the records of every match, for `spariglio replay`. If an agent commits an offence,
/// it loses its match.
#[derive(ClapArgs)]
pub struct Args {
    /// Tournament file (configs/tournament/)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder to write: the tournament
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// Worker threads; 0 = one per core. Each plays one match; external programs share the cores and are timed by
    /// wall-clock time
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Sandbox external programs (needs bubblewrap): no network, a read-only system, no access to the tournament's
    /// files
    #[arg(long)]
    sandbox: bool,
    /// Print JSON: the result in one line, instead of tables
    #[arg(long)]
    json: bool,
}

/// Runs `spariglio tournament`.
pub fn run(args: Args) -> Result<Status> {
    let plan = Plan::load(&args.file, args.sandbox)?;
    let agents = || plan.teams.iter().flat_map(|(_, agents)| agents);
    check_apart(agents(), &args.out)?;
    warn_of_memory(agents());
    let bar = bar("{bar:24} {pos}/{len} matches, {eta} left  {msg}");
    let lines = (!stderr().is_terminal()).then(Lines::default);
    let has_played = AtomicBool::new(false);
    let result = play_tournament(&plan, &args.out, args.threads, &|progress| {
        has_played.store(true, Ordering::Relaxed);
        show(&bar, lines.as_ref(), progress);
    });
    bar.finish_and_clear();
    let result = result?;
    if !has_played.into_inner() {
        eprintln!("{}: nothing was left to play; another --out starts over", args.out.display());
    }
    write_whole(&args.out.join("tournament.md"), spariglio_report::tournament::markdown(&result))?;
    let mut out = common::output();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&result)?)?;
    } else {
        write!(out, "{}", spariglio_report::tournament::text(&result))?;
    }
    out.flush()?;
    Ok(Status::Success)
}

/// Shows a bar if `lines` is `None`, else plain lines; offences are printed in both cases.
fn show(bar: &ProgressBar, lines: Option<&Lines>, TournamentProgress { done, of, report }: TournamentProgress<'_>) {
    let line = told(report);
    if let Some(lines) = lines {
        if report.offence.is_some() || lines.is_due() {
            eprintln!("tournament: {done} of {of} matches, {line}");
        }
        return;
    }
    bar.set_length(of as u64);
    bar.set_position(done as u64);
    if report.offence.is_some() {
        bar.println(line);
    } else {
        bar.set_message(line);
    }
}

fn told(report: &MatchReport) -> String {
    let MatchReport { slot, names, scores, vp, .. } = report;
    let place = format!("stage {} round {}", slot.stage + 1, slot.round + 1);
    let offence = report
        .offence
        .as_ref()
        .map_or(String::new(), |offence| format!("; {}: {}", names[offence.side], offence.what));
    format!("{place}: {} - {} {}-{}, VP {}-{}{offence}", names[0], names[1], scores[0], scores[1], vp[0], vp[1])
}
