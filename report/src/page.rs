//! A page: what a report says, before it is HTML, Markdown or text for a terminal. All are made of the same figures.

pub mod html;
pub mod markdown;
pub mod script;
mod table;
pub mod text;

use spariglio_engine::{CardSet, Deck};

use crate::language::Language;
use crate::picture::Picture;

pub use table::{Cell, Column, Table};

/// A whole report.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The language of all its words.
    pub language: Language,
    /// What it is about: "Arena", "Run", ...
    pub kind: &'static str,
    /// The name of the one that it is about.
    pub name: String,
    /// What identifies it: rules, seed, ...
    pub facts: Vec<String>,
    /// What a reader must know before the figures.
    pub warning: Option<String>,
    /// The figures to see first.
    pub tiles: Vec<Tile>,
    /// The rest.
    pub sections: Vec<Section>,
    /// How to read all figures.
    pub foot: &'static str,
}

/// One figure to see first.
#[derive(Clone, Debug)]
pub struct Tile {
    /// What it is.
    pub what: String,
    /// The figure.
    pub figure: String,
    /// What else there is to say; may be empty.
    pub more: String,
}

/// A part of a page with a heading.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// How to read what follows.
    pub note: String,
    /// What follows.
    pub blocks: Vec<Block>,
}

/// A part of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading within the section.
    Heading(String),
    /// A sentence.
    Words(String),
    /// A table.
    Table(Table),
    /// A picture.
    Picture(Picture),
    /// A picture that is a file only: a table beside it shows the same.
    File(Picture),
    /// Text as it was typed.
    Typed(String),
    /// What most readers skip, under a line that says what it is.
    Folded(String, Vec<Block>),
    /// Rows of drawn cards.
    Cards(Vec<CardRow>),
    /// A decision of a recorded hand under its line.
    Decision(Decision),
    /// What a reader can choose to see of the decisions; only where scripts run.
    Filter(Filter),
}

/// Cards with what they are.
#[derive(Clone, Debug)]
pub struct CardRow {
    /// What they are: "hand", "table".
    pub name: &'static str,
    /// The deck that they are of.
    pub deck: Deck,
    /// The cards.
    pub cards: CardSet,
    /// What is said where there are none.
    pub empty: &'static str,
}

/// A decision of a recorded hand: what links and scripts find it by, its line, and what is under it.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The line of the hand's record.
    pub hand: usize,
    /// Its place among the actions of the hand.
    pub turn: usize,
    /// Who decided.
    pub seat: usize,
    /// Its mark; may be empty.
    pub mark: &'static str,
    /// What it says while it is folded.
    pub line: String,
    /// What is under the line.
    pub blocks: Vec<Block>,
}

/// The words of what filters decisions.
#[derive(Clone, Debug)]
pub struct Filter {
    /// What is filtered.
    pub title: &'static str,
    /// Marked decisions only.
    pub only_marked: &'static str,
    /// Every seat; then each seat.
    pub seats: Vec<String>,
    /// To the previous and to the next marked decision.
    pub steps: [&'static str; 2],
}

/// The id of a decision of a hand on its page.
#[must_use]
pub fn decision_id(hand: usize, turn: usize) -> String {
    format!("hand-{hand}-turn-{turn}")
}

impl Page {
    /// All its blocks, those within others too.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let mut waiting: Vec<&Block> = self
            .sections
            .iter()
            .rev()
            .flat_map(|part| part.blocks.iter().rev())
            .collect();
        std::iter::from_fn(move || {
            let block = waiting.pop()?;
            if let Block::Folded(_, inside) | Block::Decision(Decision { blocks: inside, .. }) = block {
                waiting.extend(inside.iter().rev());
            }
            Some(block)
        })
    }

    /// All its pictures.
    pub fn pictures(&self) -> impl Iterator<Item = &Picture> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        blocks.filter_map(|block| match block {
            Block::Picture(picture) | Block::File(picture) => Some(picture),
            _ => None,
        })
    }
}

impl CardRow {
    /// The cards as text, or that there are none.
    #[must_use]
    pub fn text(&self) -> String {
        match self.cards.is_empty() {
            true => self.empty.to_owned(),
            false => self.cards.text(self.deck),
        }
    }
}

impl Tile {
    /// A figure with what it is and what else there is to say.
    pub fn new(what: impl Into<String>, figure: impl Into<String>, more: impl Into<String>) -> Tile {
        Tile {
            what: what.into(),
            figure: figure.into(),
            more: more.into(),
        }
    }
}

impl Section {
    /// A section with its heading and how to read it.
    pub fn new(title: impl Into<String>, note: impl Into<String>, blocks: Vec<Block>) -> Section {
        Section {
            title: title.into(),
            note: note.into(),
            blocks,
        }
    }
}
