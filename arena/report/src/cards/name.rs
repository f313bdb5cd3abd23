//! The names of cards.

use spariglio_engine::Card;
use spariglio_engine::rules::Pack;

use spariglio_text::Language;

const ENGLISH: [&str; 13] = [
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
];
const ITALIAN: [&str; 13] = [
    "asso", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "fante", "cavallo", "re",
];

/// The name of a card: "seven of coins".
#[must_use]
pub fn name(pack: Pack, card: Card, language: Language) -> String {
    let place = usize::from(match court(pack, card) {
        Some(court) => 10 + court,
        None => card.rank() - 1,
    });
    let suit = card.suit() as usize;
    match language {
        Language::English => format!("{} of {}", ENGLISH[place], ["coins", "cups", "swords", "batons"][suit]),
        Language::Italian => format!("{} di {}", ITALIAN[place], ["denari", "coppe", "spade", "bastoni"][suit]),
    }
}

/// 0, 1 or 2 for a J, Q or K; `None` if the card is not a court.
pub(super) fn court(pack: Pack, card: Card) -> Option<u8> {
    (card.rank() + 3).checked_sub(pack.ranks() + 1)
}

/// The index in the corner of a card.
pub(super) fn index(pack: Pack, card: Card, language: Language) -> &'static str {
    match court(pack, card) {
        Some(court) => courts(language)[usize::from(court)],
        None => INDICES[usize::from(card.rank()) - 1],
    }
}

/// The indices of J, Q and K.
pub(super) const fn courts(language: Language) -> [&'static str; 3] {
    match language {
        Language::English => ["J", "Q", "K"],
        Language::Italian => ["F", "C", "R"],
    }
}

/// The indices of the ranks without a figure.
pub(super) const INDICES: [&str; 10] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
