//! A finished match, as a tournament stores and reports it.

use serde::{Deserialize, Serialize};
use spariglio_engine::MatchEnd;

use super::vp::{Award, Column};

/// The position of a match in the tournament; all numbers from 0.
#[derive(Copy, Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Slot {
    /// The stage.
    pub stage: usize,
    /// The round of the stage.
    pub round: usize,
    /// The encounter of the round.
    pub encounter: usize,
    /// The playing of the encounter's deals: its first or second match.
    pub play: usize,
}

/// A finished match.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MatchReport {
    /// Its position.
    pub slot: Slot,
    /// The teams' numbers by side, from 0 in the order of seeding.
    pub teams: [usize; 2],
    /// Their names.
    pub names: [String; 2],
    /// The seat that dealt first; its side is the seat modulo 2.
    pub dealer: usize,
    /// Hands that counted.
    pub hands: usize,
    /// Points by side.
    pub scores: [i64; 2],
    /// How it ended.
    pub end: EndKind,
    /// The side that won.
    pub winner: Option<usize>,
    /// Victory points by side.
    pub vp: [i64; 2],
    /// Match points by side; negative for the loser.
    pub mp: [i64; 2],
    /// The offence that ended it.
    pub offence: Option<OffenceReport>,
    /// Extra hands that followed it.
    pub extra: Vec<ExtraHand>,
    /// The team that is through, in the last match of an encounter of a knock-out.
    pub through: Option<Through>,
}

/// How a match ended.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EndKind {
    /// By the limit or the number of hands.
    Points,
    /// By a shutout.
    Shutout,
    /// Level after the last hand.
    Level,
    /// By an offence: a forfeit.
    Offence,
}

/// An offence and its cost.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OffenceReport {
    /// The side that lost by it.
    pub side: usize,
    /// The seat that committed it.
    pub seat: usize,
    /// The hand, from 0.
    pub hand: usize,
    /// Points of the hand that each side had secured. They are in no score; the tournament's `offence` says whether they
    /// count for VP and MP.
    pub secured: [i64; 2],
    /// Points not yet awarded that went to the opponent.
    pub added: i64,
    /// A description.
    pub what: String,
}

/// An extra hand.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraHand {
    /// Points by side; 51 or the limit for a shutout.
    pub points: [i64; 2],
    /// The side of the last capturer.
    pub last_capture: Option<usize>,
    /// The offence that ended it early, if any.
    pub offence: Option<ExtraOffence>,
}

/// An offence in an extra hand; its side is out.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraOffence {
    /// The seat that committed it.
    pub seat: usize,
    /// A description.
    pub what: String,
}

/// The winner of an encounter of a knock-out.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Through {
    /// The team's number.
    pub team: usize,
    /// The deciding criterion.
    pub by: Decision,
}

/// The criterion that decides an encounter.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The match points of its matches.
    MatchPoints,
    /// An extra hand.
    ExtraHand,
    /// The last capture of the third extra hand; the side that made it loses.
    LastCapture,
    /// Seeding: the higher seed wins if nobody captured in the third extra hand.
    Seeding,
    /// An offence in an extra hand.
    Offence,
}

impl Slot {
    /// The name of the match in its records and of their file.
    #[must_use]
    pub fn id(&self) -> String {
        let [stage, round, encounter, play] = [self.stage, self.round, self.encounter, self.play].map(|part| part + 1);
        format!("stage{stage}-round{round}-encounter{encounter}-match{play}")
    }
}

impl MatchReport {
    /// Sets VP and MP of a match that ended by the rules.
    pub(super) fn settle(&mut self, column: Column, end: MatchEnd) {
        self.end = match end {
            MatchEnd::Level => EndKind::Level,
            MatchEnd::Shutout { .. } => EndKind::Shutout,
            MatchEnd::Won { .. } => EndKind::Points,
        };
        self.winner = end.winner();
        self.take(column.award(self.scores, end));
    }

    fn take(&mut self, award: Award) {
        (self.vp, self.mp) = (award.vp, award.mp);
    }

    /// The report as a line of JSON, without a line end.
    pub(super) fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a report has text keys and whole numbers")
    }

    /// Sets VP and MP of a match that ended by an offence.
    pub(super) fn forfeit(&mut self, award: Award, offence: OffenceReport) {
        self.end = EndKind::Offence;
        self.winner = Some(1 - offence.side);
        self.take(award);
        self.offence = Some(offence);
    }

    /// The side of a team, if it played.
    #[must_use]
    pub fn side_of(&self, team: usize) -> Option<usize> {
        self.teams.iter().position(|&other| other == team)
    }

    /// MP of a team; 0 if it did not play.
    pub(super) fn mp_of(&self, team: usize) -> i64 {
        self.side_of(team).map_or(0, |side| self.mp[side])
    }
}
