//! Whether what a file says of an arena can be true: it may have been written by somebody else.

use super::{ArenaResult, PairResult};

impl ArenaResult {
    /// Are the agents, pairs and deals those of an arena?
    ///
    /// # Errors
    /// The field, what was found, what was expected.
    pub(crate) fn check(&self) -> Result<(), String> {
        let agents = self.agents.len();
        if self.names.len() != agents {
            return Err(format!(
                "names: expected {agents}, one per agent, found {}",
                self.names.len()
            ));
        }
        for (number, pair) in self.pairs.iter().enumerate() {
            let [first, second] = pair.places;
            if !(first < second && second < agents) {
                return Err(format!(
                    "pairs[{number}].places: expected two rising numbers below {agents}, found {first} and {second}"
                ));
            }
            if self.pairs[..number].iter().any(|other| other.places == pair.places) {
                return Err(format!("pairs[{number}].places: {first} and {second} are there twice"));
            }
            check(pair).map_err(|message| format!("pairs[{number}].{message}"))?;
        }
        Ok(())
    }
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
        return Err(format!(
            "deals: expected rising spans of {} deals, the pair's sets",
            pair.sets
        ));
    }
    if pair.plays_per_set < 2 || pair.hands.checked_div(pair.plays_per_set) != Some(pair.sets) {
        return Err(format!(
            "hands: expected {} sets of plays_per_set, 2 or more, found {} and {}",
            pair.sets, pair.hands, pair.plays_per_set
        ));
    }
    let tally = &pair.tally;
    if tally.pair.margin.count != pair.sets || tally.margins.moments() != tally.pair.margin {
        return Err(format!(
            "tally: expected the sums of {} sets, which agree with each other",
            pair.sets
        ));
    }
    Ok(())
}
