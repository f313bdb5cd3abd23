//! Figures add up and do not depend on the number of threads.

use std::sync::Arc;

use spariglio_agents::Solver;
use spariglio_agents::search::{PARTS, POSITION};
use spariglio_engine::{Game, RuleSet, State};
use spariglio_review::{Method, ReviewConfig, Reviewer, decision_row, hand_row};

use crate::support::{game, played, review, reviewer};

#[test]
fn every_preset_is_reviewed_and_all_sums_are_exact() {
    let reviewer = reviewer("ismcts", 400, 0);
    for name in RuleSet::preset_names() {
        let game = game(name);
        let hand = review(&reviewer, &played(&game, &["formula", "random"], 5));
        for decision in &hand.decisions {
            let parts: f64 = decision.parts.iter().sum();
            assert!((parts - decision.loss.mean).abs() < 1e-9, "{name}, turn {}", decision.turn);
            let [low, high] = decision.interval;
            assert!(low <= decision.loss.mean && decision.loss.mean <= high, "{name}");
            for (place, action) in decision.actions.iter().enumerate() {
                if action.parts.is_some() {
                    // No kept action may be further above the one played than the interval allows.
                    assert!(decision.between(place, decision.played).ends()[1] <= high + 1e-9, "{name}");
                } else {
                    assert_eq!(action.replicates.len(), 8, "{name}: a dropped action is known from the first searches");
                }
                let parts: Option<f64> = action.parts.map(|parts| parts.iter().sum());
                assert!(parts.is_none_or(|sum| (sum - action.value.mean).abs() < 1e-9), "{name}");
            }
            if decision.actions.len() == 1 {
                assert_eq!(decision.loss.mean, 0.0, "{name}");
            }
        }
        for story in &hand.stories {
            let sum = story.par + story.deal - story.own + story.others + story.luck;
            assert!((sum - story.margin).abs() < 1e-9, "{name}");
        }
        assert_eq!(hand.stories.len(), game.sides());
    }
}

#[test]
fn the_number_of_threads_does_not_show() {
    let record = played(&game("scopa"), &["formula", "greedy"], 3);
    let rows = |threads: usize| {
        let hand = review(&reviewer("net-search", 400, threads), &record);
        let decisions = hand.decisions.iter().map(|decision| decision_row(&hand, decision).to_string());
        decisions.chain([hand_row(&hand).to_string()]).collect::<Vec<_>>()
    };
    let one = rows(1);
    assert_eq!(one, rows(2));
    assert_eq!(one, rows(5));
}

#[test]
fn where_one_world_is_left_the_values_are_the_solvers() {
    for name in ["scopa", "cirulla", "scopone"] {
        let game = game(name);
        let record = played(&game, &["random"], 8);
        let hand = review(&reviewer("ismcts", 200, 0), &record);
        let mut solver = Solver::new(&game).expect("two sides");
        let (mut state, mut exact) = (State::new(&game, record.deal()), 0);
        for (decision, turn) in hand.decisions.iter().zip(&record.turns) {
            if decision.method == Method::Exact {
                exact += 1;
                let (mut actions, mut values) = (Vec::new(), Vec::new());
                solver.action_values(&game, record.deal(), &state, &mut actions, &mut values);
                let means: Vec<f64> = decision.actions.iter().map(|action| action.value.mean).collect();
                assert_eq!(means, values.iter().map(|&value| f64::from(value)).collect::<Vec<_>>(), "{name}");
                let best = values.iter().max().copied().expect("an action");
                assert_eq!(decision.loss.mean, f64::from(best - values[decision.played]), "{name}");
                assert_eq!(decision.open, Some(best - values[decision.played]), "{name}");
            }
            state.apply(&game, record.deal(), turn.action);
        }
        assert!(exact >= 2, "{name}: {exact} exact decisions");
    }
}

#[test]
fn kinds_of_points_explain_a_loss_or_else_the_doctrine_does() {
    let config = ReviewConfig {
        simulations: 1_000,
        marks: "0.02,0.3,1".parse().expect("marks"),
        ..ReviewConfig::default()
    };
    let reviewer = Reviewer::new(None, config).expect("threads");
    let mut named = [0, 0];
    for (place, name) in ["scopone", "cirulla"].into_iter().enumerate() {
        for seed in 0..3 {
            let hand = review(&reviewer, &played(&game(name), &["random"], seed));
            for decision in &hand.decisions {
                let explained =
                    (0..PARTS).any(|part| part != POSITION && decision.parts[part] >= decision.loss.mean / 2.0);
                let tags = decision.tags();
                assert!(tags.is_empty() || decision.mark.is_some(), "{tags:?}");
                if let Some(heading) = decision.doctrine() {
                    assert!(!explained && tags == [heading], "{tags:?}");
                    named[place] += 1;
                }
            }
        }
    }
    // The doctrine does not cover captures of fifteen.
    assert!(named[0] > 0 && named[1] == 0, "{named:?}");
}

#[test]
fn a_record_that_stops_early_has_no_story() {
    let game: Arc<Game> = game("scopa");
    let mut record = played(&game, &["greedy"], 1);
    record.turns.truncate(9);
    record.result = None;
    let hand = review(&reviewer("ismcts", 200, 0), &record);
    assert_eq!((hand.decisions.len(), hand.stories.len()), (9, 0));
}
