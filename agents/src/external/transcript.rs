//! The transcript of programs: what each is sent, answers, and writes to its standard error, in a folder that is chosen
//! once for this process. A command has two files: `NAME.jsonl` and `NAME.stderr`.
//!
//! Invariant: a line that was sent stays as it was, with fields added that programs ignore. So any line can be sent again.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

use serde_json::json;

use super::sandbox::BUBBLEWRAP;
use crate::table::OffenceKind;

/// The folder of this process; none if no transcript is wanted.
static FOLDER: OnceLock<Folder> = OnceLock::new();

/// The words of a command, and its files.
type Known = (Vec<String>, Arc<Mutex<Files>>);

struct Folder {
    path: PathBuf,
    commands: Mutex<Vec<Known>>,
}

/// The two files of a command.
struct Files {
    began: Instant,
    processes: u64,
    lines: u64,
    log: File,
    errors: File,
}

/// The transcript of one process of a command.
#[derive(Clone)]
pub(super) struct Transcript {
    files: Arc<Mutex<Files>>,
    process: u64,
}

/// Keeps transcripts of all programs from now on, in `folder`, which is made if it is missing. The first call decides.
///
/// # Errors
/// The folder cannot be made.
pub fn keep_transcripts(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let path = std::fs::canonicalize(folder)?;
    FOLDER.get_or_init(|| Folder { path, commands: Mutex::default() });
    Ok(())
}

/// The folder of transcripts if it is in one of `folders`, which a program can read.
pub(super) fn open_to(folders: &[PathBuf]) -> Option<&'static Path> {
    let path = FOLDER.get()?.path.as_path();
    let holds = |folder: &PathBuf| std::fs::canonicalize(folder).is_ok_and(|folder| path.starts_with(folder));
    folders.iter().any(holds).then_some(path)
}

impl Transcript {
    /// The transcript of a new process of the command `words`; `None` if none is wanted.
    ///
    /// # Errors
    /// Its files cannot be made.
    pub(super) fn of(words: &[String]) -> Result<Option<Transcript>, OffenceKind> {
        let transcript = FOLDER.get().map(|folder| folder.transcript(words)).transpose();
        transcript.map_err(|error| OffenceKind::Crashed(format!("no transcript: {error}")))
    }

    /// A line that the program is sent. Returns its number in the file, from 1.
    pub(super) fn sent(&self, line: &[u8]) -> u64 {
        let text = String::from_utf8_lossy(line);
        let (head, tail) = text.rsplit_once('}').unwrap_or((&text, ""));
        self.write(|place| format!("{head},{place}}}{}", tail.trim_end()))
    }

    /// A line that the program wrote to its standard output.
    pub(super) fn answered(&self, line: &[u8]) {
        self.note("x-answer", String::from_utf8_lossy(line).trim_end());
    }

    /// A line that the program wrote to its standard error.
    pub(super) fn complained(&self, line: &[u8]) {
        self.note("x-stderr", String::from_utf8_lossy(line).trim_end());
        if let Ok(mut files) = self.files.lock() {
            // What cannot be written is lost: a transcript stops no game.
            let _ = files.errors.write_all(line);
        }
    }

    /// A fact about the process, under `key`.
    pub(super) fn note(&self, key: &str, value: impl Into<serde_json::Value>) {
        let (key, value) = (json!(key), value.into());
        self.write(|place| format!("{{{place},{key}:{value}}}"));
    }

    fn write(&self, line: impl FnOnce(&str) -> String) -> u64 {
        let Ok(mut files) = self.files.lock() else { return 0 };
        let millis = files.began.elapsed().as_micros() as f64 / 1000.0;
        let line = line(&format!("\"x-process\":{},\"x-millis\":{millis}", self.process));
        let _ = files.log.write_all((line + "\n").as_bytes());
        files.lines += 1;
        files.lines
    }
}

impl Folder {
    fn transcript(&self, words: &[String]) -> io::Result<Transcript> {
        let mut commands = self.commands.lock().map_err(|_| io::Error::other("a thread panicked"))?;
        let files = match commands.iter().find(|(known, _)| known == words) {
            Some((_, files)) => Arc::clone(files),
            None => {
                let files = Arc::new(Mutex::new(self.files(name(words))?));
                commands.push((words.to_vec(), Arc::clone(&files)));
                files
            }
        };
        let mut open = files.lock().map_err(|_| io::Error::other("a thread panicked"))?;
        open.processes += 1;
        let process = open.processes;
        drop(open);
        Ok(Transcript { files, process })
    }

    /// New files; older ones stay, and the new have a number behind their name.
    fn files(&self, name: String) -> io::Result<Files> {
        let names = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name}-{number}")));
        let new = |name: &str, ending: &str| {
            let path = self.path.join(format!("{name}.{ending}"));
            OpenOptions::new().write(true).create_new(true).open(path)
        };
        for name in names {
            match new(&name, "jsonl") {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                log => {
                    let (log, errors) = (log?, new(&name, "stderr")?);
                    return Ok(Files { began: Instant::now(), processes: 0, lines: 0, log, errors });
                }
            }
        }
        unreachable!("the numbers do not end")
    }
}

/// The name of a command: that of its script, or of its program.
fn name(words: &[String]) -> String {
    let shut_in = words.iter().position(|word| words[0] == BUBBLEWRAP && word == "--");
    let words = &words[shut_in.map_or(0, |place| place + 1)..];
    let script = words.iter().skip(1).find(|word| Path::new(word).is_file());
    let path = script.or(words.first()).map(Path::new);
    let stem = path.and_then(Path::file_stem).unwrap_or_default().to_string_lossy();
    let plain = |sign: char| {
        if sign.is_alphanumeric() || "-_.".contains(sign) {
            sign
        } else {
            '_'
        }
    };
    stem.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_sent_is_kept_with_more_fields_and_files_are_never_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = Folder { path: folder.path().to_owned(), commands: Mutex::default() };
        let words = ["sh", "src/lib.rs"].map(str::to_owned);
        std::fs::create_dir_all(&folder.path).expect("made");
        std::fs::write(folder.path.join("lib.jsonl"), "kept").expect("written");
        let [first, second] = [(); 2].map(|()| folder.transcript(&words).expect("files"));
        assert_eq!(first.sent(br#"{"id":0,"type":"quit"}"#), 1);
        second.complained(b"oh \"no\"\n");
        let text = std::fs::read_to_string(folder.path.join("lib-2.jsonl")).expect("read");
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(
            (&lines[0]["id"], &lines[0]["type"], &lines[0]["x-process"]),
            (&json!(0), &json!("quit"), &json!(1))
        );
        assert_eq!((&lines[1]["x-process"], &lines[1]["x-stderr"]), (&json!(2), &json!("oh \"no\"")));
        assert_eq!(std::fs::read_to_string(folder.path.join("lib-2.stderr")).expect("read"), "oh \"no\"\n");
        assert_eq!(std::fs::read_to_string(folder.path.join("lib.jsonl")).expect("read"), "kept");
    }
}
