//! Plays in step by the sums of the tables: hands of up to three cards.

mod sums;
mod targets;

use super::hands::{Numbers, Turn, Way};
use super::lane_rng::{LANES, wide};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::game::Game;
use crate::state::pick_play;
use crate::vector::{Bits, Bytes32};
use sums::Sums;
use targets::{Rules, Targets};

/// The most hand cards.
const HELD: usize = 3;
/// A place without a card.
const NO_PLACE: u8 = 51;

/// By the sums of all subsets of tables of up to [`sums::CARDS`] cards; larger tables one by one.
pub(super) struct BySums(Sums);

impl BySums {
    /// Before the first table is there.
    pub(super) fn new() -> BySums {
        BySums(Sums::new())
    }
}

impl Way for BySums {
    const SEES_ACES: bool = false;

    #[inline(always)]
    fn begin(&mut self, _tables: &Numbers) {}

    #[inline(always)]
    fn choose<B: Bits>(&mut self, game: &Game, mut turn: Turn<'_>) {
        let rules = &game.capture;
        let mattas = bytes(turn.mattas);
        let mut large = self.0.fill::<B>(turn.tables, mattas);
        match (rules.ace, rules.equal || rules.sum) {
            (true, _) => choose::<B, true, true>(game, &self.0, mattas, &mut turn),
            (false, true) => choose::<B, true, false>(game, &self.0, mattas, &mut turn),
            (false, false) => choose::<B, false, false>(game, &self.0, mattas, &mut turn),
        };
        while large != 0 {
            let lane = large.trailing_zeros() as usize % LANES;
            let (card, captured) = pick_play::<B>(game, turn.table(lane), turn.hand(lane), || wide(turn.draws[lane]));
            turn.write(lane, card, captured);
            large &= large - 1;
        }
    }

    #[inline(always)]
    fn follow(&mut self, _game: &Game, _tables: &Numbers) {}
}

/// Plays of all lanes by the sums of their tables. `SUMS` where equals or sums capture, `ACES` where moreover an ace takes
/// all.
#[inline(always)]
fn choose<B: Bits, const SUMS: bool, const ACES: bool>(
    game: &Game,
    sums: &Sums,
    mattas: B::Bytes32,
    turn: &mut Turn<'_>,
) {
    let rules = Rules::<B::Bytes32>::new(game);
    let zero = B::Bytes32::splat(0);
    let mut hands = *turn.hands;
    let held = (turn.held as usize).min(HELD);
    let mut cards = [zero; HELD];
    let mut targets = [Targets::none(); HELD];
    // The number of plays up to each card.
    let mut ends = [zero; HELD];
    for at in 0..held {
        let (card, values) = lowest(&mut hands, mattas);
        cards[at] = card;
        targets[at] = Targets::new::<SUMS, ACES>(&rules, values, sums);
    }
    let mut total = zero;
    let counts = targets::counts::<B::Bytes32, SUMS>(&targets, held, sums);
    for (end, count) in ends.iter_mut().zip(counts) {
        total = total.plus(count);
        *end = total;
    }
    let pick = scale(turn.draws, total);
    let (mut card, mut chosen, mut before) = (cards[0], targets[0], zero);
    for at in 1..held {
        let is_later = pick.at_least(ends[at - 1]);
        card = is_later.choose(cards[at], card);
        chosen = chosen.or_where(is_later, targets[at]);
        before = is_later.choose(ends[at - 1], before);
    }
    let subsets = chosen.nth::<SUMS>(sums, pick.minus(before)).to_array();
    let cards = card.to_array();
    for lane in 0..LANES {
        let captured = B::deposit(u64::from(subsets[lane]), turn.tables[lane]);
        turn.write(lane, Card::at(cards[lane]), CardSet::from_bits(captured));
    }
}

/// Takes the lowest card out of every lane's set: its place, [`NO_PLACE`] where there is none, and what it counts in sums
/// ([`targets::values`]).
#[inline(always)]
fn lowest<V: Bytes32>(sets: &mut Numbers, mattas: V) -> (V, V) {
    let mut places = [0; LANES];
    for (place, set) in places.iter_mut().zip(sets) {
        *place = place_of_lowest(*set);
        *set &= set.wrapping_sub(1);
    }
    (V::from_array(places), targets::values(places, mattas))
}

/// The place of the lowest bit of a set of up to 51 bits, [`NO_PLACE`] of none. The exponent of a floating-point number tells
/// it: that is in the vector instructions of every machine, counting zeros is not.
#[inline(always)]
fn place_of_lowest(set: u64) -> u8 {
    /// The bits of the number 2^52. With those of a whole `n` below it they are the number 2^52 + n.
    const START: u64 = (1023 + 52) << 52;
    let bits = set | 1 << NO_PLACE;
    let lowest = bits & bits.wrapping_neg();
    let power = f64::from_bits(START | lowest) - f64::from_bits(START);
    (power.to_bits() >> 52).wrapping_sub(1023) as u8
}

/// Numbers below 256.
#[inline(always)]
fn bytes<V: Bytes32>(numbers: &Numbers) -> V {
    let mut bytes = [0; LANES];
    for (byte, &number) in bytes.iter_mut().zip(numbers) {
        *byte = number as u8;
    }
    V::from_array(bytes)
}

/// The numbers below those of `n` that the lanes' random numbers stand for.
#[inline(always)]
fn scale<V: Bytes32>(draws: &[u32; LANES], n: V) -> V {
    let n = n.to_array();
    let mut scaled = [0; LANES];
    for lane in 0..LANES {
        scaled[lane] = ((u64::from(draws[lane]) * u64::from(n[lane])) >> 32) as u8;
    }
    V::from_array(scaled)
}
