//! The documented properties of `greedy-take`.

use crate::hands::first_action;

fn take(preset: &str, hand: &str, table: &str) -> String {
    first_action(preset, "greedy-take", hand, table)
}

#[test]
fn the_most_valuable_capture_is_taken_whatever_it_leaves() {
    // A jack can sweep the rest, which `greedy` avoids.
    let (hand, table) = ("2s 2b 4d 4c 4s 4b Qc Qs Qb", "Ac 2c 5s Qd");
    assert_eq!(take("scopone", hand, table), "Qc x Qd");
    assert_eq!(first_action("scopone", "greedy", hand, table), "2s x 2c");
}

#[test]
fn a_sweep_counts_its_point() {
    assert_eq!(take("scopone", "7s Kb 2b", "Ad 2c 3d 4s"), "Kb x Ad 2c 3d 4s");
}

#[test]
fn the_least_valuable_card_is_laid() {
    assert_eq!(take("scopa", "7s 6d Jb", "Qs Qb Kd Ks"), "Jb");
}

#[test]
fn the_best_declaration_is_made() {
    assert_eq!(take("cirulla", "4d 4s 7c", "Qd Js Ks 2b"), "declare 4d 4s 7c=4");
}
