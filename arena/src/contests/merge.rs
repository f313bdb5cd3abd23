//! Merging results of the same arena over different deals, such as runs on other machines or days.
//!
//! Sums are exact, so the figures are those of one run over all the deals.

use crate::contests::settings::{Common, Settings};
use crate::contests::{ArenaResult, PairResult};
use crate::error::ArenaError;

impl ArenaResult {
    /// If `other` is of another arena: the first setting that differs, with both values.
    #[must_use]
    pub fn difference(&self, other: &ArenaResult) -> Option<String> {
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
        let test = ("fingerprint (sequential test)", self.fingerprint.clone());
        Settings::new(&common, [("unpaired", self.unpaired.to_string()), test])
    }

    /// Merges two results into one over the deals of both.
    ///
    /// # Errors
    /// Fails if the arenas differ, if a deal is in both, or if there is a sequential test.
    pub fn merge(self, other: ArenaResult) -> Result<ArenaResult, ArenaError> {
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
        let mut merged = ArenaResult { pairs, command: None, origin: None, ..self };
        // If the parts are adjacent, they form a larger part without a gap.
        merged.complete = whole && !merged.has_gap();
        Ok(merged.rated())
    }
}

fn merged(pair: &PairResult, more: &PairResult) -> Result<PairResult, ArenaError> {
    if pair.sprt.is_some() || more.sprt.is_some() {
        return Err(ArenaError::NoParts);
    }
    let mut totals = pair.totals();
    totals.merge(more.totals())?;
    Ok(PairResult::new(pair.heading(), totals))
}
