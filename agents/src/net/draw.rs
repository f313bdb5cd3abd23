//! A choice drawn from a policy.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random;

/// An index of `policy`. At temperature 0 it is the largest share's (the first of equals), otherwise it is drawn with
/// weights `share^(1 / temperature)`.
pub(crate) fn pick(policy: &[f32], temperature: f32, rng: &mut Pcg64Mcg) -> usize {
    let best = (1..policy.len()).fold(0, |best, i| if policy[i] > policy[best] { i } else { best });
    if temperature <= 0.0 {
        return best;
    }
    let weight = |share: f32| (share / policy[best]).powf(1.0 / temperature);
    let total: f32 = policy.iter().map(|&share| weight(share)).sum();
    let mut left = random::unit(rng) * total;
    for (i, &share) in policy.iter().enumerate() {
        left -= weight(share);
        if left < 0.0 {
            return i;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn temperature_zero_takes_the_first_of_the_best() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        assert_eq!(pick(&[0.2, 0.4, 0.4], 0.0, &mut rng), 1);
    }

    #[test]
    fn temperature_sharpens_and_flattens() {
        let share_of_best = |temperature| {
            let mut rng = Pcg64Mcg::seed_from_u64(7);
            let best = (0..20_000).filter(|_| pick(&[0.2, 0.8], temperature, &mut rng) == 1);
            best.count() as f32 / 20_000.0
        };
        assert!((share_of_best(1.0) - 0.8).abs() < 0.015);
        assert!((share_of_best(0.5) - 16.0 / 17.0).abs() < 0.01);
        assert!((share_of_best(2.0) - 2.0 / 3.0).abs() < 0.015);
    }
}
