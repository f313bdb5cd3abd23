//! A view as a message shows it: cards and actions in the texts of `docs/reference/records.md` sections 1 and 2.
//!
//! Invariant: it holds only facts of the [`View`], so two worlds with the same view give the same bytes.

use serde::Serialize;
use spariglio_engine::{Action, Card, Game, Tally, View};

/// The knowledge of the observer, in the fields of `docs/reference/protocol.md`.
#[derive(Serialize)]
pub struct ViewMessage {
    seat: usize,
    side: usize,
    dealer: usize,
    deal_round: usize,
    ply: usize,
    plies_left: usize,
    declaring: bool,
    hand: String,
    table: String,
    /// By side.
    piles: Vec<String>,
    /// By seat: the hand cards that the observer knows.
    known: Vec<String>,
    /// By seat: the cards declared in this deal-round, played ones too.
    declared: Vec<String>,
    /// By seat: whether it declined to declare (further) in this deal-round.
    passed: Vec<bool>,
    /// By seat.
    hand_cards: Vec<usize>,
    stock_cards: usize,
    matta: Option<u8>,
    /// By side.
    tallies: Vec<Tally>,
    dealer_bonus: u8,
    last_capture: Option<usize>,
    last_lay: Option<String>,
    history: Vec<TurnMessage>,
}

/// A decision and who made it.
#[derive(Serialize)]
pub(super) struct TurnMessage {
    seat: usize,
    action: String,
}

impl ViewMessage {
    /// The message of a view.
    #[must_use]
    pub fn new(view: &View<'_>) -> ViewMessage {
        let game = view.game();
        let deck = game.deck();
        let seats = || 0..game.players();
        let sides = || 0..game.sides();
        ViewMessage {
            seat: view.seat(),
            side: game.side(view.seat()),
            dealer: view.dealer(),
            deal_round: view.deal_round(),
            ply: view.ply(),
            plies_left: view.plies_left(),
            declaring: view.is_declaring(),
            hand: view.hand_cards().text(deck),
            table: view.table().text(deck),
            piles: sides().map(|side| view.pile(side).text(deck)).collect(),
            known: seats().map(|seat| view.known(seat).text(deck)).collect(),
            declared: seats().map(|seat| view.declared(seat).text(deck)).collect(),
            passed: seats().map(|seat| view.passed(seat)).collect(),
            hand_cards: seats().map(|seat| view.hand_len(seat)).collect(),
            stock_cards: view.stock_len(),
            matta: Some(view.matta()).filter(|&value| value > 0),
            tallies: sides().map(|side| view.tally(side)).collect(),
            dealer_bonus: view.dealer_bonus(),
            last_capture: view.last_capture(),
            last_lay: view.last_lay().map(|card: Card| deck.card_text(card)),
            history: turns(game, view.dealer(), view.history()),
        }
    }
}

/// Actions with their seats: forehand begins, and a played card passes the turn on.
pub(super) fn turns(game: &Game, dealer: usize, history: &[Action]) -> Vec<TurnMessage> {
    let mut seat = (dealer + 1) % game.players();
    let turn = |&action: &Action| {
        let of = seat;
        if action.is_play() {
            seat = (seat + 1) % game.players();
        }
        TurnMessage { seat: of, action: action.text(game.deck()) }
    };
    history.iter().map(turn).collect()
}
