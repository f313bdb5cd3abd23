//! The page of a review: the losses of the hands and their causes, the largest losses, and every hand with its
//! decisions.

mod hand;
mod picture;
mod summary;
mod words;

use spariglio_review::{DecisionReview, HandReview, Mean, ReviewConfig, Summary, best_first};

use spariglio_agents::search::{PARTS, Parts};

use crate::cards::Style;
use crate::figures::{around, signed};
use crate::page::{self, Block, Cell, Filter, Page, Section, Table, Tile, decision_id};
use crate::shade::Shade;
use spariglio_text::Language;
use words::{Terms, fill};

/// The most hands that are shown with all their decisions. If there are more, only the largest losses are shown.
const WHOLE: usize = 12;
/// Rows of the table of the largest losses.
const LISTED: usize = 20;

/// A review to show.
#[derive(Clone, Debug)]
pub struct Review<'a> {
    /// The name of the file.
    pub name: String,
    /// The agent whose search judged.
    pub reviewer: String,
    /// The settings of the review.
    pub config: &'a ReviewConfig,
    /// Number of hands to review; larger than `hands.len()` if the review was stopped.
    pub of: usize,
    /// The hands.
    pub hands: &'a [HandReview],
    /// Number of decisions with the largest losses: for the table, and shown in full if there are many hands.
    pub worst: usize,
    /// The language of the page.
    pub language: Language,
    /// The style of its cards.
    pub cards: Style,
}

/// The page, as one self-contained file.
#[must_use]
pub fn html(review: &Review<'_>) -> String {
    page::html::text(&whole(review), false)
}

/// The figures for a terminal.
#[must_use]
pub fn text(review: &Review<'_>) -> String {
    page::text::text(&whole(review))
}

fn whole(review: &Review<'_>) -> Page {
    let summary = Summary::of(review.hands);
    let games = review.hands.iter().map(|hand| hand.game.as_ref());
    let terms = &Terms::new(review.language, games);
    let mut sections = Vec::new();
    if let [hand] = review.hands
        && !hand.stories.is_empty()
    {
        sections.push(Section::new(terms.margin_title, terms.margin_note, vec![hand::story(terms, hand)]));
    }
    sections.push(summary::rates(terms, review.hands, &summary));
    sections.extend(worst(terms, review));
    sections.extend(summary::calibration(terms, &summary));
    sections.extend(hands(terms, review));
    Page {
        language: review.language,
        cards: review.cards,
        kind: terms.review,
        name: review.name.clone(),
        facts: facts(terms, review),
        origin: None,
        command: None,
        verdict: None,
        warning: stopped(terms, review),
        tiles: tiles(terms, &summary),
        sections,
        foot: terms.foot,
    }
}

/// The warning if only a part of the hands was reviewed.
fn stopped(terms: &Terms, review: &Review<'_>) -> Option<String> {
    let done = review.hands.len();
    (done < review.of).then(|| fill(terms.stopped, &[("done", &done), ("of", &review.of)]))
}

fn facts(terms: &Terms, review: &Review<'_>) -> Vec<String> {
    let mut rules: Vec<&str> = review.hands.iter().map(|hand| hand.game.rules().name.as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let ReviewConfig { simulations, replicates, marks, seed, .. } = review.config;
    let [first, second, third] = marks.0;
    vec![
        fill(terms.rules, &[("rules", &rules.join(", "))]),
        fill(terms.reviewer, &[("agent", &review.reviewer)]),
        fill(terms.budget, &[("simulations", &terms.thousands((*simulations).into())), ("searches", replicates)]),
        fill(terms.thresholds, &[("first", &first), ("second", &second), ("third", &third)]),
        fill(terms.seed, &[("seed", seed)]),
    ]
}

fn tiles(terms: &Terms, summary: &Summary) -> Vec<Tile> {
    let decisions = summary.all.decisions();
    let rate = summary.all.rate();
    let [doubtful, mistakes, blunders] = summary.all.marks;
    vec![
        Tile::new(terms.hands, terms.thousands(summary.hands), String::new()),
        Tile::new(terms.decisions, terms.thousands(decisions), terms.with_choice),
        Tile::new(terms.lost_a_decision, format!("{:.3}", rate.mean), interval(terms, rate.interval)),
        Tile::new(terms.marked, format!("{blunders} · {mistakes} · {doubtful}"), "?? · ? · ?!"),
    ]
}

fn interval(terms: &Terms, interval: Option<[f64; 2]>) -> String {
    let Some(ends) = interval else {
        return terms.points_alone.to_owned();
    };
    let [low, high] = ends.map(|end| format!("{end:.3}"));
    fill(terms.points_between, &[("low", &low), ("high", &high)])
}

/// The largest losses of all hands.
fn worst(terms: &Terms, review: &Review<'_>) -> Option<Section> {
    let heads = [terms.hand, terms.turn, terms.seat, terms.loss, terms.mark, terms.played, terms.best, terms.why];
    let mut table = Table::new(heads).words(&[terms.mark, terms.why]);
    let marked = best_first(review.hands);
    let marked: Vec<_> = marked.into_iter().filter(|(_, decision)| decision.mark.is_some()).collect();
    for (hand, decision) in marked.iter().take(LISTED.min(review.worst)) {
        table.push([
            Cell::from(hand.line.to_string()),
            Cell::from(decision.turn.to_string()).linked(decision_id(hand.line, decision.turn)),
            Cell::from(decision.seat.to_string()),
            loss(decision),
            Cell::from(sign(decision)),
            Cell::typed(action(terms, hand, decision, decision.played)),
            Cell::typed(action(terms, hand, decision, decision.best)),
            Cell::from(why(terms, decision, 3)).with(decision.doctrine().map_or("", |heading| terms.heading(heading))),
        ]);
    }
    let section = || Section::new(terms.biggest_title, terms.biggest_note, vec![Block::Table(table.clone())]);
    (!table.rows.is_empty()).then(section)
}

/// Every hand, or, if there are many, the decisions that lost most.
fn hands(terms: &Terms, review: &Review<'_>) -> Vec<Section> {
    if review.hands.len() <= WHOLE {
        let section = |hand| hand::section(terms, hand, review.hands.len() > 1);
        let mut sections: Vec<Section> = review.hands.iter().map(section).collect();
        if let Some(first) = sections.first_mut() {
            first.blocks.insert(0, filter(terms, review.hands));
        }
        return sections;
    }
    let worst = best_first(review.hands);
    let shown = worst.iter().filter(|(_, decision)| decision.mark.is_some()).take(review.worst);
    let shown = shown.map(|(hand, decision)| hand::decision(terms, hand, decision, true));
    let blocks: Vec<Block> = std::iter::once(filter(terms, review.hands)).chain(shown).collect();
    vec![Section::new(terms.worst_title, terms.worst_note, blocks)]
}

/// The controls that filter the decisions.
fn filter(terms: &Terms, hands: &[HandReview]) -> Block {
    let seats = hands.iter().map(|hand| hand.game.players()).max().unwrap_or(0);
    let seats = (0..seats).map(|seat| fill(terms.seat_name, &[("seat", &seat)]));
    Block::Filter(Filter {
        title: terms.filter,
        only_marked: terms.only_marked,
        seats: std::iter::once(terms.all_seats.to_owned()).chain(seats).collect(),
        steps: [terms.previous, terms.next],
    })
}

fn action(terms: &Terms, hand: &HandReview, decision: &DecisionReview, place: usize) -> String {
    terms.action(&decision.actions[place].action.text(hand.game.deck()))
}

fn sign(decision: &DecisionReview) -> &'static str {
    decision.mark.map_or("", spariglio_review::Mark::sign)
}

/// A loss with the half-width of its interval.
fn loss(decision: &DecisionReview) -> Cell {
    let cell = Cell::from(mean(&decision.loss, decision.actions.len() > 1));
    if decision.mark.is_some() {
        cell.shaded(Shade::Bad(decision.loss.mean))
    } else {
        cell
    }
}

fn mean(mean: &Mean, is_measured: bool) -> String {
    let known = is_measured && mean.error > 0.0;
    if known {
        around(mean.mean, Some(mean.interval()), 2)
    } else {
        signed(mean.mean, 2)
    }
}

/// The parts of a loss in words, the largest first: "sweeps +0.44, prime −0.04". A part is left out if it is below
/// twice its standard error.
fn why(terms: &Terms, decision: &DecisionReview, most: usize) -> String {
    let is_sure = |part: &usize| decision.parts[*part].abs() > 2.0 * decision.part_errors[*part];
    let shown = named(terms, &decision.parts, |part| is_sure(part));
    shown.into_iter().take(most).collect::<Vec<_>>().join(", ")
}

/// Parts with their names, the largest first. A part is left out if it would be shown as 0.
fn named(terms: &Terms, parts: &Parts, filter: impl Fn(&usize) -> bool) -> Vec<String> {
    let mut shown: Vec<usize> = (0..PARTS).filter(|part| parts[*part].abs() >= 0.005 && filter(part)).collect();
    shown.sort_by(|first, second| parts[*second].abs().total_cmp(&parts[*first].abs()));
    let words = shown
        .into_iter()
        .map(|part| format!("{} {}", terms.part(part), signed(parts[part], 2)));
    words.collect()
}
