//! Reviews of records from a page. They run one after the other in a separate thread.
//!
//! | file | noun |
//! |---|---|
//! | `review` | one review: records, progress, judged hands |
//! | `label` | what the list of reviews shows of one |
//! | `shelf` | the files of reviews |

mod label;
mod review;
mod shelf;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_files::tell;

use crate::hints::Judges;
pub(crate) use label::{Label, Sent};
pub(crate) use review::Review;
use shelf::Shelf;
use spariglio_arena::deals::unforeseen::random_seed;
use spariglio_table::Refusal;
use spariglio_table::token::new_token;

/// Maximum number of bytes in the records of one review.
pub(crate) const MOST_BYTES: usize = 16 << 20;
/// Maximum number of hands in one review; more are work for the command line.
pub(crate) const MOST_HANDS: usize = 500;
/// Maximum number of waiting reviews.
const MOST_WAITING: usize = 2;
/// Number of reviews in memory.
const OPEN: usize = 8;
/// Number of reviews that are kept in files.
const KEPT: usize = 200;

/// A review, in memory or as its label only.
enum Entry {
    Open(Arc<Review>),
    Closed(Box<Label>),
}

impl Entry {
    fn label(&self) -> Label {
        match self {
            Entry::Open(review) => review.label(),
            Entry::Closed(label) => (**label).clone(),
        }
    }

    fn is(&self, id: &str) -> bool {
        match self {
            Entry::Open(review) => review.id == id,
            Entry::Closed(label) => label.id == id,
        }
    }
}

/// All reviews.
pub(crate) struct Reviews {
    /// Oldest first.
    all: Mutex<VecDeque<Entry>>,
    queue: SyncSender<Arc<Review>>,
    /// The files, if reviews are kept.
    shelf: Option<Shelf>,
}

impl Reviews {
    /// The reviews that are kept in `folder`, if it is given. Those that a restart cut off go on. `judges` judges.
    pub fn new(judges: Arc<Judges>, folder: Option<PathBuf>) -> Reviews {
        let shelf = folder.map(Shelf::new);
        let (mut all, mut cut_off) = (VecDeque::new(), Vec::new());
        for label in shelf.iter().flat_map(Shelf::labels) {
            all.push_back(match shelf.as_ref().filter(|_| !label.is_over()) {
                None => Entry::Closed(Box::new(label)),
                Some(shelf) => match restored(label, shelf) {
                    None => continue,
                    Some(review) => {
                        cut_off.push(Arc::clone(&review));
                        Entry::Open(review)
                    }
                },
            });
        }
        let (queue, waiting): (_, Receiver<Arc<Review>>) = sync_channel(MOST_WAITING);
        let work = move || cut_off.into_iter().chain(waiting).for_each(|review| review.run(&judges));
        thread::Builder::new()
            .name("reviews".to_owned())
            .spawn(work)
            .expect("a thread can be started");
        Reviews { all: Mutex::new(all), queue, shelf }
    }

    /// Starts a review of records, one per line. Returns its name.
    ///
    /// # Errors
    /// If a record is invalid, there are none or too many, or too many reviews wait.
    pub fn begin(&self, lines: &[u8], sent: &Sent) -> Result<String, Refusal> {
        let records = records(lines)?;
        let when = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let label = Label::new(new_token(&mut random_seed), when.as_millis() as u64, sent, &records);
        let mut all = self.lock();
        let review = Arc::new(Review::new(label, records, self.shelf.as_ref()));
        self.enqueue(&review).inspect_err(|_| review.delete())?;
        let id = review.id.clone();
        all.push_back(Entry::Open(review));
        self.tidy(&mut all);
        Ok(id)
    }

    /// The labels of all reviews, newest first.
    pub fn labels(&self) -> Vec<Label> {
        self.lock().iter().rev().map(Entry::label).collect()
    }

    /// The review with a name. Reads its files if it is not in memory.
    ///
    /// # Errors
    /// If there is none, or its files are damaged.
    pub fn get(&self, id: &str) -> Result<Arc<Review>, Refusal> {
        let missing = || Refusal::missing("review");
        let mut all = self.lock();
        let place = all.iter().position(|entry| entry.is(id)).ok_or_else(missing)?;
        let label = match &all[place] {
            Entry::Open(review) => return Ok(Arc::clone(review)),
            Entry::Closed(label) => (**label).clone(),
        };
        let review = self
            .shelf
            .as_ref()
            .and_then(|shelf| restored(label, shelf))
            .ok_or_else(missing)?;
        if !review.label().is_over() {
            self.enqueue(&review)?;
        }
        all[place] = Entry::Open(Arc::clone(&review));
        self.tidy(&mut all);
        Ok(review)
    }

    /// Deletes a review and its files.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn delete(&self, id: &str) -> Result<(), Refusal> {
        let mut all = self.lock();
        let place = all
            .iter()
            .position(|entry| entry.is(id))
            .ok_or_else(|| Refusal::missing("review"))?;
        if let Some(entry) = all.remove(place) {
            self.drop_entry(&entry);
        }
        Ok(())
    }

    fn enqueue(&self, review: &Arc<Review>) -> Result<(), Refusal> {
        let queued = self.queue.try_send(Arc::clone(review));
        queued.map_err(|_| Refusal::busy("reviews", MOST_WAITING))
    }

    /// Removes the oldest reviews if there are too many, and those from memory that nobody opened lately.
    fn tidy(&self, all: &mut VecDeque<Entry>) {
        let most = if self.shelf.is_some() { KEPT } else { OPEN };
        while all.len() > most
            && let Some(entry) = all.pop_front()
        {
            self.drop_entry(&entry);
        }
        let open = |entry: &&mut Entry| matches!(entry, Entry::Open(_));
        let many = all.iter_mut().filter(open).count().saturating_sub(OPEN);
        let idle = |entry: &&mut Entry| matches!(entry, Entry::Open(review) if Arc::strong_count(review) == 1 && review.is_kept());
        for entry in all.iter_mut().filter(idle).take(many) {
            *entry = Entry::Closed(Box::new(entry.label()));
        }
    }

    fn drop_entry(&self, entry: &Entry) {
        match entry {
            Entry::Open(review) => review.delete(),
            Entry::Closed(label) => self.shelf.iter().for_each(|shelf| shelf.remove(&label.id)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Entry>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The review of a label. If its files are damaged, a warning is printed and they stay.
fn restored(label: Label, shelf: &Shelf) -> Option<Arc<Review>> {
    let id = label.id.clone();
    let review = Review::restore(label, shelf).inspect_err(|error| tell!("warning: review {id}: {error}"));
    review.ok().map(Arc::new)
}

fn records(lines: &[u8]) -> Result<Vec<HandRecord>, Refusal> {
    // Any hand of a match may come alone, and those of several matches together.
    let mut replayer = Replayer::apart();
    let mut records = Vec::new();
    for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
        if records.len() == MOST_HANDS {
            let expected = format!("at most {MOST_HANDS} hands; more with `spariglio review`");
            return Err(Refusal::field("body", expected, "more")
                .named("many_hands")
                .with("most", MOST_HANDS));
        }
        let read = replayer.feed(line).map_err(|error| Refusal::from(error).named("record"));
        records.push(read?);
    }
    if records.is_empty() {
        return Err(Refusal::field("body", "hand records, one per line", "none").named("no_records"));
    }
    Ok(records)
}
