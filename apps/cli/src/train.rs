//! `spariglio train`: distillation of existing rows.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use spariglio_agents::net::{LearntRules, NetChoice};
use spariglio_engine::Game;
use spariglio_files::{Config, RulesChoice};
use spariglio_train::{Device, DistilConfig, EvaluationConfig, GradientConfig, LearnConfig, Target, rules_of_data};

use crate::learn::{RunArgs, learn_and_tell};
use crate::torch::Torch;
use crate::{Status, common};

/// Train a network on rows of self-play or exported records.
///
/// The policy learns the policies of the rows, the critic the margins of their hands. The network is saved (nets/) and
/// plays fixed opponents (metrics.jsonl, tb/ for TensorBoard, learning.svg). If a run was stopped, the same command
/// resumes it and ends with the same weights.
#[derive(ClapArgs)]
pub struct Args {
    /// Configuration (configs/learn/rows.toml) [default: built-in values]
    #[arg(value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Folders of rows, oldest first: single generations, or run directories with several
    #[arg(long, short, value_name = "DIR", num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// Preset name, or TOML file of rules [default: the configuration's, or the preset named in the data]
    #[arg(long, short, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// Network to start from: its folder, or a run directory (its best network) [default: random weights]
    #[arg(long, value_name = "DIR")]
    pub init: Option<PathBuf>,
    /// Folder to write: the run directory
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    #[command(flatten)]
    run: RunArgs,
}

/// Runs `spariglio train`.
pub(crate) fn run(args: Args, torch: &dyn Torch) -> Result<Status> {
    let mut config = match &args.config {
        Some(path) => LearnConfig::load(path)?,
        None => default_config(&args)?,
    };
    if let Some(rules) = &args.rules {
        config.rules = RulesChoice::of(common::game(rules)?.rules());
    }
    if !args.data.is_empty() {
        config.distil.get_or_insert_default().data.clone_from(&args.data);
    }
    if config.distil.as_ref().is_none_or(|distil| distil.data.is_empty()) {
        bail!("--data: expected folders of rows, found none; the configuration has no `distil.data` either");
    }
    if let Some(init) = &args.init {
        begin_with(&mut config, init)?;
    }
    let file = args.config.as_deref().unwrap_or(Path::new("spariglio train"));
    learn_and_tell(config, file, &args.out, &args.run, torch)
}

/// The configuration if no file is given: no policy gradient, one round over the rows.
fn default_config(args: &Args) -> Result<LearnConfig> {
    Ok(LearnConfig {
        rules: RulesChoice::of(game_of_data(args)?.rules()),
        seed: common::SEED,
        device: Device::default(),
        gradient: GradientConfig { decisions: 0, ..GradientConfig::default() },
        labels: None,
        distil: Some(DistilConfig { fresh: 0.0, rate: 2e-3, target: Target::All, ..DistilConfig::default() }),
        gate: None,
        evaluation: EvaluationConfig::default(),
    })
}

/// Starts from the network at `init` and takes over its shape.
fn begin_with(config: &mut LearnConfig, init: &Path) -> Result<()> {
    let net = NetChoice::of(init, LearntRules::Other).load(&config.rules.game()?)?;
    let gradient = &mut config.gradient;
    gradient.start = Some(init.to_path_buf());
    gradient.residual = net.residual;
    (gradient.width, gradient.blocks) = (net.policy.width(), net.policy.residual_blocks());
    (gradient.critic_width, gradient.critic_blocks) = (net.critic.width(), net.critic.residual_blocks());
    Ok(())
}

fn game_of_data(args: &Args) -> Result<Game> {
    if let Some(rules) = &args.rules {
        return common::game(rules);
    }
    let name = rules_of_data(&args.data)?.context("--data: expected folders of rows, found none")?;
    Game::preset(&name).with_context(|| {
        format!("the data are for the rule set `{name}`, which is not a preset: expected --rules FILE")
    })
}
