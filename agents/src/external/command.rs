//! The words that start a program.

use std::io::{Error, ErrorKind};
use std::path::Path;

use spariglio_engine::format::plain::plain;

/// Endings of the scripts of interpreters.
const SCRIPTS: [&str; 9] = ["py", "js", "mjs", "ts", "rb", "pl", "lua", "sh", "jar"];
/// The error of Unix for a file that is no program.
const NO_FORMAT: i32 = 8;

/// The words for a process that starts in another folder. A relative path becomes absolute if it exists and has a
/// folder in it; so does an argument that is a file.
pub(super) fn from_anywhere(words: Vec<String>) -> Vec<String> {
    let names = |number: usize, word: &str| {
        let path = Path::new(word);
        let has_folder = word.contains(std::path::is_separator);
        path.is_relative() && (number > 0 && path.is_file() || has_folder && path.exists())
    };
    let whole = |(number, word): (usize, String)| {
        let path = names(number, &word).then(|| std::path::absolute(&word).ok()).flatten();
        path.map_or(word, |path| path.to_string_lossy().into_owned())
    };
    words.into_iter().enumerate().map(whole).collect()
}

/// The first argument that looks like the file of a script and is none: by its ending, or by a folder that exists.
pub(super) fn missing_file(words: &[String]) -> Option<&str> {
    let is_script = |word: &&String| {
        let path = Path::new(word);
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_in_folder = path
            .parent()
            .is_some_and(|folder| folder.components().count() > 0 && folder.is_dir());
        !word.starts_with('-') && (ending.is_some_and(|ending| SCRIPTS.contains(&ending)) || is_in_folder)
    };
    words
        .iter()
        .skip(1)
        .find(is_script)
        .filter(|word| !Path::new(word).is_file())
        .map(String::as_str)
}

/// Why a program did not start, and the way out.
pub(super) fn not_started(program: &str, error: &Error) -> String {
    let path = Path::new(program);
    let has_folder = program.contains(std::path::is_separator);
    match error.kind() {
        _ if path.is_dir() => "it is a folder; expected a program".to_owned(),
        ErrorKind::PermissionDenied => {
            format!("it is not executable; start it by its interpreter, such as `python3 {program}`, or `chmod +x` it")
        }
        ErrorKind::NotFound if has_folder && path.exists() => {
            let text = std::fs::read(path).unwrap_or_default();
            let line = String::from_utf8_lossy(text.split(|&byte| byte == b'\n').next().unwrap_or_default());
            match line.strip_suffix('\r') {
                Some(_) => "its lines end in CR LF; expected LF, as `dos2unix` writes them".to_owned(),
                None => format!("the interpreter in its first line is not here: {}", plain(&line)),
            }
        }
        ErrorKind::NotFound if program.starts_with('~') => {
            "no such file: `~` means your folder only at the beginning of a word, so write the whole path".to_owned()
        }
        ErrorKind::NotFound if has_folder => "no such file".to_owned(),
        ErrorKind::NotFound if path.exists() => {
            format!("PATH has no such program; for the file here write `./{program}`")
        }
        ErrorKind::NotFound => "PATH has no such program, and this folder no such file".to_owned(),
        _ if error.raw_os_error() == Some(NO_FORMAT) => {
            format!(
                "it is no program of this system; a script needs a first line such as `#!/usr/bin/env python3`, or start it by its interpreter: `python3 {program}`"
            )
        }
        _ => error.to_string(),
    }
}

// Windows writes paths in another way.
#[cfg(all(test, unix))]
mod tests {
    use super::from_anywhere;

    /// Tests run in the folder of their package.
    #[test]
    fn files_are_found_from_anywhere_and_other_words_stay() {
        let here = std::env::current_dir().expect("a folder");
        let here = |name: &str| here.join(name).display().to_string();
        let moved = |text: &str| from_anywhere(text.split(' ').map(str::to_owned).collect());
        assert_eq!(
            moved("python3 src/lib.rs Cargo.toml tests src/external --net=src"),
            ["python3", &here("src/lib.rs"), &here("Cargo.toml"), "tests", &here("src/external"), "--net=src"]
        );
        assert_eq!(moved("src/lib.rs none/bot.py /etc"), [&here("src/lib.rs"), "none/bot.py", "/etc"]);
        assert_eq!(moved("Cargo.toml x"), ["Cargo.toml", "x"], "a program without a path is looked for in PATH");
    }
}
