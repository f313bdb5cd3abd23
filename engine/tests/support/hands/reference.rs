//! A slow engine: lists of cards, captures by trying every subset. Source: `docs/rules.md` B, C.12, C.13, C.15, E.4.
//!
//! It shares with the engine only the rule set and the vocabulary of cards and actions.

use std::collections::VecDeque;

use spariglio_engine::{
    Ace, AceOnEmpty, AceWithAce, Action, ActionKind, Card, CardSet, DeclarationHands, DeclarationMode, MATTA, Matta,
    RuleSet, SingleFirst,
};

use super::declarations::{Declaration, automatic, possible};

/// Tables up to this size are searched by counting through all subsets.
const COUNTED: usize = 11;

/// What a side scored during play.
#[derive(Clone, Default, Debug)]
pub struct Counts {
    pub sweeps: i32,
    pub declared: i32,
    pub picada: i32,
    pub simili: i32,
    pub quadriglia: i32,
}

/// A hand in progress.
#[derive(Clone, Debug)]
pub struct Reference {
    pub rules: RuleSet,
    pub dealer: usize,
    pub hands: Vec<Vec<Card>>,
    pub table: Vec<Card>,
    pub piles: Vec<Vec<Card>>,
    pub stock: VecDeque<Card>,
    pub seat: usize,
    /// Declared value of 7c.
    pub matta: Option<u8>,
    /// Cards declared in this deal-round, by seat.
    pub declared: Vec<Vec<Declaration>>,
    /// Seats that have nothing more to decide before their first card.
    settled: Vec<bool>,
    pub counts: Vec<Counts>,
    pub dealer_bonus: i32,
    pub last_capture: Option<usize>,
    /// The preceding play, if it was a lay.
    laid: Option<Card>,
    pub shutout: Option<usize>,
    pub over: bool,
    round: usize,
    plays: usize,
}

impl Reference {
    pub fn new(rules: &RuleSet, dealer: usize, cards: &[Card]) -> Reference {
        let players = usize::from(rules.players);
        let sides = usize::from(rules.sides);
        let mut stock: VecDeque<Card> = cards.iter().copied().collect();
        let mut hands = vec![Vec::new(); players];
        for _ in 0..rules.deal.rounds[0] {
            for step in 1..=players {
                hands[(dealer + step) % players].push(stock.pop_front().unwrap());
            }
        }
        let table = (0..rules.deal.table).map(|_| stock.pop_front().unwrap()).collect();
        let mut hand = Reference {
            rules: rules.clone(),
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
            plays: 0,
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
        let suit = self.rules.score.suit;
        let count = self.piles[side].iter().filter(|card| card.suit() == suit).count();
        if self.rules.score.shutout
            && count
                == self
                    .rules
                    .deck
                    .cards()
                    .iter()
                    .filter(|card| card.suit() == suit)
                    .count()
        {
            self.shutout = Some(side);
            self.over = true;
        }
    }

    /// The declarations that the seat to act may make now; empty where it has no declaring turn.
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
                let mut all = possible(&self.rules, hand);
                all.retain(|one| seat_declared.iter().all(|other| one.is_disjoint(other) && one > other));
                all
            }
        }
    }

    fn declare_automatically(&mut self) {
        if self.rules.declarations.mode == DeclarationMode::Auto && !self.over {
            for declaration in automatic(&self.rules, self.declarations()) {
                self.declare(declaration);
            }
            self.settled[self.seat] = true;
        }
    }

    fn declare(&mut self, declaration: Declaration) {
        let side = self.side(self.seat);
        self.counts[side].declared += declaration.points(&self.rules);
        if declaration.matta > 0 && self.rules.declarations.matta != Matta::None {
            self.matta = Some(declaration.matta);
        }
        self.declared[self.seat].push(declaration);
    }

    /// All legal actions.
    pub fn legal(&self) -> Vec<Action> {
        if self.over {
            return Vec::new();
        }
        let declarations = self.declarations();
        if !declarations.is_empty() {
            let mut actions: Vec<Action> = declarations.iter().map(Declaration::action).collect();
            actions.push(Action::PASS);
            return actions;
        }
        let mut actions = Vec::new();
        for card in self.playable() {
            let captures = self.captures(card);
            if captures.is_empty() || !self.rules.capture.mandatory {
                actions.push(Action::play(card, CardSet::EMPTY));
            }
            actions.extend(
                captures
                    .into_iter()
                    .map(|set| Action::play(card, set.into_iter().collect())),
            );
        }
        actions
    }

    /// The cards that may be played: declared ones first.
    fn playable(&self) -> Vec<Card> {
        let hand = &self.hands[self.seat];
        let shown = |card: &&Card| self.declared[self.seat].iter().any(|one| one.cards.contains(card));
        let first: Vec<Card> = hand.iter().filter(shown).copied().collect();
        if first.is_empty() { hand.clone() } else { first }
    }

    /// The sets that a card may capture.
    pub fn captures(&self, card: Card) -> Vec<Vec<Card>> {
        let rules = &self.rules.capture;
        let value = self.value(card);
        let ace = rules.ace == Ace::TakesAll && value == Some(1);
        let aces_on_table = self.table.iter().any(|card| self.value(*card) == Some(1));
        if ace && !aces_on_table {
            return if self.table.is_empty() {
                Vec::new()
            } else {
                vec![self.table.clone()]
            };
        }
        let equal: Vec<Vec<Card>> = self
            .table
            .iter()
            .filter(|other| rules.equal && self.is_equal(card, **other))
            .map(|other| vec![*other])
            .collect();
        let bars_sums = rules.single_first != SingleFirst::No && !equal.is_empty();
        let bars_fifteens = rules.single_first == SingleFirst::BeforeAll && !equal.is_empty();
        let mut sets = equal;
        if let Some(value) = value {
            let numerals: Vec<(Card, i32)> = self
                .table
                .iter()
                .filter_map(|card| self.value(*card).map(|value| (*card, value)))
                .collect();
            if rules.sum && !ace && !bars_sums {
                sets.extend(subsets(&numerals, value).into_iter().filter(|set| set.len() >= 2));
            }
            if rules.fifteen && !bars_fifteens && (!ace || rules.ace_with_ace == AceWithAce::AceOrFifteen) {
                sets.extend(subsets(&numerals, 15 - value));
            }
        }
        if rules.fewest {
            let least = sets.iter().map(Vec::len).min();
            sets.retain(|set| Some(set.len()) == least);
        }
        sets
    }

    fn is_equal(&self, card: Card, other: Card) -> bool {
        match (self.value(card), self.value(other)) {
            (None, None) => card.rank() == other.rank(),
            (one, two) => one == two,
        }
    }

    /// Carries out a legal action.
    pub fn apply(&mut self, action: Action) {
        match action.kind() {
            ActionKind::Pass => self.settled[self.seat] = true,
            ActionKind::Declare { cards, matta } => self.declare(Declaration::new(cards.iter().collect(), matta)),
            ActionKind::Play { card, captured } => self.play(card, &captured.iter().collect::<Vec<_>>()),
        }
    }

    fn play(&mut self, card: Card, captured: &[Card]) {
        let side = self.side(self.seat);
        let players = usize::from(self.rules.players);
        self.settled[self.seat] = true;
        self.hands[self.seat].retain(|other| *other != card);
        self.plays += 1;
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
        self.seat = (self.seat + 1) % players;
        if self.hands.iter().all(Vec::is_empty) {
            if self.is_last_round() {
                self.finish();
                return;
            }
            self.deal_again();
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

    fn capture(&mut self, side: usize, card: Card, captured: &[Card]) {
        let rules = &self.rules;
        let aces_on_table = self.table.iter().any(|card| self.value(*card) == Some(1));
        let by_ace = rules.capture.ace == Ace::TakesAll && self.value(card) == Some(1) && !aces_on_table;
        let sweep = captured.len() == self.table.len();
        let last = self.is_last_round() && self.hands.iter().all(Vec::is_empty);
        let scores = sweep && (rules.sweep.last_play_scores || !last) && (rules.sweep.ace_scores || !by_ace);
        let one_suit = captured.iter().all(|other| other.suit() == card.suit());
        let picada = self
            .laid
            .is_some_and(|laid| captured == [laid] && self.is_equal(card, laid) && !by_ace);
        let counts = &mut self.counts[side];
        counts.sweeps += i32::from(scores);
        counts.picada += i32::from(picada);
        counts.simili += i32::from(one_suit);
        counts.quadriglia += i32::from(captured.len() >= 3);
        self.table.retain(|other| !captured.contains(other));
        self.piles[side].extend(captured);
        self.piles[side].push(card);
        self.last_capture = Some(side);
        self.laid = None;
    }

    /// Whether no more cards are dealt: what is left of the stock stays there.
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
                self.hands[(self.dealer + step) % players].push(self.stock.pop_front().unwrap());
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

/// The sets of one or more cards with a sum.
fn subsets(cards: &[(Card, i32)], target: i32) -> Vec<Vec<Card>> {
    let mut found = Vec::new();
    if cards.len() > COUNTED {
        search(cards, target, &mut Vec::new(), &mut found);
        return found;
    }
    for mask in 1u32..1 << cards.len() {
        let members = || {
            cards
                .iter()
                .enumerate()
                .filter(|(index, _)| mask >> index & 1 == 1)
                .map(|(_, card)| *card)
        };
        if members().map(|(_, value)| value).sum::<i32>() == target {
            found.push(members().map(|(card, _)| card).collect());
        }
    }
    found
}

/// The same for many cards: with and without the first of them.
fn search(cards: &[(Card, i32)], rest: i32, chosen: &mut Vec<Card>, found: &mut Vec<Vec<Card>>) {
    if rest == 0 {
        found.push(chosen.clone());
        return;
    }
    let Some(((card, value), others)) = cards.split_first().filter(|_| rest > 0) else {
        return;
    };
    chosen.push(*card);
    search(others, rest - value, chosen, found);
    chosen.pop();
    search(others, rest, chosen, found);
}
