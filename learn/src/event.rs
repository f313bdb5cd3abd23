//! What an observer of a learning loop is told, in the order in which it happens.

use spariglio_files::Manifest;
use spariglio_train::TrainReport;

use crate::verdict::Verdict;

/// A moment of a loop.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A generation is begun, or found finished.
    Generation(u32),
    /// Self-play begins.
    SelfplayStarted,
    /// A hand was played.
    Selfplay(spariglio_selfplay::Progress),
    /// The generation's data are there.
    SelfplayDone(&'a Manifest),
    /// Training begins.
    TrainingStarted,
    /// Rows were read, or a step was made.
    Training(&'a spariglio_train::Progress),
    /// The generation's network is there.
    TrainingDone(&'a TrainReport),
    /// A match of the new network is over.
    Match {
        /// `gate` or `evaluation`.
        stage: &'static str,
        /// The other agent.
        opponent: &'a str,
        /// Hands played.
        hands: u64,
        /// How long it took.
        seconds: f64,
    },
    /// What became of the generation, now or in an earlier process.
    Verdict(&'a Verdict),
}

/// Who looks on. Hands of self-play are told from any thread, all else from the one that called.
pub trait Observer: Sync {
    /// Takes the news.
    fn tell(&self, event: Event<'_>);
}

/// Nobody looks on.
impl Observer for () {
    fn tell(&self, _: Event<'_>) {}
}
