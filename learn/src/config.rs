//! The configuration of a whole loop. `configs/learn/` explains every key.

use serde::{Deserialize, Serialize};
use spariglio_agents::{AgentSpec, RUN};
use spariglio_files::{Config, ConfigError, RulesChoice, check_number};
use spariglio_selfplay::DataConfig;
use spariglio_train::TrainConfig;

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
    /// One seed for all stages, training included.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        // TOML, in which the settings of a network are kept, has no numbers above this.
        self.train.run.seed = seed & i64::MAX as u64;
    }
}

impl Config for LearnConfig {
    fn check(&self) -> Result<(), ConfigError> {
        check_number("generations", self.generations, 1, GENERATIONS)?;
        self.bootstrap.check("bootstrap")?;
        self.selfplay.check("selfplay")?;
        self.train
            .check()
            .map_err(|error| ConfigError::Text(format!("train.{error}")))?;
        check_number("gate.hands", self.gate.hands, 1, u64::MAX)?;
        check_number("gate.threshold", self.gate.threshold, -1000.0, 1000.0)?;
        check_number("evaluation.hands", self.evaluation.hands, 1, u64::MAX)?;
        let without = "agents without a network of this run";
        if let Some(agent) = self.bootstrap.agents.iter().find(|agent| agent.waits_for_net()) {
            return Err(ConfigError::field("bootstrap.agents", without, agent));
        }
        let with = format!("an agent with net={RUN}");
        if !self.selfplay.agents.iter().any(AgentSpec::waits_for_net) {
            return Err(ConfigError::field("selfplay.agents", with, "none"));
        }
        for (field, agent) in [
            ("gate.agent", &self.gate.agent),
            ("evaluation.agent", &self.evaluation.agent),
        ] {
            if !agent.waits_for_net() {
                return Err(ConfigError::field(field, &with, agent));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use spariglio_files::config::has_table;

    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/learn")
    }

    #[test]
    fn every_shipped_configuration_loads() {
        let mut count = 0;
        for entry in fs::read_dir(folder()).expect("a folder") {
            let path = entry.expect("an entry").path();
            if has_table(&path, "gradient").expect("a configuration") {
                continue;
            }
            let config = LearnConfig::load(&path).unwrap_or_else(|error| panic!("{error}"));
            config.rules.game().expect("a game");
            count += 1;
        }
        assert!(count >= 2);
    }

    #[test]
    fn mistakes_are_named() {
        let text = fs::read_to_string(folder().join("cirulla_generations.toml")).expect("read");
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
            let error = error.to_string();
            assert!(error.contains(expected) && error.contains("x.toml"), "{error}");
        }
    }
}
