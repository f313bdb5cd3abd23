//! Shows an arena's progress on standard error and saves its result.

use std::path::PathBuf;

use spariglio_arena::matches::arena::Matches;
use spariglio_arena::watch::FirstOffence;
use spariglio_arena::{ArenaError, ContestResult, Hands, PairHand, Progress, Step, Unit, Watch};
use spariglio_files::tell;
use spariglio_report::figures;
use spariglio_report::paper::Form;

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

/// A unit whose results are printed.
pub trait Printed: Unit {
    /// The unit in words, several of them.
    const NAME: &'static str;

    /// The figures of a result for a terminal.
    fn text(result: &ContestResult<Self>) -> String;

    /// The table of the pairs in a file of a form.
    fn table(result: &ContestResult<Self>, form: Form) -> String;

    /// The estimate so far for a terminal.
    fn estimate(progress: &Progress) -> String;
}

impl Printed for Hands {
    const NAME: &'static str = "hands";

    fn text(result: &ContestResult<Hands>) -> String {
        spariglio_report::arena::text(result)
    }

    fn table(result: &ContestResult<Hands>, form: Form) -> String {
        spariglio_report::arena::table(result, form)
    }

    fn estimate(progress: &Progress) -> String {
        figures::mean(progress.mean, progress.standard_error, 3)
    }
}

impl Printed for Matches {
    const NAME: &'static str = "matches";

    fn text(result: &ContestResult<Matches>) -> String {
        spariglio_report::matches::text(result)
    }

    fn table(result: &ContestResult<Matches>, form: Form) -> String {
        spariglio_report::matches::table(result, form)
    }

    fn estimate(progress: &Progress) -> String {
        format!("{:.1} % won ±{:.1}", progress.mean, 1.96 * progress.standard_error)
    }
}

impl Show {
    /// The display of an arena of `U`; saves results in `out` with the `command` that made them.
    pub fn new<U: Printed>(out: Option<PathBuf>, command: String) -> Show {
        Show { meter: Meter::new(U::NAME), estimate: U::estimate, out, command, records: None }
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

impl<U: Unit> Watch<Step, ContestResult<U>> for Show {
    /// Counts the hands or matches of the pair; the time left is that of all pairs, if each plays as much as this one.
    fn progress(&self, Step { names: [first, second], pair, pairs, done, .. }: Step) {
        let title = format!("[{pair}/{pairs}] {first} - {second}");
        let after = pairs.saturating_sub(pair) as u64;
        self.meter.show(&title, done.played, Some(done.of), |rate| Rest {
            in_all: (after > 0).then(|| time(done.of.saturating_sub(done.played) + after * done.of, rate)),
            note: (self.estimate)(&done)
                + &done
                    .llrs
                    .map_or(String::new(), |[first, second]| format!(", LLR {first:+.2} and {second:+.2}")),
        });
    }

    fn keep(&self, result: &ContestResult<U>) -> Result<(), ArenaError> {
        let Some(path) = &self.out else { return Ok(()) };
        if let Some(records) = &self.records {
            records.save(result)?;
        }
        let mut result = result.clone();
        result.head.command = Some(self.command.clone());
        result.write(path)
    }

    fn hand(&self, played: &PairHand<'_>) {
        if let Some(records) = &self.records {
            records.take(played);
        }
    }

    fn offence(&self, FirstOffence { name, what, .. }: &FirstOffence) {
        self.meter
            .aside(|| tell!("{name} forfeits: {what}; further offences are only counted"));
    }

    fn stopped(&self) -> bool {
        interrupt::stopped()
    }
}
