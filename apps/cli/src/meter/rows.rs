//! The progress of a data set: hands, and the rows that they become.

use std::sync::Mutex;
use std::time::Instant;

use spariglio_files::tell;
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
        if latest.replace(progress).is_none() && progress.hands_kept > 0 {
            self.meter.aside(|| resuming(progress));
        }
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

/// Says what an earlier process has left.
fn resuming(progress: Progress) {
    let total = progress.hands_total.unwrap_or(progress.hands_kept);
    let [kept, total, left] =
        [progress.hands_kept, total, total.saturating_sub(progress.hands_kept)].map(figures::thousands);
    tell!("resuming after {kept} of {total} hands ({} on disk); {left} are left", size(progress.bytes_kept));
}

/// A number of bytes in words.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
