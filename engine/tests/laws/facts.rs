//! The facts about captures agree with the effects of plays.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::hand::Tally;
use spariglio_engine::random::below;
use spariglio_engine::{Action, ActionKind, CardSet, Deal, Game, State};

use crate::rule_sets;

/// Calls `look` with the states of some random hands of every preset and of random rule sets.
fn for_each_state(mut look: impl FnMut(&Game, &Deal, &State)) {
    let random = rule_sets::many_random(400);
    for (seed, game) in rule_sets::presets().into_iter().chain(random).enumerate() {
        let mut rng = Pcg64Mcg::new(seed as u128 * 2 + 1);
        for _ in 0..8 {
            let deal = Deal::random(&game, below(&mut rng, game.players() as u32) as usize, &mut rng);
            let mut state = State::new(&game, &deal);
            while !state.is_over() {
                look(&game, &deal, &state);
                let action = state.random_action(&game, &mut rng);
                state.apply(&game, &deal, action);
            }
        }
    }
}

#[test]
fn sweepers_are_the_cards_with_a_capture_that_sweeps() {
    let mut sweeps = 0;
    for_each_state(|game, _, state| {
        if state.is_declaring() || state.table().is_empty() || !game.may_sweep(state.ply()) {
            return;
        }
        let mut actions = Vec::new();
        state.legal_actions(game, &mut actions);
        let mut sweepers = CardSet::EMPTY;
        for action in actions {
            if let ActionKind::Play { card, captured } = action.kind()
                && !captured.is_empty()
                && state.is_scoring_sweep(game, card, captured)
            {
                sweepers.insert(card);
            }
        }
        sweeps += sweepers.len();
        let expected = game.sweepers(state.table(), state.matta()) & state.playable();
        assert_eq!(sweepers, expected, "{}\n{state:?}", game.rules().to_toml());
    });
    assert!(sweeps > 1000, "{sweeps} sweeps");
}

#[test]
fn plays_on_a_table_are_the_legal_actions() {
    for_each_state(|game, _, state| {
        if state.is_declaring() {
            return;
        }
        let mut actions = Vec::new();
        state.legal_actions(game, &mut actions);
        let mut plays = Vec::new();
        game.for_each_play(state.table(), state.matta(), state.playable(), |card, captured| {
            plays.push(Action::play(card, captured));
        });
        let place = |action: &Action| actions.iter().position(|other| other == action);
        plays.sort_by_key(place);
        assert_eq!(plays, actions, "{}\n{state:?}", game.rules().to_toml());
    });
}

#[test]
fn what_a_capture_scores_is_what_the_tally_gains() {
    for_each_state(|game, deal, state| {
        let side = game.side(state.seat());
        let before = state.tally(side);
        let mut actions = Vec::new();
        state.legal_actions(game, &mut actions);
        for action in actions {
            let ActionKind::Play { card, captured } = action.kind() else {
                continue;
            };
            let mut next = *state;
            next.apply(game, deal, action);
            if captured.is_empty() && !next.is_over() {
                assert_eq!(state.takes_itself(game, card), next.pile(side).contains(card));
            }
            let counts = if captured.is_empty() {
                Tally::default()
            } else {
                state.capture_counts(game, card, captured)
            };
            // Automatic declarations at the next turn are another seat's, perhaps of the same side.
            let after = next.tally(side);
            assert_eq!(before.sweeps + counts.sweeps, after.sweeps, "{state:?}");
            let captures = before.captures().into_iter().zip(counts.captures()).zip(after.captures());
            for (((kind, had), (_, more)), (_, has)) in captures {
                assert_eq!(had + more, has, "{} {state:?}", kind.name());
            }
            let most = game.most_capture_points() + i32::from(game.rules().sweep.points);
            assert!(counts.points(game.rules()) <= most);
        }
    });
}
