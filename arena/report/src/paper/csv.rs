//! A table as CSV (RFC 4180), for programs: a cell with several figures becomes several columns, and numbers have no
//! signs for people.

use crate::page::{Cell, Table};

/// What separates figures in a cell, and the ends of the columns' heads that they become.
const SEPARATORS: [(&str, [&str; 2]); 4] =
    [(" / ", ["", ""]), (" to ", [" low", " high"]), (" – ", [" 1", " 2"]), (" ±", ["", " ±"])];

/// The sign of a cell without a figure.
const NONE: &str = "·";

/// The text of a table.
pub(super) fn text(table: &Table) -> String {
    // A program reads rows.
    let table = &if table.upright {
        table.clone().turned()
    } else {
        table.clone()
    };
    let mut columns: Vec<Vec<String>> = (0..table.heads.len()).flat_map(|column| columns(table, column)).collect();
    name_apart(&mut columns);
    let line = |row: usize| {
        let cells: Vec<String> = columns.iter().map(|column| quoted(&column[row])).collect();
        cells.join(",") + "\r\n"
    };
    (0..=table.rows.len()).map(line).collect()
}

/// Gives each column a head of its own.
fn name_apart(columns: &mut [Vec<String>]) {
    for column in 0..columns.len() {
        let (earlier, rest) = columns.split_at_mut(column);
        let head = &mut rest[0][0];
        if head.is_empty() {
            "note".clone_into(head);
        }
        let (plain, mut number) = (head.clone(), 1);
        while earlier.iter().any(|column| column[0] == *head) {
            number += 1;
            *head = format!("{plain} {number}");
        }
    }
}

/// The columns that a column becomes, each with its head.
fn columns(table: &Table, column: usize) -> Vec<Vec<String>> {
    let head = &table.heads[column];
    let cells: Vec<&Cell> = table.rows.iter().map(|row| &row[column]).collect();
    let texts: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
    let mut columns = split(head, &texts).unwrap_or_else(|| vec![with_head(head.clone(), texts.iter().copied())]);
    if cells.iter().any(|cell| !cell.small.is_empty()) {
        columns.push(with_head(format!("{head} ±"), cells.iter().map(|cell| cell.small.as_str())));
    }
    columns
}

fn with_head<'t>(head: String, texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    std::iter::once(head).chain(texts.map(number)).collect()
}

/// The columns of cells that all have the same number of figures, more than one.
fn split(head: &str, texts: &[&str]) -> Option<Vec<Vec<String>>> {
    let full = || texts.iter().copied().filter(|text| !text.is_empty() && *text != NONE);
    SEPARATORS.iter().find_map(|(separator, ends)| {
        let count = full().next()?.split(separator).count();
        let fits = |text: &str| text.split(separator).count() == count && text.split(separator).all(is_number);
        if count < 2 || !full().all(fits) {
            return None;
        }
        let heads: Vec<&str> = head.split(separator).collect();
        let column = |part: usize| {
            let head = match heads.get(part) {
                Some(own) if heads.len() == count => (*own).to_owned(),
                _ => format!("{head}{}", ends.get(part).unwrap_or(&"")),
            };
            with_head(head, texts.iter().map(move |text| text.split(separator).nth(part).unwrap_or("")))
        };
        Some((0..count).map(column).collect())
    })
}

fn is_number(text: &str) -> bool {
    number(text).parse::<f64>().is_ok()
}

/// A figure as a plain number; other text as it is. A cell without a figure is empty.
fn number(text: &str) -> String {
    let plain = text
        .replace('\u{2212}', "-")
        .replace([',', '\u{202f}'], "")
        .replace(" · 10", "e");
    let plain: String = plain
        .chars()
        .map(|sign| SUPERSCRIPTS.find(sign).map_or(sign, lowered))
        .collect();
    let plain = plain
        .trim()
        .trim_start_matches(['+', '±', '×', ' '])
        .trim_end_matches([' ', '%']);
    let bounds = [('<', "< "), ('\u{2039}', "< "), ('>', "> "), ('\u{203a}', "> ")];
    let bound = bounds
        .into_iter()
        .find_map(|(sign, bound)| Some((bound, plain.strip_prefix(sign)?)));
    let (bound, figure) = bound.unwrap_or(("", plain));
    // A power of ten without a factor.
    let figure = figure.trim().replacen("10-", "1e-", 1);
    if figure.parse::<f64>().is_ok() {
        format!("{bound}{figure}")
    } else if text == NONE {
        String::new()
    } else {
        text.to_owned()
    }
}

/// Raised digits and the raised minus sign, three or two bytes each.
const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";

/// The sign of which the superscript at a byte of [`SUPERSCRIPTS`] is the raised form.
fn lowered(at: usize) -> char {
    let place = SUPERSCRIPTS[..at].chars().count();
    "0123456789-".chars().nth(place).unwrap_or('-')
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{number, text};
    use crate::page::{Cell, Table};

    #[test]
    fn figures_become_plain_numbers() {
        for (figure, expected) in [
            ("+1.242", "1.242"),
            ("\u{2212}0.5", "-0.5"),
            ("±0.294", "0.294"),
            ("> 99.9 %", "> 99.9"),
            ("\u{2039} 10⁻¹⁵", "< 1e-15"),
            ("12,000", "12000"),
            ("× 1.51", "1.51"),
            ("53.8 %", "53.8"),
            ("1 · 10⁻¹⁴", "1e-14"),
            ("·", ""),
            ("net:net=x,y", "net:net=x,y"),
        ] {
            assert_eq!(number(figure), expected);
        }
    }

    #[test]
    fn a_cell_of_several_figures_becomes_columns() {
        let mut table = Table::new(["pair", "points", "95 % interval", "won / tied / lost", "shutouts"]);
        let cells = ["+0.948 to +1.537", "53.8 / 8.8 / 37.5", "0 – 1"].map(Cell::from);
        let [interval, outcomes, shutouts] = cells;
        let first = [Cell::from("a,b – c"), Cell::from("+1.2").with("±0.3"), interval, outcomes, shutouts];
        table.push(first);
        table.push(["d – \"e\"", "·", "·", "1.0 / 2.0 / 97.0", "2 – 3"]);
        assert_eq!(
            text(&table),
            "pair,points,points ±,95 % interval low,95 % interval high,won,tied,lost,shutouts 1,shutouts 2\r\n\
             \"a,b – c\",1.2,0.3,0.948,1.537,53.8,8.8,37.5,0,1\r\n\
             \"d – \"\"e\"\"\",,,,,1.0,2.0,97.0,2,3\r\n"
        );
    }

    #[test]
    fn a_single_row_stays_a_row() {
        let mut table = Table::new(["pair", "hands"]);
        table.push(["a – b", "1,000"]);
        assert_eq!(text(&table.upright()), "pair,hands\r\na – b,1000\r\n");
    }
}
