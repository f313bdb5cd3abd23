//! Checks whether a result of matches can be true: somebody else may have written it.

use super::{MatchPair, MatchTally, MatchesResult};
use crate::contests::{check_places, must};
use crate::deals::hash::DealsHash;
use crate::deals::seeds::match_set_seed;
use crate::pairs::known_deals::deals_seed;

impl MatchesResult {
    /// Checks that agents, pairs, sets and sums fit an arena of matches.
    ///
    /// # Errors
    /// The field, with the found and the expected value.
    pub(super) fn check(&self) -> Result<(), String> {
        check_places(&self.agents, &self.names, self.pairs.iter().map(|pair| pair.places))?;
        for (number, pair) in self.pairs.iter().enumerate() {
            self.check_pair(pair).map_err(|message| format!("pairs[{number}].{message}"))?;
        }
        Ok(())
    }

    fn check_pair(&self, pair: &MatchPair) -> Result<(), String> {
        for (agent, place) in pair.places.into_iter().enumerate() {
            must(&format!("agents[{agent}]"), &pair.agents[agent], &self.agents[place])?;
        }
        if pair.played.count() != Some(pair.sets) {
            let found = pair.played.spans();
            return Err(format!("played: found {found:?}, must be rising spans of {} sets", pair.sets));
        }
        if pair.plays_per_set < 1 || pair.sets.checked_mul(pair.plays_per_set) != Some(pair.matches) {
            return Err(format!(
                "matches: found {}, must be {} sets of plays_per_set, which is {} and must be 1 or more",
                pair.matches, pair.sets, pair.plays_per_set
            ));
        }
        check_sums(pair).map_err(|message| format!("tally.{message}"))?;
        let seed = deals_seed(self.seed, &pair.agents, pair.places, self.agents.len());
        if DealsHash::of(&pair.played, |number| match_set_seed(seed, number)) != pair.tally.deals {
            return Err("tally.deals: the sums are of other deals than those of `played` and `seed`".to_owned());
        }
        Ok(())
    }
}

/// Checks that the sums agree with each other and with the numbers of sets and matches.
fn check_sums(pair: &MatchPair) -> Result<(), String> {
    let MatchPair { sets, matches, plays_per_set: plays, tally, .. } = pair;
    let MatchTally {
        win,
        tie,
        loss,
        half_points,
        margin,
        hands,
        first_dealer,
        first_play,
        first_margin,
        ..
    } = tally;
    for (field, moments, most) in [
        ("win", win, Some(1)),
        ("tie", tie, Some(1)),
        ("loss", loss, Some(1)),
        ("half_points", half_points, Some(2)),
        ("margin", margin, None),
        ("hands", hands, None),
        ("first_dealer", first_dealer, Some(2)),
        ("first_play", first_play, None),
        ("first_margin", first_margin, None),
    ] {
        must(&format!("{field}.count"), &moments.count, sets)?;
        let Some(most) = most else { continue };
        let sum = u64::try_from(moments.sum).unwrap_or(u64::MAX);
        if sum > most * matches || moments.squares > sum * most * plays {
            return Err(format!("{field}: found {} and {}, must be sums of {sets} sets", moments.sum, moments.squares));
        }
    }
    let matches = *matches as i64;
    must("matches won, level and lost", &(win.sum + tie.sum + loss.sum), &matches)?;
    must("half_points.sum", &half_points.sum, &(2 * win.sum + tie.sum))?;
    let second = &tally.second_less_first;
    if *plays == 2 {
        must("second_less_first.count", &second.count, sets)?;
        must("second_less_first.sum", &second.sum, &(half_points.sum - 2 * first_play.sum))?;
    } else {
        must("second_less_first.count", &second.count, &0)?;
    }
    let ended: u64 = tally.offences.iter().map(|offences| offences.total()).sum();
    let ended = ended + tally.shutouts.iter().sum::<u64>();
    if ended > matches as u64 {
        return Err(format!("offences and shutouts: found {ended}, must be at most {matches} matches"));
    }
    Ok(())
}
