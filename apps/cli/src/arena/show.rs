//! Shows an arena's progress on standard error (a bar if it is a terminal, else a line once a minute) and saves its
//! result.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar};
use spariglio_arena::{ArenaError, ArenaResult, FirstOffence, PairHand, Progress, Step, Watch};
use spariglio_files::tell;
use spariglio_report::figures;

use super::records::Records;
use crate::interrupt;
use crate::meter::{Lines, bar};

/// Least time before the rate of a pair is shown: it is too uncertain earlier.
const SETTLED: Duration = Duration::from_secs(1);

/// The progress display of an arena.
pub struct Show {
    bar: ProgressBar,
    /// The unit of play: "hands" or "matches".
    unit: &'static str,
    /// Formats the estimate for people.
    estimate: fn(&Progress) -> String,
    terminal: bool,
    lines: Lines,
    /// File of the result so far, if it is saved.
    out: Option<PathBuf>,
    /// The command of the result.
    command: String,
    /// The collector of hands for `--records`, if it is given.
    records: Option<Records>,
    pair: Mutex<PairClock>,
}

/// Start of the current pair: the time, and the hands or matches it had played before.
struct PairClock {
    pair: usize,
    began: Instant,
    before: u64,
}

impl Show {
    /// Display for duplicate hands; saves results in `out` with the `command` that made them.
    pub fn hands(out: Option<PathBuf>, command: String) -> Show {
        let estimate = |done: &Progress| {
            let llr = done.llr.map_or(String::new(), |llr| format!(", LLR {llr:+.2}"));
            format!("{}{llr}", figures::mean(done.mean, done.standard_error, 3))
        };
        Show::new("hands", estimate, out, command)
    }

    /// Display for whole matches, which are not saved.
    pub fn matches() -> Show {
        let estimate = |done: &Progress| format!("{:.1} % won ±{:.1}", done.mean, 1.96 * done.standard_error);
        Show::new("matches", estimate, None, String::new())
    }

    fn new(unit: &'static str, estimate: fn(&Progress) -> String, out: Option<PathBuf>, command: String) -> Show {
        Show {
            bar: bar(&format!("{{prefix}} {{bar:24}} {{human_pos}}/{{human_len}} {unit}, {{msg}}")),
            unit,
            estimate,
            terminal: stderr().is_terminal(),
            lines: Lines::default(),
            out,
            command,
            records: None,
            pair: Mutex::new(PairClock { pair: 0, began: Instant::now(), before: 0 }),
        }
    }

    /// Adds a collector of hands.
    pub fn with_records(self, records: Option<Records>) -> Show {
        Show { records, ..self }
    }

    pub fn records(&self) -> Option<&Records> {
        self.records.as_ref()
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch<Step, ArenaResult> for Show {
    fn progress(&self, step: Step) {
        self.show(&step);
    }

    fn keep(&self, result: &ArenaResult) -> Result<(), ArenaError> {
        let Some(path) = &self.out else { return Ok(()) };
        let result = ArenaResult { command: Some(self.command.clone()), ..result.clone() };
        result.write(path)
    }

    fn hand(&self, played: &PairHand<'_>) {
        if let Some(records) = &self.records {
            records.take(played);
        }
    }

    fn offence(&self, first: &FirstOffence) {
        self.tell(first);
    }

    fn stopped(&self) -> bool {
        interrupt::stopped()
    }
}

impl Watch<Step> for Show {
    fn progress(&self, step: Step) {
        self.show(&step);
    }

    fn offence(&self, first: &FirstOffence) {
        self.tell(first);
    }

    fn stopped(&self) -> bool {
        interrupt::stopped()
    }
}

impl Show {
    fn tell(&self, FirstOffence { name, what, .. }: &FirstOffence) {
        self.bar
            .suspend(|| tell!("{name} forfeits: {what}; further offences are only counted"));
    }

    fn show(&self, step: &Step) {
        let Ok(mut clock) = self.pair.lock() else { return };
        let Step { names, pair, pairs, done } = step;
        if clock.pair != *pair {
            clock.pair = *pair;
            clock.began = Instant::now();
            clock.before = done.played;
        }
        let title = format!("[{pair}/{pairs}] {} - {}", names[0], names[1]);
        let whole = whole(step);
        let [played, of] = whole;
        let elapsed = clock.began.elapsed();
        let state = || self.state(done, whole, elapsed, clock.before);
        if self.terminal {
            self.bar.set_prefix(title);
            self.bar.set_length(of);
            self.bar.set_position(played);
            self.bar.set_message(state());
        } else if elapsed >= SETTLED {
            self.lines
                .tell(|| format!("{title}: {played} of {of} {}, {}", self.unit, state()));
        }
    }

    /// Rate and estimate of a pair that started at `before`, and the time left for the whole run at this rate.
    fn state(&self, done: &Progress, [played, of]: [u64; 2], elapsed: Duration, before: u64) -> String {
        let rate = (done.played - before.min(done.played)) as f64 / elapsed.as_secs_f64().max(1e-9);
        let left = of.saturating_sub(played) as f64 / rate.max(1e-9);
        // Matches are slow, so a low rate gets a decimal.
        let decimals = usize::from(rate < 100.0);
        format!(
            "{rate:.decimals$} {}/s, {} left, {}",
            self.unit,
            HumanDuration(Duration::from_secs_f64(left.min(1e9))),
            (self.estimate)(done)
        )
    }
}

/// Hands or matches of the whole run: played so far, and in total if every pair plays as much as this one.
fn whole(step: &Step) -> [u64; 2] {
    let Step { pair, pairs, done, .. } = step;
    let before = done.of * (*pair as u64).saturating_sub(1);
    [before + done.played, done.of * (*pairs).max(*pair) as u64]
}
