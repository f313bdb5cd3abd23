//! The page of a review: what the hands lost and why, the largest losses, and every hand with its decisions.

mod hand;
mod picture;
mod summary;

use spariglio_review::{DecisionReview, HandReview, Mean, ReviewConfig, Summary, best_first};

use spariglio_agents::search::{PARTS, Parts, part_name};

use crate::figures::{around, signed, thousands};
use crate::page::{self, Block, Cell, Page, Section, Table, Tile};
use crate::shade::Shade;

/// Hands that are shown with all their decisions, at most; of more, only those of the largest losses.
const WHOLE: usize = 12;
/// Rows of the table of the largest losses.
const LISTED: usize = 20;

const FOOT: &str = "A value is the margin in points that the side of the seat to act may expect at the end of the hand, over the worlds \
    that agree with what the seat could know, when all seats then play as the reviewer searches. A loss is the value of the best action \
    less that of the one played; the best is chosen on one half of the searches and valued on the other, so that equal actions lose \
    nothing on average: losses err on the low side. ± is half a 95 % interval of what was measured; the lines in the pictures reach up to the \
    action that could be furthest above the one played. Kinds of points are named where they are larger than twice their standard error. The reviewer can be wrong, and it does not know what the players knew of each other: \
    a mark says that its search disagrees, not who is to blame. Points lost with open cards are hindsight and count nowhere.";

/// A review that is to be shown.
#[derive(Clone, Debug)]
pub struct Review<'a> {
    /// The name of the file.
    pub name: String,
    /// The agent whose search judged.
    pub reviewer: String,
    /// How it was made.
    pub config: &'a ReviewConfig,
    /// Hands that were to be reviewed: more than `hands` where the review was stopped.
    pub of: usize,
    /// The hands.
    pub hands: &'a [HandReview],
    /// Decisions with the largest losses that are shown in full where there are many hands, and that the table lists.
    pub worst: usize,
}

/// The page, in one file that needs nothing but itself.
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
    let mut sections = Vec::new();
    if let [hand] = review.hands
        && !hand.stories.is_empty()
    {
        sections.push(Section::new(
            "What made the margin",
            hand::STORY,
            vec![hand::story(hand)],
        ));
    }
    sections.push(summary::rates(review.hands, &summary));
    sections.extend(worst(review));
    sections.extend(summary::calibration(&summary));
    sections.extend(hands(review));
    Page {
        kind: "Review",
        name: review.name.clone(),
        facts: facts(review),
        warning: stopped(review),
        tiles: tiles(&summary),
        sections,
        foot: FOOT,
    }
}

/// What a reader of a part must know.
fn stopped(review: &Review<'_>) -> Option<String> {
    let done = review.hands.len();
    (done < review.of).then(|| format!("Stopped after {done} of {} hands.", review.of))
}

fn facts(review: &Review<'_>) -> Vec<String> {
    let mut rules: Vec<&str> = review
        .hands
        .iter()
        .map(|hand| hand.game.rules().name.as_str())
        .collect();
    rules.sort_unstable();
    rules.dedup();
    let ReviewConfig {
        simulations,
        replicates,
        marks,
        seed,
        ..
    } = review.config;
    let [first, second, third] = marks.0;
    vec![
        format!("rules {}", rules.join(", ")),
        format!("reviewer {}", review.reviewer),
        format!(
            "{} simulations a decision in {replicates} searches",
            thousands((*simulations).into())
        ),
        format!("?! from {first}, ? from {second}, ?? from {third} points"),
        format!("seed {seed}"),
    ]
}

fn tiles(summary: &Summary) -> Vec<Tile> {
    let decisions = summary.all.decisions();
    let rate = summary.all.rate();
    let [doubtful, mistakes, blunders] = summary.all.marks;
    vec![
        Tile::new("hands", thousands(summary.hands), String::new()),
        Tile::new("decisions", thousands(decisions), "with more than one legal action"),
        Tile::new("lost a decision", format!("{:.3}", rate.mean), interval(rate.interval)),
        Tile::new("marked", format!("{blunders} · {mistakes} · {doubtful}"), "?? · ? · ?!"),
    ]
}

fn interval(interval: Option<[f64; 2]>) -> String {
    let ends = interval.map(|[low, high]| format!("points, {low:.3} to {high:.3}"));
    ends.unwrap_or_else(|| "points; too few hands for an interval".to_owned())
}

/// The largest losses of all hands.
fn worst(review: &Review<'_>) -> Option<Section> {
    let mut table =
        Table::new(["hand", "turn", "seat", "loss", "mark", "played", "best", "why"]).words(&["mark", "why"]);
    let marked = best_first(review.hands);
    let marked: Vec<_> = marked
        .into_iter()
        .filter(|(_, decision)| decision.mark.is_some())
        .collect();
    for (hand, decision) in marked.iter().take(LISTED.min(review.worst)) {
        table.push([
            Cell::from(hand.line.to_string()),
            Cell::from(decision.turn.to_string()),
            Cell::from(decision.seat.to_string()),
            loss(decision),
            Cell::from(sign(decision)),
            Cell::typed(action(hand, decision, decision.played)),
            Cell::typed(action(hand, decision, decision.best)),
            Cell::from(why(decision, 3)),
        ]);
    }
    let note = "The largest first. Why: the loss by kind of points; position is what hand cards, the turn and the judge of positions \
        promise beyond the cards in the piles.";
    (!table.rows.is_empty()).then(|| Section::new("Biggest losses", note, vec![Block::Table(table)]))
}

/// Every hand, or those parts of many hands that lost most.
fn hands(review: &Review<'_>) -> Vec<Section> {
    if review.hands.len() <= WHOLE {
        return review
            .hands
            .iter()
            .map(|hand| hand::section(hand, review.hands.len() > 1))
            .collect();
    }
    let worst = best_first(review.hands);
    let shown = worst
        .iter()
        .filter(|(_, decision)| decision.mark.is_some())
        .take(review.worst);
    let blocks: Vec<Block> = shown
        .map(|(hand, decision)| hand::decision(hand, decision, true))
        .collect();
    let note = "Each as the seat saw it. The rows of all decisions are in the JSON Lines (--json).";
    vec![Section::new("The decisions with the largest losses", note, blocks)]
}

fn action(hand: &HandReview, decision: &DecisionReview, place: usize) -> String {
    decision.actions[place].action.text(hand.game.deck())
}

fn sign(decision: &DecisionReview) -> &'static str {
    decision.mark.map_or("", spariglio_review::Mark::sign)
}

/// A loss with half its interval.
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

/// The parts of a loss that are larger than twice their standard error in words, the largest first: "sweeps +0.44, prime −0.04".
fn why(decision: &DecisionReview, most: usize) -> String {
    let is_sure = |part: &usize| decision.parts[*part].abs() > 2.0 * decision.part_errors[*part];
    let shown = named(&decision.parts, |part| is_sure(part));
    shown.into_iter().take(most).collect::<Vec<_>>().join(", ")
}

/// Some of the parts with their names, the largest first; none that would be shown as 0.
fn named(parts: &Parts, filter: impl Fn(&usize) -> bool) -> Vec<String> {
    let mut shown: Vec<usize> = (0..PARTS)
        .filter(|part| parts[*part].abs() >= 0.005 && filter(part))
        .collect();
    shown.sort_by(|first, second| parts[*second].abs().total_cmp(&parts[*first].abs()));
    let words = shown
        .into_iter()
        .map(|part| format!("{} {}", name(part), signed(parts[part], 2)));
    words.collect()
}

/// The name of a part of a margin in words.
fn name(part: usize) -> String {
    part_name(part).replace('_', " ")
}
