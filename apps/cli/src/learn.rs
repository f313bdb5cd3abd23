//! `spariglio learn`: brings a run directory to the end of its configuration.

mod screen;

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::{Args as ClapArgs, ValueEnum};
use spariglio_agents::net::{LearntRules, NetChoice};
use spariglio_files::Config;
use spariglio_files::tell;
use spariglio_train::{Backend, Device, LearnConfig, LearnError, Plain};

pub(crate) use screen::LearnScreen;

use crate::interrupt::{self, Then};
use crate::torch::{self, Torch};
use crate::{Status, common};

/// Learn a game by self-play.
///
/// All seats play the network, which learns from its own hands by policy gradient. At intervals the averaged network is
/// saved (nets/) and plays fixed opponents (metrics.jsonl, tb/ for TensorBoard, learning.svg). If the configuration has
/// the tables labels and distil, rounds of expert iteration follow: search plays (data/), and the network learns its
/// policies. If it has the table gate, a new network must beat the best one (nets/best.json) before search uses it.
///
/// The same command resumes a stopped run.
#[derive(ClapArgs)]
pub struct Args {
    /// Configuration (configs/learn/)
    #[arg(value_name = "FILE")]
    pub config: PathBuf,
    #[command(flatten)]
    run: RunArgs,
}

/// The arguments of a run.
#[derive(ClapArgs)]
pub struct RunArgs {
    /// Folder to write: the run directory
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// Seed of everything random [default: the configuration's]
    #[arg(long, value_name = "N", value_parser = common::seed)]
    pub seed: Option<u64>,
    /// Back end [default: the configuration's device]
    #[arg(long, value_name = "DEVICE", value_enum)]
    pub device: Option<DeviceArg>,
    /// Worker threads; 0 = one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = common::threads)]
    pub threads: usize,
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
    let config = LearnConfig::load(&args.config)?;
    learn_and_tell(config, &args.config, &args.run, torch)
}

/// Runs a configuration and prints the folder of its network. Errors name `file`.
pub(crate) fn learn_and_tell(
    mut config: LearnConfig,
    file: &Path,
    args: &RunArgs,
    torch: &dyn Torch,
) -> Result<Status> {
    config.seed = args.seed.unwrap_or(config.seed);
    if let Some(device) = args.device {
        config.device = device.into();
    }
    interrupt::listen()?;
    let mut screen = LearnScreen::new(&args.out);
    screen.json = args.json;
    let net = learn(&mut config, &args.out, args.threads, torch, &mut screen);
    let net = net.map_err(|error| match error.downcast::<LearnError>() {
        Ok(LearnError::Config(error)) => anyhow!("{}: {error}", file.display()),
        Ok(error) => error.into(),
        Err(error) => error,
    })?;
    screen.end()?;
    spariglio_report::learning::write_curves(&args.out)?;
    let Some(net) = net else { return Ok(Status::Fault) };
    tell!("network: {}", net.display());
    Ok(Status::Success)
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
    threads: usize,
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
    match spariglio_train::run(config, dir, threads, backend, screen) {
        Err(stopped @ LearnError::Stopped { .. }) => {
            screen.end_bar();
            tell!("{stopped}");
            interrupt::ended_early(Then::Resumes);
            Ok(None)
        }
        ran => Ok(ran.map(Some)?),
    }
}
