//! All deals of a small game, each once: hands and stock are sets, so orders within them do not count.

use crate::card::Card;
use crate::card_set::CardSet;
use crate::deal::Deal;
use crate::game::Game;
use crate::info_sets::for_each_subset;

/// Calls `found` with every deal of a dealer that is no misdeal; all are equally likely.
///
/// # Panics
/// If the dealer is no seat.
pub fn for_each_deal(game: &Game, dealer: usize, found: &mut impl FnMut(&Deal)) {
    assert!(dealer < game.players(), "a seat deals");
    let mut parts = vec![game.round_len(0); game.players()];
    parts.push(game.table_len());
    for round in 1..game.rules().deal.rounds.len() {
        parts.extend(vec![game.round_len(round); game.players()]);
    }
    deal_parts(game, dealer, &parts, game.pack(), &mut Vec::new(), found);
}

/// Fills the parts of a deal one after the other; what is left is never dealt.
fn deal_parts(
    game: &Game,
    dealer: usize,
    parts: &[usize],
    rest: CardSet,
    cards: &mut Vec<Card>,
    found: &mut impl FnMut(&Deal),
) {
    let Some((&len, parts)) = parts.split_first() else {
        let all: Vec<Card> = cards.iter().copied().chain(rest).collect();
        if let Ok(deal) = Deal::new(game, dealer, &all) {
            found(&deal);
        }
        return;
    };
    let before = cards.len();
    let mut each = |part: CardSet| {
        cards.extend(part);
        deal_parts(game, dealer, parts, rest - part, cards, found);
        cards.truncate(before);
    };
    for_each_subset(rest, len, CardSet::EMPTY, &mut each);
}
