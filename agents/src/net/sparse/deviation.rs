//! How much the margin of a hand spreads: the scale for points in a game.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Deal, Game, State, View};

use crate::book::BookPolicy;
use crate::book::formula::FormulaPolicy;

/// Number of hands that [`margin_deviation`] plays.
const HANDS: usize = 1000;

/// The least deviation, even if no hand of a game is worth points: logits are divided by it.
pub(super) const LEAST_DEVIATION: f32 = 1e-3;

/// The standard deviation, in points, of the margin of hands that `formula` plays, over a fixed sample of deals.
pub fn margin_deviation(game: &Game) -> f32 {
    let formula = FormulaPolicy::new(game);
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut actions = Vec::new();
    let (mut sum, mut squares) = (0.0, 0.0);
    for hand in 0..HANDS {
        let deal = Deal::random(game, hand % game.players(), &mut rng);
        let mut state = State::new(game, &deal);
        while !state.is_over() {
            let view = View::new(game, &deal, &state, state.seat(), false);
            view.legal_actions(&mut actions);
            let chosen = actions[formula.choose(&view, &actions)];
            state.apply(game, &deal, chosen);
        }
        let margin = state.margin(game, 0) as f32;
        sum += margin;
        squares += margin * margin;
    }
    let mean = sum / HANDS as f32;
    (squares / HANDS as f32 - mean * mean).max(0.0).sqrt().max(LEAST_DEVIATION)
}
