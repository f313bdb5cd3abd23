//! A trial of the sandbox: whether bubblewrap works on this machine.

use std::sync::LazyLock;
use std::time::Duration;

use super::process::{LONGEST_LINE, Process};
use super::sandbox::shut_in;
use crate::table::{Offence, OffenceKind};

/// How long bubblewrap may take to start a program.
const START: Duration = Duration::from_secs(10);
/// The output of the program that tests bubblewrap.
const WORD: &str = "shut-in";

/// Tests once if bubblewrap works here; the error says why if it does not.
pub(super) fn check() -> Result<(), String> {
    static TRIED: LazyLock<Result<(), String>> = LazyLock::new(|| try_it().map_err(|offence| offence.to_string()));
    TRIED.clone()
}

fn try_it() -> Result<(), Offence> {
    let words = shut_in(&["echo", WORD].map(str::to_owned), &[]);
    let mut process = Process::spawn(&words, LONGEST_LINE, None)?;
    let kind = match process.receive(START) {
        Ok(line) if line.trim_ascii_end() == WORD.as_bytes() => return Ok(()),
        Ok(line) => OffenceKind::Protocol(format!("it says {:?}", String::from_utf8_lossy(&line))),
        Err(kind) => kind,
    };
    Err(Offence { kind, heard: process.kill() })
}
