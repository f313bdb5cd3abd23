//! How the texts of a game are written.

use std::str::FromStr;

use spariglio_engine::Game;

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

/// Invented names.
#[derive(Clone, Debug)]
pub(crate) struct Disguise {
    /// By rank, from the ace.
    pub(crate) ranks: Vec<String>,
    /// By suit.
    pub(crate) suits: Vec<String>,
    /// Of the game.
    pub(crate) game: String,
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
}

impl<'g> Wording<'g> {
    /// The wording of a game.
    #[must_use]
    pub fn new(game: &'g Game, language: Language, spelling: Spelling) -> Wording<'g> {
        Wording { game, language, spelling, disguise: None, tool: None }
    }

    /// The same for answers that call `tool` with the action.
    #[must_use]
    pub fn by_tool(self, tool: &'static str) -> Wording<'g> {
        Wording { tool: Some(tool), ..self }
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

    /// The text of the language.
    pub(crate) fn either<'t>(&self, english: &'t str, italian: &'t str) -> &'t str {
        match self.language {
            Language::English => english,
            Language::Italian => italian,
        }
    }
}
