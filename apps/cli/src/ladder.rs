//! `spariglio ladder`: tables of pairs, played once and kept, and the page of them; pools with a history.

mod pool;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use spariglio_arena::pairs::MOST_HANDS;
use spariglio_arena::studies::ladder::{Ladder, RowStep, Settings, play_ladders};
use spariglio_arena::{ArenaError, PairResult};
use spariglio_engine::format::plain::plain;

use spariglio_files::{Part, tell};
use spariglio_report::figures;

use crate::meter::{Meter, Rest};
use crate::sandbox::check_apart;
use crate::{Status, common, interrupt, origin};

/// Play tables of pairs (ladders), or make a page of them.
///
/// Plays the pairs that DIR/LADDER.json does not have yet. The pair in progress is kept beside it (.partial): after
/// Ctrl-C or a kill the same command resumes. A row is played again if its rules, agents, hands or seed have changed.
/// With --page, makes a page of all results in a folder.
///
/// With --pool DIR, the folder is a pool with a history. Each agent of --add that has changed since its last version is
/// a new version. A two-sided sequential test says whether it is better or worse than the version before it. Then it
/// plays the versions whose order relative to it is least known. DIR/report.html shows the ratings over time.
#[derive(ClapArgs)]
pub struct Args {
    /// Ladder files (configs/arena/ladder_*.toml)
    #[arg(value_name = "FILE", required_unless_present_any = ["page", "pool", "add"])]
    files: Vec<PathBuf>,
    /// Folder to write: the results
    #[arg(long, short, value_name = "DIR", required_unless_present_any = ["page", "pool", "add"])]
    out: Option<PathBuf>,
    /// Part of a name: play only the rows whose "ladder: row" contains it
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Number to play side by side if a program takes part: duplicate sets, each with processes of its own [default: one
    /// per worker thread; at least 16 if a program has more than 2 seconds per decision and no other agent has a budget
    /// of time]
    #[arg(long, value_name = "N", value_parser = common::hands_in_flight)]
    in_flight: Option<usize>,
    /// Play one of several equal parts, for example 1/4: some of the deals of each pair. Their sums are in a file of their
    /// own; the same command without --part adds up the parts in the folder
    #[arg(long, value_name = "K/N", default_value_t = Part::default(), conflicts_with = "again")]
    part: Part,
    /// Factor for all numbers of hands, for example 0.01 for a trial run
    #[arg(long, value_name = "X", value_parser = common::real)]
    hands_scale: Option<f64>,
    /// Start over: play finished rows again, for example if an agent's code has changed
    #[arg(long)]
    again: bool,
    /// Print JSON: one object per pair
    #[arg(long)]
    json: bool,
    /// Folder of a pool with a history; the same command plays every night and resumes
    #[arg(long, value_name = "DIR", conflicts_with_all = ["files", "out", "only", "part", "hands_scale", "again", "page", "from"])]
    pool: Option<PathBuf>,
    /// Agent of the pool, if given again another one: NAME=AGENT, or a name such as greedy. If it has changed, it is a new
    /// version
    #[arg(long, value_name = "NAME=AGENT", requires = "pool")]
    add: Vec<String>,
    /// File or folder that programs of --add need beside the files that their command names; the pool keeps a copy with
    /// each version
    #[arg(long, value_name = "PATH", requires = "add")]
    keep: Vec<PathBuf>,
    /// Preset name, or TOML file of rules: those of a new pool [default: scopone]
    #[arg(long, short, value_name = "NAME|FILE", requires = "pool")]
    rules: Option<String>,
    /// Number of hands: of the test of a new version at most, and of all its other pairs together [default: 20000]
    #[arg(long, value_name = "N", value_parser = common::count::<1, MOST_HANDS>, requires = "add")]
    hands: Option<u64>,
    /// Sequential test: says which version is better, or that they differ by less than D points per hand [default: 0.2]
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = common::real, requires = "add")]
    sprt: Option<f64>,
    /// Seed of everything random: that of a new pool [default: a random one]
    #[arg(long, value_name = "N", value_parser = common::seed, requires = "pool")]
    seed: Option<u64>,
    /// Sandbox external programs (needs bubblewrap): no network, a read-only system, no access to the pool
    #[arg(long, requires = "add")]
    sandbox: bool,
    /// Page to write from existing results; no other file is written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "out", "only", "again", "json", "threads", "in_flight", "part", "hands_scale"], requires = "from")]
    page: Option<PathBuf>,
    /// Folder of the results for --page
    #[arg(long, value_name = "DIR", requires = "page")]
    from: Option<PathBuf>,
}

/// Maximum of `--hands-scale`.
const MOST_SCALE: f64 = 1000.0;

/// Runs `spariglio ladder`.
pub fn run(args: Args) -> Result<Status> {
    if let Some(folder) = &args.pool {
        return pool::run(&args, folder);
    }
    if let (Some(page), Some(from)) = (&args.page, &args.from) {
        if page.extension().is_none_or(|end| end != "md") {
            bail!("--page {}: expected a name that ends in .md", page.display());
        }
        common::check_own("--page", page, |text| text.contains(spariglio_report::ladder::TITLE))?;
        spariglio_report::ladder::write(from, page)?;
        common::print(page.display())?;
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
        in_flight: args.in_flight.unwrap_or(0),
        hands_scale: args.hands_scale,
        again: args.again,
        part: args.part,
        origin: Some(origin()),
    };
    let ladders = args.files.iter().map(|file| Ok((file.clone(), Ladder::load(file)?)));
    let ladders = ladders.collect::<Result<Vec<_>, ArenaError>>()?;
    let rows = ladders.iter().flat_map(|(_, ladder)| &ladder.rows);
    check_apart(rows.flat_map(|row| &row.agents).map(|agent| &agent.spec), out)?;
    let show = LadderWatch::new(args.json);
    interrupt::listen()?;
    let step = |step: RowStep<'_>| show.show(&step);
    let paths = play_ladders(ladders, out, &settings, &step, &interrupt::stopped);
    show.meter.clear();
    let Some(paths) = interrupt::unless_stopped(paths, interrupt::Then::Resumes)? else {
        return Ok(Status::Fault);
    };
    if let Some(fault) = show.fault.into_inner().ok().flatten() {
        return Err(fault);
    }
    if !show.has_played.into_inner() {
        tell!("{}: nothing was left to play; --again starts over", out.display());
    }
    for path in paths.iter().filter(|path| path.exists()) {
        tell!("{}", path.display());
    }
    Ok(Status::Success)
}

/// Shows the progress of a run. Results go to standard output.
struct LadderWatch {
    meter: Meter,
    json: bool,
    /// The error of the first line that could not be printed. Play goes on, as the files hold the results.
    fault: Mutex<Option<anyhow::Error>>,
    has_played: AtomicBool,
    /// The latest row reported as played again.
    changed: Mutex<String>,
}

impl LadderWatch {
    fn new(json: bool) -> LadderWatch {
        LadderWatch {
            meter: Meter::new("hands"),
            json,
            fault: Mutex::default(),
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
        self.meter.show(&title, pair.done.played, Some(pair.done.of), |_| Rest {
            in_all: Some(step.left),
            note: figures::mean(pair.done.mean, pair.done.standard_error, 3),
        });
    }

    /// Reports once per row why it is played again.
    fn tell_changed(&self, step: &RowStep<'_>) {
        let Ok(mut row) = self.changed.lock() else { return };
        if step.is_changed && *row != step.row {
            step.row.clone_into(&mut row);
            self.meter.aside(|| {
                tell!(
                    "{}: played again: its rules or the components of its agents have changed since its result",
                    step.row
                );
            });
        }
    }

    fn print(&self, step: &RowStep<'_>, result: &PairResult) {
        let line = match self.json {
            true => serde_json::json!({"row": step.row, "pair": result}).to_string(),
            false => plain(&told(step, result)),
        };
        self.meter.aside(|| {
            if let (Err(error), Ok(mut fault)) = (common::print(line), self.fault.lock()) {
                fault.get_or_insert(error);
            }
        });
    }
}

fn told(step: &RowStep<'_>, pair: &PairResult) -> String {
    let margin = figures::margin(pair, 3);
    let time = pair.figures.time.as_ref().map_or(String::new(), |time| {
        format!(
            ", {:.3} / {:.3} ms per decision, {:.1} s",
            time.agents[0].mean_ms, time.agents[1].mean_ms, time.seconds
        )
    });
    format!(
        "{}: {} - {}: {margin} points per hand, {} %, {} deals{time}",
        step.row,
        step.pair.names[0],
        step.pair.names[1],
        figures::shares(pair.figures.outcomes.percent()),
        pair.sets()
    )
}
