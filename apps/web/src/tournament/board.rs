//! What a page shows of a tournament: entrants, rounds, matches in progress and standings.

use std::time::Instant;

use serde_json::{Value, json};
use spariglio_arena::tournaments::{
    Format, Frame, MatchReport, Meeting, StageResult, Standing, TournamentResult, standings_so_far,
};

use super::TournamentState;
use super::entry::Member;

impl TournamentState {
    /// The tournament for a browser: that of person `viewer`, or of the owner of the server.
    pub fn board(&self, viewer: Option<usize>, is_owner: bool) -> Value {
        let entry = &self.entry;
        let entrants = entry.entrants.iter().map(|one| json!({"name": one.name, "team": one.team}));
        let left = self
            .break_until
            .map(|until| until.saturating_duration_since(Instant::now()).as_millis() as u64);
        let link = || format!("/tournament/{}?enter={}", entry.id, entry.link);
        json!({
            "body": entry.body, "phase": entry.phase, "is_paused": entry.is_paused, "break_millis": left,
            "trouble": self.trouble, "is_owner": is_owner, "link": is_owner.then(link),
            "team_seats": entry.team_seats().ok(),
            "entrants": entrants.collect::<Vec<_>>(), "you": viewer.map(|number| self.person(number)),
            "stages": self.stages(), "winner": self.result.as_ref().map(|result| &result.winner),
        })
    }

    /// The tournament in a list.
    pub fn listed(&self) -> Value {
        let entry = &self.entry;
        json!({
            "id": entry.id, "name": entry.body["name"], "phase": entry.phase, "persons": entry.entrants.len(),
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
        if let Some(result) = &self.result {
            return result.stages.iter().map(|stage| ended(result, stage)).collect();
        }
        let Some(frame) = &self.frame else {
            return Vec::new();
        };
        let stages = (0..frame.stages.len()).map(|number| (number, self.pairings_of(number)));
        let begun = stages.filter(|(_, pairings)| !pairings.is_empty());
        begun.map(|(number, pairings)| self.stage(frame, number, &pairings)).collect()
    }

    /// A stage in progress.
    fn stage(&self, frame: &Frame, number: usize, pairings: &[Meeting]) -> Value {
        let matches = pairings.iter().map(|pairing| self.one_match(pairing)).collect();
        let format = frame.stages[number].format;
        let (teams, byes) = teams_of(frame, number, pairings);
        let counted: Vec<usize> = byes.iter().filter(|_| format == Format::Swiss).map(|bye| bye.1).collect();
        let of_stage = |report: &&MatchReport| report.slot.stage == number;
        let reports: Vec<MatchReport> = self.reports.iter().filter(of_stage).cloned().collect();
        let standings = standings_so_far(frame, number, &teams, &reports, &counted);
        let name = |&(round, team): &(usize, usize)| (round, frame.teams[team].name.as_str());
        let byes = byes.iter().filter(|_| format != Format::KnockOut).map(name);
        stage_json(format, &standings, matches, byes.collect())
    }

    /// The pairs of a stage that are known, in order, each once.
    fn pairings_of(&self, stage: usize) -> Vec<Meeting> {
        let reported = |report: &MatchReport| Meeting { slot: report.slot, teams: report.teams };
        let mut pairings: Vec<Meeting> = self.reports.iter().map(reported).chain(self.pairings.clone()).collect();
        pairings.retain(|pairing| pairing.slot.stage == stage);
        pairings.sort_by_key(|pairing| pairing.slot);
        pairings.dedup_by_key(|pairing| pairing.slot);
        pairings
    }

    /// A match that is over, or in progress.
    fn one_match(&self, pairing: &Meeting) -> Value {
        match self.reports.iter().find(|report| report.slot == pairing.slot) {
            Some(report) => match_json(report),
            None => {
                let names = pairing.teams.map(|team| self.entry.teams[team].0.as_str());
                json!({"round": pairing.slot.round, "names": names, "scores": null})
            }
        }
    }
}

/// The teams of a stage in progress: those that have played in it, and in the first stage all. Then the rounds of which
/// a team is no part, with the team.
fn teams_of(frame: &Frame, stage: usize, pairings: &[Meeting]) -> (Vec<usize>, Vec<(usize, usize)>) {
    let mut teams: Vec<usize> = pairings.iter().flat_map(|pairing| pairing.teams).collect();
    teams.extend((0..frame.teams.len()).filter(|_| stage == 0));
    teams.sort_unstable();
    teams.dedup();
    let mut byes = Vec::new();
    for round in pairings.chunk_by(|one, next| one.slot.round == next.slot.round) {
        let rests = |team: &&usize| round.iter().all(|pairing| !pairing.teams.contains(team));
        byes.extend(teams.iter().filter(rests).map(|team| (round[0].slot.round, *team)));
    }
    (teams, byes)
}

fn ended(result: &TournamentResult, stage: &StageResult) -> Value {
    let name = |&(round, team): &(usize, usize)| (round, result.teams[team].name.as_str());
    let byes = stage.byes.iter().filter(|_| stage.format == Format::Swiss).map(name);
    let matches = stage.matches.iter().map(match_json);
    stage_json(stage.format, &stage.standings, matches.collect(), byes.collect())
}

fn stage_json(format: Format, standings: &[Standing], matches: Vec<Value>, byes: Vec<(usize, &str)>) -> Value {
    json!({"format": format, "standings": standings, "matches": matches, "byes": byes})
}

fn match_json(report: &MatchReport) -> Value {
    json!({
        "round": report.slot.round, "names": report.names, "scores": report.scores, "vp": report.vp,
        "offence": report.offence.as_ref().map(|offence| json!({"side": offence.side, "what": offence.what})),
        "through": report.through.map(|through| usize::from(through.team != report.teams[0])),
    })
}
