//! The settings of tuning, as a TOML file.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use toml::{Table, Value};

use crate::deals::seating::Seating;
use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::component::made_of;
use crate::pairs::{MOST_HANDS, deals_of};
use spariglio_files::{RulesChoice, base, read_toml, short_hash};

/// Most deals of a run. The margin of each is kept in memory: 8 bytes, and some more while files are read and written.
const MOST_DEALS: u128 = 100_000_000;

/// The contents of a tuning file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TuneFile {
    /// The rules.
    pub rules: RulesChoice,
    /// Seed of tuning deals and agents.
    pub seed: u64,
    /// The opponents; every candidate plays against all of them on the same deals.
    pub opponents: Vec<AgentSpec>,
    /// Hands per remaining candidate and opponent in each stage of a step. After a stage the better half continues.
    #[schemars(inner(range(min = 1, max = MOST_HANDS)))]
    pub hands: Vec<u64>,
    /// Number of passes over all options.
    #[serde(default = "once")]
    #[schemars(range(min = 1))]
    pub passes: u64,
    /// The agent whose options are tuned, as a table.
    #[serde(deserialize_with = "options")]
    #[schemars(with = "AgentSpec")]
    pub base: Table,
    /// The candidate values of each option. The value of `base` is tried too.
    #[serde(deserialize_with = "options")]
    #[schemars(with = "BTreeMap<String, Vec<serde_json::Value>>")]
    pub options: Table,
    /// Options in the order of their steps; unnamed options follow, sorted by name.
    #[serde(default)]
    pub order: Vec<String>,
}

fn once() -> u64 {
    1
}

impl TuneFile {
    /// Reads `path` and checks it: all agents must be valid.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is invalid.
    pub fn load(path: &Path) -> Result<TuneFile, ArenaError> {
        let file: TuneFile = read_toml(path)?;
        file.check().map_err(|message| wrong(path, message))?;
        Ok(file)
    }

    /// The game.
    ///
    /// # Errors
    /// Fails if the rules do not exist; the error is a text.
    pub fn game(&self) -> Result<Game, String> {
        self.rules.game().map_err(|error| error.to_string())
    }

    /// Options with their values, in the order of their steps.
    #[must_use]
    pub fn steps(&self) -> Vec<(&str, &[Value])> {
        let named = self.order.iter().map(String::as_str);
        let others = self.options.keys().map(String::as_str);
        let others = others.filter(|name| !self.order.iter().any(|other| other == name));
        let values = |name| self.options.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        named.chain(others).map(|name| (name, values(name))).collect()
    }

    /// The base, and the base with each value of each option.
    fn candidates(&self) -> Result<Vec<AgentSpec>, String> {
        let steps = self.steps().into_iter();
        let values = steps.flat_map(|(name, values)| values.iter().map(move |value| with(&self.base, name, value)));
        [self.base.clone()]
            .into_iter()
            .chain(values)
            .map(|table| agent(&table))
            .collect()
    }

    /// The deals of all stages together, counted once per agent and opponent; `plays` hands each.
    fn deals(&self, plays: usize) -> u128 {
        let stages = || self.hands.iter().map(|&hands| u128::from(deals_of(hands, plays)));
        let last = stages().next_back().unwrap_or(0);
        let step = |values: usize| {
            // The agent as it was runs with the values, and the worst one also plays the last stage.
            let mut running = values as u128 + 1;
            let race = stages().map(|deals| {
                let played = running * deals;
                running = running.div_ceil(2);
                played
            });
            (race.sum::<u128>() + last) * self.opponents.len() as u128
        };
        let steps: u128 = self.steps().iter().map(|(_, values)| step(values.len())).sum();
        let gain: u128 = stages().sum();
        steps.saturating_mul(self.passes.into()).saturating_add(gain)
    }

    /// Hash of everything that decides the results on `game`, hexadecimal; it covers the agents' files.
    ///
    /// # Errors
    /// Fails if an agent's file cannot be read.
    ///
    /// # Panics
    /// If a candidate is invalid, which [`TuneFile::load`] rules out.
    pub fn fingerprint(&self, game: &Game) -> Result<String, ArenaError> {
        let opponents: Vec<String> = self.opponents.iter().map(ToString::to_string).collect();
        let mut files = Vec::new();
        let candidates = self.candidates().expect("checked when it was read");
        for agent in self.opponents.iter().chain(&candidates) {
            files.extend(made_of(agent, game)?.into_iter().map(|component| component.is));
        }
        Ok(short_hash(format!(
            "{:016x}|{}|{opponents:?}{files:?}|{:?}|{}|{}|{}|{:?}",
            game.fingerprint(),
            self.seed,
            self.hands,
            self.passes,
            self.base,
            self.options,
            self.order
        )))
    }

    fn check(&self) -> Result<(), String> {
        if self.opponents.is_empty() || self.hands.is_empty() || self.passes == 0 {
            return Err("expected at least one opponent, one stage of hands and one pass".to_owned());
        }
        for (stage, hands) in self.hands.iter().enumerate() {
            if !(1..=MOST_HANDS).contains(hands) {
                return Err(format!("hands[{stage}]: expected 1 to {MOST_HANDS}, found {hands}"));
            }
        }
        let deals = self.deals(Seating::count(&self.game()?));
        if deals > MOST_DEALS {
            return Err(format!(
                "hands: expected at most {MOST_DEALS} deals of all stages, values, opponents and passes together, \
                 because all results are kept in memory, found {deals}: use fewer hands"
            ));
        }
        if let Some(name) = self.order.iter().find(|name| !self.options.contains_key(name.as_str())) {
            return Err(format!("order: \"{name}\" is not among the options"));
        }
        for (name, values) in self.steps() {
            if values.is_empty() {
                return Err(format!("options: {name}: expected a list of values"));
            }
        }
        self.candidates()?;
        Ok(())
    }
}

/// Reads options or their candidate values; folders of networks start at the file.
fn options<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Table, D::Error> {
    let mut table = Table::deserialize(deserializer)?;
    match table.get_mut("net") {
        Some(Value::Array(nets)) => nets.iter_mut().for_each(start_at_file),
        Some(net) => start_at_file(net),
        None => {}
    }
    Ok(table)
}

fn start_at_file(net: &mut Value) {
    if let Value::String(folder) = net
        && let Some(resolved) = base::resolved(Path::new(&*folder)).to_str()
    {
        *folder = resolved.to_owned();
    }
}

/// The agent of a table.
pub(super) fn agent(table: &Table) -> Result<AgentSpec, String> {
    AgentSpec::from_value(&Value::Table(table.clone())).map_err(|error| error.to_string())
}

/// A table with one option set.
pub(super) fn with(table: &Table, name: &str, value: &Value) -> Table {
    let mut table = table.clone();
    table.insert(name.to_owned(), value.clone());
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_file_of_a_candidate_changes_the_fingerprint() {
        let folder = tempfile::tempdir().expect("a folder");
        let net = folder.path().join("net");
        std::fs::create_dir(&net).expect("a folder");
        let path = folder.path().join("tune.toml");
        let text = format!(
            "rules = \"scopone\"\nseed = 1\nopponents = [\"greedy\"]\nhands = [10]\n\
             base = {{ type = \"net\", net = {net:?} }}\noptions = {{ temperature = [0.0, 1.0] }}\n"
        );
        std::fs::write(&path, text).expect("a file");
        let file = TuneFile::load(&path).expect("a tuner's file");
        let game = file.game().expect("a game");
        let fingerprint = |weights: &str| {
            for name in ["model.safetensors", "meta.json"] {
                std::fs::write(net.join(name), weights).expect("a file");
            }
            file.fingerprint(&game).expect("readable files")
        };
        assert_eq!(fingerprint("one"), fingerprint("one"));
        assert_ne!(fingerprint("one"), fingerprint("two"));
    }
}
