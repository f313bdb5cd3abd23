//! Dirichlet noise on the priors of the root, for self-play (Silver et al. 2017).

use rand::Rng;
use spariglio_engine::random::unit;

/// Mixes a share `weight` of a symmetric Dirichlet draw with parameter `alpha` into `priors`.
pub(super) fn mix(priors: &mut [f32], weight: f32, alpha: f32, rng: &mut impl Rng) {
    let draws: Vec<f32> = priors.iter().map(|_| gamma(alpha, rng)).collect();
    let total: f32 = draws.iter().sum();
    if total <= 0.0 {
        return;
    }
    for (prior, draw) in priors.iter_mut().zip(draws) {
        *prior = (1.0 - weight) * *prior + weight * draw / total;
    }
}

/// A gamma variate of shape `alpha` and scale 1 (Marsaglia and Tsang 2000).
fn gamma(alpha: f32, rng: &mut impl Rng) -> f32 {
    if alpha < 1.0 {
        let power = (1.0 - unit(rng)).powf(1.0 / alpha);
        return gamma(alpha + 1.0, rng) * power;
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        let u = 1.0 - unit(rng);
        if v > 0.0 && u.ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A standard normal variate (the polar method of Marsaglia and Bray 1964).
fn normal(rng: &mut impl Rng) -> f32 {
    loop {
        let (x, y) = (2.0 * unit(rng) - 1.0, 2.0 * unit(rng) - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn gamma_has_its_mean_and_variance() {
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for alpha in [0.3, 1.0, 4.0] {
            let draws: Vec<f64> = (0..40_000).map(|_| f64::from(gamma(alpha, &mut rng))).collect();
            let mean = draws.iter().sum::<f64>() / 40_000.0;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 40_000.0;
            let alpha = f64::from(alpha);
            assert!((mean / alpha - 1.0).abs() < 0.04, "mean of {alpha}: {mean}");
            assert!((variance / alpha - 1.0).abs() < 0.1, "variance of {alpha}: {variance}");
        }
    }

    #[test]
    fn noise_keeps_a_distribution() {
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        let mut priors = [0.7, 0.2, 0.1];
        mix(&mut priors, 0.25, 0.5, &mut rng);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(priors[0] >= 0.75 * 0.7 && priors != [0.7, 0.2, 0.1]);
    }
}
