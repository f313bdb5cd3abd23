//! The events of a run, in chronological order.

use std::path::PathBuf;

use spariglio_files::metrics::{GateLine, LearningLine, MatchLine};
use spariglio_selfplay::Progress;

use crate::crew::Tally;

/// The stage of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The policy gradient.
    Gradient,
    /// Learning from the rows of a round.
    Distil {
        /// The round, from 0.
        round: u32,
    },
}

/// An event of a run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A stage starts or resumes.
    Started {
        /// The stage.
        stage: Stage,
        /// Decisions learnt from so far.
        decisions: u64,
        /// Decisions of the stage; an estimate if it distils.
        total: u64,
    },
    /// Some steps were made.
    Progress {
        /// Decisions learnt from so far, in all processes.
        decisions: u64,
        /// Decisions of the stage.
        total: u64,
        /// Decisions per second since the start of this process, without evaluations.
        speed: f64,
    },
    /// Search played hands.
    Searching {
        /// The round of expert iteration, from 0.
        round: u32,
        /// Its progress.
        progress: Progress,
    },
    /// Rows are read from some folders.
    Reading(&'a [PathBuf]),
    /// A network was evaluated. The lines are those of `metrics.jsonl`.
    Evaluated(&'a LearningLine, &'a [MatchLine]),
    /// A helper has come or is lost: a sentence.
    Crew(&'a str),
    /// The work of helpers so far, after an evaluation.
    Helped(Tally),
    /// A network has played against the best one. The line is that of `metrics.jsonl`.
    Judged(&'a GateLine),
}

/// Receives the events of a run.
pub trait Observer: Send {
    /// Receives an event.
    fn tell(&mut self, event: Event<'_>);

    /// Whether the run should stop; called after every step.
    fn stopped(&self) -> bool {
        false
    }
}

/// Ignores all events.
impl Observer for () {
    fn tell(&mut self, _: Event<'_>) {}
}
