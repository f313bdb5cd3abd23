//! How long a pair will take, roughly, before it has been played: what progress bars need and nothing else.

use std::time::Duration;

/// Microseconds of a simulation and of a decision without one.
const SIMULATION: f64 = 1.0;
const DECISION: f64 = 0.5;
/// Microseconds of a world that is looked ahead in.
const WORLD: f64 = 20.0;
/// Simulations of a search whose string does not say.
const SIMULATIONS: f64 = 4000.0;
/// Decisions with a choice in a hand.
const DECISIONS: f64 = 30.0;
/// Types that search where their string does not say how long.
const SEARCHES: [&str; 6] = ["ismcts", "mo-ismcts", "pimc", "cheat-mcts", "cheat-pimc", "net-search"];

/// Guessed seconds of `hands` hands on one core.
pub(super) fn guess(agents: [&str; 2], hands: u64) -> f64 {
    let [first, second] = agents.map(decision);
    hands as f64 * DECISIONS * (first + second) / 2.0 * 1e-6
}

/// Guessed microseconds of one decision.
fn decision(agent: &str) -> f64 {
    let given = |key: &str| {
        let mut options = agent.split(':').filter_map(|part| part.strip_prefix(key));
        options.find_map(|value| value.parse::<f64>().ok())
    };
    let kind = agent.split(':').next().unwrap_or_default();
    if let Some(millis) = given("millis=") {
        millis * 1000.0
    } else if let Some(simulations) = given("simulations=") {
        simulations * SIMULATION
    } else if let Some(worlds) = given("worlds=") {
        worlds * WORLD
    } else if SEARCHES.contains(&kind) {
        SIMULATIONS * SIMULATION
    } else {
        DECISION
    }
}

/// What is left of a run, from guesses that are corrected by what has been played.
pub(super) struct Clock {
    /// Guessed seconds of all pairs to play, and of those played.
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

    /// The time left when `guess` more has been played `elapsed` after the start.
    pub(super) fn left(&self, guess: f64, elapsed: Duration) -> Duration {
        let done = self.done + guess;
        // The first guess counts as ten seconds of experience, so that the start does not jump.
        let prior = 10.0;
        let speed = (elapsed.as_secs_f64() + prior) / (done + prior * self.threads as f64);
        Duration::from_secs_f64(((self.total - done).max(0.0) * speed).min(1e9))
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, Duration, guess};

    #[test]
    fn slower_agents_are_guessed_slower() {
        let of = |agent: &str| guess([agent, "greedy"], 1000);
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
