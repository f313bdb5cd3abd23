//! How a descent chooses among the edges that are legal in its world.
//!
//! The availability of an edge takes the place of the parent's visits, so that actions which are seldom legal are not
//! over-explored (Cowling, Powley, Whitehouse 2012, section IV). Only operations that IEEE 754 rounds one way are used,
//! none of them fused: every machine and vector width gives the same scores.

/// UCB1 over availability: `mean + c * sqrt(ln(available) / visits)`; an edge without visits comes first.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Ucb1 {
    /// `c^2 * ln 2`.
    scale: f32,
}

impl Ucb1 {
    /// With the exploration constant `c`, in utilities.
    pub fn new(c: f32) -> Ucb1 {
        Ucb1 {
            scale: c * c * std::f32::consts::LN_2,
        }
    }

    /// The score of an edge that is legal: its mean utility, its visits, its availability with this descent counted.
    /// Never a NaN.
    #[inline(always)]
    pub fn score(self, mean: f32, visits: u32, available: u32) -> f32 {
        let explored = mean + (self.scale * log2(available) / to_f32(visits)).sqrt();
        if visits == 0 { f32::INFINITY } else { explored }
    }
}

/// Counts stay below 2^31, where the signed conversion is the vector instruction.
#[inline(always)]
fn to_f32(count: u32) -> f32 {
    count as i32 as f32
}

/// The binary logarithm of a count from 1, to 0.00002: exponent, and a polynomial in the mantissa that is exact at
/// powers of two. (The standard library's logarithm differs between platforms.)
#[inline(always)]
fn log2(count: u32) -> f32 {
    let bits = to_f32(count).to_bits();
    let exponent = to_f32((bits >> 23).wrapping_sub(127));
    let f = f32::from_bits(bits & 0x007F_FFFF | 0x3F80_0000) - 1.0;
    let bend = 0.441_917 + f * (-0.267_179 + f * (0.148_426 - f * 0.045_148_5));
    exponent + (f + f * (1.0 - f) * bend)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_is_close_and_never_falls() {
        assert_eq!(log2(1), 0.0);
        let mut last = -1.0;
        for count in (1..100_000).chain((100_000..2_000_000_000).step_by(1_234_567)) {
            let log = log2(count);
            assert!((log - (count as f32).log2()).abs() < 4e-5, "{count}");
            assert!(log >= last, "{count}");
            last = log;
        }
    }

    #[test]
    fn ucb1_is_the_formula() {
        let score = Ucb1::new(0.7).score(0.25, 10, 200);
        let formula = 0.25 + 0.7 * (200f32.ln() / 10.0).sqrt();
        assert!((score - formula).abs() < 1e-5);
        assert_eq!(Ucb1::new(0.7).score(0.0, 0, 1), f32::INFINITY);
        assert_eq!(Ucb1::new(0.0).score(0.5, 3, 9), 0.5);
    }
}
