//! `net`: plays the policy of a network.
//!
//! With temperature 0 it plays the most probable action (the first of equals), otherwise action `a` with a probability
//! proportional to `p(a)^(1 / temperature)`.
//!
//! With two sides, the last plays of a hand are solved (`ending`). If all cards are known, the solver's choice becomes
//! the policy. If cards are hidden, the solver averages over weighted worlds, and the policy stays the network's.

mod ending;
mod options;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Action, Game, View};

use crate::agent::{Agent, Budget, Decision};
use crate::net::{NetError, SparseJudge, pick, softmax};
use ending::Ending;
pub use options::NetOptions;

/// The agent `net`.
pub struct NetAgent {
    network: SparseJudge,
    temperature: f32,
    ending: Ending,
    seed: u64,
    rng: Pcg64Mcg,
    actions: Vec<Action>,
    policy: Vec<f32>,
    /// The utility that the solver gives.
    value: Option<f32>,
}

impl NetAgent {
    /// Reads the network that the options name.
    ///
    /// # Errors
    /// The same as for [`NetChoice::load`](crate::net::NetChoice::load).
    pub fn new(game: &Game, options: &NetOptions) -> Result<NetAgent, NetError> {
        let network = SparseJudge::load(&options.net, game)?;
        Ok(NetAgent {
            ending: Ending::new(game, options, &network),
            network,
            temperature: options.temperature,
            seed: 0,
            rng: Pcg64Mcg::seed_from_u64(0),
            actions: Vec::new(),
            policy: Vec::new(),
            value: None,
        })
    }

    /// Fills `actions`, `policy` and `value`, and returns the index of the choice.
    fn choose(&mut self, view: &View<'_>) -> usize {
        view.legal_actions(&mut self.actions);
        if let Some((choice, margin)) = self.ending.open(view, &self.actions) {
            self.policy.clear();
            self.policy.resize(self.actions.len(), 0.0);
            self.policy[choice] = 1.0;
            self.value = Some(margin / UTILITY_SCALE);
            return choice;
        }
        self.network.policy(view, &self.actions, &mut self.policy);
        // The policy does not estimate a hand's value.
        self.value = None;
        let hidden = self.ending.hidden(view, &self.actions, &self.policy, self.seed);
        softmax(&mut self.policy);
        if let Some((choice, margin)) = hidden {
            self.value = Some(margin / UTILITY_SCALE);
            return choice;
        }
        pick(&self.policy, self.temperature, &mut self.rng)
    }
}

impl Agent for NetAgent {
    fn start_hand(&mut self, seed: u64) {
        self.rng = Pcg64Mcg::seed_from_u64(seed);
        self.seed = seed;
        self.ending.start_hand();
    }

    fn decide(&mut self, view: &View<'_>, _: Budget) -> Decision {
        let choice = self.choose(view);
        Decision::new(self.actions[choice], self.actions.clone(), self.policy.clone(), self.value)
    }

    fn act(&mut self, view: &View<'_>) -> Action {
        let choice = self.choose(view);
        self.actions[choice]
    }

    fn is_memoryless(&self) -> bool {
        self.temperature == 0.0 && !self.ending.remembers()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn options_without_effect_are_refused() {
        let parse = |text: &str| crate::AgentSpec::parse(text);
        let error = parse("net:hidden=0:worlds=8").expect_err("refused").to_string();
        assert!(error.contains("option `worlds` has no effect here, expected hidden above 0"), "{error}");
        for text in [
            "net:temperature=1",
            "net:temperature=1:hidden=0",
            "net:temperature=1:hidden=1:worlds=8",
            "net:hidden=0",
            "net:hidden=1:worlds=8",
        ] {
            let spec = parse(text).expect(text);
            assert_eq!(parse(&spec.to_string()).as_ref(), Ok(&spec), "{text}");
        }
    }
}
