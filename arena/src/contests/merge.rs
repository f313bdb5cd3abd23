//! Merging results of the same arena over different deals, such as runs on other machines or days.
//!
//! Sums are exact, so the figures are those of one run over all the deals.

use crate::contests::settings::{Common, Settings};
use crate::contests::{ArenaResult, PairResult};
use crate::deals::spans::Spans;
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
        let (pairs, complete) = joined((self.pairs, self.complete), (other.pairs, other.complete))?;
        Ok(ArenaResult { pairs, complete, command: None, origin: None, ..self }
            .rated()
            .signed())
    }
}

/// A pair of agents whose results over different deals can be added.
pub(crate) trait Part: Sized {
    /// The agents' places.
    fn places(&self) -> [usize; 2];

    /// The numbers of the deals or sets.
    fn played(&self) -> &Spans;

    /// The pair over the deals of both.
    fn joined(&self, more: &Self) -> Result<Self, ArenaError>;
}

/// Joins the pairs of two results of one arena, each with whether it is complete: all pairs, and whether they are.
pub(crate) fn joined<P: Part>(
    (mut pairs, one): (Vec<P>, bool),
    (more, other): (Vec<P>, bool),
) -> Result<(Vec<P>, bool), ArenaError> {
    let has_gap = |pairs: &[P]| pairs.iter().any(|pair| pair.played().spans().len() > 1);
    // If a result is incomplete only because of a gap, merging may complete it; a stopped result stays incomplete.
    let whole = (one || has_gap(&pairs)) && (other || has_gap(&more));
    for part in more {
        match pairs.iter_mut().find(|pair| pair.places() == part.places()) {
            Some(pair) => *pair = pair.joined(&part)?,
            None => pairs.push(part),
        }
    }
    pairs.sort_by_key(Part::places);
    // If the parts are adjacent, they form a larger part without a gap.
    let complete = whole && !has_gap(&pairs);
    Ok((pairs, complete))
}

impl Part for PairResult {
    fn places(&self) -> [usize; 2] {
        self.places
    }

    fn played(&self) -> &Spans {
        &self.deals
    }

    fn joined(&self, more: &PairResult) -> Result<PairResult, ArenaError> {
        if self.sprt.is_some() || more.sprt.is_some() {
            return Err(ArenaError::NoParts);
        }
        let mut totals = self.totals();
        totals.merge(more.totals())?;
        Ok(PairResult::new(self.heading(), totals))
    }
}
