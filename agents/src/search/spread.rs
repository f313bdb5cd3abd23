//! The spread of utilities in a search: the unit in which values are compared.

/// Standard deviation assumed before there are simulations, in utility.
const ASSUMED: f64 = 0.3;
/// Weight of the assumption, in simulations.
const WEIGHT: f64 = 4.0;
/// Smallest unit: half a point.
const LEAST: f64 = 0.05;

/// Running mean and variance (Welford 1962) with a weak assumption.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Spread {
    /// Counts a utility.
    pub(crate) fn add(&mut self, utility: f32) {
        let utility = f64::from(utility);
        self.count += 1.0;
        let off = utility - self.mean;
        self.mean += off / self.count;
        self.squares += off * (utility - self.mean);
    }

    /// Mean utility; 0 if there is none.
    pub(crate) fn mean(&self) -> f32 {
        self.mean as f32
    }

    /// The unit: standard deviation, with the assumption, at least half a point.
    pub(crate) fn unit(&self) -> f32 {
        let squares = self.squares + WEIGHT * ASSUMED * ASSUMED;
        (squares / (self.count + WEIGHT)).sqrt().max(LEAST) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_approaches_the_standard_deviation() {
        let mut spread = Spread::default();
        assert!((spread.unit() - 0.3).abs() < 1e-6);
        for i in 0..10_000 {
            spread.add(if i % 2 == 0 { 3.0 } else { 1.0 });
        }
        assert!((spread.unit() - 1.0).abs() < 1e-3);
        assert!((spread.mean() - 2.0).abs() < 1e-6);
    }

    #[test]
    fn unit_never_vanishes() {
        let mut spread = Spread::default();
        (0..100_000).for_each(|_| spread.add(0.5));
        assert_eq!(spread.unit(), 0.05);
    }
}
