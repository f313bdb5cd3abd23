//! Parquet shards: either refused with an error that names the file, or read. Hands from rows must be complete. If rows
//! are written again, they read back as the same.

use std::fs;
use std::sync::{Arc, LazyLock};

use spariglio_engine::Game;
use spariglio_files::hash::sha256_hex;
use spariglio_files::manifest::ShardEntry;
use spariglio_files::{Config, Fingerprint, RulesChoice, RunDir, RunFile, run_dir};
use spariglio_selfplay::row::SCHEMA_VERSION;
use spariglio_selfplay::shard::{self, check_counts, read_origin};
use spariglio_selfplay::{Job, LabeledAgent, RowHand, SelfplayConfig, generate, read_hands, read_shard};
use tempfile::TempDir;

use crate::Target;
use crate::folder::Folder;

/// Target `shards`.
pub const TARGET: Target = Target { name: "shards", run, seeds };

/// Part of the path of other projects' code, as cargo stores it.
const LIBRARIES: &str = "/registry/src/";
const RULES: &str = "mini_scopone";
static GAME: LazyLock<Arc<Game>> = LazyLock::new(|| Arc::new(Game::preset(RULES).expect("a preset")));
static FOLDER: LazyLock<Folder> = LazyLock::new(Folder::new);

/// Shards of a few hands, with and without inputs.
fn seeds() -> Vec<Vec<u8>> {
    [(1, false), (3, false), (1, true)]
        .map(|(hands, inputs)| generated(hands, inputs))
        .into()
}

fn generated(hands: u32, inputs: bool) -> Vec<u8> {
    let data = format!("agents = [\"random\"]\nshards = 1\nhands_per_shard = {hands}\ninputs = {inputs}\n");
    let text = format!("rules = \"{RULES}\"\nseed = 1\n[data]\n{data}");
    let config = SelfplayConfig::from_toml(&text).expect("a sound configuration");
    let folder = TempDir::new().expect("a folder");
    let game = Arc::new(RulesChoice::Name(RULES.to_owned()).game().expect("a game"));
    let entrant = |spec| LabeledAgent::new(spec, &game, folder.path()).expect("an agent");
    let job = Job {
        game: Arc::clone(&game),
        seed: config.seed,
        generation: 0,
        entrants: config.data.agents.iter().cloned().map(entrant).collect(),
        data: config.data.clone(),
        program: String::new(),
    };
    let file = RunFile::new("selfplay", SCHEMA_VERSION, config.seed, Fingerprint::of(&game), &config);
    let run = RunDir::open(folder.path(), &file).expect("a run directory");
    generate(&run, &job, 1, &|_| {}).expect("self-play");
    let path = run_dir::data_folder(folder.path(), 0).join(run_dir::shard_name(0));
    fs::read(path).expect("a shard")
}

/// Stops the panic hook from ending the process at panics in other projects' code. The library that reads shards panics
/// on some damage, and the program turns that into an error.
pub(crate) fn pass_panics_of_libraries() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let is_library = panic.location().is_some_and(|place| place.file().contains(LIBRARIES));
        if !is_library {
            hook(panic);
        }
    }));
}

/// Reads the bytes as a shard.
pub fn run(bytes: &[u8]) {
    let path = FOLDER.put("shard.parquet", bytes);
    let expected = Fingerprint::of(&GAME);
    let origin = read_origin(&path, &expected);
    let mut entry = ShardEntry {
        file: "shard.parquet".to_owned(),
        hands: 0,
        rows: 0,
        bytes: bytes.len() as u64,
        sha256: sha256_hex(bytes),
        records_sha256: None,
        games_sha256: None,
    };
    let rows = match read_shard(&path, &expected) {
        Ok(rows) => rows,
        Err(error) => return assert!(error.to_string().contains("shard.parquet"), "{error}"),
    };
    // Rows can be read even if their origin is damaged.
    let Ok(origin) = origin else { return };
    let again = shard::encode(rows.clone(), &expected, &origin).expect("rows that were read");
    let copy = FOLDER.put("copy.parquet", &again);
    assert!(read_shard(&copy, &expected).expect("what was written") == rows);
    (entry.hands, entry.rows) = (origin.hands, rows.len() as u64);
    let mut rows_of_hands = 0;
    let add = |_, hands: Vec<RowHand>| rows_of_hands += hands.iter().map(|hand| hand.rows.len()).sum::<usize>();
    if check_counts(&path, &entry, &expected).is_ok() && read_hands(&path, &entry, &GAME, add).is_ok() {
        assert_eq!(rows_of_hands, rows.len());
    }
}
