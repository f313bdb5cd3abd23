//! `spariglio analyse`: its output on a recorded position, and its errors.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::common::{program, spariglio, text};

const SOUND: &str = include_str!("../../../../engine/tests/data/sound.jsonl");

fn analyse(name: &str, args: &[&str]) -> Output {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, SOUND).expect("written");
    spariglio(&[&["analyse", path.to_str().expect("UTF-8")], args].concat(), "")
}

#[test]
fn of_a_finished_hand_the_last_decision_is_judged() {
    let output = analyse("finished.jsonl", &["--agent", "greedy"]);
    assert!(text(&output.stdout).contains("after 35 actions"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("this is its last decision; --ply N shows another"));
}

#[test]
fn a_decision_is_told_as_a_table_and_as_an_object() {
    let args = ["--ply", "2", "--agent", "ismcts:simulations=200"];
    let output = analyse("analysed.jsonl", &[&args[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let actions = object["actions"].as_array().expect("actions");
    let record: Value = serde_json::from_str(SOUND.lines().next().expect("a record")).expect("JSON");
    let turn = &record["turns"][2];
    assert_eq!((&object["seat"], &object["played"]), (&turn["seat"], &turn["action"]));
    let policies: Vec<f64> = actions
        .iter()
        .map(|entry| entry["policy"].as_f64().expect("a number"))
        .collect();
    assert!(policies.is_sorted_by(|first, second| first >= second), "{policies:?}");
    assert!((policies.iter().sum::<f64>() - 1.0).abs() < 1e-4, "{policies:?}");
    assert_eq!(object["simulations"], 200);
    let visits: u64 = actions.iter().filter_map(|entry| entry["visits"].as_u64()).sum();
    assert_eq!(visits, 200);
    assert!(object["worlds"].as_u64().is_some_and(|worlds| worlds >= 24), "{object}");
    // The value of the position is the policy's mean over the values of the actions.
    let worth = |entry: &Value| Some(entry["policy"].as_f64()? * entry["points"].as_f64()?);
    let mean: f64 = actions.iter().filter_map(worth).sum();
    let points = object["points"].as_f64().expect("a number");
    assert!((mean - points).abs() < 1e-3, "{mean} {points}");
    assert!(object["points"].is_number());
    let again = analyse("analysed.jsonl", &args);
    let table = text(&again.stdout);
    for expected in [
        "line 1: scopa, after 2 actions, seat ",
        "  chosen",
        "  played",
        "ismcts:simulations=200: 200 simulations, ",
        " visits  ",
        " worlds, ",
        "less those of the best other side",
    ] {
        assert!(table.contains(expected), "{expected}: {table}");
    }
    assert!(table.contains(object["action"].as_str().expect("an action")), "{table}");
}

#[test]
fn a_determinized_search_tells_its_worlds() {
    let args = ["--ply", "2", "--agent", "pimc:worlds=7", "--json"];
    let output = analyse("worlds.jsonl", &args);
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["worlds"], 7, "{}", text(&output.stderr));
    for entry in object["actions"].as_array().expect("actions") {
        assert!(entry["visits"] == 7 && entry["points"].is_number(), "{entry}");
    }
}

/// The second question would take hours.
#[test]
fn questions_are_answered_side_by_side_and_cancelled() {
    let mut engine = program()
        .args(["analyse", "--requests", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = engine.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(engine.stdout.take().expect("a pipe")).lines();
    let mut answer =
        || -> Value { serde_json::from_str(&answers.next().expect("a line").expect("text")).expect("JSON") };
    let view =
        json!({ "seat": 1, "dealer": 0, "hand": "7d Ks 2c", "table": "2b 3d 4c Qs", "piles": ["", ""], "history": [] });
    let question = |id: u64, agent: &str| json!({ "id": id, "rules": "scopa", "view": view, "agent": agent });
    let mut ask = |question: Value| writeln!(input, "{question}").expect("written");
    ask(question(2, "ismcts:simulations=1000000000"));
    ask(question(1, "formula"));
    let first = answer();
    assert_eq!((&first["id"], &first["action"]), (&json!(1), &json!("7d x 3d 4c")), "{first}");
    ask(json!({ "cancel": 1 }));
    assert_eq!(answer(), json!({ "id": 1, "cancelled": false }));
    ask(json!({ "cancel": 2 }));
    assert_eq!(answer(), json!({ "id": 2, "cancelled": true }));
    ask(json!({ "function": "about", "id": "x" }));
    let about = answer();
    assert!(about["id"] == "x" && about["networks"].as_array().is_some_and(|games| !games.is_empty()), "{about}");
    ask(json!({ "id": 3, "rules": "scopa", "view": { "seat": 1 } }));
    assert_eq!(answer()["error"]["field"], "view.dealer");
    // All values and chances of this one would take minutes.
    let mut judged = question(5, "greedy");
    judged["laps"] = json!(1_000_000);
    ask(judged.clone());
    ask(judged);
    let doubled = answer();
    assert_eq!((&doubled["id"], &doubled["error"]["field"]), (&json!(5), &json!("id")), "{doubled}");
    ask(json!({ "cancel": 5 }));
    assert_eq!(answer(), json!({ "id": 5, "cancelled": true }));
    ask(json!({ "id": 6, "levle": "expert" }));
    let misspelt = answer();
    assert_eq!((&misspelt["id"], &misspelt["error"]["field"]), (&json!(6), &json!("levle")), "{misspelt}");
    input.write_all(b"\xff\xfe{\"id\": 7}\n").expect("written");
    assert_eq!(answer()["error"]["field"], "question");
    writeln!(input, "{}", question(4, "greedy")).expect("written");
    drop(input);
    assert_eq!(answer()["id"], 4);
    assert!(engine.wait().expect("it ends").success());
}

#[test]
fn a_card_that_the_seat_has_not_seen_may_be_unknown() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unknown.jsonl");
    let stock = vec!["?"; 30].join(" ");
    let line = json!({ "rules": "scopa", "dealer": 0, "hands": ["? ? ?", "3d Jc 5d"], "table": "7d Kc 2b 5s", "stock": stock, "turns": [] });
    fs::write(&path, format!("{line}\n")).expect("written");
    let file = path.to_str().expect("UTF-8");
    let output = spariglio(&["analyse", file, "--agent", "formula", "--json"], "");
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["action"], "5d x 5s", "{}", text(&output.stderr));
    let output = spariglio(&["solve", file], "");
    assert!(text(&output.stderr).contains("all cards"), "{}", text(&output.stderr));
}

#[test]
fn an_agent_without_an_opinion_expects_nothing() {
    let output = analyse("plain.jsonl", &["--ply", "0", "--agent", "greedy", "--json"]);
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for nothing in [&object["points"], &object["worlds"], &object["actions"][0]["visits"]] {
        assert!(nothing.is_null(), "{object}");
    }
    assert_eq!(object["actions"][0]["action"], object["action"]);
}

#[test]
fn positions_that_are_not_there_are_refused() {
    for (args, expected) in [
        (&["--ply", "99"][..], "--ply 99: expected at most 35"),
        (&["--ply", "36"], "--ply 36: expected at most 35"),
        (
            &["--ply", "0", "--agent", "external:command=x"],
            "error: agent `external:command=x:millis=1000` is a program",
        ),
        (&["--line", "9999"], "--line 9999: expected at most"),
        (&["--ply", "0", "--agent", "cheat-mcts"], "looks at hidden cards"),
        (
            &["--ply", "0", "--partners-open"],
            "--partners-open: expected a game with partners, found scopa with 2 players on 2 sides",
        ),
    ] {
        let output = analyse("refused.jsonl", args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains(expected), "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_later_hand_of_a_match_is_found_by_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.jsonl");
    let record = file.to_str().expect("a plain path");
    // With this seed no side wins the match before its third hand.
    let played = ["play", "--rules", "scopa", "--agents", "greedy", "--hands", "3", "--seed", "1", "--records", record];
    spariglio(&played, &"1\n".repeat(60));
    let wanted = fs::read_to_string(&file).expect("records");
    let wanted: Value = serde_json::from_str(wanted.lines().nth(2).expect("three hands")).expect("JSON");
    let args = ["analyse", record, "--line", "3", "--ply", "0", "--agent", "greedy", "--json"];
    let output = spariglio(&args, "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["played"], wanted["turns"][0]["action"]);
    let counted = spariglio(&["perft", record, "--line", "3", "--depth", "1"], "");
    assert_eq!(counted.status.code(), Some(0), "{}", text(&counted.stderr));
}
