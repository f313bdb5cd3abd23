//! Merging results of the same arena of matches over different sets, such as runs on other machines or days.
//!
//! Sums are exact, so the figures are those of one run over all the sets.

use super::totals::MatchTotals;
use super::{MatchPair, MatchesResult};
use crate::contests::merge::{Part, joined};
use crate::contests::settings::{Common, Settings};
use crate::deals::spans::Spans;
use crate::error::ArenaError;
use crate::pairs::queue::Sums;

impl MatchesResult {
    /// If `other` is of another arena: the first setting that differs, with both values.
    #[must_use]
    pub fn difference(&self, other: &MatchesResult) -> Option<String> {
        self.settings().difference(&other.settings())
    }

    fn settings(&self) -> Settings {
        let common = Common {
            version: &self.version,
            rules: &self.rules,
            rules_fingerprint: &self.rules_fingerprint,
            seed: self.seed,
            secret: self.secret,
            partners_open: self.partners_open,
            agents: &self.agents,
            made_of: &self.made_of,
        };
        Settings::new(&common, [("fingerprint", self.fingerprint.clone())])
    }

    /// Merges two results into one over the sets of both.
    ///
    /// # Errors
    /// Fails if the arenas differ, or if a set is in both.
    pub fn merge(self, other: MatchesResult) -> Result<MatchesResult, ArenaError> {
        if let Some(difference) = other.difference(&self) {
            return Err(ArenaError::OtherArena(difference));
        }
        let (pairs, complete) = joined((self.pairs, self.complete), (other.pairs, other.complete))?;
        Ok(MatchesResult { pairs, complete, command: None, origin: None, ..self }.signed())
    }
}

impl Part for MatchPair {
    fn places(&self) -> [usize; 2] {
        self.places
    }

    fn played(&self) -> &Spans {
        &self.played
    }

    fn joined(&self, more: &MatchPair) -> Result<MatchPair, ArenaError> {
        let mut totals = MatchTotals::from(self);
        totals.add(MatchTotals::from(more))?;
        Ok(MatchPair::new(self.places, self.agents.clone(), self.plays_per_set, &totals))
    }
}
