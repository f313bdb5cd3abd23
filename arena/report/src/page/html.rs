//! A page as self-contained HTML: no network; light and dark; readable on a phone; complete without a script. Only a
//! page with a list of decisions has a script, and the page's policy allows no other one.

mod decision;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use spariglio_engine::format::plain::plain_lines;

use super::{Block, CardRow, Cell, Page, Section, Table, Tile, script};
use crate::cards;
use crate::picture::{Picture, theme};
use crate::words::Words;
use spariglio_text::Language;

/// A page with at least this many sections has contents.
const LONG: usize = 4;
/// The most tiles, and the most panels of a picture, side by side.
const TILES: usize = 6;
const PANELS: usize = 3;

/// The whole page. `beside` says whether the pictures are also written as files next to it.
pub fn text(page: &Page, beside: bool) -> String {
    let title = format!("Spariglio: {}", page.name);
    let (language, style) = (page.language, page.cards);
    let has_script = page.blocks().any(|block| matches!(block, Block::Filter(_)));
    let cards = page.drawn();
    let page = html! {
        (DOCTYPE)
        html lang=(language.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(script::policy());
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(theme::style_sheet())) (PreEscaped(include_str!("../style.css"))) }
            }
            body {
                @if !cards.is_empty() { (PreEscaped(cards::symbols_of(cards, style, language))) }
                main {
                    (head(page))
                    @if !page.tiles.is_empty() { (tiles(&page.tiles)) }
                    @if page.sections.len() >= LONG { (contents(&page.sections, language)) }
                    @for (place, part) in page.sections.iter().enumerate() { (section(place, part, language)) }
                    footer.muted {
                        (page.foot)
                        @if beside && page.pictures().next().is_some() { " The pictures are also next to this page as SVG and PNG files." }
                    }
                }
                @if has_script { script { (PreEscaped(script::SCRIPT)) } }
            }
        }
    }
    .into_string();
    plain_lines(&page)
}

/// What it is, the verdict, and how it was made.
fn head(page: &Page) -> Markup {
    html! {
        header {
            h1 { small { "Spariglio" } (page.kind) " " (page.name) }
            p { @for fact in &page.facts { span.pill { (fact) } " " } }
        }
        @if let Some(verdict) = &page.verdict { p.verdict { (verdict) } }
        @if let Some(warning) = &page.warning { p.warning { (warning) } }
        @if let Some(origin) = &page.origin { p.muted { (origin) } }
        @if let Some(command) = &page.command { p.muted.again { "To make it again:" } pre tabindex="0" { (command) } }
    }
}

/// The columns for things in rows of at most `most` that are about equally long.
fn columns(count: usize, most: usize) -> usize {
    count.div_ceil(count.div_ceil(most))
}

fn tiles(tiles: &[Tile]) -> Markup {
    let columns = columns(tiles.len(), TILES);
    html! {
        div.tiles style=(format!("--columns:{columns}")) {
            @for tile in tiles {
                div.tile {
                    span { (breakable(&tile.what)) }
                    b { (tile.figure) }
                    @if !tile.more.is_empty() { small { (tile.more) } }
                }
            }
        }
    }
}

fn contents(sections: &[Section], language: Language) -> Markup {
    let title = Words { language }.t("static.contents");
    html! {
        nav.contents aria-label=(title) {
            b { (title) }
            ul { @for (place, part) in sections.iter().enumerate() { li { a href={ "#" (section_id(place)) } { (part.title) } } } }
        }
    }
}

fn section_id(place: usize) -> String {
    format!("section-{}", place + 1)
}

/// How a block stands among its neighbours.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Stand {
    Alone,
    /// A picture that is not wide: two may stand side by side.
    Picture,
    /// A decision in a list.
    Decision,
}

/// A picture gets the page's whole width if it is at least this wide.
const WIDE: f64 = 800.0;

fn stand(block: &Block) -> Stand {
    match block {
        Block::Picture(picture) if picture.panels.len() == 1 && picture.panels[0].drawing.width() < WIDE => {
            Stand::Picture
        }
        Block::Decision(_) => Stand::Decision,
        _ => Stand::Alone,
    }
}

fn section(place: usize, section: &Section, language: Language) -> Markup {
    html! {
        section id=(section_id(place)) {
            h2 { (section.title) }
            @if !section.note.is_empty() { p.muted { (section.note) } }
            @for run in section.blocks.chunk_by(|a, b| stand(a) == stand(b)) {
                @match stand(&run[0]) {
                    Stand::Picture => div.pictures { (blocks(run, language)) },
                    Stand::Decision => div.decisions { (blocks(run, language)) },
                    Stand::Alone => (blocks(run, language)),
                }
            }
        }
    }
}

fn blocks(blocks: &[Block], language: Language) -> Markup {
    html! { @for part in blocks { (block(part, language)) } }
}

fn block(block: &Block, language: Language) -> Markup {
    match block {
        Block::Heading(words) => html! { h3 { (words) } },
        Block::Words(words) => html! { p { (words) } },
        Block::Table(contents) => table(contents),
        Block::Picture(contents) => picture(contents),
        Block::File(_) => html! {},
        Block::Typed(text) => html! { pre tabindex="0" { (text) } },
        Block::Folded(what, parts) => html! { details { summary { (breakable(what)) } (blocks(parts, language)) } },
        Block::Decision(contents) => decision::decision(contents, language),
        Block::Filter(contents) => decision::filter(contents),
        Block::Cards(rows) => html! { @for row in rows { (card_row(row, language)) } },
    }
}

fn card_row(row: &CardRow, language: Language) -> Markup {
    let label = |card| row.labels.iter().find(|(of, _)| *of == card).map(|(_, label)| label);
    html! {
        div.cards role="group" aria-label=(row.name) {
            span.muted { (row.name) }
            @for card in row.cards {
                @if let Some(label) = label(card) {
                    span.labelled.best[label.is_best] { (cards::card(row.deck.pack(), card, language)) small { (label.text) } }
                } @else {
                    (cards::card(row.deck.pack(), card, language))
                }
            }
            @if row.cards.is_empty() { span { (row.empty) } }
        }
    }
}

fn picture(picture: &Picture) -> Markup {
    let many = picture.panels.len() > 1;
    let columns = columns(picture.panels.len(), PANELS);
    html! {
        figure {
            h3 { (picture.title) }
            figcaption { (picture.note) }
            @if let Some(narrow) = &picture.narrow {
                div.narrow { (PreEscaped(narrow.element(picture.title))) }
            }
            div.panels[many].wide[picture.narrow.is_some()] style=[many.then(|| format!("--columns:{columns}"))] {
                @for panel in &picture.panels {
                    div {
                        @if !panel.title.is_empty() { h4 { (panel.title) } }
                        (PreEscaped(picture.inline(panel)))
                    }
                }
            }
        }
    }
}

fn table(table: &Table) -> Markup {
    html! {
        div.scroll.facts[table.heads.len() == 2] tabindex="0" {
            table.shaded[table.shaded] {
                thead { tr { @for (column, head) in table.heads.iter().enumerate() {
                    @if head.is_empty() { td {} } @else { th.left[table.is_left(column)] scope="col" { (breakable(head)) } }
                } } }
                tbody { @for row in &table.rows {
                    tr {
                        @for (column, part) in row.iter().enumerate() {
                            @if column == 0 { th scope="row" { (words(part)) } } @else { (cell(part, table.is_left(column))) }
                        }
                    }
                } }
            }
        }
    }
}

fn cell(cell: &Cell, left: bool) -> Markup {
    let Some(shade) = cell.shade else {
        return html! { td.left[left] { (words(cell)) } };
    };
    html! {
        td class=(shade.class()) style=(format!("--strength:{:.0}", 100.0 * shade.strength())) { (words(cell)) }
    }
}

/// Text that may wrap within an agent's specification.
fn breakable(text: &str) -> Markup {
    html! {
        @for (place, part) in text.split_inclusive([':', '=']).enumerate() {
            @if place > 0 { wbr; }
            (part)
        }
    }
}

fn words(cell: &Cell) -> Markup {
    html! {
        @if let Some(play) = &cell.play { (decision::play(play)) }
        @else if cell.typed { code { (cell.text) } }
        @else if cell.shade.is_some() { b { (cell.text) } }
        @else { (breakable(&cell.text)) }
        @if !cell.small.is_empty() { " " small { (cell.small) } }
    }
}
