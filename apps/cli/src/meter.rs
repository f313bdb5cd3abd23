//! Progress displays: a bar if standard error is a terminal, else a plain line once a minute. All verbs share the clock
//! ([`Lines`]) and the form of the lines: `TITLE: DONE of ALL UNIT, STATE`.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use spariglio_files::tell;
use spariglio_selfplay::Progress;

/// Time between two plain lines.
const PLAIN: Duration = Duration::from_secs(60);

/// The clock of plain lines, used if standard error is no terminal.
pub struct Lines {
    /// Time of the last line, or of the start if there is none yet.
    last: Mutex<Instant>,
}

impl Default for Lines {
    /// A clock that starts now.
    fn default() -> Lines {
        Lines { last: Mutex::new(Instant::now()) }
    }
}

impl Lines {
    /// Whether a line is due now; if so, restarts the clock. Any thread may ask.
    pub fn is_due(&self) -> bool {
        // If another thread holds the lock, it prints the line.
        let Ok(mut last) = self.last.try_lock() else {
            return false;
        };
        let is_due = last.elapsed() >= PLAIN;
        if is_due {
            *last = Instant::now();
        }
        is_due
    }

    /// Writes a line if one is due.
    pub fn tell(&self, line: impl FnOnce() -> String) {
        if self.is_due() {
            tell!("{}", line());
        }
    }
}

/// A bar of `template` without a length yet.
pub fn bar(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::no_length().with_style(style.progress_chars("=> "))
}

/// Shows the progress of a data set on standard error.
pub struct Meter {
    title: String,
    began: Instant,
    bar: Option<ProgressBar>,
    lines: Lines,
    latest: Mutex<Option<Progress>>,
}

impl Meter {
    /// A meter that starts now.
    pub fn new(title: &str) -> Meter {
        let template = format!("{title} [{{bar:32}}] {{pos}}/{{len}} hands, {{msg}}");
        Meter {
            title: title.to_owned(),
            began: Instant::now(),
            bar: stderr().is_terminal().then(|| bar(&template)),
            lines: Lines::default(),
            latest: Mutex::new(None),
        }
    }

    /// Shows the progress; any thread may call it, after every hand.
    pub fn show(&self, progress: Progress) {
        let Ok(mut latest) = self.latest.lock() else { return };
        *latest = Some(progress);
        let done = progress.hands_kept + progress.hands_played;
        let Some(bar) = &self.bar else {
            return self.lines.tell(|| {
                let total = progress.hands_total.map(|total| format!(" of {total}"));
                let (title, total, rates) = (&self.title, total.unwrap_or_default(), self.rates(progress));
                format!("{title}: {done}{total} hands, {rates}")
            });
        };
        if let Some(total) = progress.hands_total {
            bar.set_length(total);
        }
        bar.set_position(done);
        bar.set_message(self.rates(progress));
    }

    /// Removes the bar. Returns the latest progress, if anything was played, and the seconds taken.
    pub fn finish(self) -> (Option<Progress>, f64) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let seconds = self.began.elapsed().as_secs_f64();
        (self.latest.into_inner().ok().flatten(), seconds)
    }

    fn rates(&self, progress: Progress) -> String {
        let seconds = self.began.elapsed().as_secs_f64().max(1e-9);
        let hands = progress.hands_played as f64 / seconds;
        let rows = progress.rows_played as f64 / seconds;
        let left = progress.hands_total.map(|total| {
            let left = total - progress.hands_kept - progress.hands_played;
            let left = Duration::from_secs_f64((left as f64 / hands.max(1e-9)).min(1e9));
            format!(", {} left", indicatif::HumanDuration(left))
        });
        format!("{hands:.0} hands/s, {rows:.0} rows/s{}", left.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_due_once_a_minute() {
        let lines = Lines::default();
        assert!(!lines.is_due(), "not at once");
        let minute_ago = Instant::now().checked_sub(PLAIN).expect("a clock that has run for a minute");
        *lines.last.lock().expect("free") = minute_ago;
        assert!(lines.is_due());
        assert!(!lines.is_due(), "and not again");
    }
}
