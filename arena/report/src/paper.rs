//! What a paper takes from a page: each table as CSV and as LaTeX, each picture as a figure of LaTeX, and the citation.
//!
//! Invariant: the LaTeX needs no other packages than booktabs and graphicx. Captions say what gives the figures again:
//! rules, seed, version, hands and command.

mod csv;
mod latex;

use std::collections::BTreeSet;
use std::path::Path;

use crate::page::{Block, Page, Table};

/// The name of the citation's file.
const CITATION: &str = "spariglio.bib";

/// The year of the version.
const YEAR: u16 = 2026;

/// A form of a table in a file.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Form {
    /// Comma-separated values with plain numbers.
    Csv,
    /// A `table` of LaTeX with booktabs.
    Latex,
}

impl Form {
    /// All forms, with the end of their files' names.
    pub const ALL: [(&'static str, Form); 2] = [("csv", Form::Csv), ("tex", Form::Latex)];

    /// The form that the name of a file ends in.
    #[must_use]
    pub fn of(path: &Path) -> Option<Form> {
        let end = path.extension()?.to_str()?;
        Form::ALL.iter().find(|(known, _)| *known == end).map(|(_, form)| *form)
    }

    fn text(self, page: &Page, found: &Found<'_>) -> String {
        match self {
            Form::Csv => csv::text(found.table),
            Form::Latex => latex::table(page, found),
        }
    }
}

/// A table of a page.
pub(crate) struct Found<'p> {
    /// Its name for files and labels.
    name: String,
    /// Its title in words.
    title: String,
    /// Explains it.
    note: &'p str,
    /// The table.
    table: &'p Table,
}

/// The files of a page for a paper, each with its name. Empty if the page has no table and no picture.
pub(crate) fn files(page: &Page) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for found in tables(page) {
        let file = |(end, form): (&str, Form)| (format!("table-{}.{end}", found.name), form.text(page, &found));
        files.extend(Form::ALL.map(file));
    }
    let figures = page
        .pictures()
        .map(|picture| (format!("figure-{}.tex", picture.name), latex::figure(page, picture)));
    files.extend(figures);
    if !files.is_empty() {
        files.push((CITATION.to_owned(), citation()));
    }
    files
}

/// The table of the pairs of an arena.
pub(crate) fn pairs(page: &Page, form: Form) -> String {
    let tables = tables(page);
    let pairs = tables.iter().find(|found| found.name == "pairs");
    pairs.map_or_else(String::new, |found| form.text(page, found))
}

/// The citation of the program, as BibTeX.
fn citation() -> String {
    format!(
        "@software{{spariglio,\n  title   = {{Spariglio: {{AI}} research and self-play for the {{Scopa}} family of card games}},\n  \
         author  = {{{{The Spariglio authors}}}},\n  year    = {{{YEAR}}},\n  version = {{{}}},\n  url     = {{{}}},\n  \
         license = {{MIT OR Apache-2.0}}\n}}\n",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    )
}

/// The tables of a page that have rows. Each has a name of its own.
fn tables(page: &Page) -> Vec<Found<'_>> {
    let mut tables = Vec::new();
    for section in &page.sections {
        collect(&section.title, None, &section.note, &section.blocks, &mut tables);
    }
    let mut names = BTreeSet::new();
    for table in &mut tables {
        let plain = table.name.clone();
        let other = (2..).map(|number| format!("{plain}-{number}"));
        table.name = std::iter::once(plain.clone())
            .chain(other)
            .find(|name| !names.contains(name))
            .unwrap_or_default();
        names.insert(table.name.clone());
    }
    tables
}

/// The tables of the blocks under a title, and under a heading if there is one.
fn collect<'p>(
    title: &'p str,
    mut heading: Option<&'p str>,
    note: &'p str,
    blocks: &'p [Block],
    tables: &mut Vec<Found<'p>>,
) {
    for block in blocks {
        match block {
            Block::Heading(words) => heading = Some(words),
            Block::Folded(words, inside) => collect(title, Some(words), note, inside, tables),
            Block::Table(table) if !table.rows.is_empty() => {
                let title = heading.map_or_else(|| title.to_owned(), |heading| format!("{title}: {heading}"));
                tables.push(Found { name: slug(&title), title, note, table });
            }
            _ => {}
        }
    }
}

/// Words as a part of a file's name: small letters and digits with hyphens.
fn slug(words: &str) -> String {
    let letters = words.to_lowercase();
    let parts = letters.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Form, citation, files};
    use crate::page::{Block, Page, Section, Table};

    fn page() -> Page {
        let table = |head: &str| {
            let mut table = Table::new(["agent", head]);
            table.push(["greedy", "+1.5"]);
            Block::Table(table)
        };
        let folded = Block::Folded("All of them".to_owned(), vec![table("hands")]);
        let blocks = vec![table("points"), table("Elo"), Block::Table(Table::new(["empty"])), folded];
        Page { sections: vec![Section::new("Rating list", "", blocks)], ..Page::default() }
    }

    #[test]
    fn each_table_has_files_of_its_own() {
        let names: Vec<String> = files(&page()).into_iter().map(|(name, _)| name).collect();
        let expected = ["rating-list", "rating-list-2", "rating-list-all-of-them"];
        let expected = expected
            .iter()
            .flat_map(|name| [format!("table-{name}.csv"), format!("table-{name}.tex")]);
        assert_eq!(names, expected.chain(["spariglio.bib".to_owned()]).collect::<Vec<_>>());
        assert!(files(&Page::default()).is_empty());
    }

    #[test]
    fn the_end_of_a_name_is_its_form() {
        let form = |name: &str| Form::of(Path::new(name));
        assert_eq!(form("a.csv"), Some(Form::Csv));
        assert_eq!([form("a.tex"), form("a.json"), form("csv")], [Some(Form::Latex), None, None]);
    }

    #[test]
    fn the_citation_is_that_of_the_page() {
        let page = include_str!("../../../docs/project/cite.md");
        assert!(page.contains(&format!("```bibtex\n{}```", citation())), "{}", citation());
    }
}
