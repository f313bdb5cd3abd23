//! Files of a run directory: each is either refused with an error that names it, or read. If it is read, it is written
//! and reads back as the same.
//!
//! The first byte selects the file; the others are its content.

use std::path::Path;
use std::sync::LazyLock;

use spariglio_agents::net::network_folder;
use spariglio_engine::Game;
use spariglio_files::manifest::{self, ShardEntry, Source};
use spariglio_files::metrics::{self, GateLine, LearningLine, Line, MatchLine};
use spariglio_files::{Fingerprint, Manifest, RunDir, RunFile, seal};

use crate::Target;
use crate::folder::Folder;

/// Target `runs`.
pub const TARGET: Target = Target { name: "runs", run, seeds };

/// A file and its check.
type Kind = (&'static str, fn(&Path, &[u8]));

const KINDS: [Kind; 5] = [
    (manifest::MANIFEST, of_manifest),
    ("metrics.jsonl", of_metrics),
    ("run.toml", of_run),
    ("nets/best.json", of_best),
    ("sealed", of_seal),
];

static FOLDERS: LazyLock<[Folder; KINDS.len()]> = LazyLock::new(|| std::array::from_fn(|_| Folder::new()));
static FINGERPRINT: LazyLock<Fingerprint> =
    LazyLock::new(|| Fingerprint::of(&Game::preset("scopone").expect("a preset")));

/// The text of a `run.toml`, and the run that it was written for.
static RUN_FILE: LazyLock<(String, RunFile)> = LazyLock::new(run_file);

/// Files of each kind, for most kinds several.
fn seeds() -> Vec<Vec<u8>> {
    let manifest = |source| serde_json::to_string(&described(source)).expect("plain data has a JSON form");
    let contents = [
        sources().map(manifest).into(),
        vec![lines().iter().map(Line::text).collect(), lines()[0].text()],
        vec![RUN_FILE.0.clone()],
        vec!["{\"generation\": 3, \"path\": \"nets/gen-0003\", \"by\": \"gate\"}\n".to_owned()],
        vec![String::from_utf8(seal::seal(seal::unsealed("facts").into_bytes())).expect("UTF-8")],
    ];
    let of_kind = |(kind, texts): (usize, Vec<String>)| {
        texts.into_iter().map(move |text| [&[kind as u8], text.as_bytes()].concat())
    };
    contents.into_iter().enumerate().flat_map(of_kind).collect()
}

fn sources() -> [Source; 2] {
    let selfplay = Source::Selfplay {
        seed: 7,
        generation: 1,
        agents: vec!["formula".to_owned()],
        recipe: "00".to_owned(),
    };
    let records = Source::Records { files: Vec::new(), partners_open: true, hands_per_shard: 1 };
    [selfplay, records]
}

fn described(source: Source) -> Manifest {
    let shard = |number: u32| ShardEntry {
        file: format!("rows/shard-0000{number}.parquet"),
        hands: 10,
        rows: 300,
        bytes: 4000,
        sha256: String::new(),
        records_sha256: Some(String::new()),
        games_sha256: Some(String::new()),
    };
    Manifest {
        schema_version: 2,
        run: "0123456789abcdef".to_owned(),
        fingerprint: FINGERPRINT.clone(),
        inputs: false,
        source,
        hands: 20,
        rows: 600,
        shards: vec![shard(0), shard(1)],
    }
}

fn lines() -> Vec<Line> {
    vec![
        Line::Gate(GateLine::default()),
        Line::Eval(MatchLine::default()),
        Line::Learning(LearningLine::default()),
    ]
}

fn run_file() -> (String, RunFile) {
    let folder = Folder::new();
    let config: toml::Table = "rules = \"scopone\"\n[data]\nshards = 2\n".parse().expect("TOML");
    let file = RunFile::new("selfplay", 2, 1, FINGERPRINT.clone(), &config);
    drop(RunDir::open(folder.path(), &file).expect("a run directory"));
    let text = std::fs::read_to_string(folder.path().join("run.toml")).expect("a file that was written");
    (text, file)
}

/// Reads the bytes as the file selected by the first of them.
pub fn run(bytes: &[u8]) {
    let Some((kind, bytes)) = bytes.split_first() else {
        return;
    };
    let kind = usize::from(*kind) % KINDS.len();
    let (name, look) = KINDS[kind];
    let folder = &FOLDERS[kind];
    folder.put(name, bytes);
    look(folder.path(), bytes);
}

/// An error must name the faulty file.
fn names(error: &impl ToString, name: &str) {
    let text = error.to_string();
    assert!(text.contains(name), "{name} is not named: {text}");
}

fn of_manifest(folder: &Path, _: &[u8]) {
    match Manifest::read(folder) {
        Ok(manifest) => {
            manifest.write(folder).expect("a manifest that was read");
            assert_eq!(Manifest::read(folder).expect("what was written"), manifest);
        }
        Err(error) => names(&error, manifest::MANIFEST),
    }
}

fn of_metrics(folder: &Path, _: &[u8]) {
    match metrics::read(folder) {
        Ok(lines) => {
            let retained = metrics::retain(folder, |_| true).expect("lines that were read");
            assert_eq!(retained, lines);
            let text_of_lines: String = lines.iter().map(Line::text).collect();
            std::fs::write(metrics::path(folder), text_of_lines).expect("a file can be written");
            assert_eq!(metrics::read(folder).expect("what was written"), lines);
        }
        Err(error) => names(&error, "metrics.jsonl"),
    }
}

/// Only the description of the same run may be accepted.
fn of_run(folder: &Path, bytes: &[u8]) {
    let (text, file) = &*RUN_FILE;
    match RunDir::open(folder, file) {
        Ok(_) => {
            let table: toml::Table = String::from_utf8_lossy(bytes).parse().expect("an accepted file is TOML");
            assert_eq!(Ok(table), text.parse());
        }
        Err(error) => names(&error, "run.toml"),
    }
}

fn of_best(folder: &Path, _: &[u8]) {
    if let Err(error) = network_folder(folder) {
        names(&error, "best.json");
    }
}

/// If a file is accepted, its stated hash must be right.
fn of_seal(folder: &Path, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match seal::opened(&folder.join("sealed"), bytes, text) {
        Ok(opened) => assert_eq!(seal::seal(seal::unsealed(opened).into_bytes()), bytes),
        Err(error) => names(&error, "sealed"),
    }
}
