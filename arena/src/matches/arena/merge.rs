//! Merging results of the same arena of matches over different sets, such as runs on other machines or days.
//!
//! Sums are exact, so the figures are those of one run over all the sets.

use super::totals::MatchTotals;
use super::{MatchPair, MatchesResult};
use crate::contests::settings::{Common, Settings};
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
        let equity = self.equity.as_ref().map_or("none".to_owned(), |source| {
            format!("from {} hands of {} with seed {}", source.hands, source.agent, source.seed)
        });
        Settings::new(&common, [("match equity", equity), ("fingerprint (match equity)", self.fingerprint.clone())])
    }

    /// Merges two results into one over the sets of both.
    ///
    /// # Errors
    /// Fails if the arenas differ, or if a set is in both.
    pub fn merge(self, other: MatchesResult) -> Result<MatchesResult, ArenaError> {
        if let Some(difference) = other.difference(&self) {
            return Err(ArenaError::OtherArena(difference));
        }
        // If a result is incomplete only because of a gap, merging may complete it; a stopped result stays incomplete.
        let whole = [&self, &other].iter().all(|result| result.complete || result.has_gap());
        let mut pairs = self.pairs;
        for more in other.pairs {
            match pairs.iter_mut().find(|pair| pair.places == more.places) {
                Some(pair) => *pair = merged(pair, &more)?,
                None => pairs.push(more),
            }
        }
        pairs.sort_by_key(|pair| pair.places);
        let mut merged = MatchesResult { pairs, command: None, ..self };
        // If the parts are adjacent, they form a larger part without a gap.
        merged.complete = whole && !merged.has_gap();
        Ok(merged)
    }

    /// Whether a pair's sets have a gap.
    fn has_gap(&self) -> bool {
        self.pairs.iter().any(|pair| pair.played.spans().len() > 1)
    }
}

fn merged(pair: &MatchPair, more: &MatchPair) -> Result<MatchPair, ArenaError> {
    let mut totals = MatchTotals::from(pair);
    totals.add(MatchTotals::from(more))?;
    Ok(MatchPair::new(pair.places, pair.agents.clone(), pair.plays_per_set, &totals))
}
