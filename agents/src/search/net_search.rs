//! `net-search`: the tree search of `ismcts` with the priors and values of a network.
//!
//! At every node the seat to act sees its own view of the sampled world. The network's flattened policy for this view
//! is the prior (PUCT; Rosin 2011, Silver et al. 2017). A simulation ends at the first edge without visits, with the
//! margin that the critic expects of the world behind it. If there are `n` sides, each other side has `-1 / (n - 1)` of
//! it. The network also judges the play of the others ([`Inference`](super::Inference)). A rule can search the root
//! ([`RootRule`](super::RootRule)). With the option `mixing`, actions are drawn from the network's policy, reweighted by the
//! values of the search: the policy that maximises the expected value minus `mixing` times the Kullback-Leibler divergence
//! from the network's (Grill et al. 2020, "Monte-Carlo tree search as regularized policy optimization", with the
//! divergence turned round). Everything else (exact values, match, threads, time) is as in `ismcts`.
//!
//! Invariant: the same views of a hand, seed, options and number of simulations give the same decisions.

use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Game, View};

use super::beliefs::Beliefs;
use super::config::NetSearchConfig;
use super::evaluator::NetPlay;
use super::ismcts::Ismcts;
use super::mcts::{Mcts, generator};
use crate::agent::{Agent, Budget, Decision, Tried};
use crate::net::{NetError, SparseJudge, pick, softmax};
use crate::table::Opponent;

/// The random stream of draws from the policy.
const PICK_STREAM: u64 = u64::MAX - 2;

/// The agent `net-search`.
pub struct NetSearchAgent {
    search: Ismcts,
    temperature: f32,
    /// The network and the points of the option `mixing`.
    mixing: Option<(SparseJudge, f32)>,
}

impl NetSearchAgent {
    /// Reads the network that the options name.
    ///
    /// # Errors
    /// As [`NetChoice::load`](crate::net::NetChoice::load).
    pub fn new(game: &Game, config: &NetSearchConfig) -> Result<NetSearchAgent, NetError> {
        let judge = SparseJudge::load(&config.net, game)?;
        let beliefs = Beliefs::new(game, &config.inference, Some(&judge));
        let mcts = Mcts::with_net(game, config.search.clone(), config.root, &NetPlay::new(judge.clone()));
        Ok(NetSearchAgent {
            search: Ismcts::with(config.search.budget, mcts, beliefs),
            temperature: config.temperature,
            mixing: config.mixing.map(|points| (judge, points)),
        })
    }

    /// As [`Ismcts::knowing`].
    pub(crate) fn knowing<E>(
        self,
        game: &Game,
        models: Option<impl FnMut() -> Result<Vec<Opponent>, E>>,
    ) -> Result<NetSearchAgent, E> {
        Ok(NetSearchAgent { search: self.search.knowing(game, models)?, ..self })
    }
}

impl Agent for NetSearchAgent {
    fn start_hand(&mut self, seed: u64) {
        self.search.start_hand(seed);
    }

    fn decide(&mut self, view: &View<'_>, budget: Budget) -> Decision {
        let mut decision = self.search.decide(view, budget);
        let mut temperature = self.temperature;
        if let Some((judge, points)) = &mut self.mixing {
            reweigh(judge, *points, view, &mut decision);
            temperature = 1.0;
        }
        if temperature > 0.0 {
            let mut rng = generator(self.search.decision_seed(view), PICK_STREAM);
            decision.action = decision.actions[pick(&decision.policy, temperature, &mut rng)];
        }
        decision
    }
}

/// Makes the policy proportional to `network(action) * exp(value(action) / points)`, values in points. An action without
/// visits has the value of the decision. A decision without simulations stays.
fn reweigh(judge: &mut SparseJudge, points: f32, view: &View<'_>, decision: &mut Decision) {
    let Decision { actions, tried, policy, value, .. } = decision;
    if tried.is_empty() {
        return;
    }
    judge.policy(view, actions, policy);
    for (logit, tried) in policy.iter_mut().zip(tried) {
        let Tried { visits, value: own } = *tried;
        *logit += if visits > 0 { own } else { value.unwrap_or_default() } * UTILITY_SCALE / points;
    }
    softmax(policy);
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::{Deal, Game};

    use crate::{AgentSpec, Budget, Decision, Hand};

    fn first_decision(agent: &str) -> Decision {
        let game = Game::preset("scopone").expect("a preset");
        let hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::seed_from_u64(5)), false);
        let mut agent = AgentSpec::parse(agent).expect(agent).build(&game).expect("it ships");
        agent.start_hand(1);
        agent.decide(&hand.view(), Budget::default())
    }

    #[test]
    fn mixing_goes_from_the_policy_of_the_network_to_the_best_value() {
        let network = first_decision("net:temperature=1").policy;
        let weak = first_decision("net-search:mixing=100000").policy;
        for (one, other) in network.iter().zip(&weak) {
            assert!((one - other).abs() < 1e-3, "{network:?} {weak:?}");
        }
        let strong = first_decision("net-search:simulations=400:mixing=0.05");
        let visited = (0..strong.actions.len()).filter(|&at| strong.tried[at].visits > 0);
        let best = visited.max_by(|&one, &other| strong.tried[one].value.total_cmp(&strong.tried[other].value));
        let best = best.expect("a simulation");
        assert!(strong.policy[best] > 0.5, "{strong:?}");
    }

    #[test]
    fn a_mixing_search_has_no_other_temperature() {
        let error = AgentSpec::parse("net-search:mixing=1:temperature=1")
            .expect_err("refused")
            .to_string();
        assert!(error.contains("option `temperature` has no effect here, expected no mixing"), "{error}");
    }
}
