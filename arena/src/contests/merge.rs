//! Merging results of the same arena over different deals, such as runs on other machines or days.
//!
//! Sums are exact, so the figures are those of one run over all the deals.

use crate::contests::{ArenaResult, PairResult};
use crate::error::ArenaError;
use crate::pairs::component::Component;

impl ArenaResult {
    /// If `other` is of another arena: the first field that differs, with both values.
    #[must_use]
    pub fn difference(&self, other: &ArenaResult) -> Option<String> {
        let different = |field: &str, found: &str, expected: &str| {
            (found != expected).then(|| format!("{field} {found}, expected {expected}"))
        };
        different("version", &self.version, &other.version)
            .or_else(|| different("rules", &self.rules, &other.rules))
            .or_else(|| different("rules' fingerprint", &self.rules_fingerprint, &other.rules_fingerprint))
            .or_else(|| different("seed", &self.seed.to_string(), &other.seed.to_string()))
            .or_else(|| different("agents", &self.agents.join(","), &other.agents.join(",")))
            .or_else(|| {
                let open = |result: &ArenaResult| result.partners_open.to_string();
                different("partners_open", &open(self), &open(other))
            })
            .or_else(|| different("unpaired", &self.unpaired.to_string(), &other.unpaired.to_string()))
            .or_else(|| {
                let secret =
                    |result: &ArenaResult| result.secret.map_or("none".to_owned(), |secret| secret.to_string());
                different("secret", &secret(self), &secret(other))
            })
            .or_else(|| self.other_component(other))
            .or_else(|| different("fingerprint (sequential test)", &self.fingerprint, &other.fingerprint))
    }

    /// The first agent whose components differ in `other`, with both lists; `other` must have the same agents.
    fn other_component(&self, other: &ArenaResult) -> Option<String> {
        let agents = self.agents.iter().zip(self.made_of.iter().zip(&other.made_of));
        let mut different = agents.filter(|(_, (found, expected))| found != expected);
        let (agent, (found, expected)) = different.next()?;
        let list = |components: &[Component]| {
            let components = components
                .iter()
                .map(|component| format!("{} {}", component.what, component.is));
            components.collect::<Vec<_>>().join(", ")
        };
        Some(format!("agent {agent}: made of {}, expected {}", list(found), list(expected)))
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
