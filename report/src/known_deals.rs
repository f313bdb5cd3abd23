//! The warning where a program may know deals again (`docs/trust.md`).

use spariglio_stats::Estimate;

use crate::figures;

/// What a warning tells of a pair.
pub(crate) struct KnownDeals<'a> {
    pub names: [&'a str; 2],
    /// What is played twice: "plays" or "matches".
    pub plays: &'a str,
    /// Second plays less first ones.
    pub gap: Estimate,
    /// Its unit.
    pub unit: &'a str,
    /// What the first plays alone say, with its unit.
    pub alone: Option<String>,
    /// What the reader can do.
    pub advice: &'a str,
}

impl KnownDeals<'_> {
    pub(crate) fn text(&self) -> String {
        let KnownDeals {
            names: [first, second],
            plays,
            unit,
            advice,
            ..
        } = self;
        let gap = figures::estimate(&self.gap, 2);
        let alone = self.alone.as_ref();
        let alone = alone.map_or(String::new(), |alone| format!(" The first {plays} alone say {alone}."));
        format!(
            "{first} against {second}: second {plays} of the same deals differ from first ones by {gap} {unit}, more than chance \
             explains. A program may know deals again.{alone} {advice}"
        )
    }
}
