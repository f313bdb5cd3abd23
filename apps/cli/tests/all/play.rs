//! `spariglio play` from the point of view of a person who types lines.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

use serde_json::Value;
use spariglio_engine::RuleSet;

use crate::common;

use common::{stderr, stdout};

const PROGRAM: &str = concat!(
    "external:command=python3 '",
    env!("CARGO_MANIFEST_DIR"),
    "/../../notebooks/examples/agents/random_agent.py'"
);

/// The words of `spariglio play`; the rules are Scopa if the arguments name none.
fn words<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let rules: &[&str] = if arguments.contains(&"--rules") {
        &[]
    } else {
        &["--rules", "scopa"]
    };
    [&["play"], rules, arguments].concat()
}

/// `spariglio play` with arguments, waiting for its input.
fn start(arguments: &[&str]) -> Child {
    common::start(&words(arguments))
}

/// Plays with the lines of `input`.
fn play(arguments: &[&str], input: &str) -> Output {
    common::spariglio(&words(arguments), input)
}

/// Plays a seeded game. Returns its output and the records of its hands.
fn recorded(arguments: &[&str], input: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("hands.jsonl");
    let record = file.to_str().expect("a plain path");
    let output = play(&[arguments, &["--seed", "7", "--records", record]].concat(), input);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    assert_replays(&file);
    (stdout(&output), fs::read_to_string(&file).expect("a record"))
}

/// Fails if `spariglio replay` finds a fault in the file. If the person left before a play, it has no hand.
fn assert_replays(file: &Path) {
    if fs::read(file).is_ok_and(|text| text.is_empty()) {
        return;
    }
    let output = common::spariglio(&["replay", file.to_str().expect("UTF-8")], "");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// A seat's actions in the first hand of a file.
fn actions(records: &str, seat: u64) -> Vec<String> {
    let hand: Value = serde_json::from_str(records.lines().next().expect("a hand")).expect("JSON");
    let turns = hand["turns"].as_array().expect("turns").iter();
    let own = turns.filter(|turn| turn["seat"] == seat);
    own.map(|turn| turn["action"].as_str().expect("an action").to_owned()).collect()
}

#[test]
fn a_whole_match_is_played_and_recorded_in_every_preset() {
    let ones = "1\n".repeat(5_000);
    for rules in RuleSet::preset_names() {
        let (text, records) = recorded(&["--rules", rules, "--agents", "greedy"], &ones);
        let is_over = text.contains("the match:") || text.contains("ends level:");
        assert!(is_over, "{rules}: no end of the match");
        assert!(text.contains("Score of the hand"), "{rules}: no score");
        let last: Value = serde_json::from_str(records.lines().last().expect("a hand")).expect("JSON");
        assert_eq!(last["match"]["hand"], records.lines().count() - 1, "{rules}");
        assert!(last["result"].is_object(), "{rules}");
    }
}

#[test]
fn what_is_shown_can_be_typed_in_every_spelling() {
    let french = |text: &str| {
        let symbols = [("d", "♦"), ("c", "h"), ("s", "♠"), ("b", "♣")];
        symbols
            .iter()
            .fold(text.to_owned(), |text, (letter, symbol)| text.replace(letter, symbol))
    };
    let italian = |text: &str| {
        let names = [("A", "asso"), ("J", "fante"), ("Q", "cavallo"), ("K", "re")];
        let card = |word: &str| {
            let (rank, suit) = word.split_at(1);
            let rank = names.iter().find(|(letter, _)| *letter == rank).map_or(rank, |(_, name)| name);
            let suit = ["denari", "coppe", "spade", "bastoni"]["dcsb".find(suit).expect("a suit")];
            format!("{rank} di {suit}")
        };
        let parts = text
            .split(" x ")
            .map(|cards| cards.split(' ').map(card).collect::<Vec<_>>().join(", "));
        parts.collect::<Vec<_>>().join(" x ")
    };
    let arguments = ["--hands", "1", "--agents", "greedy", "--cards"];
    let played = |cards: &str, input: &str| recorded(&[&arguments[..], &[cards]].concat(), input);
    let (_, expected) = played("letters", &"2\n1\n1\n".repeat(6));
    let typed = actions(&expected, 0);
    assert_eq!(typed.len(), 18);
    for (cards, spell, legend) in [
        ("letters", &(|text: &str| text.to_owned()) as &dyn Fn(&str) -> String, "d coins (denari)"),
        ("french", &french, "♥ h hearts (coppe), ♠ s spades (spade), ♣ c or b clubs (bastoni)"),
        ("italian", &italian, "denari (d), coppe (c), spade (s), bastoni (b)"),
    ] {
        let lines: String = typed.iter().map(|action| format!("{}\n", spell(action))).collect();
        let (text, records) = played(cards, &format!("h\n{lines}"));
        assert_eq!(records, expected, "{cards}: {text}");
        assert_eq!(text.matches(legend).count(), 2, "{cards}: the legend at the start and in the help: {text}");
    }
}

#[test]
fn lines_that_are_no_action_are_explained() {
    let arguments = ["--rules", "cirulla", "--agents", "greedy", "--seed", "5"];
    for cards in ["italian", "french", "letters"] {
        let lines = "h\n99\nnonsense\np\n\n7d x 7d\nq\n";
        let text = stdout(&play(&[&arguments[..], &["--cards", cards]].concat(), lines));
        for expected in [
            "99: expected a number from 1 to",
            "`nonsense` is no card; expected a number, or an action such as `",
            "you cannot play `7d x 7d`: 7",
            " is not in your hand; expected an action such as `",
            "hint",
            "undo",
            "You leave the table",
        ] {
            assert!(text.contains(expected), "{cards}, {expected}: {text}");
        }
    }
    let ended = play(&arguments, "");
    assert_eq!(ended.status.code(), Some(0), "the end of input is no error");
    assert!(stdout(&ended).contains("You leave the table"));
}

#[test]
fn a_killed_game_keeps_its_hands_and_a_file_is_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("hands.jsonl");
    let record = file.to_str().expect("a plain path");
    let arguments = ["--agents", "greedy", "--seed", "7", "--records", record];
    let mut child = start(&arguments);
    let mut input = child.stdin.take().expect("an input");
    // A hand of Scopa for two, and the first plays of the next one.
    input.write_all("1\n".repeat(20).as_bytes()).expect("read");
    let start = Instant::now();
    while !fs::read_to_string(&file).is_ok_and(|text| text.ends_with('\n')) {
        assert!(start.elapsed() < Duration::from_secs(60), "no record");
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_replays(&file);
    let record = fs::read_to_string(&file).expect("a record");
    assert_eq!(record.lines().count(), 1);
    let again = play(&arguments, "");
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("the file exists; expected a new file"), "{}", stderr(&again));
    assert_eq!(fs::read_to_string(&file).expect("a record"), record);
}

#[test]
fn a_hand_that_the_person_leaves_is_kept_without_a_result() {
    let (_, records) = recorded(&["--agents", "greedy"], "1\n1\nq\n");
    let hand: Value = serde_json::from_str(&records).expect("one hand");
    assert_eq!(actions(&records, 0).len(), 2);
    assert!(hand["result"].is_null());
    let (_, none) = recorded(&["--agents", "greedy", "--seat", "0"], "q\n");
    assert!(none.lines().count() <= 1);
}

#[test]
fn hints_name_actions_and_change_nothing() {
    let arguments = ["--hands", "1", "--agents", "ismcts:simulations=30"];
    let (_, plain) = recorded(&arguments, &"1\n".repeat(18));
    let (text, hinted) = recorded(&arguments, &"hint\n1\n".repeat(18));
    assert_eq!(plain, hinted);
    assert_eq!(text.matches("net-search would ").count(), 18, "{text}");
    assert!(text.contains(" %  ") && text.contains("It expects "), "{text}");
    let (text, _) = recorded(&["--hints", "greedy", "--agents", "greedy"], "hint\nq\n");
    assert!(text.contains("greedy would ") && !text.contains("It expects "), "{text}");
    let (text, _) = recorded(&["--rules", "napoli", "--agents", "greedy"], "hint\nq\n");
    assert!(text.contains("ismcts would "), "no network ships: {text}");
    let refused = play(&["--hints", "cheat-mcts"], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--hints: agent `cheat-mcts`"), "{}", stderr(&refused));
}

#[test]
fn after_an_undo_the_same_decisions_give_the_same_game() {
    let straight = "1\n".repeat(18);
    // Tries another branch and takes it back, then undoes two decisions at once, then one decision repeatedly.
    let undone = format!("3\nundo\nundo\n1\n1\n1\nundo\nundo\n1\n1\n2\nundo\n1\nundo\n1\n{}", "1\n".repeat(18));
    for agent in [
        "random",
        "greedy",
        "ismcts:simulations=30:exact=3",
        "pimc:worlds=3:rollout=random",
        "net",
        "net-search:simulations=16",
        PROGRAM,
    ] {
        let arguments = ["--hands", "1", "--agents", agent];
        let (_, expected) = recorded(&arguments, &straight);
        let (text, records) = recorded(&arguments, &undone);
        assert_eq!(records, expected, "{agent}: {text}");
        assert_eq!(text.matches("You take back: ").count(), 5, "{agent}: {text}");
        assert_eq!(text.matches("nothing to undo").count(), 1, "{agent}: {text}");
    }
}

#[test]
fn partners_and_declarations_can_be_taken_back_too() {
    for rules in ["cirullone", "cicera", "cirulla_4"] {
        let arguments = ["--rules", rules, "--hands", "2", "--agents", "random", "--seat", "2"];
        let (_, expected) = recorded(&arguments, &"1\n".repeat(60));
        let (_, records) = recorded(&arguments, &"1\nundo\n1\n1\nundo\nundo\n1\n1\n".repeat(60));
        assert_eq!(records, expected, "{rules}");
    }
}

#[test]
fn a_program_sits_at_the_table() {
    let (text, records) = recorded(&["--hands", "1", "--agents", PROGRAM], &"1\n".repeat(18));
    assert!(text.contains("Seat 1 (random (Python)) "), "{text}");
    assert_eq!(actions(&records, 1).len(), 18);
    let named = format!("{PROGRAM}:name=Pippo");
    let (text, _) = recorded(&["--hands", "1", "--agents", &named], &"1\n".repeat(18));
    assert!(text.contains("Seat 1 (Pippo) "), "{text}");
    let refused = play(&["--agents", "cheat-mcts"], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("looks at hidden cards"), "{}", stderr(&refused));
}

#[test]
fn a_program_that_fails_loses_the_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = folder.path().join("bot.sh");
    let ready = r#"{"id":0,"type":"ready","protocol":1,"name":"Pippo"}"#;
    fs::write(&bot, format!("read hello\necho '{ready}'\nread hand\necho no idea how >&2\nexit 7\n")).expect("written");
    let file = folder.path().join("hands.jsonl");
    let record = file.to_str().expect("a plain path");
    let agent = format!("external:command=sh '{}'", bot.display());
    let output = play(&["--agents", &agent, "--seed", "7", "--records", record], &"1\n".repeat(18));
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("Seat 1 (Pippo): "), "{text}");
    assert!(text.contains("(its last words: `no idea how`)"), "{text}");
    assert!(text.contains("Seat 1 loses the match by this offence"), "{text}");
    assert_replays(&file);
}

#[test]
fn the_score_is_told_in_the_words_of_players() {
    let ones = "1\n".repeat(100);
    let words = |rules: &str, cards: &str| {
        let arguments = ["--rules", rules, "--hands", "1", "--agents", "greedy", "--cards", cards];
        recorded(&arguments, &ones).0
    };
    let italian = words("re_bello", "italian");
    for expected in ["cards (carte)", "\n  denari ", "primiera", "settebello", "re bello", "sweeps (scope)"] {
        assert!(italian.contains(expected), "{expected}: {italian}");
    }
    assert!(words("scopa", "french").contains("\n  diamonds (denari) "));
    assert!(words("scopa", "letters").contains("\n  coins (denari) "));
    assert!(words("cicera", "french").contains("\n  10♦ "), "each card that scores has its line");
}

/// The text of some matches in which the person takes the first entry of every list.
fn matches(arguments: &[&str]) -> String {
    let ones = "1\n".repeat(2_000);
    let seeds = ["3", "7", "8", "9", "10", "11", "12"];
    let text = |seed: &&str| stdout(&play(&[arguments, &["--agents", "greedy", "--seed", seed]].concat(), &ones));
    seeds.iter().map(text).collect()
}

#[test]
fn bonuses_are_announced_by_their_names() {
    for rules in ["cirulla_platform", "cirilla", "cirulla"] {
        let text = matches(&["--rules", rules]);
        for expected in ["declares ", "three-point bonus (barsega), 3 points", "dealer's bonus, "] {
            assert!(text.contains(expected), "{rules}: {expected}");
        }
    }
    assert!(matches(&["--rules", "cirulla"]).contains("poor man's bonus (boña di misci), 3 points"));
}

/// The switch of automatic declarations is the person's own.
#[test]
fn declarations_are_made_as_the_person_wants() {
    let asks = |arguments: &[&str]| matches(arguments).contains("  No points:");
    for (rules, usual) in [("cirulla_platform", false), ("cirulla", true), ("cirullone", true)] {
        let with = |mode: &str| asks(&["--rules", rules, "--declare", mode]);
        assert_eq!([asks(&["--rules", rules]), with("choice"), with("auto")], [usual, true, false], "{rules}");
    }
    let (_, records) =
        recorded(&["--rules", "cirulla_platform", "--declare", "choice", "--agents", "greedy"], &"1\n".repeat(2_000));
    assert!(records.contains(r#""mode": "choice""#), "the record says so");
    let undone = ["--rules", "cirullone", "--declare", "auto", "--hands", "2", "--agents", "random"];
    let (_, expected) = recorded(&undone, &"1\n".repeat(60));
    let (_, records) = recorded(&undone, &"1\nundo\n1\n1\nundo\nundo\n1\n1\n".repeat(60));
    assert_eq!(records, expected);
}
