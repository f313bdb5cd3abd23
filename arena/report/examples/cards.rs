//! Writes the three decks to `docs/images/cards_*.svg`.

use std::path::Path;

use spariglio_report::Language;
use spariglio_report::cards::{Style, sheet};

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
    Style::ALL.into_iter().try_for_each(|style| {
        std::fs::write(folder.join(format!("cards_{style}.svg")), sheet(style, Language::Italian))
    })
}
