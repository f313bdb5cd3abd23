//! Where all versions of a pool stand: ratings from all pairs, and what each version has changed.

use std::path::Path;

use spariglio_stats::moments::LEAST_SETS;
use spariglio_stats::{Estimate, Ratings, Verdict};

use super::pool::{POOL_FILE, load, results};
use super::version::{Version, before};
use crate::contests::PairResult;
use crate::error::{ArenaError, wrong};
use crate::pairs::pool::{PairSums, Pool as Rated};
use crate::studies::ladder::{LadderResult, RowResult};

/// The versions of a pool with their results.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// Name of the rule set.
    pub rules: String,
    /// All versions.
    pub versions: Vec<Version>,
    /// The pairs of each version, as the first of two agents: its test first, if it has one.
    pub rows: Vec<Vec<RowResult>>,
    /// Ratings of all versions; those without a pair are in a group of their own.
    ratings: Ratings,
}

/// What a version has changed, by its test against the version before it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Change {
    /// It is the first of its name.
    New,
    /// It is better.
    Better,
    /// It is worse.
    Worse,
    /// The two differ by less than the difference of the test.
    Within,
    /// The test ended without a verdict, as all its hands were played, or goes on.
    Open,
}

impl Ranking {
    /// Reads the pool in `folder`; `None` if there is none.
    ///
    /// # Errors
    /// Fails if a file cannot be read or was changed.
    pub fn load(folder: &Path) -> Result<Option<Ranking>, ArenaError> {
        let Some(stated) = load(&folder.join(POOL_FILE))? else {
            return Ok(None);
        };
        let rows = (0..stated.versions.len()).map(|place| rows(folder, place));
        let rows = rows.collect::<Result<_, _>>()?;
        Ok(Some(Ranking::new(folder, stated.rules, stated.versions, rows)?))
    }

    /// The standing when the version at `place` has played its test against the one at `tested`, and nothing else.
    pub(super) fn before(
        folder: &Path,
        versions: &[Version],
        place: usize,
        tested: Option<usize>,
    ) -> Result<Ranking, ArenaError> {
        let mut rows = (0..=place).map(|place| rows(folder, place)).collect::<Result<Vec<_>, _>>()?;
        rows[place].truncate(usize::from(tested.is_some()));
        Ranking::new(folder, String::new(), versions[..=place].to_vec(), rows)
    }

    fn new(
        folder: &Path,
        rules: String,
        versions: Vec<Version>,
        rows: Vec<Vec<RowResult>>,
    ) -> Result<Ranking, ArenaError> {
        let labels: Vec<String> = versions.iter().map(Version::label).collect();
        let mut sums = Vec::new();
        for (number, row) in rows
            .iter()
            .enumerate()
            .flat_map(|(place, rows)| rows.iter().map(move |row| (place, row)))
        {
            let place = |agent: &String| labels.iter().position(|label| label == agent);
            let [Some(first), Some(second)] = [0, 1].map(|side| row.agents.get(side).and_then(place)) else {
                let message = format!("row \"{}\": expected two versions of the pool", row.name);
                return Err(wrong(&results(folder, number), message));
            };
            let pairs = row.pairs.iter().filter(|pair| pair.sets() >= LEAST_SETS);
            sums.extend(pairs.map(|pair| PairSums { places: [first, second], ..pair.pair_sums() }));
        }
        let ratings = Rated::points_apart(versions.len(), &sums);
        Ok(Ranking { rules, versions, rows, ratings })
    }

    /// The rating of the version at `place`: points per hand better than the first of the pool. `None` if no chain of
    /// pairs connects the two.
    #[must_use]
    pub fn rating(&self, place: usize) -> Option<Estimate> {
        self.difference([place, 0])
    }

    /// How much better the first of two versions is than the second, from all pairs of the pool. `None` if no chain of
    /// pairs connects them.
    #[must_use]
    pub fn difference(&self, [first, second]: [usize; 2]) -> Option<Estimate> {
        let is_known = self.ratings.groups[first] == self.ratings.groups[second] && self.versions.len() > 1;
        is_known.then(|| self.ratings.difference(first, second))
    }

    /// All rated versions, best first.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let mut rated: Vec<_> = (0..self.versions.len())
            .filter_map(|place| Some((place, self.rating(place)?.mean)))
            .collect();
        rated.sort_by(|one, other| other.1.total_cmp(&one.1));
        rated.into_iter().map(|(place, _)| place).collect()
    }

    /// The version before the one at `place`, and the pair of their test.
    #[must_use]
    pub fn test(&self, place: usize) -> Option<(usize, &PairResult)> {
        let before = before(&self.versions, place)?;
        Some((before, self.rows[place].first()?.pairs.first()?))
    }

    /// Hands that the version at `place` has lost by offences in its own pairs.
    #[must_use]
    pub fn forfeits(&self, place: usize) -> u64 {
        let pairs = self.rows[place].iter().flat_map(|row| &row.pairs);
        pairs.map(|pair| pair.figures.forfeits.lost[0]).sum()
    }

    /// Whether the version at `place` commits offences, and the version before it did not.
    #[must_use]
    pub fn is_broken(&self, place: usize) -> bool {
        let earlier = before(&self.versions, place).map_or(0, |before| self.forfeits(before));
        self.forfeits(place) > 0 && earlier == 0
    }

    /// Whether the pairs reject that all versions are on one scale. `false` if there are too few pairs to tell.
    #[must_use]
    pub fn is_rejected(&self) -> bool {
        self.ratings.is_rejected()
    }

    /// What the version at `place` has changed.
    #[must_use]
    pub fn change(&self, place: usize) -> Change {
        if before(&self.versions, place).is_none() {
            return Change::New;
        }
        let run = self.test(place).and_then(|(_, pair)| pair.sums.sprt.as_ref());
        match run.and_then(|run| run.verdict) {
            Some(Verdict::First) => Change::Better,
            Some(Verdict::Second) => Change::Worse,
            Some(Verdict::Within) => Change::Within,
            None => Change::Open,
        }
    }

    /// The logarithm of the value of `hands` more hands between two versions: how much they shrink the error of the
    /// difference, weighted by how open its sign is ([`Schedule::Informative`](crate::Schedule::Informative) has the
    /// same).
    pub(super) fn worth(&self, pair: [usize; 2], hands: u64) -> f64 {
        let Some(known) = self.difference(pair).filter(|known| known.standard_error > 0.0) else {
            return 0.0;
        };
        // About the variance of a hand's margin.
        const VARIANCE: f64 = 20.0;
        let precision = 1.0 / known.standard_error.powi(2);
        let shrinks = known.standard_error - (precision + hands as f64 / VARIANCE).powf(-0.5);
        shrinks.ln() - 0.5 * (known.mean / known.standard_error).powi(2)
    }
}

/// The rows of the version at `place`.
fn rows(folder: &Path, place: usize) -> Result<Vec<RowResult>, ArenaError> {
    let result = LadderResult::load(&results(folder, place))?;
    Ok(result.map_or(Vec::new(), |result| result.rows))
}
