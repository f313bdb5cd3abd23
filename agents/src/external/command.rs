//! The words of a command line: split at white space; single or double quotes hold a word together and are taken off.
//! There is no escape character, so that backslashes of paths stay.

/// The words of `text`; none where there is no word or a quote is not closed.
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

#[cfg(test)]
mod tests {
    use super::words;

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
