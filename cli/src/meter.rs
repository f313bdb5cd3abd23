//! How far self-play or an export has come: a bar on a terminal, a plain line now and then elsewhere.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use spariglio_selfplay::Progress;

/// Time between two plain lines.
const PLAIN: Duration = Duration::from_secs(10);

/// Shows the progress of a data set on standard error.
pub struct Meter {
    title: String,
    began: Instant,
    bar: Option<ProgressBar>,
    /// When the last plain line was written, and the latest progress.
    plain: Mutex<(Instant, Option<Progress>)>,
}

impl Meter {
    /// A meter that starts now.
    pub fn new(title: &str) -> Meter {
        let now = Instant::now();
        Meter {
            title: title.to_owned(),
            began: now,
            bar: stderr().is_terminal().then(|| bar(title)),
            plain: Mutex::new((now, None)),
        }
    }

    /// Shows the progress; any thread may call it after every hand.
    pub fn show(&self, progress: Progress) {
        let Ok(mut plain) = self.plain.lock() else { return };
        plain.1 = Some(progress);
        if let Some(bar) = &self.bar {
            if let Some(total) = progress.hands_total {
                bar.set_length(total);
            }
            bar.set_position(progress.hands_kept + progress.hands_played);
            bar.set_message(self.rates(progress));
        } else if plain.0.elapsed() >= PLAIN {
            plain.0 = Instant::now();
            let done = progress.hands_kept + progress.hands_played;
            let total = progress.hands_total.map(|total| format!(" of {total}"));
            let (title, total, rates) = (&self.title, total.unwrap_or_default(), self.rates(progress));
            eprintln!("{title}: {done}{total} hands, {rates}");
        }
    }

    /// Removes the bar; the latest progress, if anything was played, and the seconds it took.
    pub fn finish(self) -> (Option<Progress>, f64) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let seconds = self.began.elapsed().as_secs_f64();
        (self.plain.into_inner().ok().and_then(|plain| plain.1), seconds)
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

/// A bar that has no length until it gets one.
fn bar(title: &str) -> ProgressBar {
    let template = format!("{title} [{{bar:32}}] {{pos}}/{{len}} hands, {{msg}}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::no_length().with_style(style.progress_chars("=> "))
}
