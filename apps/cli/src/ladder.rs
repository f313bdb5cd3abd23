//! `spariglio ladder`: tables of pairs, played once and kept, and the page of them.

use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use indicatif::{HumanDuration, ProgressBar};
use spariglio_arena::PairResult;
use spariglio_arena::studies::ladder::{RowStep, Settings, play};

use spariglio_report::figures;

use crate::meter::{Lines, bar};
use crate::{Status, common};

/// Play tables of pairs (ladders), or make a page of them.
///
/// Plays the pairs that DIR/LADDER.json does not have yet, so a killed run resumes. A row is played again if its rules,
/// agents, hands or seed have changed. With --page, makes a page of all results in a folder.
#[derive(ClapArgs)]
pub struct Args {
    /// Ladder files (configs/arena/ladder_*.toml)
    #[arg(value_name = "FILE", required_unless_present = "page")]
    files: Vec<PathBuf>,
    /// Folder to write: the results
    #[arg(long, short, value_name = "DIR", required_unless_present = "page")]
    out: Option<PathBuf>,
    /// Part of a name: play only the rows whose "ladder: row" contains it
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Factor for all numbers of hands, for example 0.01 for a trial run
    #[arg(long, value_name = "X")]
    hands_scale: Option<f64>,
    /// Start over: play finished rows again, for example if an agent's code has changed
    #[arg(long)]
    again: bool,
    /// Print JSON: one object per pair
    #[arg(long)]
    json: bool,
    /// Page to write from existing results
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "out", "only", "again", "json", "threads", "hands_scale"], requires = "from")]
    page: Option<PathBuf>,
    /// Folder of the results for --page
    #[arg(long, value_name = "DIR", requires = "page")]
    from: Option<PathBuf>,
}

/// Maximum of `--hands-scale`.
const MOST_SCALE: f64 = 1000.0;

/// Runs `spariglio ladder`.
pub fn run(args: Args) -> Result<Status> {
    if let (Some(page), Some(from)) = (&args.page, &args.from) {
        spariglio_report::ladder::write(from, page)?;
        writeln!(common::output(), "{}", page.display())?;
        return Ok(Status::Success);
    }
    let Some(out) = &args.out else {
        bail!("--out: expected the folder of the results");
    };
    if let Some(scale) = args.hands_scale.filter(|scale| !(*scale > 0.0 && *scale <= MOST_SCALE)) {
        bail!("--hands-scale: expected a number above 0, up to {MOST_SCALE}, found {scale}");
    }
    let settings = Settings {
        only: args.only.clone(),
        threads: args.threads,
        hands_scale: args.hands_scale,
        again: args.again,
    };
    let show = Show::new(args.json);
    let paths = play(&args.files, out, &settings, &|step| show.show(&step));
    show.bar.finish_and_clear();
    let paths = paths?;
    if !show.has_played.into_inner() {
        eprintln!("{}: nothing was left to play; --again starts over", out.display());
    }
    for path in paths {
        eprintln!("{}", path.display());
    }
    Ok(Status::Success)
}

/// Shows the progress of a run: a bar if standard error is a terminal, else a plain line once a minute. Results go to
/// standard output.
struct Show {
    bar: ProgressBar,
    terminal: bool,
    lines: Lines,
    json: bool,
    has_played: AtomicBool,
    /// The latest row reported as played again.
    changed: Mutex<String>,
}

impl Show {
    fn new(json: bool) -> Show {
        Show {
            bar: bar("{prefix} {bar:20} {human_pos}/{human_len} hands, {msg}"),
            terminal: stderr().is_terminal(),
            lines: Lines::default(),
            json,
            has_played: AtomicBool::new(false),
            changed: Mutex::default(),
        }
    }

    fn show(&self, step: &RowStep<'_>) {
        self.has_played.store(true, Ordering::Relaxed);
        self.tell_changed(step);
        if let Some(result) = step.result {
            self.print(step, result);
        }
        let pair = &step.pair;
        let title = format!("[{}/{}] {}: {} - {}", pair.pair, pair.pairs, step.row, pair.names[0], pair.names[1]);
        let state = format!(
            "{}, {} left in all",
            figures::mean(pair.done.mean, pair.done.standard_error, 3),
            HumanDuration(step.left)
        );
        if self.terminal {
            self.bar.set_length(pair.done.of);
            self.bar.set_position(pair.done.played);
            self.bar.set_prefix(title);
            self.bar.set_message(state);
        } else {
            self.lines
                .tell(|| format!("{title}: {} of {} hands, {state}", pair.done.played, pair.done.of));
        }
    }

    /// Reports once per row why it is played again.
    fn tell_changed(&self, step: &RowStep<'_>) {
        let Ok(mut told) = self.changed.lock() else { return };
        if step.is_changed && *told != step.row {
            step.row.clone_into(&mut told);
            self.bar.suspend(|| {
                eprintln!(
                    "{}: played again: its rules or the components of its agents have changed since its result",
                    step.row
                );
            });
        }
    }

    /// Ignores write errors: if the reader closes the pipe, play goes on, as the files hold the results.
    fn print(&self, step: &RowStep<'_>, result: &PairResult) {
        let line = match self.json {
            true => serde_json::json!({"row": step.row, "pair": result}).to_string(),
            false => told(step, result),
        };
        self.bar.suspend(|| {
            let mut out = common::output();
            let _ = writeln!(out, "{line}").and_then(|()| out.flush());
        });
    }
}

fn told(step: &RowStep<'_>, pair: &PairResult) -> String {
    let margin = figures::margin(pair, 3);
    let time = pair.time.as_ref().map_or(String::new(), |time| {
        format!(
            ", {:.3} / {:.3} ms per decision, {:.1} s",
            time.agents[0].mean_ms, time.agents[1].mean_ms, time.seconds
        )
    });
    format!(
        "{}: {} - {}: {margin} points per hand, {:.1} / {:.1} / {:.1} %, {} deals{time}",
        step.row, step.pair.names[0], step.pair.names[1], pair.win, pair.tie, pair.loss, pair.sets
    )
}
