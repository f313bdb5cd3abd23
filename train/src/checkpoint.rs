//! Where a training stands: weights, moments and position in one file, so that a rename makes it whole at once.
//! A network's folder is finished when it has its `meta.json`, which is written last.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use spariglio_agents::net::{META_FILE, MODEL_FILE, Meta};
use spariglio_engine::Game;
use spariglio_files::whole::{is_there, make_folder, read_bytes, remove, write_whole};

use crate::config::TrainConfig;
use crate::error::TrainError;
use crate::layout::Layout;
use crate::weights;

const FORMAT: u32 = 2;
const CHECKPOINT_FILE: &str = "checkpoint.safetensors";
/// Name of the file with the optimizer's moments in a network's folder.
pub const OPTIMIZER_FILE: &str = "optimizer.safetensors";

/// The facts of a checkpoint: what it belongs to, and the position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Version of this form.
    pub format: u32,
    /// The network's description without the hash of its weights: rule set, feature version, shape, generation.
    pub meta: Meta,
    /// The configuration.
    pub config: Value,
    /// Fingerprint of the rows of the window, hexadecimal.
    pub window: String,
    /// Rows trained on, without those held out.
    pub rows: u64,
    /// Steps made in this generation.
    pub step: u64,
    /// Steps made in all generations.
    pub total_steps: u64,
    /// Steps that the optimizer's moments remember.
    pub optimizer_steps: u64,
}

impl Facts {
    /// Facts at the start of a training.
    #[must_use]
    pub fn new(game: &Game, config: &TrainConfig, generation: u32) -> Self {
        Self {
            format: FORMAT,
            meta: Meta::new(game, config.net, generation),
            config: json(config),
            window: String::new(),
            rows: 0,
            step: 0,
            total_steps: 0,
            optimizer_steps: 0,
        }
    }

    /// Checks that the file at `path` with the facts `found` was made with the rule set, feature version and configuration
    /// of these.
    ///
    /// # Errors
    /// The first field that differs.
    pub fn check_settings(&self, path: &Path, found: &Self) -> Result<(), TrainError> {
        if self.meta != found.meta {
            return Err(difference(path, "", &json(&self.meta), &json(&found.meta)));
        }
        if self.config != found.config {
            return Err(difference(path, "", &self.config, &found.config));
        }
        Ok(())
    }

    /// As [`Facts::check_settings`], and on the same rows.
    ///
    /// # Errors
    /// The first field that differs.
    pub fn check(&self, path: &Path, found: &Self) -> Result<(), TrainError> {
        self.check_settings(path, found)?;
        if self.window != found.window {
            return Err(TrainError::mismatch(
                path,
                "window of rows",
                &self.window,
                &found.window,
            ));
        }
        Ok(())
    }
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("plain fields")
}

/// The first difference of two JSON objects, by its dotted name.
fn difference(path: &Path, prefix: &str, expected: &Value, found: &Value) -> TrainError {
    let none = Map::new();
    let (left, right) = (
        expected.as_object().unwrap_or(&none),
        found.as_object().unwrap_or(&none),
    );
    for key in left.keys().chain(right.keys()) {
        let (one, other) = (left.get(key), right.get(key));
        if one == other {
            continue;
        }
        let (one, other) = (one.unwrap_or(&Value::Null), other.unwrap_or(&Value::Null));
        if one.is_object() && other.is_object() {
            return difference(path, &format!("{prefix}{key}."), one, other);
        }
        return TrainError::mismatch(path, format!("{prefix}{key}"), one, other);
    }
    TrainError::mismatch(path, "configuration", expected, found)
}

/// Weights and moments, flat, with their facts.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What they belong to.
    pub facts: Facts,
    /// Weights.
    pub weights: Vec<f32>,
    /// Mean gradient.
    pub mean: Vec<f32>,
    /// Mean squared gradient.
    pub square: Vec<f32>,
}

/// The folder of one generation's network.
#[derive(Clone, Debug)]
pub struct NetFolder {
    path: PathBuf,
}

impl NetFolder {
    /// The folder of `generation` in a run's folder.
    #[must_use]
    pub fn new(run_dir: &Path, generation: u32) -> Self {
        Self {
            path: run_dir.join("nets").join(format!("gen-{generation:04}")),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The finished network's facts, if it is finished.
    ///
    /// # Errors
    /// The folder is finished but damaged.
    pub fn finished(&self) -> Result<Option<Facts>, TrainError> {
        if !is_there(&self.path.join(META_FILE))? {
            return Ok(None);
        }
        let path = self.path.join(OPTIMIZER_FILE);
        parse_facts(&path, &weights::read_facts(&path)?).map(Some)
    }

    /// Writes the checkpoint, in place of the one before.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, layout: &Layout, snapshot: &Snapshot) -> Result<(), TrainError> {
        make_folder(&self.path)?;
        let sets = [
            ("", &snapshot.weights[..]),
            ("mean.", &snapshot.mean),
            ("square.", &snapshot.square),
        ];
        weights::write(&self.path.join(CHECKPOINT_FILE), layout, &sets, &facts_text(snapshot))
    }

    /// The checkpoint of the training that has the facts `expected`, if there is one.
    ///
    /// # Errors
    /// It is damaged, or belongs to another training: the error names the field.
    pub fn resume(&self, layout: &Layout, expected: &Facts) -> Result<Option<Snapshot>, TrainError> {
        let path = self.path.join(CHECKPOINT_FILE);
        if !is_there(&path)? {
            return Ok(None);
        }
        let facts = parse_facts(&path, &weights::read_facts(&path)?)?;
        expected.check(&path, &facts)?;
        let (sets, _) = weights::read(&path, layout, &["", "mean.", "square."])?;
        Ok(Some(snapshot(facts, sets)))
    }

    /// Writes the finished network and removes the checkpoint.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(&self, layout: &Layout, snapshot: &Snapshot) -> Result<(), TrainError> {
        make_folder(&self.path)?;
        let path = self.path.join(MODEL_FILE);
        let model = weights::to_bytes(&path, layout, &[("", &snapshot.weights)], None)?;
        write_whole(&path, &model)?;
        let moments = [("mean.", &snapshot.mean[..]), ("square.", &snapshot.square)];
        weights::write(&self.path.join(OPTIMIZER_FILE), layout, &moments, &facts_text(snapshot))?;
        let meta = snapshot.facts.meta.clone().of_model(&model);
        let meta = serde_json::to_string_pretty(&meta).expect("plain fields");
        write_whole(&self.path.join(META_FILE), format!("{meta}\n").as_bytes())?;
        self.remove_checkpoint()
    }

    /// Removes the checkpoint, which a finished network does not need; a kill may have left it.
    ///
    /// # Errors
    /// It is there and cannot be removed.
    pub fn remove_checkpoint(&self) -> Result<(), TrainError> {
        Ok(remove(&self.path.join(CHECKPOINT_FILE))?)
    }
}

/// Reads a finished network to go on from: `folder` has `model.safetensors`, `meta.json` and perhaps the moments.
///
/// # Errors
/// It is damaged, or its rule set, feature version or shape is not the one of `start`.
pub fn read_network(folder: &Path, layout: &Layout, start: &Facts) -> Result<Snapshot, TrainError> {
    let path = folder.join(META_FILE);
    let text = read_bytes(&path)?;
    let mut meta: Meta = serde_json::from_slice(&text)
        .map_err(|error| TrainError::file(&path, format!("is no description of a network: {error}")))?;
    let model_path = folder.join(MODEL_FILE);
    let model = read_bytes(&model_path)?;
    meta.check_model(&model_path, &model)?;
    meta.model_sha256.clear();
    // The generation and the name of the rules may differ, what they mean may not.
    meta.generation = start.meta.generation;
    meta.rules.clone_from(&start.meta.rules);
    if meta != start.meta {
        return Err(difference(&path, "", &json(&start.meta), &json(&meta)));
    }
    let mut sets = weights::sets(&model_path, &model, layout, &[""])?;
    let optimizer = folder.join(OPTIMIZER_FILE);
    let mut facts = start.clone();
    if is_there(&optimizer)? {
        let (moments, text) = weights::read(&optimizer, layout, &["mean.", "square."])?;
        sets.extend(moments);
        let before = parse_facts(&optimizer, &text)?;
        facts.total_steps = before.total_steps;
        facts.optimizer_steps = before.optimizer_steps;
    } else {
        sets.extend([vec![0.0; layout.len], vec![0.0; layout.len]]);
    }
    Ok(snapshot(facts, sets))
}

fn snapshot(facts: Facts, sets: Vec<Vec<f32>>) -> Snapshot {
    let [weights, mean, square] = sets.try_into().expect("three sets were read");
    Snapshot {
        facts,
        weights,
        mean,
        square,
    }
}

fn facts_text(snapshot: &Snapshot) -> String {
    serde_json::to_string(&snapshot.facts).expect("plain fields")
}

fn parse_facts(path: &Path, text: &str) -> Result<Facts, TrainError> {
    let facts: Facts = serde_json::from_str(text)
        .map_err(|error| TrainError::file(path, format!("its facts cannot be read: {error}")))?;
    if facts.format != FORMAT {
        return Err(TrainError::mismatch(path, "format", FORMAT, facts.format));
    }
    Ok(facts)
}
