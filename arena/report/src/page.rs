//! A page: the contents of a report, before it is written as HTML, Markdown or text for a terminal. All show the same
//! figures.

pub mod html;
pub mod markdown;
mod play;
pub mod script;
mod table;
pub mod text;

use spariglio_engine::rules::Pack;
use spariglio_engine::{Card, CardSet, Deck};

use crate::cards::Style;
use crate::picture::Picture;
use spariglio_text::Language;

pub use play::{Piece, Play};
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
    Decision(Box<Decision>),
    /// Controls of the list of decisions; shown only if scripts run.
    Filter(Filter),
}

/// Cards with a name.
#[derive(Clone, Debug)]
pub struct CardRow {
    /// The name of the row: "hand", "table".
    pub name: String,
    /// The deck of the cards.
    pub deck: Deck,
    /// The cards.
    pub cards: CardSet,
    /// Labels of some of the cards.
    pub labels: Vec<(Card, Label)>,
    /// The text if there are no cards.
    pub empty: &'static str,
}

/// The label of a card of a decision.
#[derive(Copy, Clone, Debug)]
pub struct Label {
    /// Its text.
    pub text: &'static str,
    /// Whether the card belongs to the best action.
    pub is_best: bool,
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
    /// Its mark as a sign and in words.
    pub mark: Option<[&'static str; 2]>,
    /// The weight of its mark; 0 without one.
    pub weight: usize,
    /// Its turn and seat in words.
    pub at: String,
    /// The play.
    pub played: Play,
    /// The best play, under its name; `None` if it was played.
    pub best: Option<(&'static str, Play)>,
    /// The loss.
    pub lost: String,
    /// The causes of the loss.
    pub why: String,
    /// Whether it is shown open.
    pub is_open: bool,
    /// The details under the line.
    pub blocks: Vec<Block>,
}

/// The texts of the controls of a list of decisions.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The title of the controls.
    pub title: &'static str,
    /// The choices.
    pub choices: Vec<Choice>,
    /// The labels of the previous and the next marked decision.
    pub steps: [&'static str; 2],
    /// The words if there is no further one.
    pub no_more: &'static str,
}

/// A choice among options, each a value and its label.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name for scripts.
    pub name: &'static str,
    /// Its label.
    pub label: &'static str,
    /// The options; the first is chosen.
    pub options: Vec<(String, String)>,
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
            match block {
                Block::Folded(_, inside) => waiting.extend(inside.iter().rev()),
                Block::Decision(decision) => waiting.extend(decision.blocks.iter().rev()),
                _ => {}
            }
            Some(block)
        })
    }

    /// The cards that the page draws.
    pub fn drawn(&self) -> Vec<(Pack, Card)> {
        let mut cards = Vec::new();
        for block in self.blocks() {
            match block {
                Block::Cards(rows) => {
                    cards.extend(rows.iter().flat_map(|row| row.cards.iter().map(|card| (row.deck.pack(), card))));
                }
                Block::Decision(decision) => {
                    let best = decision.best.iter().map(|(_, play)| play);
                    cards.extend(best.chain([&decision.played]).flat_map(Play::cards));
                }
                Block::Table(table) => {
                    let plays = table.rows.iter().flatten().filter_map(|cell| cell.play.as_ref());
                    cards.extend(plays.flat_map(Play::cards));
                }
                _ => {}
            }
        }
        cards
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

impl Decision {
    /// Its line as texts: mark, turn and seat, loss, play, best play, causes.
    #[must_use]
    pub fn cells(&self) -> [String; 6] {
        let sign = self.mark.map_or("", |[sign, _]| sign);
        let best = self
            .best
            .as_ref()
            .map_or(String::new(), |(name, play)| format!("{name} {}", play.letters));
        let [at, lost, played] = [&self.at, &self.lost, &self.played.letters].map(Clone::clone);
        [sign.to_owned(), at, lost, played, best, self.why.clone()]
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
