//! All tables and their threads.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;
use spariglio_arena::deals::unforeseen::random_seed;
use spariglio_files::tell;
use spariglio_files::whole::listed;
use spariglio_table::{Bench, Roster, Setup, Table};

use crate::driver::drive;
use crate::table::OpenTable;
use spariglio_table::Refusal;

/// Maximum number of tables.
pub(crate) const MOST_TABLES: usize = 32;
/// A table is removed if it was not used for this time.
const IDLE: Duration = Duration::from_secs(24 * 3600);
/// Anybody with access may close a table that was not used for this time.
pub(crate) const LEFT: Duration = Duration::from_secs(600);

/// A table and its thread.
type Driven = (Arc<OpenTable>, JoinHandle<()>);

/// All tables by name.
pub(crate) struct Tables {
    all: Mutex<HashMap<String, Driven>>,
    /// The folder of saved tables, if they are saved.
    folder: Option<PathBuf>,
}

impl Tables {
    /// Restores the tables of a folder. If one cannot resume, a warning is printed and its file stays.
    pub fn new(folder: Option<PathBuf>, roster: &Roster) -> Tables {
        let files = folder.as_deref().and_then(|folder| listed(folder, "", ".json").ok());
        let tables = Tables { all: Mutex::default(), folder };
        for file in files.unwrap_or_default() {
            let name = file.display().to_string();
            let restored = OpenTable::restore(file, roster).and_then(|table| {
                let players = table.look(Table::players).map_err(|_| "an agent can no longer play")?;
                tables.seat(table, Bench::new(players));
                Ok(())
            });
            if let Err(error) = restored {
                tell!("warning: {name}: this table cannot resume: {error}");
            }
        }
        tables
    }

    /// Opens a table. Returns its name and the keys of persons' seats.
    ///
    /// # Errors
    /// If there are too many tables, or an agent cannot play.
    pub fn open(&self, setup: Setup) -> Result<Value, Refusal> {
        self.open_held(setup).map(|open| open.look(Table::opened))
    }

    /// Opens a table, and returns it.
    ///
    /// # Errors
    /// As [`Tables::open`].
    pub fn open_held(&self, setup: Setup) -> Result<Arc<OpenTable>, Refusal> {
        self.expire(IDLE);
        if self.lock().len() >= MOST_TABLES {
            self.make_room();
        }
        if self.lock().len() >= MOST_TABLES {
            return Err(Refusal::busy("tables", MOST_TABLES));
        }
        let table = Table::new(setup, &mut random_seed);
        let bench = Bench::new(table.players()?);
        Ok(self.seat(OpenTable::new(table, self.folder.as_deref()), bench))
    }

    /// The table with a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn get(&self, id: &str) -> Result<Arc<OpenTable>, Refusal> {
        let all = self.lock();
        all.get(id)
            .map(|(table, _)| Arc::clone(table))
            .ok_or_else(|| Refusal::missing("table"))
    }

    /// Removes a table.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn leave(&self, id: &str) -> Result<(), Refusal> {
        let (table, _) = self.lock().remove(id).ok_or_else(|| Refusal::missing("table"))?;
        table.leave();
        Ok(())
    }

    /// Ends all tables, and waits up to two seconds for their programs to quit.
    pub fn close(&self) {
        let all: Vec<Driven> = self.lock().drain().map(|(_, driven)| driven).collect();
        all.iter().for_each(|(table, _)| table.close());
        let until = Instant::now() + Duration::from_secs(2);
        while all.iter().any(|(_, thread)| !thread.is_finished()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn seat(&self, table: OpenTable, bench: Bench) -> Arc<OpenTable> {
        let table = Arc::new(table);
        let driven = Arc::clone(&table);
        let thread = thread::Builder::new().name("table".to_owned());
        let thread = thread.spawn(move || drive(&driven, bench)).expect("a thread can be started");
        self.lock().insert(table.id.clone(), (Arc::clone(&table), thread));
        table
    }

    /// All tables for lists, the least recently used first.
    pub fn listed(&self) -> Vec<Value> {
        let now = Instant::now();
        let mut all: Vec<Arc<OpenTable>> = self.lock().values().map(|(table, _)| Arc::clone(table)).collect();
        all.sort_by_key(|table| Reverse(table.idle(now)));
        all.iter().map(|open| open.look(|table| table.listed(now))).collect()
    }

    /// Removes the table that will be missed least, if there is such a one.
    fn make_room(&self) {
        let now = Instant::now();
        let mut all = self.lock();
        let spare = all.iter().filter_map(|(id, (table, _))| Some((table.spare(now)?, id.clone())));
        if let Some((_, id)) = spare.max()
            && let Some((table, _)) = all.remove(&id)
        {
            table.leave();
        }
    }

    /// Removes tables that were not used for `idle`.
    fn expire(&self, idle: Duration) {
        let now = Instant::now();
        self.lock().retain(|_, (table, _)| {
            let stays = table.idle(now) < idle || table.look(Table::is_held);
            if !stays {
                table.leave();
            }
            stays
        });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Driven>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
