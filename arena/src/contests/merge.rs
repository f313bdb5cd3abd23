//! Adding up results that were played apart: other deals of the same arena, on other machines or on other days.
//!
//! Sums are exact, so the figures are those of one run over all the deals.

use crate::contests::{ArenaResult, PairResult};
use crate::error::ArenaError;
use crate::pairs::component::Component;

impl ArenaResult {
    /// Where `other` is of another arena: the field, and both values.
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

    /// Something that one of its agents is made of, where it is not the same in `other`, a result of the same agents.
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
        Some(format!(
            "agent {agent}: made of {}, expected {}",
            list(found),
            list(expected)
        ))
    }

    /// The result over the deals of both.
    ///
    /// # Errors
    /// Results of different arenas, a deal in both, a sequential test.
    pub fn merge(self, other: ArenaResult) -> Result<ArenaResult, ArenaError> {
        if let Some(difference) = other.difference(&self) {
            return Err(ArenaError::OtherArena(difference));
        }
        // What is not complete for a gap alone may be made whole; what was stopped may not.
        let whole = [&self, &other].iter().all(|result| result.complete || result.has_gap());
        let mut pairs = self.pairs;
        for more in other.pairs {
            match pairs.iter_mut().find(|pair| pair.places == more.places) {
                Some(pair) => *pair = merged(pair, &more)?,
                None => pairs.push(more),
            }
        }
        pairs.sort_by_key(|pair| pair.places);
        let mut merged = ArenaResult {
            pairs,
            command: None,
            ..self
        };
        // Parts in a row are a larger part.
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
