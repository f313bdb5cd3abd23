//! Random actions and random play: uniform over the list, and the fast way is the plain way.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Card, Deal, Game, RuleSet, State};
use spariglio_reference::{random_hand, scores};

use crate::rule_sets;

/// Refuses counts that a uniform draw gives less than once in millions of trials (chi-square).
pub fn assert_uniform(counts: &[u32]) {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
    let statistic: f64 = counts.iter().map(square).sum();
    let freedom = counts.len() as f64 - 1.0;
    let largest = freedom + 6.0 * (2.0 * freedom).sqrt() + 12.0;
    assert!(statistic <= largest, "chi-square {statistic} for {freedom} degrees of freedom: {counts:?}");
}

fn assert_uniform_actions(game: &Game, state: &State, rng: &mut Pcg64Mcg) {
    let mut actions: Vec<Action> = Vec::new();
    state.legal_actions(game, &mut actions);
    if !state.is_declaring() {
        let place = (u128::from(rng.clone().next_u64()) * actions.len() as u128) >> 64;
        let action = state.random_action(game, &mut rng.clone());
        assert_eq!(action, actions[place as usize], "{}", game.rules().to_toml());
    }
    let mut counts = vec![0; actions.len()];
    for _ in 0..50 * actions.len() {
        let action = state.random_action(game, rng);
        counts[actions.iter().position(|other| *other == action).unwrap()] += 1;
    }
    assert_uniform(&counts);
}

#[test]
fn random_actions_are_the_list_s_and_uniform() {
    let mut rng = Pcg64Mcg::new(2);
    for game in rule_sets::presets()
        .iter()
        .chain(&rule_sets::many_random(60).collect::<Vec<_>>())
    {
        let deal = Deal::random(game, 0, &mut rng);
        let mut state = State::new(game, &deal);
        while !state.is_over() {
            if rng.next_u64().is_multiple_of(4) {
                assert_uniform_actions(game, &state, &mut rng);
            }
            let action = state.random_action(game, &mut rng);
            state.apply(game, &deal, action);
        }
    }
}

#[test]
fn fast_random_play_is_plain_random_play() {
    let mut rng = Pcg64Mcg::new(4);
    for game in rule_sets::presets().iter().chain(
        &rule_sets::many_random(100)
            .chain(rule_sets::many_by_ranks(200))
            .chain(rule_sets::many_lean(400))
            .collect::<Vec<_>>(),
    ) {
        for _ in 0..10 {
            let deal = Deal::random(game, 1, &mut rng);
            let mut fast = State::new(game, &deal);
            let skip = rng.next_u64() % 12;
            for _ in 0..skip {
                if !fast.is_over() {
                    let action = fast.random_action(game, &mut rng);
                    fast.apply(game, &deal, action);
                }
            }
            let mut plain = fast;
            let mut other = rng.clone();
            fast.playout(game, &deal, &mut rng);
            while !plain.is_over() {
                let action = plain.random_action(game, &mut other);
                plain.apply(game, &deal, action);
            }
            assert_eq!(fast, plain, "{}", game.rules().to_toml());
            assert_eq!(rng, other, "both draw the same numbers");
        }
    }
}

/// Mean and its squared standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, squares / (count - 1.0) / count)
}

#[test]
fn random_hands_of_the_plain_engine_come_out_alike() {
    let mut rng = Pcg64Mcg::new(8);
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).unwrap();
        let mut pack: Vec<Card> = game.pack().iter().collect();
        let (mut fast, mut plain) = (Vec::new(), Vec::new());
        for _ in 0..600 {
            let deal = Deal::random(&game, 0, &mut rng);
            let mut state = State::new(&game, &deal);
            state.playout(&game, &deal, &mut rng);
            fast.push(f64::from(state.score(&game).side(0).total()));
            let hand = random_hand(game.rules(), 0, &mut pack, &mut rng);
            plain.push(f64::from(scores(&hand)[0].points.iter().sum::<i32>()));
        }
        let ((fast, fast_error), (plain, plain_error)) = (mean(&fast), mean(&plain));
        let errors = (fast - plain).abs() / (fast_error + plain_error).sqrt();
        assert!(errors < 5.0, "{name}: {fast} and {plain} points, {errors} standard errors");
    }
}

#[test]
fn deals_are_uniform_and_never_annulled() {
    let mut rng = Pcg64Mcg::new(6);
    let game = Game::preset("cirulla").unwrap();
    let mut counts = [0; 40];
    for _ in 0..20_000 {
        let deal = Deal::random(&game, 0, &mut rng);
        let aces = deal.table(&game).iter().filter(|card| card.rank() == 1).count();
        assert!(aces < 2);
        let last = deal.cards().last().unwrap();
        counts[usize::from(last.index())] += 1;
    }
    // Aces are a little likelier in the stock, because a table with two of them is dealt again.
    let (aces, others) = counts.split_at(4);
    assert_uniform(aces);
    assert_uniform(others);
}

/// Shutouts are rare, so there are many hands of the games that have them.
#[test]
fn a_hand_that_a_whole_suit_ends_is_the_same_in_fast_and_plain_play() {
    let mut rng = Pcg64Mcg::new(8);
    for name in ["scopone_trentino", "cirulla"] {
        let game = Game::preset(name).expect("a preset");
        let mut shutouts = 0;
        for seed in 0..60_000 {
            let deal = Deal::random(&game, seed as usize % game.players(), &mut rng);
            let [mut fast, mut plain] = [State::new(&game, &deal); 2];
            fast.playout(&game, &deal, &mut Pcg64Mcg::new(seed));
            let mut draws = Pcg64Mcg::new(seed);
            while !plain.is_over() {
                let action = plain.random_action(&game, &mut draws);
                plain.apply(&game, &deal, action);
            }
            assert_eq!(fast, plain, "{name}, seed {seed}");
            shutouts += u32::from(fast.shutout().is_some());
        }
        assert!(shutouts > 20, "{name}: {shutouts} shutouts");
    }
}
