//! Filling a generation: which shards are there, playing the others on all threads, writing them, the manifest.
//!
//! Invariant: shards are played one after the other, the hands of each on all threads, so that no core waits for
//! another at the end; a writer thread encodes one shard while the next is played, and holds up the players when it
//! falls behind. At most three shards are in memory.

mod existing;
mod players;
mod writer;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use rayon::ThreadPoolBuilder;
use spariglio_engine::Game;
use spariglio_files::run_dir::shard_name;
use spariglio_files::whole::write_whole;
use spariglio_files::{Fingerprint, Manifest, RunDir, ShardEntry};

use crate::card::{CARD_FILE, card};
use crate::config::DataConfig;
use crate::error::SelfplayError;
use crate::recipe::{Entrant, recipe};
use crate::row::SCHEMA_VERSION;
use crate::shard::Origin;
use existing::existing;
use players::Players;
use writer::Writer;

/// One generation to fill.
#[derive(Clone, Debug)]
pub struct Job {
    /// The game.
    pub game: Arc<Game>,
    /// Seed of the run.
    pub seed: u64,
    /// The generation.
    pub generation: u32,
    /// How much, and how adventurously. Its agents are overruled by `entrants`.
    pub data: DataConfig,
    /// Who plays.
    pub entrants: Vec<Entrant>,
}

impl Job {
    /// Where a shard of this generation comes from.
    fn origin(&self, shard: u32) -> Origin {
        Origin {
            seed: self.seed,
            generation: self.generation,
            shard,
            hands: self.data.hands_per_shard,
            recipe: recipe(&self.entrants, &self.data),
        }
    }
}

/// How far a generation has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Hands of the whole generation.
    pub hands_total: u64,
    /// Hands that were there at the start.
    pub hands_kept: u64,
    /// Hands played since the start.
    pub hands_played: u64,
    /// Rows of the hands played since the start.
    pub rows_played: u64,
}

/// Fills the job's generation in `run`, keeping the whole shards that are there, and writes its manifest.
///
/// `threads` is the number of playing threads, 0 for one a core. `progress` is called after every hand, from any
/// thread.
///
/// # Errors
/// The configuration is out of range, an agent cannot be built, a shard that is there belongs to something else, or
/// a file cannot be written. What has been written stays, and the next call goes on from there.
pub fn generate(
    run: &RunDir,
    job: &Job,
    threads: usize,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Manifest, SelfplayError> {
    job.data.check("data")?;
    let filling = Filling::new(run, job)?;
    let mut shards = filling.existing()?;
    let missing: Vec<u32> = (0..job.data.shards)
        .filter(|&shard| shards[shard as usize].is_none())
        .collect();
    if !missing.is_empty() {
        let board = Board::new(job, missing.len(), progress);
        for (shard, entry) in filling.fill(&missing, threads, &board)? {
            shards[shard as usize] = Some(entry);
        }
    }
    let manifest = filling.manifest(shards.into_iter().flatten().collect());
    if Manifest::read(&filling.data).ok().as_ref() != Some(&manifest) {
        write_whole(&filling.data.join(CARD_FILE), card(&manifest))?;
        manifest.write(&filling.data)?;
    }
    Ok(manifest)
}

/// A generation being filled.
struct Filling<'a> {
    job: &'a Job,
    fingerprint: Fingerprint,
    data: PathBuf,
    records: Option<PathBuf>,
}

impl<'a> Filling<'a> {
    fn new(run: &RunDir, job: &'a Job) -> Result<Filling<'a>, SelfplayError> {
        let records = job.data.records.then(|| run.make_records(job.generation));
        Ok(Filling {
            job,
            fingerprint: Fingerprint::of(&job.game),
            data: run.make_data(job.generation)?,
            records: records.transpose()?,
        })
    }

    fn shard_path(&self, shard: u32) -> PathBuf {
        self.data.join(shard_name(shard))
    }

    fn records_path(&self, shard: u32) -> Option<PathBuf> {
        let name = format!("shard-{shard:05}.jsonl.zst");
        self.records.as_ref().map(|folder| folder.join(name))
    }

    /// The whole shards that are there, by number.
    fn existing(&self) -> Result<Vec<Option<ShardEntry>>, SelfplayError> {
        (0..self.job.data.shards).map(|shard| existing(self, shard)).collect()
    }

    /// Plays and writes the shards that are missing.
    fn fill(
        &self,
        missing: &[u32],
        threads: usize,
        board: &Board<'_>,
    ) -> Result<Vec<(u32, ShardEntry)>, SelfplayError> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| SelfplayError::Threads {
                threads,
                text: error.to_string(),
            })?;
        let players = Players::new(self.job)?;
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(1);
            let writer = scope.spawn(move || Writer::new(self).write_all(receiver));
            let played = missing.iter().try_for_each(|&shard| {
                let hands = pool.install(|| players.play_shard(shard, board))?;
                // The writer hangs up only when it has failed, and then its error is the one to tell.
                sender.send((shard, hands)).map_err(|_| SelfplayError::Stopped)
            });
            drop(sender);
            let written = writer.join().expect("the writer does not panic")?;
            played.map(|()| written)
        })
    }

    fn manifest(&self, shards: Vec<ShardEntry>) -> Manifest {
        let job = self.job;
        Manifest {
            schema_version: SCHEMA_VERSION,
            fingerprint: self.fingerprint.clone(),
            seed: job.seed,
            generation: job.generation,
            agents: job.entrants.iter().map(|one| one.label.clone()).collect(),
            recipe: recipe(&job.entrants, &job.data),
            hands: shards.iter().map(|shard| u64::from(shard.hands)).sum(),
            rows: shards.iter().map(|shard| shard.rows).sum(),
            shards,
        }
    }
}

/// What has been played, counted by all threads.
struct Board<'a> {
    total: u64,
    kept: u64,
    hands: AtomicU64,
    rows: AtomicU64,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> Board<'a> {
    fn new(job: &Job, missing: usize, progress: &'a (dyn Fn(Progress) + Sync)) -> Board<'a> {
        let each = u64::from(job.data.hands_per_shard);
        let total = u64::from(job.data.shards) * each;
        Board {
            total,
            kept: total - missing as u64 * each,
            hands: AtomicU64::new(0),
            rows: AtomicU64::new(0),
            progress,
        }
    }

    /// Counts a hand of `rows` rows.
    fn count(&self, rows: usize) {
        let rows = self.rows.fetch_add(rows as u64, Ordering::Relaxed) + rows as u64;
        let hands = self.hands.fetch_add(1, Ordering::Relaxed) + 1;
        (self.progress)(Progress {
            hands_total: self.total,
            hands_kept: self.kept,
            hands_played: hands,
            rows_played: rows,
        });
    }
}
