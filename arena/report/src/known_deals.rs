//! The words on programs that may recognise deals that they have played before (`docs/how-to/trust.md`).

use spariglio_arena::pairs::known_deals::KnownDeals;
use spariglio_stats::Estimate;

use crate::figures;

/// The figures of a pair that tell of a program's memory.
pub(crate) struct Memory<'a> {
    pub names: [&'a str; 2],
    /// The unit that is played several times: "plays" or "matches".
    pub plays: &'a str,
    /// The unit of the figures.
    pub unit: &'a str,
    /// Second plays minus first ones.
    pub gap: Option<Estimate>,
    /// The test of `gap`.
    pub test: Option<KnownDeals>,
    /// The result of the first plays alone, with its unit.
    pub alone: Option<String>,
    /// The result of all plays with its unit, if only first plays count.
    pub paired: Option<String>,
    /// Advice for the reader.
    pub advice: &'a str,
}

impl Memory<'_> {
    /// The warning that a program may know deals again.
    pub(crate) fn warning(&self) -> Option<String> {
        let Memory { names: [first, second], plays, unit, advice, .. } = self;
        let gap = figures::estimate(&self.gap.filter(|_| self.test.is_some_and(|test| test.warned))?, 2);
        let alone = self.alone.as_ref();
        let alone = alone.map_or(String::new(), |alone| format!(" The first {plays} alone say {alone}."));
        Some(format!(
            "{first} against {second}: second {plays} of the same deals differ from first ones by {gap} {unit}, more than chance \
             explains. A program may know deals again.{alone} {advice}"
        ))
    }

    /// Which plays count if a program takes part, and how large a gain stays below the warning.
    pub(crate) fn note(&self) -> Option<String> {
        let Memory { names: [first, second], plays, unit, paired, .. } = self;
        let counts = paired.as_ref().map(|paired| {
            format!(
                "Only the first {plays} of deals count, as a program outside the sandbox could remember them. All {plays} \
                 together say {paired}."
            )
        });
        let unseen = self.test.and_then(|test| test.unseen_gain).map(|gain| {
            format!(
                "The test for programs that know deals again found none. It may miss a gain below {gain:.2} {unit}."
            )
        });
        let words: Vec<String> = counts.into_iter().chain(unseen).collect();
        (!words.is_empty()).then(|| format!("{first} against {second}: {}", words.join(" ")))
    }
}
