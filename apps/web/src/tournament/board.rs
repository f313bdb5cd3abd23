//! What a page shows of a tournament: entrants, rounds, matches in progress and standings.

use std::time::Instant;

use serde_json::{Value, json};
use spariglio_arena::tournaments::{Format, Frame, MatchReport, Pairing, Slot, Standing, standings_so_far};

use super::Running;
use super::entry::Member;

impl Running {
    /// The tournament for a browser: that of person `viewer`, or of the owner of the server.
    pub fn board(&self, viewer: Option<usize>, is_owner: bool) -> Value {
        let entry = &self.entry;
        let entrants = entry
            .entrants
            .iter()
            .map(|one| json!({"name": one.name, "team": one.team, "left": one.left}));
        let left = self
            .break_until
            .map(|until| until.saturating_duration_since(Instant::now()).as_millis() as u64);
        let link = || format!("/tournament/{}?enter={}", entry.id, entry.link);
        json!({
            "id": entry.id, "body": entry.body, "phase": entry.phase, "is_paused": entry.is_paused, "break_millis": left,
            "trouble": self.trouble, "is_owner": is_owner, "link": is_owner.then(link),
            "team_seats": entry.team_seats().ok(),
            "entrants": entrants.collect::<Vec<_>>(), "you": viewer.map(|number| self.person(number)),
            "teams": entry.teams.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "stages": self.stages(), "winner": self.result.as_ref().map(|result| &result.winner),
        })
    }

    /// The tournament in a list.
    pub fn listed(&self) -> Value {
        let entry = &self.entry;
        json!({
            "id": entry.id, "name": entry.body["name"], "phase": entry.phase, "persons": entry.entrants.len(),
            "format": entry.format(),
        })
    }

    fn person(&self, number: usize) -> Value {
        let person = &self.entry.entrants[number];
        json!({"name": person.name, "team": person.team, "left": person.left, "is_due": self.table_of(number).is_some()})
    }

    /// The table and the seat where a person has to play now.
    pub fn table_of(&self, number: usize) -> Option<(&str, usize)> {
        let entry = &self.entry;
        entry.tables.iter().find_map(|(bout, table)| {
            let pairing = self.pairings.iter().find(|pairing| bout.starts_with(&pairing.slot.id()))?;
            let seat = pairing.teams.iter().enumerate().find_map(|(side, team)| {
                let mut members = entry.teams[*team].1.iter();
                let own = members.position(|member| matches!(member, Member::Person(other) if *other == number))?;
                Some(side + 2 * own)
            })?;
            Some((table.as_str(), seat))
        })
    }

    fn stages(&self) -> Vec<Value> {
        let Some(frame) = &self.frame else {
            let result = self.result.as_ref();
            let ended = result.map(|result| {
                result.stages.iter().map(|stage| {
                    stage_json(stage.format, &stage.standings, stage.matches.iter().map(match_json).collect())
                })
            });
            return ended.map_or(Vec::new(), Iterator::collect);
        };
        let begun = |number: &usize| {
            self.pairings.iter().any(|pairing| pairing.slot.stage == *number)
                || self.reports.iter().any(|report| report.slot.stage == *number)
        };
        (0..frame.stages.len())
            .filter(begun)
            .map(|number| self.stage(frame, number))
            .collect()
    }

    fn stage(&self, frame: &Frame, number: usize) -> Value {
        let format = frame.stages[number].format;
        let mut slots: Vec<Slot> = self.reports.iter().map(|report| report.slot).collect();
        slots.extend(self.pairings.iter().map(|pairing| pairing.slot));
        slots.retain(|slot| slot.stage == number);
        slots.sort();
        slots.dedup();
        let matches = slots.iter().filter_map(|slot| self.one_match(*slot)).collect();
        let ended = self.result.as_ref().and_then(|result| result.stages.get(number));
        let standings = ended.map_or_else(|| self.standings(frame, number, &slots), |stage| stage.standings.clone());
        stage_json(format, &standings, matches)
    }

    /// A match that is over, or in progress.
    fn one_match(&self, slot: Slot) -> Option<Value> {
        if let Some(report) = self.reports.iter().find(|report| report.slot == slot) {
            return Some(match_json(report));
        }
        let Pairing { teams, .. } = self.pairings.iter().find(|pairing| pairing.slot == slot)?;
        let names = teams.map(|team| self.entry.teams[team].0.as_str());
        Some(json!({"round": slot.round, "names": names, "scores": null}))
    }

    /// The table of a stage in progress: of all teams that have played in it, and in the first stage of all.
    fn standings(&self, frame: &Frame, number: usize, slots: &[Slot]) -> Vec<Standing> {
        let meets = |slot: &Slot| {
            self.pairings
                .iter()
                .find(|pairing| pairing.slot == *slot)
                .map(|pairing| pairing.teams)
        };
        let reported = |slot: &Slot| {
            self.reports
                .iter()
                .find(|report| report.slot == *slot)
                .map(|report| report.teams)
        };
        let teams_of = |slot: &Slot| meets(slot).or_else(|| reported(slot)).into_iter().flatten();
        let mut teams: Vec<usize> = slots.iter().flat_map(teams_of).collect();
        teams.extend((0..frame.teams.len()).filter(|_| number == 0));
        teams.sort_unstable();
        teams.dedup();
        let mut byes = Vec::new();
        if frame.stages[number].format == Format::Swiss {
            for round in slots.chunk_by(|one, next| one.round == next.round) {
                let present: Vec<usize> = round.iter().flat_map(teams_of).collect();
                byes.extend(teams.iter().filter(|team| !present.contains(team)));
            }
        }
        let matches: Vec<MatchReport> = self
            .reports
            .iter()
            .filter(|report| report.slot.stage == number)
            .cloned()
            .collect();
        standings_so_far(frame, number, &teams, &matches, &byes)
    }
}

fn stage_json(format: Format, standings: &[Standing], matches: Vec<Value>) -> Value {
    json!({"format": format, "standings": standings, "matches": matches})
}

fn match_json(report: &MatchReport) -> Value {
    json!({
        "round": report.slot.round, "names": report.names, "scores": report.scores, "vp": report.vp, "end": report.end,
        "offence": report.offence.as_ref().map(|offence| json!({"side": offence.side, "what": offence.what})),
        "extra": report.extra.len(), "through": report.through.map(|through| usize::from(through.team != report.teams[0])),
    })
}
