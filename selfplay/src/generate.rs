//! Fills a generation: finds its shards, plays the missing ones on all threads, and writes them and the manifest.
//!
//! Invariant: shards are played one after the other, each on all threads, so that no core is idle at the end.

mod existing;
mod players;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_files::manifest::{MANIFEST, ShardEntry, Source};
use spariglio_files::run_dir::shard_name;
use spariglio_files::whole::is_there;
use spariglio_files::{FileError, Fingerprint, Manifest, Part, RulesChoice, RunDir, pool};

use crate::card::Made;
use crate::config::{DataConfig, SelfplayConfig};
use crate::dataset::{DataSet, STRETCH, Stretch};
use crate::error::SelfplayError;
use crate::progress::{Progress, ProgressCounter};
use crate::recipe::{LabeledAgent, recipe};
use existing::existing;
use players::Players;

/// A generation to fill.
#[derive(Clone, Debug)]
pub struct Job {
    /// The game.
    pub game: Arc<Game>,
    /// Seed of the run.
    pub seed: u64,
    /// The generation.
    pub generation: u32,
    /// The amount of data and the exploration. `entrants` override its agents.
    pub data: DataConfig,
    /// The agents that play.
    pub entrants: Vec<LabeledAgent>,
    /// Version and, if known, commit of the program, for the card.
    pub program: String,
}

impl Job {
    /// The job of a generation in the run in `root`. `net` is the network of the agents that need the run's network.
    ///
    /// # Errors
    /// If a network's file cannot be read.
    pub fn new(
        game: &Arc<Game>,
        seed: u64,
        generation: u32,
        data: &DataConfig,
        root: &Path,
        net: Option<&Path>,
    ) -> Result<Job, SelfplayError> {
        let spec = |agent: &AgentSpec| net.map_or_else(|| agent.clone(), |net| agent.with_run_net(net));
        let entrants = data.agents.iter().map(|agent| LabeledAgent::new(spec(agent), game, root));
        Ok(Job {
            game: game.clone(),
            seed,
            generation,
            data: data.clone(),
            entrants: entrants.collect::<Result<_, _>>()?,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }

    /// The source of this generation's rows.
    fn source(&self) -> Source {
        Source::Selfplay {
            seed: self.seed,
            generation: self.generation,
            agents: self.entrants.iter().map(|one| one.label.clone()).collect(),
            recipe: recipe(&self.entrants, &self.data),
        }
    }

    /// How to make its data again, as Markdown.
    fn command(&self) -> String {
        let rules = self.game.rules();
        let is_preset = Game::preset(&rules.name).is_some_and(|preset| preset.rules() == rules);
        let config = SelfplayConfig {
            rules: if is_preset {
                RulesChoice::Name(rules.name.clone())
            } else {
                RulesChoice::of(rules)
            },
            seed: self.seed,
            generation: self.generation,
            data: self.data.clone(),
        };
        let text = toml::to_string(&config).expect("a configuration has a TOML form");
        format!(
            "`spariglio selfplay made.toml --out DIR` makes the same bytes again. This is `made.toml`:\n\n\
             ```toml\nseed = {}\n{}\n```\n",
            self.seed,
            text.trim_end()
        )
    }
}

/// Fills the job's generation in `run` and writes its manifest. Keeps existing whole shards.
///
/// `threads` threads play, encode and write; 0 means one per core. `progress` is called after every hand, from any
/// thread.
///
/// # Errors
/// If the configuration is out of range, an agent cannot be built, an existing shard belongs to something else, or a
/// file cannot be written. Also if the work is asked to stop. Finished files stay, and the next call resumes from them.
pub fn generate(
    run: &RunDir,
    job: &Job,
    threads: usize,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Manifest, SelfplayError> {
    let set = data_set(run, job)?;
    let shards = make(&set, job, 0..job.data.shards, threads, progress)?;
    set.finish(&job.game, shards)
}

/// Makes the shards of `part` that are missing in `run`. It leaves the manifest to [`generate`], because several machines
/// may make the shards.
///
/// # Errors
/// As [`generate`]; also if there are fewer shards than parts, and none in this one.
pub fn generate_part(
    run: &RunDir,
    job: &Job,
    part: Part,
    threads: usize,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<ShardEntry>, SelfplayError> {
    let wanted = part.items(job.data.shards.into());
    if wanted.is_empty() {
        return Err(SelfplayError::EmptyPart { part, shards: job.data.shards });
    }
    // No part has more items than the job.
    make(&data_set(run, job)?, job, wanted.start as u32..wanted.end as u32, threads, progress)
}

/// The shards of the job's generation that are missing or damaged in `run`. Uses `threads` threads; 0 means one per
/// core.
///
/// # Errors
/// If an existing shard belongs to something else or cannot be read.
pub fn missing_shards(run: &RunDir, job: &Job, threads: usize) -> Result<Vec<u32>, SelfplayError> {
    let shards = there(&data_set(run, job)?, job, 0..job.data.shards, threads)?;
    Ok(missing_of(&shards))
}

/// The folders of the job's generation, and the metadata of its shards.
fn data_set(run: &RunDir, job: &Job) -> Result<DataSet, SelfplayError> {
    job.data.check("data")?;
    Ok(DataSet {
        fingerprint: Fingerprint::of(&job.game),
        inputs: job.data.inputs,
        source: job.source(),
        folder: run.make_data(job.generation)?,
        records: job.data.records,
        games: job.data.games,
        made: Made { program: job.program.clone(), command: job.command() },
    })
}

/// The shards of `wanted`: the existing ones, and the others after they are played.
fn make(
    set: &DataSet,
    job: &Job,
    wanted: Range<u32>,
    threads: usize,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<ShardEntry>, SelfplayError> {
    let mut shards = there(set, job, wanted, threads)?;
    let missing = missing_of(&shards);
    if !missing.is_empty() {
        let each = u64::from(job.data.hands_per_shard);
        let total = shards.len() as u64 * each;
        let earlier = [total - missing.len() as u64 * each, shards.values().flatten().map(|entry| entry.bytes).sum()];
        let counter = ProgressCounter::new(Some(total), earlier, progress);
        for (shard, entry) in fill(set, job, &missing, threads, &counter)? {
            shards.insert(shard, Some(entry));
        }
        check_kept(set, shards.keys())?;
    }
    Ok(shards.into_values().flatten().collect())
}

/// The shards of `wanted` with their entries. An entry is `None` if the shard is missing or damaged, or differs from
/// the folder's manifest. A check reads all files, so all threads share it.
fn there(
    set: &DataSet,
    job: &Job,
    wanted: Range<u32>,
    threads: usize,
) -> Result<BTreeMap<u32, Option<ShardEntry>>, SelfplayError> {
    let stated = match Manifest::read(&set.folder) {
        Ok(manifest) => manifest.shards,
        Err(_) if !is_there(&set.folder.join(MANIFEST))? => Vec::new(),
        Err(error) => {
            let way = "remove this folder, and the same command makes it again";
            return Err(FileError::contents(&set.folder, format!("{error}: {way}")).into());
        }
    };
    let stated: HashMap<&str, &ShardEntry> = stated.iter().map(|entry| (entry.file.as_str(), entry)).collect();
    let look = |shard| Ok((shard, existing(set, job, shard, stated.get(&*shard_name(shard)).copied())?));
    let states: Vec<Result<_, _>> = pool(threads)?.install(|| wanted.into_par_iter().map(look).collect());
    // The first error in order, so that it does not depend on the number of threads.
    states.into_iter().collect()
}

/// Fails if a file of these shards was removed while others were made.
fn check_kept<'a>(set: &DataSet, shards: impl Iterator<Item = &'a u32>) -> Result<(), SelfplayError> {
    for path in shards
        .flat_map(|&shard| [Some(set.shard_path(shard)), set.records_path(shard), set.games_path(shard)])
        .flatten()
    {
        if !is_there(&path)? {
            let message = "expected a file of this run, found none: it was removed during the run; the same command \
                           makes it again";
            return Err(FileError::contents(&path, message).into());
        }
    }
    Ok(())
}

fn missing_of(shards: &BTreeMap<u32, Option<ShardEntry>>) -> Vec<u32> {
    let missing = shards.iter().filter(|(_, entry)| entry.is_none());
    missing.map(|(&shard, _)| shard).collect()
}

/// Plays and writes the missing shards.
fn fill(
    set: &DataSet,
    job: &Job,
    missing: &[u32],
    threads: usize,
    counter: &ProgressCounter<'_>,
) -> Result<Vec<(u32, ShardEntry)>, SelfplayError> {
    let players = Players::new(job, set)?;
    let each = job.data.hands_per_shard;
    let stretches = missing.iter().flat_map(|&shard| {
        (0..each)
            .step_by(STRETCH as usize)
            .map(move |first| (shard, first..each.min(first.saturating_add(STRETCH))))
    });
    let mut stretches = stretches.collect::<Vec<_>>().into_iter();
    let next = || {
        let Some((shard, hands)) = stretches.next() else {
            return Ok(None);
        };
        let is_last = hands.end == each;
        let batches = players.play_hands(shard, hands, counter)?;
        Ok(Some(Stretch { shard, batches, is_last }))
    };
    set.write(threads, next)
}
