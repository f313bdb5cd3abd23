//! `cheat-mcts`: the same tree search in the one real world, all cards open. An upper bound for fair agents.

use spariglio_engine::{Action, Game, World};

use super::clock::Clock;
use super::config::CheatMctsConfig;
use super::mcts::{self, Mcts, Spending};
use super::pimc::place_seed;
use super::worlds::Worlds;
use crate::agent::{Budget, Cheater, Decision, MatchStanding};

/// A cheating agent that searches a tree.
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
        self.mcts.start(game, &world.state, place_seed(self.seed, &world.state));
        self.mcts
            .spend(|| Worlds::Real(game, world), Spending { budget, clock });
    }
}

impl Cheater for CheatMcts {
    fn note_standing(&mut self, standing: &MatchStanding) {
        self.mcts.note_standing(standing);
    }

    fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn decide(&mut self, game: &Game, world: &World, budget: Budget) -> Decision {
        let clock = Clock::start();
        let mut actions = Vec::new();
        world.state.legal_actions(game, &mut actions);
        let own = budget.or(self.budget);
        let budget = if actions.len() == 1 { mcts::forced(own) } else { own };
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
