//! Quotes in the text of agents. Single or double quotes keep signs together that would end a part: `:` between
//! options, `,` between agents, white space between the words of a command. There is no escape character, so the
//! backslashes of paths stay; quoted pieces that follow each other are one word.
//!
//! Invariant: `unquoted(quoted(text))` and `words(joined(list))` give back any text and any list.

/// The parts of `text` between signs outside quotes that `ends` accepts. If a quote is open, it ends with the text.
pub(crate) fn split(text: &str, ends: impl Fn(char) -> bool) -> Vec<&str> {
    let mut quote = None;
    let outside = |letter: char| match quote {
        Some(mark) => {
            quote = quote.filter(|_| letter != mark);
            false
        }
        None => {
            quote = Some(letter).filter(|letter| is_quote(*letter));
            ends(letter)
        }
    };
    text.split(outside).collect()
}

/// `text` without its quotes; `None` if a quote is not closed.
pub(crate) fn unquoted(text: &str) -> Option<String> {
    let mut bare = String::with_capacity(text.len());
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if is_quote(letter) => quote = Some(letter),
            _ => bare.push(letter),
        }
    }
    quote.is_none().then_some(bare)
}

/// `text` with quotes, if it needs some to stay one word and one value.
pub(crate) fn quoted(text: &str) -> String {
    let splits = |letter: char| letter.is_whitespace() || is_quote(letter) || matches!(letter, ':' | ',');
    match (text.contains('\''), text.contains('"')) {
        (false, false) if !text.is_empty() && !text.contains(splits) => text.to_owned(),
        (false, _) => format!("'{text}'"),
        (true, false) => format!("\"{text}\""),
        (true, true) => format!("'{}'", text.replace('\'', "'\"'\"'")),
    }
}

/// The words of a command line; `None` if a quote is not closed.
pub(crate) fn words(text: &str) -> Option<Vec<String>> {
    let parts = split(text, char::is_whitespace).into_iter();
    parts.filter(|part| !part.is_empty()).map(unquoted).collect()
}

/// The command line of these words.
pub(crate) fn joined(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\'')
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::random::below;

    use super::*;

    #[test]
    fn words_are_split_and_quotes_hold_together() {
        let split = |text| words(text).unwrap_or_default().join("|");
        assert_eq!(split("python3 bot.py"), "python3|bot.py");
        assert_eq!(split("  a   b\tc "), "a|b|c");
        assert_eq!(split("'my bot' --name \"it's me\" ''"), "my bot|--name|it's me|");
        assert_eq!(split("a'b c'd"), "ab cd");
        assert_eq!(split(r"C\bots\x.exe"), r"C\bots\x.exe");
        for open in ["'open", "a \"b", "it's"] {
            assert_eq!(words(open), None, "{open}");
        }
    }

    #[test]
    fn quotes_are_written_where_they_are_needed() {
        let texts = ["a=b", "", "a b", "it's", "say \"x\"", "C:\\x", "a,b", "'\""];
        let quotes = ["a=b", "''", "'a b'", "\"it's\"", "'say \"x\"'", "'C:\\x'", "'a,b'", "''\"'\"'\"'"];
        assert_eq!(texts.map(quoted), quotes);
    }

    #[test]
    fn parts_end_outside_quotes_only() {
        assert_eq!(split("a,'b,c',d\"e,'\",", |sign| sign == ','), ["a", "'b,c'", "d\"e,'\"", ""]);
        assert_eq!(split("a,'b,c", |sign| sign == ','), ["a", "'b,c"]);
    }

    #[test]
    fn any_words_come_back() {
        let mut rng = Pcg64Mcg::new(11);
        for _ in 0..20_000 {
            let list: Vec<String> = (0..below(&mut rng, 5)).map(|_| any_text(&mut rng)).collect();
            let text = joined(&list);
            assert_eq!(words(&text).as_ref(), Some(&list), "{text}");
            assert_eq!(split(&text, |sign| matches!(sign, ':' | ',')), [&text], "{text}");
            for word in list {
                assert_eq!(unquoted(&quoted(&word)).as_ref(), Some(&word), "{word}");
            }
        }
    }

    fn any_text(rng: &mut Pcg64Mcg) -> String {
        let letters: Vec<char> = "abC:,\"'\\= \t\n$|è简🂡\u{1b}\u{a0}\u{2028}".chars().collect();
        (0..below(rng, 6))
            .map(|_| letters[below(rng, letters.len() as u32) as usize])
            .collect()
    }
}
