//! A page: what a report says, before it is HTML or Markdown. Both are made of the same figures.

pub mod html;
pub mod markdown;

use super::shade::Shade;
use crate::picture::Picture;

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
    Grid(Grid),
    /// A picture.
    Picture(Picture),
    /// A picture that is a file only: a table beside it shows the same.
    File(Picture),
    /// Text as it was typed.
    Typed(String),
    /// What most readers skip, under a line that says what it is.
    Folded(&'static str, Box<Block>),
}

/// A table. Its first column names the rows.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Heads of the columns.
    pub heads: Vec<String>,
    /// As many cells a row as there are heads.
    pub rows: Vec<Vec<Cell>>,
    /// Are shades shown as the ground of cells (a cross table), not as the colour of their text?
    pub shaded: bool,
}

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// What stands below or after it, smaller; may be empty.
    pub small: String,
    /// Whether it is good or bad news.
    pub shade: Option<Shade>,
    /// Is it text as it was typed?
    pub typed: bool,
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

impl Grid {
    /// A table without rows.
    pub fn new<T: Into<String>>(heads: impl IntoIterator<Item = T>) -> Grid {
        Grid {
            heads: heads.into_iter().map(Into::into).collect(),
            ..Grid::default()
        }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If the row has not as many cells as there are heads.
    pub fn push<T: Into<Cell>>(&mut self, row: impl IntoIterator<Item = T>) {
        let row: Vec<Cell> = row.into_iter().map(Into::into).collect();
        assert_eq!(row.len(), self.heads.len(), "a row of {:?}", self.heads);
        self.rows.push(row);
    }

    /// The table with its columns as rows.
    pub fn turned(self) -> Grid {
        let mut heads = self.heads.into_iter();
        let corner = heads.next().unwrap_or_default();
        let mut turned = Grid::new(std::iter::once(corner).chain(self.rows.iter().map(|row| row[0].text.clone())));
        for (column, head) in heads.enumerate() {
            let cells = self.rows.iter().map(|row| row[column + 1].clone());
            turned.push(std::iter::once(Cell::from(head)).chain(cells));
        }
        turned
    }
}

impl Cell {
    /// The same cell with its news.
    pub fn shaded(self, shade: Shade) -> Cell {
        Cell {
            shade: Some(shade),
            ..self
        }
    }

    /// The same cell with something smaller after it.
    pub fn with(self, small: impl Into<String>) -> Cell {
        Cell {
            small: small.into(),
            ..self
        }
    }

    /// Text as it was typed.
    pub fn typed(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            typed: true,
            ..Cell::default()
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell {
            text,
            ..Cell::default()
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::from(text.to_owned())
    }
}
