//! `spariglio solve`: its output on recorded positions, and its errors.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::common::{self, spariglio, text};

const SOUND: &str = include_str!("../../../../engine/tests/data/sound.jsonl");

fn solve(name: &str, records: &str, args: &[&str]) -> Output {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, records).unwrap();
    spariglio(&[&["solve", path.to_str().unwrap()], args].concat(), "")
}

fn objects(output: &Output) -> Vec<Value> {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The first record of the file: a complete hand of Scopa for two.
fn scopa() -> &'static str {
    SOUND.lines().next().unwrap()
}

#[test]
fn positions_have_values_of_actions_and_a_best_line() {
    let position = &objects(&solve("scopa.jsonl", scopa(), &["--json", "--cards-left", "2"]))[0];
    let values: Vec<i64> = position["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| action["value"].as_i64().unwrap())
        .collect();
    assert_eq!(position["value"].as_i64(), values.iter().copied().max());
    assert_eq!(position["ply"], 32);
    assert_eq!(position["best_line"].as_array().unwrap().len(), 4);
    let text_form = solve("scopa.jsonl", scopa(), &["--cards-left", "2"]);
    assert!(text(&text_form.stdout).contains("after 32 actions, seat 0 to act"), "{}", text(&text_form.stdout));
    assert!(text(&text_form.stdout).contains("best line: "));
}

#[test]
fn a_file_without_records_is_an_error() {
    let output = solve("none.jsonl", "", &[]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(
        text(&output.stderr).contains("none.jsonl: expected records, found none"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn errors_are_the_losses_against_the_values_of_the_positions() {
    let errors = &objects(&solve("lost.jsonl", scopa(), &["--json", "--errors", "--cards-left", "3"]))[0];
    let decisions = errors["decisions"].as_array().unwrap();
    assert_eq!(decisions.len(), 6);
    let mut lost = [0, 0];
    for decision in decisions {
        let turn = decision["turn"].to_string();
        let position = &objects(&solve("lost.jsonl", scopa(), &["--json", "--ply", &turn]))[0];
        let played = position["actions"]
            .as_array()
            .unwrap()
            .iter()
            .find(|action| action["action"] == decision["action"])
            .unwrap();
        let loss = position["value"].as_i64().unwrap() - played["value"].as_i64().unwrap();
        assert_eq!(decision["lost"].as_i64(), Some(loss));
        lost[decision["seat"].as_u64().unwrap() as usize] += loss;
    }
    assert_eq!(errors["lost"], serde_json::json!(lost));
    let table = solve("lost.jsonl", scopa(), &["--errors", "--cards-left", "3"]);
    assert_eq!(text(&table.stdout).lines().count(), 3);
}

#[test]
fn refusals_name_file_line_and_reason() {
    let ended = |name: &str, records: &str, args: &[&str], status: i32| {
        let output = solve(name, records, args);
        assert_eq!(output.status.code(), Some(status), "{}", text(&output.stdout));
        text(&output.stderr).to_owned()
    };
    let refused = |name: &str, records: &str, args: &[&str]| ended(name, records, args, 2);
    let two = format!("{0}\n{0}\n", scopa());
    let message = refused("far.jsonl", &two, &["--ply", "99"]);
    assert!(message.contains("far.jsonl: line 1: --ply 99: expected at most 35"), "{message}");
    let message = refused("over.jsonl", &two, &["--ply", "36"]);
    assert!(message.contains("over.jsonl: line 1: --ply 36: expected at most 35"), "{message}");
    let message = ended("broken.jsonl", &format!("{}\n{{}}\n", scopa()), &["--cards-left", "1"], 1);
    assert!(message.contains("broken.jsonl: line 2"), "{message}");
    let dealt = spariglio(&["deal", "--rules", "scopone_messina", "--seed", "1"], "");
    let message = refused("three.jsonl", text(&dealt.stdout), &[]);
    assert!(message.contains("three.jsonl: line 1: a game of 3 sides: expected 2"), "{message}");
    assert!(common::refused(&["solve", "no/such.jsonl"]).contains("no/such.jsonl"));
}
