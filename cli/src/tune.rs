//! `spariglio tune`: an agent's options, chosen on deals that no arena plays.

use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use spariglio_arena::tune::config::TuneFile;
use spariglio_arena::tune::{Step, report, tune};

use crate::{Status, common};

/// Arguments of `spariglio tune`.
///
/// Takes one option after the other: all its values play the same deals, and the better half goes on to further ones.
/// A killed run goes on where it was. Writes the hands (FILE's name with .jsonl), the best agent (.toml) and what was
/// found (.md) into DIR.
#[derive(ClapArgs)]
pub struct Args {
    /// What is to be tuned (configs/arena/tune_*.toml)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder of the results
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Worker threads; 0 = one a core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
}

/// Runs `spariglio tune`.
pub fn run(args: Args) -> Result<Status> {
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{prefix} {bar:20} {human_pos}/{human_len} hands, {eta} left  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let terminal = stderr().is_terminal();
    let tuned = tune(&args.file, &args.out, args.threads, &|step| show(&bar, terminal, &step));
    bar.finish_and_clear();
    let file = TuneFile::load(&args.file)?;
    let game = file.game().map_err(|message| anyhow!(message))?;
    let mut out = common::output();
    write!(out, "{}", report::markdown(&file, &game, &tuned?))?;
    out.flush()?;
    Ok(Status::Success)
}

/// A bar on a terminal; elsewhere a line whenever some hands are done.
fn show(bar: &ProgressBar, terminal: bool, step: &Step<'_>) {
    let title = format!("{} against {}", step.title, step.opponent);
    let state = format!("{:+.3} ±{:.3}", step.done.mean, 1.96 * step.done.standard_error);
    if !terminal {
        if step.done.hands == step.done.of {
            eprintln!("{title}: {} hands, {state}", step.done.hands);
        }
        return;
    }
    if bar.length() != Some(step.done.of) || bar.position() > step.done.hands {
        bar.reset();
        bar.set_length(step.done.of);
    }
    bar.set_prefix(title);
    bar.set_message(state);
    bar.set_position(step.done.hands);
}
