//! The saved result that a run resumes from.

use spariglio_files::Origin;

use crate::origin;

/// What a run must know of the result that it resumes from.
pub struct Saved {
    /// Hands or matches of all pairs.
    pub played: u64,
    pub complete: bool,
    pub command: Option<String>,
    pub origin: Option<Origin>,
}

/// How a run ended.
pub struct Ended {
    /// Whether nothing was left to play: the file stays as it is.
    pub is_idle: bool,
    pub command: Option<String>,
    pub origin: Option<Origin>,
}

impl Ended {
    /// The end of a run of `command`, with `played` hands or matches now. If a stopped result `has_more` than are asked
    /// for now, it stays as it is.
    pub fn new(saved: Option<Saved>, (played, complete, has_more): (u64, bool, bool), command: String) -> Ended {
        let is_idle = |saved: &Saved| complete && saved.played == played && (saved.complete || has_more);
        match saved.filter(is_idle) {
            Some(Saved { command, origin, .. }) => Ended { is_idle: true, command, origin },
            None => Ended { is_idle: false, command: Some(command), origin: Some(origin()) },
        }
    }
}
