//! What happens at the table, told in lines: who did what, and what it scored.

use anyhow::Result;
use spariglio_engine::{Action, Card, CardSet, Deal, Game, SETTEBELLO, State};

use super::names::Names;
use super::screen::Screen;

/// What stands before the first play: the dealer's bonus, automatic declarations.
pub fn opening(screen: &mut Screen, game: &Game, names: &Names, deal: &Deal, state: &State) -> Result<()> {
    if state.dealer_bonus() > 0 {
        let dealer = deal.dealer();
        let table = screen.cards(game, deal.table(game), 0);
        let sum = 15 * u32::from(state.dealer_bonus());
        let verb = names.verb(dealer, "take");
        screen.line(&format!(
            "The table {table} makes {sum}: {} {verb} it.",
            names.name(dealer)
        ))?;
    }
    declared(screen, game, names, CardSet::EMPTY, state)
}

/// One turn, from the states before and after it.
pub fn turn(
    screen: &mut Screen,
    game: &Game,
    names: &Names,
    [before, after]: [&State; 2],
    action: Action,
) -> Result<()> {
    let seat = before.seat();
    let third = if seat == names.person() { "" } else { "s" };
    let marks = marks(screen, game, before, after, action);
    let marks = if marks.is_empty() {
        marks
    } else {
        format!("  {}", screen.bold(&marks))
    };
    let told = screen.action(game, action, third);
    screen.line(&format!("{} {told}.{marks}", names.name(seat)))?;
    if after.is_over() && after.shutout().is_none() {
        return leftovers(screen, game, names, [before, after], action);
    }
    let same_round = before.deal_round_index() == after.deal_round_index();
    let known = if same_round { before.declared() } else { CardSet::EMPTY };
    if action.card().is_some() {
        declared(screen, game, names, known, after)
    } else {
        Ok(())
    }
}

/// Who gets what the last action left on the table.
fn leftovers(
    screen: &mut Screen,
    game: &Game,
    names: &Names,
    [before, after]: [&State; 2],
    action: Action,
) -> Result<()> {
    let played = action.card().map_or(CardSet::EMPTY, CardSet::single);
    let left = match action.captured().is_empty() {
        true => before.table() | played,
        false => before.table() - action.captured(),
    };
    let Some(side) = after.last_capture().filter(|_| !left.is_empty()) else {
        return Ok(());
    };
    let cards = screen.cards(game, left, 0);
    let name = names.side_name(side).to_lowercase();
    screen.line(&format!("Left on the table: {cards}, for the last capturer: {name}."))
}

/// Automatic declarations beyond those `known` before.
fn declared(screen: &mut Screen, game: &Game, names: &Names, known: CardSet, state: &State) -> Result<()> {
    let new = state.declared() - known;
    if new.is_empty() {
        return Ok(());
    }
    let seat = state.seat();
    let cards = screen.cards(game, new, state.matta());
    screen.line(&format!(
        "{} {} {cards}.",
        names.name(seat),
        names.verb(seat, "declare")
    ))
}

/// What is remarkable about an action, told by what it changes and takes.
pub fn marks(screen: &Screen, game: &Game, before: &State, after: &State, action: Action) -> String {
    let side = game.side(before.seat());
    let (old, new) = (before.tally(side), after.tally(side));
    let rules = game.rules();
    let mut marks = Vec::new();
    let declarations = &rules.declarations;
    if action.card().is_none() {
        for (points, counts) in [
            (declarations.three_points, [old.threes, new.threes]),
            (declarations.ten_points, [old.tens, new.tens]),
        ] {
            if counts[1] > counts[0] {
                marks.push(format!("{points} points"));
            }
        }
        return marks.join(", ");
    }
    for (name, counts) in [
        ("sweep", [old.sweeps, new.sweeps]),
        ("picada", [old.picada, new.picada]),
        ("simili", [old.simili, new.simili]),
        ("quadriglia", [old.quadriglia, new.quadriglia]),
    ] {
        if counts[1] > counts[0] {
            marks.push(name.to_owned());
        }
    }
    if let Some(card) = action.card().filter(|_| !action.captured().is_empty()) {
        let taken = action.captured() | CardSet::single(card);
        marks.extend(taken.iter().filter_map(|card| single(screen, game, card)));
    }
    if after.shutout() == Some(side) {
        marks.push("wins the match".to_owned());
    }
    marks.join(", ")
}

/// A card that scores by itself.
fn single(screen: &Screen, game: &Game, card: Card) -> Option<String> {
    let points = game.rules().score.single.get(&card)?;
    let name = if card == SETTEBELLO {
        "settebello".to_owned()
    } else {
        screen.card(game, card)
    };
    Some(if *points == 1 {
        name
    } else {
        format!("{name} ({points} points)")
    })
}
