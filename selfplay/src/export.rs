//! Export: turns hand records into a data set with the columns of self-play.
//!
//! Invariant: every record is checked when it is read, and all are of one rule set. The shards depend only on the
//! records and the job, not on threads, time or machine.

mod source;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;
use serde::Serialize;
use spariglio_agents::Hand;
use spariglio_engine::Game;
use spariglio_files::{ConfigError, Fingerprint, Manifest, RecordsFile, RunDir, RunFile, Source, check_number};

use crate::dataset::{DataSet, HandBatch, ShardHands};
use crate::error::SelfplayError;
use crate::filler::{Choice, Filler};
use crate::progress::{Progress, ProgressCounter};
use crate::row::{MAX_HANDS_PER_SHARD, MAX_SHARDS, SCHEMA_VERSION, Shape, hand_id};
use source::{Located, RecordSource, hashed};

/// Hands per parallel task.
const HANDS_AT_ONCE: usize = 64;

/// The generation of an exported data set.
const GENERATION: u32 = 0;

/// Records to export.
#[derive(Clone, Debug)]
pub struct ExportJob {
    /// Files of hand records, in the order of the rows.
    pub files: Vec<PathBuf>,
    /// The game of all records; if `None`, that of the first record.
    pub game: Option<Arc<Game>>,
    /// Whether rows have inputs.
    pub inputs: bool,
    /// Whether partners saw each other's hand cards; inputs depend on it.
    pub partners_open: bool,
    /// Hands per shard, except for the last one.
    pub hands_per_shard: u32,
}

/// The settings that determine the bytes of an exported data set, as `run.toml` stores them.
#[derive(Serialize)]
struct Settings<'a> {
    inputs: bool,
    partners_open: bool,
    hands_per_shard: u32,
    files: &'a [RecordsFile],
}

/// Writes the job's records as a data set into the run directory `root`. Uses `threads` threads; 0 means one per core.
/// `progress` is called after every hand, from any thread. If an export was stopped, the same call restarts it.
///
/// # Errors
/// If a file cannot be read or written, the directory holds another run, or a record is invalid, unfinished or of
/// another rule set. The error names file and line.
pub fn export(
    root: &Path,
    job: &ExportJob,
    threads: usize,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Manifest, SelfplayError> {
    check_number("hands_per_shard", job.hands_per_shard, 1, MAX_HANDS_PER_SHARD)?;
    let files: Vec<RecordsFile> = job.files.iter().map(|path| hashed(path)).collect::<Result<_, _>>()?;
    let mut records = RecordSource::new(&job.files, job.game.clone());
    let Some(first) = records.next()? else {
        let files = job.files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        let found = format!("none in {}", files.join(", "));
        return Err(ConfigError::field("records", "at least one hand", found).into());
    };
    let game = first.record.game().clone();
    if job.partners_open && !game.has_partners() {
        let found = format!("{} with {} players on as many sides", game.rules().name, game.players());
        return Err(ConfigError::field("partners_open", "a game with partners", found).into());
    }
    let run = RunDir::open(root, &run_file(job, &game, &files))?;
    let set = DataSet {
        fingerprint: Fingerprint::of(&game),
        inputs: job.inputs,
        source: Source::Records { files, partners_open: job.partners_open },
        folder: run.make_data(GENERATION)?,
        records: None,
    };
    let board = ProgressCounter::new(None, 0, progress);
    let (mut first, mut shards) = (Some(first), 0..MAX_SHARDS);
    let next = || {
        let hands = some_hands(&mut first, &mut records, job.hands_per_shard)?;
        if hands.is_empty() {
            return Ok(None);
        }
        let many = || ConfigError::field("hands_per_shard", format!("at most {MAX_SHARDS} shards"), "more");
        let shard = shards.next().ok_or_else(many)?;
        let batches = fill(job, set.shape(), shard, &hands, &board)?;
        Ok(Some(ShardHands { shard, batches }))
    };
    let written = set.write(threads, next)?;
    set.finish(written.into_iter().map(|(_, entry)| entry).collect())
}

fn run_file(job: &ExportJob, game: &Game, files: &[RecordsFile]) -> RunFile {
    let settings = Settings {
        inputs: job.inputs,
        partners_open: job.partners_open,
        hands_per_shard: job.hands_per_shard,
        files,
    };
    RunFile::new("export", SCHEMA_VERSION, 0, Fingerprint::of(game), &settings)
}

/// Up to `count` records of a shard: `first`, if it is left, then those of the files.
fn some_hands(
    first: &mut Option<Located>,
    records: &mut RecordSource<'_>,
    count: u32,
) -> Result<Vec<Located>, SelfplayError> {
    let mut hands: Vec<Located> = first.take().into_iter().collect();
    while hands.len() < count as usize
        && let Some(hand) = records.next()?
    {
        hands.push(hand);
    }
    Ok(hands)
}

/// The rows of a shard's hands, made on the threads of the current pool.
fn fill(
    job: &ExportJob,
    shape: Shape,
    shard: u32,
    hands: &[Located],
    board: &ProgressCounter<'_>,
) -> Result<Vec<HandBatch>, SelfplayError> {
    let batches = hands.par_chunks(HANDS_AT_ONCE).enumerate();
    let rows = |(batch, hands): (usize, &[Located])| {
        let mut filler = Filler::new(hands[0].record.game(), shape);
        for (index, hand) in hands.iter().enumerate() {
            let id = hand_id(GENERATION, shard, (batch * HANDS_AT_ONCE + index) as u32);
            let before = filler.rows();
            fill_hand(hand, id, job.partners_open, &mut filler)?;
            board.count(filler.rows() - before);
        }
        Ok(HandBatch { hands: hands.len() as u32, rows: filler.into_rows(), records: String::new() })
    };
    batches.map(rows).collect()
}

/// The rows of a hand.
fn fill_hand(located: &Located, id: u64, partners_open: bool, filler: &mut Filler<'_>) -> Result<(), SelfplayError> {
    let record = &located.record;
    let mut hand = Hand::new(record.game(), record.deal(), partners_open);
    let (mut actions, mut policy) = (Vec::new(), Vec::new());
    for turn in &record.turns {
        let view = hand.view();
        view.legal_actions(&mut actions);
        policy.clear();
        policy.extend(actions.iter().map(|action| f32::from(u8::from(*action == turn.action))));
        let choice = Choice {
            actions: &actions,
            policy: &policy,
            action: turn.action,
            value: 0.0,
            full_search: false,
        };
        filler.start_row(id, &hand, &view, &choice);
        hand.act(turn.action).expect("the turns of a checked record are legal");
    }
    if !hand.is_over() {
        let found = format!("one that is not over after {} turns", record.turns.len());
        return Err(located.error("turns", "a hand played to its end", found));
    }
    filler.end_rows(&hand.score())
}
