//! `spariglio arena` and `spariglio report`: their output, their files and their errors.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use spariglio_arena::ArenaResult;

use crate::common::program;

fn spariglio(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the binary starts")
}

fn arena(more: &[&str]) -> String {
    arena_of("2000", more)
}

fn arena_of(hands: &str, more: &[&str]) -> String {
    let fixed = ["arena", "--rules", "scopone", "--hands", hands, "--seed", "1", "--json"];
    let output = spariglio(&[&fixed, more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_result_is_one_line_of_json() {
    let text = arena(&["--agents", "greedy,random"]);
    assert_eq!(text.lines().count(), 1);
    let result: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(result["origin"]["date"], "2026-11-27");
    let message = |field: &str| result["origin"][field].as_str().expect(field).to_owned();
    assert!(
        message("program").starts_with(env!("CARGO_PKG_VERSION")) && message("machine").contains("core"),
        "{result}"
    );
    let pair = &result["pairs"][0];
    assert_eq!(pair["agents"], serde_json::json!(["greedy", "random"]));
    let figures = &pair["figures"];
    assert_eq!((figures["hands"].as_u64(), pair["plays_per_set"].as_u64()), (Some(2000), Some(2)));
    assert!(figures["margin"]["mean"].as_f64().expect("a mean") > 3.0);
    let error = figures["margin"]["standard_error"].as_f64();
    assert!(error.is_some_and(|error| error > 0.0 && error < 0.2));
    let percent = |place: &Value| ["win", "tie", "loss"].map(|key| place["outcomes"][key]["mean"].as_f64().expect(key));
    for place in [figures, &figures["by_position"]["first"], &figures["by_position"]["dealer"]] {
        assert!((percent(place).iter().sum::<f64>() - 100.0).abs() < 1e-9);
    }
}

#[test]
fn threads_change_nothing() {
    let agents = ["--agents", "random,ismcts:simulations=2,greedy"];
    let of = |threads| arena_of("400", &[&agents[..], &["--threads", threads]].concat());
    assert_eq!(of("1"), of("3"));
}

#[test]
fn times_come_on_request_and_change_nothing_else() {
    let plain: Value = serde_json::from_str(&arena(&["--agents", "greedy,random"])).expect("JSON");
    let mut timed: Value = serde_json::from_str(&arena(&["--agents", "greedy,random", "--time"])).expect("JSON");
    let pair = &mut timed["pairs"][0];
    let time = pair["figures"].as_object_mut().expect("figures").remove("time").expect("timed");
    pair["sums"].as_object_mut().expect("sums").remove("clocked").expect("timed");
    for agent in time["agents"].as_array().expect("both agents") {
        assert!(agent["decisions"].as_u64().is_some_and(|decisions| decisions > 0));
        // A quick decision may be shorter than the clock's resolution.
        assert!(agent["median_ms"].as_f64().is_some_and(|time| time >= 0.0));
    }
    assert!(plain["pairs"][0]["figures"].get("time").is_none());
    assert_eq!(plain["pairs"], timed["pairs"]);
}

/// A result keeps its command, even if fewer hands are asked for than it has.
#[test]
fn fewer_hands_than_there_are_change_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("out.json");
    let play = |hands| {
        let file = out.to_str().expect("UTF-8");
        let agents = ["arena", "--rules", "scopa", "--agents", "greedy,random"];
        let output = spariglio(&[&agents[..], &["--hands", hands, "--out", file]].concat());
        assert_eq!(output.status.code(), Some(0));
        fs::read(&out).expect("written")
    };
    let whole = play("40");
    assert!(String::from_utf8_lossy(&whole).contains("--hands 40 "));
    assert!(play("20") == whole);
}

/// Marks the result in a file as stopped; returns its bytes.
fn stopped(file: &Path) -> Vec<u8> {
    let mut result = ArenaResult::load_if_there(file).expect("read").expect("there");
    result.head.complete = false;
    result.write(file).expect("written");
    fs::read(file).expect("read")
}

/// If an arena is killed between its last hand and the end, it has saved all hands but is marked as stopped.
#[test]
fn a_stopped_arena_of_all_hands_is_made_whole() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("out.json");
    let file = out.to_str().expect("UTF-8");
    let play = || {
        let agents = ["arena", "--rules", "scopa", "--agents", "greedy,random,formula"];
        let output = spariglio(&[&agents[..], &["--hands", "40", "--out", file]].concat());
        assert_eq!(output.status.code(), Some(0));
        fs::read(&out).expect("written")
    };
    let whole = play();
    stopped(&out);
    assert!(play() == whole);
}

/// If a stopped result has more hands than are asked for, it does not change.
#[test]
fn a_stopped_arena_of_more_hands_is_left_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("out.json");
    let file = out.to_str().expect("UTF-8");
    let play = |hands| {
        let agents = ["arena", "--rules", "scopa", "--agents", "greedy,random"];
        let output = spariglio(&[&agents[..], &["--hands", hands, "--out", file]].concat());
        assert_eq!(output.status.code(), Some(0));
        fs::read(&out).expect("written")
    };
    play("40");
    let stopped = stopped(&out);
    assert!(play("20") == stopped);
}

#[test]
fn an_edited_program_is_another_agent() {
    let dir = tempfile::tempdir().expect("a folder");
    let [program, out] = ["bot.py", "out.json"].map(|name| dir.path().join(name));
    // The example program, slowed down.
    let example = include_str!("../../../../notebooks/examples/agents/random_agent.py");
    let choice = "return rng.choice(legal)";
    let program_text = example.replace(choice, "return __import__('time').sleep(0.02) or legal[0]");
    assert_ne!(program_text, example);
    fs::write(&program, &program_text).expect("written");
    let agents = format!("external:command=python3 {}:start_millis=60000,greedy", program.display());
    let play = || {
        let out = out.to_str().expect("UTF-8");
        let arguments = ["arena", "--rules", "scopone", "--agents", &agents, "--hands", "4", "--time", "--out", out];
        let output = spariglio(&arguments);
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    assert_eq!(play().0, Some(0));
    let result: Value = serde_json::from_slice(&fs::read(&out).expect("written")).expect("JSON");
    let times = &result["pairs"][0]["figures"]["time"]["agents"];
    let [slow, fast] = [0, 1].map(|agent| times[agent]["median_ms"].as_f64().expect("timed"));
    assert!(slow >= 19.0 && fast < slow, "wall-clock time {slow} ms, {fast} ms");

    let (status, message) = play();
    assert_eq!(status, Some(0));
    assert!(message.contains("nothing was left to play; --again"), "{message}");

    fs::write(&program, program_text.replace("legal[0]", "legal[-1]")).expect("written");
    let (status, message) = play();
    assert_eq!(status, Some(2));
    assert!(
        message.contains("bot.py") && message.contains(", must be ") && message.contains("add --again"),
        "{message}"
    );
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
    assert!(page.contains("spariglio arena --agents greedy,random --rules scopone"), "{page}");
    let out = dir.path().join("elsewhere");
    let [file, out] = [&file, &out].map(|path| path.to_str().expect("UTF-8"));
    let output = spariglio(&["report", file, "--out", out, "--json"]);
    let message: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(message["page"], format!("{out}/report.html"));
    let pictures = ["svg", "pdf", "png"].map(|end| format!("report/outcomes.{end}"));
    let tables = ["report/table-pairs.csv", "report/table-pairs.tex", "report/figure-outcomes.tex"];
    let others = ["report.md", "report/spariglio.bib"];
    for name in pictures.iter().map(String::as_str).chain(tables).chain(others) {
        assert!(dir.path().join("elsewhere").join(name).exists(), "{name}");
    }
}

#[test]
fn the_end_of_a_name_says_what_is_written() {
    let dir = tempfile::tempdir().expect("a folder");
    let write = |name: &str| {
        let file = dir.path().join(name);
        let play = ["arena", "--agents", "greedy,random", "--hands", "40", "--out", file.to_str().expect("UTF-8")];
        (spariglio(&play), fs::read_to_string(&file).unwrap_or_default())
    };
    let (_, rows) = write("a.csv");
    assert!(
        rows.starts_with("pair,hands,points per hand,95 % interval low,95 % interval high,won,tied,lost,"),
        "{rows}"
    );
    assert!(rows.lines().count() == 2 && rows.contains("\r\ngreedy – random,40,"), "{rows}");
    let (_, table) = write("a.tex");
    assert!(table.contains("\\toprule") && table.contains("seed 1") && table.contains("-{}-hands 40"), "{table}");
    let (other, text) = write("a.xlsx");
    let message = String::from_utf8_lossy(&other.stderr).into_owned();
    assert_eq!((other.status.code(), text.as_str()), (Some(2), ""), "{message}");
    assert!(message.contains("expected a name that ends in .json (the result), .csv or .tex"), "{message}");
}

#[test]
fn other_files_are_left_alone() {
    let dir = tempfile::tempdir().expect("a folder");
    let notes = dir.path().join("notes.tmp");
    fs::write(&notes, "keep me").expect("written");
    let out = dir.path().join("notes.json");
    arena(&["--agents", "greedy,random", "--out", out.to_str().expect("UTF-8")]);
    assert_eq!(fs::read_to_string(&notes).expect("there"), "keep me");
    assert_eq!(fs::read_dir(dir.path()).expect("read").count(), 2);
}

#[test]
fn merged_halves_are_the_whole() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    for (part, name) in [("1/1", "whole.json"), ("1/2", "first.json"), ("2/2", "second.json")] {
        arena(&["--agents", "greedy,random", "--part", part, "--out", &path(name)]);
    }
    let merge = |files: &[String]| {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        spariglio(&[&["merge", "--json"], &files[..]].concat())
    };
    let output = merge(&[path("second.json"), path("first.json")]);
    let read = |bytes: &[u8]| {
        let mut value: Value = serde_json::from_slice(bytes).expect("JSON");
        value.as_object_mut().expect("an object").remove("command");
        value.as_object_mut().expect("an object").remove("seal");
        value
    };
    let whole = read(&fs::read(path("whole.json")).expect("written"));
    let mut merged = read(&output.stdout);
    assert_eq!(merged, whole);
    merged["pairs"][0]["figures"] = Value::Null;
    assert_ne!(merged, whole);
    // A changed figure has no effect; a changed sum is refused.
    let mut altered: Value = serde_json::from_slice(&fs::read(path("whole.json")).expect("written")).expect("JSON");
    altered["pairs"][0]["figures"]["margin"]["mean"] = Value::from(99.0);
    fs::write(path("altered"), altered.to_string()).expect("written");
    assert_eq!(read(&merge(&[path("altered")]).stdout)["pairs"], whole["pairs"]);
    altered["pairs"][0]["sums"]["tally"]["agents"][0]["points"] = Value::from(99);
    fs::write(path("altered"), altered.to_string()).expect("written");
    let refused = merge(&[path("altered")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("seal: found"), "{refused:?}");
    let twice = merge(&[path("first.json"), path("whole.json")]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&twice.stderr).contains("played twice"));
}

#[test]
fn a_sequential_test_says_its_verdict() {
    let text = arena(&["--agents", "greedy,random", "--sprt", "0.5"]);
    let result: Value = serde_json::from_str(&text).expect("JSON");
    let sprt = &result["pairs"][0]["figures"]["sprt"];
    assert_eq!(sprt["verdict"], "first");
    assert!(
        result["pairs"][0]["figures"]["hands"]
            .as_u64()
            .is_some_and(|hands| hands < 2000)
    );
    assert!(result["command"].as_str().is_some_and(|command| command.contains("--sprt 0.5")));
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
    refused(&["arena", "no/such.toml"], "no/such.toml");
    refused(&["arena", "--agents", "random,greedy", "--sprt", "0"], "--sprt 0: difference");
    refused(&["arena", "--agents", "random,greedy", "--part", "3/2"], "1/2");
    refused(&["arena", "--agents", "random,greedy", "--schedule", "swiss"], "gauntlet");
    refused(&["arena", "--agents", "random,greedy", "--sprt", "1", "--part", "1/2"], "parts");
    refused(&["arena", "--agents", "random,greedy", "--threads", "100000"], "1024");
    refused(&["merge", "no/such.json"], "no/such.json");
    refused(&["merge", "Cargo.toml"], "Cargo.toml");
    refused(&["report", "no/such"], "no/such");
}

#[test]
fn an_agent_that_cannot_be_made_is_named_with_the_reason() {
    let output = spariglio(&["arena", "--agents", "net:net=no-such-folder,greedy", "--hands", "4"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        message.contains("agent \"net:net=no-such-folder\"") && message.contains("expected the folder of a network"),
        "{message}"
    );
}
