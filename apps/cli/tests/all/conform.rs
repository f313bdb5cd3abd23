//! `spariglio conform` from the point of view of an engine's author.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::common::{spariglio, stderr, stdout};

/// A program that reads the written answers and returns them; a second argument plants a fault, a third names the file
/// that gets the place of the first hand with it.
const ENGINE: &str = r#"
import json, pathlib, sys, time

folder, fault, told = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
read = lambda name: (folder / name).read_text().splitlines()
answers = dict(zip(read("questions.jsonl"), read("answers.jsonl")))

def lay_anyway(turn):
    turn["legal"] += [text.split()[0] for text in turn["legal"] if " x " in text]

def pairs_only(turn):
    turn["legal"] = [text for text in turn["legal"] if len(text.split()) < 5]

def seat(turn):
    turn["seat"] = 1 - turn["seat"]

def prime(side, place, result):
    side["prime"] = side["prime"] and side["prime"] - 1

def leftovers(side, place, result):
    side["cards"] -= 2 * (result["last_capture"] == place)

def settebello(side, place, result):
    side["points"].pop("single", None)

def last_sweep(side, place, result):
    side["points"]["sweeps"] = side["points"].get("sweeps", 0) + (result["last_capture"] == place)

def total(side, place, result):
    side["total"] += side["points"].get("sweeps", 0)

def last_capture(result):
    result["last_capture"] = None

def shutout(result):
    result["shutout"] = result["last_capture"]

def planted(answer):
    if fault == "no_result":
        answer.pop("result", None)
    if fault in ("lay_anyway", "pairs_only", "seat"):
        for turn in answer["turns"]:
            globals()[fault](turn)
    result = answer.get("result")
    if result and fault in ("last_capture", "shutout"):
        globals()[fault](result)
    if result and fault in ("prime", "leftovers", "settebello", "last_sweep", "total"):
        for place, side in enumerate(result["sides"]):
            globals()[fault](side, place, result)
    return answer

before = None
for count, question in enumerate(sys.stdin, 1):
    answer = answers[question.rstrip("\n")]
    if count == 3 and fault == "crash":
        sys.exit("no idea how")
    if count == 3 and fault == "late":
        time.sleep(600)
    if count == 3 and fault in ("prose", "another"):
        print("I think so" if fault == "prose" else before, flush=True)
        continue
    before = answer
    if fault != "none":
        changed = planted(json.loads(answer))
        if changed != json.loads(answer) and not told.exists():
            told.write_text(changed["note"])
        answer = json.dumps(changed)
    print(answer, flush=True)
"#;

/// A folder with the engine and the suite, written by the program.
struct Tried {
    folder: tempfile::TempDir,
}

impl Tried {
    fn new(chosen: &[&str]) -> Tried {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("engine.py"), ENGINE).expect("written");
        let suite = folder.path().join("suite").display().to_string();
        let output = spariglio(&[&["conform", "--out", &suite], chosen].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        Tried { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, options: &[&str], fault: &str) -> Output {
        let [engine, suite, message] = ["engine.py", "suite", fault].map(|name| self.path(name).display().to_string());
        spariglio(&[&["conform"], options, &["--", "python3", &engine, &suite, fault, &message]].concat(), "")
    }
}

fn lines(output: &Output) -> Vec<Value> {
    stdout(output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn a_faithful_engine_agrees_in_every_hand() {
    let tried = Tried::new(&[]);
    let output = tried.run(&[], "none");
    let message = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{message}{}", stderr(&output));
    assert!(message.starts_with("rule set") && message.contains("\nscopa+options "), "{message}");
    assert!(message.ends_with("suite 1: 1740 of 1740 hands agree; kinds of findings: 0\n"), "{message}");
    let answers = tried.path("suite/answers.jsonl").display().to_string();
    let replayed = spariglio(&["replay", &answers], "");
    assert_eq!(stderr(&replayed), "1740 records, 0 errors\n");
    let output = spariglio(&["conform", "--json", "--", "cat", &answers], "");
    assert_eq!(output.status.code(), Some(0), "an engine that writes a file: {}", stdout(&output));
}

#[test]
fn planted_faults_are_found_with_their_field_and_their_first_hand() {
    let chosen = ["--only", "scopa,cirulla", "--hands", "40"];
    let tried = Tried::new(&chosen);
    for (fault, field) in [
        ("lay_anyway", "turns[].legal"),
        ("pairs_only", "turns[].legal"),
        ("seat", "turns[].seat"),
        ("prime", "result.sides[].prime"),
        ("leftovers", "result.sides[].cards"),
        ("settebello", "result.sides[].points.single"),
        ("last_sweep", "result.sides[].points.sweeps"),
        ("total", "result.sides[].total"),
        ("last_capture", "result.last_capture"),
        ("shutout", "result.shutout"),
        ("no_result", "result"),
    ] {
        let output = tried.run(&[&chosen[..], &["--json"]].concat(), fault);
        assert_eq!(output.status.code(), Some(1), "{fault}");
        let lines = lines(&output);
        let finding = &lines[0];
        assert_eq!(finding["finding"], field, "{fault}: {finding}");
        assert!(lines[1]["finding"].is_null(), "{fault}: {}", lines[1]);
        let place = format!("{} line {}", finding["file"].as_str().expect("a name"), finding["line"]);
        let message = fs::read_to_string(tried.path(fault)).expect("the engine told of its fault");
        assert!(message == place || message.starts_with(&format!("{place}:")), "{fault}: {message}, but {place}");
        assert_ne!(finding["expected"], finding["found"], "{fault}");
        assert!(finding["guess"].is_string(), "{fault}: {finding}");
        assert_eq!(finding["turn"].is_u64(), field.starts_with("turns[]"), "{fault}");
        let sum = lines.last().expect("a summary");
        assert_eq!(sum["differ"], finding["hands"], "{fault}");
    }
}

#[test]
fn a_difference_is_told_in_words() {
    let chosen = ["--only", "scopa", "--hands", "3"];
    let output = Tried::new(&chosen).run(&chosen, "lay_anyway");
    let message = stdout(&output);
    for part in [
        "turns[].legal: 3 hands\n",
        "first     scopa line 1, turn 3, rules scopa\n",
        "field     turns[3].legal\n",
        "expected  3d | 6d x 6b\n",
        "found     3d | 6d x 6b | 6d\n",
        "perhaps   a card that can capture may not be laid: capture.mandatory\n",
        "suite 1: 0 of 3 hands agree; kinds of findings: 1\n",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
}

/// The third question of each process fails; the hands after it are asked again of another process.
#[test]
fn an_engine_that_fails_is_named_with_the_hand_and_asked_on() {
    let chosen = ["--only", "scopa", "--hands", "5"];
    let tried = Tried::new(&chosen);
    for (fault, kind, text) in [
        ("crash", "crash", "no idea how"),
        ("late", "late answer", "no answer within 5000 ms"),
        ("prose", "no JSON", "`I think so`"),
        ("another", "another hand", "`dealer`"),
    ] {
        let output = tried.run(&[&chosen[..], &["--json", "--timeout", "5"]].concat(), fault);
        assert_eq!(output.status.code(), Some(1), "{fault}");
        let lines = lines(&output);
        let finding = &lines[0];
        assert_eq!((&finding["finding"], &finding["hands"]), (&kind.into(), &1.into()), "{fault}: {finding}");
        assert_eq!((&finding["file"], &finding["line"]), (&"scopa".into(), &3.into()), "{fault}: {finding}");
        let message = finding["text"].as_str().expect("a text");
        assert!(message.contains(text) || fault == "another" && message.contains("expected"), "{fault}: {message}");
        assert_eq!((&lines[1]["agree"], &lines[1]["failed"]), (&4.into(), &1.into()), "{fault}: {}", lines[1]);
    }
}

#[test]
fn after_five_failures_the_rest_of_a_rule_set_is_left_out() {
    let options = ["conform", "--json", "--only", "scopa,napoli", "--hands", "8", "--"];
    let output = spariglio(&[&options[..], &["sh", "-c", "exit 3"]].concat(), "");
    assert_eq!(output.status.code(), Some(1));
    let lines = lines(&output);
    assert!(lines[0]["text"].as_str().is_some_and(|text| text.contains("exit status: 3")), "{}", lines[0]);
    for line in &lines[1..3] {
        assert_eq!((&line["failed"], &line["not_asked"]), (&5.into(), &3.into()), "{line}");
    }
}

#[test]
fn bad_arguments_and_a_program_that_does_not_start_are_refused() {
    assert!(!Path::new("no/such/engine").exists());
    for (arguments, message) in [
        (&["conform"][..], "COMMAND"),
        (&["conform", "--", "no/such/engine"], "no/such/engine"),
        (&["conform", "--only", "bridge", "--", "cat"], "bridge"),
        (&["conform", "--timeout", "0", "--", "cat"], "--timeout"),
        (&["conform", "--out", "x", "--", "cat"], "--out"),
    ] {
        let output = spariglio(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}
