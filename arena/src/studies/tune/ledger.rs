//! The hands played in tuning, kept in a file so that none is played twice.
//!
//! Hands are added while they are played. When tuning ends, the file is rewritten with one line per entry, so that its
//! bytes do not depend on kills.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::{ArenaConfig, Totals, play_tuning};
use crate::watch::{Progress, SaveClock, Watch};
use spariglio_files::{Journal, json};

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

impl Entry {
    /// Whether these are hands of the same agents in the same step.
    fn is_of(&self, step: u64, [agent, opponent]: [&str; 2]) -> bool {
        (self.step, self.agent.as_str(), self.opponent.as_str()) == (step, agent, opponent)
    }
}

/// All hands so far.
pub(super) struct Ledger<'a> {
    path: PathBuf,
    head: String,
    journal: Journal,
    /// In the order of play; hands that continue an entry are in it.
    entries: Vec<Entry>,
    /// Whether the file has more lines than there are entries.
    is_in_pieces: bool,
    game: &'a Game,
    config: ArenaConfig,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Ledger<'a> {
    /// Opens the file; starts an empty ledger if it does not exist. Play ends early if `stopped` says so.
    pub(super) fn open(
        path: &Path,
        fingerprint: String,
        (game, config): (&'a Game, ArenaConfig),
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Self, ArenaError> {
        let head = line(path, &Head { kind: "tune".to_owned(), fingerprint })?;
        let (journal, lines) = match Journal::resume(path)? {
            Some((journal, lines)) => (journal, lines),
            None => (Journal::begin(path, [&head])?, vec![head.clone()]),
        };
        if lines.first() != Some(&head) {
            let message = "holds hands of other settings: choose another folder, or remove the file";
            return Err(wrong(path, message));
        }
        let path = path.to_path_buf();
        let mut ledger = Ledger {
            path,
            head,
            journal,
            entries: Vec::new(),
            is_in_pieces: false,
            game,
            config,
            stopped,
        };
        for (number, line) in lines.iter().enumerate().skip(1) {
            let entry: Entry =
                json::read(line).map_err(|error| wrong(&ledger.path, format!("line {}: {error}", number + 1)))?;
            let deals = entry.deals.end.saturating_sub(entry.deals.start);
            if deals == 0 || entry.margins.len() as u64 != deals {
                let found = entry.margins.len();
                let message = format!("line {}: margins: expected {deals}, one per deal, found {found}", number + 1);
                return Err(wrong(&ledger.path, message));
            }
            ledger.join(entry);
        }
        Ok(ledger)
    }

    /// The margins of `agent` against `opponent` on deals of a step: those in the file, the others played and saved.
    ///
    /// # Errors
    /// Fails with [`ArenaError::Stopped`] if play was stopped, else as [`play_tuning`].
    pub(super) fn margins(
        &mut self,
        (step, deals): (u64, Range<u64>),
        agents: [&AgentSpec; 2],
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Vec<i64>, ArenaError> {
        let names = agents.map(ToString::to_string);
        let mut margins = self.known(step, &deals, [&names[0], &names[1]]);
        let rest = deals.start + margins.len() as u64..deals.end;
        if rest.is_empty() {
            return Ok(margins);
        }
        let (game, config, stopped) = (self.game, self.config.clone(), self.stopped);
        let saver = Saver {
            step,
            names,
            first: rest.start,
            saved: Mutex::new((self, 0)),
            saves: SaveClock::default(),
            progress,
            stopped,
            before: (margins.len() as u64, deals.end - deals.start),
        };
        let played = play_tuning(game, agents, &config, (step, rest.clone()), &saver)?;
        saver.save(&played)?;
        if played.len() as u64 != rest.end - rest.start {
            return Err(ArenaError::Stopped);
        }
        margins.extend(played);
        Ok(margins)
    }

    /// The known margins of the first of `deals`.
    fn known(&self, step: u64, deals: &Range<u64>, names: [&str; 2]) -> Vec<i64> {
        let fitting = |entry: &&Entry| entry.is_of(step, names) && entry.deals.contains(&deals.start);
        let Some(entry) = self.entries.iter().find(fitting) else {
            return Vec::new();
        };
        let [start, end] =
            [deals.start, deals.end.min(entry.deals.end)].map(|deal| (deal - entry.deals.start) as usize);
        entry.margins[start..end].to_vec()
    }

    /// Adds hands to the file.
    fn push(&mut self, entry: Entry) -> Result<(), ArenaError> {
        self.journal.add([line(&self.path, &entry)?])?;
        self.join(entry);
        Ok(())
    }

    /// Adds hands to the entry that they continue, or as an entry of their own.
    fn join(&mut self, entry: Entry) {
        let continued = self.entries.iter_mut().find(|other| {
            other.deals.end == entry.deals.start && other.is_of(entry.step, [&entry.agent, &entry.opponent])
        });
        match continued {
            Some(other) => {
                other.deals.end = entry.deals.end;
                other.margins.extend(entry.margins);
                self.is_in_pieces = true;
            }
            None => self.entries.push(entry),
        }
    }

    /// Writes one line per entry, when all is played.
    pub(super) fn close(self) -> Result<(), ArenaError> {
        if !self.is_in_pieces {
            return Ok(());
        }
        let lines = self.entries.iter().map(|entry| line(&self.path, entry));
        let lines = lines.collect::<Result<Vec<_>, _>>()?;
        Journal::begin(&self.path, [self.head].into_iter().chain(lines))?;
        Ok(())
    }
}

fn line(path: &Path, value: &impl Serialize) -> Result<String, ArenaError> {
    serde_json::to_string(value).map_err(|error| wrong(path, error))
}

/// Saves the hands of some deals while they are played.
struct Saver<'s, 'a> {
    step: u64,
    names: [String; 2],
    first: u64,
    /// The ledger, and how many of the deals it has.
    saved: Mutex<(&'s mut Ledger<'a>, usize)>,
    saves: SaveClock,
    progress: &'s (dyn Fn(Progress) + Sync),
    stopped: &'s (dyn Fn() -> bool + Sync),
    /// Of all deals that were asked for: those known before, and all.
    before: (u64, u64),
}

impl Saver<'_, '_> {
    /// Saves the margins that are not in the file yet; `margins` are those of all deals so far.
    fn save(&self, margins: &[i64]) -> Result<(), ArenaError> {
        let mut saved = self.saved.lock().expect("no worker panicked");
        let (ledger, count) = &mut *saved;
        if margins.len() == *count {
            return Ok(());
        }
        let [agent, opponent] = self.names.clone();
        let [start, end] = [*count, margins.len()].map(|place| self.first + place as u64);
        let margins_since = margins[*count..].to_vec();
        ledger.push(Entry { step: self.step, deals: start..end, agent, opponent, margins: margins_since })?;
        *count = margins.len();
        Ok(())
    }
}

impl Watch<Progress, Totals> for Saver<'_, '_> {
    fn progress(&self, done: Progress) {
        let (known, all) = self.before;
        let plays = done.of / (all - known).max(1);
        (self.progress)(Progress { played: done.played + known * plays, of: all * plays, ..done });
    }

    fn keep(&self, totals: &Totals) -> Result<(), ArenaError> {
        if !self.saves.is_due() {
            return Ok(());
        }
        self.save(&totals.series)
    }

    fn stopped(&self) -> bool {
        (self.stopped)()
    }
}
