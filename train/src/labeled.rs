//! LabeledHands: hands of self-play or of records, with policies to learn.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

use spariglio_engine::random::mix;
use spariglio_engine::{Action, Deal, Game};
use spariglio_files::hash::short_hash;
use spariglio_files::manifest::{MANIFEST, ShardEntry};
use spariglio_files::run_dir::ROWS;
use spariglio_files::whole::{is_there, listed};
use spariglio_files::{FileError, Manifest};
use spariglio_selfplay::shard::read_fingerprint;
use spariglio_selfplay::{RowHand, ShardRows, read_hands};

use crate::config::{DistilConfig, Target};
use crate::error::LearnError;

/// A hand to learn from.
#[derive(Clone, Debug)]
pub struct LabeledHand {
    /// The deal.
    pub deal: Deal,
    turns: Vec<Turn>,
    /// The labels of all turns, one after the other.
    policies: Vec<f32>,
}

#[derive(Clone, Debug)]
struct Turn {
    action: Action,
    policy: Range<u32>,
}

impl LabeledHand {
    fn of_rows(rows: &ShardRows, hand: RowHand, target: Target) -> LabeledHand {
        let turns = hand.rows.map(|row| {
            let action = Action::from_bits(rows.action[row]).expect("hands were replayed");
            let policy = rows.policy.row(row);
            let is_label = (target == Target::All || rows.full_search[row]) && policy.len() > 1;
            (action, if is_label { policy } else { &[] })
        });
        LabeledHand::new(hand.deal, turns)
    }

    /// A lesson with these [`LabeledHand::turns`].
    pub fn new<'a>(deal: Deal, turns: impl Iterator<Item = (Action, &'a [f32])>) -> LabeledHand {
        let mut policies = Vec::new();
        let turns = turns.map(|(action, policy)| {
            let start = policies.len() as u32;
            policies.extend_from_slice(policy);
            let policy = start..policies.len() as u32;
            Turn { action, policy }
        });
        LabeledHand { deal, turns: turns.collect(), policies }
    }

    /// The action of each turn with its label: a probability for each legal action in canonical order. The label is
    /// empty if there is none.
    pub fn turns(&self) -> impl Iterator<Item = (Action, &[f32])> {
        (0..self.turns.len()).map(|index| self.turn(index))
    }

    /// The turn of an index, in the form of [`LabeledHand::turns`].
    pub fn turn(&self, index: usize) -> (Action, &[f32]) {
        let Turn { action, policy } = &self.turns[index];
        (*action, &self.policies[policy.start as usize..policy.end as usize])
    }

    fn labels(&self) -> u64 {
        self.turns.iter().filter(|turn| !turn.policy.is_empty()).count() as u64
    }
}

/// The lessons of a round.
#[derive(Debug)]
pub struct LabeledHands {
    hands: Vec<LabeledHand>,
    labels: u64,
    /// The current pass, and the order of its hands.
    pass: u64,
    order: Vec<u32>,
}

impl LabeledHands {
    /// Reads the hands of some folders. Each is the folder of a generation if it has whole shards; else such folders lie
    /// in it or in its `data`.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged, nothing vouches for the shards of a folder, or no row is a target.
    pub fn read(game: &Game, folders: &[PathBuf], target: Target) -> Result<LabeledHands, LearnError> {
        let mut hands = Vec::new();
        for (folder, entry) in shards_of(folders)? {
            read_hands(&folder.join(&entry.file), &entry, game, |rows, found| {
                hands.extend(found.into_iter().map(|hand| LabeledHand::of_rows(&rows, hand, target)));
            })?;
        }
        let labels = hands.iter().map(LabeledHand::labels).sum();
        if labels == 0 {
            return Err(LearnError::NoTargets { folders: folders.to_vec(), target });
        }
        Ok(LabeledHands { hands, labels, pass: u64::MAX, order: Vec::new() })
    }

    /// Hands per step, so that a batch has about the configured number of labels.
    fn hands_per_step(&self, config: &DistilConfig) -> u64 {
        (config.batch * self.hands.len() as u64).div_ceil(self.labels)
    }

    /// Approximate number of decisions in a round: the labels of all passes, and as many for the policy gradient if it
    /// has a weight.
    pub fn decisions(&self, config: &DistilConfig) -> u64 {
        config.passes * self.labels * if config.fresh > 0.0 { 2 } else { 1 }
    }

    /// Steps per round.
    pub fn steps(&self, config: &DistilConfig) -> u64 {
        (config.passes * self.hands.len() as u64).div_ceil(self.hands_per_step(config))
    }

    /// The hands of a step in a round with this seed. Every pass has its own order.
    pub fn of_step(&mut self, config: &DistilConfig, step: u64, seed: u64) -> Vec<&LabeledHand> {
        let each = self.hands_per_step(config);
        let all = self.hands.len() as u64;
        let places = step * each..((step + 1) * each).min(config.passes * all);
        let indices: Vec<u32> = places.map(|place| self.at(place / all, place % all, seed)).collect();
        indices.iter().map(|&index| &self.hands[index as usize]).collect()
    }

    fn at(&mut self, pass: u64, place: u64, seed: u64) -> u32 {
        if self.pass != pass {
            let key = mix(seed ^ mix(pass));
            self.pass = pass;
            self.order = (0..self.hands.len() as u32).collect();
            self.order.sort_by_cached_key(|&index| mix(key ^ u64::from(index)));
        }
        self.order[place as usize]
    }
}

/// The whole shards of some folders, each with that of its generation.
fn shards_of(folders: &[PathBuf]) -> Result<Vec<(PathBuf, ShardEntry)>, LearnError> {
    let mut shards = Vec::new();
    for folder in folders {
        for generation in generations_in(folder)? {
            let entries = Manifest::whole_shards(&generation)?;
            shards.extend(entries.into_iter().map(|entry| (generation.clone(), entry)));
        }
    }
    Ok(shards)
}

/// Which rows some folders hold, in words: a run that learns from others is another run.
pub(crate) fn contents(folders: &[PathBuf]) -> Result<String, LearnError> {
    let shards = shards_of(folders)?;
    let hashes: String = shards.iter().map(|(_, entry)| entry.sha256.as_str()).collect();
    Ok(format!("{} shards with hash {}", shards.len(), short_hash(hashes)))
}

/// The generations in some folders whose self-play was stopped, each with the number of its shards.
///
/// # Errors
/// If a folder has no whole shard, or one cannot be read.
pub fn unfinished(folders: &[PathBuf]) -> Result<BTreeMap<PathBuf, usize>, LearnError> {
    let mut unfinished = BTreeMap::new();
    for (folder, _) in shards_of(folders)? {
        if !is_there(&folder.join(MANIFEST))? {
            *unfinished.entry(folder).or_default() += 1;
        }
    }
    Ok(unfinished)
}

/// The folders of generations for a folder: itself if it has whole shards, else those in it or in its `data`.
fn generations_in(folder: &Path) -> Result<Vec<PathBuf>, LearnError> {
    let is_generation = |folder: &Path| -> Result<bool, FileError> {
        Ok(is_there(&folder.join(MANIFEST))? || !Manifest::whole_shards(folder)?.is_empty())
    };
    if is_generation(folder)? {
        return Ok(vec![folder.to_path_buf()]);
    }
    let data = folder.join("data");
    let inside = if is_there(&data)? { &data } else { folder };
    let mut folders = Vec::new();
    for path in entries(inside)? {
        if is_generation(&path)? {
            folders.push(path);
        } else if path.is_dir() {
            refuse_unlisted(&path)?;
        }
    }
    refuse_unlisted(inside)?;
    if folders.is_empty() {
        let folder = folder.to_path_buf();
        return Err(LearnError::NoData { folder });
    }
    Ok(folders)
}

/// Fails if a folder has shards that nothing vouches for.
fn refuse_unlisted(folder: &Path) -> Result<(), LearnError> {
    let rows = folder.join(ROWS);
    if !is_there(&rows)? {
        return Ok(());
    }
    match listed(&rows, "shard-", ".parquet")?.len() {
        0 => Ok(()),
        shards => Err(LearnError::NoManifest { folder: folder.to_path_buf(), shards }),
    }
}

/// The paths in a folder, sorted by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    if folder.is_file() {
        let message = "expected a folder of rows, found a file (`spariglio export` makes rows of records)";
        return Err(FileError::contents(folder, message));
    }
    let wrong = |error: io::Error| FileError::contents(folder, format!("cannot be read: {error}"));
    let entries = fs::read_dir(folder).map_err(wrong)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(wrong)?;
    paths.sort();
    Ok(paths)
}

/// The name of the rule set of the newest data in some folders; `None` if there are no folders.
///
/// # Errors
/// If a folder has no whole shard, or one cannot be read.
pub fn rules_of_data(folders: &[PathBuf]) -> Result<Option<String>, LearnError> {
    let Some(folder) = folders.last() else { return Ok(None) };
    let generations = generations_in(folder)?;
    let Some(newest) = generations.last() else {
        return Ok(None);
    };
    let shards = Manifest::whole_shards(newest)?;
    let fingerprint = shards.first().map(|shard| read_fingerprint(&newest.join(&shard.file)));
    Ok(fingerprint.transpose()?.map(|fingerprint| fingerprint.rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_without_a_manifest_are_refused() {
        let run = tempfile::tempdir().expect("a folder");
        let generations = ["gen-0000", "gen-0001"].map(|name| run.path().join("data").join(name));
        for folder in &generations {
            fs::create_dir_all(folder.join(ROWS)).expect("made");
            fs::write(folder.join("rows/shard-00000.parquet"), "rows").expect("written");
        }
        fs::write(generations[0].join(MANIFEST), "{}").expect("written");
        for folder in [run.path(), &run.path().join("data"), &generations[1]] {
            let error = generations_in(folder).expect_err("no manifest").to_string();
            assert!(
                error.contains("gen-0001: expected manifest.json or written/ for its 1 shards, found neither"),
                "{error}"
            );
        }
        assert_eq!(generations_in(&generations[0]).expect("a manifest"), [generations[0].clone()]);
        fs::remove_file(generations[1].join("rows/shard-00000.parquet")).expect("removed");
        assert_eq!(generations_in(run.path()).expect("a manifest"), [generations[0].clone()]);
    }
}
