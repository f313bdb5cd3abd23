//! The hands played in tuning, kept in a file so that none is played twice.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::{ArenaConfig, play_tuning};
use crate::watch::Progress;
use spariglio_files::json;
use spariglio_files::whole::{read_if_there, write_whole};

/// The first line of the file.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
struct Head {
    kind: String,
    fingerprint: String,
}

/// One agent's hands on some deals of a step.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    step: u64,
    deals: Range<u64>,
    agent: String,
    opponent: String,
    /// The agent's margin summed over the plays of each deal.
    margins: Vec<i64>,
}

/// All hands so far.
pub(super) struct Ledger<'a> {
    path: PathBuf,
    head: Head,
    entries: Vec<Entry>,
    game: &'a Game,
    config: ArenaConfig,
}

impl<'a> Ledger<'a> {
    /// Opens the file; starts an empty ledger if it does not exist.
    pub(super) fn open(
        path: &Path,
        fingerprint: String,
        game: &'a Game,
        config: ArenaConfig,
    ) -> Result<Self, ArenaError> {
        let head = Head { kind: "tune".to_owned(), fingerprint };
        let mut ledger = Ledger { path: path.to_path_buf(), head, entries: Vec::new(), game, config };
        if let Some(text) = read_if_there(path)? {
            ledger.read(&text)?;
        }
        Ok(ledger)
    }

    fn read(&mut self, text: &str) -> Result<(), ArenaError> {
        let mut lines = text.lines();
        let head: Option<Head> = lines.next().and_then(|line| json::read(line).ok());
        if head.as_ref() != Some(&self.head) {
            let message = "holds hands of other settings: choose another folder, or remove the file";
            return Err(wrong(&self.path, message));
        }
        let entries = lines.map(json::read).collect::<Result<Vec<Entry>, _>>();
        self.entries = entries.map_err(|error| wrong(&self.path, error))?;
        Ok(())
    }

    /// The margins of `agent` against `opponent` on deals of a step, from the file if known; else plays and saves them.
    pub(super) fn margins(
        &mut self,
        (step, deals): (u64, Range<u64>),
        [agent, opponent]: [&AgentSpec; 2],
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Vec<i64>, ArenaError> {
        let names = [agent.to_string(), opponent.to_string()];
        let known = self.entries.iter().find(|entry| {
            (entry.step, &entry.deals, &entry.agent, &entry.opponent) == (step, &deals, &names[0], &names[1])
        });
        if let Some(entry) = known {
            return Ok(entry.margins.clone());
        }
        let place = (step, deals.clone());
        let margins = play_tuning(self.game, [agent, opponent], &self.config, place, progress)?;
        let [agent, opponent] = names;
        self.entries
            .push(Entry { step, deals, agent, opponent, margins: margins.clone() });
        self.save()?;
        Ok(margins)
    }

    fn save(&self) -> Result<(), ArenaError> {
        let entries = self.entries.iter().map(serde_json::to_string);
        let lines = std::iter::once(serde_json::to_string(&self.head)).chain(entries);
        let lines = lines.collect::<Result<Vec<_>, _>>().map_err(|error| wrong(&self.path, error))?;
        Ok(write_whole(&self.path, lines.join("\n") + "\n")?)
    }
}
