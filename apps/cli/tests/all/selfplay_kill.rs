//! `spariglio selfplay`, killed at various moments: the final files equal those of an undisturbed run.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::files;

const CONFIG: &str = r#"
rules = "cirulla"
seed = 7
[data]
agents = ["ismcts:simulations=60"]
shards = 12
hands_per_shard = 25
records = true
[data.exploration]
root_noise = { share = 0.2, alpha = 0.5 }
"#;

/// Longest wait for shards.
const PATIENCE: Duration = Duration::from_secs(300);

fn start(folder: &Path, out: &str, threads: &str) -> Child {
    start_with(folder, out, threads, &[])
}

fn start_with(folder: &Path, out: &str, threads: &str, more: &[&str]) -> Child {
    let config = folder.join("config.toml");
    fs::write(&config, CONFIG).expect("written");
    Command::new(env!("CARGO_BIN_EXE_spariglio"))
        .args(["selfplay", &config.to_string_lossy(), "--threads", threads, "--out"])
        .arg(folder.join(out))
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// The messages of a process that succeeds.
fn finish(child: Child) -> String {
    let output = child.wait_with_output().expect("the binary ends");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

/// Number of shards with their final name.
fn shards(out: &Path) -> usize {
    let Ok(entries) = fs::read_dir(out.join("data/gen-0000/rows")) else {
        return 0;
    };
    let names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
    names.filter(|name| name.to_string_lossy().ends_with(".parquet")).count()
}

/// Kills the process when `count` shards exist and `moment` has passed since.
fn kill_after(mut child: Child, out: &Path, count: usize, moment: Duration) {
    let began = Instant::now();
    while shards(out) < count && child.try_wait().expect("a status").is_none() {
        assert!(began.elapsed() < PATIENCE, "no {count} shards after {PATIENCE:?}");
        sleep(Duration::from_millis(1));
    }
    sleep(moment);
    child.kill().expect("killed");
    child.wait().expect("ended");
}

#[test]
fn killed_and_resumed_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    finish(start(folder.path(), "whole", "2"));
    let killed = folder.path().join("killed");
    for (count, millis, threads) in [(0, 30, "2"), (2, 7, "1"), (6, 21, "2")] {
        let child = start(folder.path(), "killed", threads);
        kill_after(child, &killed, count, Duration::from_millis(millis));
    }
    finish(start(folder.path(), "killed", "1"));
    let whole = files(&folder.path().join("whole"));
    assert_eq!(whole.len(), 3 + 12 + 2 + 12);
    assert!(files(&killed) == whole, "the files differ");
}

#[test]
fn an_extended_generation_has_the_bytes_of_a_whole_one() {
    let folder = tempfile::tempdir().expect("a folder");
    finish(start(folder.path(), "whole", "2"));
    finish(start_with(folder.path(), "longer", "2", &["--shards", "4"]));
    let longer = folder.path().join("longer");
    assert_eq!(shards(&longer), 4);
    kill_after(start(folder.path(), "longer", "2"), &longer, 7, Duration::ZERO);
    let message = finish(start(folder.path(), "longer", "1"));
    assert!(message.contains("resuming after ") && message.contains(" of 300 hands ("), "{message}");
    assert!(files(&longer) == files(&folder.path().join("whole")), "the files differ");
    // The same amount in hands: nothing is left, and the size of a shard stays.
    finish(start_with(folder.path(), "longer", "1", &["--hands", "300"]));
    let fewer = start_with(folder.path(), "longer", "1", &["--hands", "50"])
        .wait_with_output()
        .expect("it ends");
    let text = String::from_utf8_lossy(&fewer.stderr).into_owned();
    assert!(text.contains("it has 300 hands, asked for 50"), "{text}");
}

#[test]
fn a_second_process_is_refused_and_harms_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("run");
    let mut first = start(folder.path(), "run", "1");
    let began = Instant::now();
    while !out.join("run.toml").exists() {
        assert!(began.elapsed() < PATIENCE, "the first process does nothing");
        sleep(Duration::from_millis(1));
    }
    let second = start(folder.path(), "run", "1");
    let second = second.wait_with_output().expect("it ends");
    let still_running = first.try_wait().expect("a status").is_none();
    finish(first);
    assert!(still_running, "the first process ended too early for the test");
    assert_eq!(second.status.code(), Some(2));
    let text = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(text.contains("another process"), "{text}");
    assert_eq!(shards(&out), 12);
}
