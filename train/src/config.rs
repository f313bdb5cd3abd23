//! The configuration of a run. docs/reference/configuration.md has every key.

mod gradient;

use std::fmt;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_agents::spec::RUN;
use spariglio_files::config::check_number;
use spariglio_files::{Config, ConfigError, RulesChoice, base};
use spariglio_selfplay::DataConfig;

use gradient::DECISIONS;
pub use gradient::GradientConfig;

/// Maximum number of hands in an evaluation.
const MOST_HANDS: u64 = 1_000_000_000_000;

/// A run.
///
/// # Examples
/// Keys that are absent have default values:
/// ```
/// use spariglio_files::Config;
/// use spariglio_train::LearnConfig;
///
/// let config = LearnConfig::from_toml("rules = \"scopa\"\n[gradient]\nwidth = 64\nlambda = 0.8")?;
/// assert_eq!((config.gradient.width, config.gradient.lambda), (64, 0.8));
/// assert_eq!(config.evaluation.opponents[0].to_string(), "formula");
/// let error = LearnConfig::from_toml("rules = \"scopa\"\n[gradient]\nlamda = 0.8").expect_err("a mistake");
/// assert!(error.to_string().contains("lamda"));
/// # Ok::<(), spariglio_files::ConfigError>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnConfig {
    /// The rule set: a preset's name, the name of a TOML file, or a table.
    pub rules: RulesChoice,
    /// Seed of all random numbers in the run.
    #[serde(default, skip_serializing)]
    #[schemars(extend("default" = 0))]
    pub seed: u64,
    /// The back end. A run resumes with the one that it began with.
    #[serde(default)]
    pub device: Device,
    /// The networks and the policy gradient.
    #[serde(default)]
    pub gradient: GradientConfig,
    /// The self-play of searches in each round of expert iteration, after the policy gradient. Only with `distil`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<DataConfig>,
    /// How the network learns from rows, either those of `labels` or those of other folders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distil: Option<DistilConfig>,
    /// The match that a network has to win before it plays for the labels of the next round. Only with `labels`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateConfig>,
    /// The matches of the learning curve.
    #[serde(default)]
    pub evaluation: EvaluationConfig,
}

/// The back end for gradients and, if networks have residual blocks, for outputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    /// Torch on a GPU if the networks are large and a usable one is found; else plain Rust.
    #[default]
    Auto,
    /// Plain Rust on the processor.
    Plain,
    /// Torch on the processor.
    Cpu,
    /// Torch on a GPU.
    Cuda,
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The rows whose policies are learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// Rows of full searches.
    #[default]
    Search,
    /// All rows with a choice. If rows come from records, they have the action that was played, so their players are
    /// imitated.
    All,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Learning from the policies of a search, in rounds of expert iteration (Anthony, Tian and Barber 2017, arXiv
/// 1705.08439). In each round, the search plays itself with the network's guidance. Then the network learns the
/// search's policy, together with more policy gradient.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct DistilConfig {
    /// Folders of rows to learn from, oldest first, instead of `labels`. Each holds one generation, or is a run
    /// directory with several.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "base::several")]
    pub data: Vec<PathBuf>,
    /// The rows whose policies are learnt.
    pub target: Target,
    /// Number of rounds.
    #[schemars(range(min = 1, max = 1 << 16))]
    pub rounds: u32,
    /// Number of newest rounds from whose hands it learns.
    #[schemars(range(min = 1, max = 1 << 16))]
    pub window: u32,
    /// Passes over these hands per round.
    #[schemars(range(min = 1, max = 1 << 16))]
    pub passes: u64,
    /// Approximate number of searched decisions per batch.
    #[schemars(range(min = 1, max = 1 << 24))]
    pub batch: u64,
    /// Weight of the policy gradient. As many decisions as were searched are played for it.
    #[schemars(range(min = 0, max = 100))]
    pub fresh: f32,
    /// Learning rate of both networks at the start of a round; it falls to almost 0.
    #[schemars(range(min = 0, max = 1))]
    pub rate: f64,
}

impl Default for DistilConfig {
    fn default() -> DistilConfig {
        DistilConfig {
            data: Vec::new(),
            target: Target::default(),
            rounds: 1,
            window: 2,
            passes: 2,
            batch: 1024,
            fresh: 0.5,
            rate: 5e-4,
        }
    }
}

impl DistilConfig {
    fn check(&self) -> Result<(), ConfigError> {
        let DistilConfig { ref data, target: _, rounds, window, passes, batch, fresh, rate } = *self;
        if !data.is_empty() && rounds > 1 {
            return Err(ConfigError::field("distil.rounds", "1, since there is `distil.data`", rounds));
        }
        check_number("distil.rounds", rounds, 1, 1 << 16)?;
        check_number("distil.window", window, 1, 1 << 16)?;
        check_number("distil.passes", passes, 1, 1 << 16)?;
        check_number("distil.batch", batch, 1, 1 << 24)?;
        check_number("distil.fresh", fresh, 0.0, 100.0)?;
        check_number("distil.rate", rate, 0.0, 1.0)
    }
}

/// The match of the new network against the best one so far, at the end of a round.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GateConfig {
    /// The agent of both sides; `net=RUN` stands for the network.
    pub agent: AgentSpec,
    /// Hands, rounded up to whole duplicate sets.
    #[schemars(range(min = 1, max = MOST_HANDS))]
    pub hands: u64,
    /// The new network has to be better by more than this many standard errors.
    #[schemars(range(min = -1000, max = 1000))]
    pub threshold: f64,
}

/// Matches of the averaged network against fixed opponents.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EvaluationConfig {
    /// The agent; `net=RUN` stands for the network.
    pub agent: AgentSpec,
    /// The opponents.
    pub opponents: Vec<AgentSpec>,
    /// Hands against each opponent, rounded up to whole duplicate sets.
    #[schemars(range(min = 1, max = MOST_HANDS))]
    pub hands: u64,
    /// Decisions of the policy gradient between evaluations. Each evaluation writes a network to `nets/`, as does each
    /// round of expert iteration.
    #[schemars(range(min = 1, max = DECISIONS))]
    pub every: u64,
}

impl Default for EvaluationConfig {
    fn default() -> EvaluationConfig {
        let spec = |text| AgentSpec::parse(text).expect("a spec");
        EvaluationConfig {
            // If the last plays were searched over worlds, the network's own strength would not show.
            agent: spec("net:net=RUN:hidden=0"),
            opponents: vec![spec("formula")],
            hands: 20_000,
            every: 4_000_000,
        }
    }
}

impl Config for LearnConfig {
    fn check(&self) -> Result<(), ConfigError> {
        let has_rows = self.distil.is_some() && self.labels.is_none();
        self.gradient.check(self.distil.is_some(), has_rows)?;
        self.check_rounds()?;
        check_number("evaluation.hands", self.evaluation.hands, 1, MOST_HANDS)?;
        check_number("evaluation.every", self.evaluation.every, 1, DECISIONS)?;
        check_waits("evaluation.agent", &self.evaluation.agent)
    }
}

/// Refuses an agent that does not take the run's network.
fn check_waits(field: &str, agent: &AgentSpec) -> Result<(), ConfigError> {
    if agent.waits_for_net() {
        return Ok(());
    }
    Err(ConfigError::field(field, format!("an agent with net={RUN}"), agent))
}

impl LearnConfig {
    /// Refuses a run if it has nothing to distil. A configuration may leave the folders to the command line.
    pub(crate) fn check_data(&self) -> Result<(), ConfigError> {
        let has_none = self.distil.as_ref().is_some_and(|distil| distil.data.is_empty());
        if has_none && self.labels.is_none() {
            let expected = "folders of rows, since there is no table `labels`";
            return Err(ConfigError::field("distil.data", expected, "none"));
        }
        Ok(())
    }

    /// Checks the tables for learning from rows.
    fn check_rounds(&self) -> Result<(), ConfigError> {
        if let Some(gate) = &self.gate {
            if self.labels.is_none() {
                return Err(ConfigError::field("gate", "nothing without `labels`", "a table"));
            }
            check_number("gate.hands", gate.hands, 1, MOST_HANDS)?;
            check_number("gate.threshold", gate.threshold, -1000.0, 1000.0)?;
            check_waits("gate.agent", &gate.agent)?;
        }
        let Some(distil) = &self.distil else {
            return match self.labels {
                Some(_) => Err(ConfigError::field("distil", "a table, since there is `labels`", "none")),
                None => Ok(()),
            };
        };
        distil.check()?;
        match &self.labels {
            Some(_) if !distil.data.is_empty() => {
                let expected = "nothing, since there is `labels`";
                return Err(ConfigError::field("distil.data", expected, "folders"));
            }
            Some(labels) => {
                labels.check("labels")?;
                if labels.partners_open {
                    return Err(ConfigError::field("labels.partners_open", "false", "true"));
                }
                let shares_none = labels.playout_cap.as_ref().is_some_and(|cap| cap.share == 0.0);
                if shares_none && distil.target == Target::Search {
                    return Err(ConfigError::field("labels.playout_cap.share", "more than 0", 0));
                }
            }
            None => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/learn")
    }

    #[test]
    fn every_shipped_configuration_loads() {
        let mut count = 0;
        for entry in fs::read_dir(folder()).expect("a folder") {
            let path = entry.expect("an entry").path();
            let config = LearnConfig::load(&path).unwrap_or_else(|error| panic!("{error}"));
            config.rules.game().expect("a game");
            count += 1;
        }
        assert!(count >= 15);
    }

    #[test]
    fn the_configuration_of_scopone_shows_the_defaults() {
        let config = LearnConfig::load(&folder().join("scopone.toml")).expect("a configuration");
        assert_eq!(config.gradient, GradientConfig::default());
    }

    /// Asserts that the error names the mistake after `from` is replaced by `to`.
    fn assert_named(text: &str, from: &str, to: &str, expected: &str) {
        let error = LearnConfig::from_toml(&text.replacen(from, to, 1));
        let error = error.expect_err(from).to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn labels_and_what_learns_of_them_go_together() {
        let text = fs::read_to_string(folder().join("scopone_search.toml")).expect("read");
        for (from, to, expected) in [
            ("[distil]", "[distill]", "distill"),
            ("share = 0.25", "share = 1.25", "labels.playout_cap.share"),
            ("passes = 2", "passes = 0", "distil.passes"),
            ("shards = 8", "shards = 8\npartners_open = true", "labels.partners_open"),
        ] {
            assert_named(&text, from, to, expected);
        }
        let start = text.find("\n[distil]").expect("a table");
        let end = text.find("\n[evaluation]").expect("a table");
        let error = LearnConfig::from_toml(&(text[..start].to_owned() + &text[end..])).expect_err("no distil");
        assert!(error.to_string().contains("distil: "), "{error}");
    }

    #[test]
    fn mistakes_are_named() {
        let text = fs::read_to_string(folder().join("scopone.toml")).expect("read");
        for (from, to, expected) in [
            ("width = 96", "width = 97", "gradient.width"),
            ("lambda = 0.9", "lambda = 1.9", "gradient.lambda"),
            ("lambda = 0.9", "lamda = 0.9", "lamda"),
            ("residual = \"formula\"", "residual = \"greedy\"", "greedy"),
            ("hands = 20000", "hands = 0", "evaluation.hands"),
        ] {
            assert_named(&text, from, to, expected);
        }
    }
}
