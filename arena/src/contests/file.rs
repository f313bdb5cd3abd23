//! An arena as a TOML file; its agents may use the network of a run directory.
//!
//! If an agent's network is `RUN` (`"net-search:net=RUN:simulations=64"`, or `net = "RUN"` in a table), the folder
//! given with the file replaces it.

use std::path::Path;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use spariglio_agents::AgentSpec;
use spariglio_agents::spec::RUN;
use spariglio_engine::format::plain::is_plain;

use crate::contests::Schedule;
use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::entrant::Entrant;
use crate::pairs::{ArenaConfig, MOST_HANDS};
use spariglio_files::config::read_toml;
use spariglio_files::rules_choice::rules_name;

/// The contents of an arena's file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ArenaFile {
    /// The rule set: a preset's name or the name of a TOML file.
    #[serde(deserialize_with = "rules_name")]
    #[schemars(with = "String")]
    pub rules: String,
    /// Seed of deals and agents.
    pub seed: u64,
    /// Hands per pair if neither agent has a bound of its own.
    #[schemars(range(min = 1, max = MOST_HANDS))]
    pub hands: u64,
    /// Partners see each other's hand cards.
    #[serde(default)]
    pub partners_open: bool,
    /// The pairs that play.
    #[serde(default)]
    #[schemars(extend("default" = Schedule::default().name()))]
    pub schedule: Schedule,
    /// The agents.
    #[serde(rename = "agent")]
    pub agents: Vec<AgentEntry>,
}

/// One agent of the file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct AgentEntry {
    /// The agent. If its network is `RUN`, the folder of `--net` takes its place.
    pub agent: AgentSpec,
    /// Short name in tables.
    #[serde(default, deserialize_with = "name")]
    pub name: Option<String>,
    /// The most hands of a pair that this agent plays in.
    #[schemars(range(min = 1, max = MOST_HANDS))]
    pub hands: Option<u64>,
}

impl ArenaFile {
    /// Reads `path`; `net` is the folder that [`RUN`] stands for.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is invalid, or if two agents have one name. Also fails if an agent asks for
    /// a network and `net` is `None`, or if `net` is given and no agent asks for it.
    pub fn load(path: &Path, net: Option<&Path>) -> Result<ArenaFile, ArenaError> {
        let wrong = |message: String| wrong(path, message);
        let mut file: ArenaFile = read_toml(path)?;
        let names = file.agents.iter().filter_map(|entry| entry.name.as_ref());
        let names = names.collect::<Vec<_>>();
        if let Some(name) = (1..names.len()).find_map(|place| names[..place].iter().find(|&&name| name == names[place]))
        {
            return Err(wrong(format!("agent: expected a name of its own for each, found \"{name}\" twice")));
        }
        let bounds = file.agents.iter().filter_map(|entry| entry.hands);
        if let Some(hands) = bounds.chain([file.hands]).find(|hands| !(1..=MOST_HANDS).contains(hands)) {
            return Err(wrong(format!("hands: expected 1 to {MOST_HANDS}, found {hands}")));
        }
        if net.is_some() && !file.agents.iter().any(|entry| entry.agent.waits_for_net()) {
            return Err(wrong(format!("--net: no agent's network is \"{RUN}\", so it has no effect")));
        }
        for agent in file.agents.iter_mut().map(|entry| &mut entry.agent) {
            if agent.waits_for_net() {
                let folder = net
                    .ok_or_else(|| wrong(format!("an agent's network is \"{RUN}\": name the run directory (--net)")))?;
                *agent = agent.with_net(folder);
            }
        }
        Ok(file)
    }

    /// The agents as entrants of a round robin.
    #[must_use]
    pub fn entrants(&self) -> Vec<Entrant> {
        let entrant =
            |entry: &AgentEntry| Entrant { spec: entry.agent.clone(), name: entry.name.clone(), hands: entry.hands };
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

fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(deserializer)?;
    if is_plain(&name) {
        return Ok(Some(name));
    }
    Err(D::Error::custom(format!("expected no control characters, found {name:?}")))
}

#[cfg(test)]
mod tests {
    use super::ArenaFile;
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
        load_text(&FILE.replace("AGENT", agent), net)
    }

    fn load_text(text: &str, net: Option<&Path>) -> Result<ArenaFile, String> {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("arena.toml");
        fs::write(&path, text).expect("written");
        ArenaFile::load(&path, net).map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_names_one_agent() {
        let text = FILE.replace("AGENT", "greedy");
        let twice = text.replace("agent = \"random\"", "agent = \"random\"\nname = \"best\"");
        let error = load_text(&twice, None).expect_err("two are the best");
        assert!(error.contains("found \"best\" twice"), "{error}");
    }

    #[test]
    fn the_run_directory_takes_its_place() {
        let file = load("net:net=RUN", Some(Path::new("runs/x"))).expect("loads");
        assert_eq!(file.entrants()[1].spec.to_string(), "net:net=runs/x");
        assert_eq!(file.entrants()[1].hands, Some(100));
    }

    #[test]
    fn what_is_missing_or_unknown_is_named() {
        let unused = load("random", Some(Path::new("runs/x"))).expect_err("no effect");
        assert!(unused.contains("--net") && unused.contains("RUN"), "{unused}");
        assert!(load("net:net=RUN", None).expect_err("no run").contains("run directory"));
        let error = load("clever", None).expect_err("unknown agent");
        assert!(error.contains("clever") && error.contains("arena.toml"), "{error}");
    }
}
