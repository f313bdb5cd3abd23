//! The places of pips on a card.

use spariglio_engine::Suit;

use super::Style;

/// A pip: its place, whether it stands on its head, and whether it is mirrored.
pub(super) struct Pip {
    pub place: [f64; 2],
    pub is_turned: bool,
    pub is_mirrored: bool,
}

/// The middle of a card.
pub(super) const MIDDLE: [f64; 2] = [28.0, 50.0];

/// The scale of the pips of a rank from the two to the ten, and the pips.
pub(super) fn pips(style: Style, suit: Suit, rank: u8) -> (f64, Vec<Pip>) {
    let (scale, pairs, half, singles) = match style {
        Style::French => french(rank),
        Style::Regional | Style::Plain => regional(rank, suit),
    };
    let is_french = style == Style::French;
    let is_lopsided = matches!(suit, Suit::Swords | Suit::Batons);
    let pip = |x: f64, y: f64| Pip {
        place: [(100.0 * x).round() / 100.0, y],
        is_turned: is_french && y > MIDDLE[1],
        is_mirrored: !is_french && is_lopsided && x > MIDDLE[0],
    };
    let sides = pairs.iter().flat_map(|&y| [pip(MIDDLE[0] - half, y), pip(MIDDLE[0] + half, y)]);
    (scale, sides.chain(singles.iter().map(|&y| pip(MIDDLE[0], y))).collect())
}

/// Scale, rows of two pips, half the distance between the two, and rows of one pip.
type Layout = (f64, &'static [f64], f64, &'static [f64]);

/// As on Italian decks, all pips upright: the seven is 2-1-2-2.
fn regional(rank: u8, suit: Suit) -> Layout {
    let is_long = matches!(suit, Suit::Swords | Suit::Batons);
    let (scale, pairs, half, singles): Layout = match rank {
        2 => (1.62, &[], 0.0, &[28.5, 71.5]),
        3 => (1.24, &[], 0.0, &[21.5, 50.0, 78.5]),
        4 => (1.1, &[31.0, 69.0], 11.6, &[]),
        5 => (0.94, &[24.0, 76.0], 9.8, &[50.0]),
        6 => (0.93, &[22.5, 50.0, 77.5], 9.7, &[]),
        7 => (0.85, &[19.5, 60.2, 80.5], 9.3, &[39.8]),
        8 => (0.84, &[19.5, 39.8, 60.2, 80.5], 9.1, &[]),
        9 => (0.7, &[17.5, 33.75, 66.25, 82.5], 8.8, &[50.0]),
        _ => (0.7, &[17.5, 33.75, 50.0, 66.25, 82.5], 8.8, &[]),
    };
    // Swords and batons are longer than wide.
    let scale = match (is_long, rank) {
        (true, 2) => 1.75,
        (true, 3 | 4) => 1.2,
        (true, 5 | 6) => 1.0,
        (true, 7 | 8) => 0.88,
        _ => scale,
    };
    (scale, pairs, half, singles)
}

/// As on French decks: the lower half stands on its head.
fn french(rank: u8) -> Layout {
    match rank {
        2 => (1.1, &[], 0.0, &[24.0, 76.0]),
        3 => (1.1, &[], 0.0, &[23.0, 50.0, 77.0]),
        4 => (0.98, &[26.0, 74.0], 9.4, &[]),
        5 => (0.94, &[25.0, 75.0], 9.2, &[50.0]),
        6 => (0.9, &[22.0, 50.0, 78.0], 9.2, &[]),
        7 => (0.82, &[20.5, 50.0, 79.5], 9.0, &[35.25]),
        8 => (0.82, &[20.5, 50.0, 79.5], 9.0, &[35.25, 64.75]),
        9 => (0.68, &[18.0, 39.0, 61.0, 82.0], 9.0, &[50.0]),
        _ => (0.72, &[19.0, 39.7, 60.3, 81.0], 9.0, &[29.35, 70.65]),
    }
}
