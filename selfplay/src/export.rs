//! Export: turns hand records into a data set with the columns of self-play.
//!
//! Invariant: every record is checked when it is read, and all are of one rule set. The shards depend only on the
//! records and the job, not on threads, time or machine.

mod source;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;
use serde::Serialize;
use spariglio_agents::Hand;
use spariglio_agents::agent::SearchStats;
use spariglio_engine::format::plain::markdown;
use spariglio_engine::{Game, HandScore};
use spariglio_files::config::check_number;
use spariglio_files::manifest::{RecordsFile, Source};
use spariglio_files::{ConfigError, Fingerprint, Manifest, RunDir, RunFile};

use crate::card::Made;
use crate::dataset::{DataSet, HandBatch, STRETCH, Stretch, batch_size};
use crate::error::SelfplayError;
use crate::filler::{Choice, Filler};
use crate::games::GameRows;
use crate::progress::{Progress, ProgressCounter};
use crate::row::{MAX_HANDS_PER_SHARD, MAX_SHARDS, SCHEMA_VERSION, hand_id};
use source::{LocatedRecord, RecordSource, hashed};

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
    /// Whether the hands are also written as games.
    pub games: bool,
    /// Hands per shard, except for the last one.
    pub hands_per_shard: u32,
    /// Version and, if known, commit of the program, for the card.
    pub program: String,
}

impl ExportJob {
    /// How to make its data again, as Markdown.
    fn command(&self) -> String {
        let mut command = "spariglio export".to_owned();
        for file in &self.files {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let _ = write!(command, " {name}");
        }
        let flags = [(self.inputs, "inputs"), (self.partners_open, "partners-open"), (self.games, "games")];
        for (_, flag) in flags.iter().filter(|(is_set, _)| *is_set) {
            let _ = write!(command, " --{flag}");
        }
        let _ = write!(command, " --hands-per-shard {} --out DIR", self.hands_per_shard);
        format!("{} makes the same bytes again.\n", markdown::code(&command))
    }
}

/// The settings that determine the bytes of an exported data set, as `run.toml` stores them.
#[derive(Serialize)]
struct Settings<'a> {
    inputs: bool,
    partners_open: bool,
    games: bool,
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
        let none = format!("none in {}", files.join(", "));
        return Err(ConfigError::field("records", "at least one hand", none).into());
    };
    let game = first.record.game().clone();
    if job.partners_open && !game.has_partners() {
        let players = format!("{} with {} players on as many sides", game.rules().name, game.players());
        return Err(ConfigError::field("partners_open", "a game with partners", players).into());
    }
    let run = RunDir::open(root, &run_file(job, &game, &files))?;
    let set = DataSet {
        fingerprint: Fingerprint::of(&game),
        inputs: job.inputs,
        source: Source::Records { files, partners_open: job.partners_open, hands_per_shard: job.hands_per_shard },
        folder: run.make_data(GENERATION)?,
        records: false,
        games: job.games,
        made: Made { program: job.program.clone(), command: job.command() },
    };
    let counter = ProgressCounter::new(None, [0; 2], progress);
    let (mut ahead, mut shard, mut first) = (Some(first), 0, 0);
    let next = || {
        let most = STRETCH.min(job.hands_per_shard - first);
        let hands = some_hands(&mut ahead, &mut records, most)?;
        if hands.is_empty() {
            return Ok(None);
        }
        if shard == MAX_SHARDS {
            let expected = format!("more than {}: a generation has at most {MAX_SHARDS} shards", job.hands_per_shard);
            return Err(ConfigError::field("hands_per_shard", expected, job.hands_per_shard).into());
        }
        let batches = fill(job, &set, hand_id(GENERATION, shard, first), &hands, &counter)?;
        let number = shard;
        first += hands.len() as u32;
        let is_last = first == job.hands_per_shard || ahead.is_none();
        if is_last {
            (shard, first) = (shard + 1, 0);
        }
        Ok(Some(Stretch { shard: number, batches, is_last }))
    };
    let written = set.write(threads, next)?;
    set.finish(&game, written.into_iter().map(|(_, entry)| entry).collect())
}

fn run_file(job: &ExportJob, game: &Game, files: &[RecordsFile]) -> RunFile {
    let settings = Settings {
        inputs: job.inputs,
        partners_open: job.partners_open,
        games: job.games,
        hands_per_shard: job.hands_per_shard,
        files,
    };
    RunFile::new("export", SCHEMA_VERSION, 0, Fingerprint::of(game), &settings)
}

/// Up to `count` records: the one that was read `ahead`, then those of the files. Reads another one ahead.
fn some_hands(
    ahead: &mut Option<LocatedRecord>,
    records: &mut RecordSource<'_>,
    count: u32,
) -> Result<Vec<LocatedRecord>, SelfplayError> {
    let mut hands = Vec::new();
    while hands.len() < count as usize
        && let Some(hand) = ahead.take()
    {
        hands.push(hand);
        *ahead = records.next()?;
    }
    Ok(hands)
}

/// The rows of some hands, made on the threads of the current pool. `first` is the number of the first hand.
fn fill(
    job: &ExportJob,
    set: &DataSet,
    first: u64,
    hands: &[LocatedRecord],
    counter: &ProgressCounter<'_>,
) -> Result<Vec<HandBatch>, SelfplayError> {
    let size = batch_size(job.hands_per_shard) as usize;
    let batches = hands.par_chunks(size).enumerate();
    let rows = |(batch, hands): (usize, &[LocatedRecord])| {
        let mut filler = Filler::new(hands[0].record.game(), set.shape());
        let mut games = set.game_rows();
        for (index, hand) in hands.iter().enumerate() {
            let id = first + (batch * size + index) as u64;
            let before = filler.rows();
            let score = fill_hand(hand, id, job.partners_open, &mut filler)?;
            if let Some(games) = &mut games {
                games.push(id, &hand.record, &score);
            }
            counter.count(filler.rows() - before)?;
        }
        let games = games.map(GameRows::into_batch);
        Ok(HandBatch {
            hands: hands.len() as u32,
            rows: filler.into_rows(),
            records: String::new(),
            games,
        })
    };
    batches.map(rows).collect()
}

/// The rows of a hand. Returns its score.
fn fill_hand(
    located: &LocatedRecord,
    id: u64,
    partners_open: bool,
    filler: &mut Filler<'_>,
) -> Result<HandScore, SelfplayError> {
    let record = &located.record;
    let mut hand = Hand::new(record.game(), record.deal(), partners_open);
    let agents = record.agents();
    let (mut actions, mut policy) = (Vec::new(), Vec::new());
    for turn in &record.turns {
        let view = hand.view();
        view.legal_actions(&mut actions);
        policy.clear();
        policy.extend(actions.iter().map(|action| f32::from(u8::from(*action == turn.action))));
        let choice = Choice {
            agent: agents.as_ref().map_or("", |agents| agents[turn.seat]),
            actions: &actions,
            policy: &policy,
            action: turn.action,
            value: None,
            oracle_value: None,
            tried: &[],
            stats: SearchStats::default(),
            full_budget: false,
        };
        filler.start_row(id, &hand, &view, &choice);
        hand.act(turn.action).expect("the turns of a checked record are legal");
    }
    if !hand.is_over() {
        let state = format!("one that is not over after {} turns", record.turns.len());
        return Err(located.error("turns", "a hand played to its end", state));
    }
    let score = hand.score();
    filler.end_rows(&score);
    Ok(score)
}
