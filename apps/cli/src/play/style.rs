//! The look of text: the spelling of cards and actions, and a terminal's colours.

use spariglio_engine::{Action, ActionKind, Card, CardSet, Game, MATTA, Suit};

use super::spelling::Spelling;

/// Spelling and colours.
#[derive(Copy, Clone, Debug)]
pub struct Style {
    /// Spelling of cards.
    pub spelling: Spelling,
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
    /// A spelling without colours.
    pub fn plain(spelling: Spelling) -> Style {
        Style { spelling, color: false }
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

    /// A suit as part of a card, in its colour.
    pub fn suit(self, suit: Suit) -> String {
        let text = self.spelling.suit(suit);
        match (self.spelling, suit) {
            (Spelling::Italian, _) => self.painted(ITALIAN[suit as usize], text),
            (Spelling::French, Suit::Coins | Suit::Cups) => self.painted(RED, text),
            _ => text.to_owned(),
        }
    }

    /// A card.
    pub fn card(self, game: &Game, card: Card) -> String {
        let rank = self.spelling.rank(game.deck(), card);
        format!("{rank}{}", self.suit(card.suit()))
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
        texts.join(self.spelling.separator())
    }

    /// An action as a sentence without its subject; `third` is the ending of the verbs.
    pub fn action(self, game: &Game, action: Action, third: &str) -> String {
        match action.kind() {
            ActionKind::Play { card, captured } if captured.is_empty() => {
                format!("lay{third} {}", self.card(game, card))
            }
            ActionKind::Play { card, captured } => {
                let taken = self.cards(game, captured, 0);
                format!("play{third} {}, take{third} {taken}", self.card(game, card))
            }
            ActionKind::Declare { cards, matta } => format!("declare{third} {}", self.cards(game, cards, matta)),
            ActionKind::Pass => format!("declare{third} nothing"),
        }
    }
}

/// Pads a text with spaces to a width on the screen; colour codes take no width.
pub fn padded(text: &str, width: usize) -> String {
    let mut seen = 0;
    let mut is_code = false;
    for sign in text.chars() {
        match sign {
            '\x1b' => is_code = true,
            'm' if is_code => is_code = false,
            _ if is_code => {}
            _ => seen += 1,
        }
    }
    format!("{text}{}", " ".repeat(width.saturating_sub(seen)))
}
