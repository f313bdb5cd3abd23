//! `spariglio score` and `spariglio rules random`.

use std::fs;

use serde_json::Value;

use crate::common::{spariglio, stderr, stdout};

/// What a command prints; it must succeed.
fn run(arguments: &[&str]) -> String {
    let output = spariglio(arguments, "");
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

/// A page has this command.
#[test]
fn scores_of_the_documentation_can_be_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scores");
    let files = ["net-search", "net", "formula", "greedy", "random"].map(|name| format!("{folder}/{name}.json"));
    let table = run(&[&["score", "--table"][..], &files.each_ref().map(String::as_str)].concat());
    assert!(table.contains("net-search:simulations=200 ") && table.contains("not verified"), "{table}");
}

#[test]
fn a_program_gets_a_score_that_holds_and_a_changed_one_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("score");
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../notebooks/examples/agents/random_agent.py");
    let agent = format!("external:command=python3 {bot}");
    let out = out.to_str().expect("a path");
    let summary = run(&["score", &agent, "--suite", "trial", "--out", out, "--threads", "2"]);
    assert!(summary.contains("Score ") && summary.contains("faults"), "{summary}");
    let verdict = run(&["score", "--verify", out]);
    assert!(verdict.contains("the score holds") && verdict.contains("were not made again"), "{verdict}");
    let table: Value = serde_json::from_str(&run(&["score", "--table", out, "--json"])).expect("JSON");
    assert_eq!(table[0]["kind"], "spariglio score");
    assert_eq!(table[0]["headline"], Value::Null, "four deals are too few");
    let table = run(&["score", "--table", out]);
    assert!(table.contains("not verified; the agent's decisions are not made again"), "{table}");
    assert!(table.contains("too few"), "{table}");
    let page = fs::read_to_string(folder.path().join("score/report.html")).expect("written");
    assert!(page.contains("another player may have made them"), "{page}");
    let path = folder.path().join("score/score.json");
    let text = fs::read_to_string(&path).expect("written");
    // On a busy machine the bot may be late, which is a fault.
    let score: Value = serde_json::from_str(&text).expect("JSON");
    let faults = score["costs"]["faults"].as_u64().expect("a number");
    let [real, changed] = [faults, faults + 3].map(|faults| format!("\"faults\":{faults},"));
    assert!(text.contains(&real), "{text}");
    fs::write(&path, text.replacen(&real, &changed, 1)).expect("written");
    let output = spariglio(&["score", "--verify", out], "");
    assert_eq!(output.status.code(), Some(1));
    let message = stdout(&output);
    assert!(message.contains("does not hold: score.json: seal: found"), "{message}");
    let table = spariglio(&["score", "--table", out], "");
    assert!(!table.status.success() && stderr(&table).contains("seal: found"), "{}", stderr(&table));
}

#[test]
fn a_new_game_can_be_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("new.toml");
    let text = run(&["rules", "random", "--like", "cirulla", "--distance", "2", "--seed", "5"]);
    assert!(text.starts_with("# like cirulla, distance 2, seed 5\n"), "{text}");
    fs::write(&file, text).expect("written");
    assert!(run(&["rules", "check", file.to_str().expect("a path")]).contains("players"));
}
