//! An action as one `u64`: a play (card and captured set), a declaration or `pass`.
//!
//! Layout: bits 0..52 hold the captured set or the three declared cards; bits 52..58 the played card's index or the
//! declared value of 7c; the bits above the kind. The card lies above the mask, so sorted bits put plays in canonical
//! order: by card, then by captured set. Texts: `docs/reference/records.md` section 2.

use crate::cards::card::{Card, MATTA};
use crate::cards::card_set::CardSet;
use crate::cards::deck::Deck;
use crate::format::text::TextError;

const MASK: u64 = (1 << 52) - 1;
const CARD_SHIFT: u32 = 52;
const KIND_SHIFT: u32 = 58;

/// A decision of a seat.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Action(u64);

/// The content of an [`Action`].
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ActionKind {
    /// Play a card and capture a set; an empty set is a lay.
    Play {
        /// The played card.
        card: Card,
        /// The captured table cards.
        captured: CardSet,
    },
    /// Declare a three-card bonus.
    Declare {
        /// The three cards.
        cards: CardSet,
        /// The value of 7c; 0 if 7c is not among the cards.
        matta: u8,
    },
    /// Stop declaring.
    Pass,
}

impl Action {
    /// Stop declaring.
    pub const PASS: Action = Action(2 << KIND_SHIFT);

    /// Play `card` and capture `captured`; the empty set is a lay.
    #[inline(always)]
    pub const fn play(card: Card, captured: CardSet) -> Action {
        Action((card.index() as u64) << CARD_SHIFT | captured.bits())
    }

    /// Declare three cards; `matta` is the value of 7c, 0 if it is not among them.
    #[inline(always)]
    pub const fn declare(cards: CardSet, matta: u8) -> Action {
        Action(1 << KIND_SHIFT | (matta as u64) << CARD_SHIFT | cards.bits())
    }

    /// The decoded action.
    #[inline(always)]
    pub const fn kind(self) -> ActionKind {
        let mask = CardSet::from_bits(self.0 & MASK);
        let small = (self.0 >> CARD_SHIFT & 63) as u8;
        match self.0 >> KIND_SHIFT {
            0 => ActionKind::Play { card: Card::at(small), captured: mask },
            1 => ActionKind::Declare { cards: mask, matta: small },
            _ => ActionKind::Pass,
        }
    }

    /// Whether a card is played.
    #[inline(always)]
    pub const fn is_play(self) -> bool {
        self.0 >> KIND_SHIFT == 0
    }

    /// The played card, if one is played.
    #[inline(always)]
    pub const fn card(self) -> Option<Card> {
        match self.kind() {
            ActionKind::Play { card, .. } => Some(card),
            _ => None,
        }
    }

    /// The captured set; empty for a lay, a declaration and `pass`.
    #[inline(always)]
    pub const fn captured(self) -> CardSet {
        match self.kind() {
            ActionKind::Play { captured, .. } => captured,
            _ => CardSet::EMPTY,
        }
    }

    /// The stored form.
    #[inline(always)]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The action of a stored form; `None` if the bits are invalid.
    pub fn from_bits(bits: u64) -> Option<Action> {
        let small = bits >> CARD_SHIFT & 63;
        let cards = (bits & MASK).count_ones();
        let sound = match bits >> KIND_SHIFT {
            0 => small < 52 && bits & MASK & (1 << small) == 0,
            1 => cards == 3 && small <= 10 && (small != 0) == (bits & MATTA.bit() != 0),
            2 => bits == Action::PASS.0,
            _ => false,
        };
        sound.then_some(Action(bits))
    }

    /// The action's text in a record.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::{Action, CardSet, Deck};
    /// use spariglio_engine::cards::{MATTA, SETTEBELLO};
    ///
    /// assert_eq!(Action::play(SETTEBELLO, CardSet::single(MATTA)).text(Deck::ITALIAN40), "7d x 7c");
    /// let three = CardSet::rank(7) - CardSet::single(SETTEBELLO);
    /// assert_eq!(Action::declare(three, 2).text(Deck::ITALIAN40), "declare 7c=2 7s 7b");
    /// ```
    pub fn text(self, deck: Deck) -> String {
        match self.kind() {
            ActionKind::Pass => "pass".to_owned(),
            ActionKind::Play { card, captured } if captured.is_empty() => deck.card_text(card),
            ActionKind::Play { card, captured } => {
                format!("{} x {}", deck.card_text(card), captured.text(deck))
            }
            ActionKind::Declare { cards, matta } => {
                let mut text = "declare".to_owned();
                for card in cards {
                    text.push(' ');
                    text.push_str(&deck.card_text(card));
                    if card == MATTA {
                        text.push_str(&format!("={matta}"));
                    }
                }
                text
            }
        }
    }

    /// Reads an action's text.
    ///
    /// # Errors
    /// Fails if no action has exactly this text.
    ///
    /// # Examples
    /// ```
    /// use spariglio_engine::{Action, ActionKind, Deck};
    ///
    /// let action = Action::parse("7d x 3c 4s", Deck::ITALIAN40)?;
    /// assert_eq!(action.captured().text(Deck::ITALIAN40), "3c 4s");
    /// assert!(Action::parse("7d", Deck::ITALIAN40)?.captured().is_empty(), "a lay");
    /// assert_eq!(Action::parse("pass", Deck::ITALIAN40)?.kind(), ActionKind::Pass);
    /// assert!(Action::parse("7d x 7d", Deck::ITALIAN40).is_err());
    /// # Ok::<(), spariglio_engine::format::TextError>(())
    /// ```
    pub fn parse(text: &str, deck: Deck) -> Result<Action, TextError> {
        if text == "pass" {
            return Ok(Action::PASS);
        }
        if let Some(cards) = text.strip_prefix("declare ") {
            return parse_declaration(text, cards, deck);
        }
        match text.split_once(" x ") {
            None if text.contains(' ') => Err(TextError::Action(text.to_owned())),
            None => Ok(Action::play(deck.parse_card(text)?, CardSet::EMPTY)),
            Some((card, captured)) => {
                let card = deck.parse_card(card)?;
                let captured = CardSet::parse(captured, deck)?;
                if captured.is_empty() || captured.contains(card) {
                    return Err(TextError::Action(text.to_owned()));
                }
                Ok(Action::play(card, captured))
            }
        }
    }
}

fn parse_declaration(text: &str, cards: &str, deck: Deck) -> Result<Action, TextError> {
    let wrong = || TextError::Declaration(text.to_owned());
    let mut matta = 0;
    let mut plain = Vec::with_capacity(3);
    for word in cards.split(' ') {
        match word.split_once('=') {
            None => plain.push(word),
            Some((card, value)) => {
                if card != "7c" || value.starts_with(['0', '+']) {
                    return Err(wrong());
                }
                matta = value.parse().map_err(|_| wrong())?;
                plain.push(card);
            }
        }
    }
    let set = CardSet::parse(&plain.join(" "), deck)?;
    Action::from_bits(Action::declare(set, matta.min(63)).0).ok_or_else(wrong)
}
