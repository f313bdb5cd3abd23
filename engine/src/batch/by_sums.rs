//! Plays in step by the sums of the tables: hands of up to three cards.

mod sums;
mod targets;

use super::hands::{Numbers, Turn, Way};
use super::lane_rng::{LANES, scale_each, wide};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::game::Game;
use crate::state::pick_play;
use crate::vector::{Bits, Bytes32};
use sums::Sums;
use targets::{Rules, Targets};

/// The most hand cards.
const HELD: usize = 3;
/// A place without a card: the 40-card pack ends below it.
const NO_PLACE: u8 = 51;

/// By the sums of all subsets of tables of up to [`sums::CARDS`] cards; larger tables one by one.
pub(super) struct BySums<V> {
    rules: Rules<V>,
    sums: Sums<V>,
}

impl<V: Bytes32> BySums<V> {
    /// For hands of a game of the 40-card pack with up to [`HELD`] hand cards.
    #[inline(always)]
    pub(super) fn new(game: &Game) -> BySums<V> {
        BySums {
            rules: Rules::new(game),
            sums: Sums::new(),
        }
    }

    /// The hand cards of all lanes, as many as are held. `SUMS` where equals or sums capture, `ACES` where moreover an ace
    /// takes all.
    #[inline(always)]
    fn held<const SUMS: bool, const ACES: bool>(&self, turn: &Turn<'_>, mattas: V) -> ([V; HELD], [Targets<V>; HELD]) {
        let mut hands = *turn.hands;
        let mut cards = [V::splat(0); HELD];
        let mut targets = [Targets::none(); HELD];
        for (card, targets) in cards.iter_mut().zip(&mut targets).take(turn.held as usize) {
            let (places, values) = lowest(&mut hands, mattas);
            *card = places;
            *targets = Targets::new::<SUMS, ACES>(&self.rules, values, &self.sums);
        }
        (cards, targets)
    }

    /// Plays of all lanes by the sums of their tables.
    #[inline(always)]
    fn choose_by_sums<B: Bits, const SUMS: bool, const ACES: bool>(&self, turn: &mut Turn<'_>, mattas: V) {
        let (cards, targets) = self.held::<SUMS, ACES>(turn, mattas);
        let counts = targets::counts::<V, SUMS>(&targets, turn.held as usize, &self.sums);
        // The number of plays up to each card.
        let mut ends = counts;
        for at in 1..HELD {
            ends[at] = ends[at].plus(ends[at - 1]);
        }
        let pick = V::from_array(scale_each(turn.draws, &ends[HELD - 1].to_array()));
        let (mut card, mut chosen, mut before) = (cards[0], targets[0], V::splat(0));
        for at in 1..HELD {
            let is_later = pick.at_least(ends[at - 1]);
            card = is_later.choose(cards[at], card);
            chosen = chosen.or_where(is_later, targets[at]);
            before = is_later.choose(ends[at - 1], before);
        }
        let cards = card.to_array();
        let subsets = chosen.nth::<SUMS>(&self.sums, pick.minus(before)).to_array();
        for lane in 0..LANES {
            let captured = B::deposit(u64::from(subsets[lane]), turn.tables[lane]);
            turn.write(lane, Card::at(cards[lane]), CardSet::from_bits(captured));
        }
    }
}

impl<B: Bits> Way<B> for BySums<B::Bytes32> {
    const SEES_ACES: bool = false;

    #[inline(always)]
    fn begin(&mut self, _tables: &Numbers) {}

    #[inline(always)]
    fn choose(&mut self, game: &Game, mut turn: Turn<'_>) {
        let rules = &game.capture;
        let mattas = bytes(turn.mattas);
        let mut large = self.sums.fill::<B>(turn.tables, mattas);
        match (rules.ace, rules.equal || rules.sum) {
            (true, _) => self.choose_by_sums::<B, true, true>(&mut turn, mattas),
            (false, true) => self.choose_by_sums::<B, true, false>(&mut turn, mattas),
            (false, false) => self.choose_by_sums::<B, false, false>(&mut turn, mattas),
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
