//! The command line `spariglio`. Each verb is a file with its arguments (`Args`) and its work (`run`).
//!
//! Exit status: 0 on success; 1 if the work found a fault or was stopped ([`Status::Fault`]), or if a hand record is
//! wrong; 2 if arguments or other input are bad, which is any other error of a verb, such as a missing file. Results go
//! to standard output, everything else to standard error. It is no error if the reader closes the pipe early.

#![forbid(unsafe_code)]

mod agents;
mod analyse;
mod arena;
mod bench;
mod check_agent;
pub mod common;
mod completions;
mod conform;
mod deal;
mod equity;
mod exploit;
mod export;
mod gain;
mod help;
mod inputs;
mod interrupt;
mod ladder;
mod learn;
pub mod limits;
mod man;
#[cfg(feature = "web")]
mod mcp;
mod merge;
pub mod meter;
mod mistake;
mod perft;
mod picture_file;
mod play;
mod recorded;
mod replay;
mod report;
mod result_file;
mod review;
mod rules;
mod sandbox;
mod score;
pub mod selfplay;
#[cfg(feature = "web")]
mod serve;
mod settings;
mod solve;
#[cfg(test)]
mod tests;
mod torch;
mod tournament;
mod train;

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Context;
use clap::{ArgMatches, FromArgMatches, Parser, Subcommand};
use spariglio_engine::FormatError;
use spariglio_files::tell::Loudness;
use spariglio_files::{Origin, complain, tell};
use spariglio_selfplay::SelfplayError;

pub use torch::{Absent, Apart, Torch};

/// Version and commit, as `build.rs` found them.
const VERSION: &str = env!("SPARIGLIO_VERSION");

/// The origin of a result that is finished here and now.
#[must_use]
pub fn origin() -> Origin {
    Origin::here(VERSION)
}

/// Play, search and learn the card games of the Scopa family
#[derive(Parser)]
#[command(name = "spariglio", version = VERSION, max_term_width = 100)]
struct Arguments {
    /// Print results and errors only: no progress, no notes
    #[arg(long, short, global = true, conflicts_with = "verbose", display_order = 900)]
    quiet: bool,
    /// Print the settings in use, and progress every 5 seconds
    #[arg(long, short, global = true, display_order = 901)]
    verbose: bool,
    #[command(subcommand)]
    verb: Verb,
}

/// The verbs, each with its module and what its `run` needs beside its arguments.
macro_rules! verbs {
    ($torch:ident: $($(#[$only:meta])* $verb:ident($module:ident $(, $also:ident)?),)*) => {
        #[derive(Subcommand)]
        enum Verb {
            $($(#[$only])* $verb($module::Args),)*
        }

        fn run(verb: Verb, $torch: &dyn Torch) -> anyhow::Result<Status> {
            match verb {
                $($(#[$only])* Verb::$verb(args) => $module::run(args $(, $also)?),)*
            }
        }
    };
}

verbs! {
    torch:
    Rules(rules),
    Agents(agents),
    Deal(deal),
    Replay(replay),
    Conform(conform),
    Solve(solve),
    Review(review),
    Analyse(analyse),
    Selfplay(selfplay),
    Export(export),
    Perft(perft),
    Exploit(exploit),
    Gain(gain),
    Score(score),
    Play(play),
    #[cfg(feature = "web")]
    Serve(serve),
    #[cfg(feature = "web")]
    Mcp(mcp),
    Arena(arena),
    CheckAgent(check_agent),
    Merge(merge),
    Tournament(tournament),
    Equity(equity),
    Ladder(ladder),
    Train(train, torch),
    Learn(learn, torch),
    Inputs(inputs),
    Bench(bench),
    Report(report),
    Completions(completions),
    Man(man),
}

/// Exit status if arguments or other input are bad.
const BAD_INPUT: u8 = 2;

/// How a verb ended, if it could do its work.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Status {
    /// It found no fault.
    Success,
    /// It found a fault in its input, or was stopped before its end.
    Fault,
}

/// Runs a command line (its first word is the program) and returns the exit status. Errors go to standard error. If a
/// shell asks (`COMPLETE=bash`), it gets candidates instead.
pub fn main<A: Into<OsString>>(arguments: impl IntoIterator<Item = A>, torch: &dyn Torch) -> u8 {
    let words: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    match completions::answer(&words) {
        Ok(true) => return 0,
        Ok(false) => {}
        Err(error) => return told_by_clap(error, &words),
    }
    let mut command = help::command();
    let matches = command.try_get_matches_from_mut(&words);
    let parsed = matches.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, matches)));
    let (arguments, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(answer) => return told_by_clap(answer, &words),
    };
    tell::set_loudness(match (arguments.quiet, arguments.verbose) {
        (true, _) => Loudness::Quiet,
        (_, true) => Loudness::Verbose,
        _ => Loudness::Normal,
    });
    if arguments.verbose {
        tell!("settings of {}", settings::told(&command, &matches));
    }
    let done = keep_transcripts(&matches).and_then(|()| interrupt::during(|| run(arguments.verb, torch)));
    if done.is_ok() {
        tell_of_no_transcript(&matches);
    }
    match done {
        Ok(Status::Success) => 0,
        Ok(Status::Fault) => 1,
        Err(error) if common::is_reader_gone(&error) => 0,
        Err(error) => {
            complain!("spariglio: error: {}", told(&error));
            if is_wrong_record(&error) { 1 } else { BAD_INPUT }
        }
    }
}

/// The folder for transcripts of programs, if the verb is told to keep them.
fn transcripts(matches: &ArgMatches) -> Option<&PathBuf> {
    let verb = matches.subcommand().map(|(_, verb)| verb);
    verb.and_then(|verb| verb.try_get_one::<PathBuf>(help::TRANSCRIPT).ok().flatten())
}

/// Says that nothing was kept, as no program was asked.
fn tell_of_no_transcript(matches: &ArgMatches) {
    let entries = transcripts(matches).and_then(|folder| Some((folder, folder.read_dir().ok()?)));
    if let Some((folder, mut entries)) = entries
        && entries.next().is_none()
    {
        tell!("--{} {}: no external program took part, so it is empty", help::TRANSCRIPT, folder.display());
    }
}

/// Keeps transcripts of programs from now on, if the verb is told to.
fn keep_transcripts(matches: &ArgMatches) -> anyhow::Result<()> {
    transcripts(matches).map_or(Ok(()), |folder| {
        let outcome = spariglio_agents::external::keep_transcripts(folder);
        outcome.with_context(|| format!("--{}: {}: cannot make the folder", help::TRANSCRIPT, folder.display()))
    })
}

/// Prints an answer of the command line itself, such as the help or an error, and returns the exit status.
fn told_by_clap(answer: clap::Error, arguments: &[OsString]) -> u8 {
    let status = u8::try_from(answer.exit_code()).unwrap_or(BAD_INPUT);
    match mistake::with_way_out(answer, arguments).print() {
        Err(error) if status == 0 && error.kind() != std::io::ErrorKind::BrokenPipe => {
            complain!("spariglio: error: standard output: {error}");
            BAD_INPUT
        }
        _ => status,
    }
}

/// The error with its causes; a cause is left out if the text already contains it.
fn told(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Whether a file could be read but a hand record in it is wrong.
fn is_wrong_record(error: &anyhow::Error) -> bool {
    let is_format = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<FormatError>() || matches!(cause.downcast_ref(), Some(SelfplayError::Format(_)))
    };
    error.chain().any(is_format)
}
