//! The help on possible input, with cards in the table's spelling.

use anyhow::Result;
use spariglio_engine::cards::{MATTA, SETTEBELLO};
use spariglio_engine::{Card, CardSet, Game, Suit};

use super::screen::Screen;
use super::style::{CardStyle, padded};

/// Prints the help.
pub fn show(screen: &mut Screen, game: &Game) -> Result<()> {
    let style = screen.style;
    let seven = style.card(game, SETTEBELLO);
    let captured: CardSet = [Card::of(3, Suit::Cups), Card::of(4, Suit::Batons)].into_iter().collect();
    let captured = style.cards(game, captured, 0);
    let declared = [Card::of(2, Suit::Coins), Card::of(4, Suit::Swords), MATTA];
    let declared = style.cards(game, declared.into_iter().collect(), 3);
    let lines = [
        ("12".to_owned(), "the action of that number"),
        (format!("{seven} x {captured}"), "play the first card and take the others"),
        (seven, "lay it, or make its only capture; if it has several, list them"),
        (format!("declare {declared}"), "a declaration; the matta says its value"),
        ("pass".to_owned(), "declare nothing (more)"),
        ("Enter".to_owned(), "the table again"),
        ("p, piles".to_owned(), "all cards of the piles"),
        ("hint".to_owned(), "the advice of a strong agent (`--hints` selects it)"),
        ("undo".to_owned(), "back to your decision before, in this hand"),
        ("q, quit".to_owned(), "leave the table"),
    ];
    screen.line("")?;
    for (typed, meaning) in &lines {
        screen.line(&format!("  {}  {meaning}", padded(typed, 36)))?;
    }
    screen.line("")?;
    screen.line(&format!("  {} {}", style.cards.legend(game), ranks(style.cards, game)))?;
    screen
        .line("  Actions may be typed as they are shown. The letters of records are understood too (`7d x 3c 4b`).")?;
    if style.cards == CardStyle::French {
        screen
            .line("  But with these symbols the letter c is clubs (♣): type h for hearts (♥), which records call c.")?;
    }
    screen.line("  A sweep (scopa) takes the whole table. The settebello is the 7 of coins (denari, diamonds).")
}

/// The legend of the ranks, with their input forms.
fn ranks(cards: CardStyle, game: &Game) -> &'static str {
    match (cards, game.deck().ranks()) {
        (CardStyle::Italian, 10) => "Ranks: asso 2 3 4 5 6 7 fante cavallo re.",
        (CardStyle::Italian, _) => "Ranks: asso, 2 to 10, fante cavallo re.",
        (_, 10) => "Ranks: A 2 3 4 5 6 7 J Q K.",
        (CardStyle::French, _) => "Ranks: A, 2 to 10, J Q K.",
        (CardStyle::Letters, _) => "Ranks: A 2 3 4 5 6 7 8 9 T J Q K.",
    }
}
