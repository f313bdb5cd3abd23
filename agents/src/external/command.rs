//! The words that start a program.

use std::path::Path;

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
