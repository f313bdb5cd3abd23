//! A table: the common form of all tables, before it is written as HTML, Markdown or text.

use super::Play;
use crate::shade::Shade;

/// A table. Its first column names the rows.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Heads of the columns.
    pub heads: Vec<String>,
    /// The rows. Each has as many cells as there are heads.
    pub rows: Vec<Vec<Cell>>,
    /// Heads of left-aligned columns. The first column and columns of typed text are left-aligned anyway.
    pub words: Vec<&'static str>,
    /// Whether its single row was made a column, which reads better.
    pub upright: bool,
    /// Whether shades colour the background of cells (as in a cross table) instead of their text.
    pub shaded: bool,
}

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// Smaller text below or after it; may be empty.
    pub small: String,
    /// Its shade, if it is good or bad news.
    pub shade: Option<Shade>,
    /// Whether it is typed text, such as an agent's specification.
    pub typed: bool,
    /// A play or a card, which a page draws in the place of its text.
    pub play: Option<Play>,
}

/// A column: its head, and the function for the cell of a row. The function returns `None` if the row has no such
/// figure.
pub type Column<T> = (&'static str, fn(&T) -> Option<Cell>);

impl Table {
    /// A table without rows.
    pub fn new<T: Into<String>>(heads: impl IntoIterator<Item = T>) -> Table {
        Table { heads: heads.into_iter().map(Into::into).collect(), ..Table::default() }
    }

    /// A row for each of `items` with its name. A column is left out if no row has its figure.
    pub fn of<'t, T: 't>(corner: &str, columns: &[Column<T>], items: impl IntoIterator<Item = (Cell, &'t T)>) -> Table {
        let rows: Vec<(Cell, Vec<Option<Cell>>)> = items
            .into_iter()
            .map(|(name, item)| (name, columns.iter().map(|(_, cell)| cell(item)).collect()))
            .collect();
        let present: Vec<usize> = (0..columns.len())
            .filter(|&column| rows.iter().any(|(_, cells)| cells[column].is_some()))
            .collect();
        let mut table = Table::new(std::iter::once(corner).chain(present.iter().map(|&column| columns[column].0)));
        for (name, cells) in rows {
            let cells = present
                .iter()
                .map(|&column| cells[column].clone().unwrap_or_else(|| Cell::from("·")));
            table.push(std::iter::once(name).chain(cells));
        }
        table
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If the number of cells is not the number of heads.
    pub fn push<T: Into<Cell>>(&mut self, row: impl IntoIterator<Item = T>) {
        let row: Vec<Cell> = row.into_iter().map(Into::into).collect();
        assert_eq!(row.len(), self.heads.len(), "a row of {:?}", self.heads);
        self.rows.push(row);
    }

    /// The table with rows and columns swapped.
    pub fn turned(self) -> Table {
        let mut heads = self.heads.into_iter();
        let corner = heads.next().unwrap_or_default();
        let mut turned = Table::new(std::iter::once(corner).chain(self.rows.iter().map(|row| row[0].text.clone())));
        for (column, head) in heads.enumerate() {
            let cells = self.rows.iter().map(|row| row[column + 1].clone());
            turned.push(std::iter::once(Cell::from(head)).chain(cells));
        }
        turned
    }

    /// The table, transposed if it has a single row: that reads better as a column.
    pub fn upright(self) -> Table {
        if self.rows.len() == 1 {
            Table { upright: true, ..self.turned() }
        } else {
            self
        }
    }

    /// The table with the columns of these heads left-aligned.
    pub fn words(self, words: &[&'static str]) -> Table {
        Table { words: words.to_vec(), ..self }
    }

    /// Whether a column is left-aligned: words are, figures are right-aligned.
    pub fn is_left(&self, column: usize) -> bool {
        column == 0
            || self.words.contains(&self.heads[column].as_str())
            || self.rows.iter().any(|row| row[column].typed)
    }
}

impl Cell {
    /// The same cell with a shade.
    pub fn shaded(self, shade: Shade) -> Cell {
        Cell { shade: Some(shade), ..self }
    }

    /// The same cell with smaller text after it.
    pub fn with(self, small: impl Into<String>) -> Cell {
        Cell { small: small.into(), ..self }
    }

    /// A cell with a play.
    pub fn play(play: Play) -> Cell {
        Cell { play: Some(play.clone()), ..Cell::typed(play.letters) }
    }

    /// A cell of typed text.
    pub fn typed(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), typed: true, ..Cell::default() }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, ..Cell::default() }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::from(text.to_owned())
    }
}
