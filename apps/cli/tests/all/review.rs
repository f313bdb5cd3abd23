//! `spariglio review`: its page, its rows, the positions it writes, and its errors.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common;

use common::{spariglio, stderr, stdout};

const SOUND: &str = include_str!("../../../../engine/tests/data/sound.jsonl");

/// Writes the first valid record to a file named `name`.
fn record(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let line = SOUND.lines().next().expect("a record");
    fs::write(&path, format!("{line}\n")).expect("written");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a name in UTF-8")
}

#[test]
fn one_page_with_every_decision_and_nothing_from_elsewhere() {
    let (file, page) = (record("reviewed.jsonl"), Path::new(env!("CARGO_TARGET_TMPDIR")).join("review.html"));
    let output = spariglio(&["review", text(&file), "--out", text(&page), "--reviewer", "ismcts"], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("What was lost"), "{}", stdout(&output));
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("Losses by turn") && page.contains("What made the margin"));
    let local = page.replace("http://www.w3.org/2000/svg", "");
    for elsewhere in ["http://", "https://", "src=", "<link rel=\"stylesheet\"", "<img", "@import"] {
        assert!(!local.contains(elsewhere), "{elsewhere}");
    }
    assert!(page.contains("default-src 'none'") && page.contains("script-src 'sha256-"));
    assert_eq!((page.matches("<script").count(), page.matches("<form class=\"filter\" hidden").count()), (1, 1));
    let decisions = page.matches("<details class=\"decision\"").count();
    assert!(decisions > 10 && page.matches(", turn ").count() >= decisions, "{decisions}");
}

#[test]
fn cards_are_drawn_once_and_the_page_speaks_italian() {
    let (file, page) = (record("drawn.jsonl"), Path::new(env!("CARGO_TARGET_TMPDIR")).join("revisione.html"));
    let arguments = [
        "review",
        text(&file),
        "--out",
        text(&page),
        "--reviewer",
        "ismcts",
        "--lang",
        "it",
        "--deck",
        "french",
    ];
    let output = spariglio(&arguments, "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("Che cosa si è perso"), "{}", stdout(&output));
    let page = fs::read_to_string(page).expect("a page");
    for words in ["<html lang=\"it\">", "Le perdite turno per turno", "Mano di ", "aria-label=\"fante di coppe\""] {
        assert!(page.contains(words), "{words}");
    }
    for words in ["Losses by turn", "What was lost", "aria-label=\"jack of cups\"", "<pre"] {
        assert!(!page.contains(words), "{words}");
    }
    assert!(page.contains("id=\"half-J\"") && !page.contains("id=\"fante\""));
    for part in page.split("href=\"#card-").skip(1) {
        let card = part.split('"').next().expect("a card");
        if card != "paper" {
            assert_eq!(page.matches(&format!("<symbol id=\"card-{card}\"")).count(), 1, "{card}");
        }
    }
}

#[test]
fn rows_are_json_and_positions_are_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, positions) = (record("rows.jsonl"), folder.path().join("worst.jsonl"));
    let arguments = [
        "review",
        text(&file),
        "--json",
        "--reviewer",
        "ismcts",
        "--positions",
        text(&positions),
        "--marks",
        "0.01,0.02,0.03",
    ];
    let output = spariglio(&arguments, "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let rows: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let (summary, rows) = rows.split_last().expect("rows");
    let (hand, decisions) = rows.split_last().expect("a hand");
    assert_eq!((&hand["kind"], &summary["kind"]), (&Value::from("hand"), &Value::from("summary")));
    let mut marked = 0;
    for decision in decisions {
        assert_eq!(decision["kind"], "decision");
        let kinds: f64 = decision["kinds"]
            .as_object()
            .expect("kinds")
            .values()
            .filter_map(Value::as_f64)
            .sum();
        assert!((kinds - decision["loss"].as_f64().expect("a loss")).abs() < 1e-9);
        marked += usize::from(!decision["mark"].is_null());
        let cards: Vec<&str> = decision["hand"].as_str().expect("hand cards").split(' ').collect();
        let card = &decision["played"].as_str().expect("an action")[..2];
        assert!(cards.contains(&card) && decision["table"].is_string(), "{decision}");
        for action in decision["actions"].as_array().expect("actions") {
            let is_best = action["action"] == decision["best"];
            assert!(action["solves"] == true || !is_best && action["solves"] == false);
        }
    }
    assert!(marked > 0, "a hand without a loss of 0.01");
    let records = fs::read_to_string(&positions).expect("positions");
    assert_eq!(records.lines().count(), marked);
    assert_eq!(spariglio(&["replay", text(&positions)], "").status.code(), Some(0));
}

#[test]
fn hands_of_an_arena_are_reviewed_by_agent() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let files = ["arena.jsonl", "arena.jsonl.zst"].map(|name| folder.join(name));
    for (threads, file) in ["1", "2"].iter().zip(&files) {
        // That of an earlier test.
        fs::remove_file(file).ok();
        let arguments = ["arena", "-r", "mini_scopone", "-a", "greedy,random", "--hands", "40", "--records"];
        let more = [text(file), "--records-hands", "5", "--threads", threads];
        let output = spariglio(&[&arguments[..], &more].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let [plain, packed] = files
        .each_ref()
        .map(|file| stdout(&spariglio(&["replay", text(file), "--fill"], "")));
    assert_eq!(plain, packed);
    // Five hands are rounded up to three sets of two.
    assert_eq!(plain.lines().count(), 6);
    assert_eq!(plain.matches("agents: greedy | random").count(), 3);
    assert_eq!(plain.matches("agents: random | greedy").count(), 3);
    let output = spariglio(&["review", text(&files[1]), "--json", "--reviewer", "ismcts"], "");
    let summary: Value = serde_json::from_str(stdout(&output).lines().last().expect("rows")).expect("JSON");
    let agents = summary["agents"].as_array().expect("agents");
    let names: Vec<&str> = agents.iter().filter_map(|agent| agent["agent"].as_str()).collect();
    assert_eq!(names, ["greedy", "random"]);
    let decisions = |row: &Value| row["decisions"].as_u64().expect("a number");
    assert_eq!(agents.iter().map(decisions).sum::<u64>(), decisions(&summary["all"]));
    let output = spariglio(&["review", text(&files[0]), "--reviewer", "ismcts"], "");
    assert!(stdout(&output).contains("\n  greedy "), "{}", stdout(&output));
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    let file = record("refused.jsonl");
    let refused = |arguments: &[&str], message: &str| {
        let output = spariglio(&[&["review"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{message}: {}", stderr(&output));
    };
    refused(&["none.jsonl"], "none.jsonl");
    refused(&[text(&file), "--reviewer", "greedy"], "expected ismcts or net-search");
    refused(&[text(&file), "--reviewer", "ismcts:utility=win"], "expected utility=points");
    refused(&[text(&file), "--marks", "1,0.5,2"], "three rising losses");
    refused(&[text(&file), "--lang", "fr"], "expected `en` or `it`");
    refused(&[text(&file), "--level", "slow"], "expected `quick` or `deep`");
    let inside = file.join("page.html");
    refused(&[text(&file), "--out", text(&inside)], "cannot make folder");
    refused(&[text(&file), "--reviewer", "ismcts:simulations=9"], "have no effect");
    refused(&[text(&file), "--out", text(&file)], "expected a name that ends in .html");
    let (page, folder) = (file.with_extension("html"), file.parent().expect("a folder"));
    let same = folder.join(".").join(page.file_name().expect("a name"));
    refused(&[text(&file), "--out", text(&page), "--positions", text(&same)], "expected another file");
    let output = spariglio(&["review", "-"], "");
    assert!(stderr(&output).contains("no records"), "{}", stderr(&output));
}

#[test]
fn hands_of_a_match_and_of_several_games_are_reviewed() {
    let lines: Vec<Value> = SOUND.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mut first = lines[0].clone();
    first["match"] = serde_json::json!({"id": "m", "hand": 0, "scores": [0, 0]});
    let played: Vec<String> = [&["--seed", "1"], &["--seed", "2"]]
        .iter()
        .zip(["mini_napoli", "mini_primiera"])
        .map(|(seed, rules)| {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("review-{rules}"));
            let _ = fs::remove_dir_all(&folder);
            let arguments =
                ["selfplay", "-r", rules, "-a", "random", "--with-records", "--hands", "1", "--out", text(&folder)];
            let output = spariglio(&[&arguments[..], &seed[..]].concat(), "");
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            let records = folder.join("data/gen-0000/records/shard-00000.jsonl.zst");
            stdout(&spariglio(&["replay", text(&records), "--fill"], ""))
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mixed.jsonl");
    fs::write(&file, format!("{first}\n{}", played.concat())).expect("written");
    let positions = file.with_extension("positions");
    let arguments = [
        "review",
        text(&file),
        "--json",
        "--reviewer",
        "ismcts",
        "--marks",
        "0.01,0.02,0.03",
        "--positions",
        text(&positions),
    ];
    let output = spariglio(&arguments, "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output).matches("\"kind\":\"hand\"").count(), 3);
    let replayed = spariglio(&["replay", text(&positions)], "");
    assert_eq!(replayed.status.code(), Some(0), "{}", stderr(&replayed));
}
