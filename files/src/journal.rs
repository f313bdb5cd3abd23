//! Journals: files of JSON lines that only grow, in which long work keeps what is done. Every line states the short
//! hash of its content, so that a changed number shows.
//!
//! Invariant: lines that were added are synced. A last line without its end does not count: a kill cut it off.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::hash::short_hash;
use crate::whole::{FileError, check_is_file, is_there, read_bytes, write_whole};

/// The start of the hash in a line.
const HASH: &str = ",\"hash\":\"";

/// A journal, open to add lines.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of the lines that were added.
    end: u64,
    /// Whether other bytes may follow them, after a fault.
    is_torn: bool,
}

impl Journal {
    /// Begins a journal with these lines, each a JSON object; replaces any file of this name.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin<L: AsRef<str>>(path: &Path, lines: impl IntoIterator<Item = L>) -> Result<Journal, FileError> {
        write_whole(path, sealed(lines))?;
        Journal::at_end(path)
    }

    /// Opens a journal, and returns its lines without their hashes; `None` if there is no such file. Cuts off a last
    /// line that is not whole.
    ///
    /// # Errors
    /// The file cannot be read or written, or a line is not as it was written; the error states its number.
    pub fn resume(path: &Path) -> Result<Option<(Journal, Vec<String>)>, FileError> {
        let Some((end, lines)) = whole_lines(path, "; remove the file to start over")? else {
            return Ok(None);
        };
        let mut journal = Journal::at_end(path)?;
        journal.end = end;
        let cut = journal.cut().and_then(|()| journal.file.sync_all());
        cut.map_err(|source| FileError::io(path, "write", source))?;
        Ok(Some((journal, lines)))
    }

    /// The whole lines of a journal that stays as it is; `None` if there is no such file.
    ///
    /// # Errors
    /// The file cannot be read, or a line is not as it was written; the error states its number.
    pub fn read(path: &Path) -> Result<Option<Vec<String>>, FileError> {
        Ok(whole_lines(path, "")?.map(|(_, lines)| lines))
    }

    fn at_end(path: &Path) -> Result<Journal, FileError> {
        let file = File::options().append(true).open(path);
        let opened = file.and_then(|file| Ok((file.metadata()?.len(), file)));
        let (end, file) = opened.map_err(|source| FileError::io(path, "write", source))?;
        Ok(Journal { path: path.to_path_buf(), file, end, is_torn: false })
    }

    /// Cuts off a part of a line.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.is_torn = false;
        Ok(())
    }

    /// Adds lines, each a JSON object, and syncs them.
    ///
    /// # Errors
    /// The file cannot be written; then none of the lines is there.
    ///
    /// # Panics
    /// If a line is no JSON object.
    pub fn add<L: AsRef<str>>(&mut self, lines: impl IntoIterator<Item = L>) -> Result<(), FileError> {
        let text = sealed(lines);
        let cut = if self.is_torn { self.cut() } else { Ok(()) };
        let added = cut.and_then(|()| {
            self.is_torn = true;
            self.file.write_all(text.as_bytes())?;
            self.file.sync_data()?;
            self.end += text.len() as u64;
            self.is_torn = false;
            Ok(())
        });
        if added.is_err() {
            // If this fails too, the next call cuts.
            self.cut().ok();
        }
        added.map_err(|source| FileError::io(&self.path, "write", source))
    }
}

/// The lines with their hashes.
pub(crate) fn sealed<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> String {
    let mut text = String::new();
    for line in lines {
        let line = line.as_ref();
        let fields = line.strip_suffix('}').expect("a JSON object");
        text.extend([fields, HASH, &short_hash(line), "\"}\n"]);
    }
    text
}

/// The line without its hash. It is at fault if there is none, or if the hash is that of another line.
pub(crate) fn opened(line: &str) -> Result<String, &'static str> {
    let parts = line.strip_suffix("\"}").and_then(|line| line.rsplit_once(HASH));
    let whole = parts.map(|(fields, hash)| (format!("{fields}}}"), hash));
    let sound = whole.filter(|(line, hash)| short_hash(line) == *hash);
    Ok(sound.ok_or("expected its content and the hash of it, as they were written")?.0)
}

/// The whole lines without their hashes, and where they end. Errors about a line end with `advice`.
fn whole_lines(path: &Path, advice: &str) -> Result<Option<(u64, Vec<String>)>, FileError> {
    if !is_there(path)? {
        return Ok(None);
    }
    check_is_file(path)?;
    let bytes = read_bytes(path)?;
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
    let text = std::str::from_utf8(&bytes[..end]).map_err(|error| FileError::contents(path, error))?;
    let lines = text.lines().enumerate().map(|(number, line)| {
        let message = |fault| format!("line {}: {fault}{advice}", number + 1);
        opened(line).map_err(|fault| FileError::contents(path, message(fault)))
    });
    Ok(Some((end as u64, lines.collect::<Result<Vec<String>, FileError>>()?)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const LINES: [&str; 3] = ["{\"a\":1}", "{\"text\":\"é, \\\"hash\\\"\"}", "{\"b\":[1,2]}"];

    fn lines(path: &Path) -> Vec<String> {
        Journal::resume(path).expect("readable").expect("there").1
    }

    #[test]
    fn lines_come_back_and_one_that_is_cut_off_does_not_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal.jsonl");
        assert!(Journal::resume(&path).expect("nothing there").is_none());
        let mut journal = Journal::begin(&path, &LINES[..1]).expect("written");
        journal.add(&LINES[1..]).expect("written");
        assert_eq!(lines(&path), LINES);
        let whole = fs::read(&path).expect("there");
        let two = whole.len() - "{\"b\":[1,2],\"hash\":\"0123456789abcdef\"}\n".len();
        for length in two..whole.len() {
            fs::write(&path, &whole[..length]).expect("written");
            assert_eq!(Journal::read(&path).expect("readable").expect("there"), LINES[..2]);
            assert!(fs::read(&path).expect("there") == whole[..length], "{length}: a reader changes nothing");
            let (mut journal, found) = Journal::resume(&path).expect("readable").expect("there");
            assert_eq!(found, LINES[..2], "{length}");
            journal.add(&LINES[2..]).expect("written");
            assert!(fs::read(&path).expect("there") == whole, "{length}");
        }
    }

    #[test]
    fn what_a_fault_leaves_does_not_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal.jsonl");
        let mut journal = Journal::begin(&path, &LINES[..1]).expect("written");
        let file = std::mem::replace(&mut journal.file, File::open(&path).expect("there"));
        journal.add(&LINES[1..2]).expect_err("a file that cannot be written");
        (&file).write_all(b"{\"half\":").expect("written");
        journal.file = file;
        journal.add(&LINES[1..]).expect("written");
        assert_eq!(lines(&path), LINES);
    }

    #[test]
    fn a_changed_line_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal.jsonl");
        Journal::begin(&path, LINES).expect("written");
        let text = fs::read_to_string(&path).expect("there");
        for (from, to) in [("[1,2]", "[1,3]"), (",\"hash\":\"", ",\"hush\":\"")] {
            let changed = text.rsplitn(2, from).collect::<Vec<_>>();
            fs::write(&path, [changed[1], to, changed[0]].concat()).expect("written");
            let error = Journal::resume(&path).expect_err("changed").to_string();
            assert!(error.contains("journal.jsonl: line 3: expected"), "{error}");
        }
    }
}
