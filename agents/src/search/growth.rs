//! A tree that grows by simulations: how descents go (`descend`) and how actions enter the tree (`entry`).
//!
//! Invariant: the visits of the root's edges add up to the simulations since the root was made, and the root has an
//! edge for every legal action that one of them could reach.

mod descend;
mod entry;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, State};

use super::constants::Constants;
use super::descent::Descent;
use super::info_sets::InfoSetNodes;
use super::root_rule::{self, Root, RootRule};
use super::spread::Spread;
use super::tree::{Edge, MAX_SIDES, NodeId, Strategy, Tree, Ucb1};

/// The tree stops growing at this size, about two gigabytes.
const MOST_NODES: u32 = 1 << 22;

/// A tree, its rules, and the buffers that are kept between decisions.
#[derive(Debug)]
pub(super) struct TreeSearchState {
    tree: Tree,
    constants: Constants,
    /// The constants in utilities.
    strategy: Strategy,
    /// Present if every seat has its own tree.
    info_sets: Option<InfoSetNodes>,
    /// Present if the root is not searched as every other node.
    rule: Option<Box<dyn root_rule::RootStrategy>>,
    /// Of each side's utilities; with two sides only the root's, because the other side has the negative.
    spreads: [Spread; MAX_SIDES],
    /// The side of the seat to act at the root.
    side: usize,
    /// Whether partners see each other's hand cards.
    partners_open: bool,
    /// The legal actions at the root.
    legal: Vec<Action>,
    actions: Vec<Action>,
    priors: Vec<f32>,
    rng: Pcg64Mcg,
    simulations: u32,
    steps: u64,
}

impl TreeSearchState {
    /// A tree, or one for each seat with `multiple` observers.
    pub(super) fn new(constants: Constants, multiple: bool) -> TreeSearchState {
        TreeSearchState {
            tree: Tree::new(MOST_NODES),
            constants,
            strategy: Strategy::Ucb1(Ucb1::new(0.0)),
            info_sets: multiple.then(InfoSetNodes::new),
            rule: None,
            spreads: [Spread::default(); MAX_SIDES],
            side: 0,
            partners_open: false,
            legal: Vec::new(),
            actions: Vec::new(),
            priors: Vec::new(),
            rng: Pcg64Mcg::new(0),
            simulations: 0,
            steps: 0,
        }
    }

    /// Whether partners see each other's hand cards in the decisions to come.
    pub(super) fn note_partners(&mut self, open: bool) {
        self.partners_open = open;
    }

    /// Searches the root by a rule from now on. A rule other than the default needs evaluators with priors.
    pub(super) fn set_root_rule(&mut self, rule: RootRule) {
        self.rule = rule.strategy();
    }

    /// Forgets the last decision; everything random in the next one comes from `rng`.
    pub(super) fn start(&mut self, game: &Game, state: &State, rng: Pcg64Mcg) {
        self.tree.reset(state.matta());
        if let Some(info_sets) = &mut self.info_sets {
            info_sets.clear();
        }
        self.side = game.side(state.seat());
        state.legal_actions(game, &mut self.legal);
        self.rng = rng;
        self.simulations = 0;
        self.steps = 0;
        if let Some(rule) = &mut self.rule {
            rule.begin();
        }
        self.spreads = [Spread::default(); MAX_SIDES];
        self.set_strategy();
    }

    /// The rule of the root; `None` if it is searched as every other node.
    pub(super) fn root_rule(&self) -> Option<&dyn root_rule::RootStrategy> {
        self.rule.as_deref()
    }

    /// As [`TreeSearchState::root_rule`], to note the budget.
    pub(super) fn root_rule_mut(&mut self) -> Option<&mut dyn root_rule::RootStrategy> {
        self.rule.as_deref_mut().map(|rule| rule as _)
    }

    /// The choice of the root's rule when the budget is spent; `None` without a rule.
    pub(super) fn choice(&mut self) -> Option<Action> {
        self.ask_rule(|rule, root| rule.choice(root))?
    }

    /// Asks the rule of the root, if there is one.
    #[inline(always)]
    fn ask_rule<T>(&mut self, ask: impl FnOnce(&mut dyn root_rule::RootStrategy, &Root<'_>) -> T) -> Option<T> {
        let rule = self.rule.as_deref_mut()?;
        let root = Root {
            tree: &self.tree,
            node: NodeId::ROOT,
            legal: &self.legal,
            simulations: self.simulations,
            unit: self.spreads[self.side].unit(),
        };
        Some(ask(rule, &root))
    }

    /// Standard deviation of the utility of the side to act at the root.
    pub(super) fn unit(&self) -> f32 {
        self.spreads[self.side].unit()
    }

    fn set_strategy(&mut self) {
        self.strategy = self.constants.strategy(self.spreads[self.side]);
    }

    /// Simulations since the start.
    pub(super) fn simulations(&self) -> u32 {
        self.simulations
    }

    /// Nodes of the tree.
    pub(super) fn nodes(&self) -> u32 {
        self.tree.nodes()
    }

    /// Edges descended since the start, over all simulations; equal searches have equal steps.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// The generator of the descents' worlds.
    #[inline(always)]
    pub(super) fn rng(&mut self) -> &mut Pcg64Mcg {
        &mut self.rng
    }

    /// The actions of a descent, from the root.
    pub(super) fn actions<'a>(&'a self, descent: &'a Descent) -> impl Iterator<Item = Action> + 'a {
        descent.path.steps().map(|(edge, _)| self.tree.action(edge))
    }

    /// The legal actions at the root, in canonical order.
    pub(super) fn legal(&self) -> &[Action] {
        &self.legal
    }

    /// Whether partners see each other's hand cards.
    pub(super) fn partners_open(&self) -> bool {
        self.partners_open
    }

    /// Whether the most visited action is chosen whatever the next `left` simulations do; `false` if a rule chooses.
    pub(super) fn is_decided(&self, left: u32) -> bool {
        if self.rule.is_some() {
            return false;
        }
        let (mut first, mut second) = (0, 0);
        for &action in &self.legal {
            let visits = self.root_edge(action).visits;
            if visits > first {
                (first, second) = (visits, first);
            } else if visits > second {
                second = visits;
            }
        }
        first - second > left
    }

    /// The root's edge of an action; without visits if it was never tried.
    pub(super) fn root_edge(&self, action: Action) -> Edge {
        let nothing = Edge { action, visits: 0, available: 0, mean: 0.0, prior: 0.0 };
        self.tree
            .find(NodeId::ROOT, action)
            .map_or(nothing, |edge| self.tree.edge(edge))
    }
}
