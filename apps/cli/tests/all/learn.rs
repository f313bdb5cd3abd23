//! `spariglio learn` with torch: if a run is killed and resumed, its final networks equal those of an undisturbed run.
#![cfg(feature = "train")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const CONFIG: &str = r#"
rules = "cirulla"
seed = 3
device = "cpu"
[gradient]
width = 32
critic_width = 32
blocks = 1
batch = [128, 128]
shards = 2
decisions = 2000
checkpoint = 500
[labels]
agents = ["net-search:net=RUN:simulations=8"]
shards = 2
hands_per_shard = 20
[distil]
rounds = 2
batch = 128
[gate]
agent = "net:net=RUN"
hands = 40
threshold = -100.0
[evaluation]
opponents = ["random"]
hands = 40
every = 1000
"#;

/// Files with the same final bytes; the others contain times.
const SAME: [&str; 8] = [
    "run.toml",
    "data/gen-0000/manifest.json",
    "data/gen-0001/manifest.json",
    "nets/gen-0001/model.safetensors",
    "nets/gen-0003/model.safetensors",
    "nets/gen-0004/model.safetensors",
    "nets/best.json",
    "checkpoint.safetensors",
];

/// Longest wait for a file.
const PATIENCE: Duration = Duration::from_secs(300);

fn start(folder: &Path, out: &str) -> Child {
    let config = folder.join("config.toml");
    fs::write(&config, CONFIG).expect("written");
    Command::new(env!("CARGO_BIN_EXE_spariglio"))
        .arg("learn")
        .arg(&config)
        .arg("--out")
        .arg(folder.join(out))
        .arg("--json")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// Waits for the end of the process; returns its standard output.
fn finish(child: Child) -> String {
    let output = child.wait_with_output().expect("the binary ends");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Kills the process when a file exists.
fn kill_after(mut child: Child, file: &Path) {
    let began = Instant::now();
    while !file.exists() && child.try_wait().expect("a status").is_none() {
        assert!(began.elapsed() < PATIENCE, "no {} after {PATIENCE:?}", file.display());
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
}

#[test]
fn killed_and_resumed_ends_with_the_same_networks() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = finish(start(folder.path(), "whole"));
    assert_eq!(lines.lines().count(), 4);
    let killed = folder.path().join("killed");
    for file in [
        "nets/gen-0001/model.safetensors",
        "data/gen-0000/rows/shard-00000.parquet",
        "nets/gen-0003/model.safetensors",
        "data/gen-0001/manifest.json",
    ] {
        kill_after(start(folder.path(), "killed"), &killed.join(file));
    }
    finish(start(folder.path(), "killed"));
    for name in SAME {
        let read = |out: &str| fs::read(folder.path().join(out).join(name)).expect(name);
        assert!(read("whole") == read("killed"), "{name} differs");
    }
    // If a finished run is started again, it does not change files that others may have read.
    let best = killed.join("nets/best.json");
    let time_of_writing = || fs::metadata(&best).and_then(|file| file.modified()).expect("a time");
    let before = time_of_writing();
    finish(start(folder.path(), "killed"));
    assert_eq!(time_of_writing(), before, "best.json was written again");
    metrics_are_whole(&folder.path().join("whole/metrics.jsonl"), &killed.join("metrics.jsonl"));
}

/// The metrics must have the same lines in the same order, except for times and speeds.
fn metrics_are_whole(whole: &Path, killed: &Path) {
    let lines = |path: &Path| -> Vec<(String, u64)> {
        let text = fs::read_to_string(path).expect("metrics");
        let parsed = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let key = |line: serde_json::Value| (line["kind"].to_string(), line["generation"].as_u64().expect("a number"));
        parsed.map(key).collect()
    };
    assert_eq!(lines(whole), lines(killed));
    assert_eq!(lines(whole).iter().filter(|line| line.0 == "\"gate\"").count(), 2);
}
