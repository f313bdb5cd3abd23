//! The configuration of a whole loop. `configs/learn/` explains every key.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_selfplay::{DataConfig, RulesChoice, check_number};
use spariglio_train::TrainConfig;

/// Stands for the folder of a network in an agent: `net=RUN`.
const RUN: &str = "RUN";

/// Most generations of a loop.
const GENERATIONS: u32 = 10_000;

/// A loop.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnConfig {
    /// The rule set: a preset's name, the name of a TOML file, or a table.
    pub rules: RulesChoice,
    /// Seed of everything random in the loop.
    #[serde(default, skip_serializing)]
    pub seed: u64,
    /// Networks to train. Not part of what a run directory is compared by: a run may go on for longer.
    #[serde(skip_serializing)]
    pub generations: u32,
    /// Self-play of generation 0, before there is a network.
    pub bootstrap: DataConfig,
    /// Self-play of the later generations, with the best network.
    pub selfplay: DataConfig,
    /// Training.
    #[serde(default)]
    pub train: TrainConfig,
    /// The match that a new network has to win.
    pub gate: GateConfig,
    /// The matches of the learning curve.
    pub evaluation: EvaluationConfig,
}

/// New network against best network.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateConfig {
    /// How both play.
    pub agent: AgentSpec,
    /// Hands, rounded up to whole duplicate sets.
    pub hands: u64,
    /// The new one has to be better by more than this many standard errors.
    pub threshold: f64,
}

/// Every new network against fixed opponents.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationConfig {
    /// How the network plays.
    pub agent: AgentSpec,
    /// The opponents.
    pub opponents: Vec<AgentSpec>,
    /// Hands against each, rounded up to whole duplicate sets.
    pub hands: u64,
}

impl LearnConfig {
    /// Reads a configuration file.
    pub fn load(path: &Path) -> Result<LearnConfig> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("{name}: cannot read the configuration"))?;
        let config: LearnConfig = toml::from_str(&text).with_context(|| name.to_string())?;
        config.check().with_context(|| name.to_string())?;
        Ok(config)
    }

    /// One seed for all stages, training included.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        // TOML, in which the settings of a network are kept, has no numbers above this.
        self.train.run.seed = seed & i64::MAX as u64;
    }

    /// Checks every range.
    pub fn check(&self) -> Result<()> {
        check_number("generations", self.generations, 1, GENERATIONS)?;
        self.bootstrap.check("bootstrap")?;
        self.selfplay.check("selfplay")?;
        self.train.check().context("train")?;
        check_number("gate.hands", self.gate.hands, 1, u64::MAX)?;
        check_number("gate.threshold", self.gate.threshold, -1000.0, 1000.0)?;
        check_number("evaluation.hands", self.evaluation.hands, 1, u64::MAX)?;
        if let Some(agent) = self.bootstrap.agents.iter().find(|agent| asks(agent)) {
            bail!("bootstrap.agents: expected agents without a network of this run, found {agent}");
        }
        if !self.selfplay.agents.iter().any(asks) {
            bail!("selfplay.agents: expected an agent with net={RUN}, found none");
        }
        for (field, agent) in [
            ("gate.agent", &self.gate.agent),
            ("evaluation.agent", &self.evaluation.agent),
        ] {
            if !asks(agent) {
                bail!("{field}: expected an agent with net={RUN}, found {agent}");
            }
        }
        Ok(())
    }
}

/// Whether an agent waits for a network of the run.
fn asks(agent: &AgentSpec) -> bool {
    net_of(&mut agent.clone()).is_some_and(|net| *net == Path::new(RUN))
}

/// The network's folder in an agent's options.
fn net_of(agent: &mut AgentSpec) -> Option<&mut PathBuf> {
    match agent {
        AgentSpec::Net(options) => Some(&mut options.net),
        AgentSpec::NetSearch(options) => Some(&mut options.net),
        _ => None,
    }
}

/// The agent with the network in `folder` where it says `net=RUN`.
pub fn with_net(agent: &AgentSpec, folder: &Path) -> AgentSpec {
    let mut agent = agent.clone();
    if asks(&agent)
        && let Some(net) = net_of(&mut agent)
    {
        *net = folder.to_path_buf();
    }
    agent
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/learn")
    }

    #[test]
    fn every_shipped_configuration_loads() {
        let mut count = 0;
        for entry in fs::read_dir(folder()).expect("a folder") {
            let path = entry.expect("an entry").path();
            let config = LearnConfig::load(&path).unwrap_or_else(|error| panic!("{error:#}"));
            config.rules.game().expect("a game");
            count += 1;
        }
        assert!(count >= 2);
    }

    #[test]
    fn mistakes_are_named() {
        let text = fs::read_to_string(folder().join("demo.toml")).expect("read");
        let temporary = tempfile::tempdir().expect("a folder");
        let path = temporary.path().join("x.toml");
        for (from, to, expected) in [
            ("generations =", "generation =", "generation"),
            ("net-search:net=RUN", "net-search:net=other", "selfplay.agents"),
            ("threshold =", "threshold = 2000.0 #", "gate.threshold"),
            ("[evaluation]", "[evaluation]\nhand = 1", "hand"),
        ] {
            fs::write(&path, text.replacen(from, to, 1)).expect("written");
            let error = LearnConfig::load(&path).expect_err(from);
            let error = format!("{error:#}");
            assert!(error.contains(expected) && error.contains("x.toml"), "{error}");
        }
    }

    #[test]
    fn the_network_takes_its_place() {
        let agent = AgentSpec::parse("net:net=RUN").expect("a spec");
        assert_eq!(with_net(&agent, Path::new("a/b")).to_string(), "net:net=a/b");
        let random = AgentSpec::parse("random").expect("a spec");
        assert_eq!(with_net(&random, Path::new("a/b")), random);
    }
}
