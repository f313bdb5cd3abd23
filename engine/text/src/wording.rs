//! How the texts of a game are written.

use spariglio_engine::Game;

use crate::disguise::Disguise;
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

    /// The spelling of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Spelling> {
        Spelling::ALL.into_iter().find(|spelling| spelling.name() == name)
    }
}

/// How the texts of a game are written: the language, the spelling of cards, and perhaps invented names.
#[derive(Clone, Debug)]
pub struct Wording<'g> {
    pub(crate) game: &'g Game,
    language: Language,
    spelling: Spelling,
    pub(crate) disguise: Option<Disguise>,
}

impl<'g> Wording<'g> {
    /// The wording of a game.
    #[must_use]
    pub fn new(game: &'g Game, language: Language, spelling: Spelling) -> Wording<'g> {
        Wording { game, language, spelling, disguise: None }
    }

    /// The same wording with invented names for the cards, the suits and the game, which depend on `seed` only. The
    /// spelling has no effect then. The names that players of the family know are left out, so that a text does not say
    /// which game it is.
    #[must_use]
    pub fn disguised(self, seed: u64) -> Wording<'g> {
        Wording { disguise: Some(Disguise::new(seed)), ..self }
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

    /// A term that players know, in brackets after its description; empty in a disguise.
    pub(crate) fn term(&self, english: &str, italian: &str) -> String {
        match (&self.disguise, self.language) {
            (Some(_), _) => String::new(),
            (None, Language::English) => format!(" ({english})"),
            (None, Language::Italian) => format!(" ({italian})"),
        }
    }
}
