//! The warning if a program may recognise deals that it has played before (`docs/trust.md`).

use spariglio_stats::Estimate;

use crate::figures;

/// The contents of a pair's warning.
pub(crate) struct KnownDeals<'a> {
    pub names: [&'a str; 2],
    /// The unit that is played twice: "plays" or "matches".
    pub plays: &'a str,
    /// Second plays minus first ones.
    pub gap: Estimate,
    /// The unit of `gap`.
    pub unit: &'a str,
    /// The result of the first plays alone, with its unit.
    pub alone: Option<String>,
    /// Advice for the reader.
    pub advice: &'a str,
}

impl KnownDeals<'_> {
    pub(crate) fn text(&self) -> String {
        let KnownDeals { names: [first, second], plays, unit, advice, .. } = self;
        let gap = figures::estimate(&self.gap, 2);
        let alone = self.alone.as_ref();
        let alone = alone.map_or(String::new(), |alone| format!(" The first {plays} alone say {alone}."));
        format!(
            "{first} against {second}: second {plays} of the same deals differ from first ones by {gap} {unit}, more than chance \
             explains. A program may know deals again.{alone} {advice}"
        )
    }
}
