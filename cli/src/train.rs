//! `spariglio train`: distillation of rows that are already there.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args as ClapArgs;
use spariglio_agents::net::sparse::PolicyNet;
use spariglio_engine::Game;
use spariglio_files::{Config, RulesChoice};
use spariglio_train::{Device, DistilConfig, EvaluationConfig, GradientConfig, LearnConfig, Target, rules_of_data};

use crate::learn::{RunArgs, learn_and_tell};
use crate::torch::Torch;
use crate::{Status, common};

/// Train a network on rows: of self-play, or exported from records.
///
/// The policy learns the policies of the rows, the critic the margins of their hands. The network is written (nets/) and plays
/// fixed opponents (metrics.jsonl, tb/ for TensorBoard, learning.svg). The same command resumes a stopped run, which then ends
/// with the same weights.
#[derive(ClapArgs)]
pub struct Args {
    /// A configuration (configs/learn/rows.toml); without it, the defaults
    #[arg(value_name = "CONFIG")]
    pub config: Option<PathBuf>,
    /// Folders of rows, oldest first: each of one generation, or a run directory with several
    #[arg(long, short, value_name = "DIR", num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// A preset's name, or a TOML file of rules [default: the configuration's, or the preset that the data name]
    #[arg(long, short, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// The network to begin with: its folder, or a run directory (its best network); without it, random weights
    #[arg(long, value_name = "DIR")]
    pub init: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

/// Runs `spariglio train`.
pub(crate) fn run(args: &Args, torch: &dyn Torch) -> Result<Status> {
    let mut config = match &args.config {
        Some(path) => LearnConfig::load(path)?,
        None => default_config(args)?,
    };
    if let Some(rules) = &args.rules {
        config.rules = RulesChoice::of(common::game(rules)?.rules());
    }
    if !args.data.is_empty() {
        config.distil.get_or_insert_default().data.clone_from(&args.data);
    }
    if config.distil.as_ref().is_none_or(|distil| distil.data.is_empty()) {
        bail!("--data: expected folders of rows, as the configuration has no `distil.data`, found none");
    }
    if let Some(init) = &args.init {
        begin_with(&mut config, init)?;
    }
    let file = args.config.as_deref().unwrap_or(Path::new("spariglio train"));
    learn_and_tell(config, file, &args.run, torch)
}

/// The defaults: no policy gradient, one round over the rows.
fn default_config(args: &Args) -> Result<LearnConfig> {
    Ok(LearnConfig {
        rules: RulesChoice::of(game_of_data(args)?.rules()),
        seed: 0,
        device: Device::default(),
        gradient: GradientConfig {
            decisions: 0,
            ..GradientConfig::default()
        },
        labels: None,
        distil: Some(DistilConfig {
            fresh: 0.0,
            rate: 2e-3,
            target: Target::All,
            ..DistilConfig::default()
        }),
        gate: None,
        evaluation: EvaluationConfig::default(),
    })
}

/// Begins with a network, in its shape.
fn begin_with(config: &mut LearnConfig, init: &Path) -> Result<()> {
    let net = PolicyNet::load(init, &config.rules.game()?)?;
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
