//! The record of a match in progress: a new file that gets each hand as soon as it ends.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use spariglio_arena::matches::PlayedHand;
use spariglio_engine::{Game, MatchState};

/// A new file of hand records (`docs/reference/records.md`).
pub struct RecordFile {
    path: PathBuf,
    file: File,
    /// Id of the match.
    id: String,
}

impl RecordFile {
    /// Creates the file of the match named `id`.
    ///
    /// # Errors
    /// The file exists already, or cannot be created.
    pub fn create(path: &Path, id: String) -> Result<RecordFile> {
        let file = File::create_new(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => anyhow!("--records {}: the file exists; expected a new file", path.display()),
            _ => anyhow!("--records {}: the file cannot be created: {error}", path.display()),
        })?;
        let path = path.to_owned();
        Ok(RecordFile { path, file, id })
    }

    /// Adds a hand; `before` is the match before it. A hand without turns is skipped.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, game: &Arc<Game>, before: &MatchState, hand: &PlayedHand) -> Result<()> {
        if hand.turns.is_empty() {
            return Ok(());
        }
        let line = format!("{}\n", hand.record(game, &self.id, before).to_line());
        let outcome = self.file.write_all(line.as_bytes());
        outcome.with_context(|| format!("--records {}: cannot be written", self.path.display()))
    }
}
