//! `spariglio train`: a network learns from rows of self-play and of records, with both back ends.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::run_in;

fn spariglio(folder: &Path, line: &str) -> Output {
    run_in(folder, &Vec::from_iter(line.split(' ')))
}

fn done(folder: &Path, line: &str) -> String {
    let output = spariglio(folder, line);
    let message = [output.stdout, output.stderr].concat();
    let message = String::from_utf8_lossy(&message).into_owned();
    assert!(output.status.success(), "{line}: {message}");
    message
}

fn refused(folder: &Path, line: &str, expected: &str) {
    let output = spariglio(folder, line);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{line}: {message}");
    assert!(message.contains(expected), "{line}: {message}");
}

const SELFPLAY: &str = "rules = \"mini_scopa\"\nseed = 7\n[data]\nagents = [\"greedy\"]\nshards = 2\nhands_per_shard = 300\nrecords = true\n";

const TRAIN: &str = "rules = \"mini_scopa\"\nseed = 1\n[gradient]\ndecisions = 0\nwidth = 32\ncritic_width = 32\nblocks = 1\nshards = 2\n\
    residual = \"none\"\n[distil]\ntarget = \"all\"\npasses = 4\nbatch = 128\nfresh = 0.0\nrate = 1e-2\n\
    [evaluation]\nopponents = [\"random\"]\nhands = 400\n";

/// A folder with rows of self-play (`own`), and rows exported from its records (`rows`).
fn data() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::write(at.join("selfplay.toml"), SELFPLAY).expect("written");
    fs::write(at.join("train.toml"), TRAIN).expect("written");
    done(at, "selfplay selfplay.toml --out own");
    done(
        at,
        "export own/data/gen-0000/records/shard-00000.jsonl.zst own/data/gen-0000/records/shard-00001.jsonl.zst --out rows",
    );
    folder
}

/// Points per hand against random play, from the run's metrics.
fn margin(run: &Path) -> f64 {
    let text = fs::read_to_string(run.join("metrics.jsonl")).expect("metrics");
    let lines = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let results: Vec<f64> = lines
        .filter(|line| line["kind"] == "eval")
        .map(|line| line["mean"].as_f64().expect("a number"))
        .collect();
    *results.last().expect("an evaluation")
}

#[test]
fn rows_of_self_play_and_of_records_are_learnt() {
    let folder = data();
    let at = folder.path();
    for (data, run) in [("own", "a"), ("rows", "b")] {
        let message = done(at, &format!("train train.toml --device plain --data {data} --out {run}"));
        assert!(message.contains("computing in plain Rust") && message.contains("nets/gen-0000"), "{message}");
        assert!(margin(&at.join(run)) > 0.0, "{data}: {}", margin(&at.join(run)));
    }
    // Another run starts from the network of the first.
    done(at, "train train.toml --device plain --data own --init a --out c");
}

#[test]
fn the_whole_shards_of_a_stopped_generation_are_learnt() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    fs::write(at.join("selfplay.toml"), SELFPLAY).expect("written");
    fs::write(at.join("train.toml"), TRAIN).expect("written");
    // A part has no manifest, like a generation that was stopped.
    done(at, "selfplay selfplay.toml --part 1/2 --out half");
    let message = done(at, "train train.toml --device plain --data half --out a -q");
    assert_eq!(message, "network: a/nets/gen-0000\n");
    assert!(margin(&at.join("a")) > 0.0);
    let message = done(at, "train train.toml --device plain --data half --out a");
    assert!(message.contains("gen-0000: unfinished: 1 of 2 shards"), "{message}");
    // Its rules are known too.
    refused(
        at,
        "train --device plain --data half --out a",
        "config.gradient.width: asked for 96, the directory has 32",
    );
    done(at, "selfplay selfplay.toml --out half");
    refused(at, "train train.toml --device plain --data half --out a", "data: asked for \"2 shards with hash ");
    refused(
        at,
        "train train.toml --device plain --data half --out half",
        "kind: asked for \"learn\" or \"train\"",
    );
    fs::write(at.join("half/data/gen-0000/manifest.json"), "{").expect("written");
    refused(at, "selfplay selfplay.toml --out half", "manifest.json: expected a manifest");
    fs::remove_file(at.join("half/data/gen-0000/manifest.json")).expect("removed");
    refused(at, "train train.toml --device plain --data half --out b", "for its 2 shards, found neither");
}

#[cfg(feature = "train")]
#[test]
fn torch_learns_the_same_from_rows() {
    let folder = data();
    let at = folder.path();
    let message = done(at, "train train.toml --device cpu --data rows --out torch");
    assert!(message.contains("computing in torch on the processor"), "{message}");
    done(at, "train train.toml --device plain --data rows --out plain");
    let gap = margin(&at.join("torch")) - margin(&at.join("plain"));
    assert!(gap.abs() < 0.3, "{gap}");
}

#[test]
fn mistakes_are_named() {
    let folder = data();
    let at = folder.path();
    refused(at, "train train.toml --out x", "--data");
    refused(at, "train train.toml --data nowhere --out x", "nowhere");
    fs::write(at.join("search.toml"), TRAIN.replace("\"all\"", "\"search\"")).expect("written");
    refused(at, "train search.toml --device plain --data rows --out x", "distil.target");
    refused(at, "train train.toml --device plain --rules scopa --data own --out y", "mini_scopa");
}
