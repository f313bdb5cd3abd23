//! Inputs stay in their places, and reveal hidden cards only if they are the world's.

use std::collections::HashSet;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Deal, Deck, RuleSet, View};

use super::*;

/// Calls `look` on every position of some random hands of every preset, with the refusals so far.
pub(super) fn every_position(mut look: impl FnMut(&mut Encoder, &Deal, &State, &Refusals, &View<'_>)) {
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
        assert_eq!(encoder.view_len(), views);
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

/// The places, in words, of the inputs that belong to a block.
fn told(encoder: &Encoder, deck: Deck, part: &str, name: &str, inputs: &[u16]) -> Vec<String> {
    let blocks = encoder.blocks();
    let block = blocks.iter().find(|block| (block.part, block.name) == (part, name));
    let block = block.expect("a block of the game");
    let inputs = inputs.iter().map(|&input| usize::from(input));
    let held = inputs.filter(|&input| block.holds(input));
    held.map(|input| block.place(input, deck).join(", ")).collect()
}

#[test]
fn blocks_tell_what_the_inputs_mean() {
    every_position(|encoder, _, _, refusals, view| {
        let (game, deck) = (view.game(), view.game().deck());
        let (of_view, of_actions) = inputs(encoder, view, refusals);
        let hand: Vec<String> = view
            .hand_cards()
            .iter()
            .map(|card| format!("card {}", deck.card_text(card)))
            .collect();
        assert_eq!(told(encoder, deck, "view", "hand", &of_view), hand);
        let mut played = Vec::new();
        for other in 0..game.players() - 1 {
            let seat = (view.seat() + 1 + other) % game.players();
            for card in view.played(seat) {
                let card = format!("card {}", deck.card_text(card));
                let alone = game.players() == 2;
                played.push(if alone { card } else { format!("others {other}, {card}") });
            }
        }
        assert_eq!(told(encoder, deck, "view", "played", &of_view), played);
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        for (index, action) in actions.iter().enumerate() {
            let Some(card) = action.card() else { continue };
            let captures = !action.captured().is_empty() || view.takes_itself(card);
            let start = format!("{}, rank {}", u8::from(captures), &deck.card_text(card)[..1]);
            let places = told(encoder, deck, "action", "played", of_actions.of(index));
            assert!(places.len() == 1 && places[0].starts_with(&start), "{places:?}, {start}");
        }
    });
}

#[test]
fn the_look_ahead_gives_the_logits_of_plays_and_the_formula_those_of_declarations() {
    let mut declared = 0;
    every_position(|encoder, _, _, _, view| {
        let Some(policy) = LookaheadPolicy::new(view.game(), &Foresight::default()) else {
            return;
        };
        let (mut actions, mut values) = (Vec::new(), Vec::new());
        view.legal_actions(&mut actions);
        let mut logits = |residual| {
            let mut logits = Vec::new();
            encoder.actions(view, &actions, residual, &mut ActionInputs::default(), &mut logits);
            logits
        };
        let start = logits(Residual::Lookahead);
        if view.is_declaring() {
            assert_eq!(start, logits(Residual::Formula));
            declared += 1;
            return;
        }
        policy.rate(view, &actions, &mut values);
        let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for (logit, value) in start.iter().zip(&values) {
            assert!((logit - 4.0 * (value - best)).abs() < 1e-4, "{logit} {value}");
        }
    });
    assert!(declared > 0);
}

#[test]
fn a_residual_is_named_by_its_text() {
    for residual in [Residual::Formula, Residual::Lookahead, Residual::None] {
        assert_eq!(Residual::named(&residual.to_string()), Some(residual));
    }
    assert_eq!(Residual::named("greedy"), None);
}
