//! The facts of a match, and the report that follows from them.
//!
//! Invariant: a report is a function of the frame, the encounter, its earlier matches and the facts.

use spariglio_engine::{Game, HandScore, MatchEnd, State};

use super::frame::{Encounter, Format, Frame, PlannedStage};
use super::match_report::{Decision, EndKind, ExtraHand, ExtraOffence, MatchReport, OffenceReport, Slot, Through};
use super::penalty::Claims;
use crate::matches::MatchResult;

/// Most extra hands after a level match.
const EXTRA_HANDS: usize = 3;

/// All of a match that follows neither from the frame nor from other matches.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Hands that counted.
    pub hands: usize,
    /// Points by side.
    pub scores: [i64; 2],
    /// The side that made a shutout.
    pub shutout: Option<usize>,
    /// The offence that ended the match.
    pub offence: Option<OffenceReport>,
    /// The extra hands.
    pub extra: Vec<ExtraHand>,
}

impl Facts {
    /// The facts of a match that has just been played; `last` is the state at the end of its last hand.
    pub(super) fn played(game: &Game, result: &MatchResult, last: &State) -> Facts {
        Facts {
            hands: result.state.hands,
            scores: [result.state.scores[0], result.state.scores[1]],
            shutout: match result.end {
                Ok(MatchEnd::Shutout { side }) => Some(side),
                _ => None,
            },
            offence: result
                .end
                .as_ref()
                .err()
                .map(|foul| offence_at(game, last, foul.seat, foul.kind.text(game))),
            extra: Vec::new(),
        }
    }

    /// The report of match `play` of an encounter; `earlier` are the encounter's matches before it.
    pub(super) fn report(
        &self,
        frame: &Frame,
        encounter: &Encounter,
        play: usize,
        earlier: &[MatchReport],
    ) -> MatchReport {
        let stage = &frame.stages[encounter.slot.stage];
        let teams = encounter.seated(play);
        let mut report = MatchReport {
            slot: Slot { play, ..encounter.slot },
            teams,
            names: frame.names(teams),
            dealer: encounter.first_dealer(frame),
            hands: self.hands,
            scores: self.scores,
            end: EndKind::Level,
            winner: None,
            vp: [10, 10],
            mp: [0, 0],
            offence: None,
            extra: Vec::new(),
            through: None,
        };
        let [one, other] = self.scores;
        match (&self.offence, self.shutout) {
            (Some(offence), _) => self.forfeit(offence, frame, stage, &mut report),
            (None, Some(side)) => report.settle(stage.column, MatchEnd::Shutout { side }),
            (None, None) if one == other => report.settle(stage.column, MatchEnd::Level),
            (None, None) => report.settle(stage.column, MatchEnd::Won { side: usize::from(other > one) }),
        }
        if is_deciding(stage, play) {
            let (through, hands) = self.through(encounter, &report, earlier);
            report.through = through;
            report.extra = self.extra[..hands].to_vec();
        }
        report
    }

    fn forfeit(&self, offence: &OffenceReport, frame: &Frame, stage: &PlannedStage, report: &mut MatchReport) {
        let side = offence.seat % 2;
        let claims = Claims { secured: offence.secured, added: offence.added };
        let margin = claims.margin(frame.offence, self.scores, side);
        report.forfeit(stage.column.forfeit(margin, side), OffenceReport { side, hand: self.hands, ..offence.clone() });
    }

    /// The team that is through, and the number of extra hands up to the one that decides.
    fn through(
        &self,
        encounter: &Encounter,
        report: &MatchReport,
        earlier: &[MatchReport],
    ) -> (Option<Through>, usize) {
        let [first, second] = encounter.teams;
        let lead = |played: &MatchReport| played.mp_of(first) - played.mp_of(second);
        let lead: i64 = earlier.iter().chain([report]).map(lead).sum();
        if lead != 0 {
            let team = if lead > 0 { first } else { second };
            return (Some(Through { team, by: Decision::MatchPoints }), 0);
        }
        for (number, hand) in (1..).zip(&self.extra) {
            if let Some((team, by)) = decided(hand, number, report.teams, first) {
                return (Some(Through { team, by }), number);
            }
        }
        (None, self.extra.len())
    }
}

/// Whether the last match of an encounter of a knock-out is level and needs another extra hand.
pub(super) fn is_undecided(stage: &PlannedStage, report: &MatchReport) -> bool {
    is_deciding(stage, report.slot.play) && report.through.is_none()
}

fn is_deciding(stage: &PlannedStage, play: usize) -> bool {
    stage.format == Format::KnockOut && play + 1 == stage.plays()
}

/// The team that is through by extra hand `number` (from 1) between `teams` by side, if it decides.
fn decided(hand: &ExtraHand, number: usize, teams: [usize; 2], higher: usize) -> Option<(usize, Decision)> {
    if let Some(offence) = &hand.offence {
        return Some((teams[1 - offence.seat % 2], Decision::Offence));
    }
    let [one, other] = hand.points;
    match hand.last_capture {
        _ if one != other => Some((teams[usize::from(other > one)], Decision::ExtraHand)),
        _ if number < EXTRA_HANDS => None,
        Some(side) => Some((teams[1 - side], Decision::LastCapture)),
        None => Some((higher, Decision::Seeding)),
    }
}

/// The offence of a seat at `state`; the report sets its side and hand.
pub(super) fn offence_at(game: &Game, state: &State, seat: usize, what: String) -> OffenceReport {
    let side = game.side(seat);
    let Claims { secured, added } = Claims::new(game, state, side);
    OffenceReport { side, seat, hand: 0, secured, added, what }
}

impl ExtraHand {
    /// A hand that was played to its end.
    pub(super) fn scored(score: &HandScore) -> ExtraHand {
        ExtraHand {
            points: [0, 1].map(|side| i64::from(score.points(side))),
            last_capture: score.last_capture(),
            offence: None,
        }
    }

    /// A hand that an offence ended at `state`.
    pub(super) fn broken(state: &State, offence: ExtraOffence) -> ExtraHand {
        ExtraHand { points: [0, 0], last_capture: state.last_capture(), offence: Some(offence) }
    }
}
