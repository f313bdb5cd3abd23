//! `net-search`: the tree search of `ismcts` with the priors and values of a network.
//!
//! At every node the seat to act sees its own view of the sampled world; the network's policy for this view is the prior
//! (PUCT; Rosin 2011, Silver et al. 2017). The network gives the utility `v` of the side to act; with two sides the other has
//! `-v`, with `n` sides each other has `-v / (n - 1)`. What the others played is judged by the network
//! ([`Inference`](super::Inference)). All else (exact values, match, kept trees, threads, time) is that of `ismcts`.
//!
//! **A sparse network**, as policy gradient makes them, judges worlds: a simulation ends at the first edge without visits with
//! what the critic expects of the world behind it. Priors are flattened. The root may be
//! searched by sequential halving ([`RootRule`](super::RootRule)).
//!
//! **A dense network** judges views: where a simulation ends is the rule of [`Guidance::leaf`](super::Guidance::leaf). Priors
//! are taken relative to the actions that are legal in the world at hand.
//!
//! Invariant: the same views of a hand, seed, options and number of simulations give the same decisions.

use spariglio_engine::{Action, Game, View};

use super::beliefs::Beliefs;
use super::clock::Clock;
use super::config::{Guidance, NetSearchConfig, RootRule};
use super::evaluator::NetPlay;
use super::ismcts::Ismcts;
use super::mcts::{Mcts, generator};
use crate::agent::{Agent, Budget, Decision, MatchStanding};
use crate::net::{BatchEvaluator, EvalBatch, NetError, NetEvaluator, Network, SparseJudge, pick};
use crate::table::Opponent;

/// The stream of what temperature draws.
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
    /// As [`Network::load`] and [`PolicyNet::load`](crate::net::sparse::PolicyNet::load); an option that has no effect on the network.
    pub fn new(game: &Game, config: &NetSearchConfig) -> Result<NetSearchAgent, NetError> {
        if let Some(search) = judged(game, config)? {
            return Ok(NetSearchAgent {
                search,
                temperature: config.temperature,
            });
        }
        if config.root == RootRule::Halving {
            return Err(NetError::OtherKind {
                option: "root",
                found: "dense",
                expected: "sparse",
            });
        }
        let (network, _) = Network::load(&config.net, game)?;
        let evaluator = NetEvaluator::new(network, game);
        let evaluators = (0..config.search.threads).map(|_| Box::new(evaluator.clone()) as Box<dyn BatchEvaluator>);
        Ok(NetSearchAgent::with_evaluators(game, config, evaluators.collect()))
    }

    /// The agent of a sparse network, which knows the player of the other sides; none where the network is a dense one. As
    /// [`Ismcts::knowing`].
    pub(crate) fn knowing<E: From<NetError>>(
        game: &Game,
        config: &NetSearchConfig,
        opponent: impl FnMut() -> Result<Opponent, E>,
    ) -> Result<Option<NetSearchAgent>, E> {
        let Some(search) = judged(game, config)? else {
            return Ok(None);
        };
        Ok(Some(NetSearchAgent {
            search: search.knowing(game, opponent)?,
            temperature: config.temperature,
        }))
    }

    /// An agent that searches with any evaluators, one for each thread; the options' network is not read.
    ///
    /// # Panics
    /// If there are not as many evaluators as threads.
    pub fn with_evaluators(
        game: &Game,
        config: &NetSearchConfig,
        evaluators: Vec<Box<dyn BatchEvaluator>>,
    ) -> NetSearchAgent {
        assert_eq!(
            evaluators.len(),
            config.search.threads as usize,
            "one evaluator for each thread"
        );
        NetSearchAgent {
            search: guided(game, config, evaluators),
            temperature: config.temperature,
        }
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

/// The search of `net-search` as a machine: it stops where it needs evaluations, so that many games share a batch.
///
/// Use: [`NetSearch::begin`], then until [`NetSearch::is_done`]: [`NetSearch::collect`] adds rows to a batch, an evaluator
/// fills them, [`NetSearch::apply`] takes the answers. Between `begin` and the decision every call gets the same view.
/// What others put into a shared batch changes nothing. One machine serves one seat: it remembers the hand.
pub struct NetSearch {
    search: Ismcts,
    budget: Budget,
    actions: Vec<Action>,
}

impl NetSearch {
    /// A search that has nothing to do yet, on one thread; the options' network and temperature are not looked at, and of
    /// the budget only its simulations.
    pub fn new(game: &Game, config: &NetSearchConfig) -> NetSearch {
        NetSearch {
            search: guided(game, config, Vec::new()),
            budget: config.search.budget,
            actions: Vec::new(),
        }
    }

    /// Notes where the match stands, before [`NetSearch::start_hand`].
    pub fn note_standing(&mut self, standing: &MatchStanding) {
        self.search.note_standing(standing);
    }

    /// Prepares for a hand: everything random in it is drawn from `seed`.
    pub fn start_hand(&mut self, seed: u64) {
        self.search.start_hand(seed);
    }

    /// Starts a search for the observer of `view`, who must be to act. A single legal action gets no simulations.
    pub fn begin(&mut self, view: &View<'_>, budget: Budget) {
        view.legal_actions(&mut self.actions);
        let budget = budget.or(self.budget);
        let simulations = if self.actions.len() == 1 {
            self.search.begin_forced(view);
            0
        } else {
            self.search.begin(view, budget);
            budget.simulations.unwrap_or(u32::MAX)
        };
        if let Some((_, guided)) = self.search.mcts().guided() {
            guided.ask_for(simulations);
        }
    }

    /// Whether the root is evaluated and all simulations have ended.
    pub fn is_done(&mut self) -> bool {
        let guided = self.search.mcts().guided();
        guided.is_none_or(|(search, guided)| guided.is_done(search))
    }

    /// Starts no more simulations; those under way still have to end.
    pub fn stop(&mut self) {
        if let Some((search, guided)) = self.search.mcts().guided() {
            guided.stop(search);
        }
    }

    /// Goes on until every simulation under way waits for a row, and adds these rows to `batch`. It may add none: near the
    /// end of a hand simulations need no evaluations. Then it returns after some of them, for the caller to look at the
    /// clock.
    pub fn collect(&mut self, view: &View<'_>, batch: &mut EvalBatch) {
        self.search.collect(view, batch);
    }

    /// Takes the answers to the rows of the last [`NetSearch::collect`].
    pub fn apply(&mut self, view: &View<'_>, batch: &EvalBatch) {
        if let Some((search, guided)) = self.search.mcts().guided() {
            guided.apply(search, view.game(), batch);
        }
    }

    /// The decision so far: the policy is the share of simulations of each action, the priors where there were none.
    ///
    /// # Panics
    /// If the root has not been evaluated.
    pub fn decision(&mut self) -> Decision {
        let mut decision = self.search.mcts().decision(self.actions.clone(), Clock::start());
        decision.stats.millis = 0.0;
        decision
    }
}

/// A search whose worlds the options' network with a critic judges; none where that network is a dense one.
fn judged(game: &Game, config: &NetSearchConfig) -> Result<Option<Ismcts>, NetError> {
    let Some(judge) = SparseJudge::load(&config.net, game)? else {
        return Ok(None);
    };
    check_sparse(&config.guidance)?;
    let beliefs = Beliefs::new(game, &config.inference, Some(&judge));
    let mcts = Mcts::with_net(game, config.search.clone(), config.root, &NetPlay::new(judge));
    Ok(Some(searching(config, mcts, beliefs)))
}

/// A search that a network of views guides.
fn guided(game: &Game, config: &NetSearchConfig, evaluators: Vec<Box<dyn BatchEvaluator>>) -> Ismcts {
    let mcts = Mcts::with_guidance(game, config.search.clone(), config.guidance, evaluators);
    searching(config, mcts, Beliefs::new(game, &config.inference, None))
}

fn searching(config: &NetSearchConfig, mcts: Mcts, beliefs: Beliefs) -> Ismcts {
    let reuse = config.reuse && config.search.threads == 1;
    Ismcts::with(config.search.budget, mcts, beliefs, reuse)
}

/// Refuses options that say nothing to a sparse network.
fn check_sparse(guidance: &Guidance) -> Result<(), NetError> {
    let Guidance {
        fpu,
        noise,
        noise_alpha,
        batch,
        leaf,
    } = Guidance::default();
    let given = [
        ("fpu", guidance.fpu != fpu),
        ("noise", guidance.noise != noise),
        ("noise_alpha", guidance.noise_alpha != noise_alpha),
        ("batch", guidance.batch != batch),
        ("leaf", guidance.leaf != leaf),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some(&(option, _)) => Err(NetError::OtherKind {
            option,
            found: "sparse",
            expected: "dense",
        }),
        None => Ok(()),
    }
}
