//! The files of reviews. Each has two: its label, and a journal with its records and then a line for each judged hand.
//! So a review that a kill cut off goes on with the next hand.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;
use spariglio_files::whole::{listed, read_text, remove, write_private};
use spariglio_files::{FileError, Journal, json as strict, tell};

use super::label::Label;
use spariglio_table::token::is_token;

/// The first line of a journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    records: Vec<String>,
}

/// The folder with the files of reviews.
#[derive(Clone)]
pub(super) struct Shelf(PathBuf);

/// What was on the shelf of one review.
pub(super) struct Found {
    /// The records, one per line.
    pub records: String,
    /// The judged hands, as they were kept.
    pub hands: Vec<String>,
    pub journal: Journal,
}

impl Shelf {
    /// The shelf in a folder that exists.
    pub fn new(folder: PathBuf) -> Shelf {
        Shelf(folder)
    }

    /// All labels, oldest first. If one cannot be read, a warning is printed and its file stays.
    pub fn labels(&self) -> Vec<Label> {
        let read = |file: PathBuf| {
            let text = read_text(&file).map_err(|error| error.to_string())?;
            let label: Label = strict::read(text).map_err(|error| error.to_string())?;
            let is_own = is_token(&label.id) && file.file_stem().is_some_and(|name| *name == *label.id);
            is_own.then_some(label).ok_or_else(|| "its name differs".to_owned())
        };
        let mut labels = Vec::new();
        for file in listed(&self.0, "", ".json").unwrap_or_default() {
            let name = file.display().to_string();
            match read(file) {
                Ok(label) => labels.push(label),
                Err(error) => tell!("warning: {name}: this review cannot be read: {error}"),
            }
        }
        labels.sort_by_key(|label| label.when);
        labels
    }

    /// Writes a label.
    ///
    /// # Errors
    /// If its file cannot be written.
    pub fn put(&self, label: &Label) -> Result<(), FileError> {
        write_private(&self.file(&label.id, "json"), json!(label).to_string())
    }

    /// Begins the journal of a review with its records and the hands that are judged already.
    ///
    /// # Errors
    /// If its file cannot be written.
    pub fn begin(&self, id: &str, records: &str, hands: &[String]) -> Result<Journal, FileError> {
        let path = self.file(id, "jsonl");
        // Made for the user alone, then opened.
        write_private(&path, "")?;
        let (mut journal, _) = Journal::resume(&path)?.ok_or_else(|| FileError::contents(&path, "it went"))?;
        let first = First { records: records.lines().map(str::to_owned).collect() };
        let first = serde_json::to_string(&first).expect("text keys");
        journal.add(std::iter::once(&first).chain(hands))?;
        Ok(journal)
    }

    /// What is there of a review.
    ///
    /// # Errors
    /// If its journal is missing or damaged.
    pub fn find(&self, id: &str) -> Result<Found, FileError> {
        let path = self.file(id, "jsonl");
        let damaged = || FileError::contents(&path, "expected records, then judged hands");
        let (journal, mut lines) = Journal::resume(&path)?.ok_or_else(damaged)?;
        let first = lines.first().ok_or_else(damaged)?;
        let First { records } = serde_json::from_str(first).map_err(|_| damaged())?;
        lines.remove(0);
        Ok(Found { records: records.join("\n"), hands: lines, journal })
    }

    /// Removes the files of a review.
    pub fn remove(&self, id: &str) {
        for end in ["json", "jsonl"] {
            if let Err(error) = remove(&self.file(id, end)) {
                tell!("warning: {error}");
            }
        }
    }

    fn file(&self, id: &str, end: &str) -> PathBuf {
        Path::new(&self.0).join(format!("{id}.{end}"))
    }
}
