//! How much the margin of a hand spreads: what is much in a game, and what little.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Deal, Game, State, View};

use crate::book::BookPolicy;
use crate::book::formula::FormulaPolicy;

/// Hands of [`margin_deviation`].
const HANDS: usize = 1000;

/// The least deviation, of a game where no hand is worth anything; logits are divided by it.
pub(super) const LEAST_DEVIATION: f32 = 1e-3;

/// The standard deviation of the margin of a hand that `formula` plays, in points, over some fixed hands.
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
    (squares / HANDS as f32 - mean * mean)
        .max(0.0)
        .sqrt()
        .max(LEAST_DEVIATION)
}
