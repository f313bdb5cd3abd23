//! The page: head, key figures, pictures, tables, and what was run. It links to nothing.

mod tables;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::data::RunData;
use crate::picture::{Picture, theme};
use crate::result::{ArenaResult, PairResult};
use crate::table::signed;

/// The whole page as HTML.
pub fn html(data: &RunData, pictures: &[Picture]) -> String {
    let title = format!("Spariglio: {}", data.name);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(theme::style_sheet())) (PreEscaped(include_str!("style.css"))) }
            }
            body {
                main {
                    (header(data))
                    (tiles(data))
                    (final_arena(data))
                    (learning(data, pictures))
                    (arena_details(data, pictures))
                    (what_was_run(data))
                    footer.muted {
                        "Intervals are 95 % and come from duplicate sets: each deal is played once for every seating. "
                        "A shutout counts as the match limit. The pictures lie beside this page in " code { "report/" } "."
                    }
                }
            }
        }
    }
    .into_string()
}

fn header(data: &RunData) -> Markup {
    html! {
        header {
            h1 { small { "Spariglio" } "Run " (data.name) }
            @if let Some(arena) = data.main_arena() {
                p.muted {
                    span.pill { "rules " (arena.rules) }
                    span.pill { "seed " (arena.seed) }
                    span.pill { "version " (arena.version) }
                    span.pill { "fingerprint " (arena.fingerprint) }
                }
            }
        }
    }
}

/// The figures to see first: the leader, what search adds, what was played, the gate.
fn tiles(data: &RunData) -> Markup {
    html! {
        div.tiles {
            @if let Some(arena) = data.main_arena() {
                (leader_tile(arena))
                @for (first, second) in [("net", "random"), ("net", "greedy"), ("net-search", "net")] {
                    @if let Some((pair, sign)) = named(arena, first, second) {
                        (margin_tile(first, second, pair, sign))
                    }
                }
                (tile("hands in the arena", &thousands(arena.pairs.iter().map(|pair| pair.hands).sum()), ""))
            }
            @if !data.metrics.gates.is_empty() {
                @let accepted = data.metrics.gates.iter().filter(|gate| gate.accepted).count();
                (tile("generations accepted", &format!("{accepted} of {}", data.metrics.gates.len()), ""))
            }
        }
    }
}

fn tile(what: &str, figure: &str, more: &str) -> Markup {
    html! { div.tile { span { (what) } b { (figure) } @if !more.is_empty() { small { (more) } } } }
}

fn leader_tile(arena: &ArenaResult) -> Markup {
    let standings = tables::standings(arena);
    html! {
        @if let Some(leader) = standings.first() {
            (tile("first place", leader.name, &format!("{} points a hand over all others", signed(leader.mean, 2))))
        }
    }
}

fn margin_tile(first: &str, second: &str, pair: &PairResult, sign: f64) -> Markup {
    let half = (pair.interval[1] - pair.interval[0]) / 2.0;
    let what = format!("{first} against {second}");
    tile(
        &what,
        &signed(sign * pair.mean, 2),
        &format!("± {half:.2} points a hand"),
    )
}

fn named<'a>(arena: &'a ArenaResult, first: &str, second: &str) -> Option<(&'a PairResult, f64)> {
    let place = |name: &str| arena.names.iter().position(|known| known == name);
    arena.between(place(first)?, place(second)?)
}

fn final_arena(data: &RunData) -> Markup {
    html! {
        @if let Some(arena) = data.main_arena() {
            h2 { "Arena" }
            p.muted { "Points a hand of the agent at the left against the agent at the top, and the half-width of the 95 % interval. Grey: the interval holds zero." }
            (tables::cross(arena))
            h2 { "Standings" }
            p.muted { "Means over all the other agents, each counting the same." }
            (tables::standings_table(arena))
        }
    }
}

/// What lies behind the cross table.
fn arena_details(data: &RunData, pictures: &[Picture]) -> Markup {
    html! {
        @if let Some(arena) = data.main_arena() {
            h2 { "The arena in pictures" }
            div.pictures { (figures(pictures, &["cross_table", "outcomes"])) }
            h2 { "Pairs" }
            p.muted { "Won, tied and lost in percent of hands, for the agent named first; \"first side\" is the side that plays first, whoever holds it. Duplicate gain: how many times as many hands on unrelated deals would give the same interval." }
            (tables::pairs(arena))
            @if arena.pairs.iter().any(|pair| !pair.by_agent[0].points_by_kind.is_empty()) {
                h2 { "Where the points come from" }
                p.muted { "Points a hand by kind, mean over all pairs of the agent." }
                (tables::kinds(arena))
            }
        }
    }
}

fn learning(data: &RunData, pictures: &[Picture]) -> Markup {
    let metrics = &data.metrics;
    html! {
        @if !metrics.is_empty() {
            h2 { "Learning" }
            div.pictures {
                (figures(pictures, &["learning_curve", "gates", "losses"]))
                @if !metrics.gates.is_empty() {
                    div.card {
                        h3 { "Decisions of the gate" }
                        p.muted { "A new network replaces the best one only if it is better in the arena." }
                        (tables::gates(&metrics.gates))
                    }
                }
            }
            @if !metrics.evaluations.is_empty() {
                details {
                    summary { "Evaluations as a table" }
                    (tables::evaluations(metrics))
                }
            }
        }
    }
}

fn figures(pictures: &[Picture], names: &[&str]) -> Markup {
    html! {
        @for picture in pictures.iter().filter(|picture| names.contains(&picture.name)) {
            figure {
                h3 { (picture.title) }
                figcaption { (picture.note) }
                @for panel in &picture.panels {
                    @if !panel.title.is_empty() { h4 { (panel.title) } }
                    (PreEscaped(picture.inline(panel)))
                }
            }
        }
    }
}

fn what_was_run(data: &RunData) -> Markup {
    html! {
        h2 { "What was run" }
        @for entry in &data.arenas {
            @let arena = &entry.result;
            h3 { "Arena " code { (entry.name) } }
            dl {
                dt { "rules" } dd { (arena.rules) " (" code { (arena.rules_fingerprint) } ")" }
                dt { "seed" } dd { (arena.seed) @if arena.partners_open { ", partners' hand cards open" } }
                dt { "fingerprint" } dd { code { (arena.fingerprint) } }
                @for (name, spec) in arena.names.iter().zip(&arena.agents) {
                    dt { (name) } dd { code { (spec) } }
                }
            }
            @if let Some(command) = &arena.command { pre { (command) } }
        }
        @if let Some(configuration) = &data.configuration {
            details {
                summary { "Resolved configuration (run.toml)" }
                pre { (configuration) }
            }
        }
    }
}

/// A whole number with thin groups of three digits.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let grouped = digits.bytes().enumerate().flat_map(|(place, digit)| {
        let gap = place > 0 && (digits.len() - place).is_multiple_of(3);
        gap.then_some('\u{202f}').into_iter().chain([char::from(digit)])
    });
    grouped.collect()
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn groups_of_three_digits() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(1_234_567), "1\u{202f}234\u{202f}567");
    }
}
