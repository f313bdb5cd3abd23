//! The page of a review: what made the margin, the decisions with the largest losses first, and all hands together.

mod hand;
mod picture;
mod story;
mod summary;
mod terms;

use spariglio_agents::search::{PARTS, Parts};
use spariglio_review::{DecisionReview, HandReview, Mark, ReviewConfig, Summary, best_first};
use spariglio_stats::Estimate;

use crate::cards::Style;
use crate::page::{self, Block, Choice, Filter, Page, Section, Tile};
use spariglio_text::Language;
use terms::Terms;

/// The most hands that are shown with all their decisions. If there are more, only the largest losses are shown.
const WHOLE: usize = 12;

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
    /// Number of decisions with the largest losses that are shown if there are many hands.
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
    let is_whole = review.hands.len() <= WHOLE;
    let mut sections = Vec::new();
    if is_whole {
        sections.extend(story::section(terms, review.hands));
    }
    sections.push(decisions(terms, review, is_whole));
    if is_whole {
        sections.extend(picture::all_losses(terms, review.hands));
    }
    sections.push(summary::rates(terms, review.hands, &summary));
    sections.extend(summary::calibration(terms, &summary));
    Page {
        language: review.language,
        cards: review.cards,
        kind: terms.t("page.review"),
        name: review.name.clone(),
        facts: facts(terms, review),
        verdict: story::verdict(terms, review.hands),
        warning: stopped(terms, review),
        tiles: tiles(terms, &summary),
        sections,
        foot: terms.t("review.foot"),
        ..Page::default()
    }
}

/// The warning if only a part of the hands was reviewed.
fn stopped(terms: &Terms, review: &Review<'_>) -> Option<String> {
    let hands = review.hands.len();
    (hands < review.of).then(|| terms.fill("static.stopped", &[("done", &hands), ("of", &review.of)]))
}

fn facts(terms: &Terms, review: &Review<'_>) -> Vec<String> {
    let mut rules: Vec<&str> = review.hands.iter().map(|hand| hand.game.rules().name.as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let ReviewConfig { simulations, replicates, marks, seed, .. } = review.config;
    let [first, second, third] = marks.0.map(|mark| terms.decimal(&mark.to_string()));
    let mut facts = vec![terms.fill("static.rules", &[("rules", &rules.join(", "))])];
    if let [hand] = review.hands {
        let who = terms.seat(Some(hand.game.players()), hand.dealer);
        facts.push(format!("{}: {who}", terms.t("table.dealer")));
    }
    let simulations = terms.thousands((*simulations).into());
    facts.extend([
        terms.fill("review.reviewer", &[("name", &review.reviewer)]),
        terms.fill("static.budget", &[("simulations", &simulations), ("searches", replicates)]),
        terms.fill("static.marks", &[("first", &first), ("second", &second), ("third", &third)]),
        terms.fill("static.seed", &[("seed", seed)]),
    ]);
    facts
}

fn tiles(terms: &Terms, summary: &Summary) -> Vec<Tile> {
    let rate = summary.all.rate();
    let interval = rate.interval.map_or(terms.t("static.alone").to_owned(), |ends| {
        terms.fill("static.between", &[("interval", &interval(terms, ends))])
    });
    let hands = terms.count("review.hands", summary.hands as usize);
    let signs: Vec<String> = marks()
        .map(|(mark, word)| format!("{} {}", mark.sign(), terms.t(word)))
        .collect();
    let counts: Vec<String> = summary.all.marks.iter().rev().map(u64::to_string).collect();
    vec![
        Tile::new(
            terms.t("summary.decisions"),
            terms.thousands(summary.all.decisions()),
            terms.fill("static.with_choice", &[("hands", &hands)]),
        ),
        Tile::new(terms.t("summary.rate"), terms.fixed(rate.mean, 3), interval),
        Tile::new(terms.t("review.mark"), counts.join(" · "), signs.join(" · ")),
    ]
}

/// The marks with the keys of their words, the worst first.
fn marks() -> impl Iterator<Item = (Mark, &'static str)> {
    [Mark::Blunder, Mark::Mistake, Mark::Doubtful]
        .into_iter()
        .map(|mark| (mark, word(mark)))
}

/// The key of a mark's word.
fn word(mark: Mark) -> &'static str {
    match mark {
        Mark::Blunder => "sign.blunder",
        Mark::Mistake => "sign.mistake",
        Mark::Doubtful => "sign.doubtful",
    }
}

fn interval(terms: &Terms, ends: [f64; 2]) -> String {
    let [low, high] = ends.map(|end| terms.fixed(end, 3));
    terms.fill("summary.interval", &[("low", &low), ("high", &high)])
}

/// The decisions with a choice, the largest losses first, or, if there are many hands, those that lost most.
fn decisions(terms: &Terms, review: &Review<'_>, is_whole: bool) -> Section {
    let has_line = review.of > 1;
    let mut order = best_first(review.hands);
    if !is_whole {
        order.retain(|(_, decision)| decision.mark.is_some());
        order.truncate(review.worst);
    }
    let note = match (is_whole, order.len()) {
        (_, 0) => terms.t("review.none").to_owned(),
        (true, _) => terms.t("review.by_size").to_owned(),
        (false, n) => terms.fill("static.worst", &[("n", &n)]),
    };
    let decisions = order.iter().enumerate();
    let decisions = decisions.map(|(place, (hand, one))| hand::decision(terms, hand, one, has_line, place == 0));
    let blocks = std::iter::once(filter(terms, review.hands)).chain(decisions).collect();
    Section::new(terms.t("review.decisions"), note, blocks)
}

/// The controls of the list of decisions.
fn filter(terms: &Terms, hands: &[HandReview]) -> Block {
    let option = |value: &dyn ToString, label: String| (value.to_string(), label);
    let seats = hands.iter().map(|hand| hand.game.players()).max().unwrap_or(0);
    let seats = (0..seats).map(|seat| option(&seat, terms.seat(terms.players, seat)));
    let marks = [Mark::Doubtful, Mark::Mistake, Mark::Blunder].map(|mark| {
        let label = terms.fill("review.from_mark", &[("sign", &mark.sign()), ("word", &terms.t(word(mark)))]);
        option(&weight(mark), label)
    });
    let sorts = [("size", "review.by_size"), ("turn", "review.by_turn")];
    let choice = |name, label, options| Choice { name, label: terms.t(label), options };
    let all = |key: &str| option(&"", terms.t(key).to_owned());
    Block::Filter(Filter {
        title: terms.t("review.decisions"),
        choices: vec![
            choice("sort", "review.sort", sorts.map(|(value, key)| option(&value, terms.t(key).to_owned())).into()),
            choice("seat", "review.seat", std::iter::once(all("review.all_seats")).chain(seats).collect()),
            choice("mark", "review.mark", std::iter::once(all("review.all_marks")).chain(marks).collect()),
        ],
        steps: ["review.previous_mistake", "review.next_mistake"].map(|key| terms.t(key)),
        no_more: terms.t("review.no_more"),
    })
}

/// The weight of a mark: from 1 for the mildest.
fn weight(mark: Mark) -> usize {
    mark as usize + 1
}

/// A figure with half the width of its interval, if it was measured.
fn mean(terms: &Terms, mean: &Estimate, is_measured: bool) -> String {
    terms.around(mean.mean, mean.interval.filter(|_| is_measured), 2)
}

/// The loss of a decision, with half the width of its interval if it can be told from 0.
fn shown_loss(terms: &Terms, decision: &DecisionReview) -> String {
    match decision.interval[0] > 0.0 {
        true => lost(terms, &decision.loss, true),
        false => terms.fixed(decision.loss.mean.max(0.0), 2),
    }
}

/// A loss in the same form, without its sign.
fn lost(terms: &Terms, loss: &Estimate, is_measured: bool) -> String {
    mean(terms, loss, is_measured).trim_start_matches('+').to_owned()
}

/// The parts of a loss in words, the largest first: "sweeps +0.44, prime −0.04". A part is left out if it is below
/// twice its standard error.
fn why(terms: &Terms, decision: &DecisionReview) -> String {
    let is_sure = |part: &usize| decision.parts[*part].abs() > 2.0 * decision.part_errors[*part];
    named(terms, &decision.parts, is_sure).join(", ")
}

/// Parts with their names, the largest first. A part is left out if it would be shown as 0.
fn named(terms: &Terms, parts: &Parts, filter: impl Fn(&usize) -> bool) -> Vec<String> {
    let mut places: Vec<usize> = (0..PARTS).filter(|part| parts[*part].abs() >= 0.005 && filter(part)).collect();
    places.sort_by(|first, second| parts[*second].abs().total_cmp(&parts[*first].abs()));
    let words = places
        .into_iter()
        .map(|part| format!("{} {}", terms.part(part), terms.signed(parts[part], 2)));
    words.collect()
}
