//! An encounter's match that a host plays: its records are replayed, and the report follows from them.

use spariglio_engine::record::HandRecord;

use super::encounter::{Played, Setup, extra_fixture, extra_id};
use super::facts::{Facts, is_undecided};
use super::frame::Encounter;
use super::host::{Bout, Host, HostedBout};
use super::match_report::{ExtraHand, ExtraOffence, MatchReport, OffenceReport};
use super::replay::Replay;
use crate::error::ArenaError;

impl Setup<'_> {
    /// As [`Setup::play`], by the host. `None` if it leaves the match to the agents.
    pub(super) fn play_hosted(
        &self,
        host: &dyn Host,
        encounter: &Encounter,
        play: usize,
        earlier: &[MatchReport],
    ) -> Result<Option<Played>, ArenaError> {
        let (frame, teams) = (&self.plan.frame, encounter.seated(play));
        let fixture = encounter.fixture(frame, self.secret, play);
        // Replay needs the offences, and nothing else of a report.
        let mut report = Facts::default().report(frame, encounter, play, earlier);
        let slot = report.slot;
        let bout = Bout { id: slot.id(), game: &self.games.whole, fixture, teams };
        let Some(hosted) = host.play(&bout)? else {
            return Ok(None);
        };
        let offence = |(seat, what)| OffenceReport { side: 0, seat, hand: 0, secured: [0, 0], added: 0, what };
        report.offence = hosted.offence.clone().map(offence);
        let mut records = self.hosted_lines(&bout, hosted);
        loop {
            let mut replay = Replay::new(&self.games, fixture, &report);
            let facts = replay.facts(&records.join("\n"));
            let facts = facts.map_err(|message| ArenaError::Hosted { id: slot.id(), message })?;
            let decided = facts.report(frame, encounter, play, earlier);
            if !is_undecided(self.stage, &decided) {
                return Ok(Some(Played { report: decided, records }));
            }
            let number = facts.extra.len() + 1;
            let fixture = extra_fixture(&fixture, number, replay.next_dealer());
            let bout = Bout { id: extra_id(slot, number), game: &self.games.single, fixture, teams };
            let Some(hosted) = host.play(&bout)? else {
                return Ok(None);
            };
            let offence = hosted.offence.clone().map(|(seat, what)| ExtraOffence { seat, what });
            report.extra.push(ExtraHand { points: [0, 0], last_capture: None, offence });
            records.extend(self.hosted_lines(&bout, hosted));
        }
    }

    /// The lines of a bout's records.
    fn hosted_lines(&self, bout: &Bout<'_>, hosted: HostedBout) -> Vec<String> {
        let line = |mut record: HandRecord| {
            if let Some(place) = &mut record.place {
                place.id.clone_from(&bout.id);
            }
            self.line(bout.teams, record)
        };
        hosted.records.into_iter().map(line).collect()
    }
}
