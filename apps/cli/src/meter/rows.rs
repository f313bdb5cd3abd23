//! The progress of a data set: hands, and the rows that they become.

use std::sync::Mutex;
use std::time::Instant;

use spariglio_report::figures;
use spariglio_selfplay::Progress;

use super::{Meter, Rest};

/// Shows the progress of a data set on standard error.
pub struct RowsMeter {
    title: String,
    began: Instant,
    meter: Meter,
    latest: Mutex<Option<Progress>>,
}

impl RowsMeter {
    /// A meter that starts now.
    pub fn new(title: &str) -> RowsMeter {
        let (title, began) = (title.to_owned(), Instant::now());
        RowsMeter { title, began, meter: Meter::new("hands"), latest: Mutex::new(None) }
    }

    /// Shows the progress; any thread may call it, after every hand.
    pub fn show(&self, progress: Progress) {
        let Ok(mut latest) = self.latest.lock() else { return };
        *latest = Some(progress);
        let hands = progress.hands_kept + progress.hands_played;
        self.meter.show(&self.title, hands, progress.hands_total, |_| {
            let rows = progress.rows_played as f64 / self.seconds();
            Rest::note(format!("{} rows/s", figures::thousands(rows as u64)))
        });
    }

    /// Removes the bar. Returns the latest progress, if anything was played, and the seconds taken.
    pub fn finish(self) -> (Option<Progress>, f64) {
        self.meter.clear();
        let seconds = self.seconds();
        (self.latest.into_inner().ok().flatten(), seconds)
    }

    fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64().max(1e-9)
    }
}
