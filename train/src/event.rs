//! The news of a run, in the order in which they happen.

use std::path::PathBuf;

use spariglio_files::metrics::{GateLine, LearningLine, MatchLine};
use spariglio_selfplay::Progress;

/// The stage of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The policy gradient.
    Gradient,
    /// The labels of a round of expert iteration, from 0.
    Distil {
        /// The round.
        round: u32,
    },
}

/// News of a run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A stage begins, or goes on, at this many decisions of all.
    Started {
        /// The stage.
        stage: Stage,
        /// Decisions learnt from so far.
        decisions: u64,
        /// Decisions of the stage; an estimate if it distils.
        total: u64,
    },
    /// Steps were made.
    Progress {
        /// Decisions learnt from, in all processes.
        decisions: u64,
        /// Decisions of the stage.
        total: u64,
        /// Decisions per second since the start of this process, evaluations left out.
        speed: f64,
    },
    /// Search played hands.
    Searching {
        /// The round of expert iteration, from 0.
        round: u32,
        /// How far it is.
        progress: Progress,
    },
    /// Rows are read from some folders.
    Reading(&'a [PathBuf]),
    /// A network was evaluated; the lines of `metrics.jsonl`.
    Evaluated(&'a LearningLine, &'a [MatchLine]),
    /// A network was played against the best one; the line of `metrics.jsonl`.
    Judged(&'a GateLine),
}

/// Receives the news of a run.
pub trait Observer: Send {
    /// Takes the news.
    fn tell(&mut self, event: Event<'_>);

    /// Whether the run is to stop; asked after every step.
    fn stopped(&self) -> bool {
        false
    }
}

/// Ignores the news.
impl Observer for () {
    fn tell(&mut self, _: Event<'_>) {}
}
