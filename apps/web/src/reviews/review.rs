//! One review: its records, its progress, and its judged hands.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use spariglio_engine::record::HandRecord;
use spariglio_files::{FileError, Journal, tell};
use spariglio_report::Language;
use spariglio_report::cards::Style;
use spariglio_report::review::Review as Page;
use spariglio_review::{HandReview, Summary, chances, decision_row, hand_row, summary_row};
use tokio::sync::watch;

use super::label::{Label, State};
use super::records;
use super::shelf::{Found, Shelf};
use crate::equities::Equities;
use crate::hints::Judges;
use spariglio_table::Refusal;

/// If there are many hands, a page shows this many decisions in full.
const WORST: usize = 200;

/// A review.
pub(crate) struct Review {
    /// Its name.
    pub id: String,
    records: Vec<HandRecord>,
    label: watch::Sender<Label>,
    done: Mutex<Vec<HandReview>>,
    /// Its file; `None` if it is not kept.
    journal: Mutex<Option<(Shelf, Journal)>>,
    /// Whether it was deleted.
    gone: AtomicBool,
}

impl Review {
    /// A new review. It is kept on `shelf`, if there is one.
    pub(super) fn new(label: Label, records: Vec<HandRecord>, shelf: Option<&Shelf>) -> Review {
        let lines = lines(&records);
        let begin = |shelf: &Shelf| {
            let journal = shelf.begin(&label.id, &lines, &[])?;
            shelf.put(&label)?;
            Ok((shelf.clone(), journal))
        };
        let journal = shelf.and_then(|shelf| begin(shelf).map_err(warn).ok());
        Review::with(label, records, Vec::new(), journal)
    }

    /// The review of a label from the shelf. Hands that another version judged are judged again.
    ///
    /// # Errors
    /// If its records are missing or damaged.
    pub(super) fn restore(mut label: Label, shelf: &Shelf) -> Result<Review, String> {
        let Found { records: lines, hands, mut journal } = shelf.find(&label.id).map_err(|error| error.to_string())?;
        let records = records(lines.as_bytes()).map_err(|_| "its records are not valid".to_owned())?;
        let lines_of_hands = records.iter().zip(&hands).enumerate();
        let done: Vec<HandReview> = lines_of_hands
            .map_while(|(place, (record, hand))| HandReview::restored(record, place + 1, hand))
            .collect();
        if done.len() < hands.len() {
            let begun = shelf.begin(&label.id, &lines, &hands[..done.len()]);
            journal = begun.map_err(|error| error.to_string())?;
        }
        (label.of_hands, label.hands) = (records.len(), done.len());
        label.done = done.iter().map(|hand| hand.decisions.len()).sum();
        if label.state != State::Failed {
            label.state = if done.len() < records.len() {
                State::Queued
            } else {
                State::Done
            };
        }
        Ok(Review::with(label, records, done, Some((shelf.clone(), journal))))
    }

    fn with(
        label: Label,
        records: Vec<HandRecord>,
        done: Vec<HandReview>,
        journal: Option<(Shelf, Journal)>,
    ) -> Review {
        Review {
            id: label.id.clone(),
            records,
            label: watch::channel(label).0,
            done: Mutex::new(done),
            journal: Mutex::new(journal),
            gone: AtomicBool::new(false),
        }
    }

    /// Its label, now and later.
    pub fn progress(&self) -> watch::Receiver<Label> {
        self.label.subscribe()
    }

    /// Its label now.
    pub fn label(&self) -> Label {
        self.label.borrow().clone()
    }

    /// The records, one per line.
    pub fn lines(&self) -> String {
        lines(&self.records)
    }

    /// The rows of the finished hands. The summary follows if all hands are finished. Decisions in a match have the
    /// chances to win it, if `equities` has a table.
    pub fn rows(&self, equities: &Equities) -> String {
        let hands = self.done();
        let mut rows: Vec<Value> = Vec::new();
        for (hand, record) in hands.iter().zip(&self.records) {
            let equity = record.place.as_ref().and_then(|_| equities.of(record.game()));
            rows.extend(hand.decisions.iter().map(|decision| {
                let mut row = decision_row(hand, decision);
                row["chances"] = json!(equity.as_ref().and_then(|equity| chances(equity, record, decision)));
                row
            }));
            rows.push(hand_row(hand));
        }
        if hands.len() == self.records.len() {
            rows.push(summary_row(&Summary::of(&hands)));
        }
        rows.iter().map(|row| format!("{row}\n")).collect()
    }

    /// The self-contained HTML page.
    ///
    /// # Errors
    /// If no hand is finished.
    pub fn page(&self, judges: &Judges, language: Language, cards: Style) -> Result<String, Refusal> {
        let (label, hands) = (self.label(), self.done());
        if hands.is_empty() {
            return Err(Refusal::conflict("review", "a review with a finished hand", "none").named("review_empty"));
        }
        Ok(spariglio_report::review::html(&Page {
            name: label.title,
            reviewer: label.reviewer,
            config: judges.get(false).config(),
            of: self.records.len(),
            hands: &hands,
            worst: WORST,
            language,
            cards,
        }))
    }

    /// Judges the hands that are not judged yet. Returns early if the review is deleted.
    pub fn run(&self, judges: &Judges) {
        self.label.send_modify(|label| label.state = State::Running);
        let failed = self.judge(judges).err();
        let summary = failed.is_none().then(|| summary_row(&Summary::of(&self.done())));
        let mut ended = self.label();
        ended.state = if failed.is_some() { State::Failed } else { State::Done };
        (ended.error, ended.summary) = (failed, summary);
        // Who hears of the end finds it on disk.
        self.keep(|shelf, _| shelf.put(&ended));
        self.label.send_replace(ended);
    }

    fn judge(&self, judges: &Judges) -> Result<(), String> {
        let first = self.done().len();
        for (place, record) in self.records.iter().enumerate().skip(first) {
            if self.gone.load(Ordering::Relaxed) {
                return Err("deleted".to_owned());
            }
            let reviewer = judges.get(false);
            let name = reviewer.agent(record.game()).to_string();
            self.label.send_modify(|label| label.reviewer = name);
            let tell = || self.label.send_modify(|label| label.done += 1);
            let hand = reviewer.hand(record, place + 1, tell).map_err(|error| error.to_string())?;
            self.keep(|_, journal| journal.add([hand.kept()]));
            self.done().push(hand);
            self.label.send_modify(|label| label.hands += 1);
        }
        Ok(())
    }

    /// Whether it has files from which it can come back.
    pub fn is_kept(&self) -> bool {
        self.journal().is_some()
    }

    /// Ends the review, and removes its files.
    pub fn delete(&self) {
        self.gone.store(true, Ordering::Relaxed);
        if let Some((shelf, _)) = self.journal().take() {
            shelf.remove(&self.id);
        }
    }

    /// Writes to the files, if there are some. If that fails, it warns once, and the review goes on without files.
    fn keep(&self, write: impl FnOnce(&Shelf, &mut Journal) -> Result<(), FileError>) {
        let mut held = self.journal();
        if let Some((shelf, journal)) = held.as_mut()
            && write(shelf, journal).map_err(warn).is_err()
        {
            *held = None;
        }
    }

    fn journal(&self) -> MutexGuard<'_, Option<(Shelf, Journal)>> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn done(&self) -> MutexGuard<'_, Vec<HandReview>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lines(records: &[HandRecord]) -> String {
    records.iter().map(|record| record.to_line() + "\n").collect()
}

fn warn(error: FileError) {
    tell!("warning: {error}: this review will be lost when the server stops");
}
