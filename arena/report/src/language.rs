//! The languages of pages.

use std::str::FromStr;

/// A language of pages.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Language {
    /// English; the courts are J, Q and K.
    #[default]
    English,
    /// Italian; the courts are F, C and R.
    Italian,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Italian];

    /// The code of the language: `en` or `it`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Italian => "it",
        }
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(code: &str) -> Result<Language, String> {
        let found = Language::ALL.into_iter().find(|language| language.code() == code);
        found.ok_or_else(|| "expected `en` or `it`".to_owned())
    }
}
