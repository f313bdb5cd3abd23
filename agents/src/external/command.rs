//! The words of a command line, split at white space. Single or double quotes keep a word together and are removed.
//! There is no escape character, so backslashes of paths stay.

use std::path::Path;

/// The words of `text`; `None` if the first word is missing or empty, or if a quote is not closed.
pub(super) fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    let program = words.first().is_some_and(|program| !program.is_empty());
    (program && quote.is_none()).then_some(words)
}

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

#[cfg(test)]
mod tests {
    use super::{from_anywhere, words};

    /// Tests run in the folder of their package.
    #[test]
    fn files_are_found_from_anywhere_and_other_words_stay() {
        let here = std::env::current_dir().expect("a folder");
        let here = |name: &str| here.join(name).display().to_string();
        let moved = |text| from_anywhere(words(text).expect("words"));
        assert_eq!(
            moved("python3 src/lib.rs Cargo.toml tests src/external --net=src"),
            ["python3", &here("src/lib.rs"), &here("Cargo.toml"), "tests", &here("src/external"), "--net=src"]
        );
        assert_eq!(moved("src/lib.rs none/bot.py /etc"), [&here("src/lib.rs"), "none/bot.py", "/etc"]);
        assert_eq!(moved("Cargo.toml x"), ["Cargo.toml", "x"], "a program without a path is looked for in PATH");
    }

    #[test]
    fn words_are_split_and_quotes_hold_together() {
        let split = |text| words(text).unwrap_or_default().join("|");
        assert_eq!(split("python3 bot.py"), "python3|bot.py");
        assert_eq!(split("  a   b\tc "), "a|b|c");
        assert_eq!(split("'my bot' --name \"it's me\" ''"), "my bot|--name|it's me|");
        assert_eq!(split("a'b c'd"), "ab cd");
        assert_eq!(split(r"C\bots\x.exe"), r"C\bots\x.exe");
        for none in ["", "   ", "'open", "a \"b", "''"] {
            assert_eq!(words(none), None, "{none}");
        }
    }
}
