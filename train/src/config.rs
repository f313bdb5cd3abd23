//! The configuration of a run. docs/reference/configuration.md has every key.

use std::fmt;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use spariglio_agents::net::inputs::Residual;
use spariglio_agents::net::sparse::{MOST_BLOCKS, WIDTHS};
use spariglio_agents::{AgentSpec, RUN};
use spariglio_files::{Config, ConfigError, RulesChoice, base, check_number};
use spariglio_selfplay::DataConfig;

/// Maximum number of decisions in a run.
const DECISIONS: u64 = 1 << 40;

/// Maximum number of random rule sets; each has tables of its own in memory.
const MOST_HOUSE_RULES: u32 = 4096;

fn is_zero(number: &u32) -> bool {
    *number == 0
}

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

/// The networks, and learning by policy gradient.
///
/// # Examples
/// ```
/// use spariglio_files::Config;
/// use spariglio_train::{GradientConfig, LearnConfig};
///
/// let config = LearnConfig::from_toml("rules = \"scopa\"")?;
/// assert_eq!(config.gradient, GradientConfig::default());
/// let error = LearnConfig::from_toml("rules = \"scopa\"\n[gradient]\nwidth = 97").expect_err("out of range");
/// assert!(error.to_string().starts_with("line 3: gradient.width: expected one of"));
/// # Ok::<(), spariglio_files::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct GradientConfig {
    /// Decisions at the start from which only the critic learns.
    #[schemars(range(min = 0, max = DECISIONS))]
    pub critic_decisions: u64,
    /// Decisions after those, counted if there is a choice. May be 0 if there are `critic_decisions` or rows to learn
    /// from. All rates are functions of the share of them that is done.
    #[schemars(range(min = 0, max = DECISIONS))]
    pub decisions: u64,
    /// Decisions per batch at the start, and from `batch_end` on. Between the two it grows exponentially.
    #[schemars(inner(range(min = 1, max = 1 << 24)))]
    pub batch: [u64; 2],
    /// The share of the run after which the batch no longer grows.
    #[schemars(range(min = 0.001, max = 1))]
    pub batch_end: f64,
    /// Logical shards of a batch: the maximum number of threads. If it changes, so do the bytes.
    #[schemars(range(min = 1, max = 1024))]
    pub shards: usize,
    /// Width of the policy.
    #[schemars(extend("enum" = WIDTHS))]
    pub width: usize,
    /// Width of the critic.
    #[schemars(extend("enum" = WIDTHS))]
    pub critic_width: usize,
    /// Residual blocks of the policy.
    #[schemars(range(min = 0, max = MOST_BLOCKS))]
    pub blocks: usize,
    /// Residual blocks of the critic.
    #[schemars(range(min = 0, max = MOST_BLOCKS))]
    pub critic_blocks: usize,
    /// The policy to which the network adds.
    pub residual: Residual,
    /// The network to start from: its folder, a run directory, or an empty path for the one that ships with the most
    /// similar rules, and does not read them. If absent, the weights are random. It may have learnt other rules if it
    /// has the same inputs. Its widths and its residual must be those of the run.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "base::optional")]
    pub start: Option<PathBuf>,
    /// Other rule sets that the network learns too, with the players, the deal and the deck of `rules`. The network then
    /// plays every such rule set: the rules are inputs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<RulesChoice>,
    /// Number of house rules that the network learns too: `rules` or one of `also` with random captures, sweeps,
    /// declarations and scores. About half of the hands have such rules.
    #[schemars(range(min = 0, max = MOST_HOUSE_RULES))]
    #[serde(skip_serializing_if = "is_zero")]
    pub house_rules: u32,
    /// The agent that plays the other sides in the policy gradient and does not learn. If absent, the network plays
    /// itself. The network then learns a response to that agent, and not a good player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<AgentSpec>,
    /// The model of the learner that `against`, a search, uses: this agent plays the learner's seats in its worlds.
    /// Only with `against`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knows: Option<AgentSpec>,
    /// Weight of later values in the return of a decision.
    #[schemars(range(min = 0, max = 1))]
    pub lambda: f32,
    /// Pull of the residual's policy in points per nat, at the start and at the end.
    #[schemars(inner(range(min = 1e-6, max = 100)))]
    pub pull: [f64; 2],
    /// Learning rate of the policy at its peak. It falls to almost 0 at the end.
    #[schemars(range(min = 0, max = 1))]
    pub rate: f64,
    /// Learning rate of the critic at its peak. It falls to almost 0 at the end.
    #[schemars(range(min = 0, max = 1))]
    pub critic_rate: f64,
    /// The weights are averaged over about this share of the run so far; in expert iteration, of the round so far.
    #[schemars(range(min = 1e-6, max = 1))]
    pub average: f64,
    /// Decisions between checkpoints. A killed run resumes from the last one.
    #[schemars(range(min = 1, max = DECISIONS))]
    pub checkpoint: u64,
}

impl Default for GradientConfig {
    fn default() -> GradientConfig {
        GradientConfig {
            critic_decisions: 0,
            decisions: 60_000_000,
            batch: [512, 8192],
            batch_end: 0.8,
            shards: 8,
            width: 96,
            critic_width: 64,
            blocks: 0,
            critic_blocks: 0,
            residual: Residual::Formula,
            start: None,
            also: Vec::new(),
            house_rules: 0,
            against: None,
            knows: None,
            lambda: 0.9,
            pull: [0.1, 0.03],
            rate: 2e-3,
            critic_rate: 1e-3,
            average: 0.08,
            checkpoint: 1_000_000,
        }
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
        let GradientConfig {
            critic_decisions,
            decisions,
            batch,
            batch_end,
            shards,
            width,
            critic_width,
            blocks,
            critic_blocks,
            residual: _,
            start: _,
            also: _,
            house_rules,
            against,
            knows,
            lambda,
            pull,
            rate,
            critic_rate,
            average,
            checkpoint,
        } = self.gradient.clone();
        if let (None, Some(known)) = (against, knows) {
            let expected = "nothing without `gradient.against`, a search";
            return Err(ConfigError::field("gradient.knows", expected, known));
        }
        check_number("gradient.house_rules", house_rules, 0, MOST_HOUSE_RULES)?;
        check_family(&self.gradient, self.distil.is_some())?;
        check_number("gradient.critic_decisions", critic_decisions, 0, DECISIONS)?;
        let has_rows = self.distil.is_some() && self.labels.is_none();
        let least = u64::from(critic_decisions == 0 && !has_rows);
        check_number("gradient.decisions", decisions, least, DECISIONS)?;
        check_number("gradient.batch", batch[0], 1, 1 << 24)?;
        check_number("gradient.batch", batch[1], 1, 1 << 24)?;
        check_number("gradient.batch_end", batch_end, 0.001, 1.0)?;
        check_number("gradient.shards", shards, 1, 1024)?;
        for (name, width) in [("gradient.width", width), ("gradient.critic_width", critic_width)] {
            if !WIDTHS.contains(&width) {
                return Err(ConfigError::field(name, format!("one of {WIDTHS:?}"), width));
            }
        }
        check_number("gradient.blocks", blocks, 0, MOST_BLOCKS)?;
        check_number("gradient.critic_blocks", critic_blocks, 0, MOST_BLOCKS)?;
        check_number("gradient.lambda", lambda, 0.0, 1.0)?;
        check_number("gradient.pull", pull[0], 1e-6, 100.0)?;
        check_number("gradient.pull", pull[1], 1e-6, 100.0)?;
        check_number("gradient.rate", rate, 0.0, 1.0)?;
        check_number("gradient.critic_rate", critic_rate, 0.0, 1.0)?;
        check_number("gradient.average", average, 1e-6, 1.0)?;
        check_number("gradient.checkpoint", checkpoint, 1, DECISIONS)?;
        self.check_rounds()?;
        check_number("evaluation.hands", self.evaluation.hands, 1, MOST_HANDS)?;
        check_number("evaluation.every", self.evaluation.every, 1, DECISIONS)?;
        check_waits("evaluation.agent", &self.evaluation.agent)
    }
}

/// Refuses what a network of several rule sets cannot learn by. `distils`: the run learns from rows too.
fn check_family(config: &GradientConfig, distils: bool) -> Result<(), ConfigError> {
    let GradientConfig { also, house_rules, blocks, critic_blocks, against, .. } = config;
    if also.is_empty() && *house_rules == 0 {
        return Ok(());
    }
    for (field, is_there) in [
        ("gradient.blocks", *blocks > 0),
        ("gradient.critic_blocks", *critic_blocks > 0),
        ("gradient.against", against.is_some()),
        ("distil", distils),
    ] {
        if is_there {
            let expected = "nothing together with `gradient.also` or `gradient.house_rules`";
            return Err(ConfigError::field(field, expected, "a value"));
        }
    }
    Ok(())
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
