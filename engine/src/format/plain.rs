//! Makes untrusted text safe to show: programs, files and records may contain characters that move a terminal's cursor,
//! change its colours or reverse the reading direction. They may also have a meaning in Markdown or for a shell.
//!
//! | file | noun |
//! |---|---|
//! | `markdown` | text in Markdown |
//! | `shell` | a word of a shell command |

pub mod markdown;
mod shell;

pub use shell::shell_word;

/// Whether every character of `text` is shown as itself. Control characters, direction marks, line separators and
/// characters without a glyph are not.
#[must_use]
pub fn is_plain(text: &str) -> bool {
    text.chars().all(is_shown)
}

/// `text` with all other characters escaped, such as `\u{1b}`.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_shown(letter) {
            safe.push(letter);
        } else {
            safe.extend(letter.escape_debug());
        }
    }
    safe
}

/// The first `most` characters of `text`, and three dots if there are more.
///
/// # Examples
/// ```
/// use spariglio_engine::format::plain::short;
///
/// assert_eq!([short("settebello", 5), short("prime", 5)], ["sette...", "prime"]);
/// ```
#[must_use]
pub fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// [`plain`] for a text of several lines, such as a page: line feeds, tabs and no-break spaces stay.
#[must_use]
pub fn plain_lines(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for part in text.split_inclusive(['\n', '\t', '\u{a0}', '\u{202f}']) {
        let word = part.trim_end_matches(['\n', '\t', '\u{a0}', '\u{202f}']);
        safe.push_str(&plain(word));
        safe.push_str(&part[word.len()..]);
    }
    safe
}

fn is_shown(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '\\') || letter.escape_debug().len() == 1
}

#[cfg(test)]
mod tests {
    use super::{is_plain, plain, plain_lines};

    #[test]
    fn what_moves_the_cursor_or_turns_the_text_is_escaped() {
        for (text, shown) in [
            ("\u{1b}[2Jwon", r"\u{1b}[2Jwon"),
            ("a\rb\nc\td", r"a\rb\nc\td"),
            ("x\u{202e}y\u{2066}\u{200f}", r"x\u{202e}y\u{2066}\u{200f}"),
            ("\u{2028}\u{2029}\u{85}\u{9b}31m\0", r"\u{2028}\u{2029}\u{85}\u{9b}31m\0"),
        ] {
            assert_eq!(plain(text), shown);
            assert!(!is_plain(text));
        }
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(plain_lines("a\n\n\tb\u{a0}\u{1b}\r\n"), "a\n\n\tb\u{a0}\\u{1b}\\r\n");
    }

    #[test]
    fn letters_of_all_writings_and_quotes_stay() {
        for text in ["Però è 'già' \"fatto\" \\o/", "简单 простой ♦ 7d × −1 🂡"] {
            assert_eq!(plain(text), text);
            assert!(is_plain(text));
        }
    }
}
