//! A table of match equity as text and as a picture.

mod picture;
mod text;

pub use picture::picture;
pub use text::text;

use spariglio_agents::MatchEquity;

use crate::page::{Block, Page, Section};

/// Explains all figures.
const FOOT: &str = "Chances to win the match, from hands that one agent played on all seats.";

/// The page of `table` for `spariglio report`.
pub(crate) fn page(table: &MatchEquity) -> Page {
    Page {
        kind: "Match equity",
        name: table.rules.clone(),
        sections: vec![Section {
            title: "Chances by score".to_owned(),
            note: String::new(),
            blocks: vec![Block::Picture(picture(table)), Block::Typed(text(table))],
        }],
        foot: FOOT,
        ..Page::default()
    }
}
