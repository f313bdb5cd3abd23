//! Brownian motion with drift between two absorbing limits: the law of its end.
//!
//! It starts at 0 and has variance 1 per unit of time. Both laws are sums over mirror images of the start (Borodin and
//! Salminen, "Handbook of Brownian motion", part II, 2.3.0; Siegmund, "Sequential Analysis", 1985, chapter 3). Every
//! term is kept as exponent and tail, so that nothing overflows. The terms fall faster than geometrically. If there is
//! no drift, their number grows with the root of time divided by width.

/// Terms below this are negligible.
const NOTHING: f64 = 1e-15;
/// Maximum number of images on each side.
const IMAGES: i32 = 10_000;

/// Two limits around 0.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Corridor {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Corridor {
    /// The probability of an outcome up to (`time`, `place`): absorbed below by `time`; or, if `place` is above the
    /// lower limit, also still between the limits and at most at `place`; or, if `place` is the upper limit, also
    /// absorbed there later.
    pub(crate) fn up_to(&self, time: f64, place: f64, drift: f64) -> f64 {
        let chance = if place >= self.high {
            // All outcomes except absorption at the upper limit by `time`, which is the lower limit of the mirrored
            // corridor.
            1.0 - self.turned().absorbed_below(time, -drift)
        } else {
            self.absorbed_below(time, drift) + self.between(time, place, drift)
        };
        chance.clamp(0.0, 1.0)
    }

    fn turned(&self) -> Corridor {
        Corridor { low: -self.high, high: -self.low }
    }

    /// The probability of reaching the lower limit by `time` before the upper one.
    fn absorbed_below(&self, time: f64, drift: f64) -> f64 {
        let width = self.high - self.low;
        let root = time.sqrt();
        // First passage over a distance; the factor of the change of drift goes into the exponents.
        let term = |distance: f64| {
            let far = distance.abs();
            let chance = tail(drift * self.low - drift * far, (far - drift * time) / root)
                + tail(drift * self.low + drift * far, (far + drift * time) / root);
            chance * distance.signum()
        };
        images(|image| term(-self.low + 2.0 * f64::from(image) * width))
    }

    /// The probability of staying between the limits until `time` and then being at most at `place`.
    fn between(&self, time: f64, place: f64, drift: f64) -> f64 {
        let width = self.high - self.low;
        let root = time.sqrt();
        let term = |image: f64| {
            let [from, to] = [self.low, place].map(|end| (end - image - drift * time) / root);
            interval(drift * image, from, to)
        };
        images(|image| {
            let even = 2.0 * f64::from(image) * width;
            term(even) - term(2.0 * self.low + even)
        })
    }
}

/// The sum of `term` over all integers, in pairs outwards from 0, until a pair is negligible.
fn images(term: impl Fn(i32) -> f64) -> f64 {
    let mut sum = term(0);
    for image in 1..IMAGES {
        let [left, right] = [term(-image), term(image)];
        sum += left + right;
        if left.abs() + right.abs() < NOTHING {
            break;
        }
    }
    sum
}

/// exp(`exponent`) times the normal probability of `from`..`to`, computed from the nearer tail for accuracy.
fn interval(exponent: f64, from: f64, to: f64) -> f64 {
    if from > 0.0 {
        tail(exponent, from) - tail(exponent, to)
    } else {
        tail(exponent, -to) - tail(exponent, -from)
    }
}

/// exp(`exponent`) times the normal probability above `from`; neither factor may overflow or underflow alone.
fn tail(exponent: f64, from: f64) -> f64 {
    if from < FAR {
        return exponent.exp() * statrs::function::erf::erfc(from / std::f64::consts::SQRT_2) / 2.0;
    }
    let square = from * from;
    // Abramowitz and Stegun 26.2.12.
    let series = 1.0 - 1.0 / square + 3.0 / square.powi(2) - 15.0 / square.powi(3) + 105.0 / square.powi(4);
    (exponent - square / 2.0).exp() * series / (from * (2.0 * std::f64::consts::PI).sqrt())
}

/// From here on the tail is computed by its asymptotic expansion, with a relative error of 1e-10.
const FAR: f64 = 10.0;

#[cfg(test)]
mod tests {
    use super::Corridor;

    const EVEN: Corridor = Corridor { low: -2.944, high: 2.944 };
    const UNEVEN: Corridor = Corridor { low: -1.0, high: 2.5 };

    /// The probability of ever being absorbed below (Wald's identity).
    fn ever_below(corridor: &Corridor, drift: f64) -> f64 {
        if drift == 0.0 {
            return corridor.high / (corridor.high - corridor.low);
        }
        let [low, high] = [corridor.low, corridor.high].map(|end| (-2.0 * drift * end).exp_m1());
        high / (high - low)
    }

    #[test]
    fn in_the_end_it_is_absorbed_as_wald_says() {
        for corridor in [EVEN, UNEVEN] {
            for drift in [-3.0, -0.5, -1e-9, 0.0, 0.2, 1.0, 4.0] {
                let chance = corridor.up_to(1e4, corridor.low, drift);
                let expected = ever_below(&corridor, drift);
                assert!((chance - expected).abs() < 1e-9, "{drift}: {chance} against {expected}");
            }
        }
    }

    #[test]
    fn outcomes_are_a_law() {
        for corridor in [EVEN, UNEVEN] {
            for drift in [-20.0, -1.0, 0.0, 0.3, 5.0] {
                for time in [0.01, 0.3, 2.0, 30.0] {
                    let below = corridor.up_to(time, corridor.low, drift);
                    let almost = corridor.up_to(time, corridor.high - 1e-12, drift);
                    let above = corridor.up_to(time, corridor.high, drift);
                    assert!((almost - above).abs() < 1e-9, "{drift} {time}: {almost} {above}");
                    let places =
                        (0..=20).map(|step| corridor.low + f64::from(step) * (corridor.high - corridor.low) / 20.0);
                    let chances: Vec<f64> = places.map(|place| corridor.up_to(time, place, drift)).collect();
                    assert!((chances[0] - below).abs() < 1e-12);
                    assert!(chances.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12), "{chances:?}");
                }
            }
        }
    }

    /// The probability from a walk of small steps on a lattice, which converges to the motion.
    fn by_walk(corridor: &Corridor, time: f64, place: f64, drift: f64) -> f64 {
        let step = 0.02;
        let (low, high) = ((corridor.low / step).round() as i64, (corridor.high / step).round() as i64);
        let up = 1.0 / (1.0 + (-2.0 * drift * step).exp());
        let mut chances = vec![0.0; (high - low + 1) as usize];
        chances[(-low) as usize] = 1.0;
        let last = chances.len() - 1;
        let mut below = 0.0;
        for _ in 0..(time / (step * step)).round() as u64 {
            let mut next = vec![0.0; chances.len()];
            for place in 1..last {
                next[place + 1] += chances[place] * up;
                next[place - 1] += chances[place] * (1.0 - up);
            }
            below += next[0];
            next[0] = 0.0;
            next[last] = 0.0;
            chances = next;
        }
        let places = ((place / step).round() as i64 - low) as usize;
        below + chances[..=places].iter().sum::<f64>()
    }

    #[test]
    fn it_is_the_limit_of_walks() {
        for (time, place, drift) in [(1.5, 0.61, 0.4), (1.5, -0.39, -0.8), (0.6, 1.01, 0.0), (4.0, -1.0, 0.3)] {
            let chance = UNEVEN.up_to(time, place, drift);
            let walked = by_walk(&UNEVEN, time, place, drift);
            assert!((chance - walked).abs() < 0.01, "{time} {place} {drift}: {chance} against {walked}");
        }
    }

    #[test]
    fn far_drifts_and_long_times_give_chances() {
        for drift in [-1e6, -50.0, 0.0, 50.0, 1e6] {
            for time in [1e-9, 1e-3, 1.0, 1e3, 1e7] {
                for place in [EVEN.low, 0.0, EVEN.high] {
                    let chance = EVEN.up_to(time, place, drift);
                    assert!((0.0..=1.0).contains(&chance), "{drift} {time} {place}: {chance}");
                }
            }
        }
    }
}
