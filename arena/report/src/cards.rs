//! The drawn cards: one SVG `<symbol>` per card, which pages show with `<use>`.
//!
//! The drawings were made for this project and are in the public domain: CC0 1.0
//! (<https://creativecommons.org/publicdomain/zero/1.0/>). Artists change the pieces in `assets/cards/*.svg`; the whole
//! decks made of them are `docs/images/cards_regional.svg` and two others. The four suits differ in shape and in colour, so that they can be
//! told apart in grey and by colour-blind people. Cards are light on light and on dark pages. The SVG uses presentation
//! attributes only, no styles, so that it works under a strict content security policy.
//!
//! | id | view box | content |
//! |---|---|---|
//! | `card-7d` | `0 0 56 100` | two corners with index and suit, between them pips or a figure |
//! | `phone-7d` | `0 0 56 84` | index and one large suit sign, for narrow screens and lines of text |
//! | `card-back` | `0 0 56 100` | the back |
//!
//! | file | noun |
//! |---|---|
//! | `style` | a style of the deck and its colours |
//! | `piece` | a piece of the drawings |
//! | `pips` | the places of pips |
//! | `face` | the two faces of a card |
//! | `sheet` | a whole deck as a file |
//! | `name` | the name of a card |

mod face;
mod name;
mod piece;
mod pips;
mod sheet;
mod style;

use maud::{Markup, html};
use spariglio_engine::rules::Pack;
use spariglio_engine::{Card, Deck};

pub use name::name;
pub use sheet::{deck, sheet};
use spariglio_text::Language;
pub use style::Style;

/// A hidden `<svg>` with the symbols of some cards and of the back. If several cards have the same text, only the first
/// is drawn. A page contains it once.
#[must_use]
pub fn symbols_of(cards: impl IntoIterator<Item = (Pack, Card)>, style: Style, language: Language) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" display="none" aria-hidden="true">{}</svg>"#,
        contents(cards, style, language)
    )
}

/// The symbols, and the pieces that they use.
fn contents(cards: impl IntoIterator<Item = (Pack, Card)>, style: Style, language: Language) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut drawing = face::sheets(style);
    for (pack, card) in cards {
        let text = text(pack, card);
        if !names.contains(&text) {
            drawing += &face::symbols(style, pack, card, language);
            names.push(text);
        }
    }
    format!("<defs>{}{drawing}</defs>", piece::used_by(style, &drawing))
}

/// A card of a page that has the symbols: an image with the card's name, in both faces. The page's style decides which
/// face shows, and its size.
#[must_use]
pub fn card(pack: Pack, card: Card, language: Language) -> Markup {
    let text = text(pack, card);
    html! {
        svg.card role="img" aria-label=(name(pack, card, language)) {
            use.whole href={ "#card-" (text) } {}
            use.phone href={ "#phone-" (text) } {}
        }
    }
}

/// A small card in a line of text, of a page that has the symbols. The text around it names the card.
#[must_use]
pub fn mini(pack: Pack, card: Card) -> Markup {
    html! { svg.mini viewBox="0 0 56 84" aria-hidden="true" { use href={ "#phone-" (text(pack, card)) } {} } }
}

/// The two letters of a card in ids.
fn text(pack: Pack, card: Card) -> String {
    Deck::whole(pack).card_text(card)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use resvg::usvg::{Options, Tree};
    use spariglio_engine::cards::SETTEBELLO;
    use spariglio_engine::rules::Pack;
    use spariglio_engine::{Card, Deck, Suit};

    use super::piece::{ids, pieces};
    use super::{Style, card, deck, face, name, sheet, symbols_of, text};
    use spariglio_text::Language;

    const PACKS: [(Pack, usize); 2] = [(Pack::Italian40, 40), (Pack::Bresciane52, 52)];
    /// The largest file of a deck, in bytes: pages load one.
    const LARGEST: usize = 68_000;

    /// All cards of a pack.
    fn symbols(pack: Pack, style: Style, language: Language) -> String {
        symbols_of(Deck::whole(pack).cards().iter().map(|card| (pack, card)), style, language)
    }

    /// Every pack in every style.
    fn all() -> impl Iterator<Item = (Pack, Style, String)> {
        let styles = |pack| Style::ALL.map(|style| (pack, style, symbols(pack, style, Language::English)));
        PACKS.into_iter().flat_map(move |(pack, _)| styles(pack))
    }

    fn one(pack: Pack, card: &str, style: Style) -> String {
        let card = Deck::whole(pack).parse_card(card).expect("a card");
        face::symbols(style, pack, card, Language::English)
    }

    #[test]
    fn every_card_has_its_symbols_and_a_deck_is_small() {
        for (pack, count) in PACKS {
            for style in Style::ALL {
                for language in Language::ALL {
                    let svg = symbols(pack, style, language);
                    for one in Deck::whole(pack).cards().iter() {
                        let text = text(pack, one);
                        assert!(svg.contains(&format!(r#"<symbol id="card-{text}" viewBox="0 0 56 100">"#)));
                        assert!(svg.contains(&format!(r#"<symbol id="phone-{text}" viewBox="0 0 56 84">"#)));
                    }
                    assert_eq!(svg.matches("<symbol id=\"card-").count(), count + 1);
                    let file = deck(style, language);
                    assert!(file.len() < LARGEST, "{style}: {} bytes", file.len());
                }
            }
        }
    }

    #[test]
    fn ids_are_unique_and_what_is_used_is_there() {
        for (_, style, svg) in all() {
            let unique = ids(&svg, " id=\"");
            assert_eq!(svg.matches(" id=\"").count(), unique.len(), "{style}");
            let missing: Vec<_> = ids(&svg, "href=\"#").difference(&unique).copied().collect();
            assert_eq!(missing, Vec::<&str>::new(), "{style}");
        }
    }

    #[test]
    fn no_piece_is_left_over_and_a_few_cards_bring_only_theirs() {
        let decks = Style::ALL.map(|style| Language::ALL.map(|language| deck(style, language)).concat());
        for (id, _) in Style::ALL.into_iter().flat_map(pieces) {
            assert!(decks.concat().contains(&format!("href=\"#{id}\"")), "{id}");
        }
        let seven = symbols_of([(Pack::Italian40, SETTEBELLO)], Style::Regional, Language::English);
        assert!(seven.contains("id=\"suit-d\"") && !seven.contains("id=\"suit-c\"") && !seven.contains("id=\"horse\""));
    }

    #[test]
    fn the_symbols_are_well_formed_and_have_no_styles() {
        for (_, style, svg) in all() {
            for svg in [svg, deck(style, Language::Italian)] {
                Tree::from_str(&svg, &Options::default()).expect("SVG");
                assert!(!svg.contains("style=") && !svg.contains("<style") && !svg.contains("class="));
            }
        }
    }

    #[test]
    fn both_corners_have_index_and_suit() {
        for style in Style::ALL {
            for (card, index) in [("7d", "7"), ("Ac", "A"), ("Ks", "K"), ("Qb", "Q")] {
                let face = one(Pack::Italian40, card, style);
                let corner = face.split(&format!("<g id=\"corner-{card}\">")).nth(1).expect("a corner");
                let corner = corner.split("</g>").next().unwrap_or_default();
                let suit = &card[1..];
                assert!(corner.contains(&format!("#index-{index}\"")), "{style}: {corner}");
                assert!(corner.contains(&format!("-{suit}\"")), "{style}: {corner}");
                assert!(face.contains(&format!("href=\"#corner-{card}\" transform=\"rotate(180 28 50)\"")), "{style}");
            }
        }
    }

    #[test]
    fn a_numeral_has_as_many_pips_within_its_edges() {
        for style in [Style::Regional, Style::French] {
            for card in Deck::BRESCIANE52.cards().iter().filter(|card| (2..=10).contains(&card.rank())) {
                let (scale, pairs, singles) = super::pips::pips(style, card.suit(), card.rank());
                assert_eq!(2 * pairs.len() + singles.len(), usize::from(card.rank()), "{style}");
                assert!(pairs.is_empty() || 20.5 * scale < 25.0, "{style}: {scale}");
                for y in pairs.iter().chain(singles) {
                    assert!(y - 12.0 * scale > 3.0 && y + 12.0 * scale < 97.0, "{style}: {y}");
                }
            }
        }
    }

    #[test]
    fn suits_and_courts_differ_without_their_colours() {
        for style in Style::ALL {
            let pieces = pieces(style);
            let outline = |id: &str| {
                let (_, piece) = pieces
                    .iter()
                    .find(|(known, _)| *known == id)
                    .unwrap_or_else(|| panic!("{style}: {id}"));
                ids(piece, " d=\"")
                    .into_iter()
                    .chain(ids(piece, "href=\"#"))
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            let kind = if style == Style::Plain { "bold" } else { "suit" };
            let mut outlines: Vec<_> = Suit::ALL
                .iter()
                .map(|suit| outline(&format!("{kind}-{}", suit.letter())))
                .collect();
            if style != Style::Plain {
                let courts = ["J", "Q", "K"]
                    .iter()
                    .flat_map(|court| Suit::ALL.map(|suit| format!("court-{court}{}", suit.letter())));
                outlines.extend(courts.map(|id| outline(&id)));
            }
            let count = outlines.len();
            outlines.sort();
            outlines.dedup();
            assert_eq!(outlines.len(), count, "{style}");
        }
    }

    #[test]
    fn cards_have_names_and_courts_have_letters_in_both_languages() {
        let seven = |language| name(Pack::Italian40, SETTEBELLO, language);
        assert_eq!(seven(Language::English), "seven of coins");
        assert_eq!(seven(Language::Italian), "sette di denari");
        let markup = card(Pack::Italian40, SETTEBELLO, Language::English).into_string();
        assert!(markup.contains(r##"aria-label="seven of coins"><use class="whole" href="#card-7d">"##));
        for style in Style::ALL {
            assert!(symbols(Pack::Italian40, style, Language::English).contains("id=\"index-Q\""));
            assert!(symbols(Pack::Italian40, style, Language::Italian).contains("id=\"index-C\""));
        }
        let names: BTreeSet<String> = Deck::BRESCIANE52
            .cards()
            .iter()
            .map(|card| name(Pack::Bresciane52, card, Language::Italian))
            .collect();
        assert_eq!(names.len(), 52);
    }

    #[test]
    fn of_cards_with_one_text_one_is_drawn_and_the_settebello_has_a_golden_frame() {
        for style in Style::ALL {
            let [gold, none] = PACKS.map(|(pack, _)| {
                let seven: Card = Deck::whole(pack).parse_card("7d").expect("a card");
                symbols_of([(pack, seven), (pack, seven)], style, Language::English)
            });
            assert_eq!(gold.matches("<symbol id=\"card-7d\"").count(), 1);
            assert!(gold.contains("href=\"#gold\"") && !none.contains("gold"), "{style}");
        }
    }

    #[test]
    fn the_decks_in_the_documentation_are_current() {
        for style in Style::ALL {
            let file = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../../docs/images")
                .join(format!("cards_{style}.svg"));
            let text_of_file = fs::read_to_string(&file).unwrap_or_default();
            let is_current = text_of_file == sheet(style, Language::Italian);
            assert!(is_current, "{}: write it with `cargo run -p spariglio-report --example cards`", file.display());
        }
    }
}
