//! The rounds of a stage: one after another, or at once if they do not depend on each other.
//!
//! Invariant: pairs, byes and the table follow from the frame, the order of the teams and the reports of the matches.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use spariglio_engine::rules::MatchRules;

use super::frame::{Encounter, Format, Frame, PlannedStage};
use super::match_report::{MatchReport, Slot};
use super::pairing::{bracket, circle};
use super::standings::{Standing, rank_by_points, rank_by_rounds, sums};
use super::swiss::Draw;

/// A finished stage.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct StageResult {
    /// The pairing method.
    pub format: Format,
    /// Points that end a match.
    pub limit: Option<u32>,
    /// Hands of a match.
    pub hands: Option<u32>,
    /// Whether seven or more to nothing ends a match.
    pub seven_zero: bool,
    /// The column of the VP table.
    pub column: String,
    /// Every encounter had two matches.
    pub duplicate: bool,
    /// Rounds played.
    pub rounds: usize,
    /// The table, best first.
    pub standings: Vec<Standing>,
    /// The matches in order.
    pub matches: Vec<MatchReport>,
    /// Byes: round (from 0) and team. They occur in a Swiss stage and in the first round of a knock-out.
    pub byes: Vec<(usize, usize)>,
}

impl StageResult {
    /// The end of its matches.
    pub(super) fn end(&self) -> MatchRules {
        let StageResult { limit, hands, seven_zero, .. } = *self;
        MatchRules { limit, hands, seven_zero }
    }

    /// The teams, best first.
    pub(super) fn order(&self) -> Vec<usize> {
        self.standings.iter().map(|row| row.team).collect()
    }
}

/// The matches of several encounters, in order: played, or read from a result.
pub(super) type PlayAll<'a, E> = &'a dyn Fn(&[Encounter]) -> Result<Vec<MatchReport>, E>;

/// The result of stage `number`; `order` holds the teams, best first.
///
/// # Errors
/// As `play_all`.
pub(super) fn run<E>(
    frame: &Frame,
    number: usize,
    order: &[usize],
    play_all: PlayAll<'_, E>,
) -> Result<StageResult, E> {
    let stage = &frame.stages[number];
    let run = StageRun { frame, stage, number, teams: &order[..stage.teams], play_all };
    match stage.format {
        Format::RoundRobin => run.round_robin(),
        Format::Swiss => run.swiss(),
        Format::KnockOut => run.knock_out(),
    }
}

/// A stage in progress.
struct StageRun<'a, E> {
    frame: &'a Frame,
    stage: &'a PlannedStage,
    number: usize,
    /// By seeding.
    teams: &'a [usize],
    play_all: PlayAll<'a, E>,
}

impl<E> StageRun<'_, E> {
    fn round_robin(&self) -> Result<StageResult, E> {
        let single = circle(self.teams.len());
        let mut encounters = Vec::new();
        for leg in 0..self.stage.rounds {
            for (round, pairs) in single.iter().enumerate() {
                // In every second leg the sides are exchanged, and so are the first dealers.
                let pairs = pairs.iter().map(|&(a, b)| if leg % 2 == 0 { (a, b) } else { (b, a) });
                encounters.extend(self.encounters(leg * single.len() + round, pairs));
            }
        }
        let matches = (self.play_all)(&encounters)?;
        let mut standings = self.sums(&matches, &[]);
        rank_by_points(&mut standings, self.stage.plays());
        Ok(self.result(self.stage.rounds * single.len(), standings, matches, Vec::new()))
    }

    fn swiss(&self) -> Result<StageResult, E> {
        let mut matches: Vec<MatchReport> = Vec::new();
        let mut byes: Vec<(usize, usize)> = Vec::new();
        for round in 0..self.stage.rounds {
            let rows = self.ranked(&matches, &byes);
            let order: Vec<usize> = rows.iter().map(|row| row.team).collect();
            let scores: Vec<i64> = rows.iter().map(|row| row.vp).collect();
            let draw = Draw {
                order: &order,
                scores: &scores,
                met: &|a, b| {
                    let pair = |report: &MatchReport| report.teams == [a, b] || report.teams == [b, a];
                    matches.iter().any(pair)
                },
                rested: &|team| byes.iter().any(|&(_, other)| other == team),
                to_come: self.stage.rounds - round - 1,
            };
            let (pairs, bye) = draw.pair();
            byes.extend(bye.map(|team| (round, team)));
            let place = |team: usize| self.teams.iter().position(|&other| other == team).unwrap_or(0);
            let pairs: Vec<(usize, usize)> = pairs
                .into_iter()
                .enumerate()
                .map(|(number, (a, b))| match dealer(&matches, [a, b], round + number) {
                    0 => (place(a), place(b)),
                    _ => (place(b), place(a)),
                })
                .collect();
            matches.extend((self.play_all)(&self.encounters(round, pairs.into_iter()))?);
        }
        let standings = self.ranked(&matches, &byes);
        Ok(self.result(self.stage.rounds, standings, matches, byes))
    }

    fn knock_out(&self) -> Result<StageResult, E> {
        let mut matches: Vec<MatchReport> = Vec::new();
        let mut byes = Vec::new();
        let mut pairs = bracket(self.teams.len());
        let mut reached = vec![0; self.frame.teams.len()];
        let mut round = 0;
        loop {
            let mut encounters = Vec::new();
            let mut through: Vec<Option<usize>> = Vec::new();
            for (number, &pair) in pairs.iter().enumerate() {
                match pair {
                    (Some(a), Some(b)) => {
                        // The higher seed comes first: it is through if nothing else decides.
                        let pair = (a.min(b), a.max(b));
                        let teams = [self.teams[pair.0], self.teams[pair.1]];
                        encounters.push(Encounter {
                            dealer: dealer(&matches, teams, round + number),
                            ..self.encounter(round, number, pair)
                        });
                        through.push(None);
                    }
                    (one, other) => {
                        byes.extend(one.or(other).map(|place| (round, self.teams[place])));
                        through.push(one.or(other));
                    }
                }
            }
            let played = (self.play_all)(&encounters)?;
            for report in &played {
                for team in report.teams {
                    reached[team] = round;
                }
                if let Some(decided) = report.through {
                    let place = self.teams.iter().position(|&team| team == decided.team);
                    through[report.slot.encounter] = place;
                }
            }
            matches.extend(played);
            round += 1;
            if let [Some(winner)] = through[..] {
                reached[self.teams[winner]] = round;
                break;
            }
            pairs = through.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        }
        let mut standings = self.sums(&matches, &byes);
        rank_by_rounds(&mut standings, |team| reached[team]);
        Ok(self.result(round, standings, matches, byes))
    }

    fn encounters(&self, round: usize, pairs: impl Iterator<Item = (usize, usize)>) -> Vec<Encounter> {
        let of = |(number, pair)| self.encounter(round, number, pair);
        pairs.enumerate().map(of).collect()
    }

    fn encounter(&self, round: usize, encounter: usize, (first, second): (usize, usize)) -> Encounter {
        Encounter {
            slot: Slot { stage: self.number, round, encounter, play: 0 },
            teams: [self.teams[first], self.teams[second]],
            dealer: 0,
        }
    }

    fn sums(&self, matches: &[MatchReport], byes: &[(usize, usize)]) -> Vec<Standing> {
        let byes: Vec<usize> = byes.iter().map(|&(_, team)| team).collect();
        sums(self.teams, |team| self.frame.teams[team].name.clone(), matches, &byes)
    }

    fn ranked(&self, matches: &[MatchReport], byes: &[(usize, usize)]) -> Vec<Standing> {
        let mut rows = self.sums(matches, byes);
        rank_by_points(&mut rows, self.stage.plays());
        rows
    }

    fn result(
        &self,
        rounds: usize,
        standings: Vec<Standing>,
        matches: Vec<MatchReport>,
        byes: Vec<(usize, usize)>,
    ) -> StageResult {
        let MatchRules { limit, hands, seven_zero } = self.stage.end;
        StageResult {
            format: self.stage.format,
            limit,
            hands,
            seven_zero,
            column: self.stage.column.name(),
            duplicate: self.stage.duplicate,
            rounds,
            standings,
            matches,
            byes,
        }
    }
}

/// The team that deals first, 0 or 1: the one that has dealt first less often. `turn` decides if they are equal.
fn dealer(matches: &[MatchReport], teams: [usize; 2], turn: usize) -> usize {
    let surplus = |team: usize| -> i64 {
        let dealt =
            |report: &MatchReport| report.side_of(team).map(|side| if side == report.dealer % 2 { 1 } else { -1 });
        matches.iter().filter_map(dealt).sum()
    };
    match surplus(teams[0]).cmp(&surplus(teams[1])) {
        Ordering::Less => 0,
        Ordering::Equal => turn % 2,
        Ordering::Greater => 1,
    }
}
