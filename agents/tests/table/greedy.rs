//! The documented properties of `greedy`.

use crate::hands::{beats_in_every_preset, first_action};

fn greedy(preset: &str, hand: &str, table: &str) -> String {
    first_action(preset, "greedy", hand, table)
}

#[test]
fn a_sweep_goes_before_all() {
    let action = greedy("scopone", "7s Kb 2b", "Ad 2c 3d 4s");
    assert_eq!(action, "Kb x Ad 2c 3d 4s");
}

#[test]
fn the_settebello_is_worth_most() {
    let action = greedy("scopone", "7s 5b Jb Kd", "5c 7d Js Ks");
    assert_eq!(action, "7s x 7d");
}

#[test]
fn an_ace_takes_the_table_in_cirulla() {
    let action = greedy("cirulla", "Ab 5c Kb", "5d 6d Qs 3c");
    assert_eq!(action, "Ab x 3c 5d 6d Qs");
}

#[test]
fn the_best_declaration_is_made() {
    // Either three points with the matta at 1, or ten with it at 4.
    let action = greedy("cirulla", "4d 4s 7c", "Qd Js Ks 2b");
    assert_eq!(action, "declare 4d 4s 7c=4");
}

#[test]
fn two_declarations_beat_the_best_one() {
    let hand = "Ad Ac 2d 2c 2s 5b Jd Kc Ks";
    let first = greedy("cirullone", hand, "Qd Qs 6s 4b");
    assert_eq!(first, "declare Ad Ac 5b");
}

#[test]
fn a_lay_shuns_what_the_next_seat_may_sweep_with() {
    // With three kings in hand one king is unseen; every other rank has three.
    let action = greedy("scopone_scientifico", "2c 3s 4b 5c 6b Jc Qb Kc Ks Kb", "");
    assert_eq!(action, "Kc");
}

#[test]
fn a_lay_keeps_the_sum_out_of_reach() {
    // The table is worth 9: laying the 2 makes 11, laying the ace 10 with four kings unseen.
    let action = greedy("scopa", "Ac 2c Qc", "3d 6s");
    assert_ne!(action, "Ac");
}

#[test]
fn points_of_play_count_in_cicera() {
    // Taking three coins with a coin scores simili and quadriglia; the pair of nines scores nothing.
    let action = greedy("cicera", "9d 4b", "2d 3d 4d 9c");
    assert_eq!(action, "9d x 2d 3d 4d");
}

#[test]
fn it_beats_random_in_every_preset() {
    beats_in_every_preset("greedy", "random", 300);
}
