//! Plays the encounters of a stage that the ledger lacks.

use rayon::prelude::*;

use super::encounter::Setup;
use super::frame::Encounter;
use super::ledger::Ledger;
use super::match_report::{MatchReport, Slot};
use crate::error::ArenaError;

/// A stage that is being played.
pub(super) struct Live<'a> {
    pub setup: Setup<'a>,
    pub ledger: &'a Ledger,
    /// Receives every finished match.
    pub tell: &'a (dyn Fn(&MatchReport) + Sync),
    /// Whether to stop; encounters in progress are dropped.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Live<'_> {
    /// The matches of `encounters` in order; plays several at once.
    pub(super) fn play_all(&self, encounters: &[Encounter]) -> Result<Vec<MatchReport>, ArenaError> {
        let played: Result<Vec<Vec<MatchReport>>, ArenaError> = encounters
            .par_iter()
            .with_max_len(1)
            .map(|encounter| self.play_one(encounter))
            .collect();
        Ok(played?.into_iter().flatten().collect())
    }

    fn play_one(&self, encounter: &Encounter) -> Result<Vec<MatchReport>, ArenaError> {
        let mut reports = Vec::new();
        let mut fresh = Vec::new();
        for play in 0..self.setup.stage.plays() {
            let slot = Slot { play, ..encounter.slot };
            let report = match self.ledger.get(slot, encounter)? {
                Some(report) => report,
                None if (self.stopped)() => return Err(ArenaError::Stopped),
                None => {
                    let played = self.setup.play(encounter, play, &reports);
                    // Decisions after a stop are hasty, and programs make none.
                    if (self.stopped)() {
                        return Err(ArenaError::Stopped);
                    }
                    let played = played?;
                    let report = played.report.clone();
                    fresh.push(played);
                    report
                }
            };
            reports.push(report);
        }
        self.ledger.push(&fresh)?;
        fresh.iter().for_each(|played| (self.tell)(&played.report));
        Ok(reports)
    }
}
