//! The leaf with all its options: play by a policy, to the end or a horizon, exact values late.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, State, World};

use super::in_match::InMatch;
use super::{Leaf, Policy, margins};
use crate::search::config::{Rollout, SearchConfig, Utility};
use crate::search::estimate::Estimate;
use crate::search::tree::Utilities;
use crate::solver::Solver;
use crate::standing::Standing;

/// Plays a world on and judges what comes out.
#[derive(Debug)]
pub(in crate::search) struct Playing {
    policy: Policy,
    epsilon: f32,
    /// Plays before the rest is estimated.
    horizon: usize,
    estimate: Estimate,
    utility: Utility,
    /// Present where the match is searched for.
    in_match: Option<Box<InMatch>>,
    exact: Option<Exact>,
    actions: Vec<Action>,
}

impl Playing {
    pub(in crate::search) fn new(game: &Game, config: &SearchConfig) -> Playing {
        Playing {
            policy: Policy::new(game, config.rollout),
            epsilon: config.epsilon,
            horizon: match (config.rollout, config.horizon) {
                (Rollout::None, _) => 0,
                (_, 0) => usize::MAX,
                (_, plays) => plays as usize,
            },
            estimate: Estimate::new(game),
            utility: config.utility,
            in_match: (config.utility == Utility::Match).then(|| Box::new(InMatch::new(game))),
            exact: Exact::new(game, config.exact),
            actions: Vec::new(),
        }
    }

    /// Notes where the match stands.
    pub(in crate::search) fn note_standing(&mut self, standing: &Standing) {
        if let Some(in_match) = &mut self.in_match {
            in_match.note(standing);
        }
    }

    /// Sets the utilities from the exact value, where it is to be had.
    fn solve(&mut self, game: &Game, world: &World, utilities: &mut Utilities) -> bool {
        let Some(exact) = self.exact.as_mut().filter(|exact| exact.is_late(game, &world.state)) else {
            return false;
        };
        if let Some(in_match) = self.in_match.as_mut().filter(|in_match| in_match.is_known()) {
            let value = in_match.solved(game, world);
            return set(utilities, value);
        }
        let side = game.side(world.state.seat());
        let value = exact.solver.value(game, &world.deal, &world.state) as f32;
        utilities[side] = value;
        utilities[1 - side] = -value;
        self.finish(game, utilities, true);
        true
    }

    /// Sets the utilities of a hand that is over.
    fn end(&self, game: &Game, world: &World, utilities: &mut Utilities) {
        let ended = self
            .in_match
            .as_ref()
            .and_then(|in_match| in_match.ended(game, &world.state));
        if !set(utilities, ended) {
            margins(game, world, utilities);
            self.finish(game, utilities, true);
        }
    }

    /// Sets the utilities from what is expected.
    fn expect(&self, game: &Game, state: &State, utilities: &mut Utilities) {
        if let Some(in_match) = self.in_match.as_ref().filter(|in_match| in_match.is_known()) {
            let expected = self.estimate.expected(game, state);
            set(utilities, in_match.expected(state, &expected));
            return;
        }
        self.estimate.margins(game, state, utilities);
        self.finish(game, utilities, false);
    }

    fn finish(&self, game: &Game, margins: &mut Utilities, sure: bool) {
        for margin in &mut margins[..game.sides()] {
            *margin = self.utility.of(*margin, sure);
        }
    }
}

impl Leaf for Playing {
    fn evaluate(&mut self, game: &Game, world: &mut World, rng: &mut Pcg64Mcg, utilities: &mut Utilities) {
        let end = world.state.ply().saturating_add(self.horizon);
        while !world.state.is_over() {
            if self.solve(game, world, utilities) {
                return;
            }
            if world.state.ply() >= end {
                self.expect(game, &world.state, utilities);
                return;
            }
            let action = self.policy.choose(game, world, self.epsilon, &mut self.actions, rng);
            world.state.apply(game, &world.deal, action);
        }
        self.end(game, world, utilities);
    }

    fn settle(&mut self, game: &Game, world: &World, utilities: &mut Utilities) -> bool {
        self.exact.is_some() && !world.state.is_over() && self.solve(game, world, utilities)
    }
}

/// Sets the utilities of two sides from side 0's; false where there is none.
fn set(utilities: &mut Utilities, value: Option<f32>) -> bool {
    if let Some(value) = value {
        (utilities[0], utilities[1]) = (value, -value);
    }
    value.is_some()
}

/// The solver, and from where on it is asked.
#[derive(Debug)]
struct Exact {
    solver: Solver,
    /// Plays left in the hand, at most.
    plays: usize,
}

impl Exact {
    /// None where no exact values are asked for or the game has not two sides.
    fn new(game: &Game, cards: u32) -> Option<Exact> {
        let solver = Solver::new(game).ok().filter(|_| cards > 0)?;
        Some(Exact {
            solver,
            plays: cards as usize * game.players(),
        })
    }

    fn is_late(&self, game: &Game, state: &State) -> bool {
        game.plies() - state.ply() <= self.plays
    }
}
