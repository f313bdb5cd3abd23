//! `spariglio conform`: asks another engine about the hands of the suite and compares its answers
//! (`docs/how-to/conform.md`).
//!
//! The exit status is 1 if an answer differs or is missing, 2 if the program cannot be started.

mod asking;
mod chosen;
mod show;
mod written;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args as ClapArgs;
use spariglio_conform::Tally;

use crate::interrupt::{self, Then};
use crate::meter::{Meter, Rest};
use crate::{Status, common};
use asking::Asking;

/// Check that another engine plays by the same rules.
///
/// Starts the program and sends it one hand per line: rules, deal and actions. The program answers each with the whole
/// record: legal actions of every turn, and the result. Answers are compared field by field. If the program ends or is
/// late, it is started again. If five hands of a rule set fail one after another, the rest of that rule set is left out.
#[derive(ClapArgs)]
pub struct Args {
    /// Program and its arguments
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "out", conflicts_with = "out")]
    command: Vec<String>,
    /// Part of a name: ask only about rule sets whose name contains it; a whole name chooses that one alone; several are
    /// separated by commas
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Number of hands: the first N of every rule set [default: all]
    #[arg(long, value_name = "N", value_parser = common::count::<1, 1_000_000>)]
    hands: Option<u64>,
    /// Longest wait for an answer: in seconds; the first includes the start of the program
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Folder to write: the questions and the answers, for engines that read files
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON: one object per finding and per rule set, then a summary
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

/// Parses `--timeout SECONDS`.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|seconds: &f64| (0.001..=3600.0).contains(seconds));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number from 0.001 to 3600".to_owned())
}

/// Runs `spariglio conform`.
pub fn run(args: Args) -> Result<Status> {
    if args.out.is_none() {
        interrupt::listen()?;
    }
    let hands = chosen::hands(args.only.as_deref(), args.hands)?;
    if let Some(folder) = &args.out {
        return written::write(folder, &hands);
    }
    let meter = Meter::new("hands");
    let mut asking = Asking::start(args.command, args.timeout)?;
    let mut tally = Tally::default();
    for (number, hand) in hands.iter().enumerate() {
        if interrupt::stopped() {
            break;
        }
        asking.hand(hand, &mut tally)?;
        let note = || format!("{} agree", tally.all().agree);
        meter.show("conform", number as u64 + 1, Some(hands.len() as u64), |_| Rest::note(note()));
    }
    drop(asking);
    meter.clear();
    show::show(&tally, args.json)?;
    let counts = tally.all();
    if counts.hands() < hands.len() as u64 {
        return Ok(interrupt::ended_early(Then::StartsOver));
    }
    Ok(if counts.agree == counts.hands() {
        Status::Success
    } else {
        Status::Fault
    })
}
