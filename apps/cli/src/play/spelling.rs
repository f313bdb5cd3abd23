//! Spellings of cards: Italian names, French symbols, or the letters of records.
//!
//! Invariant: a card that is written is read as the same card. Record letters and symbols are read in every spelling,
//! with one exception: with French symbols `c` is clubs (♣), not cups (♥).

use clap::ValueEnum;
use spariglio_engine::{Card, Deck, Suit};

/// A way to write cards.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub enum Spelling {
    /// 7 denari, asso coppe, re bastoni
    Italian,
    /// 7♦, A♥, K♣
    French,
    /// As records have them: 7d, Ac, Kb
    Letters,
}

/// The cards of a line, in order.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Cards {
    /// The cards.
    pub cards: Vec<Card>,
    /// The value given to the matta, as in `7c=3`.
    pub matta: Option<u8>,
}

/// Italian names of ranks, by record letter.
const ITALIAN_RANKS: [(char, &str); 5] = [('A', "asso"), ('T', "10"), ('J', "fante"), ('Q', "cavallo"), ('K', "re")];

/// Words between cards that are ignored.
const FILLERS: [&str; 7] = ["", "x", "play", "take", "di", "of", "and"];

impl Spelling {
    /// French symbols if the locale is UTF-8, else letters.
    pub fn of_locale() -> Spelling {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| {
            let value = std::env::var(name).ok();
            value.filter(|text| !text.is_empty())
        });
        let utf8 = locale.is_some_and(|text| text.to_ascii_lowercase().replace('-', "").contains("utf8"));
        if utf8 { Spelling::French } else { Spelling::Letters }
    }

    /// A rank, with a space after it if the suit is a word.
    pub fn rank(self, deck: Deck, card: Card) -> String {
        let letter = rank_letter(deck, card.rank());
        let italian = ITALIAN_RANKS.iter().find(|(known, _)| *known == letter);
        match (self, italian) {
            (Spelling::Italian, Some((_, name))) => format!("{name} "),
            (Spelling::Italian, None) => format!("{letter} "),
            (Spelling::French, _) if letter == 'T' => "10".to_owned(),
            _ => letter.to_string(),
        }
    }

    /// A suit as part of a card.
    pub fn suit(self, suit: Suit) -> &'static str {
        match self {
            Spelling::Italian => italian_word(suit),
            Spelling::French => symbol(suit),
            Spelling::Letters => ["d", "c", "s", "b"][suit as usize],
        }
    }

    /// The word for a suit.
    pub fn suit_word(self, suit: Suit) -> &'static str {
        match self {
            Spelling::Italian => italian_word(suit),
            Spelling::French => ["diamonds", "hearts", "spades", "clubs"][suit as usize],
            Spelling::Letters => ["coins", "cups", "swords", "batons"][suit as usize],
        }
    }

    /// "1 diamond", "2 diamonds", "2 denari".
    pub fn counted(self, count: u32, suit: Suit) -> String {
        let word = self.suit_word(suit);
        match (self, count) {
            (Spelling::French | Spelling::Letters, 1) => format!("1 {}", word.trim_end_matches('s')),
            _ => format!("{count} {word}"),
        }
    }

    /// The separator of two cards.
    pub fn separator(self) -> &'static str {
        match self {
            Spelling::Italian => ", ",
            Spelling::French | Spelling::Letters => " ",
        }
    }

    /// The legend of a deck's suits: symbol, input letters and name.
    pub fn legend(self, deck: Deck) -> String {
        let entry = |suit: Suit| {
            let (shown, letter) = (self.suit(suit), suit.letter());
            let (word, italian) = (self.suit_word(suit), italian_word(suit));
            match (self, suit) {
                (Spelling::Italian, _) => format!("{word} ({letter})"),
                (Spelling::French, Suit::Cups) => format!("{shown} h {word} ({italian})"),
                (Spelling::French, Suit::Batons) => format!("{shown} c or b {word} ({italian})"),
                (Spelling::French, _) => format!("{shown} {letter} {word} ({italian})"),
                (Spelling::Letters, _) => format!("{letter} {word} ({italian})"),
            }
        };
        let entries: Vec<String> = deck.suits().map(entry).collect();
        format!("Suits: {}.", entries.join(", "))
    }

    /// Reads the cards of a line; filler words between them are ignored.
    ///
    /// # Errors
    /// The first word that belongs to no card of the deck.
    pub fn read(self, deck: Deck, line: &str) -> Result<Cards, String> {
        // Some keyboards add a variation selector to a symbol, which asks for a picture.
        let line = line.to_lowercase().replace('\u{fe0f}', "");
        let words = line.split(|sign: char| sign.is_whitespace() || sign == ',');
        let words: Vec<&str> = words.filter(|word| !FILLERS.contains(word)).collect();
        let mut read = Cards::default();
        let mut rest = &words[..];
        while let Some(word) = rest.first() {
            let (card, value, length) = self.first_card(deck, rest).ok_or_else(|| (*word).to_owned())?;
            read.cards.push(card);
            read.matta = read.matta.or(value);
            rest = &rest[length..];
        }
        Ok(read)
    }

    /// The card at the start of `words`, the value given to it, and the number of words it takes.
    fn first_card(self, deck: Deck, words: &[&str]) -> Option<(Card, Option<u8>, usize)> {
        let of = |rank: &str, suit: &str| {
            let (suit, value) = split_value(suit)?;
            let card = Card::of(self.read_rank(deck, rank)?, self.read_suit(suit)?);
            deck.cards().contains(card).then_some((card, value))
        };
        if let [rank, suit, ..] = words
            && let Some((card, value)) = of(rank, suit)
        {
            return Some((card, value, 2));
        }
        let (rank, suit) = split_rank(words.first()?);
        of(rank, suit).map(|(card, value)| (card, value, 1))
    }

    /// Reads a rank from its letter or number; in the Italian spelling also from the first letters of its name.
    fn read_rank(self, deck: Deck, text: &str) -> Option<u8> {
        if let Ok(number) = text.parse::<u8>() {
            return (1..=10).contains(&number).then_some(number);
        }
        let names = ITALIAN_RANKS.iter().filter(|_| self == Spelling::Italian);
        let named = names.filter(|(_, name)| !text.is_empty() && name.starts_with(text));
        let letter = match named.map(|(letter, _)| *letter).next() {
            Some(letter) => letter,
            None => text.to_ascii_uppercase().parse().ok()?,
        };
        (1..=deck.ranks()).find(|&rank| rank_letter(deck, rank) == letter)
    }

    /// Reads a suit from its symbol or letter; unless letters are shown, also from the first letters of its word.
    fn read_suit(self, text: &str) -> Option<Suit> {
        let is_meant = |suit: &Suit| {
            let by_word = self != Spelling::Letters && self.suit_word(*suit).starts_with(text);
            let by_letter = text.parse() == Ok(suit.letter()) && (self != Spelling::French || *suit != Suit::Cups);
            by_word || by_letter || text == symbol(*suit)
        };
        Suit::ALL.into_iter().find(is_meant).filter(|_| !text.is_empty())
    }
}

fn italian_word(suit: Suit) -> &'static str {
    ["denari", "coppe", "spade", "bastoni"][suit as usize]
}

fn symbol(suit: Suit) -> &'static str {
    ["♦", "♥", "♠", "♣"][suit as usize]
}

fn rank_letter(deck: Deck, rank: u8) -> char {
    char::from(deck.pack().rank_letters().as_bytes()[usize::from(rank) - 1])
}

/// Splits the value of the matta off a word; `None` if there is no number after `=`.
fn split_value(word: &str) -> Option<(&str, Option<u8>)> {
    match word.split_once('=') {
        Some((name, value)) => Some((name, Some(value.parse().ok()?))),
        None => Some((word, None)),
    }
}

/// Splits a word after its rank: a number or one letter.
fn split_rank(word: &str) -> (&str, &str) {
    let digits = word.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(word.len());
    let first = word.chars().next().map_or(0, char::len_utf8);
    word.split_at(digits.max(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Spelling; 3] = [Spelling::Italian, Spelling::French, Spelling::Letters];

    fn read(spelling: Spelling, line: &str) -> Option<String> {
        let deck = Deck::ITALIAN40;
        let cards = spelling.read(deck, line).ok()?.cards;
        let texts: Vec<String> = cards.into_iter().map(|card| deck.card_text(card)).collect();
        Some(texts.join(" "))
    }

    #[test]
    fn a_written_card_is_read_as_itself_alone_and_in_a_list() {
        for deck in [Deck::ITALIAN40, Deck::BRESCIANE52] {
            for spelling in ALL {
                let cards: Vec<Card> = deck.cards().iter().collect();
                let write = |card: &Card| format!("{}{}", spelling.rank(deck, *card), spelling.suit(card.suit()));
                let written: Vec<String> = cards.iter().map(write).collect();
                for (card, text) in cards.iter().zip(&written) {
                    let read = spelling.read(deck, text).map(|read| read.cards);
                    assert_eq!(read, Ok(vec![*card]), "{spelling:?} {text}");
                }
                let list = written.join(spelling.separator());
                assert_eq!(spelling.read(deck, &list).map(|read| read.cards), Ok(cards), "{list}");
            }
        }
    }

    #[test]
    fn letters_and_symbols_are_read_in_every_spelling() {
        for spelling in ALL {
            let cards = "7d As Kb Ad";
            assert_eq!(read(spelling, cards).as_deref(), Some(cards), "{spelling:?}");
            assert_eq!(read(spelling, "7♦ x a♠ ♦").as_deref(), None, "{spelling:?}");
            assert_eq!(read(spelling, "7♦️ x 10♣, a♥").as_deref(), Some("7d Kb Ac"), "{spelling:?}");
        }
    }

    #[test]
    fn the_letter_c_is_clubs_where_clubs_are_shown_and_cups_elsewhere() {
        assert_eq!(read(Spelling::French, "7c 7b 7h").as_deref(), Some("7b 7b 7c"));
        assert_eq!(read(Spelling::Italian, "7c 7b").as_deref(), Some("7c 7b"));
        assert_eq!(read(Spelling::Letters, "7c 7b").as_deref(), Some("7c 7b"));
        for spelling in [Spelling::Italian, Spelling::Letters] {
            assert_eq!(spelling.read(Deck::ITALIAN40, "7h"), Err("7h".to_owned()));
        }
    }

    #[test]
    fn names_may_be_cut_short() {
        let italian = |line| read(Spelling::Italian, line);
        let line = "7 di denari x 3 coppe, re bastoni";
        assert_eq!(italian(line).as_deref(), Some("7d 3c Kb"));
        assert_eq!(italian("7den r b fan spa c c as s as 7d").as_deref(), Some("7d Kb Js Qc As As 7d"));
        assert_eq!(italian("10 coppe 8d").as_deref(), Some("Kc Jd"));
        assert_eq!(read(Spelling::French, "7 of diamonds 2 h kclubs").as_deref(), Some("7d 2c Kb"));
        assert_eq!(read(Spelling::Letters, "7 d 3c").as_deref(), Some("7d 3c"));
    }

    #[test]
    fn what_is_no_card_is_named() {
        for spelling in ALL {
            for (line, word) in [("7d nonsense", "nonsense"), ("11d", "11d"), ("7d=x", "7d=x"), ("d", "d")] {
                assert_eq!(spelling.read(Deck::ITALIAN40, line), Err(word.to_owned()), "{spelling:?}");
            }
        }
        let part = Deck::part(spariglio_engine::Pack::Italian40, "A234", "dc").expect("a deck");
        assert_eq!(Spelling::French.read(part, "5♦"), Err("5♦".to_owned()));
    }

    #[test]
    fn the_matta_may_have_a_value() {
        let (line, expected) = ("2d 4s 7c=3", Some(3));
        assert_eq!(Spelling::Letters.read(Deck::ITALIAN40, line).map(|read| read.matta), Ok(expected));
        let italian = Spelling::Italian.read(Deck::ITALIAN40, "2 denari, 4 spade, 7 coppe=3");
        assert_eq!(italian.map(|read| read.matta), Ok(expected));
    }
}
