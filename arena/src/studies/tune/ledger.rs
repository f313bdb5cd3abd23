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

use super::Step;
use crate::deals::seeds::Source;
use crate::deals::spans::Spans;
use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::{ArenaConfig, Totals, play_deals};
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

    /// Whether some of these deals are in the entry.
    fn meets(&self, deals: &Range<u64>) -> bool {
        self.deals.start < deals.end && deals.start < self.deals.end
    }

    /// The order of entries in the file.
    fn order(&self) -> (u64, &str, &str, u64) {
        (self.step, &self.agent, &self.opponent, self.deals.start)
    }
}

/// Hands that tuning wants.
pub(super) struct Wanted<'a> {
    /// The option and value in play.
    pub title: String,
    pub step: u64,
    pub deals: Range<u64>,
    /// The agent, and its opponent.
    pub agents: [&'a AgentSpec; 2],
}

/// How hands are played.
#[derive(Copy, Clone)]
pub(super) struct Play<'a> {
    pub game: &'a Game,
    pub config: &'a ArenaConfig,
    pub progress: &'a (dyn Fn(Step<'_>) + Sync),
    /// Play ends early if this says so.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

/// Hands that the ledger lacks.
pub(super) struct Lacking {
    pub title: String,
    pub step: u64,
    pub deals: Range<u64>,
    pub agents: [AgentSpec; 2],
}

/// All hands so far.
pub(super) struct Ledger {
    path: PathBuf,
    head: String,
    journal: Journal,
    /// Hands that continue an entry are in it.
    entries: Vec<Entry>,
    /// The hands that were listed since [`Ledger::take_lacking`].
    lacking: Vec<Lacking>,
}

impl Ledger {
    /// Opens the file; starts an empty ledger if it does not exist.
    pub(super) fn open(path: &Path, fingerprint: String) -> Result<Self, ArenaError> {
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
        let mut ledger = Ledger { path, head, journal, entries: Vec::new(), lacking: Vec::new() };
        for (number, line) in lines.iter().enumerate().skip(1) {
            let entry: Entry =
                json::read(line).map_err(|error| wrong(&ledger.path, format!("line {}: {error}", number + 1)))?;
            let deals = entry.deals.end.saturating_sub(entry.deals.start);
            if deals == 0 || entry.margins.len() as u64 != deals {
                let found = entry.margins.len();
                let message = format!("line {}: margins: expected {deals}, one per deal, found {found}", number + 1);
                return Err(wrong(&ledger.path, message));
            }
            let is_there =
                |other: &Entry| other.is_of(entry.step, [&entry.agent, &entry.opponent]) && other.meets(&entry.deals);
            if ledger.entries.iter().any(is_there) {
                let message = format!("line {}: deals: some of them are in an earlier line too", number + 1);
                return Err(wrong(&ledger.path, message));
            }
            ledger.join(entry);
        }
        Ok(ledger)
    }

    /// The margins of the wanted deals: those in the file, the others played and saved.
    ///
    /// # Errors
    /// Fails with [`ArenaError::Stopped`] if play was stopped, else as [`play_deals`].
    pub(super) fn margins(&mut self, wanted: &Wanted<'_>, play: Play<'_>) -> Result<Vec<i64>, ArenaError> {
        let deals = &wanted.deals;
        for rest in self.missing(wanted) {
            let saver = Saver {
                wanted,
                first: rest.start,
                saved: Mutex::new((self, 0)),
                saves: SaveClock::default(),
                play,
                before: (deals.end - deals.start).saturating_sub(rest.end - rest.start),
            };
            let source = (Source::Tuning { step: wanted.step }, rest.clone());
            let totals = play_deals(play.game, wanted.agents, play.config, source, Totals::default(), &saver)?;
            saver.save(&totals.series)?;
            if totals.series.len() as u64 != rest.end - rest.start {
                return Err(ArenaError::Stopped);
            }
        }
        Ok(self.known(wanted))
    }

    /// The margins of the wanted deals, 0 if the ledger lacks them; these are listed.
    pub(super) fn listed(&mut self, wanted: &Wanted<'_>) -> Vec<i64> {
        for deals in self.missing(wanted) {
            let agents = wanted.agents.map(Clone::clone);
            self.lacking
                .push(Lacking { title: wanted.title.clone(), step: wanted.step, deals, agents });
        }
        self.known(wanted)
    }

    /// Fails with [`ArenaError::Stopped`] if hands were listed.
    pub(super) fn check_whole(&self) -> Result<(), ArenaError> {
        if self.lacking.is_empty() {
            Ok(())
        } else {
            Err(ArenaError::Stopped)
        }
    }

    /// The hands that were listed.
    pub(super) fn take_lacking(&mut self) -> Vec<Lacking> {
        std::mem::take(&mut self.lacking)
    }

    /// The entries of the wanted agents and step that have some of the deals.
    fn fitting(&self, wanted: &Wanted<'_>) -> impl Iterator<Item = &Entry> {
        let names = wanted.agents.map(ToString::to_string);
        let (step, deals) = (wanted.step, wanted.deals.clone());
        let fits = move |entry: &&Entry| entry.is_of(step, [&names[0], &names[1]]) && entry.meets(&deals);
        self.entries.iter().filter(fits)
    }

    /// The wanted deals that the ledger lacks.
    pub(super) fn missing(&self, wanted: &Wanted<'_>) -> Vec<Range<u64>> {
        let mut played = Spans::default();
        for entry in self.fitting(wanted) {
            played.add(entry.deals.clone()).expect("entries have no deal twice");
        }
        played.missing(wanted.deals.clone())
    }

    /// The margins of the wanted deals; 0 for those that the ledger lacks.
    fn known(&self, wanted: &Wanted<'_>) -> Vec<i64> {
        let deals = &wanted.deals;
        let mut margins = vec![0; (deals.end - deals.start) as usize];
        for entry in self.fitting(wanted) {
            let both = deals.start.max(entry.deals.start)..deals.end.min(entry.deals.end);
            let [from, to] = [deals.start, entry.deals.start]
                .map(|start| (both.start - start) as usize..(both.end - start) as usize);
            margins[from].copy_from_slice(&entry.margins[to]);
        }
        margins
    }

    /// All margins of the wanted agents and step, in the order of play.
    pub(super) fn so_far(&self, wanted: &Wanted<'_>) -> Vec<i64> {
        let all = Wanted { title: String::new(), deals: 0..u64::MAX, ..*wanted };
        self.fitting(&all).flat_map(|entry| entry.margins.iter().copied()).collect()
    }

    /// Adds hands to the file.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or with [`ArenaError::PlayedTwice`].
    pub(super) fn add(&mut self, wanted: &Wanted<'_>, margins: Vec<i64>) -> Result<(), ArenaError> {
        if self.missing(wanted) != [wanted.deals.clone()] {
            return Err(ArenaError::PlayedTwice(wanted.deals.start));
        }
        let [agent, opponent] = wanted.agents.map(ToString::to_string);
        let entry = Entry { step: wanted.step, deals: wanted.deals.clone(), agent, opponent, margins };
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
            }
            None => self.entries.push(entry),
        }
    }

    /// Writes one line per run of deals, in an order that does not depend on how they were played.
    pub(super) fn close(mut self) -> Result<(), ArenaError> {
        let mut entries = std::mem::take(&mut self.entries);
        entries.sort_by(|one, other| one.order().cmp(&other.order()));
        entries.into_iter().for_each(|entry| self.join(entry));
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
struct Saver<'s> {
    wanted: &'s Wanted<'s>,
    first: u64,
    /// The ledger, and how many of the deals it has.
    saved: Mutex<(&'s mut Ledger, usize)>,
    saves: SaveClock,
    play: Play<'s>,
    /// The wanted deals that are not played now.
    before: u64,
}

impl Saver<'_> {
    /// Saves the margins that are not in the file yet; `margins` are those of all deals so far.
    fn save(&self, margins: &[i64]) -> Result<(), ArenaError> {
        let mut saved = self.saved.lock().expect("no worker panicked");
        let (ledger, count) = &mut *saved;
        if margins.len() == *count {
            return Ok(());
        }
        let [start, end] = [*count, margins.len()].map(|place| self.first + place as u64);
        let Wanted { title, step, agents, .. } = self.wanted;
        let added = Wanted { title: title.clone(), step: *step, deals: start..end, agents: *agents };
        ledger.add(&added, margins[*count..].to_vec())?;
        *count = margins.len();
        Ok(())
    }
}

impl Watch<Progress, Totals> for Saver<'_> {
    fn progress(&self, done: Progress) {
        let Wanted { title, deals, agents, .. } = self.wanted;
        let all = deals.end - deals.start;
        let plays = done.of / (all - self.before).max(1);
        let done = Progress { played: done.played + self.before * plays, of: all * plays, ..done };
        (self.play.progress)(Step { title: title.clone(), opponent: agents[1], done });
    }

    fn keep(&self, totals: &Totals) -> Result<(), ArenaError> {
        if !self.saves.is_due() {
            return Ok(());
        }
        self.save(&totals.series)
    }

    fn keep_last(&self, totals: &Totals) -> Result<(), ArenaError> {
        self.save(&totals.series)
    }

    fn stopped(&self) -> bool {
        (self.play.stopped)()
    }
}
