//! Worth of a card in a pile, from the rule set's scoring alone.
//!
//! The worth is the expected difference of points between the card's owner and another side, if every other card of the
//! pack goes to either of the two with even chance. It adds up the majority of cards, the majority of the suit, the
//! prime, the single cards, the low and the high meld and the shutout.

use std::ops::AddAssign;

use spariglio_engine::hand::PrimeScale;
use spariglio_engine::{Card, CardSet, Game};

use super::melds::Melds;
use super::reach::ByRank;

/// Worth is counted in thousandths of a point.
pub const MILLI: i32 = 1000;

/// Share of the prime's point per card of the best rank, if the prime counts cards; each next rank has this share of
/// the one before.
const COUNTED: f64 = 0.375;

/// Worth of each card, by index, in thousandths of a point; 0 for indices outside the pack.
pub fn worths(game: &Game) -> [i32; 64] {
    let rules = game.rules();
    let cards = f64::from(game.majorities()[0]) * majority_share(game.pack().len());
    let melds = Melds::new(game).map_or([0.0; 16], |melds| melds.start());
    let prime = game.prime().map_or([0.0; 14], prime_shares);
    let mut worths = [0; 64];
    for card in game.pack().iter() {
        let mut points = cards + prime[usize::from(card.rank())];
        points += f64::from(rules.score.single.get(&card).copied().unwrap_or(0));
        if card.suit() == rules.score.suit {
            points += suit_worth(game, card, &melds);
        }
        worths[usize::from(card.index())] = (points * f64::from(MILLI)).round() as i32;
    }
    worths
}

/// Sum of the worths of some cards.
#[inline]
pub fn sum<T: Copy + Default + AddAssign>(worths: &[T; 64], cards: CardSet) -> T {
    let mut bits = cards.bits();
    let mut sum = T::default();
    while bits != 0 {
        sum += worths[bits.trailing_zeros() as usize];
        bits &= bits - 1;
    }
    sum
}

/// Points that a card of the scoring suit adds by its suit.
fn suit_worth(game: &Game, card: Card, melds: &ByRank) -> f64 {
    let score = &game.rules().score;
    let cards = game.suit_cards().len();
    let mut points = f64::from(game.majorities()[1]) * majority_share(cards);
    points += f64::from(melds[usize::from(card.rank())]);
    if score.shutout {
        points += f64::from(game.shutout_value()) / f64::from(1_u32 << (cards - 1));
    }
    points
}

/// Chance to win a majority of `cards` cards minus the chance to lose it, if one of them is owned and each other goes
/// either way with even chance.
fn majority_share(cards: u32) -> f64 {
    // The card makes the difference only if the rest are level or one short: C(n, floor(n/2)) / 2^n.
    let rest = f64::from(cards - 1);
    (1..=(cards - 1) / 2)
        .map(f64::from)
        .fold(1.0, |chance, i| chance * (rest - i + 1.0) / i)
        / rest.exp2()
}

/// Chance to win the prime minus the chance to lose it, by rank of one owned card.
fn prime_shares(prime: &PrimeScale) -> [f64; 14] {
    let mut shares = [0.0; 14];
    if prime.counts_cards() {
        // One card of four wins with 1/2, loses with 1/8; if it is level, the next rank decides. Courts hardly matter.
        for (place, cards) in (1..=7).zip(prime.classes()) {
            if let Some(card) = cards.first() {
                shares[usize::from(card.rank())] = COUNTED.powi(place);
            }
        }
    } else {
        let values: RankValues = std::array::from_fn(|place| prime.value(place as u8 + 1).into());
        let even = suit_differences(&values, None);
        for &(rank, _) in prime.ranks() {
            shares[usize::from(rank)] = prime_share(&values, &even, rank);
        }
    }
    shares
}

/// Largest difference of prime in one suit, and the span of differences over the four suits.
const SUIT_SPAN: usize = 21;
const SPAN: usize = 4 * SUIT_SPAN;

/// Chances of each difference of prime sums, offset by [`SPAN`].
type Differences = [f64; 2 * SPAN + 1];

/// Prime value of each rank, from the ace.
type RankValues = [usize; 10];

/// The share of a card of `rank`; `even` has the differences of a suit without an owned card.
fn prime_share(values: &RankValues, even: &Differences, rank: u8) -> f64 {
    let mut total = suit_differences(values, Some(rank));
    for _ in 0..3 {
        total = convolve(&total, even);
    }
    total[SPAN + 1..].iter().sum::<f64>() - total[..SPAN].iter().sum::<f64>()
}

/// Differences of the best cards of one suit over all ways to split it; the card of rank `owned` is on the first side.
fn suit_differences(values: &RankValues, owned: Option<u8>) -> Differences {
    let mut chances = [0.0; 2 * SPAN + 1];
    let ways = 0_u32..1 << 10;
    let parted = ways.filter(|way| owned.is_none_or(|rank| way >> (rank - 1) & 1 == 1));
    let share = if owned.is_some() { 1.0 / 512.0 } else { 1.0 / 1024.0 };
    for way in parted {
        let best = |mine: u32| {
            let there = values.iter().enumerate().filter(|(place, _)| way >> place & 1 == mine);
            there.map(|(_, &value)| value).max().unwrap_or(0)
        };
        chances[SPAN + best(1) - best(0)] += share;
    }
    chances
}

/// Distribution of the sum of two independent differences.
fn convolve(a: &Differences, b: &Differences) -> Differences {
    let mut sum = [0.0; 2 * SPAN + 1];
    for (i, &left) in a.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        for (j, &right) in b.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            sum[i + j - SPAN] += left * right;
        }
    }
    sum
}
