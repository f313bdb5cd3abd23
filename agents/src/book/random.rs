//! `random`: every legal action has the same chance, including declarations and `pass`.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_engine::{Action, View};

use crate::agent::{Agent, Budget, Decision};

/// A uniformly random player.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Pcg64Mcg,
}

impl Random {
    /// A random player; [`Agent::start_hand`] seeds it for a hand.
    pub fn new() -> Random {
        Random { rng: Pcg64Mcg::seed_from_u64(0) }
    }
}

impl Default for Random {
    fn default() -> Random {
        Random::new()
    }
}

impl Agent for Random {
    fn start_hand(&mut self, seed: u64) {
        self.rng = Pcg64Mcg::seed_from_u64(seed);
    }

    fn decide(&mut self, view: &View<'_>, _budget: Budget) -> Decision {
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let policy = vec![1.0 / actions.len() as f32; actions.len()];
        Decision::new(self.act(view), actions, policy, None)
    }

    fn act(&mut self, view: &View<'_>) -> Action {
        view.random_action(&mut self.rng)
    }
}
