//! Checks whether an arena's file can be true: somebody else may have written it.

use std::fmt::Display;

use serde_json::json;

use super::sums::check_sums;
use super::{ArenaResult, PairResult};
use crate::deals::hash::DealsHash;
use crate::deals::seeds::Source;
use crate::pairs::known_deals::{deals_seed, has_free_program};

impl ArenaResult {
    /// Checks that agents, pairs and deals fit an arena.
    ///
    /// # Errors
    /// The field, with the expected value and usually the found one.
    pub(crate) fn check(&self) -> Result<(), String> {
        check_places(&self.agents, &self.names, self.pairs.iter().map(|pair| pair.places))?;
        if self.made_of.len() != self.agents.len() {
            let [found, agents] = [self.made_of.len(), self.agents.len()];
            return Err(format!("made_of: found {found} lists, must be {agents}, one per agent"));
        }
        for (number, pair) in self.pairs.iter().enumerate() {
            let named = |message| format!("pairs[{number}].{message}");
            let deals_seed = deals_seed(self.seed, &pair.agents, pair.places, self.agents.len());
            check_pair(pair, &self.agents, [self.seed, deals_seed]).map_err(named)?;
            must("rules", &pair.rules, &self.rules).map_err(named)?;
            if pair.deals.spans().is_empty() {
                return Err(named(format!("deals: found none, must be those of {} sets", pair.sets)));
            }
            let sprt = pair.sprt.as_ref().map(|sprt| sprt.config);
            if sprt != self.sprt {
                let [found, expected] = [&sprt, &self.sprt].map(|sprt| json!(sprt).to_string());
                return Err(named(format!("sprt: found {found}, must be that of the arena, {expected}")));
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

/// Checks that the sums of a pair of `agents` can be true. The seeds are that of the run, and that of its deals. Sums of
/// old versions have no deals; then their hands are checked alone.
///
/// # Errors
/// The field, with the found and the expected value.
pub(crate) fn check_pair(pair: &PairResult, agents: &[String], [seed, deals_seed]: [u64; 2]) -> Result<(), String> {
    for (agent, place) in pair.places.into_iter().enumerate() {
        must(&format!("agents[{agent}]"), &pair.agents[agent], &agents[place])?;
    }
    must("seed", &pair.seed, &seed)?;
    let spans = pair.deals.spans();
    if !spans.is_empty() && pair.deals.count() != Some(pair.sets) {
        return Err(format!("deals: found {spans:?}, must be rising spans of {} deals, the pair's sets", pair.sets));
    }
    if pair.plays_per_set < 1 || pair.sets.checked_mul(pair.plays_per_set) != Some(pair.hands) {
        return Err(format!(
            "hands: found {}, must be {} sets of plays_per_set, which is {} and must be 1 or more",
            pair.hands, pair.sets, pair.plays_per_set
        ));
    }
    check_sums(pair)?;
    let deals = DealsHash::of(&pair.deals, |deal| Source::Test.deal_seed(deals_seed, deal));
    if !spans.is_empty() && deals != pair.tally.deals {
        return Err("tally.deals: the sums are of other deals than those of `deals` and `seed`".to_owned());
    }
    let tally = &pair.tally;
    let is_free = pair.plays_per_set > 1 && has_free_program(&pair.agents);
    let first = tally.first_plays.pair.margin;
    let expected = if is_free { pair.sets } else { 0 };
    must("tally.first_plays.pair.margin.count", &first.count, &expected)?;
    if is_free && first != tally.first_play {
        return Err("tally.first_plays.pair.margin: found other sums, must be those of `first_play`".to_owned());
    }
    Ok(())
}

/// Fails if `found` is not `expected`.
pub(crate) fn must<T: PartialEq + Display>(field: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{field}: found {found}, must be {expected}"))
}
