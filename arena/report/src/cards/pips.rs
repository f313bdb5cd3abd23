//! The places of pips on a card.

use spariglio_engine::Suit;

use super::Style;

/// The middle of a card.
pub(super) const MIDDLE: [f64; 2] = [28.0, 50.0];

/// The pips of a rank from the two to the ten: their scale, the rows of two, and the rows of one.
pub(super) type Pips = (f64, &'static [f64], &'static [f64]);

/// The pips of a card.
pub(super) fn pips(style: Style, suit: Suit, rank: u8) -> Pips {
    match (style, suit) {
        (Style::French, _) => french(rank),
        (_, Suit::Coins | Suit::Cups) => regional(rank),
        (_, Suit::Swords | Suit::Batons) => long(rank),
    }
}

/// As on Italian decks, all pips upright: the seven is 2-1-2-2.
fn regional(rank: u8) -> Pips {
    match rank {
        2 => (1.62, &[], &[28.5, 71.5]),
        3 => (1.24, &[], &[21.5, 50.0, 78.5]),
        4 => (1.08, &[31.0, 69.0], &[]),
        5 => (0.92, &[24.0, 76.0], &[50.0]),
        6 => (0.91, &[22.5, 50.0, 77.5], &[]),
        7 => (0.85, &[19.5, 60.2, 80.5], &[39.8]),
        8 => (0.84, &[19.5, 39.8, 60.2, 80.5], &[]),
        9 => (0.74, &[17.5, 33.75, 66.25, 82.5], &[50.0]),
        _ => (0.74, &[17.5, 33.75, 50.0, 66.25, 82.5], &[]),
    }
}

/// Swords and batons are longer than wide.
fn long(rank: u8) -> Pips {
    let (scale, pairs, singles) = regional(rank);
    let scale = match rank {
        2 => 1.75,
        3 => 1.2,
        4 => 1.16,
        5 | 6 => 0.98,
        7 | 8 => 0.88,
        _ => scale,
    };
    (scale, pairs, singles)
}

/// As on French decks: the lower half stands on its head.
fn french(rank: u8) -> Pips {
    match rank {
        2 => (1.1, &[], &[24.0, 76.0]),
        3 => (1.1, &[], &[23.0, 50.0, 77.0]),
        4 => (0.96, &[26.0, 74.0], &[]),
        5 => (0.92, &[25.0, 75.0], &[50.0]),
        6 => (0.88, &[22.0, 50.0, 78.0], &[]),
        7 => (0.82, &[20.5, 50.0, 79.5], &[35.25]),
        8 => (0.82, &[20.5, 50.0, 79.5], &[35.25, 64.75]),
        9 => (0.7, &[18.0, 39.0, 61.0, 82.0], &[50.0]),
        _ => (0.72, &[18.5, 39.5, 60.5, 81.5], &[29.0, 71.0]),
    }
}
