//! A table of match equity as text and as a picture.

mod picture;
mod text;

pub use picture::picture;
pub use text::text;

use spariglio_agents::MatchEquity;
use spariglio_arena::matches::equity::first_dealer_edge;
use spariglio_files::Origin;

use crate::figures::signed;
use crate::page::{Block, Page, Section};

/// Explains all figures.
const FOOT: &str = "Chances to win the match, from hands that one agent played on all seats.";

/// How often the first dealer wins.
pub(crate) fn verdict(table: &MatchEquity) -> String {
    let edge = first_dealer_edge(table);
    format!(
        "The first dealer wins {:.2} % of matches: edge {} (standard error {:.2}).",
        50.0 + 100.0 * edge.edge,
        signed(100.0 * edge.edge, 2),
        100.0 * edge.standard_error
    )
}

/// The page of `table` for `spariglio report`.
pub(crate) fn page(table: &MatchEquity) -> Page {
    Page {
        kind: "Match equity",
        name: table.rules.clone(),
        origin: table.origin.as_ref().map(Origin::text),
        command: table.command.clone(),
        verdict: Some(verdict(table)),
        sections: vec![Section {
            title: "Chances by score".to_owned(),
            note: String::new(),
            blocks: vec![Block::Picture(picture(table)), Block::Typed(text(table))],
        }],
        foot: FOOT,
        ..Page::default()
    }
}
