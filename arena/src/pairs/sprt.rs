//! The sequential test of a pair during play: when it looks, and which data it sees.
//!
//! It looks at fixed numbers of deals: first at [`FIRST_LOOK`], then every [`STEP`], later when the deals have grown by
//! one [`GROWTH`]-th. Few looks cost some extra deals after a bound is crossed. Many looks cost time and make faster
//! workers wait for slower ones.

use super::set_sums::Tally;
use super::totals::Totals;
use spariglio_stats::SprtConfig;
use spariglio_stats::sequential::FIRST_LOOK;

/// Deals between two looks at the beginning.
const STEP: u64 = 8;
/// Later looks come when the deals have grown by `1 / GROWTH`.
const GROWTH: u64 = 64;

/// A sequential test over the sets of a pair.
pub(crate) struct Sprt {
    pub config: SprtConfig,
    /// Hands per set.
    pub plays: u64,
}

impl Sprt {
    /// Tests all deals of `totals`.
    pub fn look<T: Tally>(&self, totals: &mut Totals<T>) {
        let llrs = self.config.llrs(totals.tally.tested(self.config.unit), self.plays);
        if let Some(run) = &mut totals.sprt {
            run.path.push((totals.tally.sets(), llrs));
            run.verdict = run.config.verdict(&run.path);
        }
    }
}

/// The first look that comes after `deals` deals.
pub(super) fn look_after(deals: u64) -> u64 {
    let mut look = FIRST_LOOK;
    while look <= deals {
        look += STEP.max(look / GROWTH);
    }
    look
}

#[cfg(test)]
mod tests {
    use super::look_after;

    #[test]
    fn looks_are_close_at_first_and_few_later() {
        assert_eq!([0, 31, 32, 500].map(look_after), [32, 32, 40, 504]);
        let late = look_after(100_000) - 100_000;
        assert!(late > 0 && late <= 100_000 / 64 + 1, "{late}");
        let looks = std::iter::successors(Some(0), |&deals| Some(look_after(deals)));
        assert!(looks.take_while(|&deals| deals < 1_000_000).count() < 700);
    }
}
