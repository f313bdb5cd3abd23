//! `run.toml`: the resolved settings of a run, and their comparison with those of a later start.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::RunDirError;
use crate::fingerprint::Fingerprint;
use crate::whole::{FileError, read_if_there, write_whole};

/// Everything that decides the bytes of a run.
#[derive(Clone, Debug, Serialize)]
pub struct RunFile {
    /// The verb that made the run: `selfplay`, `learn`.
    kind: &'static str,
    /// The program's version.
    version: &'static str,
    /// Seed of the run; text, because TOML has no unsigned 64-bit numbers.
    seed: String,
    /// Version of the shards' columns; of the network's inputs, in a run without shards.
    schema_version: u32,
    /// The rows that it learns from, if others made them.
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
    /// Rule set, version of the inputs, action encoding.
    fingerprint: Fingerprint,
    /// The resolved configuration.
    config: Table,
    /// The description that this one replaces.
    #[serde(skip)]
    earlier: Option<Box<RunFile>>,
}

impl RunFile {
    /// The description of a run whose shards have columns of version `schema_version`, or, if it has no shards, whose
    /// network has inputs of that version.
    ///
    /// # Panics
    /// If the configuration has no TOML form; every configuration of this project has one.
    pub fn new(
        kind: &'static str,
        schema_version: u32,
        seed: u64,
        fingerprint: Fingerprint,
        config: &impl Serialize,
    ) -> RunFile {
        RunFile {
            kind,
            version: env!("CARGO_PKG_VERSION"),
            seed: seed.to_string(),
            schema_version,
            data: None,
            fingerprint,
            config: Table::try_from(config).expect("a configuration has a TOML form"),
            earlier: None,
        }
    }

    /// The description of a run that learns from the rows `data`.
    #[must_use]
    pub fn with_data(self, data: String) -> RunFile {
        RunFile { data: Some(data), ..self }
    }

    /// The description of an extended run: it replaces `earlier`, that of the run so far.
    #[must_use]
    pub fn extending(self, earlier: RunFile) -> RunFile {
        RunFile { earlier: Some(Box::new(earlier)), ..self }
    }

    /// The configuration of the run in `root`; `None` if there is no run, or one of another kind.
    ///
    /// # Errors
    /// The file cannot be read, or is no run file.
    pub fn config_in<T: DeserializeOwned>(root: &Path) -> Result<Option<T>, FileError> {
        let path = root.join(super::RUN_FILE);
        let stored = read_if_there(&path)?.map(|text| parsed(&path, &text)).transpose()?;
        Ok(stored.and_then(|mut stored| stored.remove("config")?.try_into().ok()))
    }

    /// The contents of the file.
    fn text(&self) -> String {
        toml::to_string(self).expect("a run has a TOML form")
    }

    /// Writes the file if there is none or if the run is extended, else checks that the existing one is equal.
    pub(super) fn write_or_compare(&self, path: &Path) -> Result<(), RunDirError> {
        let Some(text_of_file) = read_if_there(path)? else {
            return Ok(write_whole(path, self.text())?);
        };
        let stored = parsed(path, &text_of_file)?;
        if let Some(earlier) = &self.earlier
            && parsed(path, &earlier.text())? == stored
        {
            return Ok(write_whole(path, self.text())?);
        }
        let difference = difference(&parsed(path, &self.text())?, &stored);
        if difference.is_empty() {
            return Ok(());
        }
        Err(RunDirError::OtherRun { path: path.to_path_buf(), difference })
    }
}

fn parsed(path: &Path, text: &str) -> Result<Table, FileError> {
    let wrong = |error| FileError::contents(path, format!("expected the description of a run, found: {error}"));
    text.parse().map_err(wrong)
}

/// One line for each key whose value differs.
fn difference(settings: &Table, stored: &Table) -> String {
    let (mut left, mut right) = (BTreeMap::new(), BTreeMap::new());
    flatten("", &Value::Table(settings.clone()), &mut left);
    flatten("", &Value::Table(stored.clone()), &mut right);
    let mut keys: Vec<&String> = left.keys().chain(right.keys()).collect();
    keys.sort();
    keys.dedup();
    let absent = || "absent".to_owned();
    // What else differs between runs of two kinds, or between two games, tells nobody more.
    let differs = |key: &str| left.get(key) != right.get(key);
    if differs("kind") {
        keys.retain(|key| *key == "kind");
    }
    if differs("config.rules.name") {
        keys.retain(|key| {
            *key == "config.rules.name" || !key.starts_with("config.rules.") && !key.starts_with("fingerprint.")
        });
    }
    keys.into_iter()
        .filter(|&key| left.get(key) != right.get(key))
        .map(|key| {
            let value = |leaves: &BTreeMap<_, String>| match leaves.get(key).cloned().unwrap_or_else(absent) {
                // Two verbs make such runs.
                kind if key == "kind" => kind.replace("learn", "learn\" or \"train"),
                value => value,
            };
            let [settings, stored] = [&left, &right].map(value);
            format!("  {key}: asked for {settings}, the directory has {stored}")
        })
        .collect::<Vec<String>>()
        .join("\n")
}

/// Leaves of a TOML value under their dotted names.
fn flatten(name: &str, value: &Value, leaves: &mut BTreeMap<String, String>) {
    let Value::Table(table) = value else {
        leaves.insert(name.to_owned(), value.to_string());
        return;
    };
    for (key, value) in table {
        let name = if name.is_empty() {
            key.clone()
        } else {
            format!("{name}.{key}")
        };
        flatten(&name, value, leaves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    use spariglio_engine::Game;

    #[derive(Serialize)]
    struct Config {
        shards: u32,
    }

    fn run(seed: u64, shards: u32) -> RunFile {
        let game = Game::preset("cirulla").expect("a preset");
        RunFile::new("selfplay", 1, seed, Fingerprint::of(&game), &Config { shards })
    }

    #[test]
    fn the_same_run_is_accepted_and_another_is_explained() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.toml");
        run(1, 4).write_or_compare(&path).expect("written");
        run(1, 4).write_or_compare(&path).expect("the same");
        let before = fs::read(&path).expect("read");
        let error = run(2, 5).write_or_compare(&path).expect_err("another");
        let text = error.to_string();
        assert!(text.contains("seed: asked for \"2\", the directory has \"1\""), "{text}");
        assert!(text.contains("config.shards: asked for 5, the directory has 4"), "{text}");
        assert_eq!(fs::read(&path).expect("read"), before);
        let learnt = RunFile { kind: "learn", ..run(2, 5) };
        let text = learnt.write_or_compare(&path).expect_err("of another kind").to_string();
        assert!(text.contains("kind: asked for \"learn\" or \"train\", the") && !text.contains("shards"), "{text}");
    }

    #[test]
    fn a_broken_run_file_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.toml");
        fs::write(&path, "not [ toml").expect("written");
        let error = run(1, 4).write_or_compare(&path).expect_err("broken");
        assert!(error.to_string().contains("run.toml"), "{error}");
    }
}
