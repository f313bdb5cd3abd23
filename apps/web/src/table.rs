//! A table of the server: one lock protects it, its driver waits for changes, pages hear of them, and a file keeps it.

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use spariglio_files::tell;
use spariglio_files::whole::{read_text, remove, write_private};
use spariglio_table::{Changed, News, RestoreFault, Roster, Table, Viewer};
use tokio::sync::watch;

use crate::award;
use spariglio_table::Refusal;

/// A table with its lock, its file and its listeners.
pub(crate) struct OpenTable {
    /// Its name.
    pub id: String,
    /// Its file, if it is saved.
    file: Option<PathBuf>,
    held: Mutex<Held>,
    /// Wakes the driver.
    pub wake: Condvar,
    news: watch::Sender<News>,
}

/// The contents of the lock.
pub(crate) struct Held {
    pub table: Table,
    /// Whether the driver should end.
    pub is_gone: bool,
    /// Whether its file could not be written.
    is_unsaved: bool,
}

impl OpenTable {
    /// Opens a table. If persons play and `folder` is given, it is saved in a file there.
    pub fn new(table: Table, folder: Option<&Path>) -> OpenTable {
        let folder = folder.filter(|_| !table.is_watched());
        let file = folder.map(|folder| folder.join(format!("{}.json", table.id())));
        let open = OpenTable::with(table, file);
        open.save(&mut open.lock());
        open
    }

    /// Opens the table of a file.
    ///
    /// # Errors
    /// If the file is damaged, or an agent is no longer known.
    pub fn restore(file: PathBuf, roster: &Roster) -> Result<OpenTable, RestoreFault> {
        let mut table = Table::from_text(&read_text(&file)?, roster)?;
        // The file was written at the last use.
        let age = file
            .metadata()
            .and_then(|metadata| metadata.modified())
            .map(|time| time.elapsed());
        if let Ok(Ok(age)) = age
            && let Some(used) = Instant::now().checked_sub(age)
        {
            table.set_used(used);
        }
        Ok(OpenTable::with(table, Some(file)))
    }

    fn with(table: Table, file: Option<PathBuf>) -> OpenTable {
        let (news, _) = watch::channel(News { version: 1, what: "turn" });
        OpenTable {
            id: table.id().to_owned(),
            file,
            held: Mutex::new(Held { table, is_gone: false, is_unsaved: false }),
            wake: Condvar::new(),
            news,
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The finding of `look` at the table.
    pub fn look<T>(&self, look: impl FnOnce(&Table) -> T) -> T {
        look(&self.lock().table)
    }

    /// Makes a change that nobody needs to hear of.
    pub fn quietly<T>(&self, change: impl FnOnce(&mut Table) -> T) -> T {
        let mut held = self.lock();
        let answer = change(&mut held.table);
        self.save(&mut held);
        answer
    }

    /// Makes a change. Returns the new version.
    ///
    /// # Errors
    /// Those of `change`.
    pub fn change(&self, change: impl FnOnce(&mut Table) -> Changed) -> Result<u64, Refusal> {
        self.tell_of(|table| table.change(change))
    }

    /// Makes a change that counts itself. Returns the new version.
    ///
    /// # Errors
    /// Those of `change`.
    pub fn tell_of(&self, change: impl FnOnce(&mut Table) -> Result<News, Refusal>) -> Result<u64, Refusal> {
        let mut held = self.lock();
        let news = change(&mut held.table)?;
        self.save(&mut held);
        drop(held);
        Ok(self.tell(news))
    }

    /// Notifies all pages and the driver.
    pub fn tell(&self, news: News) -> u64 {
        self.news.send_replace(news);
        self.wake.notify_all();
        news.version
    }

    /// Subscribes to the news.
    pub fn listen(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// The table in the view of `viewer`: now, or as it was before the turn `before`.
    ///
    /// # Errors
    /// As [`Table::snapshot`].
    pub fn snapshot(&self, viewer: Viewer, before: Option<usize>) -> Result<Value, Refusal> {
        self.look(|table| {
            let mut snapshot = table.snapshot(viewer, before)?;
            if before.is_none() {
                award::add(table, &mut snapshot);
            }
            Ok(snapshot)
        })
    }

    /// Writes the table to its file, if it has one. If that fails, it warns once and play continues.
    pub fn save(&self, held: &mut Held) {
        let Some(file) = self.file.as_ref().filter(|_| !held.is_gone && !held.is_unsaved) else {
            return;
        };
        if let Err(error) = write_private(file, held.table.to_text()) {
            held.is_unsaved = true;
            tell!("warning: {error}: this table will be lost when the server stops");
        }
    }

    /// Ends the driver when the server ends. The file stays.
    pub fn close(&self) {
        let mut held = self.lock();
        if held.table.has_clocks() {
            self.save(&mut held);
        }
        held.is_gone = true;
        held.table.hush();
        drop(held);
        self.wake.notify_all();
    }

    /// Removes the table and its file.
    pub fn leave(&self) {
        self.close();
        if let Some(Err(error)) = self.file.as_deref().map(remove) {
            tell!("warning: {error}");
        }
    }

    /// Time since the last use.
    pub fn idle(&self, now: Instant) -> Duration {
        self.look(|table| table.idle(now))
    }

    /// As [`Table::spare`]; `None` if a page shows the table.
    pub fn spare(&self, now: Instant) -> Option<(bool, Duration)> {
        let spare = self.look(|table| table.spare(now));
        spare.filter(|_| self.news.receiver_count() == 0)
    }
}
