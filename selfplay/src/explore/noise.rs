//! Dirichlet noise: makes self-play try actions that have a low prior (Silver et al. 2017).

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::unit;

/// Mixes a share of a symmetric Dirichlet draw with parameter `alpha` into probabilities.
pub(super) fn mix(probabilities: &mut [f64], share: f64, alpha: f64, rng: &mut Pcg64Mcg) {
    let draws: Vec<f64> = probabilities.iter().map(|_| gamma(alpha, rng)).collect();
    let sum: f64 = draws.iter().sum();
    for (probability, draw) in probabilities.iter_mut().zip(draws) {
        *probability = (1.0 - share) * *probability + share * (draw / sum);
    }
}

/// A gamma variate of shape `alpha` and scale 1 (Marsaglia and Tsang 2000), never 0.
fn gamma(alpha: f64, rng: &mut Pcg64Mcg) -> f64 {
    if alpha < 1.0 {
        let boost = open_unit(rng).powf(1.0 / alpha);
        return (gamma(alpha + 1.0, rng) * boost).max(f64::MIN_POSITIVE);
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && open_unit(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A standard normal variate (Box and Muller 1958).
fn normal(rng: &mut Pcg64Mcg) -> f64 {
    let radius = (-2.0 * open_unit(rng).ln()).sqrt();
    radius * (std::f64::consts::TAU * open_unit(rng)).cos()
}

/// A uniform number in (0, 1).
fn open_unit(rng: &mut Pcg64Mcg) -> f64 {
    f64::from(unit(rng)) + 0.5 / f64::from(1u32 << 24)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::stream;

    #[test]
    fn gamma_has_its_mean_and_variance() {
        let mut rng = stream(3);
        for alpha in [0.3, 1.0, 4.0] {
            let draws: Vec<f64> = (0..40_000).map(|_| gamma(alpha, &mut rng)).collect();
            let mean = draws.iter().sum::<f64>() / 40_000.0;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 40_000.0;
            assert!((mean / alpha - 1.0).abs() < 0.04, "mean of {alpha}: {mean}");
            assert!((variance / alpha - 1.0).abs() < 0.1, "variance of {alpha}: {variance}");
        }
    }

    #[test]
    fn noise_keeps_a_distribution() {
        let mut rng = stream(4);
        let mut priors = [0.7, 0.2, 0.1];
        mix(&mut priors, 0.25, 0.5, &mut rng);
        assert!((priors.iter().sum::<f64>() - 1.0).abs() < 1e-6);
        assert!(priors[0] >= 0.75 * 0.7 && priors != [0.7, 0.2, 0.1]);
    }
}
