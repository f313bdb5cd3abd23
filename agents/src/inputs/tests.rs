//! Inputs stay in their places, tell nothing that is hidden, and tell the world where they should.

use std::collections::HashSet;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Deal, RuleSet, View};

use super::*;

/// Calls `look` on every position of some random hands of every preset, with what the seats refused so far.
fn every_position(mut look: impl FnMut(&mut Encoder, &Deal, &State, &Refusals, &View<'_>)) {
    for preset in RuleSet::preset_names() {
        let game = Game::preset(preset).expect("a preset");
        let mut encoder = Encoder::new(&game);
        for seed in 0..4 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let deal = Deal::random(&game, seed as usize % game.players(), &mut rng);
            let mut state = State::new(&game, &deal);
            let (mut refusals, mut history) = (Refusals::default(), Vec::new());
            while !state.is_over() {
                let view = View::new(&game, &deal, &state, state.seat(), false).with_history(&history);
                look(&mut encoder, &deal, &state, &refusals, &view);
                let action = state.random_action(&game, &mut rng);
                encoder.note(&mut refusals, &game, &state, action);
                state.apply(&game, &deal, action);
                history.push(action);
            }
        }
    }
}

/// All inputs of a view, and of its actions.
fn inputs(encoder: &mut Encoder, view: &View<'_>, refusals: &Refusals) -> (Vec<u16>, ActionInputs) {
    let (mut actions, mut logits) = (Vec::new(), Vec::new());
    view.legal_actions(&mut actions);
    let (mut of_view, mut of_actions) = (Vec::new(), ActionInputs::default());
    encoder.view(view, refusals, &mut of_view);
    encoder.actions(view, &actions, Residual::Formula, &mut of_actions, &mut logits);
    (of_view, of_actions)
}

fn check(inputs: &[u16], from: usize, to: usize) {
    let distinct: HashSet<_> = inputs.iter().collect();
    assert_eq!(distinct.len(), inputs.len(), "each once");
    assert!(inputs.iter().all(|&input| (from..to).contains(&input.into())));
}

#[test]
fn every_input_is_there_once_and_in_its_block() {
    every_position(|encoder, _, state, refusals, view| {
        let (of_view, of_actions) = inputs(encoder, view, refusals);
        let views = usize::from(encoder.view.end);
        check(&of_view, 0, views);
        for action in 0..of_actions.len() {
            check(of_actions.of(action), views, encoder.policy_len());
        }
        let mut of_both = Vec::new();
        let len = encoder.view_and_world(view, state, refusals, &mut of_both).view_len;
        assert_eq!(of_both[..len], of_view);
        check(&of_both[len..], views, encoder.critic_len());
    });
}

#[test]
fn hidden_cards_change_no_input_of_view_and_actions() {
    let mut rng = Pcg64Mcg::seed_from_u64(9);
    every_position(|encoder, _, _, _, view| {
        let world = view.sample_world(&mut rng);
        let other = View::new(view.game(), &world.deal, &world.state, view.seat(), false).with_history(view.history());
        let [refused, refused_there] = [view, &other].map(|view| encoder.refusals(view));
        let (here, here_actions) = inputs(encoder, view, &refused);
        let (there, there_actions) = inputs(encoder, &other, &refused_there);
        assert_eq!(here, there);
        assert!((0..here_actions.len()).all(|action| here_actions.of(action) == there_actions.of(action)));
    });
}

#[test]
fn refusals_are_the_same_step_by_step_and_from_the_history() {
    every_position(|encoder, _, _, refusals, view| {
        let replayed = encoder.refusals(view);
        let (here, _) = inputs(encoder, view, refusals);
        let (there, _) = inputs(encoder, view, &replayed);
        assert_eq!(here, there, "ply {}", view.ply());
    });
}
