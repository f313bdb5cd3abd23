//! What the numbers of the columns mean, and a program that decodes them.

use std::fmt::Write;

use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Card, Deck, Game, PointKind};

/// What the numbers mean, and a program that decodes them.
pub(super) fn section(game: &Game) -> String {
    let deck = game.deck();
    let ranks: String = (0..deck.ranks()).map(|rank| rank_letter(game, rank)).collect();
    let names: Vec<&str> = PointKind::ALL.iter().map(|kind| kind.name()).collect();
    let kinds = serde_json::to_string(&names)
        .expect("texts have a JSON form")
        .replace(',', ", ");
    let code = include_str!("decode.py")
        .replace("{ranks}", &ranks)
        .replace("{kinds}", &kinds)
        .replace("{{", "{")
        .replace("}}", "}");
    let mut text = format!(
        "## What the numbers mean\n\n\
         **Cards.** A card is the number 4 x (rank - 1) + suit. Ranks are 1 (ace) to {count}, written {ranks}; suits are 0 \
         coins `d`, 1 cups `c`, 2 swords `s`, 3 batons `b`. The seven of coins, the settebello, is `7d`: number 24. The \
         deck has {size} cards: {cards}.\n\n\
         **Card sets** have one bit per card, at its number: bit 24 is `7d`.\n\n\
         **Actions.** Bits 0 to 51 are a card set: what is captured or declared. Bits 52 to 57 are the card that is played; \
         in a declaration, the value of the matta. Bits 58 and up are the kind: 0 a play, 1 a declaration, 2 a pass. A play \
         that captures nothing lays its card on the table.\n\n\
         **Seats** are numbered from 0 in the order of play. Side `seat % sides` owns a seat's captures and points. The \
         first row of a hand is that of the seat after the dealer.\n\n\
         **Utility** is points by {UTILITY_SCALE}: 0.3 is three points more than the best other side.",
        count = deck.ranks(),
        size = deck.size(),
        cards = deck
            .cards()
            .iter()
            .map(|card| deck.card_text(card))
            .collect::<Vec<_>>()
            .join(" "),
    );
    if game.rules().score.shutout {
        let _ = write!(
            text,
            " A shutout (all cards of the scoring suit in one pile) wins the match at once; it counts as {} points to 0.",
            game.shutout_value()
        );
    }
    text.push_str("\n\n**Kinds of points**, in the order of `points`:\n\n| kind | what it counts |\n|---|---|\n");
    for kind in PointKind::ALL {
        let _ = writeln!(text, "| `{}` | {} |", kind.name(), kind.meaning().trim());
    }
    let _ = write!(text, "\nThis program in plain Python decodes all of it:\n\n```python\n{code}```\n");
    text
}

/// The letter of the rank after `rank` others. A deck may lack the rank, so its pack is asked.
fn rank_letter(game: &Game, rank: u8) -> char {
    let whole = Deck::whole(game.deck().pack());
    whole.card_text(Card::new(4 * rank)).chars().next().unwrap_or('?')
}
