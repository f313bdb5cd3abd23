//! `spariglio arena`: agents play each other on duplicate deals; results have intervals.

mod plan;
mod records;
pub mod show;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Args as ClapArgs, ValueEnum};
use spariglio_agents::draws::Secret;
use spariglio_arena::matches::arena::Matches;
use spariglio_arena::pairs::MOST_HANDS;
use spariglio_arena::pairs::duel::Play;
use spariglio_arena::{ArenaError, Contest, ContestResult, Hands, PairResult, Schedule};
use spariglio_engine::Game;
use spariglio_files::whole::check_writable;
use spariglio_files::{Lock, Part, tell};
use spariglio_report::paper::Form;

use crate::completions::words;
use crate::interrupt::Then;
use crate::{Status, common, interrupt, origin, result_file};
use plan::Plan;
use records::Records;
use show::{Printed, Show};

/// Compare agents on duplicate deals, with intervals.
///
/// Every deal is played once per seating of the two agents of a pair (with two sides: both ways round). Standard errors
/// come from these sets of plays. If there are more than two agents, --schedule selects the pairs.
///
/// With --out the result is saved every second: after Ctrl-C or a kill the same command resumes. If --hands is raised,
/// only the missing hands are played. Several machines can each play a part (--part); `spariglio merge` adds them up.
///
/// A sequential test (--sprt D) ends as soon as it is clear which of two agents is better, or that they differ by less
/// than D. For example, `--sprt 0.5 --hands 100000` does not care for differences below 0.5 points per hand.
///
/// With --matches N whole matches are played, as the rules define them.
#[derive(ClapArgs)]
pub struct Args {
    /// Agents, separated by commas: two or more, for example random,greedy,ismcts:simulations=1000; if given again, adds
    /// agents
    #[arg(long, short, value_name = "A,B,...", required_unless_present = "config")]
    agents: Vec<String>,
    /// Preset name, or TOML file of rules [default: scopone, or that of the arena file]
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Number of hands: per pair, rounded up to whole duplicate sets; the maximum if --sprt is given [default: 10000]
    #[arg(long, value_name = "N", value_parser = common::count::<1, MOST_HANDS>)]
    hands: Option<u64>,
    /// Play this many matches per pair instead of single hands, in sets on the same deals, rounded up to whole sets; the
    /// maximum if --sprt is given
    #[arg(long, value_name = "N", value_parser = common::count::<1, MOST_HANDS>,
        conflicts_with_all = ["hands", "time", "records", "records_hands"])]
    matches: Option<u64>,
    /// Seed of everything random: deals and agents [default: 1; a random one if an external program takes part]
    #[arg(long, value_name = "N", value_parser = common::seed)]
    seed: Option<u64>,
    /// Secret from which, with --seed, the seeds sent to external programs are derived. The result contains it, so that
    /// the run can be repeated [default: a random one]
    #[arg(long, value_name = "HEX")]
    secret: Option<Secret>,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    threads: usize,
    /// Number to play side by side if a program takes part: duplicate sets, each with processes of its own [default: one
    /// per worker thread; at least 16 if a program has more than 2 seconds per decision and no other agent has a budget
    /// of time]
    #[arg(long, value_name = "N", value_parser = common::hands_in_flight)]
    in_flight: Option<usize>,
    /// Arena as a TOML file (configs/arena/), which names the agents; other arguments override it
    #[arg(value_name = "FILE")]
    config: Option<PathBuf>,
    /// Replacement for RUN in net=RUN of the file: a network's folder, or a run directory (its best network)
    #[arg(long, value_name = "DIR")]
    net: Option<PathBuf>,
    /// Pairing: round-robin, gauntlet (the first against all others), ladder (neighbours in the list),
    /// king-of-the-hill, or informative (more hands for pairs whose order is uncertain) [default: round-robin]
    #[arg(long, value_name = "NAME", add = words(Schedule::ALL.map(Schedule::name)))]
    schedule: Option<Schedule>,
    /// Sequential test: stop a pair as soon as it is clear which agent is better, or that they differ by less than D
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = common::real)]
    sprt: Option<f64>,
    /// Unit of D: points per hand (points), or normalized Elo of hands won, tied and lost (nelo)
    #[arg(long, value_name = "UNIT", default_value = "points", requires = "sprt")]
    sprt_unit: Unit,
    /// Probability that --sprt calls any agent better if all are equal
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", allow_negative_numbers = true, value_parser = common::real)]
    alpha: f64,
    /// Probability that --sprt says "within D" of two agents that differ by D
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", allow_negative_numbers = true, value_parser = common::real)]
    beta: f64,
    /// Play one of several equal parts, for example 1/4: some of the deals. `spariglio merge` adds the parts up
    #[arg(long, value_name = "K/N", default_value_t = Part::default())]
    part: Part,
    /// Partners see each other's hand cards
    #[arg(long)]
    partners_open: bool,
    /// Play every deal only once, seatings in turn, as programs outside the sandbox always do. Intervals get wider
    #[arg(long)]
    unpaired: bool,
    /// Sandbox external programs (needs bubblewrap): no network, a read-only system, no access to the run's files
    #[arg(long)]
    sandbox: bool,
    /// Measure decision times: processor time, for programs wall-clock time. These figures differ from run to run
    #[arg(long)]
    time: bool,
    /// Print JSON: the result in one line, instead of a table
    #[arg(long)]
    json: bool,
    /// File to write: the result (.json), from which the arena resumes if it exists; or its table (.csv, or .tex for
    /// LaTeX), from which nothing resumes
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// File for records of hands: the first of each pair, with the agents' names, `.jsonl` or `.jsonl.zst`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sprt", "part"])]
    records: Option<PathBuf>,
    /// Hands per pair for --records, rounded up to whole duplicate sets
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "records",
        value_parser = common::count::<1, MOST_HANDS>)]
    records_hands: u64,
    /// Start over: even if --out holds a result
    #[arg(long, requires = "out")]
    again: bool,
    /// The file of --out, if it is a table
    #[arg(skip)]
    table: Option<(PathBuf, Form)>,
}

/// The unit of the strengths of a sequential test.
#[derive(Copy, Clone, Eq, PartialEq, ValueEnum)]
enum Unit {
    Points,
    Nelo,
}

/// Runs `spariglio arena`.
pub fn run(mut args: Args) -> Result<Status> {
    args.table = result_file::take_table(&mut args.out)?;
    let _lock = args.out.as_deref().map(Lock::of_file).transpose()?;
    match args.matches {
        Some(_) => play(&args, Matches),
        None => play(&args, Hands),
    }
}

/// Plays what the file of `--out` lacks; saves and prints the result, and writes its table.
fn play<U: Play + Printed>(args: &Args, unit: U) -> Result<Status> {
    let earlier = match &args.out {
        Some(path) if !args.again => {
            let earlier = ContestResult::<U>::load_if_there(path);
            earlier
                .with_context(|| format!("{}: to start over, add --again, or choose another --out", path.display()))?
        }
        _ => None,
    };
    let plan = Plan::new(args, earlier.as_ref().map(|earlier| (earlier.head.seed, earlier.head.secret)))?;
    let game = Arc::new(common::game(&plan.rules)?);
    common::check_partners(args.partners_open, &game)?;
    interrupt::listen()?;
    let contest = Contest {
        game: &game,
        entrants: &plan.entrants,
        config: &plan.config,
        schedule: plan.schedule,
        unit,
    };
    let records = match &args.records {
        Some(path) => Some(records(args, path, (&contest, &game), earlier.as_ref())?),
        None => None,
    };
    let command = plan.command(args);
    let show = Show::new::<U>(args.out.clone(), command.clone()).with_records(records);
    let before = earlier.as_ref().map(|earlier| (earlier.plays(), earlier.head.clone()));
    let played = contest.play(earlier, &show);
    show.clear();
    let mut result = of_this_arena(played, args.out.as_deref())?;
    let has_more = result.pairs.iter().any(|pair| has_more(pair, plan.config.hands));
    // If nothing was left to play, or a stopped result has more than are asked for now, the file stays as it is.
    let same =
        before.filter(|(plays, head)| result.head.complete && *plays == result.plays() && (head.complete || has_more));
    let is_idle = same.is_some();
    let now = || (Some(command), Some(origin()));
    (result.head.command, result.head.origin) = same.map_or_else(now, |(_, head)| (head.command, head.origin));
    // A stopped run keeps its hands beside the file, if it can be resumed.
    let records = show.records().filter(|_| result.head.complete || args.out.is_none());
    records.map(|records| records.write(&result)).transpose()?;
    rounding_note(&plan, &result);
    match &args.out {
        Some(path) if is_idle => {
            let most = result.pairs.iter().map(PairResult::plays).max().unwrap_or(0);
            let (path, unit) = (path.display(), U::NAME);
            tell!("{path}: it has {most} {unit} per pair: nothing was left to play; --again starts over");
        }
        Some(path) => result.write(path)?,
        None => result_file::write(args.table.as_ref(), |form| U::table(&result, form))?,
    }
    records.map(Records::close).transpose()?;
    let status = status(result.head.complete, args.out.as_deref());
    let printed = print(&result, args.json);
    // A stop may come from a reader that has gone.
    if !interrupt::stopped() {
        printed?;
    }
    Ok(status)
}

/// Adds to the error of another arena's result how to start over.
fn of_this_arena<T>(played: Result<T, ArenaError>, out: Option<&Path>) -> Result<T> {
    match (played, out) {
        (Err(error @ ArenaError::OtherArena(_)), Some(path)) => {
            Err(error).with_context(|| format!("{}: to start over, add --again", path.display()))
        }
        (played, _) => Ok(played?),
    }
}

/// The collector of the hands for `--records`, whose file is `path`.
fn records<U: Play>(
    args: &Args,
    path: &Path,
    (contest, game): (&Contest<'_, U>, &Arc<Game>),
    earlier: Option<&ContestResult<U>>,
) -> Result<Records> {
    check_writable(path)?;
    let fresh = contest.fresh()?;
    if let Some(difference) = earlier.and_then(|earlier| earlier.difference(&fresh)) {
        return of_this_arena(Err(ArenaError::OtherArena(difference)), args.out.as_deref());
    }
    let mut records = Records::new(path.to_path_buf(), game, contest, args.records_hands, &fresh)?;
    if earlier.is_none() && !args.again {
        common::check_own("--records", path, |_| false)?;
    }
    if let Some(out) = &args.out
        && !records.keep(earlier, &fresh)?
    {
        bail!("--records: {} holds a result, whose hands are not kept: add --again", out.display());
    }
    Ok(records)
}

/// Prints a result to standard output.
pub fn print<U: Printed>(result: &ContestResult<U>, json: bool) -> Result<()> {
    common::print_text(&if json {
        result.to_json()? + "\n"
    } else {
        U::text(result)
    })
}

/// Whether a pair has more hands or matches than are asked for, rounding up to whole sets aside.
fn has_more<U: Play>(pair: &PairResult<U>, asked: u64) -> bool {
    pair.plays() >= asked + 2 * pair.plays_per_set
}

fn status(complete: bool, out: Option<&Path>) -> Status {
    if complete {
        return Status::Success;
    }
    interrupt::ended_early(if out.is_some() { Then::Resumes } else { Then::NeedsOut })
}

/// Says where another number was played than was asked for.
fn rounding_note<U: Play + Printed>(plan: &Plan, result: &ContestResult<U>) {
    let wanted = plan.config.hands;
    let unit = U::NAME;
    for pair in &result.pairs {
        let [first, second] = &pair.agents;
        let (plays, sets) = (pair.plays(), pair.sets());
        if plays > wanted && !has_more(pair, wanted) {
            let each = pair.plays_per_set;
            tell!("{first} against {second}: {wanted} {unit} rounded up to {plays} ({sets} deals x {each} plays)");
        } else if pair.plays_per_set == 1 && !result.head.unpaired {
            tell!("{first} against {second}: {plays} {unit}, as a program outside a sandbox plays each deal once");
        }
    }
}
