//! The paired search: every action of a position is judged in the same worlds, as often as the others.
//!
//! A tree search for play spends its simulations on few actions. The means of the others come from young trees: good
//! enough to play, not to judge. Here a *lap* draws one world and runs one simulation below every action under review.
//! All get equal visits in the same worlds, so that differences are paired. Below the first action the search is that
//! of `ismcts` or `net-search`.
//!
//! All actions of the seat to act are legal in all its worlds: its own hand cards are known.

use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Action, Card, Game, State, View, World};

use super::beliefs::Beliefs;
use super::config::{IsmctsConfig, NetSearchConfig, SearchConfig};
use super::constants::Constants;
use super::evaluator::{NetPlay, Playing};
use super::mcts::{generator, spare_generator};
use super::run::TreeSearch;
use crate::agent::Budget;
use crate::knowledge::points::{Parts, PointsEstimator};
use crate::net::{NetError, SparseJudge};
use crate::solver::LateSolver;

/// Number of actions of a simulation that are told.
pub const REPLIES: usize = 4;

/// The actions that a simulation took in the tree after the first one; `None` below the tree.
pub type Replies = [Option<Action>; REPLIES];

/// The outcome of one simulation below an action.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Outcome {
    /// Margin of the side of the seat to act, in points.
    pub margin: f64,
    /// The margin by part, if it was requested.
    pub parts: Option<Parts>,
    /// The actions after the one under review.
    pub replies: Replies,
}

/// Judges all actions of a position alike; serves one decision after the other.
pub struct PairedSearch {
    search: TreeSearch,
    playing: Playing,
    beliefs: Beliefs,
    estimate: PointsEstimator,
    /// Follows leaves with exact values to the end of the hand.
    late: Option<LateSolver>,
}

impl PairedSearch {
    /// The search of `ismcts`, whose judge is an estimate or a rollout.
    pub fn plain(game: &Game, config: &IsmctsConfig) -> PairedSearch {
        let playing = Playing::new(game, &config.search);
        PairedSearch::new(game, &config.search, Beliefs::new(game, &config.inference, None), playing)
    }

    /// The search of `net-search`, judged by the critic of its network.
    ///
    /// # Errors
    /// As [`NetSearchAgent::new`](super::NetSearchAgent::new).
    pub fn guided(game: &Game, config: &NetSearchConfig) -> Result<PairedSearch, NetError> {
        let judge = SparseJudge::load(&config.net, game)?;
        let beliefs = Beliefs::new(game, &config.inference, Some(&judge));
        let playing = Playing::with_net(game, &config.search, NetPlay::new(judge));
        Ok(PairedSearch::new(game, &config.search, beliefs, playing))
    }

    fn new(game: &Game, search: &SearchConfig, beliefs: Beliefs, playing: Playing) -> PairedSearch {
        PairedSearch {
            search: TreeSearch::new(Constants::new(search), false),
            playing,
            beliefs,
            estimate: PointsEstimator::new(game),
            late: LateSolver::new(game, search.exact),
        }
    }

    /// Prepares for the decision of a view: an empty tree, and worlds weighed as for a budget of `simulations`. All
    /// randomness derives from `seed`.
    pub fn begin(&mut self, view: &View<'_>, simulations: u32, seed: u64) {
        let open = view.partners_open();
        self.search.growth.note_partners(open);
        self.playing.note_view(view);
        self.playing.note_partners(open);
        self.search.start(view.game(), &view.public_state(), generator(seed, 0));
        self.beliefs.clear();
        let budget = Budget::simulations(simulations);
        self.beliefs.update(view, seed, budget, None, &mut spare_generator(seed));
    }

    /// Runs laps over some of the legal actions of the view of [`PairedSearch::begin`], and passes the outcome and the
    /// action's index of every simulation to `tell`. Every `parted`-th lap is broken down by part; 0 disables it.
    pub fn run(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        laps: u32,
        parted: u32,
        mut tell: impl FnMut(usize, &Outcome),
    ) {
        let (game, side) = (view.game(), view.game().side(view.seat()));
        let mut worlds = self.beliefs.worlds(view);
        for lap in 0..laps {
            let in_parts = parted > 0 && lap % parted == 0;
            let world = worlds.draw(self.search.growth.rng());
            for (place, &action) in actions.iter().enumerate() {
                self.search.begin(0, world);
                let descent = &mut self.search.descents[0];
                let utilities = self.search.growth.go_below(game, descent, action, &mut self.playing);
                let margin = f64::from(utilities[side]) * f64::from(UTILITY_SCALE);
                let parts = in_parts.then(|| {
                    let end = end(&mut self.late, game, &descent.world);
                    self.estimate.parts(game, &end, side, margin)
                });
                let mut actions = self.search.growth.actions(&self.search.descents[0]).skip(1);
                let replies = std::array::from_fn(|_| actions.next());
                drop(actions);
                tell(place, &Outcome { margin, parts, replies });
            }
        }
    }

    /// For each card that the view does not place: how often each seat, then the stock, has it in `number` worlds of the
    /// search's beliefs.
    pub fn chances(&mut self, view: &View<'_>, number: usize) -> Vec<(Card, Vec<f64>)> {
        let players = view.game().players();
        let mut cells: Vec<_> = view.unseen().into_iter().map(|card| (card, vec![0.0; players + 1])).collect();
        let mut worlds = self.beliefs.worlds(view);
        for _ in 0..number {
            let world = worlds.draw(self.search.growth.rng());
            for (card, chances) in &mut cells {
                chances[world.state.holder(*card).unwrap_or(players)] += 1.0 / number as f64;
            }
        }
        cells
    }
}

/// The last state of a simulation: its leaf, or the end of the hand after best play if the leaf has an exact value.
fn end(late: &mut Option<LateSolver>, game: &Game, leaf: &World) -> State {
    let World { deal, mut state } = *leaf;
    let left = game.plies() - state.ply();
    if let Some(late) = late.as_mut().filter(|late| late.is_late(left)) {
        for action in late.solver().line(game, &deal, &state) {
            state.apply(game, &deal, action);
        }
    }
    state
}
