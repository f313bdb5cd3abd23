//! What one more card is worth to a majority, from how many each side has and how many are left.
//!
//! The cards left are taken to fall to either side as a sum of independent steps, so the final difference is normal
//! around the present one; `spread` is its variance for each card left. One card a step would be 1; captures take several
//! cards at once and the spread is larger. With three and more sides the difference is that to the best other side.

/// Half the swing of a majority's points by one card, by difference and cards left.
#[derive(Clone, Debug)]
pub struct Majority {
    cards: usize,
    marginal: Vec<f32>,
}

impl Majority {
    /// The table for `points` decided by the majority of `cards` cards.
    pub fn new(points: u16, cards: usize, spread: f64) -> Majority {
        let mut marginal = Vec::with_capacity((cards + 1) * (2 * cards + 1));
        for left in 0..=cards {
            for at in 0..=2 * cards {
                let lead = at as f64 - cards as f64;
                let rest = left.saturating_sub(1) as f64 * spread;
                let swing = (outcome(lead + 1.0, rest) - outcome(lead - 1.0, rest)) / 2.0;
                marginal.push((f64::from(points) * swing) as f32);
            }
        }
        Majority { cards, marginal }
    }

    /// Half the swing, in points, for a side with `mine` cards where the best other side has `theirs` and `left` are in
    /// no pile.
    #[inline(always)]
    pub fn of(&self, mine: usize, theirs: usize, left: usize) -> f32 {
        self.marginal[left * (2 * self.cards + 1) + self.cards + mine - theirs]
    }
}

/// Chance to end above 0 minus the chance to end below, from `lead` with a remaining variance.
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
    let powers = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let sum = powers.iter().rev().fold(0.0, |sum, power| (sum + power) * t);
    x.signum() * (1.0 - sum * (-x * x).exp())
}
