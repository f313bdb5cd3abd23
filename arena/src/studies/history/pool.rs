//! The file of a pool: its rules, its seed, and all versions. Results are in `ladder_NNNN.json`, one file per version.
//!
//! Invariant: a version that is in the file has its copies, and its agent has started from them.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_agents::equity::fingerprint;
use spariglio_engine::Game;
use spariglio_files::run_dir::RUN_FILE;
use spariglio_files::whole::is_there;
use spariglio_files::{Lock, RulesChoice, sealed};

use super::belongings::Belongings;
use super::version::{Version, test};
use crate::deals::unforeseen::random_seed;
use crate::error::{ArenaError, wrong};
use crate::pairs::component::greet;

/// The name of the pool's file in its folder.
pub const POOL_FILE: &str = "pool.json";
/// The value of its field `kind`.
const POOL_KIND: &str = "pool";
/// The rules of a new pool that names none.
const RULES: &str = "scopone";

/// An open pool; no other process can open it meanwhile.
pub struct History {
    pub(super) folder: PathBuf,
    game: Game,
    pub(super) stated: Stated,
    _lock: Lock,
}

/// The contents of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stated {
    kind: String,
    pub rules: String,
    rules_fingerprint: String,
    pub seed: u64,
    pub versions: Vec<Version>,
}

/// An agent to add, as it is now.
#[derive(Clone, Debug)]
pub struct Addition<'a> {
    /// Its name.
    pub name: &'a str,
    /// The agent.
    pub agent: &'a AgentSpec,
    /// Files and folders that a program needs beside those that its command names.
    pub keep: &'a [PathBuf],
    /// The most hands of its test, and of its other pairs together.
    pub hands: u64,
    /// The difference of the test, points per hand.
    pub difference: f64,
    /// Today.
    pub date: Option<&'a str>,
}

impl History {
    /// Opens the pool in `folder`, or starts one there. `rules` and `seed` are needed only to start: without them it is
    /// Scopone with a random seed.
    ///
    /// # Errors
    /// Fails if the file cannot be read or was changed, if it has other rules or another seed, or if another process has
    /// it open.
    pub fn open(folder: &Path, rules: Option<&str>, seed: Option<u64>) -> Result<History, ArenaError> {
        let path = folder.join(POOL_FILE);
        let run = folder.join(RUN_FILE);
        if is_there(&run)? {
            return Err(wrong(
                &run,
                "the folder holds a run of `learn` or `selfplay`; expected another folder for the pool",
            ));
        }
        let lock = Lock::of_file(&path)?;
        let earlier = load(&path)?;
        let known = earlier.as_ref().map(|known| known.rules.as_str());
        let rules = rules.or(known).unwrap_or(RULES).to_owned();
        let game = RulesChoice::Name(rules.clone()).game();
        let game = game.map_err(|error| wrong(&path, format!("rules {rules}: {error}")))?;
        let stated = earlier.unwrap_or_else(|| Stated {
            kind: POOL_KIND.to_owned(),
            rules: rules.clone(),
            rules_fingerprint: fingerprint(&game),
            seed: seed.unwrap_or_else(random_seed),
            versions: Vec::new(),
        });
        if stated.rules_fingerprint != fingerprint(&game) {
            let message = if stated.rules == rules {
                format!(
                    "the rules {rules} have changed since the pool began; expected them as they were, or another folder"
                )
            } else {
                let known = &stated.rules;
                format!("the pool plays {known}, found --rules {rules}: leave out --rules, or choose another folder")
            };
            return Err(wrong(&path, message));
        }
        if let Some(seed) = seed.filter(|seed| *seed != stated.seed) {
            let known = stated.seed;
            let message = format!(
                "the pool has the seed {known}, found --seed {seed}: leave out --seed, or choose another folder"
            );
            return Err(wrong(&path, message));
        }
        Ok(History { folder: folder.to_owned(), game, stated, _lock: lock })
    }

    /// All versions, in the order in which they were added.
    #[must_use]
    pub fn versions(&self) -> &[Version] {
        &self.stated.versions
    }

    /// The place of an agent's last version.
    #[must_use]
    pub fn last(&self, name: &str) -> Option<usize> {
        self.stated.versions.iter().rposition(|version| version.name == name)
    }

    /// Adds a version of an agent, with copies of its files, unless it is the last version unchanged. Returns its place.
    /// The file of the pool is written when the night begins.
    ///
    /// # Errors
    /// Fails if the name is not plain, if the agent or a file cannot be used, or if a program has changed and the pool
    /// would have no copy of it.
    pub fn add(&mut self, addition: &Addition<'_>) -> Result<Option<usize>, ArenaError> {
        let Addition { name, agent, keep, hands, difference, date } = *addition;
        self.check(addition)?;
        let belongings = Belongings::of(agent, keep)?;
        let fingerprint = belongings.fingerprint(agent, &self.game)?;
        let last = self.last(name).map(|place| &self.stated.versions[place]);
        if last.is_some_and(|last| last.fingerprint == fingerprint) {
            return Ok(None);
        }
        if last.is_some_and(|last| last.kept.is_empty() && last.agent == agent.to_string()) {
            let message = "the program has changed, and its command names no file of which a copy could be kept; name \
                a program with its folder or a script, or give each version a command of its own";
            return Err(self.wrong(name, message));
        }
        let version = Version {
            name: name.to_owned(),
            number: last.map_or(1, |last| last.number + 1),
            date: date.map(str::to_owned),
            agent: agent.to_string(),
            fingerprint,
            kept: belongings.kept.clone(),
            hands,
            difference,
            complete: false,
        };
        belongings.copy(&version.folder(&self.folder))?;
        if let Err(error) = greet(&self.spec(&version)?, &self.game) {
            let message = format!("its copy does not start; --keep names more files that it needs: {error}");
            return Err(self.wrong(name, message));
        }
        self.stated.versions.push(version);
        Ok(Some(self.stated.versions.len() - 1))
    }

    fn check(&self, Addition { name, keep, difference, .. }: &Addition<'_>) -> Result<(), ArenaError> {
        let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_.".contains(sign);
        if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
            return Err(self.wrong(name, "expected a name of letters, digits, -, _ and dots, as in bot=greedy"));
        }
        test(*difference).check().map_err(ArenaError::Sprt)?;
        let real = |path: &Path| path.canonicalize().unwrap_or_default();
        let around = keep.iter().find(|path| real(&self.folder).starts_with(real(path)));
        around.map_or(Ok(()), |path| {
            let message = format!("--keep {}: the pool is in this folder, expected another one", path.display());
            Err(self.wrong(name, message))
        })
    }

    /// The agent of a version, with the files that are kept.
    pub(super) fn spec(&self, version: &Version) -> Result<AgentSpec, ArenaError> {
        version.spec(&self.folder).map_err(|error| self.wrong(&version.label(), error))
    }

    pub(super) fn save(&self) -> Result<(), ArenaError> {
        Ok(sealed::write(&self.folder.join(POOL_FILE), &self.stated)?)
    }

    fn wrong(&self, agent: &str, message: impl Display) -> ArenaError {
        wrong(&self.folder.join(POOL_FILE), format!("agent \"{agent}\": {message}"))
    }
}

/// The results file of the version at `place`, which counts from 1.
pub(super) fn results(folder: &Path, place: usize) -> PathBuf {
    folder.join(format!("ladder_{:04}.json", place + 1))
}

/// Reads the file of a pool; `None` if there is none.
pub(super) fn load(path: &Path) -> Result<Option<Stated>, ArenaError> {
    let stated: Option<Stated> = sealed::load_if_there(path)?;
    if let Some(stated) = stated.as_ref().filter(|stated| stated.kind != POOL_KIND) {
        return Err(wrong(path, format!("kind: found \"{}\", must be \"{POOL_KIND}\"", stated.kind)));
    }
    Ok(stated)
}
