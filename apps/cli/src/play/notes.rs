//! Lines on the events at the table: the actions and their points.

use anyhow::Result;
use spariglio_engine::cards::SETTEBELLO;
use spariglio_engine::hand::{BonusKind, Remark};
use spariglio_engine::{Action, Card, CardSet, Deal, Game, State, Suit};

use super::names::Names;
use super::screen::Screen;
use super::style::Style;

/// The king of coins of the 40-card pack.
const RE_BELLO: Card = Card::of(10, Suit::Coins);

/// Prints the events before the first play: the dealer's bonus and automatic declarations.
pub fn opening(screen: &mut Screen, game: &Game, names: &Names, deal: &Deal, state: &State) -> Result<()> {
    if state.dealer_bonus() > 0 {
        let dealer = deal.dealer();
        let table = screen.style.cards(game, deal.table(game), 0);
        let sum = 15 * u32::from(state.dealer_bonus());
        let verb = names.verb(dealer, "take");
        let points = match state.dealer_bonus() {
            1 => "1 point".to_owned(),
            points => format!("{points} points"),
        };
        let points = screen.style.bold(&format!("dealer's bonus, {points}"));
        screen.line(&format!("The table {table} makes {sum}: {} {verb} it.  {points}", names.name(dealer)))?;
    }
    declared(screen, game, names, state)
}

/// Prints a turn, given the states before and after it.
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
    let phrase = screen.style.action(game, action, third);
    screen.line(&format!("{} {phrase}.{marks}", names.name(seat)))?;
    if after.is_over() && after.shutout().is_none() {
        return leftovers(screen, game, names, [before, after], action);
    }
    if action.is_play() {
        declared(screen, game, names, after)
    } else {
        Ok(())
    }
}

/// Prints who gets the cards left on the table by the last action; nothing if none are left.
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

/// Prints the automatic declarations of the seat to act.
fn declared(screen: &mut Screen, game: &Game, names: &Names, state: &State) -> Result<()> {
    let seat = state.seat();
    let third = if seat == names.person() { "" } else { "s" };
    for action in state.automatic_declarations(game) {
        let phrase = screen.style.action(game, action, third);
        let marks = Remark::declared(game, action).map(|remark| mark(screen.style, game, remark));
        let marks = screen.style.bold(&marks.unwrap_or_default());
        screen.line(&format!("{} {phrase}.  {marks}", names.name(seat)))?;
    }
    Ok(())
}

/// The remarks on an action, in words.
pub fn marks(style: Style, game: &Game, states: [&State; 2], action: Action) -> String {
    let remarks = Remark::of(game, states, action).into_iter();
    let marks: Vec<String> = remarks.map(|remark| mark(style, game, remark)).collect();
    marks.join(", ")
}

fn mark(style: Style, game: &Game, remark: Remark) -> String {
    match remark {
        Remark::Sweep => "sweep".to_owned(),
        Remark::Capture(kind) => kind.name().to_owned(),
        Remark::Single(card) => single(style, game, card),
        Remark::Declared { bonus, points } => format!("{}, {points} points", bonus_name(bonus)),
        Remark::Shutout => "wins the match".to_owned(),
    }
}

/// The players' name for a three-card bonus.
fn bonus_name(bonus: BonusKind) -> &'static str {
    match bonus {
        BonusKind::Three => "three-point bonus (barsega)",
        BonusKind::PoorMans => "poor man's bonus (boña di misci)",
        BonusKind::Ten => "ten-point bonus (barsegon)",
    }
}

/// A card that scores by itself, with its points if they are more than one.
fn single(style: Style, game: &Game, card: Card) -> String {
    let name = single_name(style, game, card);
    match game.rules().score.single.get(&card) {
        None | Some(1) => name,
        Some(points) => format!("{name} ({points} points)"),
    }
}

/// The players' name for a card that scores by itself.
pub fn single_name(style: Style, game: &Game, card: Card) -> String {
    match (card, game.deck().ranks()) {
        (SETTEBELLO, _) => "settebello".to_owned(),
        (RE_BELLO, 10) => "re bello".to_owned(),
        _ => style.card(game, card),
    }
}
