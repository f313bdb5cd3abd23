//! A page as self-contained HTML: no network; light and dark; readable on a phone; complete without a script. Only a
//! page with a filter of decisions has a script, and the page's policy allows no other one.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use spariglio_engine::plain::plain_lines;

use super::{Block, Cell, Decision, Filter, Page, Section, Table, Tile, decision_id, script};
use crate::cards;
use crate::picture::{Picture, theme};
use spariglio_text::Language;

/// The whole page. `beside` says whether the pictures are also written as files next to it.
pub fn text(page: &Page, beside: bool) -> String {
    let title = format!("Spariglio: {}", page.name);
    let (language, style) = (page.language, page.cards);
    let has_script = page.blocks().any(|block| matches!(block, Block::Filter(_)));
    let cards = page.blocks().flat_map(|block| match block {
        Block::Cards(rows) => rows.as_slice(),
        _ => &[],
    });
    let mut drawn = cards
        .flat_map(|row| row.cards.iter().map(|card| (row.deck.pack(), card)))
        .peekable();
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
                @if drawn.peek().is_some() { (PreEscaped(cards::symbols_of(drawn, style, language))) }
                main {
                    header {
                        h1 { small { "Spariglio" } (page.kind) " " (page.name) }
                        p { @for fact in &page.facts { span.pill { (fact) } " " } }
                    }
                    @if let Some(origin) = &page.origin { p.muted { (origin) } }
                    @if let Some(command) = &page.command { pre tabindex="0" { (command) } }
                    @if let Some(verdict) = &page.verdict { p { b { (verdict) } } }
                    @if let Some(warning) = &page.warning { p.warning { (warning) } }
                    @if !page.tiles.is_empty() { div.tiles { @for tile in &page.tiles { (figure_first(tile)) } } }
                    @for part in &page.sections { (section(part, language)) }
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

fn figure_first(tile: &Tile) -> Markup {
    html! {
        div.tile {
            span { (breakable(&tile.what)) }
            b { (tile.figure) }
            @if !tile.more.is_empty() { small { (tile.more) } }
        }
    }
}

fn section(section: &Section, language: Language) -> Markup {
    let runs = section.blocks.chunk_by(|a, b| is_narrow(a) && is_narrow(b));
    html! {
        section {
            h2 { (section.title) }
            @if !section.note.is_empty() { p.muted { (section.note) } }
            @for run in runs {
                @if run.iter().any(is_narrow) {
                    div.pictures { @for part in run { (block(part, language)) } }
                } @else {
                    @for part in run { (block(part, language)) }
                }
            }
        }
    }
}

/// A picture gets the page's whole width if it is at least this wide.
const WIDE: f64 = 800.0;

/// Whether a block is a picture of one panel that is not wide. Two of them may stand side by side.
fn is_narrow(block: &Block) -> bool {
    matches!(block, Block::Picture(picture) if picture.panels.len() == 1 && picture.panels[0].drawing.width() < WIDE)
}

fn block(block: &Block, language: Language) -> Markup {
    match block {
        Block::Heading(words) => html! { h3 { (words) } },
        Block::Words(words) => html! { p { (words) } },
        Block::Table(shown) => table(shown),
        Block::Picture(shown) => picture(shown),
        Block::File(_) => html! {},
        Block::Typed(text) => html! { pre tabindex="0" { (text) } },
        Block::Folded(what, parts) => html! {
            details { summary { (breakable(what)) } @for part in parts { (self::block(part, language)) } }
        },
        Block::Decision(shown) => decision(shown, language),
        Block::Filter(shown) => filter(shown),
        Block::Cards(rows) => html! {
            @for row in rows {
                div.cards role="group" aria-label=(row.name) {
                    span.muted { (row.name) }
                    @for card in row.cards { (cards::card(row.deck.pack(), card, language)) }
                    @if row.cards.is_empty() { span { (row.empty) } }
                }
            }
        },
    }
}

/// The id is on the contents, so that a link to it opens the decision.
fn decision(shown: &Decision, language: Language) -> Markup {
    let Decision { hand, turn, seat, mark, line, blocks } = shown;
    html! {
        details.decision data-hand=(hand) data-turn=(turn) data-seat=(seat) data-mark=(mark) {
            summary { (line) }
            div id=(decision_id(*hand, *turn)) { @for part in blocks { (block(part, language)) } }
        }
    }
}

/// Hidden until the script runs.
fn filter(shown: &Filter) -> Markup {
    let [previous, next] = shown.steps;
    html! {
        form.filter hidden aria-label=(shown.title) {
            label { input type="checkbox" name="marked"; " " (shown.only_marked) }
            select name="seat" aria-label=(shown.seats[0]) {
                @for (place, name) in shown.seats.iter().enumerate() {
                    option value=(place.checked_sub(1).map_or(String::new(), |seat| seat.to_string())) { (name) }
                }
            }
            button type="button" value="-1" title=(previous) aria-label=(previous) { "[" }
            button type="button" value="1" title=(next) aria-label=(next) { "]" }
            output {}
        }
    }
}

fn picture(picture: &Picture) -> Markup {
    let many = picture.panels.len() > 1;
    html! {
        figure {
            h3 { (picture.title) }
            figcaption { (picture.note) }
            @if let Some(narrow) = &picture.narrow {
                div.narrow { (PreEscaped(narrow.element(picture.title))) }
            }
            div.panels[many].wide[picture.narrow.is_some()] {
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

fn table(shown: &Table) -> Markup {
    html! {
        div.scroll.facts[shown.heads.len() == 2] tabindex="0" {
            table.shaded[shown.shaded] {
                thead { tr { @for (column, head) in shown.heads.iter().enumerate() {
                    @if head.is_empty() { td {} } @else { th.left[shown.is_left(column)] scope="col" { (breakable(head)) } }
                } } }
                tbody { @for row in &shown.rows {
                    tr {
                        @for (column, part) in row.iter().enumerate() {
                            @if column == 0 { th scope="row" { (words(part)) } } @else { (cell(part, shown.is_left(column))) }
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
    if let Some(link) = &cell.link {
        let plain = Cell { link: None, ..cell.clone() };
        return html! { a href={ "#" (link) } { (words(&plain)) } };
    }
    html! {
        @if cell.typed { code { (cell.text) } }
        @else if cell.shade.is_some() { b { (cell.text) } }
        @else { (breakable(&cell.text)) }
        @if !cell.small.is_empty() { " " small { (cell.small) } }
    }
}
