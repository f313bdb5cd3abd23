//! The facts of a match, and the report that follows from them.
//!
//! Invariant: a report is a function of the frame, the encounter, its earlier matches and the facts. A changed report
//! differs from the one that is made of its own facts, or its digest does.

use spariglio_agents::Foul;
use spariglio_engine::{Game, HandScore, MatchEnd, MatchRules, State};

use super::frame::{Encounter, Format, Frame, PlannedStage};
use super::match_report::{Decision, EndKind, ExtraHand, ExtraOffence, MatchReport, OffenceReport, Slot, Through};
use super::penalty::{Claims, MOST};
use crate::matches::{MOST_HANDS, MatchResult};

/// Most extra hands after a level match.
const EXTRA_HANDS: usize = 3;
/// More points than a side can make in a match.
const MOST_POINTS: i64 = 1_000_000_000_000;

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
            offence: result.end.as_ref().err().map(|foul| offence(game, last, foul)),
            extra: Vec::new(),
        }
    }

    /// The facts that a report states.
    pub(super) fn stated(report: &MatchReport) -> Facts {
        Facts {
            hands: report.hands,
            scores: report.scores,
            shutout: report.winner.filter(|_| report.end == EndKind::Shutout),
            offence: report.offence.clone(),
            extra: report.extra.clone(),
        }
    }

    /// Checks that every number is in its range in a game of `players` seats.
    ///
    /// # Errors
    /// The field, with the found and the expected value.
    pub(super) fn check_ranges(&self, players: usize) -> Result<(), String> {
        let below = |field: &str, found: usize, end: usize| match found < end {
            true => Ok(()),
            false => Err(format!("{field}: found {found}, must be below {end}")),
        };
        let points = |field: &str, found: [i64; 2]| match found.iter().find(|made| !(0..MOST_POINTS).contains(*made)) {
            Some(made) => Err(format!("{field}: found {made}, must be 0 to {MOST_POINTS}")),
            None => Ok(()),
        };
        below("hands", self.hands, MOST_HANDS + 1)?;
        points("scores", self.scores)?;
        below("winner", self.shutout.unwrap_or(0), 2)?;
        if let Some(offence) = &self.offence {
            below("offence.seat", offence.seat, players)?;
            points("offence.secured", offence.secured)?;
            if !(1..=MOST).contains(&offence.added) {
                return Err(format!("offence.added: found {}, must be 1 to {MOST}", offence.added));
            }
        }
        for (number, hand) in self.extra.iter().enumerate() {
            let seat = hand.offence.as_ref().map_or(0, |offence| offence.seat);
            below(&format!("extra[{number}].offence.seat"), seat, players)?;
            below(&format!("extra[{number}].last_capture"), hand.last_capture.unwrap_or(0), 2)?;
            points(&format!("extra[{number}].points"), hand.points)?;
        }
        Ok(())
    }

    /// Checks that a match may end so by the rules of the stage.
    ///
    /// # Errors
    /// The field, with the found and the expected value.
    pub(super) fn check_end(&self, end: &MatchRules) -> Result<(), String> {
        let Facts { hands, scores, .. } = self;
        let is_over = |hands: usize| end.is_reached(scores, hands) || hands == MOST_HANDS;
        let most = end.hands.map_or(MOST_HANDS, |fixed| fixed as usize);
        if *hands > most {
            return Err(format!("hands: found {hands}, must be at most {most}"));
        }
        let ends_early = self.shutout.is_some() || self.offence.is_some();
        // The hand of a shutout counts, but adds no points. The hand of an offence does not count.
        let before = hands.checked_sub(usize::from(self.shutout.is_some()));
        let Some(before) = before.filter(|_| ends_early || *hands > 0) else {
            return Err("hands: found 0, must be at least 1".to_owned());
        };
        match ends_early {
            true if before == 0 && *scores != [0, 0] => {
                Err(format!("scores: found {scores:?}, must be [0, 0] before the first hand"))
            }
            true if is_over(before) => {
                Err(format!("scores: found {scores:?} after {before} hands, must not end the match by themselves"))
            }
            false if !is_over(*hands) => {
                Err(format!("scores: found {scores:?} after {hands} hands, must end the match by its rules"))
            }
            _ => Ok(()),
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
            digest: String::new(),
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
        report.digest = report.digest_of_the_rest();
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

fn offence(game: &Game, state: &State, foul: &Foul) -> OffenceReport {
    offence_at(game, state, foul.seat, foul.kind.text(game))
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

#[cfg(test)]
mod tests {
    use spariglio_engine::MatchRules;

    use super::{Facts, OffenceReport};

    fn ends(limit: Option<u32>, hands: Option<u32>, facts: Facts) -> String {
        let end = MatchRules { limit, hands, seven_zero: false };
        facts.check_end(&end).err().unwrap_or_default()
    }

    #[test]
    fn a_match_ends_by_its_rules_and_not_before_or_after() {
        let played = |hands, scores| Facts { hands, scores, ..Facts::default() };
        assert_eq!(ends(Some(21), None, played(3, [21, 20])), "");
        assert!(ends(Some(21), None, played(3, [20, 19])).contains("must end the match"));
        assert!(ends(Some(21), None, played(3, [21, 21])).contains("must end the match"));
        assert_eq!(ends(None, Some(2), played(2, [5, 5])), "");
        assert!(ends(None, Some(2), played(1, [5, 4])).contains("must end the match"));
        assert_eq!(ends(None, Some(2), played(3, [5, 4])), "hands: found 3, must be at most 2");
        assert_eq!(ends(Some(21), None, played(0, [0, 0])), "hands: found 0, must be at least 1");
    }

    #[test]
    fn shutouts_and_offences_end_a_match_that_was_not_over() {
        let shutout = |hands, scores| Facts { hands, scores, shutout: Some(1), ..Facts::default() };
        assert_eq!(ends(Some(21), None, shutout(1, [0, 0])), "");
        assert_eq!(ends(Some(21), None, shutout(0, [0, 0])), "hands: found 0, must be at least 1");
        assert!(ends(Some(21), None, shutout(1, [3, 0])).contains("must be [0, 0]"));
        assert!(ends(Some(21), None, shutout(4, [21, 3])).contains("must not end the match"));
        assert!(ends(None, Some(2), shutout(3, [5, 3])).contains("must be at most 2"));
        let offence = |hands, scores| Facts {
            hands,
            scores,
            offence: Some(OffenceReport {
                side: 0,
                seat: 0,
                hand: hands,
                secured: [0, 0],
                added: 1,
                what: String::new(),
            }),
            ..Facts::default()
        };
        assert_eq!(ends(Some(21), None, offence(0, [0, 0])), "");
        assert!(ends(Some(21), None, offence(2, [21, 3])).contains("must not end the match"));
        assert!(ends(None, Some(2), offence(2, [5, 3])).contains("must not end the match"));
    }
}
