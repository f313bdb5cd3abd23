//! How long a pair plays, on which deals, with which seed.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_stats::SprtConfig;

use crate::deals::seating::Seating;
use crate::deals::secret::{Secret, agents_seed};
use crate::error::ArenaError;

/// The most hands of a pair, and the most matches, that may be asked for: a year on the fastest machines.
pub const MOST_HANDS: u64 = 1_000_000_000_000;

/// How a pair is played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArenaConfig {
    /// Single hands; rounded up to whole duplicate sets, and to at least two sets. The most, where a sequential test may
    /// end earlier.
    pub hands: u64,
    /// Seed of the deals and of the agents.
    pub seed: u64,
    /// What the agents' seeds are derived with beside it; a run in which programs take part needs one.
    pub secret: Option<Secret>,
    /// Worker threads; 0 = one a core.
    pub threads: usize,
    /// Partners see each other's hand cards (carte scoperte).
    pub partners_open: bool,
    /// Every deal is played once only, in one seating after the other.
    pub unpaired: bool,
    /// Take the time of decisions: the result has figures that differ from run to run.
    pub time: bool,
    /// Which part of the deals is played here; the other parts may be played elsewhere and merged.
    pub part: Part,
    /// Ends as soon as this test has a verdict.
    pub sprt: Option<SprtConfig>,
}

impl ArenaConfig {
    /// Plays of a deal of `game`.
    #[must_use]
    pub fn plays(&self, game: &Game) -> usize {
        if self.unpaired { 1 } else { Seating::count(game) }
    }

    /// Can the verdict of a sequential test between `agents` be trusted?
    ///
    /// # Errors
    /// A program that is not shut in meets deals twice ([`ArenaError::UntrustedTest`]).
    pub(crate) fn check_test<'a>(&self, agents: impl IntoIterator<Item = &'a AgentSpec>) -> Result<(), ArenaError> {
        if self.sprt.is_none() || self.unpaired {
            return Ok(());
        }
        let free = agents.into_iter().find(|agent| agent.is_free_program());
        free.map_or(Ok(()), |agent| Err(ArenaError::UntrustedTest(agent.to_string())))
    }

    /// The seed from which those of the agents are derived.
    pub(crate) fn agents_seed(&self) -> u64 {
        agents_seed(self.seed, self.secret)
    }

    /// The deals of all parts together, for sets of `plays` hands: two or more, so that there is a standard error.
    pub(crate) fn all_deals(&self, plays: usize) -> u64 {
        deals_of(self.hands, plays)
    }

    /// The deals of this part.
    pub(crate) fn deals(&self, plays: usize) -> Range<u64> {
        self.part.of_deals(self.all_deals(plays))
    }
}

/// Whole sets of `plays` hands that hold at least `hands` hands.
pub(crate) fn deals_of(hands: u64, plays: usize) -> u64 {
    hands.div_ceil(plays as u64).max(2)
}

/// One of several equal parts of the deals: `2/3` is the second of three.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Part {
    number: u64,
    of: u64,
}

impl Default for Part {
    /// Everything.
    fn default() -> Part {
        Part { number: 1, of: 1 }
    }
}

impl Part {
    /// Its deals, of `deals` in all.
    #[must_use]
    pub fn of_deals(self, deals: u64) -> Range<u64> {
        let bound = |part: u64| (u128::from(deals) * u128::from(part) / u128::from(self.of)) as u64;
        bound(self.number - 1)..bound(self.number)
    }

    /// Is it everything?
    #[must_use]
    pub fn is_all(self) -> bool {
        self.of == 1
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let part = Part {
                number: number.parse().ok()?,
                of: of.parse().ok()?,
            };
            (1..=part.of).contains(&part.number).then_some(part)
        });
        numbers.ok_or_else(|| format!("\"{text}\": expected a part such as 1/2, the first of two"))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn parts_cover_all_deals_once() {
        for (deals, of) in [(10u64, 3u64), (2, 5), (7, 7), (1000, 1)] {
            let parts = (1..=of).map(|number| format!("{number}/{of}").parse::<Part>().expect("a part"));
            let covered: Vec<u64> = parts.flat_map(|part| part.of_deals(deals)).collect();
            assert_eq!(covered, (0..deals).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_no_part_is_named() {
        for text in ["0/2", "3/2", "1", "a/b", "1/0", ""] {
            assert!(text.parse::<Part>().expect_err("no part").contains("1/2"), "{text}");
        }
    }
}
