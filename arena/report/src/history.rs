//! The page of a pool with a history: what the last versions changed, ratings over time, and all pairs.

mod curve;

use crate::error::ReportError;
use crate::figures::{self, signed};
use crate::ladder;
use crate::page::{Block, Cell, Page, Section, Table, Tile};
use crate::shade::Shade;
use spariglio_arena::PairResult;
use spariglio_arena::studies::history::{Change, Ranking};
use spariglio_arena::studies::ladder::RowResult;
use spariglio_stats::Estimate;
use std::path::Path;

/// Explains all figures.
const FOOT: &str = "Intervals are 95 %. Ratings come from all pairs of the pool. A test that ends early makes its pair's mean \
    a little too extreme; the estimate of the test is corrected for that, the ratings are not.";

/// The page of the pool in `folder`; `None` if there is none.
///
/// # Errors
/// A file cannot be read, or was changed.
pub(crate) fn of_folder(folder: &Path) -> Result<Option<Page>, ReportError> {
    let standing = Ranking::load(folder)?;
    Ok(standing.map(|standing| page(&super::name(folder), &standing)))
}

fn page(name: &str, standing: &Ranking) -> Page {
    let newest = newest(standing);
    let rows: Vec<(usize, &RowResult)> = (1..).zip(standing.rows.iter().flatten()).collect();
    let mut sections = vec![Section::new("Ratings", ratings_note(standing), ratings(standing))];
    if standing.versions.len() > agents(standing).len() {
        sections.push(Section::new("Nights", NIGHTS, vec![Block::Table(nights(standing))]));
    }
    if !rows.is_empty() {
        let pairs = vec![Block::Table(ladder::results(&rows)), Block::Typed(ladder::commands(&rows))];
        sections.push(Section::new("All pairs", PAIRS, vec![Block::Folded("Results and commands".to_owned(), pairs)]));
    }
    Page {
        kind: "Pool",
        name: name.to_owned(),
        facts: facts(standing),
        verdict: newest.map(|place| change(standing, place)),
        warning: newest.and_then(|place| offences(standing, place)),
        tiles: newest.map_or(Vec::new(), |place| tiles(standing, place)),
        sections,
        foot: FOOT,
        ..Page::default()
    }
}

const PAIRS: &str =
    "The row `test` is that of a version against the one before it; the rows `share` are its other pairs of the night.";

const NIGHTS: &str = "The test of every version against the one before it, newest first. The estimate is corrected for the early end \
    of the test.";

fn facts(standing: &Ranking) -> Vec<String> {
    let (agents, versions) = (agents(standing).len(), standing.versions.len());
    let last = standing.versions.last().and_then(|version| version.date.clone());
    let counts = [counted(agents, "agent"), counted(versions, "version")];
    [standing.rules.clone()].into_iter().chain(counts).chain(last).collect()
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The names of all agents, in the order in which they were added.
fn agents(standing: &Ranking) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for version in &standing.versions {
        if !names.contains(&version.name.as_str()) {
            names.push(&version.name);
        }
    }
    names
}

/// The last version that has a version before it, else the last one.
fn newest(standing: &Ranking) -> Option<usize> {
    let places = || 0..standing.versions.len();
    let tested = places().rev().find(|&place| standing.change(place) != Change::New);
    tested.or(places().last())
}

/// What the version at `place` has changed, in words.
#[must_use]
pub fn change(standing: &Ranking, place: usize) -> String {
    let label = standing.versions[place].label();
    let Some((before, pair)) = standing.test(place) else {
        return format!("{label} is the first version of {}.", standing.versions[place].name);
    };
    let before = standing.versions[before].label();
    let verdict = match standing.change(place) {
        Change::Better => format!("{label} is better than {before}"),
        Change::Worse => format!("{label} is worse than {before}"),
        Change::Within => {
            format!("{label} and {before} differ by less than {} points per hand", standing.versions[place].difference)
        }
        Change::New | Change::Open => {
            format!("{label} against {before} is not decided (the same command with more --hands goes on)")
        }
    };
    let interval = match estimate(standing, place, pair) {
        Some((mean, interval)) => {
            format!("{} points per hand, 95 % interval {}", signed(mean, 2), figures::interval(Some(interval)))
        }
        None => "no interval".to_owned(),
    };
    format!("{verdict}: {interval}; {} hands.", figures::thousands(pair.figures.hands))
}

/// The estimate of a test and its interval: corrected for the early end if an agent is better, else the plain mean.
fn estimate(standing: &Ranking, place: usize, pair: &PairResult) -> Option<(f64, [f64; 2])> {
    let is_decided = matches!(standing.change(place), Change::Better | Change::Worse);
    let corrected = pair.figures.sprt.as_ref().and_then(|test| test.estimate).filter(|_| is_decided);
    let plain = || Some((pair.figures.margin.mean, pair.figures.margin.interval?));
    corrected.map(|test| (test.median, test.interval)).or_else(plain)
}

/// Where the version at `place` stands, in words; `None` if it is not rated.
#[must_use]
pub fn place(standing: &Ranking, place: usize) -> Option<String> {
    let (order, rating) = (standing.order(), standing.rating(place)?);
    let rank = 1 + order.iter().position(|&other| other == place)?;
    let label = standing.versions[place].label();
    let against = match place {
        0 => String::new(),
        _ => format!(", {} points per hand against {}", figures::estimate(&rating, 2), standing.versions[0].label()),
    };
    let best = best(standing, place).map_or(String::new(), |(best, ahead)| {
        let best = standing.versions[best].label();
        format!("; its best version, {best}, is {} points ahead", figures::estimate(&ahead, 2))
    });
    Some(format!("{label} is number {rank} of {} versions{against}{best}.", order.len()))
}

/// The best other version of the same agent, and how much it is better; `None` if none is rated higher.
fn best(standing: &Ranking, place: usize) -> Option<(usize, Estimate)> {
    let name = &standing.versions[place].name;
    let best = standing
        .order()
        .into_iter()
        .find(|&other| standing.versions[other].name == *name)?;
    Some((best, standing.difference([best, place])?)).filter(|_| best != place)
}

/// The offences of the version at `place`, in words; `None` if there are none.
#[must_use]
pub fn offences(standing: &Ranking, place: usize) -> Option<String> {
    let mut pairs = standing.rows[place].iter().flat_map(|row| &row.pairs);
    let first = pairs.find_map(|pair| pair.sums.first_offence[0].as_ref())?;
    let (label, hands) = (standing.versions[place].label(), figures::thousands(standing.forfeits(place)));
    Some(format!("{label} lost {hands} hands by an offence. The first one: {first}"))
}

fn tiles(standing: &Ranking, place: usize) -> Vec<Tile> {
    let label = standing.versions[place].label();
    let against = format!("points per hand against {}", standing.versions[0].label());
    let rating = standing.rating(place).map(|rating| {
        Tile::new(
            format!("Rating of {label}"),
            signed(rating.mean, 2),
            figures::plus_minus(rating.interval, 2) + " " + &against,
        )
    });
    let tested = standing.test(place).and_then(|(before, pair)| {
        let (mean, [low, high]) = estimate(standing, place, pair)?;
        let more = format!("points per hand, {}", figures::interval(Some([low, high])));
        Some(Tile::new(format!("{label} against {}", standing.versions[before].label()), signed(mean, 2), more))
    });
    tested.into_iter().chain(rating).collect()
}

fn ratings_note(standing: &Ranking) -> String {
    let zero = standing.versions.first().map_or(String::new(), |version| version.label());
    let misfit = match standing.is_rejected() {
        true => {
            " One scale does not fit all pairs: the fit is rejected, so intervals here are too narrow. Read the tests and the pairs."
        }
        false => "",
    };
    format!("Points per hand that a version is better than {zero}, the first of the pool.{misfit}")
}

fn ratings(standing: &Ranking) -> Vec<Block> {
    let mut table = Table::new(["version", "rating", "hands", "added", "agent"]).words(&["added", "agent"]);
    for place in standing.order() {
        let version = &standing.versions[place];
        let rating = standing.rating(place).filter(|_| place > 0);
        let interval = rating.and_then(|rating| rating.interval);
        table.push([
            Cell::from(version.label()),
            Cell::from(rating.map_or("0".to_owned(), |rating| figures::estimate(&rating, 3)))
                .shaded(Shade::of_interval(interval)),
            Cell::from(figures::thousands(hands(standing, place))),
            Cell::from(version.date.clone().unwrap_or_default()),
            Cell::typed(&version.agent),
        ]);
    }
    curve::picture(standing)
        .map(Block::Picture)
        .into_iter()
        .chain([Block::Table(table)])
        .collect()
}

/// The hands that a version has played in all its pairs.
fn hands(standing: &Ranking, place: usize) -> u64 {
    let label = standing.versions[place].label();
    let rows = standing.rows.iter().flatten().filter(|row| row.agents.contains(&label));
    rows.flat_map(|row| &row.pairs).map(|pair| pair.figures.hands).sum()
}

fn nights(standing: &Ranking) -> Table {
    let mut table = Table::new(["version", "added", "against", "verdict", "points per hand", "interval", "hands"])
        .words(&["added", "against", "verdict", "interval"]);
    for place in (0..standing.versions.len()).rev() {
        let Some((before, pair)) = standing.test(place) else {
            continue;
        };
        let version = &standing.versions[place];
        let (verdict, shade) = match standing.change(place) {
            Change::Better => ("better".to_owned(), Shade::Good(1.0)),
            Change::Worse => ("worse".to_owned(), Shade::Bad(1.0)),
            Change::Within => (format!("within {}", version.difference), Shade::Even),
            Change::New | Change::Open => ("not decided".to_owned(), Shade::Even),
        };
        let estimate = estimate(standing, place, pair);
        table.push([
            Cell::from(version.label()),
            Cell::from(version.date.clone().unwrap_or_default()),
            Cell::from(standing.versions[before].label()),
            Cell::from(verdict).shaded(shade),
            Cell::from(estimate.map_or("·".to_owned(), |(mean, _)| signed(mean, 3))),
            Cell::from(estimate.map_or("·".to_owned(), |(_, interval)| figures::interval(Some(interval)))),
            Cell::from(figures::thousands(pair.figures.hands)),
        ]);
    }
    table
}
