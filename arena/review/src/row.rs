//! The figures as JSON, one line each (docs/reference/review_rows.md): `kind` is `decision`, `hand` or `summary`.

use serde_json::{Map, Value, json};
use spariglio_agents::search::{PARTS, Parts, part_name};
use spariglio_engine::{CardSet, Game, State};

use crate::belief::Belief;
use crate::decision::{ActionValue, DecisionReview, Mark};
use crate::follow::Reply;
use crate::hand::HandReview;
use crate::summary::{PlayerSummary, Rate, Summary};

/// Version of the rows.
const SCHEMA: u32 = 2;

/// The row of a decision in a hand, with all cards as they lay before it.
#[must_use]
pub fn decision_row(hand: &HandReview, decision: &DecisionReview) -> Value {
    let mut row = turn_row(&hand.game, &hand.agents, hand.line, decision);
    row["before"] = position(&hand.game, &hand.states[decision.turn]);
    row
}

/// All cards of a state.
fn position(game: &Game, state: &State) -> Value {
    let text = |cards: CardSet| cards.text(game.deck());
    let (seats, sides) = (0..game.players(), 0..game.sides());
    json!({
        "hands": seats.map(|seat| text(state.hand_cards(seat))).collect::<Vec<_>>(), "table": text(state.table()),
        "piles": sides.clone().map(|side| text(state.pile(side))).collect::<Vec<_>>(), "sweeps": sides.map(|side| state.tally(side).sweeps).collect::<Vec<_>>(),
    })
}

/// The row of a decision; `agents` are the names by seat, none if they are not known.
#[must_use]
pub fn turn_row(game: &Game, agents: &[String], line: usize, decision: &DecisionReview) -> Value {
    let text = |place: usize| decision.actions[place].action.text(game.deck());
    let [cards, table] = decision.cards.map(|cards| cards.text(game.deck()));
    json!({
        "schema": SCHEMA, "kind": "decision", "line": line, "turn": decision.turn, "seat": decision.seat, "agent": agents.get(decision.seat),
        "rules": game.rules().name, "hand": cards, "table": table, "method": decision.method.name(), "played": text(decision.played),
        "best": text(decision.best), "value": decision.value, "loss": decision.loss.mean, "standard_error": decision.loss.standard_error,
        "interval": decision.interval, "mark": decision.mark.map(Mark::sign), "tags": decision.tags(),
        "kinds": parts(&decision.parts), "kind_errors": parts(&decision.part_errors), "open_loss": decision.open, "simulations": decision.simulations,
        "actions": actions(game, decision), "follows": follows(game, decision), "said": decision.said,
        "belief": decision.belief.log_loss().map(|log_loss| {
            let mut belief = belief(game, &decision.belief);
            belief["log_loss"] = json!(log_loss);
            belief["truth"] = truth(game, &decision.belief);
            belief
        }),
    })
}

/// A position's row for the seat to act; nothing in it depends on hidden cards.
#[must_use]
pub fn hint_row(game: &Game, decision: &DecisionReview) -> Value {
    let hides = !decision.belief.cells.is_empty();
    json!({
        "method": decision.method.name(), "simulations": decision.simulations,
        "best": decision.actions[decision.best].action.text(game.deck()), "actions": actions(game, decision),
        "belief": hides.then(|| belief(game, &decision.belief)),
    })
}

/// The row of a hand.
#[must_use]
pub fn hand_row(hand: &HandReview) -> Value {
    let sides: Vec<_> = hand
        .stories
        .iter()
        .map(|story| {
            json!({
                "margin": story.margin, "par": story.par, "deal": story.deal, "own_losses": story.own,
                "others_losses": story.others, "luck": story.luck, "skill": story.skill(), "errors": story.errors,
            })
        })
        .collect();
    json!({
        "schema": SCHEMA, "kind": "hand", "line": hand.line, "rules": hand.game.rules().name, "players": hand.game.players(), "dealer": hand.dealer, "agents": hand.agents,
        "decisions": hand.decisions.len(), "sides": sides, "end": hand.states.last().map(|state| position(&hand.game, state)),
    })
}

/// The row of all hands together.
#[must_use]
pub fn summary_row(summary: &Summary) -> Value {
    let seats = summary.seats.iter().enumerate().map(|(seat, summary_of)| {
        let mut row = player(summary_of);
        row["seat"] = json!(seat);
        row
    });
    let agents = summary.agents.iter().map(|(name, summary_of)| {
        let mut row = player(summary_of);
        row["agent"] = json!(name);
        row
    });
    let bins = summary.calibration.bins.iter().filter(|bin| bin.cells() > 0.0);
    json!({
        "schema": SCHEMA, "kind": "summary", "hands": summary.hands, "all": rate(&summary.all), "seats": seats.collect::<Vec<_>>(), "agents": agents.collect::<Vec<_>>(),
        "quarters": summary.quarters.iter().map(rate).collect::<Vec<_>>(),
        "calibration": bins
            .map(|bin| {
                let held = bin.held();
                json!({"cells": bin.cells() as u64, "chance": bin.chance(), "held": held.mean, "interval": held.interval})
            })
            .collect::<Vec<_>>(),
    })
}

/// What would follow the action played, and the best one.
fn follows(game: &Game, decision: &DecisionReview) -> Value {
    let reply =
        |reply: &Reply| json!({"seat": reply.seat, "action": reply.action.text(game.deck()), "share": reply.share});
    let [played, best] = decision
        .follows
        .each_ref()
        .map(|replies| replies.iter().map(reply).collect::<Vec<_>>());
    json!({"played": played, "best": best})
}

fn actions(game: &Game, decision: &DecisionReview) -> Vec<Value> {
    decision.actions.iter().map(|action| self::action(game, action)).collect()
}

fn action(game: &Game, action: &ActionValue) -> Value {
    json!({
        "action": action.action.text(game.deck()), "value": action.value.mean, "standard_error": action.value.standard_error,
        "behind": action.behind.mean, "behind_standard_error": action.behind.standard_error, "solves": action.solves(), "kinds": action.parts.as_ref().map(parts),
    })
}

/// The parts that are not 0.
fn parts(parts: &Parts) -> Value {
    let named = (0..PARTS).filter(|&part| parts[part] != 0.0);
    let named = named.map(|part| (part_name(part).to_owned(), json!(parts[part])));
    Value::Object(named.collect::<Map<_, _>>())
}

/// The chance of each hidden card to be with each seat or in the stock.
fn belief(game: &Game, belief: &Belief) -> Value {
    let cells = belief
        .cells
        .iter()
        .map(|(card, chances)| (game.deck().card_text(*card), json!(chances)));
    json!({"worlds": belief.worlds, "cells": cells.collect::<Map<_, _>>()})
}

/// The true place of each hidden card.
fn truth(game: &Game, belief: &Belief) -> Value {
    let places = belief.cells.iter().zip(&belief.truth);
    let places = places.map(|((card, _), place)| (game.deck().card_text(*card), json!(place)));
    Value::Object(places.collect())
}

fn player(player: &PlayerSummary) -> Value {
    let mut row = rate(&player.rate);
    row["luck"] = json!(player.luck());
    row["skill"] = json!(player.skill());
    row
}

fn rate(rate: &Rate) -> Value {
    let parts = rate.parts();
    let named = (0..PARTS).filter(|&part| parts[part].mean != 0.0);
    let kinds: Map<_, _> = named.map(|part| (part_name(part).to_owned(), json!(parts[part]))).collect();
    json!({
        "decisions": rate.decisions(), "rate": rate.rate(), "marks": rate.marks, "kinds": kinds,
    })
}
