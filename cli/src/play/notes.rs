//! What happens at the table, told in lines: who did what, and what it scored.

use anyhow::Result;
use spariglio_engine::{Action, Card, CardSet, Deal, Game, SETTEBELLO, State, Suit};

use super::names::Names;
use super::screen::Screen;
use super::style::Style;

/// The king of coins of the 40-card pack.
const RE_BELLO: Card = Card::of(10, Suit::Coins);

/// What stands before the first play: the dealer's bonus, automatic declarations.
pub fn opening(screen: &mut Screen, game: &Game, names: &Names, deal: &Deal, state: &State) -> Result<()> {
    if state.dealer_bonus() > 0 {
        let dealer = deal.dealer();
        let table = screen.style.cards(game, deal.table(game), 0);
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
    let marks = marks(screen.style, game, [before, after], action);
    let marks = if marks.is_empty() {
        marks
    } else {
        format!("  {}", screen.style.bold(&marks))
    };
    let told = screen.style.action(game, action, third);
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
    let cards = screen.style.cards(game, left, 0);
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
    let cards = screen.style.cards(game, new, state.matta());
    screen.line(&format!(
        "{} {} {cards}.",
        names.name(seat),
        names.verb(seat, "declare")
    ))
}

/// The points of the declarations between two states of one turn.
pub fn declared_points(game: &Game, [before, after]: [&State; 2]) -> u32 {
    let side = game.side(before.seat());
    let (old, new) = (before.tally(side), after.tally(side));
    let declarations = &game.rules().declarations;
    let (threes, tens) = (u32::from(new.threes - old.threes), u32::from(new.tens - old.tens));
    threes * u32::from(declarations.three_points) + tens * u32::from(declarations.ten_points)
}

/// What is remarkable about an action, told by what it changes and takes.
pub fn marks(style: Style, game: &Game, [before, after]: [&State; 2], action: Action) -> String {
    if action.card().is_none() {
        return match declared_points(game, [before, after]) {
            0 => String::new(),
            points => format!("{points} points"),
        };
    }
    let side = game.side(before.seat());
    let (old, new) = (before.tally(side), after.tally(side));
    let mut marks = Vec::new();
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
        marks.extend(taken.iter().filter_map(|card| single(style, game, card)));
    }
    if after.shutout() == Some(side) {
        marks.push("wins the match".to_owned());
    }
    marks.join(", ")
}

/// A card that scores by itself.
fn single(style: Style, game: &Game, card: Card) -> Option<String> {
    let points = game.rules().score.single.get(&card)?;
    let name = single_name(style, game, card);
    Some(if *points == 1 {
        name
    } else {
        format!("{name} ({points} points)")
    })
}

/// What players call a card that scores by itself.
pub fn single_name(style: Style, game: &Game, card: Card) -> String {
    match (card, game.deck().ranks()) {
        (SETTEBELLO, _) => "settebello".to_owned(),
        (RE_BELLO, 10) => "re bello".to_owned(),
        _ => style.card(game, card),
    }
}
