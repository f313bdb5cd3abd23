//! The language of texts and pages.

use std::str::FromStr;

/// The language of texts and pages. Answers are read in both.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Italian.
    Italian,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::Italian];

    /// Its code: `en` or `it`.
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
        let language = Language::ALL.into_iter().find(|language| language.code() == code);
        language.ok_or_else(|| "expected `en` or `it`".to_owned())
    }
}

/// A sentence in the language of a wording: the English format, then the Italian one.
macro_rules! said {
    ($wording:expr, $english:literal, $italian:literal $(,)?) => {
        match $wording.language() {
            $crate::Language::English => format!($english),
            $crate::Language::Italian => format!($italian),
        }
    };
}

/// Lines in the language of a wording, one per row: the two formats of [`said`], after `if` those of a line that is not
/// always there; after `..`, lines that are made elsewhere.
macro_rules! lines {
    ($wording:expr; $(..$first:expr;)* $($(if $is_so:expr =>)? $english:literal, $italian:literal; $(..$more:expr;)*)*) => {{
        let mut lines: Vec<String> = Vec::new();
        $(lines.extend($first);)*
        $(
            let is_there = true $(&& $is_so)?;
            is_there.then(|| lines.push($crate::language::said!($wording, $english, $italian)));
            $(lines.extend($more);)*
        )*
        lines
    }};
}

pub(crate) use {lines, said};
