//! The two faces of a card: pips or a figure beside the index, and for narrow screens the index with one large sign.

use spariglio_engine::{Card, Pack, SETTEBELLO, Suit};

use super::name::{INDICES, court, courts, index};
use super::{figure, sign, text};
use spariglio_text::Language;

/// The middle of the area right of the index, and the columns beside it.
const MIDDLE: f64 = 35.5;
const COLUMNS: [f64; 2] = [25.4, 45.6];

/// The definitions that all faces share: paper, indices, suit signs and figures.
pub(super) fn shared(language: Language) -> String {
    let courts = courts(language);
    let indices = INDICES.iter().chain(&courts).map(|index| {
        // Fits two digits into the width of one.
        let narrow = if index.len() > 1 { r#" textLength="14" lengthAdjust="spacingAndGlyphs""# } else { "" };
        format!(
            r#"<text id="index-{index}" font-family="DejaVu Sans,Verdana,Arial,sans-serif" font-size="17" font-weight="700"{narrow}>{index}</text>"#
        )
    });
    format!(
        "<defs>{}{}{}{}{}</defs>",
        paper("card", 98.5),
        paper("phone", 82.5),
        indices.collect::<String>(),
        sign::signs(),
        figure::figures(language)
    )
}

fn paper(name: &str, height: f64) -> String {
    format!(
        r##"<rect id="{name}-paper" x=".75" y=".75" width="54.5" height="{height}" rx="5" fill="#fffdf7" stroke="#555" stroke-width="1.5"/>"##
    )
}

/// The symbols of a card.
pub(super) fn symbols(pack: Pack, card: Card, language: Language) -> String {
    let (text, suit, index) = (text(pack, card), card.suit(), index(pack, card, language));
    let [area, line] = sign::colours(suit);
    let body = match court(pack, card) {
        Some(court) => {
            let figure = format!(r##"<use href="#court-{court}" x="35" y="43" fill="{area}" stroke="{line}"/>"##);
            figure + &placed(suit, [MIDDLE, 84.0], 0.9)
        }
        None => pips(card.rank(), suit),
    };
    let is_settebello = pack == Pack::Italian40 && card == SETTEBELLO;
    let frame = |height: f64| {
        format!(
            r##"<rect x="2.3" y="2.3" width="51.4" height="{height}" rx="3.8" fill="none" stroke="#e69f00" stroke-width="1.8"/>"##
        )
    };
    let ring = |[x, y]: [f64; 2], radius: f64| {
        format!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{line}" stroke-width="1.2"/>"#)
    };
    let [whole, phone] = if is_settebello {
        [frame(95.4) + &ring([MIDDLE, 35.0], 9.2), frame(79.2) + &ring([33.0, 55.0], 20.4)]
    } else {
        Default::default()
    };
    format!(
        r##"<symbol id="card-{text}" viewBox="0 0 56 100"><use href="#card-paper"/>{whole}<use href="#index-{index}" x="4" y="18" fill="{line}"/>{}{body}</symbol>"##,
        placed(suit, [10.5, 27.5], 0.5),
    ) + &format!(
        r##"<symbol id="phone-{text}" viewBox="0 0 56 84"><use href="#phone-paper"/>{phone}<use href="#index-{index}" transform="translate(6 31)scale(1.8)" fill="{line}"/>{}</symbol>"##,
        placed(suit, [33.0, 55.0], 1.8),
    )
}

/// A suit sign at a place, scaled.
fn placed(suit: Suit, [x, y]: [f64; 2], scale: f64) -> String {
    format!(r##"<use href="#suit-{}" transform="translate({x} {y})scale({scale})"/>"##, suit.letter())
}

/// The pips of a rank from the ace to the ten.
fn pips(rank: u8, suit: Suit) -> String {
    if rank == 1 {
        let scale = match suit {
            Suit::Coins => 1.6,
            Suit::Cups | Suit::Batons => 1.8,
            Suit::Swords => 2.2,
        };
        return placed(suit, [MIDDLE, 50.0], scale);
    }
    // Rows of both columns, rows of the middle, scale.
    let (rows, middle, scale): (&[f64], &[f64], f64) = match rank {
        2 => (&[], &[28.0, 72.0], 1.1),
        3 => (&[], &[21.0, 50.0, 79.0], 1.0),
        4 => (&[27.0, 73.0], &[], 0.78),
        5 => (&[24.0, 76.0], &[50.0], 0.78),
        6 => (&[22.0, 50.0, 78.0], &[], 0.78),
        7 => (&[20.0, 50.0, 80.0], &[35.0], 0.66),
        8 => (&[20.0, 50.0, 80.0], &[35.0, 65.0], 0.66),
        9 => (&[20.0, 50.0, 80.0], &[20.0, 50.0, 80.0], 0.5),
        _ => (&[25.0, 50.0, 75.0], &[14.0, 38.0, 62.0, 86.0], 0.5),
    };
    let sides = rows.iter().flat_map(|&y| COLUMNS.map(|x| [x, y]));
    let places = sides.chain(middle.iter().map(|&y| [MIDDLE, y]));
    places.map(|place| placed(suit, place, scale)).collect()
}
