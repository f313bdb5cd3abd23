//! A program's introduction: its answer to the greeting.

use std::fmt;

use spariglio_engine::Game;
use spariglio_engine::format::plain::plain;
use spariglio_text::{Language, Spelling, Wording};

use super::message::Ready;
use super::process::shown;
use crate::options::{LABEL, is_label};
use crate::table::OffenceKind;

/// The most letters of a name, a version or an author.
const LONGEST: usize = 60;

/// A program's name, version and author; every text is short and safe to show.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Introduction {
    /// Its name.
    pub name: String,
    /// Its version, if it tells one.
    pub version: Option<String>,
    /// Its author, if it tells one.
    pub author: Option<String>,
    /// How texts are written, if it asks for text instead of JSON.
    pub(super) text: Option<(Language, Spelling)>,
}

impl Introduction {
    /// Reads an introduction.
    ///
    /// # Errors
    /// The form of observations that it asks for is unknown, or the name is none for tables.
    pub(super) fn new(ready: Ready) -> Result<Introduction, OffenceKind> {
        let short = |text: String| plain(text.trim()).chars().take(LONGEST).collect::<String>();
        let text = text_form(&ready)?;
        let name = short(ready.name).trim().to_owned();
        if !is_label(&name) {
            return Err(OffenceKind::Protocol(format!("name is {}, expected {LABEL}", shown(name.as_bytes()))));
        }
        Ok(Introduction { text, name, version: ready.version.map(short), author: ready.author.map(short) })
    }

    /// How the texts for the program are written; `None` if it gets JSON.
    pub(super) fn wording<'g>(&self, game: &'g Game) -> Option<Wording<'g>> {
        self.text.map(|(language, spelling)| Wording::new(game, language, spelling))
    }
}

fn text_form(ready: &Ready) -> Result<Option<(Language, Spelling)>, OffenceKind> {
    let unknown = |what: &str, found: &str, expected: &str| {
        OffenceKind::Protocol(format!("{what} is {}, {expected}", shown(found.as_bytes())))
    };
    match ready.observation.as_deref() {
        None | Some("json") => return Ok(None),
        Some("text") => {}
        Some(other) => return Err(unknown("observation", other, "expected `json` or `text`")),
    }
    let language = ready.language.as_deref().unwrap_or(Language::English.code());
    let cards = ready.cards.as_deref().unwrap_or(Spelling::Letters.name());
    Ok(Some((
        language
            .parse()
            .map_err(|expected: String| unknown("language", language, &expected))?,
        cards.parse().map_err(|expected: String| unknown("cards", cards, &expected))?,
    )))
}

impl fmt::Display for Introduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(version) = &self.version {
            write!(f, " {version}")?;
        }
        match &self.author {
            Some(author) => write!(f, " by {author}"),
            None => Ok(()),
        }
    }
}
