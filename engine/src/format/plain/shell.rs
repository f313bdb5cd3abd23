//! A word of a shell command: with quotes, if a shell would change it.

use super::is_plain;

/// `word` for a command in bash. Characters that a terminal does not show as themselves are written as escapes.
///
/// # Examples
/// ```
/// use spariglio_engine::format::plain::shell_word;
///
/// assert_eq!(shell_word("greedy,ismcts:simulations=5"), "greedy,ismcts:simulations=5");
/// assert_eq!(shell_word("external:command=python3 'my bot.py'"), "\"external:command=python3 'my bot.py'\"");
/// assert_eq!(shell_word("a\nb"), r"$'a\nb'");
/// ```
#[must_use]
pub fn shell_word(word: &str) -> String {
    if !is_plain(word) {
        return format!("$'{}'", word.chars().map(escaped).collect::<String>());
    }
    if !word.is_empty() && word.bytes().all(is_bare) {
        return word.to_owned();
    }
    if word.contains('\'') && !word.contains(['"', '$', '`', '\\', '!']) {
        return format!("\"{word}\"");
    }
    format!("'{}'", word.replace('\'', r#"'"'"'"#))
}

/// Whether a byte means itself outside quotes.
fn is_bare(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_@%+=:,./-".contains(&byte)
}

/// A letter between `$'` and `'`.
fn escaped(letter: char) -> String {
    match letter {
        '\n' => r"\n".to_owned(),
        '\'' | '\\' => format!(r"\{letter}"),
        letter if is_plain(letter.encode_utf8(&mut [0; 4])) => letter.to_string(),
        letter => format!(r"\U{:08x}", u32::from(letter)),
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn words_get_the_quotes_that_they_need() {
        for (word, shown) in [
            ("", "''"),
            ("runs/a-b_c.json", "runs/a-b_c.json"),
            ("a b", "'a b'"),
            ("it's", "\"it's\""),
            ("it's $x", "'it'\"'\"'s $x'"),
            ("a|b;c*~", "'a|b;c*~'"),
            ("\u{1b}[1m'\u{202e}", r"$'\U0000001b[1m\'\U0000202e'"),
        ] {
            assert_eq!(shell_word(word), shown);
        }
    }
}
