//! Reviews of records from a page. They run one after the other in a separate thread.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::{Value, json};
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_report::Language;
use spariglio_report::cards::Style;
use spariglio_report::review::Review as Page;
use spariglio_review::{HandReview, Summary, chances, decision_row, hand_row, summary_row};
use tokio::sync::watch;

use crate::equities::Equities;
use crate::hints::Judges;
use crate::refusal::Refusal;
use crate::token::random_token;

/// Maximum number of bytes in the records of one review.
pub(crate) const MOST_BYTES: usize = 16 << 20;
/// Maximum number of hands in one review; more are work for the command line.
const MOST_HANDS: usize = 500;
/// Maximum number of waiting reviews.
const MOST_WAITING: usize = 2;
/// Number of reviews that are kept.
const KEPT: usize = 8;
/// If there are many hands, a page shows this many decisions in full.
const WORST: usize = 200;

/// The progress of a review.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    state: &'static str,
    /// Decisions that are done, and all.
    done: usize,
    of: usize,
    /// Hands that are done.
    hands: usize,
    error: Option<String>,
    reviewer: String,
}

/// A review.
pub(crate) struct Review {
    /// Its name.
    pub id: String,
    records: Vec<HandRecord>,
    progress: watch::Sender<Progress>,
    done: Mutex<Vec<HandReview>>,
}

impl Review {
    /// Its progress.
    pub fn progress(&self) -> watch::Receiver<Progress> {
        self.progress.subscribe()
    }

    /// Its progress as JSON for a page.
    pub fn told(&self, progress: &Progress) -> Value {
        json!({
            "id": self.id, "state": progress.state, "done": progress.done, "of": progress.of, "hands": progress.hands,
            "error": progress.error, "reviewer": progress.reviewer,
        })
    }

    /// The records, one per line.
    pub fn lines(&self) -> String {
        self.records.iter().map(|record| record.to_line() + "\n").collect()
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
        let hands = self.done();
        if hands.is_empty() {
            return Err(Refusal::conflict("review", "a review with a finished hand", "none"));
        }
        Ok(spariglio_report::review::html(&Page {
            name: format!("review {}", &self.id[..8]),
            reviewer: self.progress.borrow().reviewer.clone(),
            config: judges.get(false).config(),
            of: self.records.len(),
            hands: &hands,
            worst: WORST,
            language,
            cards,
        }))
    }

    fn done(&self) -> MutexGuard<'_, Vec<HandReview>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, judges: &Judges) {
        self.progress.send_modify(|progress| progress.state = "running");
        let failed = self.review(judges).err();
        self.progress.send_modify(|progress| {
            progress.state = if failed.is_some() { "failed" } else { "done" };
            progress.error = failed;
        });
    }

    fn review(&self, judges: &Judges) -> Result<(), String> {
        for (place, record) in self.records.iter().enumerate() {
            let reviewer = judges.get(false);
            let name = reviewer.agent(record.game()).to_string();
            self.progress.send_modify(|progress| progress.reviewer = name);
            let tell = || self.progress.send_modify(|progress| progress.done += 1);
            let hand = reviewer.hand(record, place + 1, tell).map_err(|error| error.to_string())?;
            self.done().push(hand);
            self.progress.send_modify(|progress| progress.hands += 1);
        }
        Ok(())
    }
}

/// All reviews.
pub(crate) struct Reviews {
    /// Oldest first.
    all: Mutex<VecDeque<Arc<Review>>>,
    queue: SyncSender<Arc<Review>>,
}

impl Reviews {
    /// No reviews yet. `judges` will review.
    pub fn new(judges: Arc<Judges>) -> Reviews {
        let (queue, waiting): (_, Receiver<Arc<Review>>) = sync_channel(MOST_WAITING);
        let work = move || waiting.into_iter().for_each(|review| review.run(&judges));
        thread::Builder::new()
            .name("reviews".to_owned())
            .spawn(work)
            .expect("a thread can be started");
        Reviews { all: Mutex::default(), queue }
    }

    /// Starts a review of records, one per line. Returns its name.
    ///
    /// # Errors
    /// If a record is invalid, there are none or too many, or too many reviews wait.
    pub fn begin(&self, lines: &[u8]) -> Result<String, Refusal> {
        let records = records(lines)?;
        let of = records.iter().map(|record| record.turns.len()).sum();
        let (progress, _) =
            watch::channel(Progress { state: "queued", done: 0, of, hands: 0, error: None, reviewer: String::new() });
        let review = Arc::new(Review { id: random_token(), records, progress, done: Mutex::default() });
        let queued = self.queue.try_send(Arc::clone(&review));
        if let Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) = queued {
            return Err(Refusal::busy("reviews", MOST_WAITING));
        }
        let mut all = self.lock();
        if all.len() >= KEPT {
            all.pop_front();
        }
        all.push_back(Arc::clone(&review));
        Ok(review.id.clone())
    }

    /// The review with a name.
    ///
    /// # Errors
    /// If there is none.
    pub fn get(&self, id: &str) -> Result<Arc<Review>, Refusal> {
        let all = self.lock();
        all.iter()
            .find(|review| review.id == id)
            .cloned()
            .ok_or_else(|| Refusal::missing("review"))
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Review>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn records(lines: &[u8]) -> Result<Vec<HandRecord>, Refusal> {
    let mut replayer = Replayer::new(false);
    let mut records = Vec::new();
    for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
        if records.len() == MOST_HANDS {
            let expected = format!("at most {MOST_HANDS} hands; more with `spariglio review`");
            return Err(Refusal::field("body", expected, "more"));
        }
        records.push(replayer.feed(line)?);
    }
    if records.is_empty() {
        return Err(Refusal::field("body", "hand records, one per line", "none"));
    }
    Ok(records)
}
