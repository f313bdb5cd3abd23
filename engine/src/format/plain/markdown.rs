//! Untrusted text in Markdown: it stays text, within its paragraph, cell or block.

use super::plain_lines;

/// `text` on one line with every sign escaped that has a meaning in Markdown or HTML. Minus signs become ASCII.
///
/// # Examples
/// ```
/// use spariglio_engine::format::plain::markdown;
///
/// assert_eq!(markdown::text("a|b <i>\n*x*"), "a\\|b &lt;i> \\*x\\*");
/// assert_eq!(markdown::code("a`b"), "`a'b`");
/// ```
#[must_use]
pub fn text(text: &str) -> String {
    let mut escaped = String::new();
    for sign in one_line(text).chars() {
        match sign {
            '\u{2212}' => escaped.push('-'),
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' => escaped.extend(['\\', sign]),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// `text` as code on one line. Backticks become apostrophes.
#[must_use]
pub fn code(text: &str) -> String {
    format!("`{}`", one_line(text).replace('`', "'"))
}

/// `text` as a block of code of a `language`, in a fence that is longer than any in the text.
#[must_use]
pub fn fenced(language: &str, text: &str) -> String {
    let text = plain_lines(text.trim_end());
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}{language}\n{text}\n{fence}")
}

/// Paragraphs of Markdown from a file: formats and links stay, HTML becomes text.
#[must_use]
pub fn without_html(text: &str) -> String {
    let mut parts = text.split('<');
    let mut safe = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let begins_tag = part.starts_with(|letter: char| letter.is_ascii_alphabetic() || "/!?".contains(letter));
        safe.push_str(if begins_tag { "&lt;" } else { "<" });
        safe.push_str(part);
    }
    plain_lines(&safe)
}

fn one_line(text: &str) -> String {
    plain_lines(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::{code, fenced, text, without_html};

    #[test]
    fn signs_keep_their_meaning() {
        assert_eq!(text("a|b <4> *x*"), "a\\|b &lt;4> \\*x\\*");
        assert_eq!(text("\u{2212}0.5 to \u{2212}0.1"), "-0.5 to -0.1");
        assert_eq!(text("a\nb\u{1b}[1m"), "a b\\\\u{1b}\\[1m");
        assert_eq!(code("a\n`b`\u{202e}"), "`a 'b'\\u{202e}`");
        assert_eq!(fenced("", "a ``` b\n"), "````\na ``` b\n````");
        assert_eq!(fenced("sh", "a\u{7}"), "```sh\na\\u{7}\n```");
    }

    #[test]
    fn html_becomes_text_and_formats_stay() {
        let text = "**a** < b, <script>x</script> <!-- c -->\n\n[d](e)";
        let escaped = "**a** < b, &lt;script>x&lt;/script> &lt;!-- c -->\n\n[d](e)";
        assert_eq!(without_html(text), escaped);
    }
}
