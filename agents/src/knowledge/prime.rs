//! Worth of a card to the prime, from each side's best card of each suit.
//!
//! A suit's outcome depends on both best cards and on the better cards still open. Each open card goes to either side
//! with even chance; a rank between the two bests is taken to be open. The four suits add up to a difference of primes
//! with a variance. Its normal density at 0 converts prime values to points.

use spariglio_engine::CardSet;
use spariglio_engine::hand::PrimeScale;
use spariglio_engine::insertion;

/// Ranks of a suit with a prime value. Levels 1 to 10 order them; 0 is a suit without a card.
const RANKS: usize = 10;
const LEVELS: usize = RANKS + 1;

/// Width and number of the classes of differences and variances in the table of densities.
const LEAD_STEP: f32 = 2.0;
const VARIANCE_STEP: f32 = 16.0;
const LEADS: usize = 24;
const VARIANCES: usize = 24;

/// Prime values whose sum fits best if the prime counts cards, from the best rank down: sevens, sixes and so on.
const COUNTED: [f32; 8] = [21.0, 8.0, 3.5, 2.0, 1.2, 0.8, 0.5, 0.2];

/// One suit, given both best cards: expected difference, variance, and half the swing by each rank, in prime values.
#[derive(Clone, Debug)]
struct SuitOutlook {
    lead: f32,
    variance: f32,
    swings: [f32; 16],
}

/// The prime of one rule set.
#[derive(Clone, Debug)]
pub struct PrimeTables {
    /// Level of the best rank, by rank set of a suit.
    best: Vec<u8>,
    /// By the own side's best level and the other's.
    suits: Vec<SuitOutlook>,
    /// Points per prime value, by difference and variance.
    density: Vec<f32>,
}

/// The prime between two piles.
#[derive(Copy, Clone, Debug)]
pub struct PrimeNow<'a> {
    suits: [&'a SuitOutlook; 4],
    density: f32,
}

impl PrimeTables {
    /// The tables of a prime; `spread` scales the variance of the difference.
    pub fn new(prime: &PrimeScale, spread: f32) -> PrimeTables {
        let values = values(prime);
        let mut order: Vec<usize> = (0..RANKS).collect();
        insertion::sort_by(&mut order, |&a, &b| values[a].total_cmp(&values[b]));
        let mut sorted = [0.0; LEVELS];
        let mut level = [0; RANKS];
        for (at, &rank) in order.iter().enumerate() {
            sorted[at + 1] = values[rank];
            level[rank] = at + 1;
        }
        let best = (0..1_usize << RANKS).map(|set| best_level(set, &level)).collect();
        let pairs = (0..LEVELS).flat_map(|mine| (0..LEVELS).map(move |theirs| (mine, theirs)));
        let suits = pairs.map(|(mine, theirs)| suit(&sorted, &level, mine, theirs, spread));
        PrimeTables { best, suits: suits.collect(), density: densities() }
    }

    /// Looks up the prime between two piles.
    #[inline(always)]
    pub fn now(&self, mine: CardSet, theirs: CardSet) -> PrimeNow<'_> {
        let suits: [&SuitOutlook; 4] = std::array::from_fn(|suit| {
            let own = usize::from(self.best[mine.ranks_of_suit(suit)]);
            let other = usize::from(self.best[theirs.ranks_of_suit(suit)]);
            &self.suits[own * LEVELS + other]
        });
        let lead: f32 = suits.iter().map(|suit| suit.lead).sum();
        let variance: f32 = suits.iter().map(|suit| suit.variance).sum();
        let row = ((variance / VARIANCE_STEP) as usize).min(VARIANCES - 1);
        let column = ((lead.abs() / LEAD_STEP) as usize).min(LEADS - 1);
        PrimeNow { suits, density: self.density[row * LEADS + column] }
    }
}

impl PrimeNow<'_> {
    /// Half the swing, in points, by the card of an index below 40.
    #[inline(always)]
    pub fn of(&self, index: usize) -> f32 {
        self.suits[index & 3].swings[index >> 2 & 15] * self.density
    }
}

/// The value of each rank of a suit. A prime that counts cards is approximated by the sum that fits it best.
fn values(prime: &PrimeScale) -> [f32; RANKS] {
    let mut values = [0.0; RANKS];
    if prime.counts_cards() {
        for (class, value) in prime.classes().zip(COUNTED) {
            for (rank, slot) in (1..).zip(&mut values) {
                if !(class & CardSet::rank(rank)).is_empty() {
                    *slot = value;
                }
            }
        }
        return values;
    }
    for &(rank, value) in prime.ranks() {
        values[usize::from(rank) - 1] = value.into();
    }
    values
}

fn best_level(set: usize, level: &[usize; RANKS]) -> u8 {
    let held = (0..RANKS).filter(|rank| set >> rank & 1 != 0);
    held.map(|rank| level[rank]).max().unwrap_or(0) as u8
}

fn suit(values: &[f32; LEVELS], level: &[usize; RANKS], mine: usize, theirs: usize, spread: f32) -> SuitOutlook {
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
    SuitOutlook { lead: own - other, variance: spread * (own_variance + other_variance), swings }
}

/// Mean and variance of a side's best value, if it has `floor` and gets each of `open` (best first) with even chance.
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

/// Points per prime value: twice the density at 0 of a normal difference, by mean and variance.
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
