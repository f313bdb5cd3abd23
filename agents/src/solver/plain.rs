//! Positions of any two-sided game, advanced by the engine.

use std::cell::RefCell;

use spariglio_engine::cards::MATTA;
use spariglio_engine::rules::{DeclarationHands, Matta};
use spariglio_engine::{Action, ActionKind, Card, CardSet, Deal, Game, State};

use super::endgame::{Endgame, GainBounds, INFINITE, Ordered};
use super::mix::{counts, fold};
use super::stakes::{StakeRules, Stakes};

/// Data shared by all positions of a hand.
pub(super) struct PlainEndgame<'a> {
    pub game: &'a Game,
    pub deal: &'a Deal,
    pub rules: &'a PlainRules,
    /// A hash of the cards that are dealt after each deal-round.
    pub stock: &'a [u64],
    /// A buffer.
    pub actions: RefCell<Vec<Action>>,
}

/// The rules that the search needs, compiled.
#[derive(Clone, Debug)]
pub(super) struct PlainRules {
    pub stakes: StakeRules,
    pub sweep: i32,
    /// Points that one play can score besides those of its cards.
    play_points: i32,
    /// Whether the last play of the hand may sweep.
    pub last_play_sweeps: bool,
    picada: bool,
    /// Whether a sweep gives another play.
    again: bool,
    /// Cards that always count as themselves.
    always_relevant: CardSet,
    /// Most points of a declaration; 0 if there are none.
    declaration: i32,
    /// Weight of a card in move ordering.
    pub worth: [i32; 52],
}

/// A position and its stakes.
#[derive(Copy, Clone)]
pub(super) struct PlainPosition {
    state: State,
    stakes: Stakes,
}

impl PlainRules {
    pub(super) fn new(game: &Game) -> PlainRules {
        let rules = game.rules();
        let score = &rules.score;
        let declares = rules.declarations.hands != DeclarationHands::None;
        let mut always_relevant = CardSet::EMPTY;
        // Only these scores in play go by rank. With any other, cards of one rank are not equivalent.
        let by_rank = i32::from(score.picada) + i32::from(score.quadriglia);
        if game.most_capture_points() > by_rank {
            always_relevant = game.pack();
        } else if rules.declarations.matta != Matta::None {
            always_relevant.insert(MATTA);
        }
        PlainRules {
            stakes: StakeRules::new(game),
            sweep: rules.sweep.points.into(),
            play_points: game.most_capture_points(),
            last_play_sweeps: game.may_sweep(game.plies() - 1),
            picada: score.picada > 0,
            again: rules.sweep.again,
            always_relevant,
            declaration: if declares {
                i32::from(rules.declarations.three_points.max(rules.declarations.ten_points))
            } else {
                0
            },
            worth: std::array::from_fn(|index| worth(game, Card::new(index as u8))),
        }
    }

    /// Upper bounds on the points that side 0 and side 1 can gain by plays and declarations still to come.
    fn plays_to_come(&self, game: &Game, state: &State) -> [i32; 2] {
        let left = game.plies() - state.ply();
        let side = game.side(state.seat());
        let mut plays = [left / 2; 2];
        plays[side] = left.div_ceil(2);
        let mut sweeps = plays;
        if self.again {
            sweeps = cards_to_come(game, state);
            plays = sweeps;
        } else if !self.last_play_sweeps {
            sweeps[game.side(state.dealer())] -= 1;
        }
        if state.table().is_empty() {
            sweeps[side] = sweeps[side].saturating_sub(1);
        }
        let mut most = [0, 1].map(|side| sweeps[side] as i32 * self.sweep + plays[side] as i32 * self.play_points);
        if self.declaration > 0 {
            for seat in 0..game.players() {
                let round = state.deal_round_index();
                let mut hands =
                    usize::from(state.hand_cards(seat).len() as usize == game.round_len(round)) * game.round_len(round);
                hands += (round + 1..game.deal_rounds())
                    .map(|round| game.round_len(round))
                    .sum::<usize>();
                most[game.side(seat)] += (hands / 3) as i32 * self.declaration;
            }
        }
        most
    }

    fn relevant(&self, state: &State, stakes: &Stakes) -> CardSet {
        let mut relevant = stakes.relevant | self.always_relevant | state.declared();
        if self.picada
            && let Some(card) = state.last_lay()
        {
            relevant |= CardSet::rank(card.rank());
        }
        relevant
    }
}

/// The cards that each side still plays.
fn cards_to_come(game: &Game, state: &State) -> [usize; 2] {
    let later = state.deal_round_index() + 1..game.deal_rounds();
    let dealt: usize = later.map(|round| game.round_len(round)).sum();
    let mut cards = [0; 2];
    for seat in 0..game.players() {
        cards[game.side(seat)] += state.hand_cards(seat).len() as usize + dealt;
    }
    cards
}

impl Endgame for PlainEndgame<'_> {
    type Position = PlainPosition;
    type Move = Action;

    fn side(&self, position: &PlainPosition) -> usize {
        self.game.side(position.state.seat())
    }

    fn plays_left(&self, position: &PlainPosition) -> usize {
        self.game.plies() - position.state.ply()
    }

    fn end(&self, PlainPosition { state, .. }: &PlainPosition) -> Option<i32> {
        state.is_over().then(|| state.margin(self.game, 0))
    }

    fn outlook(&self, position: &PlainPosition) -> GainBounds {
        let PlainPosition { state, stakes } = position;
        let side = self.side(position);
        let mut gains = self.rules.plays_to_come(self.game, state);
        let made = self.made(position);
        let made = [made, -made];
        for (gain, open) in gains.iter_mut().zip(stakes.open) {
            *gain += open;
        }
        // A shutout replaces all points: its margin may lie above the one made or, if that is large, below it.
        for winner in (0..2).filter(|&winner| stakes.shutout[winner]) {
            gains[winner] = INFINITE / 2;
            gains[1 - winner] = gains[1 - winner].max(made[winner] - self.game.shutout_value());
        }
        GainBounds { made: made[side], most: gains[side], least: gains[1 - side] }
    }

    fn key(&self, position: &PlainPosition) -> u64 {
        let key = self.key_of_points_to_come(position);
        if position.stakes.shutout == [false; 2] {
            return key;
        }
        // If a shutout is possible, it would replace the points made, so they matter too.
        fold(key, self.made(position) as u64 ^ 0x5EED)
    }

    fn moves(&self, PlainPosition { state, stakes }: &PlainPosition, moves: &mut Vec<Ordered<Action>>) {
        let relevant = self.rules.relevant(state, stakes);
        // Moves are compared only if two cards may be equivalent.
        let twins = has_twins(state.playable() - relevant) || has_twins(state.table() - relevant);
        let first = moves.len();
        let mut actions = std::mem::take(&mut *self.actions.borrow_mut());
        state.legal_actions(self.game, &mut actions);
        for &action in &actions {
            let name = name(action);
            let same = |other: &Ordered<Action>| other.name == name && is_same(action, other.play, relevant);
            if twins && moves[first..].iter().any(same) {
                continue;
            }
            moves.push(Ordered { rank: self.rank(state, action), name, play: action });
        }
        *self.actions.borrow_mut() = actions;
    }

    fn play(&self, position: &PlainPosition, action: Action) -> PlainPosition {
        let mut next = *position;
        next.state.apply(self.game, self.deal, action);
        let piles = [next.state.pile(0), next.state.pile(1)];
        if piles != [position.state.pile(0), position.state.pile(1)] {
            next.stakes = self.rules.stakes.look(piles);
        }
        next
    }
}

impl PlainEndgame<'_> {
    /// The position of a state.
    pub(super) fn position(&self, state: &State) -> PlainPosition {
        PlainPosition { state: *state, stakes: self.rules.stakes.look([state.pile(0), state.pile(1)]) }
    }

    /// Points that side 0 has made minus those of side 1.
    fn made(&self, PlainPosition { state, stakes }: &PlainPosition) -> i32 {
        let game = self.game;
        let dealer = i32::from(state.dealer_bonus()) * if game.side(state.dealer()) == 0 { 1 } else { -1 };
        stakes.decided + dealer + state.tally_points(game, 0) - state.tally_points(game, 1)
    }

    fn key_of_points_to_come(&self, PlainPosition { state, stakes }: &PlainPosition) -> u64 {
        let relevant = self.rules.relevant(state, stakes);
        let seat = state.seat();
        let mut in_hand = CardSet::EMPTY;
        let mut key = fold(stakes.key, self.stock[state.deal_round_index()]);
        for seat in 0..self.game.players() {
            let hand = state.hand_cards(seat);
            in_hand |= hand;
            key = fold(key, fold((hand & relevant).bits(), counts((hand - relevant).bits())));
        }
        let table = state.table();
        key = fold(key, fold((table & relevant).bits(), counts((table - relevant).bits())));
        let small = seat as u64
            | state.last_capture().map_or(2, |side| side as u64) << 3
            | u64::from(state.matta()) << 5
            | u64::from(state.is_declaring()) << 9;
        let laid = if self.rules.picada {
            state.last_lay().map_or(0, |card| 1 + u64::from(card.index()))
        } else {
            0
        };
        key = fold(key, small | laid << 10);
        if self.rules.declaration > 0 {
            key = fold(key, (state.declared() & in_hand).bits());
            let last = state.last_declared(seat);
            if state.is_declaring() && last != 0 {
                key = fold(key, fold(last.into(), state.hand_cards(seat).bits()));
            }
        }
        key
    }

    /// Move order: captures by the cards that they bring; less if the next seat can sweep.
    fn rank(&self, state: &State, action: Action) -> i32 {
        let ActionKind::Play { card, captured } = action.kind() else {
            return if action == Action::PASS { 0 } else { 1 };
        };
        let rules = self.rules;
        let mut rank = 0;
        let mut left = state.table();
        if captured.is_empty() {
            left.insert(card);
            rank -= rules.worth[usize::from(card.index())];
        } else {
            left = left - captured;
            let taken = captured | CardSet::single(card);
            rank += 8 + taken.iter().map(|card| rules.worth[usize::from(card.index())]).sum::<i32>();
            if left.is_empty() {
                return rank + 40 * rules.sweep;
            }
        }
        let next = (state.seat() + 1) % self.game.players();
        if !(state.hand_cards(next) & self.game.sweepers(left, state.matta())).is_empty() {
            rank -= 40 * rules.sweep;
        }
        rank
    }
}

/// Whether two cards share a rank.
fn has_twins(cards: CardSet) -> bool {
    counts(cards.bits()) & 0xEEEE_EEEE_EEEE_EEEE != 0
}

/// The name of an action in the transposition table: the same for actions that differ in suits only.
fn name(action: Action) -> u16 {
    let hash = match action.kind() {
        ActionKind::Play { card, captured } => fold(u64::from(card.rank()) + 77, counts(captured.bits())),
        _ => fold(action.to_bits(), 77),
    };
    (hash % 0xFFFF) as u16 + 1
}

/// Whether two plays differ in equivalent cards only.
fn is_same(one: Action, other: Action, relevant: CardSet) -> bool {
    let (Some(card), Some(other_card)) = (one.card(), other.card()) else {
        return false;
    };
    let cards = card == other_card
        || card.rank() == other_card.rank() && !relevant.contains(card) && !relevant.contains(other_card);
    let (captured, other) = (one.captured(), other.captured());
    cards
        && captured & relevant == other & relevant
        && counts((captured - relevant).bits()) == counts((other - relevant).bits())
}

/// Weight of a card in move ordering.
fn worth(game: &Game, card: Card) -> i32 {
    let score = &game.rules().score;
    let single = score.single.get(&card).map_or(0, |&points| 12 * i32::from(points));
    let suit = if card.suit() == score.suit { 3 } else { 0 };
    let prime = match card.rank() {
        7 => 5,
        6 => 3,
        1 => 2,
        _ => 0,
    };
    1 + single + suit + prime
}
