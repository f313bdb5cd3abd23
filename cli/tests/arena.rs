//! `spariglio arena` and `spariglio report`: what they print and write, and what they refuse.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

fn spariglio(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spariglio"));
    command.args(arguments).output().expect("the binary starts")
}

fn arena(more: &[&str]) -> String {
    let fixed = [
        "arena", "--rules", "scopone", "--hands", "2000", "--seed", "1", "--json",
    ];
    let output = spariglio(&[&fixed, more].concat());
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_result_is_one_line_of_json() {
    let text = arena(&["--agents", "greedy,random"]);
    assert_eq!(text.lines().count(), 1);
    let result: Value = serde_json::from_str(&text).expect("JSON");
    let pair = &result["pairs"][0];
    assert_eq!(pair["agents"], serde_json::json!(["greedy", "random"]));
    assert_eq!(
        (pair["hands"].as_u64(), pair["sets"].as_u64()),
        (Some(2000), Some(1000))
    );
    assert!(pair["mean"].as_f64().expect("a mean") > 3.0);
    assert!(
        pair["standard_error"]
            .as_f64()
            .is_some_and(|error| error > 0.0 && error < 0.2)
    );
    let percent = |place: &Value| ["win", "tie", "loss"].map(|key| place[key].as_f64().expect(key));
    for place in [pair, &pair["by_position"]["first"], &pair["by_position"]["dealer"]] {
        assert!((percent(place).iter().sum::<f64>() - 100.0).abs() < 1e-9);
    }
}

#[test]
fn threads_change_nothing() {
    let agents = ["--agents", "random,ismcts:simulations=2,greedy"];
    let one = arena(&[&agents[..], &["--threads", "1"]].concat());
    assert_eq!(one, arena(&[&agents[..], &["--threads", "3"]].concat()));
}

#[test]
fn times_come_on_request_and_change_nothing_else() {
    let plain: Value = serde_json::from_str(&arena(&["--agents", "greedy,random"])).expect("JSON");
    let mut timed: Value = serde_json::from_str(&arena(&["--agents", "greedy,random", "--time"])).expect("JSON");
    let pair = timed["pairs"][0].as_object_mut().expect("a pair");
    let time = pair.remove("time").expect("timed");
    assert!(time["agents"][1]["median_ms"].as_f64().is_some_and(|time| time > 0.0));
    assert!(plain["pairs"][0].get("time").is_none());
    assert_eq!(plain["pairs"], timed["pairs"]);
}

#[test]
fn a_written_result_becomes_a_report() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("arena/final.json");
    let text = arena(&["--agents", "greedy,random", "--out", file.to_str().expect("UTF-8")]);
    assert_eq!(fs::read_to_string(&file).expect("written"), text);
    let output = spariglio(&["report", dir.path().to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(0));
    let page = fs::read_to_string(dir.path().join("report.html")).expect("written");
    assert!(
        page.contains("spariglio arena --agents greedy,random --rules scopone"),
        "{page}"
    );
}

#[test]
fn what_is_wrong_is_named() {
    let refused = |arguments: &[&str], named: &str| {
        let output = spariglio(arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(named), "{message}");
    };
    refused(&["arena", "--agents", "random"], "--agents");
    refused(&["arena", "--agents", "random,clever"], "clever");
    refused(&["arena", "--agents", "random,net:net=no/such"], "no/such");
    refused(&["arena", "--agents", "random,random", "--hands", "0"], "--hands");
    refused(&["arena", "--config", "no/such.toml"], "no/such.toml");
    refused(&["report", "no/such"], "no/such");
}
