//! Exponentials and logarithms, the same on every machine because they use basic arithmetic only.

/// Turns logits into probabilities, in place; an empty slice stays empty.
///
/// # Examples
/// ```
/// let mut shares = [0.0, 0.0, -100.0];
/// spariglio_agents::net::softmax(&mut shares);
/// assert_eq!(shares[..2], [0.5, 0.5]);
/// assert!(shares[2] < 1e-6);
/// ```
pub fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = exp(*logit - most);
        sum += *logit;
    }
    let factor = 1.0 / sum;
    logits.iter_mut().for_each(|share| *share *= factor);
}

/// `e^x` for `x <= 0`, with a relative error below 2e-7; 0 if `x` is below -87.
///
/// Computed from `x = k ln 2 + r` with `|r| <= ln 2 / 2` and the Taylor polynomial of degree 7 in `r`.
pub(crate) fn exp(x: f32) -> f32 {
    const ROUND: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    if x < -87.0 {
        return 0.0;
    }
    let k = (x * std::f32::consts::LOG2_E + ROUND) - ROUND;
    let r = (x - k * LN_2_HIGH) - k * LN_2_LOW;
    let mut p = 1.0 / 5040.0;
    for c in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        p = p * r + c;
    }
    p * f32::from_bits(((k as i32 + 127) as u32) << 23)
}

/// The natural logarithm of a positive normal number. The error is below 2e-7, relative if the logarithm's magnitude is
/// above 1.
///
/// Computed from `x = m 2^e` with `m` between the square roots of 1/2 and 2, and `ln m = 2 artanh f` with `f = (m - 1)
/// / (m + 1)`.
pub fn ln(x: f32) -> f32 {
    const SQRT_HALF: u32 = 0x3F35_04F3;
    let bits = x.to_bits().wrapping_sub(SQRT_HALF);
    let exponent = (bits as i32) >> 23;
    let m = f32::from_bits((bits & 0x007F_FFFF) + SQRT_HALF);
    let f = (m - 1.0) / (m + 1.0);
    let square = f * f;
    let mut p = 1.0 / 9.0;
    for c in [1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0, 1.0] {
        p = p * square + c;
    }
    exponent as f32 * std::f32::consts::LN_2 + 2.0 * f * p
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_close_to_the_true_one() {
        for i in 0..870_000 {
            let x = -i as f32 / 10_000.0;
            let truth = f64::from(x).exp();
            let error = (f64::from(exp(x)) - truth).abs() / truth;
            assert!(error < 2e-7, "{x}: {error}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(-88.0), 0.0);
    }

    #[test]
    fn ln_is_close_to_the_true_one() {
        for i in 1..1_000_000_u32 {
            for x in [i as f32 * 1e-6, i as f32, 1e-8 * i as f32] {
                let truth = f64::from(x).ln();
                let error = (f64::from(ln(x)) - truth).abs() / truth.abs().max(1.0);
                assert!(error < 2e-7, "{x}: {error}");
            }
        }
        assert_eq!(ln(1.0), 0.0);
    }

    #[test]
    fn probabilities_sum_to_one_whatever_the_logits() {
        for logits in [vec![0.0], vec![1e30, -1e30, 1e30], vec![-3.0, 2.0, 0.5, 80.0]] {
            let mut shares = logits.clone();
            softmax(&mut shares);
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{logits:?}");
            assert!(shares.iter().all(|&share| (0.0..=1.0).contains(&share)));
        }
        softmax(&mut []);
    }
}
