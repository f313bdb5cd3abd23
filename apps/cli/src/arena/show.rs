//! Shows an arena's progress on standard error and saves its result.

use std::path::PathBuf;

use spariglio_arena::matches::arena::MatchesResult;
use spariglio_arena::{ArenaError, ArenaResult, FirstOffence, PairHand, Progress, Step, Watch};
use spariglio_files::tell;
use spariglio_report::figures;

use super::records::Records;
use crate::interrupt;
use crate::meter::{Meter, Rest, time};

/// The progress display of an arena.
pub struct Show {
    meter: Meter,
    /// Formats the estimate for people.
    estimate: fn(&Progress) -> String,
    /// File of the result so far, if it is saved.
    out: Option<PathBuf>,
    /// The command of the result.
    command: String,
    /// The collector of hands for `--records`, if it is given.
    records: Option<Records>,
}

impl Show {
    /// Display for duplicate hands; saves results in `out` with the `command` that made them.
    pub fn hands(out: Option<PathBuf>, command: String) -> Show {
        let estimate = |progress: &Progress| {
            let llr = progress.llr.map_or(String::new(), |llr| format!(", LLR {llr:+.2}"));
            format!("{}{llr}", figures::mean(progress.mean, progress.standard_error, 3))
        };
        Show::new("hands", estimate, out, command)
    }

    /// Display for whole matches; saves results in `out` with the `command` that made them.
    pub fn matches(out: Option<PathBuf>, command: String) -> Show {
        let estimate =
            |progress: &Progress| format!("{:.1} % won ±{:.1}", progress.mean, 1.96 * progress.standard_error);
        Show::new("matches", estimate, out, command)
    }

    fn new(unit: &'static str, estimate: fn(&Progress) -> String, out: Option<PathBuf>, command: String) -> Show {
        Show { meter: Meter::new(unit), estimate, out, command, records: None }
    }

    /// Adds a collector of hands.
    pub fn with_records(self, records: Option<Records>) -> Show {
        Show { records, ..self }
    }

    pub fn records(&self) -> Option<&Records> {
        self.records.as_ref()
    }

    pub fn clear(&self) {
        self.meter.clear();
    }
}

impl Watch<Step, ArenaResult> for Show {
    fn progress(&self, step: Step) {
        self.show(&step);
    }

    fn keep(&self, result: &ArenaResult) -> Result<(), ArenaError> {
        let Some(path) = &self.out else { return Ok(()) };
        if let Some(records) = &self.records {
            records.save(result)?;
        }
        let result = result.clone().made_by(Some(self.command.clone()), None);
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

impl Watch<Step, MatchesResult> for Show {
    fn progress(&self, step: Step) {
        self.show(&step);
    }

    fn keep(&self, result: &MatchesResult) -> Result<(), ArenaError> {
        let Some(path) = &self.out else { return Ok(()) };
        let result = result.clone().made_by(Some(self.command.clone()), None);
        result.write(path)
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
        self.meter
            .aside(|| tell!("{name} forfeits: {what}; further offences are only counted"));
    }

    /// Counts the hands or matches of the pair; the time left is that of all pairs, if each plays as much as this one.
    fn show(&self, step: &Step) {
        let Step { names, pair, pairs, done: progress } = step;
        let title = format!("[{pair}/{pairs}] {} - {}", names[0], names[1]);
        let after = pairs.saturating_sub(*pair) as u64;
        self.meter.show(&title, progress.played, Some(progress.of), |rate| Rest {
            in_all: (after > 0).then(|| time(progress.of.saturating_sub(progress.played) + after * progress.of, rate)),
            note: (self.estimate)(progress),
        });
    }
}
