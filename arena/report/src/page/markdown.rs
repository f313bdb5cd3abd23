//! A page as Markdown for a pull request, with the same figures. Its pictures are named, as they are files next to it.
//! Programs read it too, so it uses the ASCII minus sign.

use spariglio_engine::format::plain::markdown::{code, fenced, text as escaped};

use super::{Block, Cell, Page, Section, Table};
use crate::picture::Picture;
use crate::shade::Shade;

/// The whole page. If the pictures are written, they are in the folder `pictures`.
pub fn text(page: &Page, pictures: Option<&str>) -> String {
    let mut parts = vec![format!("# {} {}", page.kind, escaped(&page.name))];
    parts.push(escaped(&page.facts.join(" · ")));
    parts.extend(page.origin.as_ref().map(|origin| escaped(origin)));
    parts.extend(page.command.as_ref().map(|command| fenced("sh", command)));
    parts.extend(page.verdict.as_ref().map(|verdict| format!("**{}**", escaped(verdict))));
    parts.extend(page.warning.as_ref().map(|warning| format!("> **{}**", escaped(warning))));
    let tiles = page.tiles.iter().map(|tile| {
        let more = if tile.more.is_empty() {
            String::new()
        } else {
            format!(" ({})", escaped(&tile.more))
        };
        format!("- {}: **{}**{more}", escaped(&tile.what), escaped(&tile.figure))
    });
    parts.push(tiles.collect::<Vec<_>>().join("\n"));
    for section in &page.sections {
        parts.extend(self::section(section));
    }
    let files_of_pictures =
        pictures.map(|folder| page.pictures().map(|picture| file(picture, folder)).collect::<Vec<_>>());
    if let Some(files) = files_of_pictures.filter(|files| !files.is_empty()) {
        parts.push(format!("Pictures: {}.", files.join(", ")));
    }
    parts.push(escaped(page.foot));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

/// `None` if the section has only pictures.
fn section(section: &Section) -> Option<String> {
    let blocks: Vec<String> = section.blocks.iter().filter_map(block).collect();
    if blocks.is_empty() {
        return None;
    }
    let head = [format!("## {}", escaped(&section.title)), escaped(&section.note)];
    let parts = head.into_iter().chain(blocks).filter(|part| !part.is_empty());
    Some(parts.collect::<Vec<_>>().join("\n\n"))
}

fn file(picture: &Picture, folder: &str) -> String {
    format!("[{}]({folder}/{}.svg)", escaped(picture.title), picture.name)
}

fn block(block: &Block) -> Option<String> {
    match block {
        Block::Heading(words) => Some(format!("### {}", escaped(words))),
        Block::Words(words) => Some(escaped(words)),
        Block::Table(contents) => Some(table(contents)),
        Block::Picture(_) | Block::File(_) | Block::Filter(_) => None,
        Block::Typed(text) => Some(fenced("", text)),
        Block::Cards(rows) => {
            let lines: Vec<String> = rows.iter().map(|row| format!("{}: {}", row.name, row.text())).collect();
            Some(escaped(&lines.join("; ")))
        }
        Block::Folded(what, parts) => folded(what, parts),
        Block::Decision(contents) => folded(&contents.cells().join(" "), &contents.blocks),
    }
}

fn folded(what: &str, parts: &[Block]) -> Option<String> {
    let inside: Vec<String> = parts.iter().filter_map(block).collect();
    let (what, inside) = (escaped(what), inside.join("\n\n"));
    (!inside.is_empty()).then(|| format!("<details><summary>{what}</summary>\n\n{inside}\n\n</details>"))
}

/// The lines of a table.
pub fn table(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let align = (0..table.heads.len()).map(|column| if table.is_left(column) { "---" } else { "---:" });
    let heads = table.heads.iter().map(|head| escaped(head)).collect();
    let mut lines = vec![line(heads), line(align.map(str::to_owned).collect())];
    lines.extend(table.rows.iter().map(|row| line(row.iter().map(cell).collect())));
    lines.join("\n")
}

/// Bold if the shade says that the figure is decided.
fn cell(cell: &Cell) -> String {
    let text = if cell.typed {
        code(&cell.text).replace('|', "\\|")
    } else {
        escaped(&cell.text)
    };
    let text = match cell.shade {
        Some(Shade::Good(_) | Shade::Bad(_)) => format!("**{text}**"),
        _ => text,
    };
    match cell.small.as_str() {
        "" => text,
        small => format!("{text} {}", escaped(small)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Table, cell, table};

    #[test]
    fn typed_cells_stay_in_their_column() {
        assert_eq!(cell(&Cell::typed("a|`b`")), "`a\\|'b'`");
    }

    #[test]
    fn a_table_has_heads_and_rows() {
        let mut points = Table::new(["agent", "points"]);
        points.push(["greedy", "1"]);
        assert_eq!(table(&points), "| agent | points |\n| --- | ---: |\n| greedy | 1 |");
        assert_eq!(table(&points.turned()), "| agent | greedy |\n| --- | ---: |\n| points | 1 |");
    }
}
