//! The figures of courts, 56 units high around the origin. The element that uses a figure gives it the colours of its
//! suit.

use spariglio_text::Language;

const ROBE: &str = r#"<path d="M-16 28C-16 10-9 3 0 3S16 10 16 28z"/>"#;
const HEAD: &str = r##"<circle cy="-7" r="8.5" fill="#f7dcc0"/><path d="M-3.6-7.6V-6.2M3.6-7.6V-6.2M-2.6-2.2Q0-.8 2.6-2.2" fill="none"/>"##;

/// The figures `court-0` to `court-2`: of a jack, of a queen or (in Italian) a knight's horse, and of a king.
pub(super) fn figures(language: Language) -> String {
    let [jack, king] = [JACK, KING].map(|more| format!("{ROBE}{HEAD}{more}"));
    let middle = match language {
        Language::English => format!("{HAIR}{ROBE}{HEAD}{QUEEN}"),
        Language::Italian => HORSE.to_owned(),
    };
    let figure = |(place, inside): (usize, String)| {
        format!(
            r#"<g id="court-{place}" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round">{inside}</g>"#
        )
    };
    [jack, middle, king].into_iter().enumerate().map(figure).collect()
}

/// A cap with a feather, and a collar.
const JACK: &str = r##"<path d="M-11-11Q-9-21 1-21 10-21 12-13 1-17-11-11z"/><path d="M6-20Q10-29 17-25 13-19 8-18" fill="#fff"/><path d="M-8 5L0 13 8 5" fill="#fff"/>"##;
const HAIR: &str = r##"<path d="M-11-8C-11-20 11-20 11-8L13 10H-13z" fill="#7a4a21"/>"##;
/// A small crown, and a necklace.
const QUEEN: &str = r##"<path d="M-8-15L-9.5-22-4-18.5 0-24 4-18.5 9.5-22 8-15z" fill="#e69f00"/><path d="M-6 6Q0 13 6 6" fill="none"/>"##;
/// A beard and a high crown.
const KING: &str = r##"<path d="M-8.3-5Q-8 8 0 11 8 8 8.3-5 4-1 0-1-4-1-8.3-5z" fill="#e8e4da"/><path d="M-10-13L-12-25-5-19 0-28 5-19 12-25 10-13z" fill="#e69f00"/><path d="M-9-15.5H9" fill="none"/>"##;
/// The head of a horse with mane and bridle.
const HORSE: &str = r##"<path d="M-9 28C-10 17 0 12 0 2-4 6-8 6-11 10L-16.5 6.5C-16-3-9-13-3-18L-2.5-27 3-20.5C14-16 18 2 15.5 28z"/><path d="M3-20.5C9-12 12 4 10 28M-11.5-1L1 3M-14 8.5L-11.5 6" fill="none"/><circle cx="-4.5" cy="-9" r="1.6" fill="#fff"/>"##;
