//! Progress on standard error: a bar if that is a terminal, else plain lines, in one form for all verbs:
//! `TITLE: DONE of ALL UNIT, RATE, TIME left, NOTE`.

pub mod rows;

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use spariglio_engine::format::plain::plain;
use spariglio_files::tell;
use spariglio_files::tell::{Loudness, loudness};
use spariglio_report::figures;

/// Time before the first plain line.
const FIRST: Duration = Duration::from_secs(5);
/// Time between two plain lines.
const PLAIN: Duration = Duration::from_secs(60);
/// Time between two plain lines if the program is verbose.
const VERBOSE: Duration = Duration::from_secs(5);
/// Time between two drawings of the bar.
const REDRAW: Duration = Duration::from_millis(100);
/// Time before the rate is shown: it is too uncertain earlier.
const SETTLED: Duration = Duration::from_secs(1);
/// The longest time that is shown as left.
const MOST_LEFT: f64 = 1e9;

/// Shows the progress of some work. Any thread may tell it, as often as it likes.
pub struct Meter {
    unit: &'static str,
    bar: Option<ProgressBar>,
    every: Duration,
    state: Mutex<State>,
}

struct State {
    /// Time of the next drawing or line.
    due: Instant,
    /// The piece of work in progress, its start, and its count then.
    title: String,
    began: Instant,
    before: u64,
}

/// The rest of a line.
#[derive(Default)]
pub struct Rest {
    /// The time left for the whole run, if it has more pieces than this one.
    pub in_all: Option<Duration>,
    /// The findings so far.
    pub note: String,
}

impl Rest {
    /// A note alone.
    pub fn note(note: String) -> Rest {
        Rest { in_all: None, note }
    }
}

impl Meter {
    /// A meter for work that is counted in `unit`, which starts now.
    pub fn new(unit: &'static str) -> Meter {
        let bar = (stderr().is_terminal() && loudness() != Loudness::Quiet).then(bar);
        let (first, every) = match (&bar, loudness()) {
            (Some(_), _) => (Duration::ZERO, REDRAW),
            (None, Loudness::Verbose) => (VERBOSE, VERBOSE),
            (None, _) => (FIRST, PLAIN),
        };
        let now = Instant::now();
        let state = State { due: now + first, title: String::new(), began: now, before: 0 };
        Meter { unit, bar, every, state: Mutex::new(state) }
    }

    /// Shows that `done` of `all` is done of the piece of work `title`, if it is time to. `rest` gets the rate per second.
    pub fn show(&self, title: &str, done: u64, all: Option<u64>, rest: impl FnOnce(f64) -> Rest) {
        // If another thread holds the lock, it shows its own count.
        let Ok(mut state) = self.state.try_lock() else { return };
        let now = Instant::now();
        if state.title != title || done < state.before {
            title.clone_into(&mut state.title);
            (state.began, state.before) = (now, done);
        }
        if now < state.due {
            return;
        }
        state.due = now + self.every;
        let elapsed = now - state.began;
        let rate = (done - state.before) as f64 / elapsed.as_secs_f64().max(1e-9);
        let settled = (elapsed >= SETTLED).then_some(rate);
        let line = plain(&line(title, done, all, self.unit, settled, &rest(rate)));
        match &self.bar {
            Some(bar) => {
                all.into_iter().for_each(|all| bar.set_length(all));
                bar.set_position(done);
                bar.set_message(line);
            }
            None => tell!("{line}"),
        }
    }

    /// Calls `tell`, which may write lines, while the bar is out of the way.
    pub fn aside(&self, tell: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(tell),
            None => tell(),
        }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A bar without a length yet. Text beyond the width of the terminal is cut off.
fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("[{bar:16}] {wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::no_length().with_style(style.progress_chars("=> "))
}

/// The time that `units` take at a rate per second.
pub fn time(units: u64, rate: f64) -> Duration {
    Duration::from_secs_f64((units as f64 / rate.max(1e-9)).min(MOST_LEFT))
}

/// A line of progress; `rate` is units per second, if it is known.
fn line(title: &str, done: u64, all: Option<u64>, unit: &str, rate: Option<f64>, rest: &Rest) -> String {
    let mut line = format!("{title}: {}", figures::thousands(done));
    if let Some(all) = all {
        line += &format!(" of {}", figures::thousands(all));
    }
    line += &format!(" {unit}");
    if let Some(rate) = rate {
        line += &match rate {
            // Slow work gets a decimal.
            ..10.0 => format!(", {rate:.1} {unit}/s"),
            _ => format!(", {} {unit}/s", figures::thousands(rate as u64)),
        };
        let left = all.map(|all| time(all.saturating_sub(done), rate)).filter(|_| rate > 0.0);
        line += &match (rest.in_all, left) {
            (Some(left), _) => format!(", {} left in all", HumanDuration(left)),
            (None, Some(left)) => format!(", {} left", HumanDuration(left)),
            (None, None) => String::new(),
        };
    }
    if !rest.note.is_empty() {
        line += &format!(", {}", rest.note);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_one_form() {
        let progress_line = |rate, rest| line("arena", 1234, Some(100_000), "hands", rate, &rest);
        assert_eq!(progress_line(None, Rest::default()), "arena: 1,234 of 100,000 hands");
        let slow = "arena: 1,234 of 100,000 hands, 2.5 hands/s, 11 hours left";
        assert_eq!(progress_line(Some(2.5), Rest::default()), slow);
        let rest = Rest { in_all: Some(Duration::from_secs(120)), note: "+0.5".to_owned() };
        let fast = "arena: 1,234 of 100,000 hands, 5,000 hands/s, 2 minutes left in all, +0.5";
        assert_eq!(progress_line(Some(5000.0), rest), fast);
        assert_eq!(line("replay", 7, None, "records", Some(70.0), &Rest::default()), "replay: 7 records, 70 records/s");
        let still = progress_line(Some(0.0), Rest::default());
        assert_eq!(still, "arena: 1,234 of 100,000 hands, 0.0 hands/s");
    }

    #[test]
    fn a_new_piece_of_work_has_a_rate_of_its_own() {
        let meter = Meter::new("hands");
        meter.show("first", 500, Some(1000), |_| Rest::default());
        meter.show("second", 10, Some(1000), |_| Rest::default());
        let state = meter.state.lock().expect("free");
        assert_eq!((state.title.as_str(), state.before), ("second", 10));
    }
}
