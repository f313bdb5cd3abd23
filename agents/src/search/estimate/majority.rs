//! The expected points of a strict majority.

use spariglio_engine::CardSet;

/// Points for most of something, by what the sides have and what is still open.
#[derive(Clone, Debug)]
pub(super) struct Majority {
    points: f32,
    /// Chance to win minus chance to lose, by open cards and lead: row `open`, column `lead + total`.
    leads: Vec<f32>,
    total: usize,
    clump: f32,
}

impl Majority {
    /// Of `total` cards that come in clumps of about `clump`, for `points`.
    pub(super) fn new(total: usize, clump: f32, points: f32) -> Majority {
        let width = 2 * total + 1;
        let mut leads = vec![0.0; (total + 1) * width];
        for open in 0..=total {
            for (column, lead) in leads[open * width..][..width].iter_mut().enumerate() {
                *lead = chance(column as f32 - total as f32, open, clump);
            }
        }
        Majority {
            points,
            leads,
            total,
            clump,
        }
    }

    /// Adds each side's expected points.
    pub(super) fn add(&self, piles: &[CardSet], free: CardSet, points: &mut [f32]) {
        if self.points == 0.0 {
            return;
        }
        let open = free.len() as usize;
        if let [first, second] = *piles {
            let column = self.total + first.len() as usize - second.len() as usize;
            let lead = self.leads[open * (2 * self.total + 1) + column];
            points[0] += self.points * (0.5 + 0.5 * lead);
            points[1] += self.points * (0.5 - 0.5 * lead);
            return;
        }
        let counts = piles.iter().map(|pile| pile.len() as f32);
        shares(counts, deviation(open, self.clump), self.points, points);
    }
}

/// Standard deviation of the difference between two sides that share `open` cards evenly.
fn deviation(open: usize, clump: f32) -> f32 {
    (open as f32 * clump).sqrt()
}

/// Chance to win minus chance to lose with a lead: of the normal curve, ties counted where nothing is open.
fn chance(lead: f32, open: usize, clump: f32) -> f32 {
    if open == 0 {
        return if lead == 0.0 { 0.0 } else { lead.signum() };
    }
    normal(lead / deviation(open, clump))
}

/// `erf(x / sqrt 2)`, to 0.002: the chance of more minus the chance of less, at `x` standard deviations.
pub(super) fn normal(x: f32) -> f32 {
    (0.797_88 * (x + 0.044_715 * x * x * x)).tanh()
}

/// Adds `worth` by shares that grow with a side's count: for three and more sides, where no closed form is at hand.
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
        assert_eq!(chance(1.0, 0, 1.0), 1.0);
        assert_eq!(chance(0.0, 0, 1.0), 0.0);
        assert_eq!(chance(0.0, 10, 2.0), 0.0);
        assert!(chance(10.0, 3, 1.0) > 0.99);
        assert!((normal(1.0) - 0.6827).abs() < 0.003);
        assert!((normal(-2.0) + 0.9545).abs() < 0.003);
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
