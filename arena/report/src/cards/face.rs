//! The two faces of a card: the whole one, and for narrow screens and lines of text the index with one large sign.

use spariglio_engine::cards::SETTEBELLO;
use spariglio_engine::rules::Pack;
use spariglio_engine::{Card, Suit};
use spariglio_text::Language;

use super::name::{court, index};
use super::pips::{MIDDLE, pips};
use super::{Style, text};

/// The sheets of paper that the faces lie on, and the back.
pub(super) fn sheets(style: Style) -> String {
    let [fill, edge] = style.paper();
    let paper = |name: &str, height: f64| {
        format!(
            r#"<rect id="{name}-paper" x=".6" y=".6" width="54.8" height="{height}" rx="4.8" fill="{fill}" stroke="{edge}" stroke-width="1.2"/>"#
        )
    };
    let [ground, ornament] = style.back();
    paper("card", 98.8)
        + &paper("phone", 82.8)
        + &format!(
            r##"<symbol id="card-back" viewBox="0 0 56 100"><use href="#card-paper"/><use href="#back" fill="{ground}" color="{ornament}"/></symbol>"##
        )
}

/// The symbols of a card: `card-7d` and `phone-7d`.
pub(super) fn symbols(style: Style, pack: Pack, card: Card, language: Language) -> String {
    let (text, suit) = (text(pack, card), card.suit());
    let is_settebello = pack == Pack::Italian40 && card == SETTEBELLO;
    let frame = |id: &str| {
        if is_settebello {
            format!(r##"<use href="#{id}"/>"##)
        } else {
            String::new()
        }
    };
    let index = |x: f64, y: f64, scale: f64| {
        let index = index(pack, card, language);
        let ink = style.ink(suit);
        let place = transform([x, y], scale);
        format!(r##"<use href="#index-{index}" transform="{place}" stroke="{ink}"/>"##)
    };
    let corner = match style {
        Style::Plain => index(6.2, 8.2, 2.05) + &sign(bold(style), suit, [45.2, 15.2], 0.72),
        _ => index(4.2, 5.0, 0.66) + &sign(bold(style), suit, [6.4, 16.4], 0.28),
    };
    let body = match (style, court(pack, card), card.rank()) {
        (Style::Plain, ..) => sign(bold(style), suit, MIDDLE, 1.65),
        (_, Some(court), _) => {
            format!(r##"<use href="#court-{}{}"/>"##, ["J", "Q", "K"][usize::from(court)], suit.letter())
        }
        (Style::French, None, 1) => sign("suit", suit, MIDDLE, 1.9),
        (Style::Regional, None, 1) => format!(r##"<use href="#ace-{}"/>"##, suit.letter()),
        (_, None, rank) => numeral(style, suit, rank),
    };
    let whole = format!(
        r##"<symbol id="card-{text}" viewBox="0 0 56 100"><use href="#card-paper"/>{}<g id="corner-{text}">{corner}</g><use href="#corner-{text}" transform="rotate(180 28 50)"/>{body}</symbol>"##,
        frame("gold")
    );
    let phone = index(6.4, 8.6, 2.4) + &sign(bold(style), suit, [32.0, 57.0], 1.85);
    whole
        + &format!(
            r##"<symbol id="phone-{text}" viewBox="0 0 56 84"><use href="#phone-paper"/>{}{phone}</symbol>"##,
            frame("gold-phone")
        )
}

/// The pips of a card without a figure.
fn numeral(style: Style, suit: Suit, rank: u8) -> String {
    let (scale, pairs, singles) = pips(style, suit, rank);
    let row = |kind: &'static str| {
        move |&y: &f64| {
            let is_turned = style == Style::French && y > MIDDLE[1];
            sign(kind, suit, [MIDDLE[0], y], if is_turned { -scale } else { scale })
        }
    };
    pairs.iter().map(row("pair")).chain(singles.iter().map(row("suit"))).collect()
}

/// The kind of signs that are readable at any size.
const fn bold(style: Style) -> &'static str {
    match style {
        Style::French => "suit",
        Style::Regional | Style::Plain => "bold",
    }
}

/// A suit sign, or two, at a place, scaled.
fn sign(kind: &str, suit: Suit, place: [f64; 2], scale: f64) -> String {
    format!(r##"<use href="#{kind}-{}" transform="{}"/>"##, suit.letter(), transform(place, scale))
}

fn transform([x, y]: [f64; 2], scale: f64) -> String {
    format!("translate({x} {y})scale({})", short(scale))
}

/// A number without a zero before its point.
fn short(number: f64) -> String {
    let text = number.to_string();
    match text.strip_prefix("0.").or_else(|| text.strip_prefix("-0.")) {
        Some(rest) if number < 0.0 => format!("-.{rest}"),
        Some(rest) => format!(".{rest}"),
        None => text,
    }
}
