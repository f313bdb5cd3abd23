//! `net-search`: the tree search of `ismcts` with the priors and values of a network.
//!
//! At every node the seat to act sees its own view of the sampled world. The network's flattened policy for this view
//! is the prior (PUCT; Rosin 2011, Silver et al. 2017). A simulation ends at the first edge without visits, with the
//! margin that the critic expects of the world behind it. If there are `n` sides, each other side has `-1 / (n - 1)` of
//! it. The network also judges the play of the others ([`Inference`](super::Inference)). A rule can search the root
//! ([`RootRule`](super::RootRule)). Everything else (exact values, match, threads, time) is as in `ismcts`.
//!
//! Invariant: the same views of a hand, seed, options and number of simulations give the same decisions.

use spariglio_engine::{Game, View};

use super::beliefs::Beliefs;
use super::config::NetSearchConfig;
use super::evaluator::NetPlay;
use super::ismcts::Ismcts;
use super::mcts::{Mcts, generator};
use crate::agent::{Agent, Budget, Decision, MatchStanding};
use crate::net::{NetError, SparseJudge, pick};
use crate::table::Opponent;

/// The random stream of the temperature's draws.
const PICK_STREAM: u64 = u64::MAX - 2;

/// The agent `net-search`.
pub struct NetSearchAgent {
    search: Ismcts,
    temperature: f32,
}

impl NetSearchAgent {
    /// Reads the network that the options name.
    ///
    /// # Errors
    /// As [`PolicyNet::load`](crate::net::sparse::PolicyNet::load).
    pub fn new(game: &Game, config: &NetSearchConfig) -> Result<NetSearchAgent, NetError> {
        let judge = SparseJudge::load(&config.net, game)?;
        let beliefs = Beliefs::new(game, &config.inference, Some(&judge));
        let mcts = Mcts::with_net(game, config.search.clone(), config.root, &NetPlay::new(judge));
        Ok(NetSearchAgent {
            search: Ismcts::with(config.search.budget, mcts, beliefs),
            temperature: config.temperature,
        })
    }

    /// The agent with knowledge of the other sides' player, as [`Ismcts::knowing`].
    pub(crate) fn knowing<E: From<NetError>>(
        game: &Game,
        config: &NetSearchConfig,
        opponent: impl FnMut() -> Result<Opponent, E>,
    ) -> Result<NetSearchAgent, E> {
        let NetSearchAgent { search, temperature } = NetSearchAgent::new(game, config)?;
        Ok(NetSearchAgent { search: search.knowing(game, opponent)?, temperature })
    }
}

impl Agent for NetSearchAgent {
    fn note_standing(&mut self, standing: &MatchStanding) {
        self.search.note_standing(standing);
    }

    fn start_hand(&mut self, seed: u64) {
        self.search.start_hand(seed);
    }

    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Decision {
        let mut decision = self.search.decide(view, budget);
        if self.temperature > 0.0 {
            let mut rng = generator(self.search.decision_seed(view), PICK_STREAM);
            decision.action = decision.actions[pick(&decision.policy, self.temperature, &mut rng)];
        }
        decision
    }
}
