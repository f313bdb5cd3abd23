//! How a descent chooses among the edges that are legal in its world.
//!
//! The availability of an edge takes the place of the parent's visits, so that actions which are seldom legal are not
//! over-explored (Cowling, Powley, Whitehouse 2012, section IV). Every operation is correctly rounded by IEEE 754 and
//! none is fused, so every machine and vector width gives the same scores.

/// The statistics of an edge that a strategy reads.
#[derive(Copy, Clone, Debug)]
pub struct Gathered {
    /// Mean utility; 0 without visits.
    pub mean: f32,
    /// Descents through the edge.
    pub visits: u32,
    /// Descents in which the edge was legal, this one counted.
    pub available: u32,
    /// The binary logarithm of `available`.
    pub log: f32,
    /// Descents under way through the edge; they are no visits yet.
    pub sent: u8,
    /// The prior: a probability; [`GuidedPuct`] needs it only in proportion to one.
    pub prior: f32,
}

/// The score by which an edge is chosen.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Strategy {
    /// [`Ucb1`].
    Ucb1(Ucb1),
    /// [`Puct`].
    Puct(Puct),
    /// [`GuidedPuct`].
    Guided(GuidedPuct),
}

/// UCB1 over availability: `mean + c * sqrt(ln(available) / visits)`; an edge without visits comes first.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Ucb1 {
    /// `c^2 * ln 2`.
    scale: f32,
}

/// `mean + c * prior * sqrt(available) / (1 + visits)` (Rosin 2011 as in Silver et al. 2017); if an edge has no visits,
/// its mean is `first`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Puct {
    c: f32,
    first: f32,
}

/// As [`Puct`], with three changes. Priors are normalised over the actions that are legal in the descent. Descents
/// under way count as tries. An edge has the mean `first - reduction * sqrt(tried share of the priors)` if it has no
/// visits (first-play urgency as in Leela Chess Zero).
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct GuidedPuct {
    puct: Puct,
    reduction: f32,
}

/// Score of edges without visits, above any utility, so that they come first.
const UNTRIED: f32 = 1e6;

impl Ucb1 {
    /// With the exploration constant `c`, in utilities.
    pub fn new(c: f32) -> Ucb1 {
        Ucb1 { scale: c * c * std::f32::consts::LN_2 }
    }

    /// The score of an edge that is legal. Never a NaN.
    #[inline(always)]
    pub fn score(self, edge: Gathered) -> f32 {
        let explored = edge.mean + (self.scale * edge.log / to_f32(edge.visits)).sqrt();
        if edge.visits == 0 { UNTRIED } else { explored }
    }
}

impl Puct {
    /// With the constant `c` and the mean of edges without visits, in utilities.
    pub fn new(c: f32, first: f32) -> Puct {
        Puct { c, first }
    }

    /// With another mean of edges without visits.
    #[inline(always)]
    #[must_use]
    pub fn with_first(self, first: f32) -> Puct {
        Puct { first, ..self }
    }

    /// The score of an edge that is legal. Never a NaN.
    #[inline(always)]
    pub fn score(self, edge: Gathered) -> f32 {
        let mean = if edge.visits == 0 { self.first } else { edge.mean };
        mean + self.c * edge.prior * to_f32(edge.available).sqrt() / (to_f32(edge.visits) + 1.0)
    }
}

impl GuidedPuct {
    /// With the constant `c` and the reduction, in utilities.
    pub fn new(c: f32, reduction: f32) -> GuidedPuct {
        GuidedPuct { puct: Puct::new(c, 0.0), reduction }
    }

    /// With the node's utility for the side to act, the base of edges without visits.
    #[must_use]
    pub fn with_first(self, first: f32) -> GuidedPuct {
        GuidedPuct { puct: self.puct.with_first(first), ..self }
    }

    /// At a node whose legal edges have the prior sum `all`, and those tried so far `tried`.
    #[must_use]
    pub fn among(self, [all, tried]: [f32; 2]) -> GuidedPuct {
        let Puct { c, first } = self.puct;
        GuidedPuct { puct: Puct::new(c / all, first - self.reduction * (tried / all).sqrt()), ..self }
    }

    /// The score of an edge that is legal. Never a NaN.
    #[inline(always)]
    pub fn score(self, edge: Gathered) -> f32 {
        let Puct { c, first } = self.puct;
        let mean = if edge.visits == 0 { first } else { edge.mean };
        let tries = to_f32(edge.visits + u32::from(edge.sent));
        mean + c * edge.prior * to_f32(edge.available).sqrt() / (tries + 1.0)
    }
}

impl Strategy {
    /// The score of an edge that is legal. Never a NaN.
    #[inline(always)]
    pub fn score(self, edge: Gathered) -> f32 {
        match self {
            Strategy::Ucb1(ucb1) => ucb1.score(edge),
            Strategy::Puct(puct) => puct.score(edge),
            Strategy::Guided(guided) => guided.score(edge),
        }
    }
}

/// Counts stay below 2^31, and the signed conversion is one vector instruction.
#[inline(always)]
fn to_f32(count: u32) -> f32 {
    count as i32 as f32
}

/// The binary logarithm of a count from 1, accurate to 0.00002: the exponent, and a polynomial in the mantissa that is
/// exact at powers of two. (The standard library's logarithm differs between platforms.)
#[inline(always)]
pub fn log2(count: u32) -> f32 {
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

    const EDGE: Gathered = Gathered { mean: 0.2, visits: 50, available: 400, log: 0.0, sent: 0, prior: 0.3 };

    #[test]
    fn ucb1_is_the_formula() {
        let edge = |mean, visits, available| Gathered { mean, visits, available, log: log2(available), ..EDGE };
        let score = Ucb1::new(0.7).score(edge(0.25, 10, 200));
        let formula = 0.25 + 0.7 * (200f32.ln() / 10.0).sqrt();
        assert!((score - formula).abs() < 1e-5);
        assert_eq!(Ucb1::new(0.7).score(edge(0.0, 0, 1)), UNTRIED);
        assert_eq!(Ucb1::new(0.0).score(edge(0.5, 3, 9)), 0.5);
    }

    #[test]
    fn puct_is_the_formula() {
        let formula = 0.2 + 1.5 * 0.3 * 20.0 / 51.0;
        assert!((Puct::new(1.5, 0.0).score(EDGE) - formula).abs() < 1e-6);
        let untried = Gathered { visits: 0, ..EDGE };
        assert!((Puct::new(1.5, -0.1).score(untried) - (-0.1 + 1.5 * 0.3 * 20.0)).abs() < 1e-5);
    }

    #[test]
    fn guided_is_puct_among_what_is_legal() {
        let edge = Gathered { prior: 0.6, ..EDGE };
        let guided = GuidedPuct::new(1.5, 0.4).with_first(-0.1).among([2.0, 0.5]);
        assert!((guided.score(edge) - Puct::new(1.5, 0.0).score(EDGE)).abs() < 1e-6);
        let sent = Gathered { sent: 3, ..edge };
        assert!((guided.score(sent) - (0.2 + 1.5 * 0.3 * 20.0 / 54.0)).abs() < 1e-6);
        let untried = Gathered { visits: 0, ..edge };
        assert!((guided.score(untried) - (-0.1 - 0.4 * 0.5 + 1.5 * 0.3 * 20.0)).abs() < 1e-5);
    }
}
