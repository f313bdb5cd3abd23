//! The page of an arena's result. A section is left out if the result has no data for it.

mod behaviour;
mod claims;
mod convergence;
mod cross;
mod margins;
pub(crate) mod offences;
mod outcomes;
mod pairs;
pub(crate) mod ratings;
mod sides;
pub(crate) mod sprt;
mod time;
mod usage;

use super::figures;
use super::page::{self, Block, Cell, Page, Section, Table, Tile};
use crate::figures::signed;
use crate::paper::{self, Form};
use crate::verdict;
use spariglio_arena::pairs::component::other_rules;
use spariglio_arena::pairs::pool::Pool;
use spariglio_arena::{ArenaResult, ContestResult, PairResult, Unit};
use spariglio_files::Origin;

/// Natural size of a panel among several.
const PANEL: [f64; 2] = [330.0, 190.0];
/// The most panels of a picture.
const PANELS: usize = 12;
/// The most agents of a cross table that is drawn as a picture.
const DRAWN: usize = 20;

/// Explains all figures.
pub(crate) const FOOT: &str = "Intervals are 95 % and come from duplicate sets: each deal is played once for every seating. A shutout counts as \
    the match limit where hands are averaged.";

/// Explains all figures if every deal is played once.
const FOOT_UNPAIRED: &str = "Intervals are 95 % and come from single hands: each deal is played once, in one seating after the other. A shutout counts as \
    the match limit where hands are averaged.";

/// The figures for a terminal.
#[must_use]
pub fn text(arena: &ArenaResult) -> String {
    page::text::text(&Page { sections: sections(arena), ..page("", arena) })
}

/// The table of the pairs in a file of a form.
#[must_use]
pub fn table(arena: &ArenaResult, form: Form) -> String {
    paper::pairs(&page("", arena), form)
}

/// The page of `arena`. `name` is the name of its file.
pub(crate) fn page(name: &str, arena: &ArenaResult) -> Page {
    Page {
        kind: "Arena",
        name: name.to_owned(),
        facts: facts(arena),
        origin: origin(arena),
        command: arena.head.command.clone(),
        verdict: verdict::of_arena(arena),
        warning: warning(arena, "hands"),
        tiles: tiles(arena),
        sections: sections(arena).into_iter().chain([what_was_run(name, arena)]).collect(),
        foot: if arena.head.unpaired { FOOT_UNPAIRED } else { FOOT },
        ..Page::default()
    }
}

/// Date, machine and program of an arena.
pub(crate) fn origin(arena: &ArenaResult) -> Option<String> {
    arena.head.origin.as_ref().map(Origin::text)
}

/// Warnings for the top of the page.
pub(crate) fn warning<U: Unit>(result: &ContestResult<U>, unit: &str) -> Option<String> {
    let stopped = format!(
        "This arena was stopped before all requested {unit} were played: the figures are those of the {unit} so far."
    );
    let stopped = (!result.head.complete).then_some(stopped);
    let warnings = stopped.into_iter().chain(other_rules(&result.head.names, &result.head.made_of));
    let warnings: Vec<String> = warnings.collect();
    (!warnings.is_empty()).then(|| warnings.join(" "))
}

/// Pills that identify an arena.
pub(crate) fn facts(arena: &ArenaResult) -> Vec<String> {
    let mut facts = vec![
        format!("rules {}", arena.head.rules),
        format!("seed {}", arena.head.seed),
        format!("version {}", figures::version(&arena.head.version)),
        format!("fingerprint {}", arena.figures.fingerprint),
    ];
    if arena.head.partners_open {
        facts.push("partners' hand cards open".to_owned());
    }
    if arena.head.unpaired {
        facts.push("every deal played once".to_owned());
    }
    facts
}

/// The main figures, shown first.
pub(crate) fn tiles(arena: &ArenaResult) -> Vec<Tile> {
    let mut tiles = Vec::new();
    match arena.pairs.as_slice() {
        [] => {}
        [pair] => tiles.extend(pair_tiles(arena, pair)),
        _ => tiles.extend(arena.figures.pool.as_ref().iter().flat_map(|pool| pool_tiles(arena, pool))),
    }
    let hands = arena.plays();
    let sets: u64 = arena.pairs.iter().map(|pair| pair.sets()).sum();
    let pairs = match arena.pairs.len() {
        1 => String::new(),
        pairs => format!(", {pairs} pairs"),
    };
    tiles.push(Tile::new("hands", figures::thousands(hands), format!("{} deals{pairs}", figures::thousands(sets))));
    let forfeits: u64 = arena.pairs.iter().flat_map(|pair| pair.figures.forfeits.lost).sum();
    if forfeits > 0 {
        tiles.push(Tile::new("forfeited hands", figures::thousands(forfeits), ""));
    }
    tiles
}

fn pair_tiles(arena: &ArenaResult, pair: &PairResult) -> Vec<Tile> {
    let [first, second] = pair.places.map(|place| &arena.head.names[place]);
    let what = format!("{first} against {second}");
    let more = format!("{} points per hand", figures::margin_error(pair, 3));
    let mut tiles = vec![Tile::new(what, signed(pair.figures.margin.mean, 3), more)];
    if let Some(test) = &pair.figures.sprt {
        let more = format!("differences from {} {} on count", test.run.config.difference, sprt::unit(test, "hand"));
        tiles.push(Tile::new("sequential test", sprt::verdict([first, second], test, "hand"), more));
    }
    match pair.figures.pairing.variance_reduction {
        _ if pair.figures.pairing.cancels => {
            let more = "the margins of the plays of each deal add up to 0";
            tiles.push(Tile::new("duplicate deals", "every set cancelled", more));
        }
        Some(gain) => tiles.push(Tile::new("duplicate gain", format!("× {gain:.2}"), "hands on unrelated deals")),
        None => {}
    }
    tiles
}

fn pool_tiles(arena: &ArenaResult, pool: &Pool) -> Vec<Tile> {
    let order = ratings::order(pool);
    let &[leader, next, ..] = order.as_slice() else {
        return Vec::new();
    };
    let points = pool
        .ratings(leader)
        .map(|[points, _]| figures::estimate(&points, 2))
        .unwrap_or_default();
    let mut tiles =
        vec![Tile::new("first place", arena.head.names[leader].as_str(), format!("{points} points per hand"))];
    if !ratings::is_rejected(pool) {
        let better = ratings::better(arena, pool, leader, next);
        tiles.push(Tile::new(
            format!("better than {}", arena.head.names[next]),
            better.map_or("not known".to_owned(), figures::superiority),
            "chance that it is, given the data",
        ));
    }
    let tests = arena.pairs.iter().filter_map(|pair| pair.figures.sprt.as_ref());
    let (decided, of, chance) = match arena.head.sprt {
        Some(test) => (tests.filter(|test| test.run.verdict.is_some()).count(), arena.pairs.len(), test.alpha),
        None => (pool.claims.iter().filter(|claim| claim.adjusted <= 0.05).count(), pool.claims.len(), 0.05),
    };
    let more = format!("at {} % for all together", 100.0 * chance);
    tiles.push(Tile::new("pairs decided", format!("{decided} of {of}"), more));
    tiles
}

/// All sections about the hands.
pub(crate) fn sections(arena: &ArenaResult) -> Vec<Section> {
    if arena.pairs.is_empty() {
        return Vec::new();
    }
    let pool = arena.figures.pool.as_ref();
    let sections = [
        cross::section(arena),
        ratings::section(arena, pool),
        claims::section(arena, pool.filter(|_| arena.head.sprt.is_none())),
        sprt::section(arena, |figures| figures.sprt.as_ref(), "hand"),
        Some(pairs::section(arena)),
        offences::section(arena, |figures| &figures.forfeits),
        usage::section(arena),
        convergence::section(arena),
        margins::section(arena),
        Some(sides::section(arena)),
        behaviour::section(arena),
        time::section(arena, pool),
    ];
    sections.into_iter().flatten().collect()
}

/// The agents and the fingerprints.
pub(crate) fn what_was_run(name: &str, arena: &ArenaResult) -> Section {
    let mut grid = Table::new(["agent", "specification"]);
    for (name, agent) in arena.head.names.iter().zip(&arena.head.agents) {
        grid.push([Cell::from(name.as_str()), Cell::typed(agent)]);
    }
    let mut facts = Table::new(["arena", name]);
    let complete = if arena.head.complete {
        "yes"
    } else {
        "no: stopped before"
    };
    let open = if arena.head.partners_open { "open" } else { "closed" };
    for (what, text) in [
        ("rules", arena.head.rules.as_str()),
        ("rules' fingerprint", arena.head.rules_fingerprint.as_str()),
        ("seed", &arena.head.seed.to_string()),
        ("secret", &arena.head.secret.map_or(String::new(), |secret| secret.to_string())),
        ("partners' hand cards", open),
        ("version", &figures::version(&arena.head.version)),
        ("fingerprint", &arena.figures.fingerprint),
        ("complete", complete),
    ] {
        if !text.is_empty() {
            facts.push([Cell::from(what), Cell::typed(text)]);
        }
    }
    Section::new("What was run", "", vec![Block::Table(grid), Block::Table(facts)])
}

/// Every pair with the short names of its two agents.
pub(crate) fn named<U: Unit>(result: &ContestResult<U>) -> impl Iterator<Item = (&PairResult<U>, [&str; 2])> {
    let name = |place: usize| result.head.names[place].as_str();
    result.pairs.iter().map(move |pair| (pair, pair.places.map(name)))
}

/// The places of the agents that have played.
fn agents(arena: &ArenaResult) -> Vec<usize> {
    let has_played = |agent: &usize| arena.pairs.iter().any(|pair| pair.places.contains(agent));
    (0..arena.head.agents.len()).filter(has_played).collect()
}

/// A note if there are more pairs than panels.
fn left_out(pairs: usize) -> String {
    match pairs {
        0..=PANELS => String::new(),
        _ => format!("The first {PANELS} of {pairs} pairs."),
    }
}
