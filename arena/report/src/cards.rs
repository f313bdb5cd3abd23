//! The drawn cards: one SVG `<symbol>` per card, which pages show with `<use>`.
//!
//! The drawings were made for this project and are in the public domain: CC0 1.0
//! (<https://creativecommons.org/publicdomain/zero/1.0/>). The four suits differ in shape, in direction and in colour,
//! so that they can be told apart in grey and by colour-blind people. Cards are light on light and on dark pages. The
//! SVG uses presentation attributes only, no styles, so that it works under a strict content security policy.
//!
//! | id | view box | content |
//! |---|---|---|
//! | `card-7d` | `0 0 56 100` | index, pips or a figure |
//! | `phone-7d` | `0 0 56 84` | index and one large suit sign, for narrow screens |
//! | `card-back` | `0 0 56 100` | the back |
//!
//! | file | noun |
//! |---|---|
//! | `sign` | a suit sign and its colours |
//! | `figure` | the figure of a court |
//! | `face` | the two faces of a card |
//! | `name` | the name of a card |

mod face;
mod figure;
mod name;
mod sign;

use maud::{Markup, html};
use spariglio_engine::{Card, Deck, Pack};

pub use name::name;
use spariglio_text::Language;

/// The back: a frame and rows of rhombs.
const BACK: &str = r##"<symbol id="card-back" viewBox="0 0 56 100"><use href="#card-paper"/><rect x="4" y="4" width="48" height="92" rx="3" fill="#1c6b48"/><path d="M28 8L48 29 28 50 8 29zM28 50L48 71 28 92 8 71zM8 8L18 18.5M48 8L38 18.5M8 92L18 81.5M48 92L38 81.5M8 50L18 39.5M8 50L18 60.5M48 50L38 39.5M48 50L38 60.5" fill="none" stroke="#fffdf7" stroke-width="1.6"/><circle cx="28" cy="29" r="6" fill="#e69f00"/><circle cx="28" cy="71" r="6" fill="#e69f00"/></symbol>"##;

/// A hidden `<svg>` with the symbols of some cards and of the back. If several cards have the same text, only the first
/// is drawn. A page contains it once.
#[must_use]
pub fn symbols_of(cards: impl IntoIterator<Item = (Pack, Card)>, language: Language) -> String {
    let mut drawn: Vec<String> = Vec::new();
    let mut faces = String::new();
    for (pack, card) in cards {
        let text = text(pack, card);
        if !drawn.contains(&text) {
            faces += &face::symbols(pack, card, language);
            drawn.push(text);
        }
    }
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" display="none" aria-hidden="true">{}{BACK}{faces}</svg>"#,
        face::shared(language)
    )
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

/// The two letters of a card in ids.
fn text(pack: Pack, card: Card) -> String {
    Deck::whole(pack).card_text(card)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use resvg::usvg::{Options, Tree};
    use spariglio_engine::{Deck, Pack, SETTEBELLO};

    use super::{card, name, symbols_of, text};
    use spariglio_text::Language;

    const PACKS: [(Pack, usize, usize); 2] = [(Pack::Italian40, 40, 32_000), (Pack::Bresciane52, 52, 46_000)];

    /// All cards of a pack.
    fn symbols(pack: Pack, language: Language) -> String {
        symbols_of(Deck::whole(pack).cards().iter().map(|card| (pack, card)), language)
    }

    /// The values of an attribute.
    fn values<'s>(svg: &'s str, attribute: &str) -> Vec<&'s str> {
        let parts = svg.split(attribute).skip(1);
        parts.filter_map(|part| part.split('"').next()).collect()
    }

    #[test]
    fn every_card_has_its_symbols_and_they_are_small() {
        for (pack, count, bytes) in PACKS {
            for language in Language::ALL {
                let svg = symbols(pack, language);
                for one in Deck::whole(pack).cards().iter() {
                    let text = text(pack, one);
                    assert!(svg.contains(&format!(r#"<symbol id="card-{text}" viewBox="0 0 56 100">"#)));
                    assert!(svg.contains(&format!(r#"<symbol id="phone-{text}" viewBox="0 0 56 84">"#)));
                }
                assert_eq!(svg.matches("<symbol id=\"card-").count(), count + 1);
                assert!(svg.len() < bytes, "{} bytes", svg.len());
            }
        }
    }

    #[test]
    fn ids_are_unique_and_what_is_used_is_there() {
        for (pack, ..) in PACKS {
            let svg = symbols(pack, Language::English);
            let ids = values(&svg, " id=\"");
            let unique: BTreeSet<_> = ids.iter().copied().collect();
            assert_eq!(ids.len(), unique.len());
            for used in values(&svg, "href=\"#") {
                assert!(unique.contains(used), "{used}");
            }
        }
    }

    #[test]
    fn the_symbols_are_well_formed_and_have_no_styles() {
        for (pack, ..) in PACKS {
            let svg = symbols(pack, Language::Italian);
            Tree::from_str(&svg, &Options::default()).expect("SVG");
            assert!(!svg.contains("style") && !svg.contains("class="));
        }
    }

    #[test]
    fn cards_have_names_and_courts_have_letters_in_both_languages() {
        let seven = |language| name(Pack::Italian40, SETTEBELLO, language);
        assert_eq!(seven(Language::English), "seven of coins");
        assert_eq!(seven(Language::Italian), "sette di denari");
        let markup = card(Pack::Italian40, SETTEBELLO, Language::English).into_string();
        assert!(markup.contains(r##"aria-label="seven of coins"><use class="whole" href="#card-7d">"##));
        assert!(symbols(Pack::Italian40, Language::English).contains(">Q</text>"));
        assert!(symbols(Pack::Italian40, Language::Italian).contains(">C</text>"));
        let names: BTreeSet<String> = Deck::BRESCIANE52
            .cards()
            .iter()
            .map(|card| name(Pack::Bresciane52, card, Language::Italian))
            .collect();
        assert_eq!(names.len(), 52);
    }

    #[test]
    fn of_cards_with_one_text_one_is_drawn_and_the_settebello_has_a_ring() {
        let [ring, none] = [Pack::Italian40, Pack::Bresciane52].map(|pack| {
            let seven = Deck::whole(pack).parse_card("7d").expect("a card");
            symbols_of([(pack, seven), (pack, seven)], Language::English)
        });
        assert_eq!(ring.matches("<symbol id=\"card-7d\"").count(), 1);
        assert!(ring.contains("r=\"9.2\"") && !none.contains("r=\"9.2\""));
    }
}
