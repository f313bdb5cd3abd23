//! Rough time estimates of pairs before they are played, only for progress bars.

use std::time::Duration;

use spariglio_agents::AgentSpec;

/// Microseconds per simulation, and per decision without simulations.
const SIMULATION: f64 = 1.0;
const DECISION: f64 = 0.5;
/// Microseconds per world of a search.
const WORLD: f64 = 20.0;
/// Decisions with a choice per hand.
const DECISIONS: f64 = 30.0;
/// Estimated seconds of `hands` hands on one core.
pub(super) fn guess(agents: [&AgentSpec; 2], hands: u64) -> f64 {
    let [first, second] = agents.map(decision);
    hands as f64 * DECISIONS * (first + second) / 2.0 * 1e-6
}

/// Estimated microseconds per decision, from the first limit that the agent has.
fn decision(agent: &AgentSpec) -> f64 {
    let limits = [("millis", 1000.0), ("simulations", SIMULATION), ("worlds", WORLD)];
    let cost = |(option, each): (&str, f64)| {
        let limit = agent.value(option)?.parse::<f64>().ok()?;
        (limit > 0.0).then_some(limit * each)
    };
    limits.into_iter().find_map(cost).unwrap_or(DECISION)
}

/// Estimates the remaining time of a run; corrects the guesses by the time of the pairs played.
pub(super) struct Clock {
    /// Estimated seconds of all pairs to play, and of those played.
    total: f64,
    done: f64,
    threads: usize,
}

impl Clock {
    pub(super) fn new(total: f64, threads: usize) -> Clock {
        let done = 0.0;
        Clock { total, done, threads }
    }

    pub(super) fn played(&mut self, guess: f64) {
        self.done += guess;
    }

    /// The remaining time when `guess` more seconds have been played `elapsed` after the start.
    pub(super) fn left(&self, guess: f64, elapsed: Duration) -> Duration {
        let done = self.done + guess;
        // The prior counts as ten seconds of experience, so that the first estimates do not jump.
        let prior = 10.0;
        let speed = (elapsed.as_secs_f64() + prior) / (done + prior * self.threads as f64);
        Duration::from_secs_f64(((self.total - done).max(0.0) * speed).min(1e9))
    }
}

#[cfg(test)]
mod tests {
    use super::{AgentSpec, Clock, Duration, guess};

    #[test]
    fn slower_agents_are_guessed_slower() {
        let spec = |agent: &str| AgentSpec::parse(agent).expect("an agent");
        let of = |agent: &str| guess([&spec(agent), &spec("greedy")], 1000);
        let agents = ["random", "ismcts:simulations=1000", "ismcts", "ismcts:millis=10"];
        assert!(agents.windows(2).all(|two| of(two[0]) < of(two[1])));
    }

    #[test]
    fn what_has_been_seen_replaces_the_guess() {
        let mut clock = Clock::new(3000.0, 2);
        assert_eq!(clock.left(0.0, Duration::ZERO).as_secs(), 1500);
        clock.played(1000.0);
        let left = clock.left(500.0, Duration::from_secs(3000)).as_secs_f64();
        assert!((left / 3000.0 - 1.0).abs() < 0.02, "{left}");
        assert_eq!(clock.left(2000.0, Duration::from_secs(9000)), Duration::ZERO);
    }
}
