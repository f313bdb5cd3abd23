//! Hands in flight: how many hands, matches or encounters with programs are played side by side.
//!
//! A program computes in a process of its own, so its hands need a table each, but hardly a core. A quick one probably
//! computes as long as it thinks: more hands than cores would slow it down. A slow one probably waits for something
//! else, such as a language model.

use spariglio_agents::AgentSpec;
use spariglio_agents::chat::ChatConfig;
use spariglio_agents::external::ExternalConfig;

use crate::workers;

/// The most hands of a pair in flight.
pub const MOST_IN_FLIGHT: u64 = 300;
/// Hands in flight by the rule if a program is slow and there are fewer worker threads.
const SLOW: usize = 16;
/// The longest budget of a quick program in milliseconds per decision.
const QUICK_MILLIS: u32 = 2000;

/// Hands between `agents` to play side by side: `asked` if a program takes part. If `asked` is 0: one per worker
/// thread, and at least 16 if a program has more than 2 s per decision and no other agent has a budget of time. One per
/// worker thread without programs. `threads` as in [`ArenaConfig`](crate::ArenaConfig): 0 = one per core.
pub fn in_flight<'a>(agents: impl IntoIterator<Item = &'a AgentSpec>, asked: usize, threads: usize) -> usize {
    let threads = workers::count(threads);
    let mut slowest = None;
    let mut has_timed = false;
    for agent in agents {
        match millis(agent) {
            Some(millis) => slowest = slowest.max(Some(millis)),
            None => has_timed |= agent.varies(),
        }
    }
    match slowest {
        None => threads,
        Some(_) if asked > 0 => asked,
        Some(millis) if millis > QUICK_MILLIS && !has_timed => threads.max(SLOW),
        Some(_) => threads,
    }
}

/// Whether an agent is a program or a language model with more than two seconds per decision.
#[must_use]
pub fn is_slow(agent: &AgentSpec) -> bool {
    millis(agent).is_some_and(|millis| millis > QUICK_MILLIS)
}

/// The budget of a program or a language model, in milliseconds per decision or call; `None` for other agents.
fn millis(agent: &AgentSpec) -> Option<u32> {
    let program = agent.options::<ExternalConfig>().map(|program| program.millis);
    program.or(agent.options::<ChatConfig>().map(|chat| chat.millis))
}

#[cfg(test)]
mod tests {
    use spariglio_agents::AgentSpec;

    use super::in_flight;

    #[test]
    fn slow_programs_play_side_by_side() {
        let count = |texts: [&str; 2], asked, threads| {
            let agents = texts.map(|text| AgentSpec::parse(text).expect("an agent"));
            in_flight(&agents, asked, threads)
        };
        let [quick, slow] = ["external:command=x", "external:command=x:millis=10000"];
        assert_eq!(count(["greedy", "random"], 5, 2), 2, "no program takes part");
        assert_eq!(count([quick, "greedy"], 0, 2), 2);
        assert_eq!(count([slow, "greedy"], 0, 2), 16);
        assert_eq!(count([quick, slow], 0, 20), 20);
        assert_eq!(count([slow, "ismcts:millis=10"], 0, 2), 2, "it would think in fewer seconds");
        assert_eq!(count([slow, "greedy"], 5, 2), 5);
        assert_eq!(count([quick, "greedy"], 5, 8), 5);
    }
}
