//! No heap allocation inside a hand, for any preset.

#[path = "support/counting.rs"]
mod counting;

use std::hint::black_box;

use counting::allocations_of;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Deal, Game, RuleSet, State, View};

fn play(game: &Game, rng: &mut Pcg64Mcg, actions: &mut Vec<Action>) {
    let deal = Deal::random(game, 0, rng);
    let mut state = State::new(game, &deal);
    let mut ahead = state;
    ahead.playout(game, &deal, rng);
    while !state.is_over() {
        state.legal_actions(game, actions);
        black_box(state.count_actions(game));
        for open in [false, true] {
            let view = View::new(game, &deal, &state, state.seat(), open);
            let world = view.sample_world(rng);
            let mut sampler = view.sampler();
            let mut state = sampler.sample(rng).state;
            state.playout(game, &world.deal, rng);
            view.legal_actions(actions);
        }
        let action = state.random_action(game, rng);
        state.apply(game, &deal, action);
    }
    black_box(state.score(game));
}

#[test]
fn a_hand_allocates_nothing() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).unwrap();
        let mut rng = Pcg64Mcg::new(8);
        let mut actions = Vec::with_capacity(1 << 15);
        play(&game, &mut rng, &mut actions);
        let count = allocations_of(|| (0..20).for_each(|_| play(&game, &mut rng, &mut actions)));
        assert_eq!(count, 0, "{name}");
        assert_eq!(allocations_of(|| drop(black_box(vec![1u8]))), 1, "the counter counts");
    }
}
