//! How the texts of a game are written.

use std::str::FromStr;

use spariglio_engine::Game;
use spariglio_engine::hand::PrimeScale;
use spariglio_engine::insertion;

use crate::language::Language;

/// A way to write cards.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Spelling {
    /// As records have them: 7d, Ac, Kb.
    #[default]
    Letters,
    /// In words: 7 of coins, ace of cups; 7 di denari, asso di coppe.
    Names,
    /// With French symbols: 7♦, A♥, K♣.
    Symbols,
}

impl Spelling {
    /// Every spelling.
    pub const ALL: [Spelling; 3] = [Spelling::Letters, Spelling::Names, Spelling::Symbols];

    /// Its name: `letters`, `names` or `symbols`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Spelling::Letters => "letters",
            Spelling::Names => "names",
            Spelling::Symbols => "symbols",
        }
    }
}

impl FromStr for Spelling {
    type Err = String;

    fn from_str(name: &str) -> Result<Spelling, String> {
        let spelling = Spelling::ALL.into_iter().find(|spelling| spelling.name() == name);
        spelling.ok_or_else(|| "expected `letters`, `names` or `symbols`".to_owned())
    }
}

/// Invented names and numbers.
#[derive(Clone, Debug)]
pub(crate) struct Disguise {
    /// By rank, from the ace.
    pub(crate) ranks: Vec<String>,
    /// By suit.
    pub(crate) suits: Vec<String>,
    /// Of the game.
    pub(crate) game: String,
    /// All values of cards, and their sums, are multiplied by it.
    pub(crate) value: u16,
    /// The factor of the values of the prime, and what is added to each.
    pub(crate) prime: [u16; 2],
    /// The order in which ranks and suits are listed.
    pub(crate) order: Vec<u8>,
}

/// How the texts of a game are written: the language, the spelling of cards, and perhaps invented names.
#[derive(Clone, Debug)]
pub struct Wording<'g> {
    pub(crate) game: &'g Game,
    language: Language,
    spelling: Spelling,
    pub(crate) disguise: Option<Disguise>,
    /// The tool whose argument is the action; `None` if an answer ends with it.
    pub(crate) tool: Option<&'static str>,
    /// Whether a view tells the score so far.
    pub(crate) counts: bool,
}

impl<'g> Wording<'g> {
    /// The wording of a game.
    #[must_use]
    pub fn new(game: &'g Game, language: Language, spelling: Spelling) -> Wording<'g> {
        Wording { game, language, spelling, disguise: None, tool: None, counts: false }
    }

    /// The same for answers that call `tool` with the action.
    #[must_use]
    pub fn by_tool(self, tool: &'static str) -> Wording<'g> {
        Wording { tool: Some(tool), ..self }
    }

    /// The same; if `counts` is true, a view tells the score so far.
    #[must_use]
    pub fn counting(self, counts: bool) -> Wording<'g> {
        Wording { counts, ..self }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// The language.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The spelling of cards.
    #[must_use]
    pub fn spelling(&self) -> Spelling {
        self.spelling
    }

    /// Whether it has invented names.
    #[must_use]
    pub fn is_disguised(&self) -> bool {
        self.disguise.is_some()
    }

    /// A term that players know, in brackets after its description; empty in a disguise.
    pub(crate) fn term(&self, english: &str, italian: &str) -> String {
        match self.disguise {
            Some(_) => String::new(),
            None => format!(" ({})", self.either(english, italian)),
        }
    }

    /// A term of Italian players; in a disguise, which would be lifted by it, a neutral word.
    pub(crate) fn or_neutral<'w>(&self, term: &'w str, neutral: &'w str) -> &'w str {
        if self.disguise.is_some() { neutral } else { term }
    }

    /// A value of a card, or a sum of values, as the texts have it.
    pub(crate) fn value(&self, value: u8) -> u16 {
        self.disguise.as_ref().map_or(1, |disguise| disguise.value) * u16::from(value)
    }

    /// The value that a number in a text means.
    pub(crate) fn value_of(&self, number: u16) -> Option<u8> {
        let factor = self.value(1);
        number.is_multiple_of(factor).then(|| (number / factor) as u8)
    }

    /// A value of the prime as the texts have it. Sums keep their order. Nothing is added if suits may be missing.
    pub(crate) fn prime_value(&self, value: u8) -> u16 {
        let Some(Disguise { prime: [factor, more], .. }) = self.disguise else {
            return value.into();
        };
        let needs_all = self.game.prime().is_some_and(PrimeScale::needs_all_suits);
        factor * u16::from(value) + if needs_all { more } else { 0 }
    }

    /// A sum of the prime, a value of each suit, as the texts have it.
    pub(crate) fn prime_sum(&self, sum: u8) -> u16 {
        self.prime_value(sum) + (self.game.deck().suits().count() as u16 - 1) * self.prime_value(0)
    }

    /// Puts things with a rank or a suit, numbers below 16, in the order of lists: a disguise hides the real one.
    pub(crate) fn list<T>(&self, things: &mut [T], number: impl Fn(&T) -> u8) {
        if let Some(disguise) = &self.disguise {
            let place = |thing: &T| disguise.order[usize::from(number(thing))];
            insertion::sort_by(things, |one, other| place(one).cmp(&place(other)));
        }
    }

    /// The text of the language.
    pub(crate) fn either<'t>(&self, english: &'t str, italian: &'t str) -> &'t str {
        match self.language {
            Language::English => english,
            Language::Italian => italian,
        }
    }
}
