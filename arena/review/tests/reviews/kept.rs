//! Reviewed hands that are kept and come back.

use serde_json::Value;
use spariglio_engine::record::HandRecord;
use spariglio_review::{HandReview, Summary, decision_row, hand_row, summary_row};

use crate::support::{game, played, review, reviewer};

fn rows(hand: &HandReview) -> Vec<Value> {
    let decisions = hand.decisions.iter().map(|decision| decision_row(hand, decision));
    let summary = summary_row(&Summary::of(std::slice::from_ref(hand)));
    decisions.chain([hand_row(hand), summary]).collect()
}

#[test]
fn a_kept_hand_comes_back_as_it_was() {
    let reviewer = reviewer("ismcts", 300, 1);
    for (name, seed) in [("scopone", 1), ("cirulla", 2), ("cicera", 3)] {
        let mut record = played(&game(name), &["random", "greedy"], seed);
        record.note_agents((0..record.game().players()).map(|_| "random"));
        let hand = review(&reviewer, &record);
        let text = hand.kept();
        assert!(text.ends_with('}') && !text.contains('\n'));
        let back = HandReview::restored(&record, 1, &text).expect("the same version");
        assert_eq!(rows(&back), rows(&hand), "{name}");
        assert_eq!(back.kept(), text, "{name}");
    }
}

#[test]
fn what_was_kept_of_another_hand_is_refused() {
    let (game, reviewer) = (game("scopa"), reviewer("ismcts", 100, 1));
    let [one, other]: [HandRecord; 2] = [1, 2].map(|seed| played(&game, &["random"], seed));
    let text = review(&reviewer, &one).kept();
    assert!(HandReview::restored(&one, 1, &text).is_some());
    assert!(HandReview::restored(&other, 1, &text).is_none());
    for wrong in ["", "{}", &text[..text.len() / 2], &text.replace("\"simulations\"", "\"others\"")] {
        assert!(HandReview::restored(&one, 1, wrong).is_none());
    }
}
