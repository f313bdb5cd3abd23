//! The arrays of an observer of OpenSpiel (`spariglio.openspiel.Observer` explains them).
//!
//! Invariant: `shapes` and `fill` have the same arrays, because both follow [`Arrays::parts`].

use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use spariglio_agents::net::inputs::{WORD_BLOCKS, WORDS, encode_bits};
use spariglio_engine::hand::{STEPS, Tally};
use spariglio_engine::rules::{DeclarationHands, DeclarationMode};
use spariglio_engine::{Action, ActionKind, CardSet, Game};

use crate::arguments;
use crate::error;
use crate::hand::Hand;

/// The counts of a side: those of its tally, and the dealer's bonus.
const COUNTS: usize = Tally::NAMES.len() + 1;
/// The values that a declared 7c may have.
const VALUES: usize = 11;

/// The name and the shape of an array.
type Part = (&'static str, Vec<usize>);

/// The layout of the arrays of an observer of OpenSpiel. They share one flat array. With `recall` they hold all that a
/// seat remembers, of at most `turns` turns; else the current moment. `public` and `private` say which information.
#[pyclass(frozen, module = "spariglio._core")]
pub struct Arrays {
    game: Arc<Game>,
    recall: bool,
    parts: Vec<Part>,
}

#[pymethods]
impl Arrays {
    #[new]
    #[pyo3(signature = (game, recall, public, private, turns: "typing.SupportsIndex"))]
    fn new(
        game: &crate::game::Game,
        recall: bool,
        public: bool,
        private: bool,
        #[pyo3(from_py_with = arguments::turns)] turns: usize,
    ) -> Arrays {
        let game = Arc::clone(&game.game);
        let mut parts = vec![("player", vec![game.players()])];
        if private {
            parts.extend(private_parts(&game, recall));
        }
        if public && recall {
            parts.extend(remembered_parts(&game, turns));
        } else if public {
            parts.extend(current_parts(&game));
        }
        Arrays { game, recall, parts }
    }

    /// The name and the shape of each array, in their order.
    fn shapes(&self) -> Vec<Part> {
        self.parts.clone()
    }

    /// Fills the arrays, concatenated in `tensor`, with the knowledge of a seat. `hand` is `None` during the deal.
    #[pyo3(signature = (tensor: "numpy.typing.NDArray[numpy.float32]", hand: "Hand | None", seat: "typing.SupportsIndex"))]
    fn fill(
        &self,
        tensor: &Bound<'_, PyArray1<f32>>,
        hand: Option<PyRef<'_, Hand>>,
        seat: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let seat = arguments::place("seat", seat, self.game.players())?;
        let mut tensor = tensor.try_readwrite().map_err(error::value)?;
        let tensor = tensor.as_slice_mut().map_err(error::value)?;
        let len = self.parts.iter().map(len).sum::<usize>();
        if tensor.len() != len {
            return Err(error::value(format!("tensor has {} numbers: expected {len}", tensor.len())));
        }
        tensor.fill(0.0);
        let mut sheet = Sheet { parts: &self.parts, tensor, pack: self.game.pack() };
        sheet.one("player", seat);
        let Some(hand) = hand else { return Ok(()) };
        if !alike(&self.game, &hand.game) {
            let (found, expected) = (&hand.game.rules().name, &self.game.rules().name);
            return Err(error::value(format!("hand is one of `{found}`: expected one of `{expected}`")));
        }
        if !hand.state.is_over() && hand.state.seat() == seat {
            for &step in hand.taken() {
                sheet.one("steps", step);
            }
        }
        if self.recall {
            sheet.remembered(&hand, seat);
        } else {
            sheet.current(&hand, seat);
        }
        Ok(())
    }
}

fn len((_, shape): &Part) -> usize {
    shape.iter().product()
}

/// Whether arrays of two games have the same shapes.
fn alike(one: &Game, other: &Game) -> bool {
    let size = |game: &Game| (game.players(), game.sides(), game.pack(), game.deal_rounds());
    size(one) == size(other)
}

fn private_parts(game: &Game, recall: bool) -> Vec<Part> {
    let cards = game.pack_len();
    let mut parts = match recall {
        true => vec![("dealt", vec![game.deal_rounds(), cards])],
        false => vec![("hand", vec![cards]), ("unseen", vec![cards])],
    };
    parts.push(("steps", vec![STEPS]));
    parts
}

fn remembered_parts(game: &Game, turns: usize) -> Vec<Part> {
    let (seats, cards) = (game.players(), game.pack_len());
    let mut parts = vec![
        ("dealer", vec![seats]),
        ("first_table", vec![cards]),
        ("turns", vec![turns, seats + 2 * cards + VALUES + 1]),
    ];
    let declarations = &game.rules().declarations;
    if declarations.hands != DeclarationHands::None && declarations.mode == DeclarationMode::Auto {
        parts.push(("shown", vec![game.deal_rounds(), seats, cards]));
    }
    parts
}

fn current_parts(game: &Game) -> Vec<Part> {
    let (seats, sides, cards) = (game.players(), game.sides(), game.pack_len());
    vec![
        ("to_act", vec![seats]),
        ("table", vec![cards]),
        ("last_lay", vec![cards]),
        ("piles", vec![sides, cards]),
        ("known", vec![seats, cards]),
        ("played", vec![seats, cards]),
        ("counts", vec![sides, COUNTS]),
        ("hand_sizes", vec![seats]),
        ("passed", vec![seats]),
        ("dealer", vec![seats]),
        ("last_capture", vec![sides + 1]),
        ("matta", vec![1]),
        ("declaring", vec![1]),
        ("stock", vec![1]),
        ("plies_left", vec![1]),
        ("rounds_left", vec![1]),
    ]
}

/// Arrays that are filled with the knowledge of a seat. Those that nobody asked for are left out.
struct Sheet<'a> {
    parts: &'a [Part],
    tensor: &'a mut [f32],
    pack: CardSet,
}

impl Sheet<'_> {
    /// The numbers of an array; none if it is left out.
    fn part(&mut self, name: &str) -> &mut [f32] {
        let mut start = 0;
        for part in self.parts {
            let end = start + len(part);
            if part.0 == name {
                return &mut self.tensor[start..end];
            }
            start = end;
        }
        &mut []
    }

    fn set(&mut self, name: &str, place: usize, number: u8) {
        if let Some(found) = self.part(name).get_mut(place) {
            *found = f32::from(number);
        }
    }

    fn one(&mut self, name: &str, place: usize) {
        self.set(name, place, 1);
    }

    /// Cards in a row of an array.
    fn cards(&mut self, name: &str, row: usize, cards: CardSet) {
        let pack = self.pack;
        let width = pack.len() as usize;
        if let Some(row) = self.part(name).chunks_exact_mut(width).nth(row) {
            mark(row, pack, cards);
        }
    }

    /// The current moment. Seats and sides are counted from the observer.
    fn current(&mut self, hand: &Hand, seat: usize) {
        let view = hand.view_of(seat, false);
        let game = &view.game;
        let (seats, sides) = (game.players(), game.sides());
        let mut words = [0; WORDS];
        encode_bits(&view.view(), &mut words);
        if !hand.state.is_over() {
            self.one("to_act", (hand.state.seat() + seats - seat) % seats);
        }
        for (name, start, width, _) in WORD_BLOCKS {
            let words = &words[start..start + width];
            match name {
                "counts" => self.counts(&words[..sides]),
                "seats" => self.seats(&words[0].to_le_bytes()[..seats]),
                "progress" => self.progress(words[0].to_le_bytes(), sides),
                _ => {
                    for (row, &bits) in words.iter().enumerate().filter(|&(_, &bits)| bits != 0) {
                        self.cards(name, row, CardSet::from_bits(bits));
                    }
                }
            }
        }
    }

    fn counts(&mut self, sides: &[u64]) {
        for (side, counts) in sides.iter().enumerate() {
            for (place, &count) in counts.to_le_bytes()[..COUNTS].iter().enumerate() {
                self.set("counts", side * COUNTS + place, count);
            }
        }
    }

    fn seats(&mut self, seats: &[u8]) {
        for (seat, byte) in seats.iter().enumerate() {
            self.set("hand_sizes", seat, byte & 127);
            self.set("passed", seat, byte >> 7);
        }
    }

    fn progress(&mut self, bytes: [u8; 8], sides: usize) {
        let [dealer, capture, matta, declaring, stock, plies, rounds, _] = bytes;
        self.one("dealer", dealer.into());
        self.one("last_capture", sides.min(capture.into()));
        let numbers = [matta, declaring, stock, plies, rounds];
        for (name, number) in ["matta", "declaring", "stock", "plies_left", "rounds_left"]
            .into_iter()
            .zip(numbers)
        {
            self.set(name, 0, number);
        }
    }

    /// All that a seat remembers. Seats are counted from seat 0.
    fn remembered(&mut self, hand: &Hand, seat: usize) {
        let (game, deal, pack) = (&hand.game, &hand.deal, self.pack);
        let seats = game.players();
        for round in 0..=hand.state.deal_round_index() {
            self.cards("dealt", round, deal.hand_cards(game, round, seat));
        }
        self.one("dealer", deal.dealer());
        self.cards("first_table", 0, deal.table(game));
        let width = seats + 2 * pack.len() as usize + VALUES + 1;
        for (row, &(seat, action)) in self.part("turns").chunks_exact_mut(width).zip(&hand.history) {
            let (who, what) = row.split_at_mut(seats);
            who[seat] = 1.0;
            turn(what, pack, action);
        }
        hand.view_of(seat, false).positions(|state, shown, _| {
            let row = state.deal_round_index() * seats + state.seat();
            self.cards("shown", row, shown);
        });
    }
}

/// Marks the played card, the captured or declared cards, the value of 7c, and a pass.
fn turn(row: &mut [f32], pack: CardSet, action: Action) {
    let cards = pack.len() as usize;
    let (played, row) = row.split_at_mut(cards);
    let (others, rest) = row.split_at_mut(cards);
    match action.kind() {
        ActionKind::Play { card, captured } => {
            mark(played, pack, CardSet::single(card));
            mark(others, pack, captured);
        }
        ActionKind::Declare { cards, matta } => {
            mark(others, pack, cards);
            rest[usize::from(matta)] = 1.0;
        }
        ActionKind::Pass => rest[VALUES] = 1.0,
    }
}

/// Marks cards in a row with a place for each card of the pack.
fn mark(row: &mut [f32], pack: CardSet, cards: CardSet) {
    for card in cards.iter() {
        let before = pack.bits() & (card.bit() - 1);
        row[before.count_ones() as usize] = 1.0;
    }
}
