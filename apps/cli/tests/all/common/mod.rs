//! Runs the binary with arguments and an input; compares folders.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// The program. The date of its results is fixed, so that two runs write the same bytes.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spariglio"));
    command.env("SOURCE_DATE_EPOCH", "1795748709");
    command
}

/// Runs `spariglio` with arguments in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = program();
    program.current_dir(folder).args(arguments).output().expect("the binary starts")
}

/// Runs a command that must succeed. Returns its output.
pub fn done_in(folder: &Path, arguments: &[&str]) -> String {
    let output = run_in(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    stdout(&output)
}

/// Starts `spariglio` with arguments; it waits for its input.
pub fn start(arguments: &[&str]) -> Child {
    program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// Runs `spariglio` with arguments and an input.
pub fn spariglio(arguments: &[&str], input: &str) -> Output {
    let mut child = start(arguments);
    // If the program has its answer, it may stop reading: that is no fault of the test.
    let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
    child.wait_with_output().expect("the binary ends")
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Runs a command that must fail as bad input. Returns its message.
pub fn refused(arguments: &[&str]) -> String {
    let output = spariglio(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
    let message = stderr(&output);
    assert!(message.starts_with("spariglio: error: ") || message.starts_with("error: "), "{message}");
    message
}

/// The bytes of every file below `root`, by path.
pub fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut contents = BTreeMap::new();
    for entry in fs::read_dir(root).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            let below = files(&path).into_iter();
            contents.extend(below.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            contents.insert(name, fs::read(&path).expect("readable"));
        }
    }
    contents
}
