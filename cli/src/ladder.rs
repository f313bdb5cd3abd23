//! `spariglio ladder`: tables of pairs, played once and kept, and the page of them.

use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use spariglio_arena::PairResult;
use spariglio_arena::ladder::{Settings, Step, page, play};

use crate::{Status, common};

/// Time between two plain lines where standard error is no terminal.
const PLAIN: Duration = Duration::from_secs(30);

/// Arguments of `spariglio ladder`.
///
/// Plays what DIR/LADDER.json lacks, pair by pair: a killed run goes on where it was. A row is played again where its
/// rules, agents, hands or seed have changed. With --page, makes the page of all results in a folder.
#[derive(ClapArgs)]
pub struct Args {
    /// Ladders (configs/arena/ladder_*.toml)
    #[arg(value_name = "FILE", required_unless_present = "page")]
    files: Vec<PathBuf>,
    /// Folder of the results
    #[arg(long, value_name = "DIR", required_unless_present = "page")]
    out: Option<PathBuf>,
    /// Play only rows whose "ladder: row" holds this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Worker threads; 0 = one a core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Factor of all numbers of hands, for example 0.01 to try a ladder out
    #[arg(long, value_name = "X")]
    hands_scale: Option<f64>,
    /// Play rows again that have been played: for agents that have changed behind their strings
    #[arg(long)]
    again: bool,
    /// Print each pair's result as one line of JSON
    #[arg(long)]
    json: bool,
    /// Make the page of results that are there already
    #[arg(long, value_name = "PAGE", conflicts_with_all = ["files", "out", "only", "again", "json", "threads", "hands_scale"], requires = "from")]
    page: Option<PathBuf>,
    /// Folder of the page's results
    #[arg(long, value_name = "DIR", requires = "page")]
    from: Option<PathBuf>,
}

/// Runs `spariglio ladder`.
pub fn run(args: Args) -> Result<Status> {
    if let (Some(page), Some(from)) = (&args.page, &args.from) {
        page::write(from, page)?;
        writeln!(common::output(), "{}", page.display())?;
        return Ok(Status::Success);
    }
    let Some(out) = &args.out else {
        bail!("--out: expected the folder of the results");
    };
    if args.hands_scale.is_some_and(|scale| scale <= 0.0 || !scale.is_finite()) {
        bail!("--hands-scale: expected a number above 0");
    }
    let settings = Settings {
        only: args.only.clone(),
        threads: args.threads,
        hands_scale: args.hands_scale,
        again: args.again,
    };
    let board = Board::new(args.json);
    let paths = play(&args.files, out, &settings, &|step| board.show(step));
    board.bar.finish_and_clear();
    for path in paths? {
        eprintln!("{}", path.display());
    }
    Ok(Status::Success)
}

/// The progress of a run: a bar on a terminal, a plain line now and then elsewhere; results on standard output.
struct Board {
    bar: ProgressBar,
    terminal: bool,
    plain: Mutex<Instant>,
    json: bool,
}

impl Board {
    fn new(json: bool) -> Board {
        let style = ProgressStyle::with_template("{prefix} {bar:20} {human_pos}/{human_len} hands  {msg}");
        let bar = ProgressBar::new(0);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Board {
            bar,
            terminal: stderr().is_terminal(),
            plain: Mutex::new(Instant::now()),
            json,
        }
    }

    fn show(&self, step: Step<'_>) {
        if let Some(result) = step.result {
            self.print(&step, result);
        }
        let title = format!(
            "[{}/{}] {}: {} - {}",
            step.pair, step.pairs, step.row, step.agents[0], step.agents[1]
        );
        let state = format!(
            "{:+.3} ±{:.3}, {} left in all",
            step.done.mean,
            1.96 * step.done.standard_error,
            HumanDuration(step.left)
        );
        if self.terminal {
            self.bar.set_prefix(title);
            self.bar.set_length(step.done.of);
            self.bar.set_position(step.done.hands);
            self.bar.set_message(state);
        } else if let Ok(mut last) = self.plain.try_lock()
            && last.elapsed() >= PLAIN
        {
            *last = Instant::now();
            eprintln!("{title}: {} of {} hands, {state}", step.done.hands, step.done.of);
        }
    }

    /// A reader that goes away early does not stop the play: what counts is in the files.
    fn print(&self, step: &Step<'_>, result: &PairResult) {
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

fn told(step: &Step<'_>, pair: &PairResult) -> String {
    let half = (pair.interval[1] - pair.interval[0]) / 2.0;
    let time = pair.time.as_ref().map_or(String::new(), |time| {
        format!(
            ", {:.3} / {:.3} ms a decision, {:.1} s",
            time.agents[0].mean_ms, time.agents[1].mean_ms, time.seconds
        )
    });
    format!(
        "{}: {} - {}: {:+.3} ±{half:.3} points a hand, {:.1} / {:.1} / {:.1} %, {} deals{time}",
        step.row, step.agents[0], step.agents[1], pair.mean, pair.win, pair.tie, pair.loss, pair.sets
    )
}
