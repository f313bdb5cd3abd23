//! A page as text for a terminal: its figures and tables, without pictures and explanations.

use spariglio_engine::format::plain::plain;
use unicode_width::UnicodeWidthStr;

use super::{Block, Cell, Page, Section, Table};

/// The whole page.
#[must_use]
pub fn text(page: &Page) -> String {
    let head = format!("{} {}", page.kind, page.name);
    let mut lines = vec![format!("{}: {}", head.trim_end(), page.facts.join(", "))];
    lines.extend(page.origin.clone());
    lines.extend(page.command.as_ref().map(|command| format!("again: {command}")));
    lines.extend(page.verdict.iter().chain(&page.warning).cloned());
    if !page.tiles.is_empty() {
        let tiles = page
            .tiles
            .iter()
            .map(|tile| [&tile.what, &tile.figure, &tile.more].map(Clone::clone).to_vec());
        lines.push(String::new());
        lines.extend(aligned(&tiles.collect::<Vec<_>>(), |column| column != 1));
    }
    lines.extend(page.sections.iter().flat_map(section));
    lines.iter().map(|line| plain(line).trim_end().to_owned() + "\n").collect()
}

/// Empty if the section has only pictures.
fn section(section: &Section) -> Vec<String> {
    let mut lines = marked(&section.blocks);
    let mut after_table = false;
    for part in &section.blocks {
        let text = block(part);
        if after_table && !text.is_empty() {
            lines.push(String::new());
        }
        after_table = matches!(part, Block::Table(_)) || after_table && text.is_empty();
        lines.extend(text);
    }
    if lines.is_empty() {
        return lines;
    }
    [String::new(), section.title.clone()].into_iter().chain(lines).collect()
}

/// The most decisions.
const DECISIONS: usize = 20;

/// The first marked decisions, one a line.
fn marked(blocks: &[Block]) -> Vec<String> {
    let marked = blocks.iter().filter_map(|block| match block {
        Block::Decision(decision) if decision.mark.is_some() => Some(decision.cells().to_vec()),
        _ => None,
    });
    aligned(&marked.take(DECISIONS).collect::<Vec<_>>(), |column| column != 2)
}

fn block(block: &Block) -> Vec<String> {
    match block {
        Block::Heading(words) | Block::Words(words) => vec![format!("  {words}")],
        Block::Table(contents) => table(contents),
        Block::Typed(text) => text.lines().map(|line| format!("  {line}")).collect(),
        Block::Cards(rows) => rows.iter().map(|row| format!("  {}  {}", row.name, row.text())).collect(),
        Block::Picture(_) | Block::File(_) | Block::Folded(..) | Block::Decision(_) | Block::Filter(_) => Vec::new(),
    }
}

/// The lines of a table.
#[must_use]
pub fn table(table: &Table) -> Vec<String> {
    let rows = table.rows.iter().map(|row| row.iter().map(cell).collect());
    let rows: Vec<Vec<String>> = std::iter::once(table.heads.clone()).chain(rows).collect();
    aligned(&rows, |column| table.is_left(column))
}

fn cell(cell: &Cell) -> String {
    format!("{} {}", cell.text, cell.small).trim_end().to_owned()
}

/// Pads columns to the width of their widest cell.
fn aligned(rows: &[Vec<String>], is_left: impl Fn(usize) -> bool) -> Vec<String> {
    let safe = |row: &Vec<String>| row.iter().map(|cell| plain(cell)).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(safe).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let widest = |column: usize| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let padded = cells.map(|(column, (cell, &width))| format!("  {}", padded(cell, width, is_left(column))));
        padded.collect()
    };
    rows.iter().map(line).collect()
}

/// The columns of a terminal that `text` takes: wide letters and emoji take two.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// `text` with spaces up to `columns` of a terminal: after it if `is_left`, else before it.
#[must_use]
pub fn padded(text: &str, columns: usize, is_left: bool) -> String {
    let spaces = " ".repeat(columns.saturating_sub(width(text)));
    if is_left {
        format!("{text}{spaces}")
    } else {
        format!("{spaces}{text}")
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Table, table, width};

    #[test]
    fn words_begin_at_the_left_and_figures_end_at_the_right() {
        let mut points = Table::new(["agent", "points", "what"]);
        points.push([Cell::from("greedy"), Cell::from("1").with("±2"), Cell::typed("a")]);
        points.push([Cell::from("me"), Cell::from("−10"), Cell::typed("bcd")]);
        let lines = ["  agent   points  what", "  greedy    1 ±2  a   ", "  me         −10  bcd "];
        assert_eq!(table(&points), lines);
    }

    #[test]
    fn wide_letters_shift_no_column() {
        let mut points = Table::new(["agent", "points"]);
        for name in ["小牌手", "🂡 player", "cafe\u{301}", "red\u{1b}[31m", "a"] {
            points.push([name, "1"]);
        }
        let lines = table(&points);
        assert_eq!(lines[1], format!("  小牌手{}1", " ".repeat(14)));
        assert!(lines.iter().all(|line| width(line) == width(&lines[0])), "{lines:#?}");
    }
}
