//! The table of a stage: the sums of each team's matches.
//!
//! A round robin or Swiss stage is ordered by VP, then MP, then matches won, then seeding. A knock-out is ordered by
//! the last round that a team reached, then its seed.

use serde::{Deserialize, Serialize};

use super::frame::Frame;
use super::match_report::{EndKind, MatchReport};

/// VP per match that a bye replaces in a Swiss stage; a bye is no match and has no match points.
const BYE_VP: i64 = 12;

/// A line of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Standing {
    /// Rank, from 1.
    pub rank: usize,
    /// The team's number.
    pub team: usize,
    /// Its name.
    pub name: String,
    /// Matches played.
    pub played: usize,
    /// Matches won.
    pub won: usize,
    /// Matches that ended level.
    pub drawn: usize,
    /// Matches lost.
    pub lost: usize,
    /// Victory points.
    pub vp: i64,
    /// Match points.
    pub mp: i64,
    /// Points made.
    pub points_for: i64,
    /// Points conceded.
    pub points_against: i64,
    /// Matches lost by an offence.
    pub forfeits: usize,
    /// Rounds without an opponent.
    pub byes: usize,
}

/// Sums over the matches of `teams` (numbers, best seed first); in that order, with rank 0.
pub(super) fn sums(
    teams: &[usize],
    name: impl Fn(usize) -> String,
    matches: &[MatchReport],
    byes: &[usize],
) -> Vec<Standing> {
    let of = |&team: &usize| {
        let mut row = Standing {
            team,
            name: name(team),
            byes: byes.iter().filter(|&&other| other == team).count(),
            ..Standing::default()
        };
        for report in matches {
            if let Some(side) = report.side_of(team) {
                row.count(report, side);
            }
        }
        row
    };
    teams.iter().map(of).collect()
}

/// The table of a stage in progress, by points: of the teams with these numbers, after `matches`. `byes` has a team for
/// each round without an opponent.
#[must_use]
pub fn standings_so_far(
    frame: &Frame,
    stage: usize,
    teams: &[usize],
    matches: &[MatchReport],
    byes: &[usize],
) -> Vec<Standing> {
    let mut rows = sums(teams, |team| frame.teams[team].name.clone(), matches, byes);
    rank_by_points(&mut rows, frame.stages[stage].plays());
    rows
}

/// Sorts and numbers the rows of a round robin or Swiss stage, given by seeding; `plays` is matches per encounter.
pub(super) fn rank_by_points(rows: &mut [Standing], plays: usize) {
    for row in rows.iter_mut() {
        row.vp += BYE_VP * (row.byes * plays) as i64;
    }
    rows.sort_by_key(|row| std::cmp::Reverse((row.vp, row.mp, row.won)));
    number(rows);
}

/// Sorts and numbers the rows of a knock-out, given by seeding. `reached` is the last round of a team, plus one for the
/// winner.
pub(super) fn rank_by_rounds(rows: &mut [Standing], reached: impl Fn(usize) -> usize) {
    rows.sort_by_key(|row| std::cmp::Reverse(reached(row.team)));
    number(rows);
}

fn number(rows: &mut [Standing]) {
    for (place, row) in rows.iter_mut().enumerate() {
        row.rank = place + 1;
    }
}

impl Standing {
    fn count(&mut self, report: &MatchReport, side: usize) {
        self.played += 1;
        match report.winner {
            Some(winner) if winner == side => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
        self.vp += report.vp[side];
        self.mp += report.mp[side];
        self.points_for += report.scores[side];
        self.points_against += report.scores[1 - side];
        self.forfeits += usize::from(report.end == EndKind::Offence && report.winner != Some(side));
    }
}
