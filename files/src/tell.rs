//! Lines on standard error, safe to show: errors, and notes such as warnings and progress. A line that cannot be written
//! is lost and ends nothing.

use std::fmt::Arguments;
use std::io::{Write, stderr};
use std::sync::atomic::{AtomicU8, Ordering};

use spariglio_engine::format::plain::{plain, plain_lines};

/// How much is told.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[repr(u8)]
pub enum Loudness {
    /// Errors only.
    Quiet,
    /// Errors and notes.
    Normal,
    /// As [`Loudness::Normal`], with the settings in use and more frequent progress.
    Verbose,
}

static LOUDNESS: AtomicU8 = AtomicU8::new(Loudness::Normal as u8);

/// Sets how much this process tells.
pub fn set_loudness(loudness: Loudness) {
    LOUDNESS.store(loudness as u8, Ordering::Relaxed);
}

/// How much this process tells.
pub fn loudness() -> Loudness {
    let loudness = LOUDNESS.load(Ordering::Relaxed);
    let all = [Loudness::Quiet, Loudness::Normal, Loudness::Verbose];
    all.into_iter().find(|each| *each as u8 == loudness).unwrap_or(Loudness::Normal)
}

/// Ways out of errors of the operating system, by their words.
const WAYS_OUT: [(&str, &str); 9] = [
    ("Is a directory (os", "expected a file, found a folder"),
    ("File exists (os", "a file has this name: choose another name, or move the file away"),
    ("Not a directory (os", "a part of this path is a file: choose another name"),
    ("Permission denied (os", "you may not do that there: check with `ls -l`, or choose another place"),
    ("Read-only file system (os", "nothing can be written there: choose another place"),
    ("No such file or directory (os", "check the path: a part of it is not there"),
    ("Connection refused (os", "nothing listens there: start it, or check address and port"),
    ("No space left on device (os", "free some space, or choose another place"),
    (
        "Address already in use (os",
        "another program has this port: choose another by --port, or end that program",
    ),
];

/// Writes the lines of an error, as [`complain!`](macro@crate::complain) does. If the operating system's error says no
/// way out, that is added.
pub fn error(lines: Arguments<'_>) {
    let mut lines = lines.to_string();
    if let Some((_, way)) = WAYS_OUT.iter().find(|(sign, _)| lines.contains(sign)) {
        lines += &format!("; {way}");
    }
    write(plain_lines(&lines));
}

/// Writes the line of a note unless notes are off, as [`tell!`](macro@crate::tell) does.
pub fn note(line: Arguments<'_>) {
    if loudness() != Loudness::Quiet {
        write(plain(&line.to_string()));
    }
}

fn write(mut lines: String) {
    // In one piece, so that the lines of several threads do not mix.
    lines.push('\n');
    let _ = stderr().write_all(lines.as_bytes());
}

/// Writes a note of one line to standard error, formatted as by `eprintln!`. Unlike that, it never panics. Names in it may
/// come from files and programs: all that is no letter or sign is escaped, line feeds too.
#[macro_export]
macro_rules! tell {
    ($($words:tt)*) => { $crate::tell::note(format_args!($($words)*)) };
}

/// Writes an error to standard error, formatted as by `eprintln!`. Unlike that, it never panics. Its line feeds stay, as
/// causes have their own lines; all else that is no letter or sign is escaped.
#[macro_export]
macro_rules! complain {
    ($($words:tt)*) => { $crate::tell::error(format_args!($($words)*)) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loudness_is_kept() {
        assert_eq!(loudness(), Loudness::Normal);
        for loud in [Loudness::Quiet, Loudness::Verbose, Loudness::Normal] {
            set_loudness(loud);
            assert_eq!(loudness(), loud);
        }
    }
}
