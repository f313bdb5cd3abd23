//! The configuration of self-play, in TOML. docs/reference/configuration.md has every key.
//!
//! Invariant: unknown keys are refused, and [`DataConfig::check`] passes before the first hand is played.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_files::config::check_number;
use spariglio_files::{Config, ConfigError, RulesChoice};

use crate::row::{MAX_GENERATION, MAX_HANDS_PER_SHARD, MAX_SHARDS};

/// The highest temperature.
pub const MOST_TEMPERATURE: f64 = 100.0;

/// Maximum number of simulations of a search.
const MOST_SIMULATIONS: u32 = 1_000_000_000;

/// A self-play run: one generation of data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SelfplayConfig {
    /// The rule set: a preset's name, the name of a TOML file, or a table.
    pub rules: RulesChoice,
    /// Seed of deals, agents and exploration.
    // It is not written back: TOML has no unsigned 64-bit numbers, and `run.toml` stores it separately.
    #[serde(default, skip_serializing)]
    #[schemars(extend("default" = 0))]
    pub seed: u64,
    /// Generation number of the data.
    #[serde(default)]
    #[schemars(range(min = 0, max = MAX_GENERATION))]
    pub generation: u32,
    /// The hands to play.
    pub data: DataConfig,
}

/// The number of hands, their agents and their exploration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DataConfig {
    /// The agents. If there is one, it plays every seat; otherwise side `s` of hand `h` is agent `(s + h) % agents`.
    pub agents: Vec<AgentSpec>,
    /// Number of shards in the generation.
    #[schemars(range(min = 1, max = MAX_SHARDS))]
    pub shards: u32,
    /// Number of hands per shard. A stopped run resumes shard by shard.
    #[schemars(range(min = 1, max = MAX_HANDS_PER_SHARD))]
    pub hands_per_shard: u32,
    /// Whether partners see each other's hand cards.
    #[serde(default)]
    pub partners_open: bool,
    /// Whether the hands are also written as records.
    #[serde(default)]
    pub records: bool,
    /// Whether the hands are also written as games.
    #[serde(default)]
    pub games: bool,
    /// Whether rows have the inputs of the view and of its actions.
    #[serde(default)]
    pub inputs: bool,
    /// How the action to play is chosen from the policy.
    #[serde(default)]
    pub exploration: Exploration,
    /// Limits full searches to a share of the decisions. If absent, every search has the agent's own budget.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playout_cap: Option<PlayoutCap>,
}

/// How the action to play is chosen from the policy of the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Exploration {
    /// Pairs of (first ply, temperature), by rising ply from 0: the action is drawn with probability proportional to
    /// `policy ^ (1 / temperature)`; temperature 0 plays the agent's choice. Temperatures are 0 to 100.
    pub temperature: Vec<(u8, f64)>,
    /// Noise mixed into the probabilities of the draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_noise: Option<RootNoise>,
}

impl Default for Exploration {
    fn default() -> Exploration {
        Exploration { temperature: vec![(0, 1.0)], root_noise: None }
    }
}

/// Dirichlet noise: the draw is from `(1 - share) * policy + share * noise`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RootNoise {
    /// Weight of the noise.
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
    /// Concentration of the Dirichlet distribution: small values are peaked, 1 is uniform over mixtures.
    #[schemars(range(min = 0.01, max = 100))]
    pub alpha: f64,
}

/// Playout-cap randomisation (Wu 2019, "Accelerating Self-Play Learning in Go", section 3.1). Only rows of full searches
/// train the policy; all rows train the value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayoutCap {
    /// Share of the decisions that get a full search.
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
    /// Simulations of a full search.
    #[schemars(range(min = 1, max = MOST_SIMULATIONS))]
    pub full: u32,
    /// Simulations of any other search, at most `full`.
    #[schemars(range(min = 1))]
    pub cheap: u32,
}

impl Config for SelfplayConfig {
    fn check(&self) -> Result<(), ConfigError> {
        check_number("generation", self.generation, 0, MAX_GENERATION)?;
        self.data.check("data")
    }
}

impl DataConfig {
    /// These agents, and defaults for all optional keys.
    pub fn of(agents: Vec<AgentSpec>, shards: u32, hands_per_shard: u32) -> DataConfig {
        DataConfig {
            agents,
            shards,
            hands_per_shard,
            partners_open: false,
            records: false,
            games: false,
            inputs: false,
            exploration: Exploration::default(),
            playout_cap: None,
        }
    }

    /// Checks all ranges. Messages call this table `table`.
    ///
    /// # Errors
    /// If a value is out of range; names the first such key.
    pub fn check(&self, table: &str) -> Result<(), ConfigError> {
        let field = |name: &str| format!("{table}.{name}");
        if self.agents.is_empty() {
            return Err(ConfigError::field(field("agents"), "at least one agent", "none"));
        }
        check_number(&field("shards"), self.shards, 1, MAX_SHARDS)?;
        check_number(&field("hands_per_shard"), self.hands_per_shard, 1, MAX_HANDS_PER_SHARD)?;
        self.exploration.check(&field("exploration"))?;
        match &self.playout_cap {
            Some(cap) => cap.check(&field("playout_cap")),
            None => Ok(()),
        }
    }
}

impl Exploration {
    fn check(&self, table: &str) -> Result<(), ConfigError> {
        let field = format!("{table}.temperature");
        if self.temperature.first().is_none_or(|pair| pair.0 != 0) {
            return Err(ConfigError::field(
                field,
                "pairs of ply and temperature from ply 0",
                format!("{:?}", self.temperature),
            ));
        }
        if !self.temperature.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(ConfigError::field(field, "rising plies", format!("{:?}", self.temperature)));
        }
        for (_, temperature) in &self.temperature {
            check_number(&field, *temperature, 0.0, MOST_TEMPERATURE)?;
        }
        if let Some(noise) = &self.root_noise {
            check_number(&format!("{table}.root_noise.share"), noise.share, 0.0, 1.0)?;
            check_number(&format!("{table}.root_noise.alpha"), noise.alpha, 0.01, 100.0)?;
        }
        Ok(())
    }

    /// The temperature at a ply.
    pub(crate) fn temperature_at(&self, ply: usize) -> f64 {
        let started = self.temperature.iter().rev();
        let pair = started.into_iter().find(|pair| usize::from(pair.0) <= ply);
        pair.map_or(1.0, |pair| pair.1)
    }
}

impl PlayoutCap {
    fn check(&self, table: &str) -> Result<(), ConfigError> {
        check_number(&format!("{table}.share"), self.share, 0.0, 1.0)?;
        check_number(&format!("{table}.full"), self.full, 1, MOST_SIMULATIONS)?;
        check_number(&format!("{table}.cheap"), self.cheap, 1, self.full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "rules = \"cirulla\"\n[data]\nagents = [\"random\"]\nshards = 2\nhands_per_shard = 3\n";

    fn error(text: &str) -> String {
        SelfplayConfig::from_toml(text).expect_err("a mistake").to_string()
    }

    #[test]
    fn text_and_back() {
        let mut config = SelfplayConfig::from_toml(GOOD).expect("good");
        config.data.exploration.root_noise = Some(RootNoise { share: 0.25, alpha: 0.5 });
        config.data.playout_cap = Some(PlayoutCap { share: 0.25, full: 8, cheap: 2 });
        let text = toml::to_string(&config).expect("TOML");
        assert_eq!(SelfplayConfig::from_toml(&text).expect("read"), config);
    }

    #[test]
    fn mistakes_are_named() {
        for (addition, expected) in [
            ("shard = 1", "shard"),
            ("[data.exploration]\ntemperature = [[3, 1.0]]", "data.exploration.temperature: expected pairs"),
            ("[data.exploration]\ntemperature = [[0, 1.0], [0, 2.0]]", "rising plies"),
            (
                "[data.exploration]\ntemperature = [[0, -1.0]]",
                "data.exploration.temperature: expected 0 to 100, found -1",
            ),
            ("[data.exploration]\ntemperature = [[0, nan]]", "found NaN"),
            ("[data.playout_cap]\nshare = 2.0\nfull = 2\ncheap = 1", "data.playout_cap.share"),
            (
                "[data.playout_cap]\nshare = 0.5\nfull = 2\ncheap = 3",
                "data.playout_cap.cheap: expected 1 to 2, found 3",
            ),
        ] {
            let text = error(&format!("{GOOD}{addition}\n"));
            assert!(text.contains(expected), "{addition}: {text}");
        }
        assert!(error(&GOOD.replace("shards = 2", "shards = 0")).contains("data.shards"));
        let generation = error(&format!("generation = {}\n{GOOD}", MAX_GENERATION + 1));
        assert!(generation.contains("generation: expected 0 to 16777215, found 16777216"), "{generation}");
        assert!(error(&GOOD.replace("[\"random\"]", "[]")).contains("data.agents"));
        assert!(error(&GOOD.replace("\"random\"", "\"randim\"")).contains("randim"));
    }

    #[test]
    fn temperature_steps() {
        let exploration = Exploration { temperature: vec![(0, 1.0), (10, 0.5)], root_noise: None };
        let at = [0, 9, 10, 40].map(|ply| exploration.temperature_at(ply));
        assert_eq!(at, [1.0, 1.0, 0.5, 0.5]);
    }
}
