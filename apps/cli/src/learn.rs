//! `spariglio learn`: brings a run directory to the end of its configuration.

mod screen;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args as ClapArgs, ValueEnum};
use spariglio_agents::net::{LearntRules, NetChoice};
use spariglio_files::run_dir::RUN_FILE;
use spariglio_files::tell;
use spariglio_files::whole::listed;
use spariglio_files::{Config, RunFile};
use spariglio_report::figures;
use spariglio_selfplay::SelfplayConfig;
use spariglio_train::{Backend, Crew, Device, GradientConfig, LearnConfig, LearnError, Plain};

pub(crate) use screen::LearnScreen;

use crate::interrupt::{self, Then};
use crate::torch::{self, Torch};
use crate::{Status, common};

/// The most decisions of a run.
const MOST_DECISIONS: u64 = 1 << 40;

/// Learn a game by self-play.
///
/// All seats play the network, which learns from its own hands by policy gradient. At intervals the averaged network is
/// saved (nets/) and plays fixed opponents (metrics.jsonl, tb/ for TensorBoard, learning.svg). If the configuration has
/// the tables labels and distil, rounds of expert iteration follow: search plays (data/), and the network learns its
/// policies. If it has the table gate, a new network must beat the best one (nets/best.json) before search uses it.
///
/// The same command resumes a stopped run. More --decisions extend a run that has no table distil: the learning rates
/// start again.
///
/// With --listen, other machines can help: `spariglio learn --join HOST:PORT` computes shards of its steps. The files do
/// not depend on helpers. All of them need the same word in the environment variable SPARIGLIO_TOKEN.
#[derive(ClapArgs)]
pub struct Args {
    /// Configuration (configs/learn/)
    #[arg(value_name = "FILE", required_unless_present = "join")]
    pub config: Option<PathBuf>,
    /// Help the run that listens there, until it ends
    #[arg(long, value_name = "HOST:PORT", conflicts_with_all = ["config", "out", "decisions", "seed", "device", "json", "listen"])]
    pub join: Option<String>,
    /// Folder to write: the run directory
    #[arg(long, short, value_name = "DIR", required_unless_present = "join")]
    pub out: Option<PathBuf>,
    /// Decisions to learn from by policy gradient: more than the run has extend it [default: the configuration's]
    #[arg(long, value_name = "N", value_parser = common::count::<1, MOST_DECISIONS>)]
    pub decisions: Option<u64>,
    #[command(flatten)]
    run: RunArgs,
}

/// The arguments of a run.
#[derive(ClapArgs)]
pub struct RunArgs {
    /// Seed of everything random [default: the configuration's]
    #[arg(long, value_name = "N", value_parser = common::seed)]
    pub seed: Option<u64>,
    /// Back end [default: the configuration's device]
    #[arg(long, value_name = "DEVICE", value_enum)]
    pub device: Option<DeviceArg>,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    pub threads: usize,
    /// Admit helpers at this address (`spariglio learn --join`)
    #[arg(long, value_name = "HOST:PORT")]
    pub listen: Option<String>,
    /// Print JSON: one object per evaluation
    #[arg(long)]
    pub json: bool,
}

/// A device on the command line.
#[derive(Copy, Clone, ValueEnum)]
pub enum DeviceArg {
    /// Torch on a GPU if there is one and the networks are large, else plain Rust
    Auto,
    /// Plain Rust on the processor
    Plain,
    /// Torch on the processor
    Cpu,
    /// Torch on a GPU
    Cuda,
}

impl From<DeviceArg> for Device {
    fn from(device: DeviceArg) -> Device {
        match device {
            DeviceArg::Auto => Device::Auto,
            DeviceArg::Plain => Device::Plain,
            DeviceArg::Cpu => Device::Cpu,
            DeviceArg::Cuda => Device::Cuda,
        }
    }
}

/// Runs `spariglio learn`.
pub(crate) fn run(args: Args, torch: &dyn Torch) -> Result<Status> {
    if let Some(address) = &args.join {
        tell!("helping {address}");
        spariglio_train::help(address, &token()?, args.run.threads)?;
        tell!("the run of {address} has ended");
        return Ok(Status::Success);
    }
    let (Some(file), Some(out)) = (&args.config, &args.out) else {
        unreachable!("clap requires both")
    };
    let mut config = LearnConfig::load(file)?;
    config.gradient.decisions = args.decisions.unwrap_or(config.gradient.decisions);
    note_default(&config, out);
    learn_and_tell(config, file, out, &args.run, torch)
}

/// Says so if a new run has the default number of decisions, which takes hours.
fn note_default(config: &LearnConfig, out: &Path) {
    let default = GradientConfig::default().decisions;
    if config.gradient.decisions == default && !out.join(RUN_FILE).exists() {
        let default = figures::thousands(default);
        tell!("learning from {default} decisions, the default: an hour or more (--decisions N sets another number)");
    }
}

/// The word that a leader and its helpers share.
fn token() -> Result<String> {
    let token = std::env::var("SPARIGLIO_TOKEN").ok().filter(|token| !token.is_empty());
    token.context("SPARIGLIO_TOKEN: expected a secret word, the same for the run and its helpers, found none")
}

/// The helpers that come to an address.
fn crew(address: &str, device: Device) -> Result<Crew> {
    if device != Device::Plain {
        bail!("--listen: expected the device plain, found {device}: helpers compute in plain Rust");
    }
    let crew = Crew::listen(address, &token()?);
    let crew = crew.with_context(|| format!("--listen {address}: expected a free address of this machine"))?;
    tell!("helpers may join at {}", crew.address());
    Ok(crew)
}

/// Runs a configuration and prints the folder of its network. Errors name `file`.
pub(crate) fn learn_and_tell(
    mut config: LearnConfig,
    file: &Path,
    out: &Path,
    args: &RunArgs,
    torch: &dyn Torch,
) -> Result<Status> {
    config.seed = args.seed.unwrap_or(config.seed);
    if let Some(device) = args.device {
        config.device = device.into();
    }
    interrupt::listen()?;
    common::note_others(out, RUN_FILE);
    if let Some(distil) = &config.distil {
        note_unfinished(&distil.data);
    }
    let mut screen = LearnScreen::new(out);
    screen.json = args.json;
    let net = learn(&mut config, out, (args.threads, args.listen.as_deref()), torch, &mut screen);
    let net = net.map_err(|error| match error.downcast::<LearnError>() {
        Ok(LearnError::Config(error)) => anyhow!("{}: {error}", file.display()),
        Ok(error) => error.into(),
        Err(error) => error,
    })?;
    screen.end()?;
    spariglio_report::learning::write_curves(out)?;
    let Some(net) = net else { return Ok(Status::Fault) };
    match args.json {
        true => tell!("network: {}", net.display()),
        false => common::print(format!("network: {}", net.display()))?,
    }
    if let Some(last) = last_network(out)?.filter(|last| *last != net) {
        tell!("the last network, which is not the best one: {}", last.display());
    }
    Ok(Status::Success)
}

/// Says which rows are not complete yet. Rows that cannot be read are an error of the run.
fn note_unfinished(folders: &[PathBuf]) {
    for (folder, shards) in spariglio_train::unfinished(folders).unwrap_or_default() {
        let config = folder.ancestors().nth(2).map(RunFile::config_in::<SelfplayConfig>);
        let config = config.and_then(Result::ok).flatten();
        let of = config.map_or(String::new(), |config| format!(" of {}", config.data.shards));
        tell!("{}: unfinished: {shards}{of} shards; the same `selfplay` command completes it", folder.display());
    }
}

/// The folder of a run's last network.
fn last_network(out: &Path) -> Result<Option<PathBuf>> {
    Ok(listed(&out.join("nets"), "gen-", "")?.pop())
}

/// The name of the rules that the network at the start learnt, if they are other ones.
fn rules_of_start(config: &LearnConfig) -> Result<Option<String>> {
    let Some(folder) = &config.gradient.start else {
        return Ok(None);
    };
    Ok(NetChoice::of(folder, LearntRules::Other).other_rules(&config.rules.game()?))
}

/// Runs a configuration to its end and returns the best network; `None`, with a message, if Ctrl-C stopped it.
///
/// # Errors
/// As [`spariglio_train::run`]; or the device cannot be used.
pub(crate) fn learn(
    config: &mut LearnConfig,
    dir: &Path,
    (threads, listen): (usize, Option<&str>),
    torch: &dyn Torch,
    screen: &mut LearnScreen,
) -> Result<Option<PathBuf>> {
    let wanted = config.device;
    config.device = torch::resolved(wanted, &config.gradient);
    let opened = match config.device {
        Device::Plain => Ok(Box::new(Plain) as Box<dyn Backend>),
        device => torch.open(device),
    };
    let backend = match opened {
        Err(error) if wanted == Device::Auto => {
            // The libraries' errors have several lines.
            format!("no GPU: {error:#}").lines().for_each(|line| tell!("{line}"));
            config.device = Device::Plain;
            Box::new(Plain)
        }
        opened => opened?,
    };
    tell!("computing in {}", backend.name());
    if let Some(rules) = rules_of_start(config)? {
        tell!("learning begins with a network that learnt other rules: {rules}");
    }
    let crew = listen.map(|address| crew(address, config.device)).transpose()?;
    match spariglio_train::run(config, dir, threads, backend, crew, screen) {
        Err(stopped @ LearnError::Stopped { .. }) => {
            screen.end_bar();
            tell!("{stopped}");
            interrupt::ended_early(Then::Resumes);
            Ok(None)
        }
        ran => Ok(ran.map(Some)?),
    }
}
