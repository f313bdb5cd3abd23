//! The words of an answer: cards, verbs, and words without a meaning here. Both languages and all spellings are read.

use spariglio_engine::cards::{MATTA, SETTEBELLO};
use spariglio_engine::{Card, Deck, Suit};

use crate::cards::{RANK_NAMES, symbol};
use crate::wording::{Disguise, Spelling, Wording};

/// A word or a sign with a meaning.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) enum Token {
    /// A card, perhaps with the value of the matta.
    Card(Card, Option<u8>),
    /// A verb or sign that joins a card with those it takes.
    Take,
    /// A verb that lays a card.
    Lay,
    /// A verb of playing.
    Play,
    /// A verb that declares.
    Declare,
    /// To declare nothing more.
    Pass,
    /// The whole table.
    All,
    /// Before the card that takes: "take 3c with 7d".
    With,
    /// Between cards.
    And,
    /// A word that turns the meaning round, or offers a choice.
    Not,
    /// A word that says why a card is not played; beside a verb it may speak of another card.
    Doubt,
    /// The end of a sentence or line.
    End,
    /// A rank without a suit.
    Rank(u8),
    /// Any other word.
    Word(String),
}

/// Verbs and small words, by meaning. Words of one meaning are separated by spaces.
const WORDS: [(Token, &str); 10] = [
    (
        Token::Take,
        "x × take takes taking took capture captures capturing grab grabs collect collects pick picks \
         prendo prende prendere prendendo prendi catturo cattura catturare piglio piglia",
    ),
    (
        Token::Lay,
        "lay lays laying discard discards discarding drop drops place places put puts leave \
         lascio lascia lasciare calo cala calare scarto scarta scartare metto metti mette poso posa appoggio",
    ),
    (Token::Play, "play plays playing throw use using gioco gioca giocare giocando butto uso usare"),
    (
        Token::Declare,
        "declare declares declaring declaration declarations knock dichiaro dichiara dichiarare accuso accusa accusare busso bussare",
    ),
    (Token::Pass, "pass passes passo passa passare"),
    (Token::All, "all everything tutto tutte tutti"),
    (Token::With, "with by con col"),
    (
        Token::And,
        "and e ed plus + & the a an il lo la le gli i l' un una also anche down on onto table sul tavolo to from dal it \
         my mia mio",
    ),
    (
        Token::Not,
        "not no never don't won't cannot can't isn't instead avoid rather unless without or either ? if should would could \
         might but except skip reject rejected ignoring decline opponent seat he she they hope \
         non mai evito evitare invece anziché senza piuttosto o oppure se dovrei potrei sarebbe forse ma tranne eccetto \
         avversario posto ✗ ❌",
    ),
    (
        Token::Doubt,
        "keep keeps save hold holds stays stay hand bad mistake illegal wrong worse \
         tengo conservo resta rimane mano errore sbagliato peggio",
    ),
];

/// Numbers in words, from 1.
const NUMBERS: [(&str, &str); 10] = [
    ("one", "uno"),
    ("two", "due"),
    ("three", "tre"),
    ("four", "quattro"),
    ("five", "cinque"),
    ("six", "sei"),
    ("seven", "sette"),
    ("eight", "otto"),
    ("nine", "nove"),
    ("ten", "dieci"),
];

/// Suits in words, French and Italian, in both languages, with singulars.
const SUITS: [&str; 4] = [
    "coins coin denari denaro diamonds diamond quadri",
    "cups cup coppe coppa hearts heart cuori",
    "swords sword spade spada spades picche",
    "batons baton clubs club bastoni bastone fiori",
];

/// Other names of the ranks that are no numbers.
const OTHER_RANKS: [(char, &str); 4] =
    [('A', "aces assi"), ('J', "knave jacks fanti"), ('Q', "knight horse donna"), ('K', "kings")];

/// Words between a rank and its suit.
const OF: [&str; 6] = ["of", "di", "of the", "d'", "de", "del"];

/// Whether a word has a meaning in some text, so that no invented name may be the same.
pub(crate) fn is_known(word: &str) -> bool {
    meaning(word).is_some() || suit_of(word).is_some() || rank_of(Deck::BRESCIANE52, word).is_some()
}

/// The tokens of an answer. A card in small letters, such as `as`, is read as a card only if `small` is set: in a
/// sentence it may be another word.
pub(crate) fn tokens(wording: &Wording<'_>, text: &str, small: bool) -> Vec<Token> {
    let mut tokens = Vec::new();
    for sentence in sentences(text) {
        let words = words(&sentence);
        let mut rest: &[String] = &words;
        while let Some(word) = rest.first() {
            let (token, length) = match card(wording, rest, small).filter(|_| !is_conjunction(rest)) {
                Some((card, value, length)) => (Token::Card(card, value), length),
                None => (meaning(&word.to_lowercase()).unwrap_or_else(|| other(wording, word)), 1),
            };
            tokens.push(token);
            rest = &rest[length..];
        }
        tokens.push(Token::End);
    }
    tokens
}

/// A word that is no card and has no meaning of its own: a rank by its name, or any other one.
fn other(wording: &Wording<'_>, word: &str) -> Token {
    let lower = word.to_lowercase();
    let rank = match &wording.disguise {
        Some(disguise) => place_of(&disguise.ranks, &lower).map(|place| place as u8 + 1),
        None => rank_of(wording.game.deck(), &lower).filter(|_| lower.len() > 1),
    };
    rank.map_or_else(|| Token::Word(word.to_owned()), Token::Rank)
}

/// The place of an invented name.
fn place_of(names: &[String], word: &str) -> Option<usize> {
    names.iter().position(|name| name.eq_ignore_ascii_case(word))
}

/// Whether words begin with "As" as a conjunction, not as the ace of swords: "As the deuce is low".
fn is_conjunction(words: &[String]) -> bool {
    let next = words.get(1).map(String::as_str).unwrap_or_default();
    words[0] == "As" && next != "x" && next.chars().next().is_some_and(char::is_lowercase)
}

/// Splits a text where a sentence or a line ends.
fn sentences(text: &str) -> Vec<String> {
    // Some keyboards add a variation selector to a symbol, which asks for a picture.
    let mut text = text.replace('\u{fe0f}', "").replace('’', "'").replace('?', " ? .");
    for dash in ['\u{2010}', '\u{2011}', '–'] {
        text = text.replace(dash, "-");
    }
    for arrow in ["×", "→", "->", "=>"] {
        text = text.replace(arrow, " x ");
    }
    let is_end = |sign: char| matches!(sign, '.' | ';' | '!' | '\n' | '(' | ')' | '/' | '|');
    text.split(is_end).map(str::to_owned).collect()
}

/// The words of a sentence, without marks of emphasis and quotes.
fn words(sentence: &str) -> Vec<String> {
    let is_gap = |sign: char| {
        sign.is_whitespace()
            || matches!(
                sign,
                ',' | ':' | '<' | '>' | '*' | '`' | '"' | '_' | '«' | '»' | '[' | ']' | '{' | '}' | '“' | '”'
            )
    };
    let mut words = Vec::new();
    for word in sentence.split(is_gap).filter(|word| !word.is_empty()) {
        // `d'oro` is two words, `don't` is one.
        match word.split_once('\'') {
            Some((article, rest)) if matches!(article.to_lowercase().as_str(), "l" | "d" | "dell" | "un" | "l'") => {
                words.extend([rest.to_owned()].into_iter().filter(|rest| !rest.is_empty()));
            }
            _ => words.push(word.trim_matches('\'').to_owned()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn meaning(word: &str) -> Option<Token> {
    WORDS.iter().find(|(_, list)| names(list, word)).map(|(token, _)| token.clone())
}

/// The card at the start of `words`, the value given to it, and the number of words it takes.
fn card(wording: &Wording<'_>, words: &[String], small: bool) -> Option<(Card, Option<u8>, usize)> {
    if wording.disguise.is_some() {
        return disguised(wording, words);
    }
    let deck = wording.game.deck();
    let held = |card: Card| deck.cards().contains(card).then_some(card);
    let (first, value) = split_value(wording, &words[0])?;
    let lower = first.to_lowercase();
    if lower == "settebello" {
        return held(SETTEBELLO).map(|card| (card, value, 1));
    }
    if lower == "matta" {
        return held(MATTA).map(|card| (card, value, 1));
    }
    if let Some(card) = glued(wording, first, small).and_then(held) {
        return Some((card, value, 1));
    }
    let rank = rank_of(deck, &lower)?;
    let joined = words.get(1).is_some_and(|word| OF.contains(&word.to_lowercase().as_str()));
    let place = if joined { 2 } else { 1 };
    let place = place + usize::from(joined && words.get(2).is_some_and(|word| word.eq_ignore_ascii_case("the")));
    let (suit, value) = split_value(wording, words.get(place)?)?;
    let suit = suit_of(&suit.to_lowercase())?;
    held(Card::of(rank, suit)).map(|card| (card, value, place + 1))
}

/// A card with an invented name, such as `mobul-tavin` or `mobul of tavin`.
fn disguised(wording: &Wording<'_>, words: &[String]) -> Option<(Card, Option<u8>, usize)> {
    let (word, value) = split_value(wording, &words[0])?;
    let cards = wording.game.deck().cards();
    if let Some(card) = cards.iter().find(|&card| wording.card(card).eq_ignore_ascii_case(word)) {
        return Some((card, value, 1));
    }
    let Disguise { ranks, suits, .. } = wording.disguise.as_ref()?;
    let rank = place_of(ranks, word)?;
    let place = 1 + usize::from(words.get(1).is_some_and(|word| OF.contains(&word.to_lowercase().as_str())));
    let (suit, value) = split_value(wording, words.get(place)?)?;
    let card = Card::of(rank as u8 + 1, Suit::ALL[place_of(suits, suit)?]);
    cards.contains(card).then_some((card, value, place + 1))
}

/// A card in one word: a rank's letter or number and a suit's letter, symbol or word.
fn glued(wording: &Wording<'_>, word: &str, small: bool) -> Option<Card> {
    let digits = word.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(word.len());
    let first = word.chars().next().map_or(0, char::len_utf8);
    let (rank, suit) = word.split_at(digits.max(first));
    let is_letter = digits == 0;
    if is_letter && !small && !rank.chars().all(char::is_uppercase) {
        return None;
    }
    let rank = match rank.parse::<u8>() {
        Ok(number) => Some(number).filter(|number| (1..=10).contains(number)),
        Err(_) => letter_rank(wording.game.deck(), &rank.to_uppercase()),
    }?;
    let lower = suit.to_lowercase();
    let mut letters = lower.chars();
    let suit = match (letters.next(), letters.next()) {
        // Beside French symbols people write c for clubs.
        (Some('c'), None) if wording.spelling() == Spelling::Symbols => Some(Suit::Batons),
        (Some('h'), None) if wording.spelling() == Spelling::Symbols => Some(Suit::Cups),
        (Some(letter), None) => Suit::from_letter(letter).or_else(|| suit_of(&lower)),
        _ => suit_of(&lower),
    }?;
    Some(Card::of(rank, suit))
}

/// Splits the value of the matta off a word; `None` if there is no number after `=`.
fn split_value<'w>(wording: &Wording<'_>, word: &'w str) -> Option<(&'w str, Option<u8>)> {
    match word.split_once('=') {
        Some((name, value)) => Some((name, Some(wording.value_of(value.parse().ok()?)?))),
        None => Some((word, None)),
    }
}

fn letter_rank(deck: Deck, letter: &str) -> Option<u8> {
    let mut letters = deck.pack().rank_letters().chars().zip(1..);
    letters.find(|(known, _)| known.to_string() == letter).map(|(_, rank)| rank)
}

/// A rank from its number, letter or word in small letters.
fn rank_of(deck: Deck, word: &str) -> Option<u8> {
    if let Ok(number) = word.parse::<u8>() {
        return (1..=10).contains(&number).then_some(number);
    }
    let named = RANK_NAMES
        .iter()
        .find(|(_, english, italian)| [english, italian].contains(&&word));
    let other = || OTHER_RANKS.iter().find(|(_, list)| names(list, word));
    let letter = named.map(|(letter, ..)| *letter).or_else(|| other().map(|(letter, _)| *letter));
    if let Some(letter) = letter {
        return letter_rank(deck, &letter.to_string());
    }
    let number = NUMBERS
        .iter()
        .zip(1..)
        .find(|((english, italian), _)| [english, italian].contains(&&word));
    number.map(|(_, rank)| rank)
}

fn suit_of(word: &str) -> Option<Suit> {
    let is_meant = |suit: &Suit| word == symbol(*suit) || names(SUITS[*suit as usize], word);
    Suit::ALL.into_iter().find(is_meant)
}

/// Whether a list of words has this one.
fn names(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}
