//! `spariglio tournament`: teams, stages and tables.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use spariglio_arena::in_flight::in_flight;
use spariglio_arena::tournaments::{MatchReport, Plan, TournamentProgress, TournamentResult, play_tournament};
use spariglio_engine::Game;
use spariglio_files::whole::read_text;
use spariglio_files::{Origin, sealed, tell, write_whole};

use crate::meter::{Meter, Rest};
use crate::sandbox::{check_apart, warn_of_memory};
use crate::{Status, common, interrupt, origin};

/// Play a tournament: round robins, Swiss, knock-outs.
///
/// Plays the matches that DIR does not have yet. After Ctrl-C or a kill the same command resumes; it plays matches that
/// were in progress again. DIR then holds tournament.json,
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
    /// Worker threads; 0 = one per core. Each plays one encounter; external programs share the cores and are timed by
    /// wall-clock time
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Number to play side by side if a program takes part: encounters, each with processes of its own [default: one per
    /// worker thread; at least 16 if a program has more than 2 seconds per decision and no other agent has a budget of time]
    #[arg(long, value_name = "N", value_parser = common::hands_in_flight)]
    in_flight: Option<usize>,
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
    let has_program = agents().any(|agent| agent.agent_type().is_program());
    ensure!(
        has_program || args.in_flight.is_none(),
        "--in-flight: expected an external program among the agents"
    );
    check_apart(agents(), &args.out)?;
    warn_of_memory(agents());
    common::warn_of_other_rules(agents(), &Game::new(plan.frame.rules.clone())?);
    let meter = Meter::new("matches");
    let has_played = AtomicBool::new(false);
    common::tell_in_flight(agents(), args.in_flight, args.threads);
    let threads = in_flight(agents(), args.in_flight.unwrap_or(0), args.threads);
    interrupt::listen()?;
    let progress = |progress: TournamentProgress<'_>| {
        has_played.store(true, Ordering::Relaxed);
        show(&meter, &progress);
    };
    let before = said_before(&args.out);
    let result = play_tournament(&plan, &args.out, threads, &progress, &interrupt::stopped);
    meter.clear();
    let Some(result) = interrupt::unless_stopped(result, interrupt::Then::Resumes)? else {
        return Ok(Status::Fault);
    };
    let has_played = has_played.into_inner();
    if !has_played {
        tell!("{}: nothing was left to play; another --out starts over", args.out.display());
    }
    let (command, origin) = before.filter(|_| !has_played).unwrap_or_else(|| (command(&args), origin()));
    let result = TournamentResult { command: Some(command), origin: Some(origin), ..result };
    result.write(&args.out)?;
    write_whole(&args.out.join("tournament.md"), spariglio_report::tournament::markdown(&result))?;
    common::print_text(&match args.json {
        true => sealed::to_json(&result)? + "\n",
        false => spariglio_report::tournament::text(&result),
    })?;
    Ok(Status::Success)
}

/// The command and the origin of the result that the folder has; a damaged one is written again.
fn said_before(out: &Path) -> Option<(String, Origin)> {
    let text = read_text(&out.join("tournament.json")).ok()?;
    let earlier = TournamentResult::read(&text).ok()?;
    earlier.command.zip(earlier.origin)
}

fn command(args: &Args) -> String {
    let sandbox = if args.sandbox { " --sandbox" } else { "" };
    format!("{}{sandbox}", common::command_of_file("tournament", &args.file))
}

/// Shows the progress; offences have lines of their own.
fn show(meter: &Meter, TournamentProgress { done, of, report }: &TournamentProgress<'_>) {
    if report.offence.is_some() {
        meter.aside(|| tell!("{}", told(report)));
    }
    meter.show("tournament", *done as u64, Some(*of as u64), |_| Rest::note(told(report)));
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
