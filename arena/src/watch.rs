//! Looking on: what a run tells while it plays, and how it is stopped.
//!
//! A closure that takes the news is a [`Watch`]. What cannot be stopped (ladders, tuning, tournaments: they lose nothing
//! when they are killed) takes such a closure only.

use spariglio_agents::Hand;

use crate::error::ArenaError;

/// Looks on while something is played; called from the workers.
///
/// `News` is what is told, `Kept` what a killed run goes on from.
pub trait Watch<News, Kept = ()>: Sync {
    /// Takes the news, some twenty times per second.
    fn progress(&self, _: News) {}

    /// May keep what was played so far.
    ///
    /// # Errors
    /// It cannot be kept; ends the run.
    fn keep(&self, _: &Kept) -> Result<(), ArenaError> {
        Ok(())
    }

    /// A hand of a pair was played, to its end or to an offence.
    fn hand(&self, _: &PairHand<'_>) {}

    /// An agent committed its first offence of this run.
    fn offence(&self, _: &FirstOffence) {}

    /// Should the run end as soon as the sets in play are done?
    fn stopped(&self) -> bool {
        false
    }
}

/// Nobody looks on.
#[derive(Copy, Clone, Debug)]
pub struct Nobody;

impl<News, Kept> Watch<News, Kept> for Nobody {}

impl<News, Kept, F: Fn(News) + Sync> Watch<News, Kept> for F {
    fn progress(&self, news: News) {
        self(news);
    }
}

/// A hand of a pair.
#[derive(Copy, Clone, Debug)]
pub struct PairHand<'a> {
    /// The places of the two agents among all that take part.
    pub pair: [usize; 2],
    /// The number of the deal.
    pub deal: u64,
    /// Which play of the deal it is.
    pub play: usize,
    /// By seat: which of the two agents sat there, and which instance of it.
    pub seats: &'a [(usize, usize)],
    /// The hand.
    pub hand: &'a Hand<'a>,
}

/// The first offence of an agent in a run of a pair.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FirstOffence {
    /// Which agent of the pair, 0 or 1.
    pub agent: usize,
    /// Its name.
    pub name: String,
    /// Where, what, and the program's last words.
    pub what: String,
}

/// How far a pair has come.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Progress {
    /// Hands or matches played.
    pub played: u64,
    /// Hands or matches to play.
    pub of: u64,
    /// The estimate so far, first agent's point of view: points per hand, or percent of matches won.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The log-likelihood ratio of the sequential test, at its last look.
    pub llr: Option<f64>,
}

/// How far a run of several pairs has come.
#[derive(Clone, Debug)]
pub struct Step {
    /// Names of the two agents that play.
    pub names: [String; 2],
    /// Which pair of the run this is, from 1.
    pub pair: usize,
    /// Pairs that play.
    pub pairs: usize,
    /// How far the pair has come.
    pub done: Progress,
}
