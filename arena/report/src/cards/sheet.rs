//! A whole deck as one file: the symbols of all cards and of the back, and a sheet that shows them.

use spariglio_engine::{Card, Deck, Pack};
use spariglio_text::Language;

use super::{Style, contents, text};

/// The distance between two cards of the sheet.
const STEP: [usize; 2] = [60, 104];

/// The deck in a style as an SVG file. It has the cards of both packs. `#sample` shows two of them.
#[must_use]
pub fn deck(style: Style, language: Language) -> String {
    let cards = |pack| Deck::whole(pack).cards().iter().map(move |card| (pack, card));
    let all: Vec<(Pack, Card)> = cards(Pack::Italian40).chain(cards(Pack::Bresciane52)).collect();
    let shown = cards(Pack::Bresciane52).map(|(pack, card)| {
        let place = [usize::from(card.rank()) - 1, card.suit() as usize];
        shown(&text(pack, card), place)
    });
    let columns = usize::from(Pack::Bresciane52.ranks()) + 1;
    let size = [4 + columns * STEP[0], 4 + 4 * STEP[1]];
    let sample = (columns - 3) * STEP[0] + 2;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\"><!-- {LICENCE} --><view id=\"sample\" viewBox=\"{sample} 2 120 104\"/>{}{}{}</svg>\n",
        size[0],
        size[1],
        contents(all, style, language),
        shown.collect::<String>(),
        self::shown("back", [columns - 1, 0])
    )
}

const LICENCE: &str = "Drawn for Spariglio. CC0 1.0, public domain: https://creativecommons.org/publicdomain/zero/1.0/";

fn shown(name: &str, [column, row]: [usize; 2]) -> String {
    let [x, y] = [4 + column * STEP[0], 4 + row * STEP[1]];
    format!(r##"<use href="#card-{name}" x="{x}" y="{y}" width="56" height="100"/>"##)
}
