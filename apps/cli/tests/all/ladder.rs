//! `spariglio ladder`: its output, its files and its errors.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{done_in as done, run_in as spariglio};

const LADDER: &str = r#"
    title = "A ladder"
    rules = "scopa"
    seed = 1
    [[row]]
    name = "first"
    agents = ["greedy", "random"]
    hands = 1000
    [[row]]
    name = "second"
    agents = ["ismcts:simulations=8", "random"]
    hands = 1000
"#;

const CUP: &str = r#"
    name = "Cup"
    rules = "scopa"
    seed = 1
    team = [{ name = "A", agent = "greedy" }, { name = "B", agent = "random" }]
    stage = [{ format = "round_robin", hands = 1 }]
"#;

#[test]
fn reports_read_ladders_and_equity_and_name_other_kinds() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("ladder_x.toml"), LADDER.replace("1000", "20")).expect("written");
    done(dir.path(), &["ladder", "ladder_x.toml", "--out", "results"]);
    done(
        dir.path(),
        &["equity", "--rules", "scopa", "--hands", "200", "--limit", "5", "--out", "equity.json"],
    );
    fs::write(dir.path().join("cup.toml"), CUP).expect("written");
    done(dir.path(), &["tournament", "cup.toml", "--out", "cup"]);
    for (source, page, message) in [
        ("results", "results/report.md", ["| 1 | first | `greedy` | `random` |", "pairs are decided"]),
        (
            "results/ladder_x.json",
            "results/ladder_x/report.md",
            ["spariglio arena --rules scopa", "of 2 pairs"],
        ),
        (
            "equity.json",
            "equity/report.md",
            ["spariglio equity --rules scopa --limit 5 --hands 200", "first dealer wins"],
        ),
        ("cup", "cup/report.md", ["spariglio tournament cup.toml --out runs/cup", "A wins: 12 VP"]),
    ] {
        done(dir.path(), &["report", source]);
        let page = fs::read_to_string(dir.path().join(page)).expect(page);
        let program = ["core", "spariglio 0."];
        assert!(message.iter().chain(&program).all(|message| page.contains(message)), "{source}: {page}");
    }
    fs::write(dir.path().join("x.parquet"), b"PAR1\xff").expect("written");
    fs::write(dir.path().join("x.json"), "{\"kind\": \"cake\"}").expect("written");
    for (source, reason) in [
        ("ladder_x.toml", "found a TOML file"),
        ("x.parquet", "found a Parquet file"),
        ("x.json", "found the kind `cake`"),
    ] {
        let output = spariglio(dir.path(), &["report", source]);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(source) && message.contains("of a ladder") && message.contains(reason), "{message}");
    }
}

#[test]
fn a_ladder_is_played_resumed_and_shown() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("ladder_x.toml"), LADDER).expect("written");
    let ladder = ["ladder", "ladder_x.toml", "--out", "out", "--hands-scale", "0.1"];
    let first = done(dir.path(), &[&ladder[..], &["--only", "first", "--json"]].concat());
    let line: Value = serde_json::from_str(&first).expect("one line of JSON");
    assert_eq!((&line["row"], &line["pair"]["figures"]["hands"]), (&"first".into(), &100.into()));
    let second = done(dir.path(), &ladder);
    assert_eq!(second.lines().count(), 1);
    assert!(second.starts_with("second: ismcts:simulations=8 - random: "), "{second}");
    assert_eq!(done(dir.path(), &ladder), "");
    assert_eq!(done(dir.path(), &["ladder", "--page", "page.md", "--from", "out"]), "page.md\n");
    let page = fs::read_to_string(dir.path().join("page.md")).expect("written");
    assert!(page.contains("| 2 | second | `ismcts:simulations=8` | `random` | 50 |"), "{page}");

    // The command on the page reproduces the row's figures.
    let command = page
        .lines()
        .find(|line| line.starts_with("spariglio arena"))
        .expect("a command");
    let arguments: Vec<&str> = command.split(' ').skip(1).chain(["--json"]).collect();
    let arena: Value = serde_json::from_str(&done(dir.path(), &arguments)).expect("JSON");
    assert_eq!(arena["pairs"][0]["sums"]["tally"], line["pair"]["sums"]["tally"]);
}

#[test]
fn a_ladder_says_where_nothing_was_left_and_why_a_row_is_played_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let bot = include_str!("../../../../notebooks/examples/agents/random_agent.py");
    fs::write(dir.path().join("bot.py"), bot).expect("written");
    let agent = "external:command=python3 bot.py:start_millis=60000:millis=60000";
    let ladder = LADDER
        .replace("ismcts:simulations=8", agent)
        .replace("hands = 1000", "hands = 4");
    fs::write(dir.path().join("ladder_x.toml"), ladder).expect("written");
    let message = || {
        let output = spariglio(dir.path(), &["ladder", "ladder_x.toml", "--out", "out"]);
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let [left, again] = ["nothing was left to play; --again", "second: played again: "];
    let first = message();
    assert!(!first.contains(left) && !first.contains(again), "{first}");
    assert!(message().contains("out: nothing was left to play; --again starts over"));
    fs::write(dir.path().join("bot.py"), format!("{bot}\n# edited\n")).expect("written");
    let edited = message();
    assert!(!edited.contains(left), "{edited}");
    assert_eq!(edited.matches("played again: ").count(), 1, "{edited}");
    assert!(edited.contains(again), "{edited}");
}

#[test]
fn what_is_wrong_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("ladder_x.toml"), LADDER).expect("written");
    let refused = |arguments: &[&str], named: &str| {
        let output = spariglio(dir.path(), arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(named), "{message}");
    };
    refused(&["ladder"], "FILE");
    refused(&["ladder", "ladder_x.toml"], "--out");
    refused(&["ladder", "none.toml", "--out", "out"], "none.toml");
    fs::write(dir.path().join("mine.toml"), LADDER).expect("written");
    refused(&["ladder", "mine.toml", "--out", "out"], "mine.toml: expected a name that begins with `ladder_`");
    refused(&["ladder", "ladder_x.toml", "--out", "out", "--only", "third"], "third");
    for scale in ["0", "-1", "nan", "inf", "1e300"] {
        let scale = format!("--hands-scale={scale}");
        refused(&["ladder", "ladder_x.toml", "--out", "out", &scale], "up to 1000, found ");
    }
    let many = LADDER.replacen("1000", "9_999_999_999_999", 1);
    fs::write(dir.path().join("ladder_many.toml"), many).expect("written");
    refused(&["ladder", "ladder_many.toml", "--out", "out"], "hands: expected 1 to ");
    fs::create_dir(dir.path().join("sub")).expect("made");
    fs::write(dir.path().join("sub/ladder_x.toml"), LADDER).expect("written");
    refused(
        &["ladder", "ladder_x.toml", "sub/ladder_x.toml", "--out", "out"],
        "sub/ladder_x.toml: ladder_x.toml has the same name",
    );
    refused(&["ladder", "--page", "page.md", "--from", "none"], "none");
}

/// Titles and names with escapes, marks of direction, Markdown and HTML, as a ladder of somebody else may have them.
#[test]
fn names_of_a_ladder_cannot_paint_the_screen() {
    let dir = tempfile::tempdir().expect("a folder");
    let name = "\"\\u001b[35m<script>\\u202e|x\\n# y\"";
    let ladder = LADDER.replace("\"A ladder\"", name).replace("\"first\"", name);
    fs::write(dir.path().join("ladder_x.toml"), ladder).expect("written");
    let played = spariglio(dir.path(), &["ladder", "ladder_x.toml", "--out", "o\u{1b}[1m", "--hands-scale", "0.01"]);
    let message = spariglio(dir.path(), &["ladder", "--page", "page.md", "--from", "o\u{1b}[1m"]);
    let page = fs::read(dir.path().join("page.md")).expect("written");
    let texts = [played.stdout, played.stderr, message.stdout, message.stderr, page];
    for text in texts.map(|bytes| String::from_utf8(bytes).expect("UTF-8")) {
        let is_bad = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
        assert!(!text.contains(is_bad) && !text.contains("\n# y"), "{text:?}");
    }
    let page = fs::read_to_string(dir.path().join("page.md")).expect("read");
    assert!(page.contains("## \\\\u{1b}\\[35m&lt;script>\\\\u{202e}\\|x # y\n"), "{page}");
    assert!(!page.contains("<script>"), "{page}");
}

/// The error of a command that must end with status 2.
fn refused(dir: &Path, words: &[&str]) -> String {
    let output = spariglio(dir, words);
    assert_eq!(output.status.code(), Some(2), "{words:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_sequential_test_that_has_not_looked_yet_resumes() {
    let dir = tempfile::tempdir().expect("a folder");
    let arena = ["arena", "--rules", "scopa", "--agents", "greedy,random", "--sprt", "0.5", "--out", "z.json"];
    for hands in ["40", "40", "400"] {
        done(dir.path(), &[&arena[..], &["--hands", hands]].concat());
        done(dir.path(), &["merge", "z.json"]);
    }
    done(dir.path(), &[&arena[..7], &["--hands", "400", "--out", "whole.json"]].concat());
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).expect(name);
    assert_eq!(read("z.json"), read("whole.json"));
}

#[test]
fn results_are_neither_overwritten_nor_taken_for_something_else() {
    let dir = tempfile::tempdir().expect("a folder");
    for part in ["1/2", "2/2"] {
        let out = format!("{}.json", &part[..1]);
        let arena = ["arena", "--rules", "scopa", "--agents", "greedy,random", "--hands", "80", "--part"];
        done(dir.path(), &[&arena[..], &[part, "--out", &out]].concat());
    }
    let message = refused(dir.path(), &["merge", "1.json", "2.json", "--out", "./1.json"]);
    assert!(message.contains("--out ./1.json: expected a file that is not among the parts"), "{message}");
    let message = refused(dir.path(), &["merge", "1.json", "./1.json"]);
    assert!(message.contains("1.json is given twice"), "{message}");
    let half = spariglio(dir.path(), &["merge", "1.json", "--out", "half.json"]);
    let message = String::from_utf8_lossy(&half.stderr).into_owned();
    assert!(message.contains("part 2/2 is missing"), "{message}");
    let message = refused(dir.path(), &["replay", "1.json"]);
    assert!(message.contains("has the kind `arena`"), "{message}");
    done(dir.path(), &["equity", "--rules", "scopa", "--hands", "200", "--limit", "5", "--out", "e.json"]);
    let table = fs::read_to_string(dir.path().join("e.json")).expect("a table");
    fs::write(dir.path().join("e.json"), table.replacen("\"shutouts\":0", "\"shutouts\":1", 1)).expect("written");
    let message = refused(dir.path(), &["report", "e.json"]);
    assert!(message.contains("seal: found"), "{message}");
}
