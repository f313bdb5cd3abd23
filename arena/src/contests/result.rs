//! The result of a contest as it is written to files: settings and exact sums, and the figures for people.
//!
//! Invariant: of a file only settings and sums are read, and its seal covers them. Figures are computed from the sums, so
//! a changed figure has no effect.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use spariglio_files::json::read_value;
use spariglio_files::whole::read_if_there;
use spariglio_files::{FileError, sealed};

use super::head::ResultHead;
use super::pair::PairResult;
use crate::difference::difference;
use crate::error::{ArenaError, wrong};
use crate::pairs::component::Component;
use crate::pairs::figures::Hands;
use crate::pairs::pool::{PairSums, Pool};
use crate::pairs::unit::Unit;

/// Every pair of a contest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
#[non_exhaustive]
pub struct ContestResult<U: Unit> {
    /// The settings that all results have.
    #[serde(flatten)]
    pub head: ResultHead,
    /// The other settings.
    #[serde(flatten)]
    pub settings: U::Settings,
    /// The pairs that played, by rising places.
    pub pairs: Vec<PairResult<U>>,
    /// The figures of all pairs together.
    #[serde(skip_deserializing)]
    pub figures: ContestFigures,
}

/// Figures of all pairs of a contest.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ContestFigures {
    /// A hash of everything that decides a deal's figures: results may be merged if theirs are equal.
    pub fingerprint: String,
    /// Ratings and claims; `None` before the end of a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool: Option<Pool>,
}

/// Every pair of an arena of hands.
pub type ArenaResult = ContestResult<Hands>;

impl<U: Unit> ContestResult<U> {
    /// A result without ratings.
    pub(crate) fn new(head: ResultHead, settings: U::Settings, pairs: Vec<PairResult<U>>) -> ContestResult<U> {
        let fingerprint = sealed::of(deciding::<U>(&head, &settings));
        ContestResult { head, settings, pairs, figures: ContestFigures { fingerprint, pool: None } }
    }

    /// Reads a file; `None` if it does not exist.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or as [`ContestResult::from_value`].
    pub fn load_if_there(path: &Path) -> Result<Option<ContestResult<U>>, ArenaError> {
        let Some(text) = read_if_there(path)? else {
            return Ok(None);
        };
        let value = read_value(&text).map_err(|error| wrong(path, error))?;
        Ok(Some(ContestResult::from_value(path, value)?))
    }

    /// Reads the result from the JSON `value` of the file `path`, and computes every figure from the sums.
    ///
    /// # Errors
    /// Fails if the value is no result of this unit, or if a setting or a sum was changed. The error names the field.
    pub fn from_value(path: &Path, value: Value) -> Result<ContestResult<U>, FileError> {
        ContestResult::read(value).map_err(|message| FileError::contents(path, message))
    }

    fn read(value: Value) -> Result<ContestResult<U>, String> {
        if value["kind"] != U::KIND {
            let [found, kind] = [&value["kind"], &json!(U::KIND)];
            return Err(format!("expected a result of {}: kind: found {found}, must be {kind}", U::KIND));
        }
        let ContestResult { head, settings, pairs, .. } = sealed::opened(value)?;
        head.check(&pairs)?;
        Ok(ContestResult::new(head, settings, pairs).rated())
    }

    /// Adds the ratings of the pairs, if a pair has enough sets.
    #[must_use]
    pub fn rated(mut self) -> ContestResult<U> {
        let pairs: Vec<PairSums<'_, U::Tally>> = self.pairs.iter().map(PairResult::pair_sums).collect();
        self.figures.pool = U::pool(&pairs);
        self
    }

    /// The text of the file, one line without its end.
    ///
    /// # Errors
    /// Fails if a number has no form in JSON.
    pub fn to_json(&self) -> serde_json::Result<String> {
        sealed::to_json(self)
    }

    /// Writes the file, as one line.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ArenaError> {
        Ok(sealed::write(path, self)?)
    }

    /// If `other` is of another contest: the first setting that differs, with both values.
    #[must_use]
    pub fn difference(&self, other: &ContestResult<U>) -> Option<String> {
        let [found, expected] = [self, other].map(|result| deciding::<U>(&result.head, &result.settings));
        let [own, others] = [&self.head, &other.head];
        let components = own.made_of.iter().zip(&others.made_of).zip(&own.agents);
        let mut changed = components.filter(|((found, expected), _)| found != expected && own.agents == others.agents);
        match changed.next() {
            Some(((found, expected), agent)) => {
                Some(format!("agent {agent}: made of {}, must be {}", listed(found), listed(expected)))
            }
            None => difference(&found, &expected),
        }
    }

    /// Merges two results into one over the deals of both. Sums are exact, so the figures are those of one run over all
    /// the deals.
    ///
    /// # Errors
    /// Fails if the contests differ, if a deal is in both, or if there is a sequential test.
    pub fn merge(self, other: ContestResult<U>) -> Result<ContestResult<U>, ArenaError> {
        if let Some(difference) = other.difference(&self) {
            return Err(ArenaError::OtherArena(difference));
        }
        if self.head.sprt.is_some() {
            return Err(ArenaError::NoParts);
        }
        // If a result is incomplete only because of a gap, merging may complete it; a stopped result stays incomplete.
        let is_whole = [&self, &other].iter().all(|result| result.head.complete || result.has_gap());
        let ContestResult { head, settings, mut pairs, .. } = self;
        for more in other.pairs {
            match pairs.iter_mut().find(|pair| pair.places == more.places) {
                Some(pair) => pair.merge(more.sums)?,
                None => pairs.push(more),
            }
        }
        pairs.sort_by_key(|pair| pair.places);
        let head = ResultHead { command: None, origin: None, ..head };
        let mut merged = ContestResult::new(head, settings, pairs).rated();
        // If the parts are adjacent, they form a larger part without a gap.
        merged.head.complete = is_whole && !merged.has_gap();
        Ok(merged)
    }

    fn has_gap(&self) -> bool {
        self.pairs.iter().any(|pair| pair.sums.deals.spans().len() > 1)
    }

    /// Hands or matches of all pairs.
    #[must_use]
    pub fn plays(&self) -> u64 {
        self.pairs.iter().map(PairResult::plays).sum()
    }

    /// The pair of two agents by their places in the list, with -1 if its figures must change sign to be `first`'s, else
    /// 1. `None` if the two did not play, or if they are the same agent.
    #[must_use]
    pub fn between(&self, first: usize, second: usize) -> Option<(&PairResult<U>, f64)> {
        let pair = |places| self.pairs.iter().find(|pair| pair.places == places);
        match pair([first, second]) {
            Some(pair) => Some((pair, 1.0)),
            None => pair([second, first]).map(|pair| (pair, -1.0)),
        }
    }
}

/// Components in words.
fn listed(components: &[Component]) -> String {
    let words = components
        .iter()
        .map(|component| format!("{} {}", component.what, component.is));
    words.collect::<Vec<_>>().join(", ")
}

/// All settings that decide a deal's figures.
fn deciding<U: Unit>(head: &ResultHead, settings: &U::Settings) -> Value {
    let mut fields = json!(head.deciding());
    if let (Some(fields), Value::Object(settings)) = (fields.as_object_mut(), json!(settings)) {
        fields.extend(settings);
    }
    fields
}
