//! The expected point of the prime.
//!
//! In each suit, the best card of a side is a random variable. It is the first one, from the best rank down, that the
//! side has or gets: a pile card with certainty, a free card with even chance. Each of the seven best ranks of a suit
//! is the first side's, the second's or free. Mean and variance of the difference are tabulated for these `3^7` ways.
//! The four suits add up, and a normal distribution gives the chance of the point.

use spariglio_engine::hand::PrimeScale;
use spariglio_engine::{CardSet, Game};

use crate::knowledge::majority::{normal, shares};

/// The best ranks of a suit: ace to seven. Courts count as one rank below them.
const BEST: u8 = 7;

/// Ways to split a suit's best ranks.
const WAYS: usize = 3_usize.pow(BEST as u32);

/// Leads of the prime by way to split a suit.
#[derive(Clone, Debug)]
pub(super) struct PrimeLeads {
    /// Mean and variance of the first side's best value minus the second's, by way.
    leads: Vec<(f32, f32)>,
    /// Sum of the ternary digits of the ranks held, by their bits from rank 1 up.
    digits: [u16; 128],
    /// The suits of the deck.
    suits: Vec<u32>,
}

/// One suit's values: of its best ranks in order (`None` if the deck lacks the rank), and of a court.
struct Values {
    best: Vec<Option<f32>>,
    court: f32,
}

impl PrimeLeads {
    /// `None` if the rules have no prime. A prime that counts cards is approximated by the sum of its values.
    pub(super) fn new(game: &Game) -> Option<PrimeLeads> {
        let prime = game.prime()?;
        let order = || prime.ranks().iter().filter(|(rank, _)| *rank <= BEST);
        let mut digits = [0; 128];
        for (bits, digit) in digits.iter_mut().enumerate() {
            for (place, (rank, _)) in order().enumerate() {
                if bits >> (rank - 1) & 1 == 1 {
                    *digit += 3_u16.pow(place as u32);
                }
            }
        }
        let is_dealt = |rank: u8| !(game.pack() & CardSet::rank(rank)).is_empty();
        let best = order().map(|&(rank, value)| is_dealt(rank).then_some(f32::from(value)));
        let values = Values { best: best.collect(), court: court(prime) };
        Some(PrimeLeads {
            leads: (0..WAYS).map(|way| lead(way, &values)).collect(),
            digits,
            suits: game.deck().suits().map(|suit| suit as u32).collect(),
        })
    }

    /// Adds each side's chance of the point.
    pub(super) fn add(&self, piles: &[CardSet], free: CardSet, points: &mut [f32]) {
        if let [first, second] = *piles {
            let (mut mean, mut variance) = (0.0, 0.0);
            for &suit in &self.suits {
                let (m, v) = self.lead(first, second, suit);
                mean += m;
                variance += v;
            }
            let chance = match variance {
                0.0 if mean == 0.0 => 0.0,
                0.0 => f32::signum(mean),
                _ => normal(mean / f32::sqrt(variance)),
            };
            points[0] += 0.5 + 0.5 * chance;
            points[1] += 0.5 - 0.5 * chance;
            return;
        }
        // Takes all others as one side: it hardly matters to the leader which of them is best.
        let all = piles.iter().fold(CardSet::EMPTY, |all, &pile| all | pile);
        let lead = |&pile: &CardSet| {
            let leads = self.suits.iter().map(|&suit| self.lead(pile, all - pile, suit).0);
            leads.sum::<f32>()
        };
        let open = (free.len() as f32).sqrt();
        shares(piles.iter().map(lead), 2.0 * open, 1.0, points);
    }

    fn lead(&self, own: CardSet, other: CardSet, suit: u32) -> (f32, f32) {
        let digits = |pile: CardSet| usize::from(self.digits[seven_ranks(pile.bits() >> suit)]);
        self.leads[digits(own) + 2 * digits(other)]
    }
}

/// Packs the bits 0, 4, ..., 24 side by side.
fn seven_ranks(bits: u64) -> usize {
    let spread = bits & 0x111_1111;
    let pairs = (spread | spread >> 3) & 0x0303_0303;
    let fours = (pairs | pairs >> 6) & 0x000F_000F;
    ((fours | fours >> 12) & 0x7F) as usize
}

/// The mean value of a court; 0 if the prime counts none.
fn court(prime: &PrimeScale) -> f32 {
    let courts = prime.ranks().iter().filter(|(rank, _)| *rank > BEST);
    let values: Vec<f32> = courts.map(|&(_, value)| value.into()).collect();
    values.iter().sum::<f32>() / values.len().max(1) as f32
}

/// Mean and variance of the first side's best value minus the second's. `way` has one ternary digit per rank, from the
/// best: 1 if the first side has it, 2 if the second does, 0 if it is free.
fn lead(way: usize, values: &Values) -> (f32, f32) {
    let (own, own_squares) = best(way, 1, values);
    let (other, other_squares) = best(way, 2, values);
    let mut variance = (own_squares - own * own + other_squares - other * other).max(0.0);
    if variance < 1e-3 {
        variance = 0.0;
    }
    (own - other, variance)
}

/// First and second moment of a side's best value.
fn best(way: usize, side: usize, values: &Values) -> (f32, f32) {
    let (mut open, mut mean, mut squares, mut digits) = (1.0, 0.0, 0.0, way);
    for &value in &values.best {
        let (chance, value) = match (value, digits % 3) {
            (None, _) => (0.0, 0.0),
            (Some(value), 0) => (0.5, value),
            (Some(value), digit) if digit == side => (1.0, value),
            (Some(value), _) => (0.0, value),
        };
        mean += open * chance * value;
        squares += open * chance * value * value;
        open *= 1.0 - chance;
        digits /= 3;
    }
    let court = values.court;
    (mean + open * court, squares + open * court * court)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spariglio_engine::Card;

    fn leads() -> PrimeLeads {
        PrimeLeads::new(&Game::preset("scopa").expect("a preset")).expect("a prime")
    }

    fn cards(ranks: &[u8]) -> CardSet {
        ranks.iter().map(|rank| Card::new(4 * (rank - 1))).collect()
    }

    #[test]
    fn ranks_are_gathered() {
        for rank in 0..7 {
            assert_eq!(seven_ranks(1 << (4 * rank)), 1 << rank);
        }
        assert_eq!(seven_ranks(u64::MAX), 127);
    }

    #[test]
    fn a_suit_without_free_cards_is_certain() {
        let (mean, variance) = leads().lead(cards(&[6, 1, 2]), cards(&[7, 3, 4, 5]), 0);
        assert_eq!((mean, variance), (18.0 - 21.0, 0.0));
    }

    #[test]
    fn a_free_suit_is_even() {
        let (mean, variance) = leads().lead(CardSet::EMPTY, CardSet::EMPTY, 2);
        assert!(mean.abs() < 1e-6 && variance > 1.0);
        let (ahead, _) = leads().lead(cards(&[7]), CardSet::EMPTY, 0);
        assert!(ahead > 3.0);
    }
}
