//! The networks of a run, and learning by policy gradient.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_agents::net::inputs::Residual;
use spariglio_agents::net::sparse::{MOST_BLOCKS, WIDTHS};
use spariglio_files::config::check_number;
use spariglio_files::{ConfigError, RulesChoice, base};

/// Maximum number of decisions in a run.
pub(super) const DECISIONS: u64 = 1 << 40;

/// Maximum number of random rule sets; each has tables of its own in memory.
const MOST_HOUSE_RULES: u32 = 4096;

fn is_zero(number: &u32) -> bool {
    *number == 0
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
    /// Numbers of `decisions` after which the learning rates start again; `--decisions` adds one when it extends a run.
    /// Batch and pull stay at their ends from the first of them on.
    #[schemars(inner(range(min = 1, max = DECISIONS)))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub restarts: Vec<u64>,
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
            restarts: Vec::new(),
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
            lambda: 0.9,
            pull: [0.1, 0.03],
            rate: 2e-3,
            critic_rate: 1e-3,
            average: 0.08,
            checkpoint: 1_000_000,
        }
    }
}

impl GradientConfig {
    /// Checks every range. `distils`: the run learns from rows too; `has_rows`: they are there before it begins.
    pub(super) fn check(&self, distils: bool, has_rows: bool) -> Result<(), ConfigError> {
        let GradientConfig {
            critic_decisions,
            decisions,
            restarts: _,
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
            against: _,
            lambda,
            pull,
            rate,
            critic_rate,
            average,
            checkpoint,
        } = self.clone();
        check_number("gradient.house_rules", house_rules, 0, MOST_HOUSE_RULES)?;
        self.check_family(distils)?;
        check_number("gradient.critic_decisions", critic_decisions, 0, DECISIONS)?;
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
        self.check_restarts()
    }

    /// Refuses a stretch that a step may overrun.
    fn check_restarts(&self) -> Result<(), ConfigError> {
        let least = self.batch[1] + 100 * self.shards as u64;
        for &restart in &self.restarts {
            check_number("gradient.restarts", restart, 1, DECISIONS)?;
        }
        let mut start = 0;
        for end in self.restarts.iter().chain([&self.decisions]).copied() {
            if !self.restarts.is_empty() && end < start + least {
                let expected = format!("at least {least} decisions from each of {:?} to the next", self.restarts);
                return Err(ConfigError::field("gradient.restarts", expected, end.saturating_sub(start)));
            }
            start = end;
        }
        Ok(())
    }

    /// The decisions at the end of each stretch, with those from which only the critic learns.
    fn ends(&self) -> impl Iterator<Item = u64> {
        let ends = self.restarts.iter().chain([&self.decisions]);
        ends.map(|end| self.critic_decisions + end)
    }

    /// The number of stretches that have ended.
    pub(crate) fn stretches(&self, decisions: u64) -> usize {
        self.ends().take_while(|&end| end <= decisions).count()
    }

    /// The number of the evaluation after a step that began at `before` and ended at `now`; `None` if none is due. One
    /// is due at each multiple of `every`, and at the end of a stretch.
    pub(crate) fn evaluation(&self, before: u64, now: u64, every: u64) -> Option<u64> {
        match self.ends().find(|end| (before + 1..=now).contains(end)) {
            Some(end) => Some(self.evaluations(end, every)),
            None => (before / every != now / every).then(|| self.evaluations(now, every)),
        }
    }

    /// The number of evaluations of the first `decisions`.
    pub(crate) fn evaluations(&self, decisions: u64, every: u64) -> u64 {
        let (mut count, mut start) = (0, 0);
        for end in self.ends() {
            if decisions < end {
                return count + decisions / every - start / every;
            }
            count += end.div_ceil(every) - start / every;
            start = end;
        }
        count
    }

    /// Refuses what a network of several rule sets cannot learn by.
    fn check_family(&self, distils: bool) -> Result<(), ConfigError> {
        let GradientConfig { also, house_rules, blocks, critic_blocks, against, .. } = self;
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
}
