//! Plays the encounters of a stage that the ledger lacks.

use rayon::prelude::*;

use super::encounter::Setup;
use super::frame::Encounter;
use super::host::{Host, Meeting};
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
    /// The matches of `encounters` in order. Agents play all of them at once, a host's persons one round after another.
    pub(super) fn play_all(&self, encounters: &[Encounter]) -> Result<Vec<MatchReport>, ArenaError> {
        let Some(host) = self.setup.host else {
            return self.play_at_once(encounters);
        };
        let mut reports = Vec::new();
        for round in encounters.chunk_by(|one, next| one.slot.round == next.slot.round) {
            reports.extend(self.play_round(host, round)?);
        }
        Ok(reports)
    }

    fn play_round(&self, host: &dyn Host, round: &[Encounter]) -> Result<Vec<MatchReport>, ArenaError> {
        let last = self.setup.stage.plays() - 1;
        if round
            .iter()
            .any(|encounter| !self.ledger.has(Slot { play: last, ..encounter.slot }))
        {
            host.begin_round(&round.iter().map(Meeting::from).collect::<Vec<_>>())?;
        }
        self.play_at_once(round)
    }

    fn play_at_once(&self, encounters: &[Encounter]) -> Result<Vec<MatchReport>, ArenaError> {
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
        if let Some(host) = self.setup.host {
            reports.iter().for_each(|report| host.note(report));
        }
        Ok(reports)
    }
}
