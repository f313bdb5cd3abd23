//! One version of an agent of a pool.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use spariglio_agents::{AgentSpec, SpecError};
use spariglio_stats::{SprtConfig, SprtUnit};

use super::belongings::KeptPath;

/// The folder of all kept files, in that of the pool.
const VERSIONS: &str = "versions";

/// A version of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// The agent's name.
    pub name: String,
    /// Its number among the versions of this name, from 1.
    pub number: u32,
    /// The day on which it was added, if known.
    pub date: Option<String>,
    /// The agent as it was given.
    pub agent: String,
    /// Hash of all that it is made of: the same agent without a change has the same.
    pub fingerprint: String,
    /// Its files and folders of which the pool keeps a copy.
    pub kept: Vec<KeptPath>,
    /// The most hands of its test, and of all its other pairs together.
    pub hands: u64,
    /// The difference of its test, points per hand.
    pub difference: f64,
    /// Whether its night is over.
    pub complete: bool,
}

impl Version {
    /// Its name in tables: `bot@3`.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{}@{}", self.name, self.number)
    }

    /// The folder of its kept files in the folder `pool`.
    pub(super) fn folder(&self, pool: &Path) -> PathBuf {
        pool.join(VERSIONS).join(self.label())
    }

    /// The agent with the files that the folder `pool` keeps.
    pub(super) fn spec(&self, pool: &Path) -> Result<AgentSpec, SpecError> {
        let folder = self.folder(pool);
        let place = |path: &Path| self.kept.iter().find_map(|kept| kept.place_of(path, &folder));
        Ok(AgentSpec::parse(&self.agent)?.moved(&place))
    }
}

/// Chance that a test calls one of two equal agents better: 200 nights without a change hold about one false alarm.
const ALPHA: f64 = 0.005;
/// Chance that a test says "within D" if the agents differ by D.
const BETA: f64 = 0.05;

/// The test of a version against the one before it.
pub fn test(difference: f64) -> SprtConfig {
    SprtConfig { unit: SprtUnit::Points, difference, alpha: ALPHA, beta: BETA }
}

/// The place of the version before the one at `place`, of the same agent.
pub(super) fn before(versions: &[Version], place: usize) -> Option<usize> {
    versions[..place]
        .iter()
        .rposition(|earlier| earlier.name == versions[place].name)
}
