//! A program's introduction: its answer to the greeting.

use std::fmt;

use spariglio_engine::plain::plain;

use super::message::Ready;

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
}

impl Introduction {
    pub(super) fn new(ready: Ready) -> Introduction {
        let short = |text: String| plain(text.trim()).chars().take(LONGEST).collect();
        Introduction {
            name: short(ready.name),
            version: ready.version.map(short),
            author: ready.author.map(short),
        }
    }
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
