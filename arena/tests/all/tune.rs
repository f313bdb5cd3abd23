//! Tuning: the better value wins, games are kept, and mistakes are named.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use spariglio_agents::AgentSpec;
use spariglio_arena::ArenaError;
use spariglio_arena::studies::tune::config::TuneFile;
use spariglio_arena::studies::tune::{Step, Tuned, tune};

const FILE: &str = r#"
    rules = "scopone"
    seed = 2
    opponents = ["greedy", "random"]
    hands = [40, 60]
    order = ["simulations"]
    [base]
    type = "ismcts"
    simulations = 2
    selection = "ucb1"
    rollout = "greedy"
    exact = 0
    inference = "none"
    [options]
    epsilon = [0.0, 1.0, 0.3]
    simulations = [2, 40]
"#;

fn write(dir: &Path, text: &str) -> PathBuf {
    let path = dir.join("tune_x.toml");
    fs::write(&path, text).expect("written");
    path
}

/// Tunes, and counts the batches that were played to the end.
fn run(dir: &Path, text: &str) -> Result<(Tuned, usize), ArenaError> {
    let batches = AtomicUsize::new(0);
    let file = write(dir, text);
    let count = |step: Step<'_>| {
        batches.fetch_add(usize::from(step.done.played == step.done.of), Ordering::Relaxed);
    };
    let tuned = tune(&file, &dir.join("out"), 2, &count, &|| false)?;
    Ok((tuned, batches.into_inner()))
}

#[test]
fn more_simulations_win_and_all_files_are_written() {
    let dir = tempfile::tempdir().expect("a folder");
    let (tuned, batches) = run(dir.path(), FILE).expect("tunes");
    assert_eq!(tuned.steps[0].option, "simulations");
    assert_eq!(tuned.steps[0].candidates[0].value, "40");
    assert_eq!(tuned.steps[0].worst, "2");
    assert!(tuned.steps[0].effect.ends()[0] > 0.0, "{:?}", tuned.steps[0]);
    assert!(tuned.gain.is_some_and(|gain| gain.ends()[0] > 0.0), "{:?}", tuned.gain);
    let deals: Vec<usize> = tuned.steps[1].candidates.iter().map(|candidate| candidate.deals).collect();
    assert_eq!(deals, [50, 50, 20]);
    assert_eq!(tuned.steps[1].candidates[0].behind.mean, 0.0);
    // Two opponents: 2 + 1 + 1 batches of two values, 3 + 2 + 1 of three, and the gain.
    assert_eq!(batches, 2 * 4 + 2 * 6 + 1);
    let written = fs::read_to_string(dir.path().join("out/tune_x.toml")).expect("written");
    assert_eq!(AgentSpec::from_toml(&written).expect("an agent"), tuned.spec);
}

#[test]
fn a_killed_run_goes_on_and_ends_the_same() {
    let dir = tempfile::tempdir().expect("a folder");
    let (_, all) = run(dir.path(), FILE).expect("tunes");
    let read = |name: &str| fs::read_to_string(dir.path().join("out").join(name)).expect("there");
    let (games, agent) = (read("tune_x.jsonl"), read("tune_x.toml"));
    // A kill cut the last line off.
    let half: Vec<&str> = games.lines().take(6).collect();
    fs::write(dir.path().join("out/tune_x.jsonl"), half.join("\n") + "\n{\"step\":0,").expect("written");
    let (_, batches) = run(dir.path(), FILE).expect("tunes");
    assert!(batches > 0 && batches < all, "{batches} of {all} batches are played again");
    assert_eq!((read("tune_x.jsonl"), read("tune_x.toml")), (games, agent));
    assert_eq!(run(dir.path(), FILE).expect("tunes").1, 0);
    let error = run(dir.path(), &FILE.replace("seed = 2", "seed = 3")).expect_err("other settings");
    assert!(error.to_string().contains("other settings"), "{error}");
    let changed = read("tune_x.jsonl").replacen("\"margins\":[", "\"margins\":[1", 1);
    fs::write(dir.path().join("out/tune_x.jsonl"), changed).expect("written");
    let error = run(dir.path(), FILE).expect_err("a changed number").to_string();
    assert!(error.contains("tune_x.jsonl: line 2: "), "{error}");
}

#[test]
fn mistakes_are_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let load = |from: &str, to: &str| {
        let path = write(dir.path(), &FILE.replace(from, to));
        TuneFile::load(&path).expect_err("wrong").to_string()
    };
    let has = |error: String, part: &str| assert!(error.contains(part), "{error}");
    has(load("epsilon", "epsylon"), "epsylon");
    has(load("[2, 40]", "[]"), "simulations");
    has(load("[2, 40]", "[2, \"many\"]"), "many");
    has(load("order = [\"simulations\"]", "order = [\"rollout\"]"), "rollout");
    has(load("[40, 60]", "[0]"), "hands[0]: expected 1 to");
    has(load("[40, 60]", "[40, 9223372036854775807]"), "hands[1]: expected 1 to");
    has(load("[40, 60]", "[1000000000, 40]"), "hands: expected at most 100000000 deals");
    has(load("\"greedy\", \"random\"", ""), "opponent");
}
