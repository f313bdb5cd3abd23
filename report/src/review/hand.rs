//! A hand: what made its margin, its losses in order, and each decision.

use spariglio_engine::CardSet;
use spariglio_review::{DecisionReview, HandReview, Method};
use spariglio_stats::NORMAL_95;

use super::{action, mean, named, picture, sign, why};
use crate::figures::signed;
use crate::page::{Block, Cell, Section, Table};

pub(super) const STORY: &str = "margin = par + deal − own losses + others' losses + luck. Par is what the side may expect before cards are \
    dealt (1,000 hands of formula), deal what its first view promised beyond that, luck the rest: the cards that fell and what others \
    held. What decisions made of it is the others' losses less the own ones.";

/// A section of a hand with all its decisions; with its story where the page has several hands.
pub(super) fn section(hand: &HandReview, has_story: bool) -> Section {
    let mut blocks = Vec::new();
    if has_story && !hand.stories.is_empty() {
        blocks.push(story(hand));
    }
    blocks.push(Block::Picture(picture::losses(hand)));
    blocks.extend(
        hand.decisions
            .iter()
            .filter(|decision| decision.is_choice())
            .map(|one| decision(hand, one, false)),
    );
    let name = format!("Hand {}", hand.line);
    let (rules, dealer) = (&hand.game.rules().name, hand.dealer);
    Section::new(
        name,
        format!("{rules}, dealt by seat {dealer}. Decisions with one legal action are left out."),
        blocks,
    )
}

/// What made the margin of each side.
pub(super) fn story(hand: &HandReview) -> Block {
    let heads = [
        "side",
        "margin",
        "par",
        "deal",
        "own losses",
        "others' losses",
        "luck",
        "by decisions",
    ];
    let mut table = Table::new(heads);
    for (side, story) in hand.stories.iter().enumerate() {
        let [own, others] = story.errors.map(|error| format!("±{:.2}", NORMAL_95 * error));
        let has_others = hand.game.sides() == 2;
        table.push([
            Cell::from(side.to_string()),
            Cell::from(signed(story.margin, 0)),
            Cell::from(signed(story.par, 2)),
            Cell::from(signed(story.deal, 2)),
            Cell::from(signed(story.own, 2)).with(own),
            if has_others {
                Cell::from(signed(story.others, 2)).with(others)
            } else {
                Cell::from("·")
            },
            Cell::from(signed(story.luck, 2)),
            Cell::from(signed(story.skill(), 2)),
        ]);
    }
    Block::Table(table)
}

/// A decision under its line; `alone` says that its hand is not around it.
pub(super) fn decision(hand: &HandReview, decision: &DecisionReview, alone: bool) -> Block {
    let at = if alone {
        format!("Hand {}, turn {}", hand.line, decision.turn)
    } else {
        format!("Turn {}", decision.turn)
    };
    let lost = mean(&decision.loss, true);
    let [played, best] = [decision.played, decision.best].map(|place| action(hand, decision, place));
    let who = format!(
        "{at}, seat {}{}",
        decision.seat,
        decision.mark.map_or(String::new(), |mark| format!(" {}", mark.sign()))
    );
    let words = if decision.played == decision.best {
        format!("{who}: {played}, the best")
    } else if decision.loss.mean < 0.005 {
        format!("{who}: {played}, no measurable loss; {best} looked best")
    } else {
        format!("{who}: {played}, lost {lost}; best {best}")
    };
    let [cards, table] = &decision.cards;
    let table = if table.is_empty() { "empty" } else { table };
    let mut blocks = vec![Block::Typed(format!("hand   {cards}\ntable  {table}"))];
    let why = why(decision, usize::MAX);
    if !why.is_empty() {
        blocks.push(Block::Words(format!("Lost by kind: {why}.")));
    }
    blocks.push(Block::Words(method(decision)));
    blocks.push(Block::Table(actions(hand, decision)));
    blocks.extend(belief(hand, decision));
    Block::Folded(words, blocks)
}

fn method(decision: &DecisionReview) -> String {
    let mut words = match decision.method {
        Method::Exact => "Exact: the seat could place every card.".to_owned(),
        Method::Search | Method::Forced => format!("{} simulations.", crate::figures::thousands(decision.simulations)),
    };
    if let Some(open) = decision.open {
        words += &format!(" With all cards open it lost {open} (hindsight, not counted).");
    }
    words
}

fn actions(hand: &HandReview, decision: &DecisionReview) -> Table {
    let mut order: Vec<usize> = (0..decision.actions.len()).collect();
    let behind = |place: &usize| decision.actions[*place].behind.mean;
    order.sort_by(|first, second| behind(first).total_cmp(&behind(second)));
    let mut table = Table::new(["action", "value", "behind the best", "by kind", ""]).words(&["by kind", ""]);
    for place in order {
        let shown = &decision.actions[place];
        let is_exact = decision.method == Method::Exact;
        let kinds = shown.parts.as_ref().map_or("dropped half-way".to_owned(), |parts| {
            let words = named(parts, |_| true);
            words.into_iter().take(4).collect::<Vec<_>>().join(", ")
        });
        let behind = if place == decision.best {
            Cell::from("best")
        } else {
            Cell::from(mean(&shown.behind, !is_exact))
        };
        let note = if place == decision.played {
            format!("played {}", sign(decision))
        } else {
            String::new()
        };
        table.push([
            Cell::typed(action(hand, decision, place)),
            Cell::from(mean(&shown.value, !is_exact)),
            behind,
            Cell::from(kinds),
            if place == decision.played && decision.mark.is_some() {
                Cell::from(note).shaded(crate::shade::Shade::Bad(decision.loss.mean))
            } else {
                Cell::from(note)
            },
        ]);
    }
    table
}

/// Who holds what, folded; none where nothing is hidden.
fn belief(hand: &HandReview, decision: &DecisionReview) -> Option<Block> {
    let belief = &decision.belief;
    let log_loss = belief.log_loss()?;
    let deck = hand.game.deck();
    let name = |place: usize| {
        if place < hand.game.players() {
            format!("seat {place}")
        } else {
            "stock".to_owned()
        }
    };
    let mut table =
        Table::new(std::iter::once("card".to_owned()).chain(belief.places.iter().map(|&place| name(place))));
    for ((card, chances), &truth) in belief.cells.iter().zip(&belief.truth) {
        let cell = |&place: &usize| {
            let cell = Cell::from(format!("{:.0} %", 100.0 * chances[place]));
            if place == truth { cell.with("here") } else { cell }
        };
        let card = Cell::typed(CardSet::single(*card).text(deck));
        table.push(std::iter::once(card).chain(belief.places.iter().map(cell)));
    }
    let words = format!("Who holds what ({} worlds, log loss {log_loss:.2})", belief.worlds);
    Some(Block::Folded(words, vec![Block::Table(table)]))
}
