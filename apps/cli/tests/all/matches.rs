//! `spariglio arena --matches`: results and errors.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::run_in as spariglio;

/// A fresh folder named `name`.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

const AGENTS: &str = "ismcts:simulations=20,greedy";

#[test]
fn matches_are_the_same_for_any_number_of_threads() {
    let folder = folder("matches");
    let play = |threads: &str, more: &[&str]| {
        let args = ["arena", "--rules", "scopa", "--agents", AGENTS, "--matches", "9", "--json"];
        let output = spariglio(&folder, &[&args[..], &["--threads", threads], more].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let text = play("1", &[]);
    assert_eq!(text, play("3", &["--out", "result.json"]));
    assert_eq!(text, std::fs::read_to_string(folder.join("result.json")).unwrap());
    let result: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&result["kind"], &result["complete"]), (&Value::from("matches"), &Value::from(true)));
    assert_eq!(result["pairs"][0]["figures"]["matches"], 10);
    let command = result["command"].as_str().unwrap();
    assert!(command.contains("--matches 9"), "{command}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let folder = folder("matches-refused");
    std::fs::write(folder.join("there.json"), "{\"kind\":\"arena\"}").unwrap();
    for (args, reason) in [
        (vec!["--rules", "scopa", "--out", "there.json"], "expected a result of matches"),
        (vec!["--rules", "scopa", "--hands", "10"], "cannot be used with"),
    ] {
        let command = ["arena", "--agents", AGENTS, "--matches", "4"];
        let output = spariglio(&folder, &[&command[..], &args].concat());
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(reason), "{text}");
    }
}

#[test]
fn merged_parts_are_the_whole() {
    let folder = folder("matches-merged");
    let play = |part: &str, out: &str| {
        let words = format!("arena --rules scopa --agents greedy,random --matches 30 --part {part} --out {out}");
        let output = spariglio(&folder, &words.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{output:?}");
    };
    for (part, out) in [("1/1", "whole.json"), ("1/2", "first.json"), ("2/2", "second.json")] {
        play(part, out);
    }
    let merged = spariglio(&folder, &["merge", "second.json", "first.json", "--out", "merged.json", "--json"]);
    assert!(merged.status.success(), "{merged:?}");
    let read = |name: &str| {
        let mut value: Value = serde_json::from_slice(&std::fs::read(folder.join(name)).unwrap()).unwrap();
        value.as_object_mut().unwrap().remove("command");
        value.as_object_mut().unwrap().remove("seal");
        value
    };
    assert_eq!(read("merged.json"), read("whole.json"));
    assert_eq!(std::fs::read(folder.join("merged.json")).unwrap(), merged.stdout);
    let args = ["arena", "--rules", "scopa", "--agents", "greedy,random", "--hands", "30", "--out", "hands.json"];
    assert!(spariglio(&folder, &args).status.success());
    for (files, reason) in [
        (["first.json", "whole.json"], "played twice"),
        (["first.json", "hands.json"], "expected results of one kind"),
    ] {
        let output = spariglio(&folder, &["merge", files[0], files[1]]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && text.contains(reason), "{text}");
    }
}
