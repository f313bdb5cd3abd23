//! An arena as a TOML file, and the network of a run directory that its agents may ask for.
//!
//! Where an agent's option says `RUN` (`"net-search:net=RUN:simulations=64"`, or `net = "RUN"` in a
//! table), the folder given beside the file stands instead.

use std::path::{Path, PathBuf};

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use spariglio_agents::AgentSpec;

use crate::entrant::Entrant;
use crate::error::ArenaError;
use crate::files::read;
use crate::pair::ArenaConfig;
use crate::schedule::Schedule;

/// Stands for the network folder in an arena's file.
pub const RUN: &str = "RUN";

/// What an arena's file says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArenaFile {
    /// A preset's name or a rule file.
    pub rules: String,
    /// Seed of deals and agents.
    pub seed: u64,
    /// Hands of a pair, where neither agent has a bound of its own.
    pub hands: u64,
    /// Partners see each other's hand cards.
    #[serde(default)]
    pub partners_open: bool,
    /// Who plays whom.
    #[serde(default, deserialize_with = "schedule")]
    pub schedule: Schedule,
    /// The agents.
    #[serde(rename = "agent")]
    pub agents: Vec<AgentEntry>,
}

/// One agent of the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentEntry {
    /// The agent: a string or a table.
    pub agent: AgentSpec,
    /// Short name in tables.
    pub name: Option<String>,
    /// The most hands of a pair that this agent plays in.
    pub hands: Option<u64>,
}

impl ArenaFile {
    /// Reads `path`; `net` is the folder that [`RUN`] stands for.
    ///
    /// # Errors
    /// A file that cannot be read, is not as described here, or asks for a network when `net` is none.
    pub fn load(path: &Path, net: Option<&Path>) -> Result<ArenaFile, ArenaError> {
        let text = read(path)?;
        let wrong = |message: String| ArenaError::File {
            path: path.to_path_buf(),
            message,
        };
        let mut value: toml::Value = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        let asks = fill(&mut value, net.map(|net| net.display().to_string()).as_deref());
        if asks && net.is_none() {
            return Err(wrong(format!(
                "an agent's network is \"{RUN}\": name the run directory"
            )));
        }
        value
            .try_into()
            .map_err(|error: toml::de::Error| wrong(error.to_string()))
    }

    /// The agents as entrants of a round robin.
    #[must_use]
    pub fn entrants(&self) -> Vec<Entrant> {
        let entrant = |entry: &AgentEntry| Entrant {
            spec: entry.agent.clone(),
            name: entry.name.clone(),
            hands: entry.hands,
        };
        self.agents.iter().map(entrant).collect()
    }

    /// The file's settings for `threads` workers.
    #[must_use]
    pub fn config(&self, threads: usize) -> ArenaConfig {
        ArenaConfig {
            hands: self.hands,
            seed: self.seed,
            threads,
            partners_open: self.partners_open,
            ..ArenaConfig::default()
        }
    }
}

fn schedule<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Schedule, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

/// The folder of a run's best network (`nets/best.json`), or `dir` itself where it holds a network.
///
/// # Errors
/// `dir` holds neither, or `best.json` cannot be read.
pub fn best_net(dir: &Path) -> Result<PathBuf, ArenaError> {
    #[derive(Deserialize)]
    struct Best {
        path: PathBuf,
    }
    if dir.join("model.safetensors").is_file() {
        return Ok(dir.to_path_buf());
    }
    let path = dir.join("nets").join("best.json");
    let best: Best = serde_json::from_str(&read(&path)?).map_err(|error| ArenaError::File {
        path: path.clone(),
        message: format!("expected {{\"generation\": N, \"path\": FOLDER}}: {error}"),
    })?;
    Ok(dir.join(best.path))
}

/// Puts `net` where [`RUN`] stands; tells whether it stands anywhere.
fn fill(value: &mut toml::Value, net: Option<&str>) -> bool {
    match value {
        toml::Value::String(text) => fill_text(text, net),
        toml::Value::Array(items) => items.iter_mut().fold(false, |seen, item| fill(item, net) | seen),
        toml::Value::Table(table) => table.iter_mut().fold(false, |seen, (_, item)| fill(item, net) | seen),
        _ => false,
    }
}

fn fill_text(text: &mut String, net: Option<&str>) -> bool {
    let net = net.unwrap_or(RUN);
    let mut seen = *text == RUN;
    let parts = text.split(':').map(|part| match part.split_once('=') {
        Some((key, value)) if value == RUN => {
            seen = true;
            format!("{key}={net}")
        }
        _ => part.to_string(),
    });
    let filled = parts.collect::<Vec<_>>().join(":");
    *text = if *text == RUN { net.to_string() } else { filled };
    seen
}

#[cfg(test)]
mod tests {
    use super::{ArenaFile, best_net};
    use std::fs;
    use std::path::Path;

    const FILE: &str = r#"
        rules = "cirulla"
        seed = 7
        hands = 1000
        [[agent]]
        agent = "random"
        [[agent]]
        name = "best"
        agent = "AGENT"
        hands = 100
    "#;

    fn load(agent: &str, net: Option<&Path>) -> Result<ArenaFile, String> {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("arena.toml");
        fs::write(&path, FILE.replace("AGENT", agent)).expect("written");
        ArenaFile::load(&path, net).map_err(|error| error.to_string())
    }

    #[test]
    fn the_run_directory_takes_its_place() {
        let file = load("net:net=RUN", Some(Path::new("runs/x"))).expect("loads");
        assert_eq!(file.entrants()[1].spec.to_string(), "net:net=runs/x");
        assert_eq!(file.entrants()[1].hands, Some(100));
    }

    #[test]
    fn what_is_missing_or_unknown_is_named() {
        assert!(load("net:net=RUN", None).expect_err("no run").contains("run directory"));
        let error = load("clever", None).expect_err("unknown agent");
        assert!(error.contains("clever") && error.contains("arena.toml"), "{error}");
    }

    #[test]
    fn the_best_network_is_found_or_its_file_named() {
        let dir = tempfile::tempdir().expect("a folder");
        let missing = best_net(dir.path()).expect_err("nothing there").to_string();
        assert!(missing.contains("best.json"), "{missing}");
        fs::create_dir(dir.path().join("nets")).expect("made");
        let best = dir.path().join("nets/best.json");
        fs::write(&best, "{}").expect("written");
        assert!(best_net(dir.path()).expect_err("empty").to_string().contains("path"));
        fs::write(&best, r#"{"generation": 2, "path": "nets/gen-0002"}"#).expect("written");
        assert_eq!(best_net(dir.path()).expect("found"), dir.path().join("nets/gen-0002"));
    }
}
