//! Turns rows back into hands.

use std::ops::Range;
use std::path::Path;

use spariglio_engine::{Card, CardSet, Deal, Game, MAX_CARDS, State};
use spariglio_files::Fingerprint;
use spariglio_files::manifest::ShardEntry;

use crate::row::{ShardRows, is_policy};
use crate::shard::{ShardError, read_listed};

/// A hand of some rows.
#[derive(Clone, Debug, PartialEq)]
pub struct RowHand {
    /// Its deal. The cards of one seat in one deal-round are sorted by index.
    pub deal: Deal,
    /// Its rows, one per turn.
    pub rows: Range<usize>,
}

/// Reads the rows of a shard in a manifest, and replays their hands. `take` gets the rows of one row group after the
/// other with their hands, so that a long shard needs no more memory than a short one.
///
/// # Errors
/// As [`read_listed`]; also if the rows of a hand are not those of a whole hand of the game, a policy is invalid, or the
/// manifest states another number of hands.
pub fn read_hands(
    path: &Path,
    entry: &ShardEntry,
    game: &Game,
    mut take: impl FnMut(ShardRows, Vec<RowHand>),
) -> Result<(), ShardError> {
    let mut count = 0;
    for rows in read_listed(path, entry, &Fingerprint::of(game))? {
        let rows = rows?;
        let hands = whole_hands(path, &rows, game)?;
        count += hands.len() as u64;
        take(rows, hands);
    }
    if count != u64::from(entry.hands) {
        let expected = format!("{}, as the manifest says", entry.hands);
        return Err(ShardError::unexpected(path, "hands in the rows", expected, count));
    }
    Ok(())
}

/// Replays the hands of some rows.
///
/// # Errors
/// If the rows of a hand are not those of a whole hand of the game, or a policy is invalid.
fn whole_hands(path: &Path, rows: &ShardRows, game: &Game) -> Result<Vec<RowHand>, ShardError> {
    let mut hands = Vec::new();
    let mut start = 0;
    for ids in rows.hand.chunk_by(|a, b| a == b) {
        let range = start..start + ids.len();
        start = range.end;
        let expected = format!("the rows of hand {} from its first turn to its last", ids[0]);
        let hand = hand(game, rows, range);
        hands.push(hand.map_err(|found| ShardError::unexpected(path, "rows", expected, found))?);
    }
    Ok(hands)
}

/// Replays the hand of some rows.
fn hand(game: &Game, rows: &ShardRows, range: Range<usize>) -> Result<RowHand, String> {
    let deal = deal(game, rows, range.start)?;
    let mut state = State::new(game, &deal);
    let mut legal = Vec::new();
    for row in range.clone() {
        if state.is_over() {
            return Err(format!("row {row} after the end"));
        }
        state.legal_actions(game, &mut legal);
        let offered = legal.iter().map(|action| action.to_bits());
        let is_same = usize::from(rows.seat[row]) == state.seat() && offered.eq(rows.actions.row(row).iter().copied());
        if !is_policy(rows.policy.row(row)) {
            return Err(format!("a policy that does not add up to 1 in row {row}"));
        }
        let chosen = legal.iter().find(|action| action.to_bits() == rows.action[row]);
        let (true, Some(&action)) = (is_same, chosen) else {
            return Err(format!("other choices in row {row}"));
        };
        state.apply(game, &deal, action);
    }
    if !state.is_over() {
        return Err(format!("no end in row {}", range.end - 1));
    }
    Ok(RowHand { deal, rows: range })
}

/// The deal of a hand whose first row is `row`.
fn deal(game: &Game, rows: &ShardRows, row: usize) -> Result<Deal, String> {
    let players = game.players();
    let forehand = usize::from(rows.seat[row]) % players;
    let hands: Vec<CardSet> = rows
        .oracle_hands
        .row(row)
        .iter()
        .map(|&bits| CardSet::from_bits(bits))
        .collect();
    let stock = rows.oracle_stock.row(row);
    let each = game.round_len(0);
    let known = |index: &u8| usize::from(*index) < MAX_CARDS;
    if hands
        .iter()
        .any(|hand| hand.len() as usize != each || !(*hand - game.pack()).is_empty())
        || !stock.iter().all(known)
    {
        return Err(format!("other hand cards or another stock in row {row}"));
    }
    let mut cards: Vec<Card> = Vec::new();
    for place in 0..each as u32 {
        cards.extend((0..players).map(|seat| hands[(forehand + seat) % players].nth(place)));
    }
    let stock: Vec<Card> = stock.iter().map(|&index| Card::new(index)).collect();
    let hidden: CardSet = cards.iter().chain(&stock).copied().collect();
    // The cards of the table. The dealer's bonus may have taken them already.
    cards.extend((game.pack() - hidden).iter());
    cards.extend(stock);
    Deal::new(game, (forehand + players - 1) % players, &cards).map_err(|error| error.to_string())
}
