//! Two agents of a contest: their sums, and the figures that follow.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::pairs::MOST_HANDS;
use crate::pairs::figures::Hands;
use crate::pairs::pool::{PairSums, Pool};
use crate::pairs::set_sums::Tally;
use crate::pairs::totals::Totals;
use crate::pairs::unit::{Sources, Unit};
use crate::watch::Progress;
use spariglio_files::metrics::MatchLine;
use spariglio_stats::moments::LEAST_SETS;
use spariglio_stats::{Estimate, superiority};

/// Two agents of a contest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", try_from = "StoredPair<U>")]
#[non_exhaustive]
pub struct PairResult<U: Unit = Hands> {
    /// The agents' places in the contest's list, the lower one first.
    pub places: [usize; 2],
    /// Their specifications.
    pub agents: [String; 2],
    /// Plays per duplicate set.
    pub plays_per_set: u64,
    /// The exact sums; sums of runs over different deals can be added.
    pub sums: Totals<U::Tally>,
    /// The figures that follow from the sums; those of the first agent unless stated otherwise.
    pub figures: U::Figures,
}

/// A pair as it is read: all that its figures follow from.
#[derive(Deserialize)]
#[serde(bound = "")]
struct StoredPair<U: Unit> {
    places: [usize; 2],
    agents: [String; 2],
    plays_per_set: u64,
    sums: Totals<U::Tally>,
}

impl<U: Unit> TryFrom<StoredPair<U>> for PairResult<U> {
    type Error = String;

    /// Fails if the numbers of sets and plays cannot be true.
    fn try_from(StoredPair { places, agents, plays_per_set, sums }: StoredPair<U>) -> Result<PairResult<U>, String> {
        let sets = sums.tally.sets();
        if sums.deals.count() != Some(sets) {
            let deals = sums.deals.spans();
            return Err(format!(
                "expected deals in rising spans, as many as the {sets} sets of the sums, found {deals:?}"
            ));
        }
        if plays_per_set < 1 || sets.checked_mul(plays_per_set).is_none_or(|plays| plays > 2 * MOST_HANDS) {
            return Err(format!("expected plays_per_set of at least 1 that fits {sets} sets, found {plays_per_set}"));
        }
        Ok(PairResult::new(places, agents, plays_per_set, sums))
    }
}

impl<U: Unit> PairResult<U> {
    /// Two agents with the figures of `sums`.
    pub(crate) fn new(
        places: [usize; 2],
        agents: [String; 2],
        plays_per_set: u64,
        sums: Totals<U::Tally>,
    ) -> PairResult<U> {
        let figures = U::figures(&Sources { agents: &agents, plays: plays_per_set, totals: &sums });
        PairResult { places, agents, plays_per_set, sums, figures }
    }

    /// Adds the sets of `more`.
    ///
    /// # Errors
    /// Fails if a set is in both.
    pub(crate) fn merge(&mut self, more: Totals<U::Tally>) -> Result<(), ArenaError> {
        self.sums.merge(more)?;
        self.figures = U::figures(&Sources { agents: &self.agents, plays: self.plays_per_set, totals: &self.sums });
        Ok(())
    }

    /// The same sums for the agents at `places` of `specs`.
    pub(crate) fn at(&self, places: [usize; 2], specs: &[String]) -> PairResult<U> {
        PairResult::new(places, places.map(|place| specs[place].clone()), self.plays_per_set, self.sums.clone())
    }

    /// Duplicate sets played.
    #[must_use]
    pub fn sets(&self) -> u64 {
        self.sums.tally.sets()
    }

    /// Hands or matches played.
    #[must_use]
    pub fn plays(&self) -> u64 {
        self.sets() * self.plays_per_set
    }

    /// The progress if all is played.
    pub(crate) fn progress(&self) -> Progress {
        let estimate = self.sums.tally.estimate(self.plays_per_set);
        Progress::new([self.sets(); 2], self.plays_per_set, &estimate)
    }

    pub(crate) fn pair_sums(&self) -> PairSums<'_, U::Tally> {
        PairSums { places: self.places, plays: self.plays_per_set, tally: &self.sums.tally }
    }
}

impl PairResult {
    /// Ratings of all agents over these pairs of one game, with the specifications of the agents. Of two pairs of the
    /// same agents the one with more sets counts. `None` if no pair has enough sets.
    #[must_use]
    pub fn pool<'p>(pairs: impl IntoIterator<Item = &'p PairResult>) -> Option<(Vec<&'p str>, Pool)> {
        let mut largest: BTreeMap<[&str; 2], &PairResult> = BTreeMap::new();
        for pair in pairs.into_iter().filter(|pair| pair.agents[0] != pair.agents[1]) {
            let mut agents = pair.agents.each_ref().map(String::as_str);
            agents.sort_unstable();
            let known = largest.entry(agents).or_insert(pair);
            if known.sets() < pair.sets() {
                *known = pair;
            }
        }
        let mut agents: Vec<&str> = largest.keys().flatten().copied().collect();
        agents.sort_unstable();
        agents.dedup();
        let place = |agent: &String| agents.partition_point(|other| *other < agent.as_str());
        let sums = largest
            .values()
            .map(|pair| PairSums { places: pair.agents.each_ref().map(place), ..pair.pair_sums() });
        let pool = Pool::of(&sums.collect::<Vec<_>>())?;
        Some((agents, pool))
    }

    /// The line of `metrics.jsonl` for this match of a generation's network.
    #[must_use]
    pub fn line(&self, generation: u32) -> MatchLine {
        let [agent, opponent] = self.agents.clone();
        let Estimate { mean, standard_error, interval } = self.figures.margin;
        let [win, tie, loss] = self.figures.outcomes.percent();
        let hands = self.figures.hands;
        MatchLine {
            generation,
            agent,
            opponent,
            mean,
            standard_error,
            interval,
            win,
            tie,
            loss,
            hands,
        }
    }

    /// The probability that the first agent is better, from this pair alone; `None` if there are too few sets.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let Estimate { mean, standard_error, .. } = self.figures.margin;
        (self.sets() >= LEAST_SETS).then(|| superiority::chance(mean, standard_error))
    }

    /// 1 if the 95 % interval of the margin lies wholly above zero, -1 if wholly below, else 0.
    #[must_use]
    pub fn verdict(&self) -> i8 {
        self.figures.margin.beyond(0.0)
    }
}
