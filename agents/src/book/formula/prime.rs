//! What a card is worth to the prime, from the best card of each suit on both sides.
//!
//! A suit's outcome depends on both bests and on the better cards still open. Each open card falls to either side with
//! even chance; a rank between the two bests is taken to be open. The four suits add up to a difference of primes with
//! a variance, whose normal density at 0 turns prime values into points.

use spariglio_engine::{CardSet, Prime};

/// Ranks of a suit with a prime value; levels 1 to 10 order them, 0 is a suit without a card.
const RANKS: usize = 10;
const LEVELS: usize = RANKS + 1;

/// Width of the classes of differences and variances in the table of densities.
const LEAD_STEP: f32 = 2.0;
const VARIANCE_STEP: f32 = 16.0;
const LEADS: usize = 24;
const VARIANCES: usize = 24;

/// Prime value of each rank for the scale that counts sevens, then sixes and so on: what fits best into a sum.
const MOST_SEVENS: [f32; RANKS] = [3.5, 0.5, 0.8, 1.2, 2.0, 8.0, 21.0, 0.2, 0.2, 0.2];
const STANDARD: [f32; RANKS] = [16.0, 12.0, 13.0, 14.0, 15.0, 18.0, 21.0, 10.0, 10.0, 10.0];

/// One suit for two bests: expected difference, variance, and half the swing by each rank in prime values.
#[derive(Clone, Debug)]
struct Suit {
    lead: f32,
    variance: f32,
    swings: [f32; 16],
}

/// The prime of one rule set.
#[derive(Clone, Debug)]
pub struct PrimeTables {
    /// Level of the best rank, by rank set of a suit.
    best: Vec<u8>,
    /// By best of the own side and of the other.
    suits: Vec<Suit>,
    /// Points for one prime value, by difference and variance.
    density: Vec<f32>,
}

/// The prime as it stands.
#[derive(Copy, Clone, Debug)]
pub struct PrimeNow<'a> {
    suits: [&'a Suit; 4],
    density: f32,
}

impl PrimeTables {
    /// The tables of a scale; `None` where there is no prime.
    pub fn new(scale: Prime, spread: f32) -> Option<PrimeTables> {
        let values = match scale {
            Prime::None => return None,
            Prime::Standard => STANDARD,
            Prime::CourtsZero => with_courts([0.0; 3]),
            Prime::CourtsRanked => with_courts([8.0, 9.0, 10.0]),
            Prime::MostSevens => MOST_SEVENS,
        };
        let mut order: Vec<usize> = (0..RANKS).collect();
        order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let mut sorted = [0.0; LEVELS];
        let mut level = [0; RANKS];
        for (at, &rank) in order.iter().enumerate() {
            sorted[at + 1] = values[rank];
            level[rank] = at + 1;
        }
        let best = (0..1_usize << RANKS).map(|set| best_level(set, &level)).collect();
        let pairs = (0..LEVELS).flat_map(|mine| (0..LEVELS).map(move |theirs| (mine, theirs)));
        let suits = pairs.map(|(mine, theirs)| suit(&sorted, &level, mine, theirs, spread));
        Some(PrimeTables {
            best,
            suits: suits.collect(),
            density: densities(),
        })
    }

    /// The prime between two piles.
    #[inline(always)]
    pub fn now(&self, mine: CardSet, theirs: CardSet) -> PrimeNow<'_> {
        let suits: [&Suit; 4] = std::array::from_fn(|suit| {
            let own = usize::from(self.best[ranks_of(mine, suit)]);
            let other = usize::from(self.best[ranks_of(theirs, suit)]);
            &self.suits[own * LEVELS + other]
        });
        let lead: f32 = suits.iter().map(|suit| suit.lead).sum();
        let variance: f32 = suits.iter().map(|suit| suit.variance).sum();
        let row = ((variance / VARIANCE_STEP) as usize).min(VARIANCES - 1);
        let column = ((lead.abs() / LEAD_STEP) as usize).min(LEADS - 1);
        PrimeNow {
            suits,
            density: self.density[row * LEADS + column],
        }
    }
}

impl PrimeNow<'_> {
    /// Half the swing, in points, by the card of an index below 40.
    #[inline(always)]
    pub fn of(&self, index: usize) -> f32 {
        self.suits[index & 3].swings[index >> 2 & 15] * self.density
    }
}

fn with_courts(courts: [f32; 3]) -> [f32; RANKS] {
    let mut values = STANDARD;
    values[7..].copy_from_slice(&courts);
    values
}

fn best_level(set: usize, level: &[usize; RANKS]) -> u8 {
    let held = (0..RANKS).filter(|rank| set >> rank & 1 != 0);
    held.map(|rank| level[rank]).max().unwrap_or(0) as u8
}

/// Bits 0 to 9: the ranks that a set holds of a suit.
#[inline(always)]
pub fn ranks_of(cards: CardSet, suit: usize) -> usize {
    let mut x = cards.bits() >> suit & 0x11_1111_1111;
    x = (x | x >> 3) & 0x03_0303_0303;
    x = (x | x >> 6) & 0x03_000F_000F;
    x = (x & 0xF) | (x >> 12 & 0xF0) | (x >> 24 & 0x300);
    x as usize
}

fn suit(values: &[f32; LEVELS], level: &[usize; RANKS], mine: usize, theirs: usize, spread: f32) -> Suit {
    let is_open = |at: usize| at > mine.min(theirs) && at != mine.max(theirs);
    let open: Vec<usize> = (1..LEVELS).rev().filter(|&at| is_open(at)).collect();
    let (own, own_variance) = best_of(values, &open, mine);
    let (other, other_variance) = best_of(values, &open, theirs);
    let mut swings = [0.0; 16];
    for (rank, swing) in swings.iter_mut().enumerate().take(RANKS) {
        let at = level[rank];
        if !is_open(at) {
            continue;
        }
        let rest: Vec<usize> = open.iter().copied().filter(|&other| other != at).collect();
        let gain = |floor: usize| best_of(values, &rest, floor.max(at)).0 - best_of(values, &rest, floor).0;
        *swing = (gain(mine) + gain(theirs)) / 2.0;
    }
    Suit {
        lead: own - other,
        variance: spread * (own_variance + other_variance),
        swings,
    }
}

/// Mean and variance of a side's best value: it has `floor` and each of `open` (best first) with even chance.
fn best_of(values: &[f32; LEVELS], open: &[usize], floor: usize) -> (f32, f32) {
    let mut chance = 1.0;
    let (mut mean, mut square) = (0.0, 0.0);
    for &at in open.iter().filter(|&&at| at > floor) {
        chance /= 2.0;
        mean += chance * values[at];
        square += chance * values[at] * values[at];
    }
    mean += chance * values[floor];
    square += chance * values[floor] * values[floor];
    (mean, square - mean * mean)
}

/// Points for one prime value: twice the density at 0 of a difference with mean and variance.
fn densities() -> Vec<f32> {
    let mut densities = Vec::with_capacity(LEADS * VARIANCES);
    for row in 0..VARIANCES {
        let variance = (row as f32 + 0.5) * VARIANCE_STEP;
        for column in 0..LEADS {
            let lead = (column as f32 + 0.5) * LEAD_STEP;
            let height = (2.0 / (std::f32::consts::PI * variance)).sqrt();
            densities.push(height * (-lead * lead / (2.0 * variance)).exp());
        }
    }
    densities
}
