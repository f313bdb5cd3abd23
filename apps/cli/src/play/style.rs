//! The look of text: the spelling of cards and actions, and a terminal's colours.

use clap::ValueEnum;
use spariglio_engine::cards::MATTA;
use spariglio_engine::{Action, ActionKind, Card, CardSet, Game, Suit};
use spariglio_text::{Language, Spelling, Wording};

/// A way to write cards.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub enum CardStyle {
    /// 7 di denari, asso di coppe, re di bastoni
    Italian,
    /// 7♦, A♥, K♣
    French,
    /// As records have them: 7d, Ac, Kb
    Letters,
}

impl CardStyle {
    /// French symbols if the locale is UTF-8, else letters.
    pub fn of_locale() -> CardStyle {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| {
            let value = std::env::var(name).ok();
            value.filter(|text| !text.is_empty())
        });
        let utf8 = locale.is_some_and(|text| text.to_ascii_lowercase().replace('-', "").contains("utf8"));
        if utf8 { CardStyle::French } else { CardStyle::Letters }
    }

    /// How the cards of a game are written and read.
    pub fn wording(self, game: &Game) -> Wording<'_> {
        match self {
            CardStyle::Italian => Wording::new(game, Language::Italian, Spelling::Names),
            CardStyle::French => Wording::new(game, Language::English, Spelling::Symbols),
            CardStyle::Letters => Wording::new(game, Language::English, Spelling::Letters),
        }
    }

    /// "1 diamond", "2 diamonds", "2 denari".
    pub fn counted(self, game: &Game, count: u32, suit: Suit) -> String {
        let wording = self.wording(game);
        let word = wording.suit_word(suit);
        match (self, count) {
            (CardStyle::French | CardStyle::Letters, 1) => format!("1 {}", word.trim_end_matches('s')),
            _ => format!("{count} {word}"),
        }
    }

    /// The legend of a deck's suits: symbol, input letters and name.
    pub fn legend(self, game: &Game) -> String {
        let [own, italian] = [self, CardStyle::Italian].map(|style| style.wording(game));
        let entry = |suit: Suit| {
            let (symbol, letter) = (own.suit(suit), suit.letter());
            let (word, italian) = (own.suit_word(suit), italian.suit_word(suit));
            match (self, suit) {
                (CardStyle::Italian, _) => format!("{word} ({letter})"),
                (CardStyle::French, Suit::Cups) => format!("{symbol} h {word} ({italian})"),
                (CardStyle::French, Suit::Batons) => format!("{symbol} c or b {word} ({italian})"),
                (CardStyle::French, _) => format!("{symbol} {letter} {word} ({italian})"),
                (CardStyle::Letters, _) => format!("{letter} {word} ({italian})"),
            }
        };
        let entries: Vec<String> = game.deck().suits().map(entry).collect();
        format!("Suits: {}.", entries.join(", "))
    }
}

/// Spelling and colours.
#[derive(Copy, Clone, Debug)]
pub struct Style {
    /// The way to write cards.
    pub cards: CardStyle,
    /// Whether to use terminal colours.
    pub color: bool,
}

/// Colours of the suits on Italian cards, in canonical order.
const ITALIAN: [&str; 4] = ["\x1b[33m", "\x1b[31m", "\x1b[34m", "\x1b[32m"];
const RED: &str = "\x1b[31m";
const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

impl Style {
    /// A way to write cards, without colours.
    pub fn plain(cards: CardStyle) -> Style {
        Style { cards, color: false }
    }

    /// Bold text, if colours are on.
    pub fn bold(self, text: &str) -> String {
        self.painted(BOLD, text)
    }

    /// Dim text, if colours are on.
    pub fn dim(self, text: &str) -> String {
        self.painted(DIM, text)
    }

    fn painted(self, code: &str, text: &str) -> String {
        if self.color {
            format!("{code}{text}{RESET}")
        } else {
            text.to_owned()
        }
    }

    /// A card, its suit in its colour.
    pub fn card(self, game: &Game, card: Card) -> String {
        let wording = self.cards.wording(game);
        let (text, suit) = (wording.card(card), wording.suit(card.suit()));
        let rank = text.strip_suffix(&suit).unwrap_or(&text);
        let code = match (self.cards, card.suit()) {
            (CardStyle::Italian, suit) => ITALIAN[suit as usize],
            (CardStyle::French, Suit::Coins | Suit::Cups) => RED,
            _ => return text,
        };
        format!("{rank}{}", self.painted(code, &suit))
    }

    /// Cards in canonical order; a dash if there are none. The matta has its value if `matta` is above 0.
    pub fn cards(self, game: &Game, cards: CardSet, matta: u8) -> String {
        if cards.is_empty() {
            return self.dim("-");
        }
        let text = |card: Card| match (card == MATTA, matta) {
            (true, 1..) => format!("{}={matta}", self.card(game, card)),
            _ => self.card(game, card),
        };
        let texts: Vec<String> = cards.iter().map(text).collect();
        texts.join(self.cards.wording(game).separator())
    }

    /// An action as a sentence without its subject; `third` is the ending of the verbs.
    pub fn action(self, game: &Game, action: Action, third: &str) -> String {
        match action.kind() {
            ActionKind::Play { card, captured } if captured.is_empty() => {
                format!("lay{third} {}", self.card(game, card))
            }
            ActionKind::Play { card, captured } => {
                let captured = self.cards(game, captured, 0);
                format!("play{third} {}, take{third} {captured}", self.card(game, card))
            }
            ActionKind::Declare { cards, matta } => format!("declare{third} {}", self.cards(game, cards, matta)),
            ActionKind::Pass => format!("declare{third} nothing"),
        }
    }
}

/// Pads a text with spaces to a width on the screen; colour codes take no width.
pub fn padded(text: &str, width: usize) -> String {
    let mut letters = 0;
    let mut is_code = false;
    for sign in text.chars() {
        match sign {
            '\x1b' => is_code = true,
            'm' if is_code => is_code = false,
            _ if is_code => {}
            _ => letters += 1,
        }
    }
    format!("{text}{}", " ".repeat(width.saturating_sub(letters)))
}
