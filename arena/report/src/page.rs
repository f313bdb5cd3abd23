//! A page: the contents of a report, before it is written as HTML, Markdown or text for a terminal. All show the same
//! figures.

pub mod html;
pub mod markdown;
pub mod script;
mod table;
pub mod text;

use spariglio_engine::{CardSet, Deck};

use crate::cards::Style;
use crate::picture::Picture;
use spariglio_text::Language;

pub use table::{Cell, Column, Table};

/// A whole report.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The language of all its words.
    pub language: Language,
    /// The style of its drawn cards.
    pub cards: Style,
    /// The kind of the subject: "Arena", "Run", ...
    pub kind: &'static str,
    /// The name of the subject.
    pub name: String,
    /// Facts that identify the subject: rules, seed, ...
    pub facts: Vec<String>,
    /// Date, machine and program, in one line.
    pub origin: Option<String>,
    /// The command that gives the figures again.
    pub command: Option<String>,
    /// The verdict in words.
    pub verdict: Option<String>,
    /// A warning for the top of the page.
    pub warning: Option<String>,
    /// The main figures.
    pub tiles: Vec<Tile>,
    /// The sections.
    pub sections: Vec<Section>,
    /// Explains all figures.
    pub foot: &'static str,
}

/// A main figure.
#[derive(Clone, Debug)]
pub struct Tile {
    /// Its name.
    pub what: String,
    /// The figure.
    pub figure: String,
    /// More about it; may be empty.
    pub more: String,
}

/// A part of a page with a heading.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Explains the blocks.
    pub note: String,
    /// The contents.
    pub blocks: Vec<Block>,
}

/// A part of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading within the section.
    Heading(String),
    /// A paragraph.
    Words(String),
    /// A table.
    Table(Table),
    /// A picture.
    Picture(Picture),
    /// A picture that is only written as a file, if a table beside it shows the same.
    File(Picture),
    /// Preformatted text.
    Typed(String),
    /// Details for few readers, folded under a title.
    Folded(String, Vec<Block>),
    /// Rows of drawn cards.
    Cards(Vec<CardRow>),
    /// A decision of a recorded hand, folded under a line.
    Decision(Decision),
    /// Controls that filter the decisions; shown only if scripts run.
    Filter(Filter),
}

/// Cards with a name.
#[derive(Clone, Debug)]
pub struct CardRow {
    /// The name of the row: "hand", "table".
    pub name: &'static str,
    /// The deck of the cards.
    pub deck: Deck,
    /// The cards.
    pub cards: CardSet,
    /// The text if there are no cards.
    pub empty: &'static str,
}

/// A decision of a recorded hand: its identity for links and scripts, its line, and its details.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The line of the hand's record.
    pub hand: usize,
    /// The place among the actions of the hand.
    pub turn: usize,
    /// The seat that decided.
    pub seat: usize,
    /// Its mark; may be empty.
    pub mark: &'static str,
    /// The line that shows while the decision is folded.
    pub line: String,
    /// The details under the line.
    pub blocks: Vec<Block>,
}

/// The texts of the controls that filter decisions.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The title of the controls.
    pub title: &'static str,
    /// The label of "marked decisions only".
    pub only_marked: &'static str,
    /// The label of "every seat"; then of each seat.
    pub seats: Vec<String>,
    /// The labels of "previous mark" and "next mark".
    pub steps: [&'static str; 2],
}

/// The id of a decision of a hand on its page.
#[must_use]
pub fn decision_id(hand: usize, turn: usize) -> String {
    format!("hand-{hand}-turn-{turn}")
}

impl Page {
    /// All blocks of the page, with those inside other blocks.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let mut waiting: Vec<&Block> = self.sections.iter().rev().flat_map(|part| part.blocks.iter().rev()).collect();
        std::iter::from_fn(move || {
            let block = waiting.pop()?;
            if let Block::Folded(_, inside) | Block::Decision(Decision { blocks: inside, .. }) = block {
                waiting.extend(inside.iter().rev());
            }
            Some(block)
        })
    }

    /// All pictures of the page.
    pub fn pictures(&self) -> impl Iterator<Item = &Picture> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        blocks.filter_map(|block| match block {
            Block::Picture(picture) | Block::File(picture) => Some(picture),
            _ => None,
        })
    }
}

impl CardRow {
    /// The cards as text, or `empty` if there are none.
    #[must_use]
    pub fn text(&self) -> String {
        match self.cards.is_empty() {
            true => self.empty.to_owned(),
            false => self.cards.text(self.deck),
        }
    }
}

impl Tile {
    /// A figure with its name and more about it.
    pub fn new(what: impl Into<String>, figure: impl Into<String>, more: impl Into<String>) -> Tile {
        Tile { what: what.into(), figure: figure.into(), more: more.into() }
    }
}

impl Section {
    /// A section.
    pub fn new(title: impl Into<String>, note: impl Into<String>, blocks: Vec<Block>) -> Section {
        Section { title: title.into(), note: note.into(), blocks }
    }
}
