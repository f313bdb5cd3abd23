//! An arena's progress on standard error, and its result kept in a file: a bar on a terminal, a line now and then
//! elsewhere.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use spariglio_arena::{ArenaError, ArenaResult, Audience, Progress, Step};

use crate::interrupt;

/// Time between two plain lines.
const PLAIN: Duration = Duration::from_secs(10);
/// Time after which the rate of a pair says something.
const SETTLED: Duration = Duration::from_secs(1);

/// Looks at an arena.
pub struct Show {
    bar: ProgressBar,
    terminal: bool,
    /// Where what was played so far is kept.
    out: Option<PathBuf>,
    /// The command of the result.
    command: String,
    pair: Mutex<PairClock>,
}

/// When the pair that is played began, with how many hands, and when a plain line was written last.
struct PairClock {
    pair: usize,
    began: Instant,
    hands: u64,
    told: Instant,
}

impl Show {
    pub fn new(out: Option<PathBuf>, command: String) -> Show {
        let style = ProgressStyle::with_template("{prefix} {bar:24} {human_pos}/{human_len} hands, {msg}");
        let now = Instant::now();
        Show {
            bar: ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())),
            terminal: stderr().is_terminal(),
            out,
            command,
            pair: Mutex::new(PairClock {
                pair: 0,
                began: now,
                hands: 0,
                told: now,
            }),
        }
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Audience for Show {
    fn progress(&self, step: Step<'_>) {
        let Ok(mut clock) = self.pair.lock() else { return };
        if clock.pair != step.pair {
            clock.pair = step.pair;
            clock.began = Instant::now();
            clock.hands = step.done.hands;
        }
        let title = format!("[{}/{}] {} - {}", step.pair, step.pairs, step.names[0], step.names[1]);
        let state = state(&step.done, clock.began.elapsed(), clock.hands);
        if self.terminal {
            self.bar.set_prefix(title);
            self.bar.set_length(step.done.of);
            self.bar.set_position(step.done.hands);
            self.bar.set_message(state);
        } else if clock.told.elapsed() >= PLAIN && clock.began.elapsed() >= SETTLED {
            clock.told = Instant::now();
            eprintln!("{title}: {} of {} hands, {state}", step.done.hands, step.done.of);
        }
    }

    fn keep(&self, result: &ArenaResult) -> Result<(), ArenaError> {
        let Some(path) = &self.out else { return Ok(()) };
        let result = ArenaResult {
            command: Some(self.command.clone()),
            ..result.clone()
        };
        result.write(path)
    }

    fn stopped(&self) -> bool {
        interrupt::stopped()
    }
}

/// Estimate, rate and time left of a pair that had `before` hands when it began.
fn state(done: &Progress, elapsed: Duration, before: u64) -> String {
    let rate = (done.hands - before.min(done.hands)) as f64 / elapsed.as_secs_f64().max(1e-9);
    let left = done.of.saturating_sub(done.hands) as f64 / rate.max(1e-9);
    let llr = done.llr.map_or(String::new(), |llr| format!(", LLR {llr:+.2}"));
    format!(
        "{rate:.0} hands/s, {} left, {:+.3} ±{:.3}{llr}",
        HumanDuration(Duration::from_secs_f64(left.min(1e9))),
        done.mean,
        1.96 * done.standard_error
    )
}
