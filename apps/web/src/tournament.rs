//! A tournament of persons and agents: one lock protects it, its thread plays the rounds, and a folder keeps it.
//!
//! | file | noun |
//! |---|---|
//! | `entry` | the plan, the persons who entered, and the teams |
//! | `seating` | the host of the matches: a table for each match of a person |
//! | `board` | what a page shows of it |
//!
//! Pairs, standings, victory points and the result are those of `spariglio tournament`.

pub(crate) mod board;
pub(crate) mod entry;
mod seating;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use spariglio_arena::tournaments::{Frame, MatchReport, Meeting, Plan, TournamentResult, host_tournament};
use spariglio_files::whole::{read_text, write_private};
use spariglio_files::{json, tell};
use spariglio_table::{RestoreFault, Roster};
use tokio::sync::watch;

use crate::tables::Tables;
use entry::{Phase, TournamentEntry};
use seating::Seating;

/// The file of the entry in the folder of a tournament.
const ENTRY: &str = "entry.json";

/// A tournament with its lock, its folder and its listeners.
pub(crate) struct OpenTournament {
    /// Its name.
    pub id: String,
    folder: PathBuf,
    held: Mutex<TournamentState>,
    news: watch::Sender<u64>,
    /// Whether its thread should end.
    is_closing: AtomicBool,
}

/// The contents of the lock.
pub(crate) struct TournamentState {
    pub entry: TournamentEntry,
    /// From the start on.
    pub frame: Option<Frame>,
    /// The pairs of all rounds that have begun.
    pub pairings: Vec<Meeting>,
    /// The matches that are over.
    pub reports: Vec<MatchReport>,
    /// The end of the break before the round.
    pub break_until: Option<Instant>,
    /// The result, if it is over.
    pub result: Option<TournamentResult>,
    /// Why it cannot go on.
    pub trouble: Option<String>,
}

impl OpenTournament {
    /// A tournament in a folder of its own, which must be there.
    pub fn new(entry: TournamentEntry, folder: PathBuf) -> OpenTournament {
        let open = OpenTournament {
            id: entry.id.clone(),
            folder,
            held: Mutex::new(TournamentState {
                entry,
                frame: None,
                pairings: Vec::new(),
                reports: Vec::new(),
                break_until: None,
                result: None,
                trouble: None,
            }),
            news: watch::Sender::new(1),
            is_closing: AtomicBool::new(false),
        };
        open.change(|_| ());
        open
    }

    /// The tournament of a folder.
    ///
    /// # Errors
    /// If a file is damaged.
    pub fn restore(folder: PathBuf) -> Result<OpenTournament, RestoreFault> {
        let entry: TournamentEntry = json::read(read_text(&folder.join(ENTRY))?)?;
        let open = OpenTournament::new(entry, folder);
        if open.look(|running| running.entry.phase) == Phase::Over {
            let result = TournamentResult::load(&open.result_file())?;
            open.change(|running| running.end(result));
        }
        Ok(open)
    }

    /// The file of the result.
    pub fn result_file(&self) -> PathBuf {
        self.folder.join("tournament.json")
    }

    fn lock(&self) -> MutexGuard<'_, TournamentState> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The finding of `look` at the tournament.
    pub fn look<T>(&self, look: impl FnOnce(&TournamentState) -> T) -> T {
        look(&self.lock())
    }

    /// Makes a change, saves it, and notifies all pages.
    pub fn change<T>(&self, change: impl FnOnce(&mut TournamentState) -> T) -> T {
        let mut running = self.lock();
        let answer = change(&mut running);
        let text = serde_json::to_string(&running.entry).expect("text keys");
        let is_removed = self.is_closing() && !self.folder.exists();
        if !is_removed && let Err(error) = write_private(&self.folder.join(ENTRY), text) {
            tell!("warning: {error}: this tournament will be lost when the server stops");
        }
        drop(running);
        self.news.send_modify(|version| *version += 1);
        answer
    }

    /// Subscribes to the news.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// Ends its thread soon. The folder stays.
    pub fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
    }

    fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }

    /// Removes its folder.
    pub fn remove_folder(&self) {
        if let Err(error) = std::fs::remove_dir_all(&self.folder) {
            tell!("warning: {}: {error}", self.folder.display());
        }
    }

    /// Plays a started tournament to its end, or until it is closed.
    pub fn run(&self, plan: &Plan, tables: &Arc<Tables>, roster: &Roster) {
        self.change(|running| running.frame = Some(plan.frame.clone()));
        let seating = Seating { open: self, tables, roster };
        match host_tournament(plan, &self.folder, &seating, &|| self.is_closing()) {
            Ok(result) => self.change(|running| {
                running.entry.phase = Phase::Over;
                running.end(result);
            }),
            // A removed tournament has no folder for its matches.
            Err(_) if self.is_closing() => (),
            Err(error) => {
                tell!("warning: tournament {}: {error}", self.id);
                self.change(|running| running.trouble = Some(error.to_string()));
            }
        }
    }
}

impl TournamentState {
    fn end(&mut self, result: TournamentResult) {
        self.entry.tables.clear();
        self.result = Some(result);
    }
}
