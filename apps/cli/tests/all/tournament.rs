//! `spariglio tournament`: its output, its files, and their state after a kill.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{program, text};

const TOURNAMENT: &str = r#"
    name = "Four"
    rules = "cirulla"
    seed = 3
    secret = "0123456789abcdef"
    [[team]]
    name = "Greedy"
    agent = "greedy"
    [[team]]
    name = "Search"
    agent = "ismcts:simulations=150"
    [[team]]
    name = "Formula"
    agent = "formula"
    [[team]]
    name = "Absent"
    agent = "external:command=sh absent.sh"
    [[stage]]
    format = "round_robin"
    rounds = 2
    [[stage]]
    format = "knock_out"
"#;

fn command(dir: &Path, out: &str, rest: &[&str]) -> Command {
    let mut command = program();
    command
        .current_dir(dir)
        .args(["tournament", "four.toml", "--out", out])
        .args(rest);
    command
}

fn run(dir: &Path, out: &str, rest: &[&str]) -> Output {
    command(dir, out, rest).output().expect("the binary runs")
}

/// Answers the greeting, then ends.
const ABSENT: &str = r#"
read hello
echo '{"id":0,"type":"ready","protocol":1,"name":"absent"}'
echo I am not here >&2
exit 1
"#;

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("absent.sh"), ABSENT).expect("written");
    fs::write(dir.path().join("four.toml"), TOURNAMENT).expect("written");
    dir
}

#[test]
fn tables_and_json_say_the_same() {
    let dir = folder();
    let output = run(dir.path(), "out", &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let tables = text(&output.stdout);
    for part in ["Stage 1: round robin", "Stage 2: knock-out", "through", "its last words: `I am not here`"] {
        assert!(tables.contains(part), "{part}: {tables}");
    }
    let message = text(&output.stderr);
    let offences = message.lines().filter(|line| line.contains("its last words: `I am not here`"));
    assert_eq!(
        (offences.count(), message.lines().count()),
        (7, 8),
        "a line for each offence, one for the fixed seed, no other within a minute: {message}"
    );
    assert_eq!(message.matches("remember the cards").count(), 1, "{message}");
    let again = run(dir.path(), "out", &["--json"]);
    let message = text(&again.stderr);
    assert!(message.contains("out: nothing was left to play; another --out"), "{message}");
    assert_eq!(message.lines().count(), 2, "nothing is played again: {message}");
    let json: Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!(text(&again.stdout), fs::read_to_string(dir.path().join("out/tournament.json")).expect("a file"));
    let stage = &json["stages"][0];
    let matches = stage["matches"].as_array().expect("a list");
    assert_eq!(matches.len(), 12);
    for report in matches {
        let vp = [0, 1].map(|side| report["vp"][side].as_i64().expect("a number"));
        let sound = if report["offence"].is_null() {
            vp[0] + vp[1] == 20
        } else {
            vp.contains(&0) && vp[0] + vp[1] >= 14
        };
        assert!(sound, "{report}");
    }
    let last = stage["standings"].as_array().and_then(|rows| rows.last()).expect("a row");
    assert_eq!((&last["name"], &last["vp"], &last["forfeits"]), (&"Absent".into(), &0.into(), &6.into()));
    let mut records: Vec<_> = fs::read_dir(dir.path().join("out/records")).expect("records").collect();
    records.sort_by_key(|entry| entry.as_ref().expect("an entry").path());
    let mut replay = program();
    replay.arg("replay");
    for entry in records {
        replay.arg(entry.expect("an entry").path());
    }
    assert_eq!(replay.output().expect("runs").status.code(), Some(0), "every record replays");
}

/// Kills the run when its folder holds `lines` matches.
fn killed(mut child: Child, dir: &Path, lines: usize) {
    let began = Instant::now();
    let path = dir.join("killed/matches.jsonl");
    let there = || fs::read_to_string(&path).map_or(0, |text| text.lines().count());
    while there() < lines && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    // If it has ended by itself, there is nothing to kill.
    let _ = child.kill();
    child.wait().expect("it ends");
}

#[test]
fn a_killed_run_ends_with_the_bytes_of_a_whole_one() {
    let dir = folder();
    assert_eq!(run(dir.path(), "whole", &["--threads", "1"]).status.code(), Some(0));
    for lines in [1, 5, 9] {
        let mut command = command(dir.path(), "killed", &["--threads", "2"]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts");
        killed(child, dir.path(), lines);
    }
    assert_eq!(run(dir.path(), "killed", &[]).status.code(), Some(0));
    for file in ["matches.jsonl", "tournament.json", "tournament.md"] {
        let read = |out: &str| fs::read_to_string(dir.path().join(out).join(file)).expect(file);
        assert_eq!(read("killed"), read("whole"), "{file}");
    }
}

#[test]
fn bad_files_are_named() {
    let dir = folder();
    fs::write(dir.path().join("four.toml"), TOURNAMENT.replace("rounds = 2", "round = 2")).expect("written");
    let output = run(dir.path(), "out", &[]);
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(error.contains("four.toml") && error.contains("round"), "{error}");
    assert!(!dir.path().join("out").exists());
}

#[test]
fn a_program_that_cannot_start_stops_it_before_the_first_match() {
    let dir = folder();
    let file = TOURNAMENT.replace("sh absent.sh", "no-such-program-here");
    fs::write(dir.path().join("four.toml"), file).expect("written");
    let output = run(dir.path(), "out", &[]);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    for part in ["team \"Absent\"", "cannot start `no-such-program-here`", "before the first hand"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert!(!dir.path().join("out").exists());
}

#[test]
fn a_sandbox_that_does_not_work_stops_it_before_the_first_match() {
    let dir = folder();
    let mut command = command(dir.path(), "out", &["--sandbox"]);
    let output = command.env("PATH", dir.path()).output().expect("the binary runs");
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("team \"Absent\"") && message.contains("needs bubblewrap"), "{message}");
    assert!(!dir.path().join("out").exists());
}
