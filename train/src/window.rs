//! The window: which shards of which generations are trained on, and reading them.
//! Invariant: every shard is the one that its generation's manifest names, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};

use spariglio_engine::{Action, Game};
use spariglio_files::manifest::MANIFEST;
use spariglio_files::whole::is_there;
use spariglio_files::{Fingerprint, Manifest, ShardEntry};
use spariglio_selfplay::{ShardRows, check_counts, is_policy, read_listed};

use crate::config::WindowConfig;
use crate::error::TrainError;
use crate::rows::{MAX_SIDES, Row, Rows};

/// What is wrong with data that a network cannot learn from.
const NO_FEATURES: &str = "features: expected true, found false: training needs rows with features; make them with \
    `features = true` in [data] or `spariglio selfplay --features`, or from hand records with `spariglio export --features`";

/// Reads the newest rows of the generations in `folders`, oldest first. A folder is that of a generation (it has a
/// manifest), or has folders of generations in it, or in its `data`. `progress` gets rows read and rows in all.
///
/// # Errors
/// A folder has no finished generation; its rows have no features; a manifest or shard is missing, damaged, or made for
/// something else.
pub fn load(
    config: &WindowConfig,
    game: &Game,
    folders: &[PathBuf],
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Rows, TrainError> {
    let expected = Fingerprint::of(game);
    if game.sides() > MAX_SIDES {
        let expected = format!("a rule set of up to {MAX_SIDES} sides");
        return Err(TrainError::Data {
            expected,
            found: format!("{} sides", game.sides()),
        });
    }
    let mut generations = Vec::new();
    for folder in folders {
        generations.extend(generations_in(folder)?);
    }
    let first = generations.len().saturating_sub(config.generations as usize);
    let shards = shards(&generations[first..], &expected)?;
    let there: u64 = shards.iter().map(|(_, entry)| entry.rows).sum();
    let wanted = there.min(config.rows);
    let mut rows = Rows::new(expected.features as usize, game.sides());
    rows.reserve(wanted as usize);
    let mut skip = there - wanted;
    for (path, entry) in &shards {
        if skip >= entry.rows {
            check_counts(path, entry, &expected)?;
            skip -= entry.rows;
            continue;
        }
        let shard = read_listed(path, entry, &expected)?;
        append(&mut rows, &shard, skip as usize, path)?;
        skip = 0;
        progress(rows.len() as u64, wanted);
    }
    Ok(rows)
}

/// The folders of finished generations that `folder` stands for, oldest first.
fn generations_in(folder: &Path) -> Result<Vec<PathBuf>, TrainError> {
    if is_there(&folder.join(MANIFEST))? {
        return Ok(vec![folder.to_path_buf()]);
    }
    let data = folder.join("data");
    let parent = if is_there(&data)? { &data } else { folder };
    let fail = |error| TrainError::file(parent, format!("cannot be read: {error}"));
    let mut found = Vec::new();
    for entry in fs::read_dir(parent).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if is_there(&path.join(MANIFEST))? {
            found.push(path);
        }
    }
    if found.is_empty() {
        let text = format!("expected a finished generation of data, found no {MANIFEST}");
        return Err(TrainError::file(folder, text));
    }
    found.sort();
    Ok(found)
}

/// The shards that the manifests name, oldest first.
fn shards(generations: &[PathBuf], expected: &Fingerprint) -> Result<Vec<(PathBuf, ShardEntry)>, TrainError> {
    let mut shards = Vec::new();
    for folder in generations {
        let manifest = Manifest::read(folder)?;
        if let Some(difference) = expected.difference(&manifest.fingerprint) {
            return Err(TrainError::file(
                &folder.join(MANIFEST),
                format!("does not match: {difference}"),
            ));
        }
        if !manifest.features {
            return Err(TrainError::file(&folder.join(MANIFEST), NO_FEATURES));
        }
        shards.extend(
            manifest
                .shards
                .into_iter()
                .map(|entry| (folder.join(&entry.file), entry)),
        );
    }
    Ok(shards)
}

/// Appends the rows of a shard from row `first` on.
fn append(rows: &mut Rows, shard: &ShardRows, first: usize, path: &Path) -> Result<(), TrainError> {
    for index in first..shard.len() {
        let row = Row {
            hand: shard.hand[index],
            features: shard.features.row(index),
            actions: shard.actions.row(index),
            policy: shard.policy.row(index),
            policy_known: shard.full_search[index],
            points: shard.points.row(index),
            points_known: shard.shutout[index] < 0,
            utility: shard.utility[index],
            root_value: shard.root_value[index],
        };
        check(&row).map_err(|(column, expected, found)| {
            TrainError::mismatch(path, format!("row {index}, column {column}"), expected, found)
        })?;
        rows.push(row);
    }
    Ok(())
}

/// Column, what it should hold, what it holds.
type Fault = (&'static str, &'static str, String);

fn check(row: &Row) -> Result<(), Fault> {
    if row.actions.is_empty() {
        return Err(("actions", "at least one", "none".to_owned()));
    }
    if let Some(bits) = row.actions.iter().find(|&&bits| Action::from_bits(bits).is_none()) {
        return Err(("actions", "actions", format!("{bits:#x}")));
    }
    if !is_policy(row.policy) {
        return Err(("policy", "shares that add up to 1", format!("{:?}", row.policy)));
    }
    for (column, number) in [("utility", row.utility), ("root_value", row.root_value)] {
        if !number.is_finite() {
            return Err((column, "a finite number", number.to_string()));
        }
    }
    Ok(())
}

/// The name of the rule set that the newest data in `folders` were made for.
///
/// # Errors
/// A folder has no finished generation, or its manifest cannot be read.
pub fn rules_of_data(folders: &[PathBuf]) -> Result<Option<String>, TrainError> {
    let Some(folder) = folders.last() else { return Ok(None) };
    let generations = generations_in(folder)?;
    let newest = generations.last().map(|generation| Manifest::read(generation));
    Ok(newest.transpose()?.map(|manifest| manifest.fingerprint.rules))
}
