//! All tournaments and their threads.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;
use spariglio_arena::deals::unforeseen::random_seed;
use spariglio_arena::tournaments::Plan;
use spariglio_files::tell;
use spariglio_files::whole::make_private_folder;
use spariglio_table::token::new_token;
use spariglio_table::{Refusal, Roster};

use crate::tables::Tables;
use crate::tournament::OpenTournament;
use crate::tournament::entry::{Phase, TournamentEntry};

/// Most tournaments.
const MOST_TOURNAMENTS: usize = 8;

/// All tournaments by name.
pub(crate) struct Tournaments {
    all: Mutex<HashMap<String, Arc<OpenTournament>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    /// Their folders are here; without it there are none.
    folder: Option<PathBuf>,
    tables: Arc<Tables>,
    roster: Arc<Roster>,
}

impl Tournaments {
    /// Restores the tournaments of a folder. Those in progress go on. If one cannot, a warning is printed and its
    /// folder stays.
    pub fn new(folder: Option<PathBuf>, tables: Arc<Tables>, roster: Arc<Roster>) -> Tournaments {
        let folders = folder.as_deref().and_then(|folder| std::fs::read_dir(folder).ok());
        let tournaments = Tournaments { all: Mutex::default(), threads: Mutex::default(), folder, tables, roster };
        for inside in folders.into_iter().flatten().flatten().map(|entry| entry.path()) {
            let name = inside.display().to_string();
            let restored = OpenTournament::restore(inside).map(Arc::new);
            let gone_on = restored.and_then(|open| {
                if open.look(|running| running.entry.phase) == Phase::Running {
                    let plan = open.look(|running| running.entry.plan(&tournaments.roster));
                    tournaments.run(&open, plan.map_err(|refusal| refusal.body().to_string())?);
                }
                tournaments.lock().insert(open.id.clone(), open);
                Ok(())
            });
            if let Err(error) = gone_on {
                tell!("warning: {name}: this tournament cannot go on: {error}");
            }
        }
        tournaments
    }

    /// Opens a tournament for which persons can enter. Returns its name.
    ///
    /// # Errors
    /// If no tournament can be played by the request, there are too many, or the server keeps no files.
    pub fn open(&self, body: Value) -> Result<Arc<OpenTournament>, Refusal> {
        let Some(folder) = &self.folder else {
            return Err(Refusal::conflict("state", "a server with a folder (`serve --state DIR`)", "none"));
        };
        if self.lock().len() >= MOST_TOURNAMENTS {
            return Err(Refusal::busy("tournaments", MOST_TOURNAMENTS));
        }
        let random = &mut random_seed;
        let tokens = [new_token(random), new_token(random)];
        // Smaller than 2^53, so that pages can represent it.
        let entry = TournamentEntry::new(body, &self.roster, tokens, random() >> 11)?;
        let own = folder.join(&entry.id);
        make_private_folder(&own).map_err(|error| {
            Refusal::conflict("state", "a folder that can be written", error.to_string()).named("server")
        })?;
        let open = Arc::new(OpenTournament::new(entry, own));
        self.lock().insert(open.id.clone(), Arc::clone(&open));
        Ok(open)
    }

    /// The tournament with a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn get(&self, id: &str) -> Result<Arc<OpenTournament>, Refusal> {
        self.lock()
            .get(id)
            .map(Arc::clone)
            .ok_or_else(|| Refusal::missing("tournament"))
    }

    /// All tournaments.
    pub fn all(&self) -> Vec<Arc<OpenTournament>> {
        self.lock().values().map(Arc::clone).collect()
    }

    /// Ends the entries and plays.
    ///
    /// # Errors
    /// As [`TournamentEntry::start`].
    pub fn start(&self, open: &Arc<OpenTournament>) -> Result<(), Refusal> {
        let plan = open.change(|running| running.entry.start(&self.roster))?;
        self.run(open, plan);
        Ok(())
    }

    /// Removes a tournament with its folder. Its matches in progress end.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn remove(&self, id: &str) -> Result<(), Refusal> {
        let open = self.lock().remove(id).ok_or_else(|| Refusal::missing("tournament"))?;
        open.close();
        for table in open.look(|running| running.entry.tables.values().cloned().collect::<Vec<_>>()) {
            self.tables.leave(&table).ok();
        }
        open.remove_folder();
        Ok(())
    }

    /// Ends all threads, and waits up to two seconds for them. The folders stay.
    pub fn close(&self) {
        self.all().iter().for_each(|open| open.close());
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        let until = Instant::now() + Duration::from_secs(2);
        while threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn run(&self, open: &Arc<OpenTournament>, plan: Plan) {
        let (open, tables, roster) = (Arc::clone(open), Arc::clone(&self.tables), Arc::clone(&self.roster));
        let thread = thread::Builder::new().name("tournament".to_owned());
        let thread = thread
            .spawn(move || open.run(&plan, &tables, &roster))
            .expect("a thread can be started");
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<OpenTournament>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
