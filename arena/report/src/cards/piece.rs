//! The pieces that faces are made of: suit signs, aces, courts, indices, the back. They are drawn in `assets/cards/*.svg`,
//! where each stands two spaces from the margin.

use std::collections::BTreeSet;

use super::Style;

const SHARED: &str = include_str!("../../assets/cards/shared.svg");
const REGIONAL: &str = include_str!("../../assets/cards/regional.svg");
const FRENCH: &str = include_str!("../../assets/cards/french.svg");
const PLAIN: &str = include_str!("../../assets/cards/plain.svg");

/// The pieces that a drawing uses, and those that these use.
pub(super) fn used_by(style: Style, drawing: &str) -> String {
    let pieces = pieces(style);
    let mut used = ids(drawing, "href=\"#");
    loop {
        let before = used.len();
        for (id, piece) in &pieces {
            if used.contains(id) {
                used.extend(ids(piece, "href=\"#"));
            }
        }
        if used.len() == before {
            let pieces_in_use = pieces.iter().filter(|(id, _)| used.contains(id));
            return pieces_in_use.map(|(_, piece)| piece.as_str()).collect();
        }
    }
}

/// All pieces of a style with their ids.
pub(super) fn pieces(style: Style) -> Vec<(&'static str, String)> {
    let files: &[&str] = match style {
        Style::Regional => &[SHARED, REGIONAL, PLAIN],
        Style::French => &[SHARED, FRENCH],
        Style::Plain => &[SHARED, PLAIN],
    };
    files.iter().flat_map(|file| pieces_of(file)).collect()
}

/// The pieces of a file, each on one line.
fn pieces_of(file: &'static str) -> impl Iterator<Item = (&'static str, String)> {
    let inside = file.trim_end().trim_end_matches("</svg>");
    let mut pieces: Vec<(&str, String)> = Vec::new();
    for line in inside.lines().skip(1).filter(|line| !line.trim_start().starts_with("<!--")) {
        if let Some(id) = line.strip_prefix("  <").and_then(|line| line.split(" id=\"").nth(1)) {
            pieces.push((id.split('"').next().unwrap_or_default(), String::new()));
        }
        if let Some((_, piece)) = pieces.last_mut() {
            piece.push_str(line.trim());
        }
    }
    pieces.into_iter()
}

/// The ids after a prefix.
pub(super) fn ids<'s>(svg: &'s str, prefix: &str) -> BTreeSet<&'s str> {
    let parts = svg.split(prefix).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}
