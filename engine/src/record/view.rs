//! A view as JSON: cards and actions in the texts of `docs/reference/records.md` sections 1 and 2, the fields of
//! `docs/reference/protocol.md`.
//!
//! Invariant: a message holds only facts of the [`View`], so two worlds with the same view give the same bytes. A message
//! that is read has no field which the rules contradict.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::fields::{below, by_seat, card_set, of_length};
use super::gaps::Gaps;
use super::read::{self, ReadTurn};
use super::{HandRecord, Turn, insert};
use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::format::tree::{FormatError, Tree, given, lenient};
use crate::game::Game;
use crate::hand::action::{Action, ActionKind};
use crate::hand::deal::Deal;
use crate::hand::order::TurnOrder;
use crate::hand::state::State;
use crate::hand::tally::Tally;
use crate::hand::view::View;

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
pub struct TurnMessage {
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

/// Actions with their seats: forehand begins, and a played card passes the turn on, unless a sweep gives it back.
#[must_use]
pub fn turns(game: &Game, dealer: usize, history: &[Action]) -> Vec<TurnMessage> {
    let mut order = TurnOrder::new(game, dealer);
    let turn = |&action: &Action| {
        let seat = order.now().map_or(0, |(_, seat)| seat);
        order.follow(action);
        TurnMessage { seat, action: action.text(game.deck()) }
    };
    history.iter().map(turn).collect()
}

/// The fields of a message that are read. All others follow from these; if they are there, they must be right.
#[derive(Deserialize)]
struct ReadView<'a> {
    seat: usize,
    dealer: usize,
    hand: &'a str,
    table: &'a str,
    #[serde(borrow)]
    piles: Vec<&'a str>,
    #[serde(borrow, default, deserialize_with = "given")]
    known: Option<Vec<&'a str>>,
    #[serde(borrow, default, deserialize_with = "given")]
    declared: Option<Vec<&'a str>>,
    #[serde(borrow)]
    history: Vec<ReadTurn<'a>>,
}

impl HandRecord {
    /// The hand of a view as JSON: cards that its seat has not seen have stand-ins. Also returns whether partners see
    /// each other's hand cards, by the field `known`.
    ///
    /// # Errors
    /// The text is no view of the game, or a field contradicts another one or the rules. The error names the field.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use rand_pcg::Pcg64Mcg;
    /// use spariglio_engine::record::{HandRecord, ViewMessage};
    /// use spariglio_engine::{Deal, Game, State, View};
    ///
    /// let game = Arc::new(Game::preset("scopa").expect("a preset"));
    /// let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(7));
    /// let state = State::new(&game, &deal);
    /// let text = serde_json::to_string(&ViewMessage::new(&View::new(&game, &deal, &state, 1, false)))?;
    /// let (record, _) = HandRecord::of_view(&game, &text).expect("a view");
    /// assert_eq!(record.deal().hand_cards(&game, 0, 1), deal.hand_cards(&game, 0, 1));
    /// assert_eq!(record.stand_ins().len(), 33, "all but three hand cards and four table cards");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn of_view(game: &Arc<Game>, text: &str) -> Result<(HandRecord, bool), FormatError> {
        let tree = Tree::from_json(text.as_bytes())?;
        let view: ReadView = lenient(&tree)?;
        let record = view.record(game)?;
        let end = record.check().map_err(|error| match error.turn() {
            Some(turn) => FormatError::new(format!("history[{turn}].action"), error.expected(), error.found()),
            None => error,
        })?;
        let partners_open = view.shows_partner(game, &end)?;
        let history: Vec<Action> = record.turns.iter().map(|turn| turn.action).collect();
        let right = View::new(game, record.deal(), &end, end.seat(), partners_open).with_history(&history);
        let right = serde_json::to_value(ViewMessage::new(&right)).expect("a view has a form in JSON");
        agree(&tree, &Tree::of_json(&right))?;
        Ok((record, partners_open))
    }
}

impl ReadView<'_> {
    /// The record of the hand, with stand-ins. Its turns are legal as far as they are public.
    fn record(&self, game: &Arc<Game>) -> Result<HandRecord, FormatError> {
        below("seat", self.seat, game.players())?;
        below("dealer", self.dealer, game.players())?;
        let mut turns = Vec::with_capacity(self.history.len());
        for (index, turn) in self.history.iter().enumerate() {
            insert(&mut turns, read::turn("history", index, turn, game)?);
        }
        let cards = self.table_cards(game, &turns)?;
        let mut gaps = Gaps::new(game, self.dealer, cards, "history", &turns)?;
        let Some((round, seat)) = gaps.now() else {
            return Err(FormatError::new("history", "a hand that is not over", "all its plays"));
        };
        if self.seat != seat {
            return Err(FormatError::new("seat", format!("{seat}, which is to act"), self.seat.to_string()));
        }
        gaps.put(round, seat, card_set("hand", self.hand, game)?, "hand")?;
        for (seat, known) in by_seat("known", self.known.as_ref(), game)?.into_iter().enumerate() {
            gaps.put(round, seat, known, &format!("known[{seat}]"))?;
        }
        let (deal, stand_ins) = gaps.fill_declared(self.declared.as_ref())?;
        Ok(HandRecord { stand_ins, turns, ..HandRecord::new(Arc::clone(game), deal) })
    }

    /// The deal as far as the table at its start: all cards on the table or in piles that nobody has played.
    fn table_cards(&self, game: &Game, turns: &[Turn]) -> Result<Vec<Option<Card>>, FormatError> {
        of_length("piles", self.piles.len(), game.sides(), "texts of cards, one per side")?;
        let mut all = CardSet::EMPTY;
        let piles = self
            .piles
            .iter()
            .enumerate()
            .map(|(side, pile)| (format!("piles[{side}]"), *pile));
        let table = [("hand".to_owned(), self.hand), ("table".to_owned(), self.table)];
        for (field, text) in table.into_iter().chain(piles) {
            let cards = card_set(&field, text, game)?;
            if let Some(card) = (cards & all).first() {
                let expected = "cards that are nowhere else in the view";
                return Err(FormatError::new(field, expected, game.deck().card_text(card)));
            }
            all |= cards;
        }
        let played = turns.iter().filter_map(|turn| match turn.action.kind() {
            ActionKind::Play { card, .. } => Some(card),
            _ => None,
        });
        let first = all - card_set("hand", self.hand, game)? - played.collect::<CardSet>();
        let length = game.table_len();
        if first.len() as usize != length {
            let expected = format!("{length} cards that nobody has played");
            return Err(FormatError::new("table, piles", expected, format!("`{}`", first.text(game.deck()))));
        }
        let mut cards = vec![None; game.pack_len()];
        for (place, card) in Deal::table_places(game).zip(first) {
            cards[place] = Some(card);
        }
        Ok(cards)
    }

    /// Whether the view knows cards of a partner that are not declared.
    fn shows_partner(&self, game: &Game, end: &State) -> Result<bool, FormatError> {
        let known = by_seat("known", self.known.as_ref(), game)?;
        let shows = |(seat, known): (usize, CardSet)| {
            seat != self.seat && game.side(seat) == game.side(self.seat) && !(known - end.declared()).is_empty()
        };
        Ok(!game.rules().deal.open && known.into_iter().enumerate().any(shows))
    }
}

/// Refuses a value with another content than the right one. Fields may be left out.
fn agree(found: &Tree, right: &Tree) -> Result<(), FormatError> {
    match (found, right) {
        (Tree::Table(found), Tree::Table(right)) => {
            let known: Vec<&str> = right.iter().map(|(key, _)| key.as_str()).collect();
            found.check_known(&known)?;
            found
                .iter()
                .try_for_each(|(key, found)| agree(found, right.required(key, "")?).map_err(|error| error.inside(key)))
        }
        (Tree::List(found), Tree::List(right)) if found.len() == right.len() => {
            found.iter().zip(right).enumerate().try_for_each(|(index, (found, right))| {
                agree(found, right).map_err(|error| error.inside(format_args!("[{index}]")))
            })
        }
        // Cards may be in any order.
        (Tree::Text(found), Tree::Text(right)) if words(found) == words(right) => Ok(()),
        (found, right) if found == right => Ok(()),
        (found, right) => Err(FormatError::new("", right.show(), found.show())),
    }
}

fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split(' ').collect();
    words.sort_unstable();
    words
}
