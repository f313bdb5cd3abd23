//! A page: what a report says, before it is HTML, Markdown or text for a terminal. All are made of the same figures.

pub mod html;
pub mod markdown;
mod table;
pub mod text;

use crate::picture::Picture;

pub use table::{Cell, Column, Table};

/// A whole report.
#[derive(Clone, Debug, Default)]
pub struct Page {
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
}

impl Page {
    /// All its pictures.
    pub fn pictures(&self) -> impl Iterator<Item = &Picture> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        blocks.filter_map(|block| match block {
            Block::Picture(picture) | Block::File(picture) => Some(picture),
            _ => None,
        })
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
