//! `cheat-mcts`: the same tree search in the one real world, all cards open. An upper bound for fair agents.

use spariglio_engine::{Action, Game, World};

use super::clock::Clock;
use super::config::CheatMctsConfig;
use super::mcts::{self, Mcts, Spending};
use super::pimc::place_seed;
use super::worlds::Worlds;
use crate::agent::{Budget, Decision};
use crate::cheat::Cheater;
use crate::standing::Standing;

/// A cheating agent that searches a tree.
#[derive(Debug)]
pub struct CheatMcts {
    budget: Budget,
    mcts: Mcts,
    seed: u64,
    actions: Vec<Action>,
}

impl CheatMcts {
    /// An agent for hands of `game`, its hand's seed 0.
    pub fn new(game: &Game, config: &CheatMctsConfig) -> CheatMcts {
        CheatMcts {
            budget: config.search.budget,
            mcts: Mcts::new(game, config.search.clone(), false),
            seed: 0,
            actions: Vec::new(),
        }
    }

    fn think(&mut self, game: &Game, world: &World, budget: Budget, clock: Clock) {
        let seed = place_seed(self.seed, &world.state);
        let worlds = || Worlds::Real(game, world);
        self.mcts
            .think(game, &world.state, worlds, seed, Spending { budget, clock });
    }
}

impl Cheater for CheatMcts {
    fn note_standing(&mut self, standing: &Standing) {
        self.mcts.note_standing(standing);
    }

    fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn decide(&mut self, game: &Game, world: &World, budget: Budget) -> Decision {
        let clock = Clock::start();
        let mut actions = Vec::new();
        world.state.legal_actions(game, &mut actions);
        let budget = mcts::budget(budget, self.budget, actions.len());
        self.think(game, world, budget, clock);
        self.mcts.decision(actions, clock)
    }

    fn act(&mut self, game: &Game, world: &World) -> Action {
        world.state.legal_actions(game, &mut self.actions);
        if let [only] = self.actions[..] {
            return only;
        }
        self.think(game, world, self.budget, Clock::start());
        self.mcts.most_visited(&self.actions)
    }
}
