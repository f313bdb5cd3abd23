//! Runs in temporary folders, for tests.
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use spariglio_agents::AgentSpec;
use spariglio_files::run_dir::{self, RunDirError};
use spariglio_files::{Config, Fingerprint, Manifest, RulesChoice, RunDir, RunFile, sealed};
use spariglio_selfplay::row::SCHEMA_VERSION;
use spariglio_selfplay::{
    Job, LabeledAgent, RowHand, SelfplayConfig, SelfplayError, ShardRows, generate, read_hands, read_shard,
};
use tempfile::TempDir;

/// The configuration of `rules` and a `[data]` table.
pub fn config(rules: &str, data: &str, seed: u64) -> SelfplayConfig {
    let text = format!("rules = \"{rules}\"\nseed = {seed}\n{data}");
    SelfplayConfig::from_toml(&text).expect("a sound configuration")
}

/// The state before the manifest was written: its entries are in files of their own.
pub fn without_manifest(data: &Path) {
    fs::create_dir_all(data.join(run_dir::WRITTEN)).expect("made");
    for (shard, entry) in (0..).zip(&Manifest::read(data).expect("a manifest").shards) {
        sealed::write(&data.join(run_dir::entry_name(shard)), entry).expect("written");
    }
    fs::remove_file(data.join("manifest.json")).expect("removed");
}

/// The bytes of every file below `root`, by path.
pub fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut contents = BTreeMap::new();
    for entry in fs::read_dir(root).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            contents.extend(files(&path).into_iter().map(|(name, bytes)| {
                let folder = path.file_name().expect("a name").to_string_lossy();
                (format!("{folder}/{name}"), bytes)
            }));
        } else {
            let name = path.file_name().expect("a name").to_string_lossy();
            contents.insert(name.into_owned(), fs::read(&path).expect("readable"));
        }
    }
    contents
}

/// A run in its own temporary folder.
pub struct Run {
    folder: TempDir,
    job: Job,
    config: SelfplayConfig,
}

impl Run {
    /// A run with seed 1.
    pub fn new(rules: &str, data: &str) -> Run {
        Run::with_seed(rules, data, 1)
    }

    /// A run with a seed.
    pub fn with_seed(rules: &str, data: &str, seed: u64) -> Run {
        let config = config(rules, data, seed);
        let game = Arc::new(RulesChoice::Name(rules.to_owned()).game().expect("a game"));
        let folder = tempfile::tempdir().expect("a temporary folder");
        let entrant = |spec: &AgentSpec| LabeledAgent::new(spec.clone(), &game, folder.path()).expect("an entrant");
        let entrants = config.data.agents.iter().map(entrant).collect();
        let program = "1 (a)".to_owned();
        let job = Job { game, seed, generation: 0, entrants, data: config.data.clone(), program };
        Run { folder, job, config }
    }

    /// The same run, played by another agent.
    pub fn with_agent(mut self, spec: AgentSpec) -> Run {
        self.job.entrants = vec![LabeledAgent::new(spec, &self.job.game, self.folder.path()).expect("an entrant")];
        self
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// The job of generation 0.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Opens the folder for a configuration.
    pub fn open(&self, config: &SelfplayConfig) -> Result<RunDir, RunDirError> {
        self.open_at(self.root(), config)
    }

    /// Opens a folder for a configuration.
    pub fn open_at(&self, root: &Path, config: &SelfplayConfig) -> Result<RunDir, RunDirError> {
        let fingerprint = Fingerprint::of(&self.job.game);
        let file = RunFile::new("selfplay", SCHEMA_VERSION, config.seed, fingerprint, config);
        RunDir::open(root, &file)
    }

    /// Opens the folder and fills generation 0.
    pub fn generate(&self, threads: usize) -> Result<Manifest, SelfplayError> {
        self.generate_watched(threads, &|| {})
    }

    /// The same; calls `watch` after every hand.
    pub fn generate_watched(&self, threads: usize, watch: &(dyn Fn() + Sync)) -> Result<Manifest, SelfplayError> {
        let run = self.open(&self.config)?;
        generate(&run, &self.job, threads, &|_| watch())
    }

    /// The rows of a shard, and their hands.
    pub fn hands(&self, shard: u32) -> (ShardRows, Vec<RowHand>) {
        let manifest = Manifest::read(&run_dir::data_folder(self.root(), 0)).expect("a manifest");
        let entry = &manifest.shards[shard as usize];
        let mut all = Vec::new();
        let take = |rows, hands| all.push((rows, hands));
        read_hands(&self.shard_path(shard), entry, &self.job.game, take).expect("a whole shard");
        assert_eq!(all.len(), 1, "a few hands are one row group");
        all.remove(0)
    }

    /// The rows of a shard.
    pub fn rows(&self, shard: u32) -> ShardRows {
        read_shard(&self.shard_path(shard), &Fingerprint::of(&self.job.game)).expect("a shard")
    }

    fn shard_path(&self, shard: u32) -> PathBuf {
        run_dir::data_folder(self.root(), 0).join(run_dir::shard_name(shard))
    }
}
