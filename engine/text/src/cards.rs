//! Cards and actions in words.

use spariglio_engine::cards::MATTA;
use spariglio_engine::{Action, ActionKind, Card, CardSet, Suit};

use crate::language::{Language, said};
use crate::wording::{Spelling, Wording};

/// The names of the ranks that are no numbers, by their letters.
pub(crate) const RANK_NAMES: [(char, &str, &str); 4] =
    [('A', "ace", "asso"), ('J', "jack", "fante"), ('Q', "queen", "cavallo"), ('K', "king", "re")];

impl Wording<'_> {
    /// A card.
    #[must_use]
    pub fn card(&self, card: Card) -> String {
        let (rank, suit) = (self.rank(card.rank()), self.suit(card.suit()));
        match (&self.disguise, self.spelling()) {
            (Some(_), _) => format!("{rank}-{suit}"),
            (None, Spelling::Names) => said!(self, "{rank} of {suit}", "{rank} di {suit}"),
            (None, _) => format!("{rank}{suit}"),
        }
    }

    /// Cards in canonical order; a dash if there are none. The matta has its value if `matta` is above 0.
    #[must_use]
    pub fn cards(&self, cards: CardSet, matta: u8) -> String {
        if cards.is_empty() {
            return "-".to_owned();
        }
        let texts: Vec<String> = cards.iter().map(|card| self.card_worth(card, matta)).collect();
        texts.join(self.separator())
    }

    /// A card, with its value if it is the matta and `matta` is above 0.
    fn card_worth(&self, card: Card, matta: u8) -> String {
        match (card == MATTA, matta) {
            (true, 1..) => format!("{}={}", self.card(card), self.value(matta)),
            _ => self.card(card),
        }
    }

    /// The separator of two cards.
    #[must_use]
    pub fn separator(&self) -> &'static str {
        match (&self.disguise, self.spelling()) {
            (None, Spelling::Names) => ", ",
            _ => " ",
        }
    }

    /// A rank as part of a card.
    #[must_use]
    pub fn rank(&self, rank: u8) -> String {
        if let Some(disguise) = &self.disguise {
            return disguise.ranks[usize::from(rank) - 1].clone();
        }
        let letter = char::from(self.game.deck().pack().rank_letters().as_bytes()[usize::from(rank) - 1]);
        let name = RANK_NAMES.iter().find(|(known, ..)| *known == letter);
        match (self.spelling(), name) {
            (Spelling::Names, Some((_, english, italian))) => self.either(english, italian).to_owned(),
            (Spelling::Names | Spelling::Symbols, _) if letter == 'T' => "10".to_owned(),
            _ => letter.to_string(),
        }
    }

    /// A suit as part of a card.
    #[must_use]
    pub fn suit(&self, suit: Suit) -> String {
        match (&self.disguise, self.spelling()) {
            (Some(disguise), _) => disguise.suits[suit as usize].clone(),
            (None, Spelling::Names) => self.suit_word(suit).to_owned(),
            (None, Spelling::Symbols) => symbol(suit).to_owned(),
            (None, Spelling::Letters) => suit.letter().to_string(),
        }
    }

    /// The word for a suit.
    #[must_use]
    pub fn suit_word(&self, suit: Suit) -> &str {
        match (&self.disguise, self.language(), self.spelling()) {
            (Some(disguise), ..) => &disguise.suits[suit as usize],
            (None, Language::English, Spelling::Symbols) => ["diamonds", "hearts", "spades", "clubs"][suit as usize],
            (None, Language::English, _) => ["coins", "cups", "swords", "batons"][suit as usize],
            (None, Language::Italian, Spelling::Symbols) => ["quadri", "cuori", "picche", "fiori"][suit as usize],
            (None, Language::Italian, _) => ["denari", "coppe", "spade", "bastoni"][suit as usize],
        }
    }

    /// The name of the game.
    #[must_use]
    pub fn game_name(&self) -> String {
        match &self.disguise {
            Some(disguise) => {
                let (first, rest) = disguise.game.split_at(1);
                first.to_uppercase() + rest
            }
            None => self.game.rules().name.clone(),
        }
    }

    /// An action, as answers should give it: `7d x 3c 4s`, `7d` for a lay, `declare Ad 2c 3s`, `pass`.
    #[must_use]
    pub fn action(&self, action: Action) -> String {
        match action.kind() {
            ActionKind::Play { card, captured } if captured.is_empty() => self.card(card),
            ActionKind::Play { card, captured } => format!("{} x {}", self.card(card), self.cards(captured, 0)),
            ActionKind::Declare { cards, matta } => {
                let cards = self.cards(cards, matta);
                said!(self, "declare {cards}", "dichiara {cards}")
            }
            ActionKind::Pass => said!(self, "pass", "passo"),
        }
    }
}

/// The French symbol of a suit.
pub(crate) fn symbol(suit: Suit) -> &'static str {
    ["♦", "♥", "♠", "♣"][suit as usize]
}
