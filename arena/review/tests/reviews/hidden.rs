//! Cards hidden from the seat do not influence the figures.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::Hand;
use spariglio_engine::record::HandRecord;
use spariglio_review::{Belief, DecisionReview, Method, ReviewError, hint_row};

use crate::support::{game, played, review, reviewer};

/// The figures of a decision that must not depend on hidden cards.
fn fair(decision: &DecisionReview) -> String {
    let mut decision = decision.clone();
    decision.open = None;
    decision.belief = Belief { truth: Vec::new(), ..decision.belief };
    format!("{decision:?}")
}

/// The first turns of a record, after the cards hidden from the seat to act at `turn` were exchanged.
fn exchanged(record: &HandRecord, turn: usize, turns: usize) -> HandRecord {
    let before = record.turns[..turn].iter().map(|turn| turn.action);
    let hand = Hand::after(record.game(), record.deal(), before, false).expect("legal");
    let world = hand.view().sample_world(&mut Pcg64Mcg::new(turn as u128));
    let mut other = HandRecord::new(record.game().clone(), world.deal);
    record.turns[..turns].iter().for_each(|turn| other.push(turn.seat, turn.action));
    other
}

#[test]
fn other_hidden_cards_give_the_same_figures() {
    let mut compared = 0;
    for name in ["scopone", "cirulla", "scopone_messina"] {
        let game = game(name);
        let reviewer = reviewer("ismcts", 300, 0);
        let record = played(&game, &["greedy"], 4);
        let original = review(&reviewer, &record);
        for turn in (0..record.turns.len()).step_by(7) {
            let other = review(&reviewer, &exchanged(&record, turn, turn + 1));
            assert_eq!(fair(&original.decisions[turn]), fair(&other.decisions[turn]), "{name}, turn {turn}");
            compared += usize::from(original.decisions[turn].method == Method::Search);
        }
    }
    assert!(compared > 8);
}

#[test]
fn hints_do_not_depend_on_hidden_cards() {
    let (mut compared, mut moved) = (0, 0);
    for name in ["scopone", "cirulla", "scopone_messina", "cicera"] {
        let game = game(name);
        let reviewer = reviewer("ismcts", 300, 0);
        let record = played(&game, &["greedy"], 6);
        for turn in (0..record.turns.len()).step_by(5) {
            let other = exchanged(&record, turn, turn);
            let mut cut = record.clone();
            cut.turns.truncate(turn);
            cut.result = None;
            let [first, second] = [&cut, &other].map(|record| {
                let decision = reviewer.position(record, 1).expect("a position");
                assert_eq!(decision.played, decision.best);
                hint_row(&game, &decision)
            });
            assert_eq!(first.to_string(), second.to_string(), "{name}, turn {turn}");
            assert!(first["belief"].get("log_loss").is_none());
            compared += 1;
            moved += usize::from(cut.deal() != other.deal());
        }
    }
    assert!(compared > 20 && 2 * moved > compared, "{moved} of {compared}");
}

#[test]
fn a_hand_that_is_over_has_no_position() {
    let game = game("scopa");
    let mut record = played(&game, &["greedy"], 3);
    let reviewer = reviewer("ismcts", 300, 0);
    assert!(matches!(reviewer.position(&record, 1), Err(ReviewError::Over)));
    record.result = None;
    record.turns.truncate(3);
    let decision = reviewer.position(&record, 1).expect("a position");
    let best = &decision.actions[decision.best];
    assert!(best.solves() && decision.mark.is_none() && decision.turn == 3);
}

#[test]
fn beliefs_are_chances_over_the_places_that_hide_cards() {
    let game = game("cirulla");
    let hand = review(&reviewer("ismcts", 200, 0), &played(&game, &["formula"], 2));
    let mut cells = 0;
    for decision in &hand.decisions {
        let belief = &decision.belief;
        for ((_, chances), truth) in belief.cells.iter().zip(&belief.truth) {
            let sum: f64 = belief.places.iter().map(|&place| chances[place]).sum();
            assert!((sum - 1.0).abs() < 1e-9);
            assert!(belief.places.contains(truth));
            cells += 1;
        }
    }
    assert!(cells > 100);
}
