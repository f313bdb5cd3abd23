//! A hand as lists of cards, and the effects of actions. Source: `docs/reference/rules.md` B, C.12, C.13, C.15, E.4.

use spariglio_engine::cards::MATTA;
use spariglio_engine::rules::{Ace, AceOnEmpty, DeclarationHands, DeclarationMode, Matta};
use spariglio_engine::{Action, ActionKind, Card, CardSet, RuleSet};

use crate::declarations::{Declaration, automatic, possible};

/// The counts of a side during play.
#[derive(Clone, Default, Debug)]
pub struct Counts {
    /// Sweeps that score.
    pub sweeps: i32,
    /// Points of declarations.
    pub declared: i32,
    /// Captures of the card just laid.
    pub picada: i32,
    /// Captures in one suit.
    pub simili: i32,
    /// Captures of three or more table cards.
    pub quadriglia: i32,
}

/// A hand in progress.
#[derive(Clone, Debug)]
pub struct Reference<'r> {
    /// The rules.
    pub rules: &'r RuleSet,
    /// The dealer's seat.
    pub dealer: usize,
    /// The hand cards of each seat.
    pub hands: Vec<Vec<Card>>,
    /// The cards on the table.
    pub table: Vec<Card>,
    /// The captured cards by side.
    pub piles: Vec<Vec<Card>>,
    /// The cards still to be dealt, the next one last.
    pub stock: Vec<Card>,
    /// The seat to act.
    pub seat: usize,
    /// Declared value of 7c; `None` if it is a plain seven.
    pub matta: Option<u8>,
    /// Cards declared in this deal-round, by seat.
    pub declared: Vec<Vec<Declaration>>,
    /// Seats that have nothing more to decide before their first card.
    settled: Vec<bool>,
    /// The counts by side.
    pub counts: Vec<Counts>,
    /// The dealer's bonus in points.
    pub dealer_bonus: i32,
    /// The side that captured last, if any.
    pub last_capture: Option<usize>,
    /// The preceding play, if it was a lay.
    laid: Option<Card>,
    /// The side that made a shutout, if any.
    pub shutout: Option<usize>,
    /// Whether the hand has ended.
    pub over: bool,
    round: usize,
}

impl<'r> Reference<'r> {
    /// The hand of a deal: `cards` is the pack in the order in which it is dealt.
    ///
    /// # Panics
    /// Panics if there are too few cards.
    pub fn new(rules: &'r RuleSet, dealer: usize, cards: &[Card]) -> Reference<'r> {
        let players = usize::from(rules.players);
        let sides = usize::from(rules.sides);
        let mut stock: Vec<Card> = cards.iter().rev().copied().collect();
        let mut hands = vec![Vec::new(); players];
        for _ in 0..rules.deal.rounds[0] {
            for step in 1..=players {
                hands[(dealer + step) % players].push(stock.pop().unwrap());
            }
        }
        let table = (0..rules.deal.table).map(|_| stock.pop().unwrap()).collect();
        let mut hand = Reference {
            rules,
            dealer,
            hands,
            table,
            piles: vec![Vec::new(); sides],
            stock,
            seat: (dealer + 1) % players,
            matta: None,
            declared: vec![Vec::new(); players],
            settled: vec![false; players],
            counts: vec![Counts::default(); sides],
            dealer_bonus: 0,
            last_capture: None,
            laid: None,
            shutout: None,
            over: false,
            round: 0,
        };
        hand.take_dealer_bonus();
        hand.declare_automatically();
        hand
    }

    fn side(&self, seat: usize) -> usize {
        seat % usize::from(self.rules.sides)
    }

    /// Effective value; `None` for a court of the 52-card pack.
    pub fn value(&self, card: Card) -> Option<i32> {
        match self.matta {
            Some(value) if card == MATTA => Some(value.into()),
            _ => Some(i32::from(self.rules.deck.value(card.rank()))).filter(|value| *value > 0),
        }
    }

    fn take_dealer_bonus(&mut self) {
        if !self.rules.declarations.dealer_bonus {
            return;
        }
        let wild = self.rules.declarations.matta != Matta::None && self.table.contains(&MATTA);
        let values = if wild { 1..=10 } else { 7..=7 };
        for value in values {
            let of = |card: &Card| {
                if *card == MATTA {
                    value
                } else {
                    i32::from(self.rules.deck.value(card.rank()))
                }
            };
            let sum: i32 = self.table.iter().map(of).sum();
            if sum == 15 || sum == 30 {
                self.dealer_bonus = sum / 15;
            }
        }
        if self.dealer_bonus > 0 {
            let side = self.side(self.dealer);
            self.piles[side].append(&mut self.table);
            self.last_capture = Some(side);
            self.look_for_shutout(side);
        }
    }

    fn look_for_shutout(&mut self, side: usize) {
        if !self.rules.score.shutout {
            return;
        }
        let suit = self.rules.score.suit;
        let captured = self.piles[side].iter().filter(|card| card.suit() == suit).count();
        let of_deck = self.rules.deck.cards().iter().filter(|card| card.suit() == suit).count();
        if captured == of_deck {
            self.shutout = Some(side);
            self.over = true;
        }
    }

    /// The declarations that the seat to act may make now; empty if it has no declaring turn.
    pub fn declarations(&self) -> Vec<Declaration> {
        if self.over || self.settled[self.seat] {
            return Vec::new();
        }
        let seat_declared = &self.declared[self.seat];
        let hand = &self.hands[self.seat];
        match self.rules.declarations.hands {
            DeclarationHands::None => Vec::new(),
            DeclarationHands::ThreeCards if hand.len() != 3 || !seat_declared.is_empty() => Vec::new(),
            DeclarationHands::AnyThree if self.round > 0 => Vec::new(),
            _ => {
                let mut all = possible(self.rules, hand);
                all.retain(|one| seat_declared.iter().all(|other| one.is_disjoint(other) && one > other));
                all
            }
        }
    }

    fn declare_automatically(&mut self) {
        if self.rules.declarations.mode == DeclarationMode::Auto && !self.over {
            for declaration in automatic(self.rules, self.declarations()) {
                self.declare(declaration);
            }
            self.settled[self.seat] = true;
        }
    }

    fn declare(&mut self, declaration: Declaration) {
        let side = self.side(self.seat);
        self.counts[side].declared += declaration.points(self.rules);
        if declaration.matta > 0 && self.rules.declarations.matta != Matta::None {
            self.matta = Some(declaration.matta);
        }
        self.declared[self.seat].push(declaration);
    }

    /// Whether two cards are equal: of one value, or courts of one rank.
    fn is_equal(&self, card: Card, other: Card) -> bool {
        match (self.value(card), self.value(other)) {
            (None, None) => card.rank() == other.rank(),
            (one, two) => one == two,
        }
    }

    /// Carries out a legal action.
    ///
    /// # Panics
    /// Panics if the stock has too few cards for the next deal-round.
    pub fn apply(&mut self, action: Action) {
        match action.kind() {
            ActionKind::Pass => self.settled[self.seat] = true,
            ActionKind::Declare { cards, matta } => {
                let mut cards = cards.iter();
                let cards = std::array::from_fn(|_| cards.next().unwrap());
                self.declare(Declaration::new(cards, matta));
            }
            ActionKind::Play { card, captured } => self.play(card, captured),
        }
    }

    fn play(&mut self, card: Card, captured: CardSet) {
        let empties = captured.len() as usize == self.table.len() && !captured.is_empty();
        let side = self.side(self.seat);
        let players = usize::from(self.rules.players);
        self.settled[self.seat] = true;
        self.hands[self.seat].retain(|other| *other != card);
        if captured.is_empty() {
            self.lay(side, card);
        } else {
            self.capture(side, card, captured);
        }
        self.look_for_shutout(side);
        if self.over {
            return;
        }
        let platform = self.rules.declarations.matta == Matta::Platform;
        if platform && self.seat == self.dealer && self.table.contains(&MATTA) {
            self.matta = None;
        }
        if !(self.rules.sweep.again && empties && !self.hands[self.seat].is_empty()) {
            self.seat = (self.seat + 1) % players;
        }
        if self.hands.iter().all(Vec::is_empty) {
            if self.is_last_round() {
                self.finish();
                return;
            }
            self.deal_again();
            self.seat = (self.dealer + 1) % players;
        }
        // Only if sweeps give second plays, a seat has no cards before the others.
        while self.hands[self.seat].is_empty() {
            self.seat = (self.seat + 1) % players;
        }
        self.declare_automatically();
    }

    fn lay(&mut self, side: usize, card: Card) {
        let rules = &self.rules.capture;
        let takes_itself = rules.ace == Ace::TakesAll && rules.ace_on_empty == AceOnEmpty::TakesItself;
        if takes_itself && self.table.is_empty() && self.value(card) == Some(1) {
            self.piles[side].push(card);
            self.last_capture = Some(side);
            self.laid = None;
        } else {
            self.table.push(card);
            self.laid = Some(card);
        }
    }

    fn capture(&mut self, side: usize, card: Card, captured: CardSet) {
        let rules = self.rules;
        let aces_on_table = self.table.iter().any(|card| self.value(*card) == Some(1));
        let by_ace = rules.capture.ace == Ace::TakesAll && self.value(card) == Some(1) && !aces_on_table;
        let size = captured.len() as usize;
        let sweep = size == self.table.len();
        let last = self.is_last_round() && self.hands.iter().all(Vec::is_empty);
        let scores = sweep && (rules.sweep.last_play_scores || !last) && (rules.sweep.ace_scores || !by_ace);
        let one_suit = captured.iter().all(|other| other.suit() == card.suit());
        let picada = self
            .laid
            .is_some_and(|laid| captured == CardSet::single(laid) && self.is_equal(card, laid) && !by_ace);
        let counts = &mut self.counts[side];
        counts.sweeps += i32::from(scores);
        counts.picada += i32::from(picada);
        counts.simili += i32::from(one_suit);
        counts.quadriglia += i32::from(size >= 3);
        self.table.retain(|other| !captured.contains(*other));
        self.piles[side].extend(captured);
        self.piles[side].push(card);
        self.last_capture = Some(side);
        self.laid = None;
    }

    /// Whether this is the last deal-round. The rest of the stock is never dealt.
    fn is_last_round(&self) -> bool {
        self.round + 1 == self.rules.deal.rounds.len()
    }

    fn deal_again(&mut self) {
        let players = usize::from(self.rules.players);
        self.round += 1;
        self.settled = vec![false; players];
        self.declared = vec![Vec::new(); players];
        for _ in 0..self.rules.deal.rounds[self.round] {
            for step in 1..=players {
                self.hands[(self.dealer + step) % players].push(self.stock.pop().unwrap());
            }
        }
    }

    fn finish(&mut self) {
        self.over = true;
        if let Some(side) = self.last_capture {
            self.piles[side].append(&mut self.table);
            self.look_for_shutout(side);
        }
    }
}
