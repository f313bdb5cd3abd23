//! A hand: the causes of its margin, its losses in order, and each decision.

use spariglio_engine::CardSet;
use spariglio_review::{DecisionReview, HandReview, Method};
use spariglio_stats::NORMAL_95;

use super::words::{Terms, fill};
use super::{action, mean, named, picture, sign, why};
use crate::figures::signed;
use crate::page::{Block, CardRow, Cell, Decision, Section, Table};

/// A section of a hand with all its decisions. It includes the story if the page has several hands.
pub(super) fn section(terms: &Terms, hand: &HandReview, has_story: bool) -> Section {
    let mut blocks = Vec::new();
    if has_story && !hand.stories.is_empty() {
        blocks.push(story(terms, hand));
    }
    blocks.push(Block::Picture(picture::losses(terms, hand)));
    blocks.extend(
        hand.decisions
            .iter()
            .filter(|decision| decision.is_choice())
            .map(|one| decision(terms, hand, one, false)),
    );
    let note = [("rules", &hand.game.rules().name as _), ("dealer", &hand.dealer as _)];
    Section::new(fill(terms.hand_title, &[("line", &hand.line)]), fill(terms.hand_note, &note), blocks)
}

/// The causes of the margin of each side.
pub(super) fn story(terms: &Terms, hand: &HandReview) -> Block {
    let heads = [
        terms.side,
        terms.margin,
        terms.par,
        terms.deal,
        terms.own_losses,
        terms.others_losses,
        terms.luck,
        terms.by_decisions,
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

/// A decision under its line. `alone` says that it is not shown within its hand.
pub(super) fn decision(terms: &Terms, hand: &HandReview, decision: &DecisionReview, alone: bool) -> Block {
    let at = if alone { terms.turn_of_hand } else { terms.turn_alone };
    let at = fill(at, &[("line", &hand.line), ("turn", &decision.turn), ("seat", &decision.seat)]);
    let lost = mean(&decision.loss, true);
    let [played, best] = [decision.played, decision.best].map(|place| action(terms, hand, decision, place));
    let who = format!("{at} {}", sign(decision));
    let line = if decision.played == decision.best {
        terms.played_best
    } else if decision.loss.mean < 0.005 {
        terms.played_even
    } else {
        terms.played_lost
    };
    let line = fill(line, &[("who", &who.trim_end()), ("played", &played), ("lost", &lost), ("best", &best)]);
    let row = |name, cards| CardRow { name, deck: hand.game.deck(), cards, empty: terms.empty };
    let [cards, table] = decision.cards;
    let mut blocks = vec![Block::Cards(vec![row(terms.hand_cards, cards), row(terms.table_cards, table)])];
    let why = why(terms, decision, usize::MAX);
    if !why.is_empty() {
        blocks.push(Block::Words(fill(terms.by_kind, &[("kinds", &why)])));
    }
    if let Some(heading) = decision.doctrine() {
        blocks.push(Block::Words(fill(terms.doctrine, &[("heading", &terms.heading(heading))])));
    }
    if let Some(said) = &decision.said {
        blocks.push(Block::Folded(terms.said.to_owned(), vec![Block::Typed(said.clone())]));
    }
    blocks.push(Block::Words(method(terms, decision)));
    blocks.push(Block::Table(actions(terms, hand, decision)));
    blocks.extend(belief(terms, hand, decision));
    Block::Decision(Decision {
        hand: hand.line,
        turn: decision.turn,
        seat: decision.seat,
        mark: sign(decision),
        line,
        blocks,
    })
}

fn method(terms: &Terms, decision: &DecisionReview) -> String {
    let mut words = match decision.method {
        Method::Exact => terms.exact.to_owned(),
        Method::Search | Method::Forced => {
            fill(terms.simulations, &[("simulations", &terms.thousands(decision.simulations))])
        }
    };
    if let Some(open) = decision.open {
        words = format!("{words} {}", fill(terms.open_loss, &[("points", &open)]));
    }
    words
}

fn actions(terms: &Terms, hand: &HandReview, decision: &DecisionReview) -> Table {
    let mut order: Vec<usize> = (0..decision.actions.len()).collect();
    let behind = |place: &usize| decision.actions[*place].behind.mean;
    order.sort_by(|first, second| behind(first).total_cmp(&behind(second)));
    let heads = [terms.action, terms.value, terms.behind, terms.kinds, ""];
    let mut table = Table::new(heads).words(&[terms.kinds, ""]);
    for place in order {
        let shown = &decision.actions[place];
        let is_exact = decision.method == Method::Exact;
        let kinds = shown.parts.as_ref().map_or(terms.dropped.to_owned(), |parts| {
            let words = named(terms, parts, |_| true);
            words.into_iter().take(4).collect::<Vec<_>>().join(", ")
        });
        let behind = if place == decision.best {
            Cell::from(terms.best)
        } else {
            Cell::from(mean(&shown.behind, !is_exact))
        };
        let note = if place == decision.played {
            fill(terms.was_played, &[("mark", &sign(decision))])
        } else {
            String::new()
        };
        table.push([
            Cell::typed(action(terms, hand, decision, place)),
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

/// Who holds the hidden cards, folded; `None` if no card is hidden.
fn belief(terms: &Terms, hand: &HandReview, decision: &DecisionReview) -> Option<Block> {
    let belief = &decision.belief;
    let log_loss = belief.log_loss()?;
    let deck = hand.game.deck();
    let name = |place: usize| {
        if place < hand.game.players() {
            fill(terms.seat_name, &[("seat", &place)])
        } else {
            terms.stock.to_owned()
        }
    };
    let mut table =
        Table::new(std::iter::once(terms.card.to_owned()).chain(belief.places.iter().map(|&place| name(place))));
    for ((card, chances), &truth) in belief.cells.iter().zip(&belief.truth) {
        let cell = |&place: &usize| {
            let cell = Cell::from(format!("{:.0} %", 100.0 * chances[place]));
            if place == truth { cell.with(terms.here) } else { cell }
        };
        let card = Cell::typed(CardSet::single(*card).text(deck));
        table.push(std::iter::once(card).chain(belief.places.iter().map(cell)));
    }
    let log_loss = format!("{log_loss:.2}");
    let words = fill(terms.who_holds, &[("worlds", &belief.worlds), ("loss", &log_loss)]);
    Some(Block::Folded(words, vec![Block::Table(table)]))
}
