//! The page of ladders: its contents, and the committed page.

use std::fs;
use std::path::Path;

use spariglio_arena::studies::ladder::{LadderResult, Settings, play};
use spariglio_report::ladder;

const FILE: &str = include_str!("../../../tests/ladder.toml");

#[test]
fn the_page_shows_all_of_it_and_unfinished_rows_not() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("ladder_x.toml");
    fs::write(&file, FILE).expect("written");
    play(&[file], dir.path(), &Settings::default(), &|_| (), &|| false).expect("plays");
    let text = ladder::markdown(dir.path()).expect("a page");
    for part in [
        "## A ladder\n\nSome *prose*.",
        "| 1 | duel | `greedy` | `chance` | 200 |",
        "95.0 / – / – (nobody)",
        "pool, means over all opponents",
        "greedy is best",
        "- 1: As expected.",
        "spariglio arena --rules scopone",
    ] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    assert!(text.starts_with("# Ladders\n\n## Summary\n"), "{text}");
    assert!(!text.contains("make strength"), "the project's own text: {text}");
    fs::write(dir.path().join("introduction.txt"), "# Mine\n").expect("written");
    assert!(
        ladder::markdown(dir.path())
            .expect("a page")
            .starts_with("# Mine\n\n## Summary\n")
    );
    let path = dir.path().join("ladder_x.json");
    let mut results = LadderResult::load(&path).expect("reads").expect("is there");
    results.rows[1].pairs.pop();
    results.rows[1].pair_fingerprints.pop();
    results.save(&path).expect("written");
    assert!(!ladder::markdown(dir.path()).expect("a page").contains("pool, means"));
}

/// Three rows in two games: one pair twice, in both orders.
const MET: &str = r#"
    title = "Pool"
    rules = "scopone"
    seed = 4

    [[row]]
    name = "few"
    agents = ["greedy", "formula", "random"]
    hands = 200

    [[row]]
    name = "many"
    agents = ["formula", "greedy"]
    hands = 400

    [[row]]
    name = "another game"
    agents = ["random", "greedy"]
    rules = "cirulla"
    hands = 40
"#;

#[test]
fn the_summary_has_each_agent_of_a_game_once_with_a_rating() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("ladder_x.toml");
    fs::write(&file, MET).expect("written");
    play(&[file], dir.path(), &Settings::default(), &|_| (), &|| false).expect("plays");
    let text = ladder::markdown(dir.path()).expect("a page");
    let (top, _) = text.split_once("## How to read the ladders").expect("the rest of the page");
    assert!(top.starts_with("# Ladders\n\n## Summary\n"), "{top}");
    let agents: Vec<&str> = top.lines().filter(|line| line.starts_with("| `")).collect();
    let names: Vec<&str> = agents.iter().filter_map(|line| line.split('`').nth(1)).collect();
    assert_eq!(names, ["formula", "greedy", "random", "greedy", "random"], "{top}");
    assert!(agents[0].contains(" | · | 800 | ") && agents[2].contains(" | 400 | "), "{top}");
    assert!(top.contains("### `scopone`") && top.contains("### `cirulla`"), "{top}");
    let rating = |line: &str| {
        line.split(" | ")
            .nth(1)
            .and_then(|cell| cell.split(' ').next()?.parse::<f64>().ok())
    };
    let sum: f64 = agents[..3].iter().filter_map(|line| rating(line)).sum();
    assert!(sum.abs() < 0.05, "the mean is 0: {top}");
}

#[test]
fn the_committed_page_is_that_of_the_committed_results() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
    let page = ladder::markdown(&docs.join("strength")).expect("a page");
    let committed = fs::read_to_string(docs.join("strength.md")).expect("docs/results/strength.md");
    assert!(
        page == committed,
        "docs/results/strength.md is not what its results give: spariglio ladder --page docs/results/strength.md --from docs/results/strength"
    );
}
