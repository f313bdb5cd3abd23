//! Records with one fault each: all are refused, and the error names the line, the turn and the field.

mod faults;

use faults::{FAULTS, MATCH, SCOPA};
use spariglio_engine::FormatError;
use spariglio_engine::record::Replayer;

const SOUND: &str = include_str!("../data/sound.jsonl");

fn sound(line: usize) -> &'static str {
    SOUND.lines().nth(line).unwrap()
}

fn feed(lines: &[&[u8]]) -> Vec<Option<FormatError>> {
    let mut replayer = Replayer::new(false);
    lines.iter().map(|line| replayer.feed(line).err()).collect()
}

/// The error of a line that comes second in a file.
fn error_of(line: &[u8]) -> FormatError {
    let errors = feed(&[sound(SCOPA).as_bytes(), line]);
    assert_eq!(errors[0], None);
    errors[1]
        .clone()
        .unwrap_or_else(|| panic!("accepted: {}", String::from_utf8_lossy(line)))
}

#[test]
fn sound_records_are_accepted() {
    let lines: Vec<&[u8]> = SOUND.lines().map(str::as_bytes).collect();
    let errors: Vec<String> = feed(&lines).iter().flatten().map(FormatError::to_string).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn one_fault_is_one_error() {
    for (line, from, to, field) in FAULTS {
        let text = sound(*line);
        assert!(text.contains(from), "{from} is not in line {line}");
        let error = error_of(text.replacen(from, to, 1).as_bytes());
        assert_eq!(error.field(), *field, "{from} -> {to}: {error}");
        assert_eq!(error.line(), Some(2), "{error}");
        let in_turn = error.field().starts_with("turns[");
        assert_eq!(error.turn().is_some(), in_turn, "{error}");
    }
}

#[test]
fn lines_that_are_no_text_or_empty() {
    for line in [&b""[..], b"  ", b"\r", b"\xff\xfe", b"{\"rules\": \"scop\xe0\"}", b"7", b"null", b"{", b"{}"] {
        assert_eq!(error_of(line).line(), Some(2));
    }
}

#[test]
fn a_misdeal_is_an_error() {
    let swapped = sound(SCOPA)
        .replace("Jc Jd Ks Qs", "Kb Kd Ks Qs")
        .replace("Jb Kb 7s Kd", "Jb Jc 7s Jd");
    assert_eq!(error_of(swapped.as_bytes()).field(), "table");
}

#[test]
fn a_record_may_stop_early_and_leave_fields_out() {
    let text = sound(SCOPA);
    let (head, _) = text.split_once("\"turns\": [").unwrap();
    let empty = format!("{head}\"turns\": [], \"why\": \"no reason\"}}\r");
    let two = format!(
        "{head}\"turns\": [{{\"seat\": 0, \"action\": \"2s\", \"why\": \"low\"}}, {{\"seat\": 1, \"action\": \"6b\"}}]}}"
    );
    assert!(feed(&[empty.as_bytes(), two.as_bytes()]).iter().all(Option::is_none));
}

fn hand(number: usize) -> String {
    sound(MATCH + number).to_owned()
}

fn errors_of_match(hands: &[String]) -> Vec<Option<String>> {
    let lines: Vec<&[u8]> = hands.iter().map(String::as_bytes).collect();
    feed(&lines)
        .into_iter()
        .map(|error| error.map(|error| error.field().to_owned()))
        .collect()
}

fn only(place: usize, count: usize, field: &str) -> Vec<Option<String>> {
    (0..count).map(|index| (index == place).then(|| field.to_owned())).collect()
}

#[test]
fn faults_of_matches() {
    let all: Vec<String> = (0..5).map(hand).collect();
    let with = |place: usize, from: &str, to: &str| {
        let mut hands = all.clone();
        assert!(hands[place].contains(from), "{from}");
        hands[place] = hands[place].replacen(from, to, 1);
        errors_of_match(&hands)
    };
    assert_eq!(errors_of_match(&all), vec![None; 5]);
    assert_eq!(with(2, "\"scores\": [1, 4]", "\"scores\": [1, 5]"), only(2, 5, "match.scores"));
    assert_eq!(with(2, "\"scores\": [1, 4]", "\"scores\": [1]"), only(2, 5, "match.scores"));
    assert_eq!(with(2, "\"scores\": [1, 4]", "\"scores\": [1, \"4\"]"), only(2, 5, "match.scores[1]"));
    assert_eq!(with(0, "\"scores\": [0, 0]", "\"scores\": [0, 1]"), only(0, 5, "match.scores"));
    assert_eq!(with(2, "\"hand\": 2", "\"hand\": 2.0"), only(2, 5, "match.hand"));
    assert_eq!(with(2, "\"id\": \"scopa-0-1\"", "\"id\": 4"), only(2, 5, "match.id"));
    assert_eq!(with(2, "\"id\": \"scopa-0-1\", ", ""), only(2, 5, "match.id"));
    assert_eq!(with(2, "\"hand\": 2", "\"hand\": 2, \"winner\": 0"), only(2, 5, "match.winner"));
    assert_eq!(with(1, "\"rules\"", "\"rule\""), only(1, 5, "rule"));
    assert_eq!(with(3, "\"action\": \"", "\"action\": \"pass"), only(3, 5, "turns[0].action"));
    let rules = "{\"base\": \"scopa\", \"match\": {\"limit\": 21}}";
    assert_eq!(with(1, "\"rules\": \"scopa\"", &format!("\"rules\": {rules}")), only(1, 5, "rules"));
    assert_eq!(with(2, "\"hand\": 2", "\"hand\": 3")[2], Some("match.hand".to_owned()));
}

#[test]
fn hands_of_matches_missing_repeated_or_out_of_order() {
    let skipped = errors_of_match(&[hand(0), hand(1), hand(3), hand(4)]);
    assert_eq!(skipped, only(2, 4, "match.hand"));
    assert_eq!(errors_of_match(&[hand(1), hand(2)]), only(0, 2, "match.hand"));
    assert_eq!(errors_of_match(&[hand(0), hand(0), hand(1)])[1], Some("match.hand".to_owned()));
    let after_end =
        errors_of_match(&[hand(0), hand(1), hand(2), hand(3), hand(4), hand(4).replace("\"hand\": 4", "\"hand\": 5")]);
    assert_eq!(after_end, only(5, 6, "match.hand"));
    assert_eq!(errors_of_match(&[hand(0), hand(1), hand(2)]), vec![None; 3], "a match may be cut");
    let other = |number: usize| hand(number).replace("scopa-0-1", "other");
    assert_eq!(errors_of_match(&[hand(0), other(0), other(1), hand(1), hand(2), other(2)]), vec![None; 6]);
}

#[test]
fn the_dealer_rotates() {
    let (first, second) = (hand(0), hand(1));
    // The same hand with the seats exchanged: every seat and side moves by one.
    let record: serde_json::Value = serde_json::from_str(&second).unwrap();
    let mut turned = record.clone();
    turned["dealer"] = (1 - record["dealer"].as_i64().unwrap()).into();
    turned["hands"].as_array_mut().unwrap().reverse();
    for turn in turned["turns"].as_array_mut().unwrap() {
        turn["seat"] = (1 - turn["seat"].as_i64().unwrap()).into();
    }
    turned.as_object_mut().unwrap().remove("result");
    assert_eq!(errors_of_match(&[first, turned.to_string()]), only(1, 2, "dealer"));
}

#[test]
fn a_match_hand_that_stops_early_is_the_last() {
    let mut record: serde_json::Value = serde_json::from_str(&hand(0)).unwrap();
    record.as_object_mut().unwrap().remove("result");
    record["turns"].as_array_mut().unwrap().pop();
    assert_eq!(errors_of_match(&[record.to_string()]), vec![None]);
    assert_eq!(errors_of_match(&[record.to_string(), hand(1)]), only(1, 2, "match.hand"));
}

#[test]
fn errors_read_well() {
    let line = sound(SCOPA).replacen("\"action\": \"6d x 6b\"", "\"action\": \"6d\"", 1);
    let error = error_of(line.as_bytes()).with_file("hands.jsonl").to_string();
    assert_eq!(error, "hands.jsonl: line 2: turn 5: turns[5].action: expected one of `6d x 6b`, found 6d");
}
