//! Depth-limited search of one world with all cards open.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, State, World};

use super::config::LookaheadConfig;
use crate::search::evaluator::{Evaluator, Grab, Playing};
use crate::search::tree::{MAX_SIDES, Utilities};

/// Alpha-beta for two sides, max^n for more, with a buffer of actions per level.
#[derive(Debug)]
pub(super) struct Lookahead {
    depth: usize,
    leaf: Playing,
    /// Orders the actions.
    grab: Grab,
    levels: Vec<Vec<(i32, Action)>>,
    listed: Vec<Action>,
}

impl Lookahead {
    pub(super) fn new(game: &Game, config: &LookaheadConfig) -> Lookahead {
        let depth = config.depth as usize;
        Lookahead {
            depth,
            leaf: Playing::new(game, &config.leaf),
            grab: Grab::new(game),
            levels: vec![Vec::new(); depth + 1],
            listed: Vec::new(),
        }
    }

    /// Notes whether partners see each other's hand cards.
    pub(super) fn note_partners(&mut self, open: bool) {
        self.leaf.note_partners(open);
    }

    /// Utility after an action, for the side that takes it.
    pub(super) fn value_after(&mut self, game: &Game, world: &World, action: Action, rng: &mut Pcg64Mcg) -> f32 {
        let side = game.side(world.state.seat());
        let next = after(game, world, action);
        if game.sides() == 2 {
            let value = self.alpha_beta(game, &next, self.depth - 1, [f32::MIN, f32::MAX], rng);
            return if side == 0 { value } else { -value };
        }
        self.max_n(game, &next, self.depth - 1, rng)[side]
    }

    /// Utility for side 0, exact between the bounds.
    fn alpha_beta(
        &mut self,
        game: &Game,
        world: &World,
        depth: usize,
        [mut alpha, mut beta]: [f32; 2],
        rng: &mut Pcg64Mcg,
    ) -> f32 {
        if let Some(utilities) = self.leaf_value(game, world, depth, rng) {
            return utilities[0];
        }
        let maximises = game.side(world.state.seat()) == 0;
        self.list(game, &world.state, depth);
        let mut best = if maximises { f32::MIN } else { f32::MAX };
        for place in 0..self.levels[depth].len() {
            let action = self.levels[depth][place].1;
            let next = after(game, world, action);
            let value = self.alpha_beta(game, &next, depth - 1, [alpha, beta], rng);
            if maximises {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Utilities of all sides if each maximises its own.
    fn max_n(&mut self, game: &Game, world: &World, depth: usize, rng: &mut Pcg64Mcg) -> Utilities {
        if let Some(utilities) = self.leaf_value(game, world, depth, rng) {
            return utilities;
        }
        let side = game.side(world.state.seat());
        self.list(game, &world.state, depth);
        let mut best: Option<Utilities> = None;
        for place in 0..self.levels[depth].len() {
            let action = self.levels[depth][place].1;
            let utilities = self.max_n(game, &after(game, world, action), depth - 1, rng);
            if best.is_none_or(|best| utilities[side] > best[side]) {
                best = Some(utilities);
            }
        }
        best.expect("a hand that is not over has a legal action")
    }

    fn leaf_value(&mut self, game: &Game, world: &World, depth: usize, rng: &mut Pcg64Mcg) -> Option<Utilities> {
        let mut utilities = [0.0; MAX_SIDES];
        if self.leaf.settle(game, world, &mut utilities) {
            return Some(utilities);
        }
        if depth > 0 && !world.state.is_over() {
            return None;
        }
        let mut played = *world;
        self.leaf.evaluate(game, &mut played, rng, &mut utilities);
        Some(utilities)
    }

    /// Lists the actions of a level, the most worthwhile captures first, so that alpha-beta prunes early.
    fn list(&mut self, game: &Game, state: &State, depth: usize) {
        state.legal_actions(game, &mut self.listed);
        let mut level = std::mem::take(&mut self.levels[depth]);
        level.clear();
        level.extend(self.listed.iter().map(|&action| (-self.grab.value(state, action), action)));
        level.sort_unstable();
        self.levels[depth] = level;
    }
}

fn after(game: &Game, world: &World, action: Action) -> World {
    let mut next = *world;
    next.state.apply(game, &next.deal, action);
    next
}
