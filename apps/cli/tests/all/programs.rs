//! External programs in `spariglio arena`: their seeds, names and offences, and the figures kept of them.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::bubblewrap;
use crate::common::run_in;

/// The example program, changed to play an illegal action in every hand after five cards.
fn bots() -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir(dir.path().join("bots")).expect("made");
    let example = include_str!("../../../../notebooks/examples/agents/random_agent.py");
    fs::write(dir.path().join("bots/good.py"), example).expect("written");
    let action = "rng.choice(legal)";
    let offence = format!("{action} if view[\"ply\"] < 5 else \"\\x1b[2J\"");
    fs::write(dir.path().join("bots/bad.py"), example.replace(action, &offence)).expect("written");
    dir
}

fn arena(dir: &TempDir, agents: &str, more: &[&str]) -> Output {
    run_in(dir.path(), &[&["arena", "--rules", "scopone", "--agents", agents], more].concat())
}

fn external(name: &str) -> String {
    format!("external:command=python3 bots/{name}.py:start_millis=60000:millis=60000,greedy")
}

fn json(output: &Output) -> Value {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{message}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn seeds_and_secrets_are_drawn_and_kept() {
    let dir = bots();
    let play = |more: &[&str]| json(&arena(&dir, &external("good"), &[more, &["--hands", "4", "--json"]].concat()));
    let [one, other] = [play(&[]), play(&[])];
    for field in ["seed", "secret"] {
        assert_ne!(one[field], other[field], "{field}");
        assert!(!one[field].is_null(), "{field}");
    }
    assert_eq!(one["names"][0], "random (Python)");
    // Resuming keeps both, and the command in a result reproduces it.
    let stored = play(&["--out", "kept.json"]);
    let more = json(&arena(&dir, &external("good"), &["--hands", "8", "--out", "kept.json", "--json"]));
    assert_eq!([&more["seed"], &more["secret"]], [&stored["seed"], &stored["secret"]]);
    let [seed, secret] = [stored["seed"].to_string(), stored["secret"].as_str().expect("text").to_owned()];
    let again = play(&["--seed", &seed, "--secret", &secret]);
    assert_eq!([&again["pairs"], &again["command"]], [&stored["pairs"], &stored["command"]]);
}

/// A program whose path and argument hold every sign with a meaning.
#[test]
fn the_command_of_a_result_can_be_copied_into_a_shell() {
    let dir = bots();
    fs::rename(dir.path().join("bots/good.py"), dir.path().join("bots/it's: \"a\", $b.py")).expect("renamed");
    let table = "type = \"external\"\nstart_millis = 60000\n\
                 command = [\"python3\", \"bots/it's: \\\"a\\\", $b.py\", \"http://h:1\"]\n";
    fs::write(dir.path().join("a,b.toml"), table).expect("written");
    let output = arena(&dir, "greedy", &["--agents", "'a,b.toml'", "--hands", "4", "--json"]);
    let result = json(&output);
    assert_eq!(result["names"], serde_json::json!(["greedy", "random (Python)"]));
    let command = result["command"].as_str().expect("a command");
    let (_, arguments) = command.split_once(' ').expect("arguments");
    let program = env!("CARGO_BIN_EXE_spariglio");
    let mut shell = Command::new("bash");
    shell
        .current_dir(dir.path())
        .args(["-c", &format!("'{program}' {arguments} --json")]);
    let again = json(&shell.output().expect("bash starts"));
    assert_eq!([&again["pairs"], &again["command"]], [&result["pairs"], &result["command"]]);
}

#[test]
fn a_forfeit_is_told_at_once_and_cannot_paint_the_screen() {
    let dir = bots();
    let output = arena(&dir, &external("bad"), &["--hands", "12"]);
    assert_eq!(output.status.code(), Some(0));
    let [text, message] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    for text in [&text, &message] {
        assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{text:?}");
        assert!(text.contains(r"plays `\u{1b}[2J`, which is not legal"), "{text}");
    }
    assert_eq!(message.matches("forfeits: deal ").count(), 1, "{message}");
    assert!(text.contains("6 illegal actions"), "{text}");
}

#[test]
fn a_program_that_does_not_greet_ends_every_verb_before_the_first_hand() {
    let dir = bots();
    fs::write(dir.path().join("mute.sh"), "echo no model >&2\nexit 3\n").expect("written");
    let mute = "external:command=sh mute.sh";
    let pair = format!("{mute},greedy");
    for arguments in [
        &["arena", "--hands", "4", "--agents", &pair][..],
        &["arena", "--matches", "2", "--agents", &pair],
        &["equity", "--hands", "20", "--agent", mute],
        &["play", "--rules", "scopa", "--agents", mute],
        &["serve", "--no-state", "--port", "0", "--agents", mute],
    ] {
        let output = run_in(dir.path(), arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        for part in [mute, "exit status: 3", "its last words: `no model`", "before the first hand"] {
            assert!(message.contains(part), "{arguments:?}: {part}: {message}");
        }
    }
}

#[test]
fn a_fixed_seed_is_warned_of_where_a_program_is_free() {
    let dir = bots();
    let message = |more: &[&str]| {
        let output = arena(&dir, &external("good"), &[more, &["--hands", "4"]].concat());
        String::from_utf8_lossy(&output.stderr).matches("remember the cards").count()
    };
    assert_eq!([message(&["--seed", "1"]), message(&[])], [1, 0]);
}

#[test]
fn what_would_do_nothing_or_betray_the_run_is_refused() {
    let dir = bots();
    let refused = |agents: &str, more: &[&str]| {
        let output = arena(&dir, agents, &[more, &["--hands", "4"]].concat());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for arguments in [&["--sandbox"][..], &["--secret", "0123456789abcdef"], &["--in-flight", "2"]] {
        assert!(refused("random,greedy", arguments).contains("expected an external program"));
    }
    assert!(refused("random,greedy", &["--net", "bots"]).contains("write net:net=bots"));
    for number in ["0", "301", "x"] {
        let message = refused(&external("good"), &["--in-flight", number]);
        assert!(message.contains("expected a number from 1 to 300"), "{message}");
    }
    assert!(refused(&external("good"), &["--secret", "12"]).contains("sixteen hexadecimal digits"));
    assert!(refused(&external("good"), &["--part", "1/2"]).contains("expected --seed and --secret"));
    let message = refused(&external("good"), &["--sandbox", "--out", "bots/../bots/out.json"]);
    assert!(message.contains("out.json") && message.contains("expected another folder"), "{message}");
    assert!(!dir.path().join("bots/out.json").exists());
}

#[test]
fn a_killed_run_with_hands_in_flight_ends_with_the_bytes_of_a_whole_one() {
    let dir = bots();
    let play = |out: &str, in_flight: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spariglio"));
        command
            .current_dir(dir.path())
            .args(["arena", "--rules", "scopa", "--hands", "256", "--out", out]);
        command.args(["--agents", &external("good"), "--seed", "1", "--secret", "0123456789abcdef"]);
        command
            .args(["--in-flight", in_flight])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().expect("the binary starts")
    };
    let mut killed = play("killed.json", "4");
    let until = Instant::now() + Duration::from_secs(120);
    while !dir.path().join("killed.json").exists() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(2));
    }
    // If it has ended by itself, there is nothing to kill.
    let _ = killed.kill();
    killed.wait().expect("it ends");
    assert!(play("killed.json", "3").wait().expect("it ends").success());
    assert!(play("whole.json", "1").wait().expect("it ends").success());
    let [killed, whole] = ["killed.json", "whole.json"].map(|out| fs::read(dir.path().join(out)).expect("written"));
    assert_eq!(killed, whole);
}

#[test]
fn a_program_that_is_shut_in_plays() {
    let dir = bots();
    let output = arena(&dir, &external("good"), &["--hands", "4", "--sandbox", "--out", "out.json"]);
    if bubblewrap::works("a_program_that_is_shut_in_plays") {
        let result = fs::read_to_string(dir.path().join("out.json")).expect("written");
        let result: Value = serde_json::from_str(&result).expect("JSON");
        assert_eq!(result["pairs"][0]["figures"]["forfeits"]["lost"], serde_json::json!([0, 0]));
        assert_eq!(result["names"][0], "random (Python)");
    } else {
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("needs bubblewrap"));
    }
}

#[test]
fn one_process_at_a_time_writes_a_result() {
    let dir = bots();
    let lock = fs::File::create(dir.path().join(".out.json.lock")).expect("made");
    lock.try_lock().expect("free");
    let output = arena(&dir, "random,greedy", &["--hands", "4", "--out", "out.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("another process"));
    drop(lock);
    let output = arena(&dir, "random,greedy", &["--hands", "4", "--out", "out.json"]);
    assert_eq!(output.status.code(), Some(0));
    let files = fs::read_dir(dir.path()).expect("a folder").count();
    assert_eq!(files, 2, "the bots and the result");
}

#[test]
fn a_transcript_keeps_requests_that_can_be_sent_again_and_names_that_of_an_offence() {
    let dir = bots();
    let output = arena(&dir, &external("bad"), &["--hands", "2", "--transcript", "log"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains(", which is not legal; legal: `"), "{message}");
    let text = fs::read_to_string(dir.path().join("log/bad.jsonl")).expect("a transcript");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let offence = lines.iter().find_map(|line| line["x-offence"].as_str()).expect("an offence");
    let (_, place) = offence.rsplit_once("the request is line ").expect("a place");
    let place: usize = place.parse().expect("a number");
    assert_eq!(lines[place - 1]["type"], "act", "{offence}");
    assert!(lines.iter().any(|line| line["x-answer"].is_string()), "{text}");
    assert!(lines.iter().any(|line| line["x-end"].is_string()), "{text}");
    assert!(dir.path().join("log/bad.stderr").is_file());
    // The process gets the same lines once more, and plays the same.
    let process = &lines[place - 1]["x-process"];
    let same = |line: &&str| serde_json::from_str::<Value>(line).is_ok_and(|line| line["x-process"] == *process);
    let requests: Vec<&str> = text
        .lines()
        .take(place)
        .filter(same)
        .filter(|line| line.contains("\"type\":"))
        .collect();
    let mut child = Command::new("python3")
        .arg(dir.path().join("bots/bad.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut input = child.stdin.take().expect("an input");
    std::io::Write::write_all(&mut input, (requests.join("\n") + "\n").as_bytes()).expect("sent");
    drop(input);
    let again = child.wait_with_output().expect("ends");
    let last = String::from_utf8_lossy(&again.stdout)
        .lines()
        .last()
        .map(str::to_owned)
        .expect("an answer");
    assert!(last.contains(r"\u001b[2J"), "{last}");
}

#[test]
fn a_program_that_does_not_start_is_told_with_the_way_out() {
    let dir = bots();
    let refused = |agents: &str| {
        let output = arena(&dir, agents, &["--hands", "2"]);
        assert_eq!(output.status.code(), Some(2), "{agents}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for (agents, way_out) in [
        ("bots/good.py,greedy", "this file exists: write `\"external:command=python3 bots/good.py\"`"),
        ("bots,greedy", "this folder exists: write `net:net=bots`"),
        ("none.py,greedy", "nor is it a file in this folder"),
        ("external:command=bots/good.py,greedy", "it is not executable; start it by its interpreter"),
        ("external:command=./bots,greedy", "it is a folder; expected a program"),
        ("external:command=no-such-program,greedy", "PATH has no such program"),
        ("external:command=python3 bots/none.py,greedy", "`bots/none.py` is no file in this folder"),
    ] {
        let message = refused(agents);
        assert!(message.contains(way_out), "{agents}: {message}");
    }
}
