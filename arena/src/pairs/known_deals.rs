//! Tests whether second plays of deals differ from first ones, as they would if a program recognised deals
//! (`docs/trust.md`).

use spariglio_agents::AgentSpec;
use spariglio_stats::{Estimate, LEAST_SETS};

/// Threshold in standard errors; if the true difference is 0, about one in 2,000 pairs with many sets exceeds it.
const REMARKABLE: f64 = 3.5;

/// Returns `gap`, the difference between second and first plays over `sets` sets, if one of `agents` is a program and
/// chance hardly explains it. The program may have recognised deals.
pub(crate) fn remarkable(agents: &[String; 2], sets: u64, gap: Option<Estimate>) -> Option<Estimate> {
    let is_program = |agent: &String| agent.parse::<AgentSpec>().is_ok_and(|spec| spec.agent_type().is_program());
    let gap = gap.filter(|_| sets >= LEAST_SETS && agents.iter().any(is_program))?;
    (gap.mean.abs() > REMARKABLE * gap.standard_error).then_some(gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_programs_and_only_over_enough_sets() {
        let gap = |mean: f64, standard_error| Some(Estimate { mean, standard_error, interval: None });
        let pair = |first: &str| [first.to_owned(), "greedy".to_owned()];
        let bot = pair("external:command=bot");
        assert!(remarkable(&bot, 20, gap(3.6, 1.0)).is_some());
        assert!(remarkable(&bot, 20, gap(-3.6, 1.0)).is_some());
        // Every second play of a set wins, every first one loses.
        assert!(remarkable(&bot, 20, gap(100.0, 0.0)).is_some());
        for (agents, sets, gap) in [
            (&bot, 20, gap(3.4, 1.0)),
            (&bot, 20, gap(0.0, 0.0)),
            (&bot, 20, None),
            (&bot, 2, gap(100.0, 0.0)),
            (&pair("random"), 20, gap(3.6, 1.0)),
        ] {
            assert!(remarkable(agents, sets, gap).is_none(), "{agents:?} {sets} {gap:?}");
        }
    }
}
