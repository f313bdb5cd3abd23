//! What the seat could not know does not count.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::Hand;
use spariglio_engine::record::HandRecord;
use spariglio_review::{Belief, DecisionReview, Method};

use crate::support::{game, played, review, reviewer};

/// The figures of a decision that may not depend on hidden cards.
fn fair(decision: &DecisionReview) -> String {
    let mut decision = decision.clone();
    decision.open = None;
    decision.belief = Belief {
        truth: Vec::new(),
        ..decision.belief
    };
    format!("{decision:?}")
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
            let mut hand = Hand::new(&game, record.deal(), false);
            record.turns[..turn]
                .iter()
                .for_each(|turn| hand.act(turn.action).expect("legal"));
            let world = hand.view().sample_world(&mut Pcg64Mcg::new(turn as u128));
            let mut other = HandRecord::new(record.game().clone(), world.deal);
            record.turns[..=turn]
                .iter()
                .for_each(|turn| other.push(turn.seat, turn.action));
            let other = review(&reviewer, &other);
            assert_eq!(
                fair(&original.decisions[turn]),
                fair(&other.decisions[turn]),
                "{name}, turn {turn}"
            );
            compared += usize::from(original.decisions[turn].method == Method::Search);
        }
    }
    assert!(compared > 8);
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
