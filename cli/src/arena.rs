//! `spariglio arena`: agents against each other on duplicate deals, with intervals.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use spariglio_arena::config::{ArenaFile, best_net};
use spariglio_arena::{ArenaConfig, ArenaResult, Entrant, Progress, round_robin, table};
use spariglio_selfplay::run_dir::write_whole;

use crate::{Status, common};

const RULES: &str = "scopone_scientifico";
const HANDS: u64 = 10_000;

/// Arguments of `spariglio arena`.
///
/// Every deal is played once for each seating of the two agents of a pair (with two sides: both ways
/// round), and all errors come from these sets. More than two agents: every pair plays.
#[derive(ClapArgs)]
pub struct Args {
    /// Agents separated by commas, for example random,greedy,ismcts:simulations=1000
    #[arg(
        long,
        short,
        value_name = "A,B,...",
        required_unless_present = "config",
        conflicts_with = "config"
    )]
    agents: Option<String>,
    /// A preset's name, or a TOML file of rules [default: scopone_scientifico]
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Single hands of a pair, rounded up to whole duplicate sets [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hands: Option<u64>,
    /// Seed of the deals and of the agents [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Worker threads; 0 = one a core
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// An arena as a TOML file (configs/arena/); other arguments replace what it says
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Where the file's agents say net=RUN: the folder of a network, or a run directory (its best)
    #[arg(long, value_name = "DIR", requires = "config")]
    net: Option<PathBuf>,
    /// Partners see each other's hand cards
    #[arg(long)]
    partners_open: bool,
    /// Take the processor time of decisions with a choice: these figures differ from run to run
    #[arg(long)]
    time: bool,
    /// Print the result as one line of JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Write the JSON to a file as well
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What is played, after the file and the arguments are joined.
struct Plan {
    rules: String,
    entrants: Vec<Entrant>,
    config: ArenaConfig,
}

/// Runs `spariglio arena`.
pub fn run(args: Args) -> Result<Status> {
    let plan = plan(&args)?;
    let game = common::game(&plan.rules)?;
    writable(args.out.as_deref())?;
    let bar = Bar::new(plan.entrants.len());
    let result = round_robin(&game, &plan.entrants, &plan.config, &|pair, names, done| {
        bar.show(pair, names, done)
    });
    bar.clear();
    let result = ArenaResult {
        command: Some(command(&args, &plan)),
        ..result?
    };
    rounding_note(&plan, &result);
    let line = serde_json::to_string(&result)?;
    if let Some(path) = &args.out {
        write_whole(path, format!("{line}\n").as_bytes())?;
    }
    let mut out = common::output();
    if args.json {
        writeln!(out, "{line}")?;
    } else {
        write!(out, "{}", table::text(&result))?;
    }
    out.flush()?;
    Ok(Status::Success)
}

fn plan(args: &Args) -> Result<Plan> {
    let mut plan = match &args.config {
        Some(path) => planned_by_file(path, args)?,
        None => planned_by_arguments(args)?,
    };
    plan.config.partners_open |= args.partners_open;
    plan.config.time = args.time;
    Ok(plan)
}

fn planned_by_file(path: &Path, args: &Args) -> Result<Plan> {
    let net = args.net.as_deref().map(best_net).transpose()?;
    let file = ArenaFile::load(path, net.as_deref())?;
    let mut entrants = file.entrants();
    let mut config = file.config(args.threads);
    if let Some(hands) = args.hands {
        config.hands = hands;
        entrants.iter_mut().for_each(|entrant| entrant.hands = None);
    }
    config.seed = args.seed.unwrap_or(config.seed);
    Ok(Plan {
        rules: args.rules.clone().unwrap_or(file.rules),
        entrants,
        config,
    })
}

fn planned_by_arguments(args: &Args) -> Result<Plan> {
    let specs = common::agents(args.agents.as_deref().unwrap_or_default())?;
    if specs.len() < 2 {
        bail!(
            "--agents: expected at least two agents separated by commas, got {}",
            specs.len()
        );
    }
    let config = ArenaConfig {
        hands: args.hands.unwrap_or(HANDS),
        seed: args.seed.unwrap_or(1),
        threads: args.threads,
        ..ArenaConfig::default()
    };
    let entrants = specs.into_iter().map(Entrant::new).collect();
    Ok(Plan {
        rules: args.rules.clone().unwrap_or(RULES.to_owned()),
        entrants,
        config,
    })
}

/// Finds out before the work whether its result can be written.
fn writable(out: Option<&Path>) -> Result<()> {
    let Some(path) = out else { return Ok(()) };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot make the folder", folder.display()))?;
    }
    let temporary = path.with_extension("tmp");
    std::fs::write(&temporary, "").with_context(|| format!("{}: cannot write", path.display()))?;
    std::fs::remove_file(&temporary).with_context(|| format!("{}: cannot write", path.display()))
}

fn rounding_note(plan: &Plan, result: &ArenaResult) {
    let asked = plan.config.hands;
    for pair in result.pairs.iter().filter(|pair| pair.hands > asked) {
        eprintln!(
            "{} against {}: {asked} hands rounded up to {} ({} deals x {} plays)",
            pair.agents[0], pair.agents[1], pair.hands, pair.sets, pair.plays_per_set
        );
    }
}

/// The command that gives this result again. Threads and the output's place do not change it.
fn command(args: &Args, plan: &Plan) -> String {
    let mut command = "spariglio arena".to_owned();
    match &args.config {
        Some(path) => command.push_str(&format!(" --config {}", path.display())),
        None => command.push_str(&format!(" --agents {}", agent_list(plan))),
    }
    if let Some(net) = &args.net {
        command.push_str(&format!(" --net {}", net.display()));
    }
    if args.config.is_none() || args.rules.is_some() {
        command.push_str(&format!(" --rules {}", plan.rules));
    }
    if args.config.is_none() || args.hands.is_some() {
        command.push_str(&format!(" --hands {}", plan.config.hands));
    }
    command.push_str(&format!(" --seed {}", plan.config.seed));
    if args.partners_open {
        command.push_str(" --partners-open");
    }
    command
}

fn agent_list(plan: &Plan) -> String {
    let specs = plan.entrants.iter().map(|entrant| entrant.spec.to_string());
    specs.collect::<Vec<_>>().join(",")
}

/// The progress of the pair that is played, on standard error.
struct Bar {
    bar: ProgressBar,
    pairs: usize,
}

impl Bar {
    fn new(agents: usize) -> Bar {
        let style = ProgressStyle::with_template(
            "{prefix} {bar:24} {human_pos}/{human_len} hands, {per_sec}, {eta} left  {msg}",
        );
        let bar = ProgressBar::new(0);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Bar {
            bar,
            pairs: agents * (agents - 1) / 2,
        }
    }

    fn show(&self, pair: usize, names: [&str; 2], done: Progress) {
        if self.bar.length() != Some(done.of) || self.bar.position() > done.hands {
            self.bar.reset();
            self.bar.set_length(done.of);
        }
        self.bar
            .set_prefix(format!("[{}/{}] {} - {}", pair + 1, self.pairs, names[0], names[1]));
        self.bar
            .set_message(format!("{:+.3} ±{:.3}", done.mean, 1.96 * done.standard_error));
        self.bar.set_position(done.hands);
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
