//! Who a program says it is, in its answer to the greeting.

use std::fmt;

use spariglio_engine::plain::plain;

use super::message::Ready;

/// Letters of a name, a version and an author, at most.
const LONGEST: usize = 60;

/// Who a program says it is; every text is short and safe to show.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Introduction {
    /// Its name.
    pub name: String,
    /// Its version, where it says one.
    pub version: Option<String>,
    /// Who wrote it, where it says so.
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
