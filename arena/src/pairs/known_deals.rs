//! Tests whether second plays of deals differ from first ones, as they would if a program recognised deals, and says
//! how large a gain the test can miss (`docs/how-to/trust.md`).

use serde::{Deserialize, Serialize};
use spariglio_agents::{AGENTS, AgentSpec, AgentType};

use crate::deals::seeds::pair_seed;
use spariglio_stats::{Estimate, LEAST_SETS};

/// Threshold in standard errors; if the true difference is 0, about one in 2,000 pairs with many sets exceeds it.
const REMARKABLE: f64 = 3.5;
/// The 95 % point of the normal distribution.
const NORMAL_90: f64 = 1.644_853_626_951_473;

/// The plays that the main figures of a pair come from: mean, percentages, interval, ratings and claims.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// All plays of every set.
    #[default]
    AllPlays,
    /// The first play of every set, as a program outside a sandbox could remember its deal in the others.
    FirstPlays,
}

/// The test of second plays against first ones, if a program takes part and sets have two plays.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnownDeals {
    /// Whether they differ by more than 3.5 standard errors: a program may have recognised deals.
    pub warned: bool,
    /// The gain over both plays, in the unit of the pair's figures, that the test misses in one of 20 runs; it misses
    /// smaller gains more often. `None` if there are too few sets or if all sets are alike.
    pub unseen_gain: Option<f64>,
}

impl KnownDeals {
    /// The test of `gap`, the difference between second and first plays over `sets` sets. `None` if none of `agents` is
    /// a program, or without a gap.
    pub(crate) fn new(agents: &[String; 2], sets: u64, gap: Option<Estimate>) -> Option<KnownDeals> {
        let gap = gap.filter(|_| has(agents, |agent| agent.agent_type().is_program()))?;
        // The gain in second plays alone that exceeds the threshold in 95 % of runs, over both plays.
        let unseen = (REMARKABLE + NORMAL_90) * gap.standard_error / 2.0;
        Some(KnownDeals {
            warned: sets >= LEAST_SETS && gap.mean.abs() > REMARKABLE * gap.standard_error,
            unseen_gain: (sets >= LEAST_SETS && unseen > 0.0).then_some(unseen),
        })
    }
}

/// Whether one of `agents`, specifications, is a program outside a sandbox.
pub(crate) fn has_free_program(agents: &[String; 2]) -> bool {
    has(agents, AgentSpec::is_free_program)
}

/// The seed of the deals of a pair of `agents`, which are at `places` in a list of `entrants`. A program outside a sandbox
/// could remember the deals of an earlier pair, so its pairs share none if there are several.
pub(crate) fn deals_seed(seed: u64, agents: &[String; 2], places: [usize; 2], entrants: usize) -> u64 {
    if entrants > 2 && has_free_program(agents) {
        return pair_seed(seed, places);
    }
    seed
}

fn has(agents: &[String; 2], what: impl Fn(&AgentSpec) -> bool) -> bool {
    // Others are not parsed: that looks for the folders of their networks.
    let is_program = |agent: &&String| {
        let named = AGENTS.iter().find(|kind| agent.split(':').next() == Some(kind.name));
        named.is_some_and(AgentType::is_program)
    };
    let mut programs = agents.iter().filter(is_program);
    programs.any(|agent| AgentSpec::parse(agent).is_ok_and(|spec| what(&spec)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_may_remember_are_told_apart() {
        let is_free = |first: &str| has_free_program(&[first.to_owned(), "greedy".to_owned()]);
        assert!(is_free("external:command=bot") && !is_free("external:command=bot:sandbox=true"));
        assert!(is_free("chat:url='http://a':model=b:stateless=false") && !is_free("chat:url='http://a':model=b"));
        assert!(!is_free("net:net=nowhere"));
    }

    #[test]
    fn only_programs_and_only_over_enough_sets() {
        let gap = |mean: f64, standard_error| Some(Estimate { mean, standard_error, interval: None });
        let pair = |first: &str| [first.to_owned(), "greedy".to_owned()];
        let warned = |agents, sets, gap| KnownDeals::new(agents, sets, gap).is_some_and(|test| test.warned);
        let bot = pair("external:command=bot");
        assert!(warned(&bot, 20, gap(3.6, 1.0)));
        assert!(warned(&bot, 20, gap(-3.6, 1.0)));
        // Every second play of a set wins, every first one loses.
        assert!(warned(&bot, 20, gap(100.0, 0.0)));
        for (agents, sets, gap) in [
            (&bot, 20, gap(3.4, 1.0)),
            (&bot, 20, gap(0.0, 0.0)),
            (&bot, 20, None),
            (&bot, 2, gap(100.0, 0.0)),
            (&pair("random"), 20, gap(3.6, 1.0)),
        ] {
            assert!(!warned(agents, sets, gap), "{agents:?} {sets} {gap:?}");
        }
    }

    #[test]
    fn a_gain_of_the_limit_is_missed_in_one_of_twenty_runs() {
        let bot = ["external:command=bot".to_owned(), "greedy".to_owned()];
        let test = |mean| {
            let gap = Estimate { mean, standard_error: 0.1, interval: None };
            KnownDeals::new(&bot, 100, Some(gap)).expect("a program")
        };
        let limit = test(0.0).unseen_gain.expect("enough sets");
        // A program that gains this much over both plays gains twice as much in second ones. Of the gaps that are then
        // found, one in 20 lies more than 1.645 standard errors below.
        assert!(test(2.0 * limit - 0.1644).warned && !test(2.0 * limit - 0.1646).warned);
        assert_eq!(KnownDeals::new(&bot, 7, Some(Estimate::default())).and_then(|test| test.unseen_gain), None);
    }
}
