//! A decision of a hand: its line, its board, the values of its actions, the belief.

use spariglio_engine::{Card, CardSet};
use spariglio_review::{DecisionReview, HandReview, Mark, Method};

use super::terms::Terms;
use super::{lost, mean, named, shown_loss, weight, why, word};
use crate::cards;
use crate::page::{Block, CardRow, Cell, Decision, Label, Piece, Play, Table};
use crate::shade::Shade;

/// A decision under its line. `has_line` says that the page has several hands.
pub(super) fn decision(
    terms: &Terms,
    hand: &HandReview,
    decision: &DecisionReview,
    has_line: bool,
    is_open: bool,
) -> Block {
    let who = terms.seat(Some(hand.game.players()), decision.seat);
    let (key, turn) = (if has_line { "review.where_hand" } else { "review.where" }, decision.turn + 1);
    let why = why(terms, decision);
    let mut blocks = vec![Block::Words(verdict(terms, decision))];
    blocks.push(Block::Cards(board(terms, hand, decision, &who)));
    if !why.is_empty() && decision.interval[0] > 0.0 {
        let heading = decision
            .doctrine()
            .map_or(String::new(), |name| format!(" ({})", terms.kind(name)));
        blocks.push(Block::Words(format!("{} {why}{heading}.", terms.t("review.why"))));
    }
    if let Some(words) = &decision.said {
        blocks.push(Block::Folded(terms.fill("review.in_words", &[("who", &who)]), vec![Block::Typed(words.clone())]));
    }
    blocks.push(Block::Table(actions(terms, hand, decision)));
    blocks.push(Block::Words(method(terms, decision)));
    blocks.extend(belief(terms, hand, decision));
    let play = |place: usize| terms.play(&hand.game, decision.actions[place].action);
    let is_best = decision.played == decision.best;
    Block::Decision(Box::new(Decision {
        hand: hand.line,
        turn: decision.turn,
        seat: decision.seat,
        mark: decision.mark.map(|mark| [mark.sign(), terms.t(word(mark))]),
        weight: decision.mark.map_or(0, weight),
        at: format!("{who}, {}", terms.fill(key, &[("line", &hand.line), ("turn", &turn)])),
        played: play(decision.played),
        best: (!is_best).then(|| (terms.t("review.best"), play(decision.best))),
        lost: shown_loss(terms, decision),
        why,
        is_open,
        blocks,
    }))
}

fn verdict(terms: &Terms, decision: &DecisionReview) -> String {
    if decision.played == decision.best {
        terms.t("review.was_best").to_owned()
    } else if decision.interval[0] > 0.0 {
        terms.fill("review.lost", &[("loss", &shown_loss(terms, decision))])
    } else {
        terms.t("review.not_measurable").to_owned()
    }
}

/// Table and hand, with labels on the cards of the played and the best action.
fn board(terms: &Terms, hand: &HandReview, decision: &DecisionReview, who: &str) -> Vec<CardRow> {
    let of = |place: usize| {
        let play = terms.play(&hand.game, decision.actions[place].action);
        play.cards().map(|(_, card)| card).collect::<CardSet>()
    };
    let [played, best] = [decision.played, decision.best].map(of);
    let label = |card: Card| {
        let key = match (played.contains(card), best.contains(card)) {
            (true, true) if decision.played != decision.best => "review.both",
            (true, _) => "review.played",
            (false, _) => "review.best",
        };
        (card, Label { text: terms.t(key), is_best: best.contains(card) })
    };
    let labels: Vec<(Card, Label)> = (played | best).iter().map(label).collect();
    let row = |name, cards: CardSet| CardRow {
        name,
        deck: hand.game.deck(),
        labels: labels.clone(),
        cards,
        empty: terms.t("table.empty"),
    };
    let [cards, table] = decision.cards;
    vec![
        row(terms.t("table.felt").to_owned(), table),
        row(terms.fill("table.hand_of", &[("who", &who)]), cards),
    ]
}

fn method(terms: &Terms, decision: &DecisionReview) -> String {
    let mut words = terms.t(&format!("method.{}", decision.method.name())).to_owned();
    if decision.method == Method::Search {
        words += &format!(" {}", terms.count("review.simulations", decision.simulations as usize));
    }
    if let Some(open) = decision.open {
        words += &format!(" {}", terms.fill("review.open_loss", &[("loss", &open)]));
    }
    words
}

fn actions(terms: &Terms, hand: &HandReview, decision: &DecisionReview) -> Table {
    let mut order: Vec<usize> = (0..decision.actions.len()).collect();
    let behind = |place: &usize| decision.actions[*place].behind.mean;
    order.sort_by(|first, second| behind(first).total_cmp(&behind(second)));
    let kinds = terms.t("review.kinds");
    let heads = ["review.action", "review.value", "review.behind"].map(|key| terms.t(key));
    let mut table = Table::new(heads.into_iter().chain([kinds])).words(&[kinds]);
    for place in order {
        table.push(action(terms, hand, decision, place));
    }
    table
}

fn action(terms: &Terms, hand: &HandReview, decision: &DecisionReview, place: usize) -> [Cell; 4] {
    let value = &decision.actions[place];
    let is_measured = decision.method != Method::Exact;
    let kinds = value.parts.as_ref().map_or(terms.t("review.dropped").to_owned(), |parts| {
        let words = named(terms, parts, |_| true);
        words.into_iter().take(4).collect::<Vec<_>>().join(", ")
    });
    let is_played = place == decision.played;
    let behind = if place == decision.best {
        Cell::from(terms.t("review.best"))
    } else {
        Cell::from(lost(terms, &value.behind, is_measured))
    };
    let sign = decision.mark.map_or("", Mark::sign);
    let note = format!("{} {sign}", terms.t("review.played"));
    [
        Cell::play(terms.play(&hand.game, value.action)).with(if is_played { note.trim_end() } else { "" }),
        Cell::from(mean(terms, &value.value, is_measured)),
        if is_played && decision.mark.is_some() {
            behind.shaded(Shade::Bad(decision.loss.mean))
        } else {
            behind
        },
        Cell::from(kinds),
    ]
}

/// Who holds the hidden cards, folded; `None` if no card is hidden.
fn belief(terms: &Terms, hand: &HandReview, decision: &DecisionReview) -> Option<Block> {
    let belief = &decision.belief;
    let log_loss = belief.log_loss()?;
    let (players, pack) = (hand.game.players(), hand.game.deck().pack());
    let name = |&place: &usize| match place < players {
        true => terms.seat(Some(players), place),
        false => terms.t("belief.stock").to_owned(),
    };
    let mut table =
        Table::new(std::iter::once(terms.t("belief.card").to_owned()).chain(belief.places.iter().map(name)));
    for ((card, chances), &truth) in belief.cells.iter().zip(&belief.truth) {
        let cell = |&place: &usize| {
            let cell = Cell::from(share_text(chances[place]));
            if place == truth { cell.with("◉") } else { cell }
        };
        let letters = CardSet::single(*card).text(hand.game.deck());
        let words = cards::name(pack, *card, terms.language);
        let card = Cell::play(Play { pack, pieces: vec![Piece::Card(*card)], words, letters });
        table.push(std::iter::once(card).chain(belief.places.iter().map(cell)));
    }
    let worlds = format!("{} {}", terms.count("belief.worlds", belief.worlds), terms.t("belief.truth_note"));
    let log_loss = terms.fill("belief.log_loss", &[("loss", &terms.fixed(log_loss, 2))]);
    let blocks = vec![Block::Words(worlds), Block::Table(table), Block::Words(log_loss)];
    Some(Block::Folded(terms.t("belief.title").to_owned(), blocks))
}

/// A share in percent; a dot if there is none.
fn share_text(share: f64) -> String {
    match share {
        0.0 => "·".to_owned(),
        share if share < 0.005 => "<1%".to_owned(),
        share => format!("{:.0}%", 100.0 * share),
    }
}
