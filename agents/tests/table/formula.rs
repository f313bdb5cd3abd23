//! The documented properties of `formula`.

use spariglio_agents::book::BookPolicy;
use spariglio_agents::book::formula::FormulaPolicy;
use spariglio_engine::Deal;

use crate::hands::{agent, beats_in_every_preset, first_action, games, generator, play};

fn formula(preset: &str, hand: &str, table: &str) -> String {
    first_action(preset, "formula", hand, table)
}

#[test]
fn the_choice_is_the_first_of_the_highest_scores() {
    let mut actions = Vec::new();
    let mut scores = vec![1.0];
    for game in games() {
        let policy = FormulaPolicy::new(&game);
        let mut random = [agent("random", &game)];
        for hand in 0..20 {
            let deal = Deal::random(&game, 0, &mut generator(hand));
            play(&game, &deal, &mut random, |view, _| {
                view.legal_actions(&mut actions);
                policy.score(view, &actions, &mut scores);
                assert_eq!(scores.len(), actions.len());
                let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let first = scores.iter().position(|&score| score == best);
                assert_eq!(Some(policy.choose(view, &actions)), first, "{}", game.rules().name);
            });
        }
    }
}

#[test]
fn a_sweep_is_made() {
    assert_eq!(formula("scopone", "7s Kb 2b", "Ad 2c 3d 4s"), "Kb x Ad 2c 3d 4s");
    assert_eq!(formula("cirulla", "Ab 5c Kb", "5d 6d Qs 3c"), "Ab x 3c 5d 6d Qs");
}

#[test]
fn the_settebello_is_taken() {
    assert_eq!(formula("scopone", "7s 5b Jb Kd", "5c 7d Js Ks"), "7s x 7d");
}

#[test]
fn a_lay_shuns_what_the_next_seat_may_sweep_with() {
    // With three kings in hand one king is unseen; every other rank has three.
    let action = formula("scopone_scientifico", "2c 3s 4b 5c 6b Jc Qb Kc Ks Kb", "");
    assert!(action.starts_with('K'), "{action}");
}

#[test]
fn the_two_best_declarations_are_made() {
    let first = formula("cirullone", "Ad Ac 2d 2c 2s 5b Jd Kc Ks", "Qd Qs 6s 4b");
    assert_eq!(first, "declare Ad Ac 5b");
}

#[test]
fn points_of_play_count_in_cicera() {
    assert_eq!(formula("cicera", "9d 4b", "2d 3d 4d 9c"), "9d x 2d 3d 4d");
}

#[test]
fn it_beats_greedy_in_every_preset() {
    beats_in_every_preset("formula", "greedy", 2000);
}
