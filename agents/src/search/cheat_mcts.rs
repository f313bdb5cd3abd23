//! `cheat-mcts`: the same tree search in the one real world, with all cards open. An upper bound for fair agents.
//!
//! If `shows` is below 1, it sees each hidden card with that chance. With `truth`, a share of its simulations is in the
//! real world. These steps from a fair search to the bound measure the worth of knowledge. Open partners' cards then
//! count as hidden.

use spariglio_engine::random::unit;
use spariglio_engine::{Action, CardSet, Game, World};

use super::clock::Clock;
use super::config::CheatMctsConfig;
use super::mcts::{self, Mcts, Spending, generator};
use super::pimc::place_seed;
use super::worlds::Worlds;
use crate::agent::{Budget, Cheater, Decision};

/// The random stream of the seen cards.
const SHOWN_STREAM: u64 = u64::MAX - 3;

/// A cheating agent that searches a tree.
pub struct CheatMcts {
    budget: Budget,
    mcts: Mcts,
    shows: f32,
    truth: f32,
    seed: u64,
    actions: Vec<Action>,
}

impl CheatMcts {
    /// An agent for hands of `game`, its hand's seed 0.
    pub fn new(game: &Game, config: &CheatMctsConfig) -> CheatMcts {
        CheatMcts {
            budget: config.search.budget,
            mcts: Mcts::new(game, config.search.clone(), false),
            shows: config.shows,
            truth: config.truth,
            seed: 0,
            actions: Vec::new(),
        }
    }

    /// The cards that it sees in this hand, in any place.
    fn shown(&self) -> CardSet {
        let mut rng = generator(self.seed, SHOWN_STREAM);
        let bits = (0..64).filter(|_| unit(&mut rng) < self.shows);
        CardSet::from_bits(bits.fold(0, |bits, card| bits | 1 << card))
    }

    fn think(&mut self, game: &Game, world: &World, budget: Budget, clock: Clock) {
        self.mcts.start(game, &world.state, place_seed(self.seed, &world.state));
        let cards = self.shown();
        let worlds = || match self.shows {
            1.0 => Worlds::Real(game, world),
            _ => Worlds::Peeking { sampler: world.sampler_showing(game, cards), real: world, truth: self.truth },
        };
        self.mcts.spend(worlds, Spending { budget, clock });
    }
}

impl Cheater for CheatMcts {
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
        self.mcts.choice(&self.actions).action
    }
}
