//! The suite is whole, and answers are judged field by field.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use spariglio_engine::record::Replayer;

use crate::{FILES, FailureKind, SuiteHand, Tally, VERSION, Verdict, guess, judge};

#[test]
fn every_file_of_the_folder_is_in_the_suite() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("suite/{VERSION}"));
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names
        .filter_map(|name| Some(name.strip_suffix(".jsonl.zst")?.to_owned()))
        .collect();
    let mut listed: Vec<&str> = FILES.iter().map(|file| file.name).collect();
    names.sort();
    listed.sort_unstable();
    assert_eq!(names, listed);
}

/// A question has nothing that the rules determine; its answer is a right record and agrees with itself.
#[test]
fn questions_and_answers_fit() {
    let mut count = 0;
    for file in FILES {
        let mut replayer = Replayer::new(false);
        for hand in file.hands() {
            count += 1;
            let question: Value = serde_json::from_str(&hand.question).expect("JSON");
            assert!(question["rules"]["deal"]["rounds"].is_array() && question.get("result").is_none());
            let turns = question["turns"].as_array().expect("a list");
            assert!(turns.iter().all(|turn| turn.as_object().is_some_and(|turn| turn.len() == 1)));
            let answer = replayer.feed(hand.answer.as_bytes()).expect("a right record");
            assert!(answer.turns.iter().all(|turn| turn.legal.is_some()));
            assert_eq!(judge(&hand, hand.answer.as_bytes()), Verdict::Agrees);
        }
    }
    assert_eq!(count, 1740);
}

fn first() -> (SuiteHand, Value) {
    let hand = FILES[0].hands().swap_remove(0);
    let answer = serde_json::from_str(&hand.answer).expect("JSON");
    (hand, answer)
}

/// The field, the place and the guess of the first difference of an answer.
fn difference(change: impl FnOnce(&mut Value)) -> (String, String, String) {
    let (hand, mut answer) = first();
    change(&mut answer);
    match judge(&hand, answer.to_string().as_bytes()) {
        Verdict::Differs(differences) => {
            let first = &differences[0];
            (first.field.clone(), first.place.clone(), guess(first).expect("a guess").to_owned())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_difference_names_its_field_its_place_and_a_rule() {
    let (field, place, rule) = difference(|answer| answer["turns"][3]["legal"] = json!(["3d", "6d x 6b", "6d"]));
    assert_eq!((field.as_str(), place.as_str()), ("turns[].legal", "turns[3].legal"));
    assert!(rule.contains("capture.mandatory"), "{rule}");
    let (field, place, rule) = difference(|answer| answer["result"]["sides"][0]["points"]["sweeps"] = json!(1));
    assert_eq!((field.as_str(), place.as_str()), ("result.sides[].points.sweeps", "result.sides[0].points.sweeps"));
    assert!(rule.contains("last_play_scores"), "{rule}");
    let (field, ..) = difference(|answer| drop(answer.as_object_mut().expect("fields").remove("result")));
    assert_eq!(field, "result");
    let (field, ..) = difference(|answer| drop(answer["turns"].as_array_mut().expect("turns").pop()));
    assert_eq!(field, "turns");
}

#[test]
fn order_of_legal_actions_points_of_zero_and_unknown_fields_are_no_difference() {
    let (hand, mut answer) = first();
    answer["turns"][0]["legal"].as_array_mut().expect("a list").reverse();
    answer["result"]["sides"][0]["points"]["sweeps"] = json!(0);
    answer["seconds"] = json!(0.1);
    assert_eq!(judge(&hand, answer.to_string().as_bytes()), Verdict::Agrees);
}

#[test]
fn what_cannot_be_compared_is_a_failure() {
    let (hand, mut answer) = first();
    answer["table"] = json!("Jc Jd Ks 2s");
    let kind = |answer: &str| match judge(&hand, answer.as_bytes()) {
        Verdict::Failed(failure) => failure.kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(kind(&answer.to_string()), FailureKind::OtherHand);
    assert_eq!(kind("{}"), FailureKind::OtherHand);
    assert_eq!(kind("no idea"), FailureKind::NoJson);
    assert_eq!(kind("[]"), FailureKind::NoJson);
}

#[test]
fn a_tally_counts_a_field_once_per_hand() {
    let mut tally = Tally::default();
    let (hand, mut answer) = first();
    for turn in 0..2 {
        answer["turns"][turn]["legal"] = json!([]);
    }
    let verdict = judge(&hand, answer.to_string().as_bytes());
    tally.count(&hand, verdict.clone());
    tally.count(&hand, verdict);
    tally.leave_out(&hand);
    let finding = &tally.findings()[0];
    assert_eq!((finding.kind.as_str(), finding.hands, finding.file, finding.line), ("turns[].legal", 2, "scopa", 1));
    assert_eq!((tally.all().differ, tally.all().not_asked, tally.all().hands()), (2, 1, 3));
}
