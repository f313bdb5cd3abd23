//! Checks whether an arena's file can be true: somebody else may have written it.

use super::{ArenaResult, PairResult};
use crate::pairs::known_deals::has_free_program;

impl ArenaResult {
    /// Checks that agents, pairs and deals fit an arena.
    ///
    /// # Errors
    /// The field, with the expected value and usually the found one.
    pub(crate) fn check(&self) -> Result<(), String> {
        check_places(&self.agents, &self.names, self.pairs.iter().map(|pair| pair.places))?;
        for (number, pair) in self.pairs.iter().enumerate() {
            check(pair).map_err(|message| format!("pairs[{number}].{message}"))?;
        }
        Ok(())
    }
}

impl PairResult {
    /// Checks the main figures against the sums.
    ///
    /// # Errors
    /// The field, with the expected and the found value.
    pub(crate) fn check_figures(&self) -> Result<(), String> {
        let figures = |pair: &PairResult| {
            let [hands, sets] = [pair.hands, pair.sets].map(|count| count as f64);
            [
                ("hands", hands),
                ("sets", sets),
                ("mean", pair.mean),
                ("standard_error", pair.standard_error),
                ("win", pair.win),
                ("tie", pair.tie),
                ("loss", pair.loss),
            ]
        };
        let anew = PairResult::new(self.heading(), self.totals());
        for ((field, expected), (_, found)) in figures(&anew).into_iter().zip(figures(self)) {
            if (expected - found).abs() > 1e-9 * expected.abs().max(1.0) {
                return Err(format!("{field}: expected {expected}, as the sums say, found {found}"));
            }
        }
        Ok(())
    }
}

/// Checks that every agent has a name, and that no two pairs have the same agents.
pub(crate) fn check_places(
    agents: &[String],
    names: &[String],
    places: impl Iterator<Item = [usize; 2]>,
) -> Result<(), String> {
    let agents = agents.len();
    if names.len() != agents {
        let found = names.len();
        return Err(format!("names: expected {agents}, one per agent, found {found}"));
    }
    let mut there = Vec::new();
    for (number, places) in places.enumerate() {
        let [first, second] = places;
        if !(first < second && second < agents) {
            return Err(format!(
                "pairs[{number}].places: expected two rising numbers below {agents}, found {first} and {second}"
            ));
        }
        if there.contains(&places) {
            return Err(format!("pairs[{number}].places: {first} and {second} are there twice"));
        }
        there.push(places);
    }
    Ok(())
}

fn check(pair: &PairResult) -> Result<(), String> {
    let spans = pair.deals.spans();
    let rising = spans
        .iter()
        .flatten()
        .zip(spans.iter().flatten().skip(1))
        .all(|(one, next)| one < next);
    let sets = rising.then(|| spans.iter().map(|[start, end]| end - start).sum::<u64>());
    if sets != Some(pair.sets) {
        return Err(format!("deals: expected rising spans of {} deals, the pair's sets", pair.sets));
    }
    if pair.plays_per_set < 1 || pair.hands.checked_div(pair.plays_per_set) != Some(pair.sets) {
        return Err(format!(
            "hands: expected {} sets of plays_per_set, 1 or more, found {} and {}",
            pair.sets, pair.hands, pair.plays_per_set
        ));
    }
    let tally = &pair.tally;
    let is_free = pair.plays_per_set > 1 && has_free_program(&pair.agents);
    let first = tally.first_plays.pair.margin;
    let expected = if is_free { pair.sets } else { 0 };
    if first.count != expected || is_free && first != tally.first_play {
        return Err(format!(
            "tally.first_plays: expected the sums of {expected} sets, which agree with `first_play`: the first plays \
             count if a program outside a sandbox meets deals again"
        ));
    }
    if tally.pair.margin.count != pair.sets || tally.margins.moments() != tally.pair.margin {
        return Err(format!("tally: expected the sums of {} sets, which agree with each other", pair.sets));
    }
    Ok(())
}
