//! A whole deck as one file: the symbols of all cards and of the back, and a sheet that shows cards.

use spariglio_engine::rules::Pack;
use spariglio_engine::{Card, Deck};
use spariglio_text::Language;

use super::{Style, contents, text};

const LICENCE: &str = "Drawn for Spariglio. CC0 1.0, public domain: https://creativecommons.org/publicdomain/zero/1.0/";

/// The distance between two cards of the sheet.
const STEP: [usize; 2] = [60, 104];

/// The deck of both packs as an SVG file. Shown as a picture, it is a sample of two cards.
#[must_use]
pub fn deck(style: Style, language: Language) -> String {
    file(style, language, [2, 1], &(shown("Qd", [0, 0]) + &shown("Kd", [1, 0])))
}

/// The same, but shown as a picture it is all cards and the back.
#[must_use]
pub fn sheet(style: Style, language: Language) -> String {
    let of_card =
        |(pack, card): (Pack, Card)| shown(&text(pack, card), [usize::from(card.rank()) - 1, card.suit() as usize]);
    let columns = usize::from(Pack::Bresciane52.ranks());
    let all: String = cards(Pack::Bresciane52).map(of_card).collect();
    file(style, language, [columns + 1, 4], &(all + &shown("back", [columns, 0])))
}

fn cards(pack: Pack) -> impl Iterator<Item = (Pack, Card)> {
    Deck::whole(pack).cards().iter().map(move |card| (pack, card))
}

fn file(style: Style, language: Language, [columns, rows]: [usize; 2], body: &str) -> String {
    let [width, height] = [4 + columns * STEP[0], 4 + rows * STEP[1]];
    let symbols = contents(cards(Pack::Italian40).chain(cards(Pack::Bresciane52)), style, language);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"><!-- {LICENCE} -->{symbols}{body}</svg>\n"
    )
}

fn shown(name: &str, [column, row]: [usize; 2]) -> String {
    let [x, y] = [4 + column * STEP[0], 4 + row * STEP[1]];
    format!(r##"<use href="#card-{name}" x="{x}" y="{y}" width="56" height="100"/>"##)
}
