//! The generalised log-likelihood ratio of two values of a parameter, if nothing else is known of the law.
//!
//! The data are weights of finitely many values. For each hypothesis, the most likely law on these values that fulfils
//! it is found; the ratio compares the two laws. Sources: M. Van den Bergh, "The GSPRT on a multinomial distribution"
//! (the mean: proposition 1.1) and "Normalized Elo: the practical side" (the t-value: section 4.1), as used by
//! fishtest; A. Owen, "Empirical likelihood ratio confidence intervals" (1988) for the bounds of the multiplier.

/// A parameter of a law.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Parameter {
    /// The mean.
    Mean,
    /// (mean - reference) / standard deviation.
    TValue {
        /// The reference.
        reference: f64,
    },
}

/// Maximum number of Newton steps and halvings for a root.
const STEPS: usize = 200;
/// Maximum number of rounds of the t-value's fixed point.
const ROUNDS: usize = 100;
/// The fixed point is reached if no weight changes by this much in a round.
const SETTLED: f64 = 1e-10;
/// The same limit if all rounds are used up: lopsided data converge slowly.
const NEAR: f64 = 1e-5;

/// A law on finitely many values: weights that sum to 1.
#[derive(Clone, Debug)]
pub(crate) struct Law {
    values: Vec<f64>,
    weights: Vec<f64>,
}

impl Law {
    /// The law of values with positive weights, scaled to sum to 1.
    pub(crate) fn new(pairs: impl Iterator<Item = (f64, f64)>) -> Law {
        let (values, mut weights): (Vec<f64>, Vec<f64>) = pairs.unzip();
        let total: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= total);
        Law { values, weights }
    }

    /// Mean and variance.
    pub(crate) fn moments(&self) -> (f64, f64) {
        moments(&self.values, &self.weights)
    }

    /// Mean log-likelihood ratio per value of the second of two `hypotheses` against the first. Falls back on
    /// `approximate` if an exact loss cannot be found.
    pub(crate) fn llr(&self, parameter: Parameter, hypotheses: [f64; 2]) -> f64 {
        let loss = |value: f64| match parameter {
            Parameter::Mean => Some(self.loss_of_mean(value)),
            Parameter::TValue { reference } => self.loss_of_t_value(reference, value),
        };
        let [zero, one] = hypotheses.map(|value| loss(value).filter(|loss| loss.is_finite()));
        match (zero, one) {
            (Some(zero), Some(one)) => zero - one,
            _ => self.approximate(parameter, hypotheses),
        }
    }

    /// Mean loss of log-likelihood per value, in nats, of the best law with mean `mean` against this law.
    fn loss_of_mean(&self, mean: f64) -> f64 {
        let steps: Vec<f64> = self.values.iter().map(|value| value - mean).collect();
        self.loss(&steps, self.multiplier(&steps))
    }

    /// The same for the best law with a mean `t` standard deviations above `reference`; `None` if the iteration does
    /// not converge.
    fn loss_of_t_value(&self, reference: f64, t: f64) -> Option<f64> {
        let mut law = vec![1.0 / self.values.len() as f64; self.values.len()];
        let mut loss = None;
        for _ in 0..ROUNDS {
            let (mean, variance) = moments(&self.values, &law);
            let deviation = variance.sqrt();
            let step = |value: &f64| {
                let distance = (mean - value) / deviation;
                value - reference - t * deviation * (1.0 + distance * distance) / 2.0
            };
            let steps: Vec<f64> = self.values.iter().map(step).collect();
            let both = steps.iter().any(|&step| step > 0.0) && steps.iter().any(|&step| step < 0.0);
            if !both {
                return None;
            }
            let x = self.multiplier(&steps);
            let mut change: f64 = 0.0;
            for ((old, weight), step) in law.iter_mut().zip(&self.weights).zip(&steps) {
                let new = weight / (1.0 + x * step);
                change = change.max((new - *old).abs());
                *old = new;
            }
            loss = (change < NEAR).then(|| self.loss(&steps, x));
            if change < SETTLED {
                break;
            }
        }
        loss
    }

    /// The mean of ln(1 + x * step), with x the multiplier of these steps.
    fn loss(&self, steps: &[f64], x: f64) -> f64 {
        let terms = self.weights.iter().zip(steps);
        terms.map(|(weight, step)| weight * (x * step).ln_1p()).sum()
    }

    /// The root x of sum(weight * step / (1 + x * step)); `steps` must have both signs.
    ///
    /// The sum falls as x grows. No weight of the tilted law exceeds 1, which bounds x away from the poles.
    fn multiplier(&self, steps: &[f64]) -> f64 {
        let pairs = || self.weights.iter().zip(steps).map(|(&weight, &step)| (weight, step));
        let end = |sign: f64| {
            let extreme = pairs().max_by(|left, right| (sign * left.1).total_cmp(&(sign * right.1)));
            extreme.map_or(0.0, |(weight, step)| (weight - 1.0) / step)
        };
        let (mut low, mut high) = (end(1.0), end(-1.0));
        let mut x = 0.0;
        for _ in 0..STEPS {
            let (mut sum, mut slope) = (0.0, 0.0);
            for (weight, step) in pairs() {
                let tilted = step / (1.0 + x * step);
                sum += weight * tilted;
                slope += weight * tilted * tilted;
            }
            if sum > 0.0 {
                low = x;
            } else {
                high = x;
            }
            // Newton's step is used only if it stays in the bracket; else the bracket is halved.
            let newton = x + sum / slope;
            let next = if newton > low && newton < high {
                newton
            } else {
                f64::midpoint(low, high)
            };
            if (next - x).abs() <= 1e-14 * (high - low).abs().max(x.abs()) {
                return next;
            }
            x = next;
        }
        x
    }

    /// The ratio of two normal laws, each with the data's variance about its hypothesis ("Normalized Elo", section 4.2;
    /// for the mean "A practical introduction to the GSPRT").
    fn approximate(&self, parameter: Parameter, hypotheses: [f64; 2]) -> f64 {
        let (mean, variance) = self.moments();
        let [zero, one] = match parameter {
            Parameter::Mean => hypotheses.map(|value| variance + (mean - value).powi(2)),
            Parameter::TValue { reference } => {
                let observed = (mean - reference) / variance.sqrt();
                hypotheses.map(|value| 1.0 + (observed - value).powi(2))
            }
        };
        (zero / one).ln() / 2.0
    }
}

fn moments(values: &[f64], weights: &[f64]) -> (f64, f64) {
    let mean: f64 = values.iter().zip(weights).map(|(value, weight)| weight * value).sum();
    let spread = values.iter().zip(weights);
    let variance = spread.map(|(value, weight)| weight * (value - mean).powi(2)).sum();
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use super::{Law, Parameter};

    const T: Parameter = Parameter::TValue { reference: 0.5 };

    fn law(pairs: &[(f64, f64)]) -> Law {
        Law::new(pairs.iter().copied())
    }

    #[test]
    fn two_values_have_one_law_for_every_mean() {
        let coin = law(&[(0.0, 3.0), (1.0, 7.0)]);
        let expected = 0.3 * (0.4f64 / 0.6).ln() + 0.7 * (0.6f64 / 0.4).ln();
        let llr = coin.llr(Parameter::Mean, [0.4, 0.6]);
        assert!((llr - expected).abs() < 1e-12, "{llr} against {expected}");
    }

    /// The largest likelihood over a fine grid of laws on three values with a given mean.
    fn by_grid(weights: [f64; 3], mean: f64) -> f64 {
        let likelihood = |top: f64| {
            let middle = 2.0 * (mean - top);
            let law = [1.0 - top - middle, middle, top];
            weights.iter().zip(law).map(|(weight, p)| weight * p.ln()).sum::<f64>()
        };
        let laws = (1..1_000_000).map(|step| f64::from(step) / 1e6).filter(|top| {
            let middle = 2.0 * (mean - top);
            middle > 0.0 && top + middle < 1.0
        });
        laws.map(likelihood).fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn three_values_agree_with_a_grid() {
        let weights = [0.2, 0.5, 0.3];
        let outcomes = law(&[(0.0, 0.2), (0.5, 0.5), (1.0, 0.3)]);
        let expected = by_grid(weights, 0.6) - by_grid(weights, 0.45);
        let llr = outcomes.llr(Parameter::Mean, [0.45, 0.6]);
        assert!((llr - expected).abs() < 1e-9, "{llr} against {expected}");
    }

    #[test]
    fn a_t_value_near_the_data_is_as_a_normal_law() {
        let outcomes = law(&[(0.0, 10.0), (0.25, 80.0), (0.5, 200.0), (0.75, 90.0), (1.0, 12.0)]);
        let exact = outcomes.llr(T, [0.0, 0.05]);
        let near = outcomes.approximate(T, [0.0, 0.05]);
        assert!((exact - near).abs() < 0.02 * near.abs() + 1e-5, "{exact} against {near}");
    }

    #[test]
    fn lopsided_laws_give_numbers() {
        for rare in [1e-9, 1e-6, 1e-3] {
            for place in 0..5 {
                let weights = (0..5).map(|value| (f64::from(value) / 4.0, if value == place { 1.0 } else { rare }));
                let outcomes = Law::new(weights);
                for hypotheses in [[-0.02, 0.02], [0.0, 0.5], [-2.0, 3.0]] {
                    let llr = outcomes.llr(T, hypotheses);
                    assert!(llr.is_finite(), "place {place}, {hypotheses:?}: {llr}");
                    let sign = f64::from(place) - 2.0;
                    assert!(llr * sign >= 0.0 || place == 2, "place {place}, {hypotheses:?}: {llr}");
                }
                let llr = outcomes.llr(Parameter::Mean, [0.45, 0.55]);
                assert!(llr.is_finite() && llr * (f64::from(place) - 2.0) >= 0.0, "{llr}");
            }
        }
    }
}
