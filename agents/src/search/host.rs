//! The search that queries a host program's model: the interface for models that this crate does not know.
//!
//! At every node the seat to act sees its own view of the sampled world. The model's policy for this view is the prior,
//! normalised over the actions that are legal in that world (PUCT; Rosin 2011, Silver et al. 2017). The model gives the
//! utility `v` of the side to act; with two sides the other has `-v`, with `n` sides each other has `-v / (n - 1)`.
//! Everything else (exact values, inference by the formula) works as in `ismcts`.
//!
//! It is a state machine that stops when it needs answers, so that searches of many games share a batch. Rows of other
//! searches in a shared batch change nothing.
//!
//! | file | noun |
//! |---|---|
//! | `config` | its settings |
//! | `batch` | queries and answers |
//! | `guided` | the simulations, which wait for answers |
//! | `guide` | the judge of their positions |
//!
//! Invariant: the same views of a hand, seed, settings, answers and number of simulations give the same decisions.

mod batch;
mod config;
mod guide;
mod guided;

use spariglio_engine::{Action, Game, View};

use super::beliefs::Beliefs;
use super::constants::Constants;
use super::ismcts::decision_seed;
use super::mcts::{generator, spare_generator};
use super::root_rule::RootSummary;
use super::run::TreeSearch;
use crate::agent::{Budget, Decision, SearchStats};
pub use batch::{BatchRow, EvalBatch};
pub use config::{HostSearchConfig, MOST_UNDER_WAY};
use guided::GuidedSearch;

/// A search whose queries the caller answers.
///
/// Use: [`HostSearch::begin`], then until [`HostSearch::is_done`]: [`HostSearch::collect`] adds rows to a batch, a
/// model fills them, [`HostSearch::apply`] takes the answers. Between `begin` and the decision every call gets the same
/// view. One machine serves one seat: it remembers the hand.
pub struct HostSearch {
    search: TreeSearch,
    guided: GuidedSearch,
    beliefs: Beliefs,
    roots: RootSummary,
    seed: u64,
    actions: Vec<Action>,
}

impl HostSearch {
    /// An idle search.
    pub fn new(game: &Game, config: &HostSearchConfig) -> HostSearch {
        HostSearch {
            search: TreeSearch::new(Constants::guided(config.exploration), false),
            guided: GuidedSearch::new(game, config),
            beliefs: Beliefs::new(game, &config.inference, None),
            roots: RootSummary::default(),
            seed: 0,
            actions: Vec::new(),
        }
    }

    /// Prepares for a hand: everything random in it is drawn from `seed`.
    pub fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
        self.beliefs.clear();
    }

    /// Starts a search of `simulations` for the observer of `view`, who must act. If only one action is legal, nothing is
    /// simulated.
    pub fn begin(&mut self, view: &View<'_>, simulations: u32) {
        view.legal_actions(&mut self.actions);
        self.search.growth.note_partners(view.partners_open());
        let seed = decision_seed(self.seed, view);
        let is_forced = self.actions.len() == 1;
        if is_forced {
            self.beliefs.ignore();
        } else {
            let budget = Budget::simulations(simulations);
            self.beliefs.update(view, seed, budget, None, &mut spare_generator(seed));
        }
        self.search.start(view.game(), &view.public_state(), generator(seed, 0));
        self.guided.begin(view, if is_forced { 0 } else { simulations });
    }

    /// Whether the root is evaluated and all simulations have ended.
    pub fn is_done(&self) -> bool {
        self.guided.is_done(&self.search)
    }

    /// Continues until every simulation under way waits for a row, and adds these rows to `batch`. It may add none, as
    /// simulations near the end of a hand need no answers.
    pub fn collect(&mut self, view: &View<'_>, batch: &mut EvalBatch) {
        let mut worlds = self.beliefs.worlds(view);
        self.guided.collect(&mut self.search, &mut worlds, batch);
    }

    /// Takes the answers to the rows of the last [`HostSearch::collect`].
    pub fn apply(&mut self, view: &View<'_>, batch: &EvalBatch) {
        self.guided.apply(&mut self.search, view.game(), batch);
    }

    /// The decision so far: the policy is the share of simulations of each action, or the priors if there were none.
    /// Its statistics hold no time.
    ///
    /// # Panics
    /// If the root has not been evaluated.
    pub fn decision(&mut self) -> Decision {
        let growth = &self.search.growth;
        self.roots.gather(std::iter::once(growth), &self.actions);
        let (action, policy, value) = if self.roots.visits() > 0 {
            let chosen = self.roots.choice(&[]);
            let (policy, value) = self.roots.policy(growth.root_rule(), growth.unit(), chosen);
            (chosen.action, policy, value)
        } else {
            let (priors, value) = self.guided.root().expect("the root has been evaluated");
            let best = (1..priors.len()).fold(0, |best, i| if priors[i] > priors[best] { i } else { best });
            (self.actions[best], priors.to_vec(), value)
        };
        let simulations = self.search.simulations();
        Decision {
            action,
            actions: self.actions.clone(),
            policy,
            value: Some(value),
            tried: self.roots.tried(),
            stats: SearchStats {
                simulations,
                worlds: self.beliefs.kept().map_or(simulations, |worlds| worlds as u32),
                nodes: growth.nodes(),
                millis: 0.0,
            },
        }
    }
}
