//! What a hand in progress is expected to end with, without playing it out: the static value of a leaf.
//!
//! Every kind of points is estimated by itself from the piles, as if each card that is in no pile yet fell to any side
//! with even chance: what is scored in play counts as it is; the majorities and the prime by how large a lead is
//! against how much is still open; single cards and melds by the chance that their cards fall together. What hand cards
//! and the turn promise comes on top.

mod holding;
mod majority;
mod melds;
mod prime;

use spariglio_engine::{CardSet, Game, State};

use super::tree::{MAX_SIDES, Utilities};
use holding::Holding;
use majority::Majority;
use melds::Melds;
use prime::PrimeLeads;

/// Estimates for one game, compiled.
#[derive(Clone, Debug)]
pub(super) struct Estimate {
    cards: Majority,
    suit: Majority,
    suit_cards: CardSet,
    prime: Option<PrimeLeads>,
    singles: Vec<(CardSet, f32)>,
    melds: Melds,
    holding: Holding,
    points: PlayPoints,
    shutout: f32,
}

/// What a hand is expected to end with, by side.
#[derive(Clone, Debug, Default)]
pub(super) struct Expected {
    /// Points, those of a shutout not counted.
    pub(super) points: [f32; MAX_SIDES],
    /// Chances of a shutout.
    pub(super) shutouts: [f32; MAX_SIDES],
}

/// Points of what is counted during play.
#[derive(Clone, Debug)]
struct PlayPoints {
    sweep: f32,
    three: f32,
    ten: f32,
    picada: f32,
    simili: f32,
    quadriglia: f32,
}

/// Cards that usually go into a pile with one capture: the unit in which the majority of cards moves.
const CARDS_A_CAPTURE: f32 = 2.4;

impl Estimate {
    pub(super) fn new(game: &Game) -> Estimate {
        let rules = game.rules();
        let pack = game.pack_len();
        let suit_cards = CardSet::suit(rules.score.suit) & game.pack();
        let single = |(&card, &points): (&_, &u16)| (CardSet::single(card), f32::from(points));
        Estimate {
            cards: Majority::new(pack, CARDS_A_CAPTURE, rules.score.cards.into()),
            suit: Majority::new(suit_cards.len() as usize, 1.0, rules.score.suit_points.into()),
            suit_cards,
            prime: PrimeLeads::new(rules),
            singles: rules.score.single.iter().map(single).collect(),
            melds: Melds::new(game),
            holding: Holding::new(game),
            points: PlayPoints {
                sweep: rules.sweep.points.into(),
                three: rules.declarations.three_points.into(),
                ten: rules.declarations.ten_points.into(),
                picada: rules.score.picada.into(),
                simili: rules.score.simili.into(),
                quadriglia: rules.score.quadriglia.into(),
            },
            shutout: if rules.score.shutout {
                game.shutout_value() as f32
            } else {
                0.0
            },
        }
    }

    /// Sets the expected margin of every side, in points.
    pub(super) fn margins(&self, game: &Game, state: &State, margins: &mut Utilities) {
        let mut expected = self.expected(game, state);
        let points = &mut expected.points[..game.sides()];
        for (points, chance) in points.iter_mut().zip(expected.shutouts) {
            *points += chance * self.shutout;
        }
        set_margins(points, margins);
    }

    /// What every side is expected to end with.
    #[inline(always)]
    pub(super) fn expected(&self, game: &Game, state: &State) -> Expected {
        let sides = game.sides();
        let mut expected = Expected::default();
        let points = &mut expected.points;
        let mut piles = [CardSet::EMPTY; MAX_SIDES];
        let mut free = game.pack();
        for (side, pile) in piles[..sides].iter_mut().enumerate() {
            *pile = state.pile(side);
            free = free - *pile;
            points[side] = self.made(state, side);
        }
        points[game.side(state.dealer())] += f32::from(state.dealer_bonus());
        let piles = &piles[..sides];
        let points = &mut points[..sides];
        self.cards.add(piles, free, points);
        let suits = piles.iter().map(|&pile| pile & self.suit_cards);
        let mut suit_piles = [CardSet::EMPTY; MAX_SIDES];
        for (slot, pile) in suit_piles.iter_mut().zip(suits) {
            *slot = pile;
        }
        let suit_free = free & self.suit_cards;
        self.suit.add(&suit_piles[..sides], suit_free, points);
        if let Some(prime) = &self.prime {
            prime.add(piles, free, points);
        }
        for &(card, worth) in &self.singles {
            if let Some(owner) = piles.iter().position(|pile| pile.contains_all(card)) {
                points[owner] += worth;
            }
        }
        self.melds.add(piles, free, points);
        self.holding.add(game, state, points);
        if self.shutout > 0.0 {
            set_shutouts(&suit_piles[..sides], suit_free, &mut expected.shutouts);
        }
        expected
    }

    fn made(&self, state: &State, side: usize) -> f32 {
        let tally = state.tally(side);
        let points = &self.points;
        f32::from(tally.sweeps) * points.sweep
            + f32::from(tally.threes) * points.three
            + f32::from(tally.tens) * points.ten
            + f32::from(tally.picada) * points.picada
            + f32::from(tally.simili) * points.simili
            + f32::from(tally.quadriglia) * points.quadriglia
    }
}

/// Sets the chance of each side to get the whole suit still.
fn set_shutouts(piles: &[CardSet], free: CardSet, chances: &mut [f32]) {
    let held = piles.iter().filter(|pile| !pile.is_empty()).count();
    if held > 1 {
        return;
    }
    let chance = (piles.len() as f32).powi(-(free.len() as i32));
    for (pile, slot) in piles.iter().zip(chances) {
        if held == 0 || !pile.is_empty() {
            *slot = chance;
        }
    }
}

/// A side's points minus the best other side's.
fn set_margins(points: &[f32], margins: &mut Utilities) {
    if let [first, second] = *points {
        (margins[0], margins[1]) = (first - second, second - first);
        return;
    }
    for side in 0..points.len() {
        let others = points.iter().enumerate().filter(|(other, _)| *other != side);
        let best = others.map(|(_, &points)| points).fold(f32::MIN, f32::max);
        margins[side] = points[side] - best;
    }
}

#[cfg(test)]
mod tests;
