//! A strict majority: its expected points, and the worth of one more card to it.
//!
//! The remaining cards are modelled as independent steps, so the final difference of two sides is normal around the
//! present one. `spread` is its variance per remaining card: 1 if each step is one card, and more if a capture takes
//! several. With three or more sides the difference is to the best other side, and each side's card count decides its
//! share of the expected points.

use spariglio_engine::CardSet;

/// The points of a majority, by difference and remaining cards.
#[derive(Clone, Debug)]
pub(crate) struct Majority {
    points: f32,
    spread: f32,
    cards: usize,
    /// Chance to win minus chance to lose: row of the remaining cards, column of the lead plus `cards`.
    leads: Vec<f32>,
    /// Half the swing by one card, in points, at the same index.
    swings: Vec<f32>,
}

impl Majority {
    /// The tables for a majority of `cards` cards that is worth `points`; negative if the fewest score.
    pub(crate) fn new(points: i32, cards: usize, spread: f64) -> Majority {
        let places = (cards + 1) * (2 * cards + 1);
        let (mut leads, mut swings) = (Vec::with_capacity(places), Vec::with_capacity(places));
        for left in 0..=cards {
            let open = left as f64 * spread;
            let rest = left.saturating_sub(1) as f64 * spread;
            for at in 0..=2 * cards {
                let lead = at as f64 - cards as f64;
                let swing = (outcome(lead + 1.0, rest) - outcome(lead - 1.0, rest)) / 2.0;
                leads.push(outcome(lead, open) as f32);
                swings.push((f64::from(points) * swing) as f32);
            }
        }
        Majority { points: points as f32, spread: spread as f32, cards, leads, swings }
    }

    /// Half the swing in points, if a side has `mine` cards, the best other side `theirs`, and `left` are in no pile.
    #[inline(always)]
    pub(crate) fn swing(&self, mine: usize, theirs: usize, left: usize) -> f32 {
        self.swings[self.place(mine, theirs, left)]
    }

    /// Adds each side's expected points.
    #[inline(always)]
    pub(crate) fn add(&self, piles: &[CardSet], free: CardSet, points: &mut [f32]) {
        if self.points == 0.0 {
            return;
        }
        let left = free.len() as usize;
        if let [first, second] = *piles {
            let lead = self.leads[self.place(first.len() as usize, second.len() as usize, left)];
            points[0] += self.points * (0.5 + 0.5 * lead);
            points[1] += self.points * (0.5 - 0.5 * lead);
            return;
        }
        let counts = piles.iter().map(|pile| pile.len() as f32);
        shares(counts, (left as f32 * self.spread).sqrt(), self.points, points);
    }

    #[inline(always)]
    fn place(&self, mine: usize, theirs: usize, left: usize) -> usize {
        left * (2 * self.cards + 1) + self.cards + mine - theirs
    }
}

/// Chance to end above 0 minus the chance to end below, from `lead` with the remaining variance.
fn outcome(lead: f64, variance: f64) -> f64 {
    if variance > 0.0 {
        error_function(lead / (2.0 * variance).sqrt())
    } else if lead == 0.0 {
        0.0
    } else {
        lead.signum()
    }
}

/// The error function, to 1.5e-7 (Abramowitz and Stegun, 7.1.26).
fn error_function(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let powers = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let sum = powers.iter().rev().fold(0.0, |sum, power| (sum + power) * t);
    x.signum() * (1.0 - sum * (-x * x).exp())
}

/// Fast `erf(x / sqrt 2)`, to 0.002: the chance of more minus the chance of less, at `x` standard deviations.
#[inline(always)]
pub(super) fn normal(x: f32) -> f32 {
    (0.797_88 * (x + 0.044_715 * x * x * x)).tanh()
}

/// Splits `worth` by shares that grow with a side's count. Used for three or more sides, which have no closed form.
pub(super) fn shares(counts: impl Iterator<Item = f32> + Clone, deviation: f32, worth: f32, points: &mut [f32]) {
    let sharpness = 1.6 / deviation.max(0.25);
    let most = counts.clone().fold(f32::MIN, f32::max);
    let weight = |count: f32| ((count - most) * sharpness).exp();
    let sum: f32 = counts.clone().map(weight).sum();
    for (points, count) in points.iter_mut().zip(counts) {
        *points += worth * weight(count) / sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decided_majority_is_certain_and_an_even_one_open() {
        assert_eq!(outcome(1.0, 0.0), 1.0);
        assert_eq!(outcome(0.0, 0.0), 0.0);
        assert!(outcome(0.0, 20.0).abs() < 1e-6);
        assert!(outcome(10.0, 3.0) > 0.99);
        for (deviations, chance) in [(1.0, 0.682_689), (-2.0, -0.954_500)] {
            assert!((outcome(deviations, 1.0) - chance).abs() < 1e-6);
            assert!((f64::from(normal(deviations as f32)) - chance).abs() < 0.003);
        }
    }

    #[test]
    fn a_majority_that_is_decided_is_worth_nothing() {
        let majority = Majority::new(1, 40, 2.0);
        assert!(majority.swing(30, 5, 5).abs() < 0.01);
        assert!(majority.swing(12, 12, 16) > majority.swing(5, 5, 30));
        assert_eq!(majority.swing(20, 19, 1), 0.5);
        assert_eq!(majority.swing(19, 19, 1), 1.0);
        assert_eq!(majority.swing(22, 17, 1), 0.0);
        assert_eq!(majority.swing(9, 14, 17), majority.swing(14, 9, 17));
    }

    /// With steps of one card the final difference is binomial; the normal curve approximates it.
    #[test]
    fn single_steps_are_the_binomial_distribution() {
        let majority = Majority::new(1, 10, 1.0);
        for left in 2..=6_usize {
            for mine in 0..=10 - left {
                let theirs = 10 - left - mine;
                let exact: f64 = (0..1_u32 << left)
                    .map(|way| {
                        let won = mine + way.count_ones() as usize;
                        f64::from((won > 10 - won) as i8 - (won < 10 - won) as i8)
                    })
                    .sum::<f64>()
                    / f64::from(1_u32 << left);
                let lead = f64::from(majority.leads[majority.place(mine, theirs, left)]);
                assert!((lead - exact).abs() < 0.1, "{mine} {theirs} {left}: {lead} for {exact}");
            }
        }
    }

    #[test]
    fn shares_add_up_and_follow_the_counts() {
        let mut points = [0.0; 3];
        shares([5.0, 3.0, 3.0].into_iter(), 2.0, 2.0, &mut points);
        assert!((points.iter().sum::<f32>() - 2.0).abs() < 1e-5);
        assert!(points[0] > points[1] && points[1] == points[2]);
        let mut sure = [0.0; 3];
        shares([5.0, 3.0, 3.0].into_iter(), 0.0, 1.0, &mut sure);
        assert!(sure[0] > 0.99);
    }
}
