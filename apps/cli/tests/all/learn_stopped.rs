//! `spariglio learn`, stopped by Ctrl-C: the learnt state is saved, and the same command resumes from it.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::run_in;

/// Far more decisions than the test runs, and no checkpoint before the end.
const CONFIG: &str = "rules = \"mini_scopa\"\n[gradient]\nwidth = 32\ncritic_width = 32\nbatch = [256, 256]\n\
                      decisions = 1000000000\ncheckpoint = 1000000000\n\
                      [evaluation]\nopponents = []\nhands = 2\nevery = 1000000000\n";

/// Starts the run in `folder` and stops it when it says that it can be stopped. Returns its standard error.
fn stopped(folder: &Path) -> String {
    let (config, run) = (folder.join("config.toml"), folder.join("run"));
    fs::write(&config, CONFIG).expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_spariglio"))
        .args(["learn".as_ref(), config.as_os_str(), "--out".as_ref(), run.as_os_str()])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut message = String::new();
    while !message.contains("Ctrl-C stops the run") {
        assert!(lines.read_line(&mut message).expect("read") > 0, "{message}");
    }
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.expect("kill runs").success());
    lines.read_to_string(&mut message).expect("read");
    let status = child.wait().expect("the binary ends");
    assert_eq!(status.code(), Some(1), "{message}");
    message
}

/// The number before ` decisions` in the line that begins with `start`.
fn decisions(message: &str, start: &str) -> u64 {
    let rest = message.lines().find_map(|line| line.strip_prefix(start));
    let number = rest.unwrap_or_else(|| panic!("no \"{start}\" in {message}")).split(' ').next();
    let digits = number.expect("a number").replace(',', "");
    digits.parse().unwrap_or_else(|_| panic!("{message}"))
}

#[test]
fn a_run_that_is_stopped_goes_on_from_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = stopped(folder.path());
    let first_stop = decisions(&first, "stopped after ");
    assert!(first_stop > 0, "{first}");
    let second = stopped(folder.path());
    assert_eq!(decisions(&second, "resuming after "), first_stop, "{second}");
    assert!(decisions(&second, "stopped after ") > first_stop, "{second}");
}

#[test]
fn addresses_shorter_runs_and_folders_of_others_are_told_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    for address in ["localhost", "no.such.host.invalid:7000"] {
        let mut helper = Command::new(env!("CARGO_BIN_EXE_spariglio"));
        let helped = helper
            .args(["learn", "--join", address])
            .env("SPARIGLIO_TOKEN", "word")
            .output();
        let helped = helped.expect("the binary runs");
        let message = String::from_utf8_lossy(&helped.stderr).into_owned();
        assert_eq!(helped.status.code(), Some(2), "{message}");
        assert!(message.contains(&format!("{address}: expected HOST:PORT, such as localhost:7000")), "{message}");
    }
    fs::write(at.join("short.toml"), CONFIG).expect("written");
    let learn = |decisions: &str| run_in(at, &["learn", "short.toml", "--out", ".", "--decisions", decisions]);
    let first = learn("200");
    let message = String::from_utf8_lossy(&first.stderr).into_owned();
    assert!(first.status.success() && message.contains("this folder has other files"), "{message}");
    let message = String::from_utf8_lossy(&learn("100").stderr).into_owned();
    assert!(message.contains("the run has 200 decisions, asked for 100: ask for at least as many"), "{message}");
}
