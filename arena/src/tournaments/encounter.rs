//! One encounter: a match, or two on the same deals. A knock-out adds extra hands until one team is through
//! (`docs/rules.md` E.5, E.6).
//!
//! Invariant: the result depends only on the plan, the encounter's position in it and the agents.

use std::sync::Arc;

use spariglio_agents::{AgentSpec, Foul, Player};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Game, MatchRules, MatchState, RuleSet};

use super::config::{Format, Plan, PlannedStage};
use super::match_report::{Decision, EndKind, ExtraHand, MatchReport, OffenceReport, Slot, Through};
use super::penalty::Claims;
use crate::deals::secret::Secret;
use crate::error::ArenaError;
use crate::matches::{FailedHand, Fixture, PlayedHand, Table, play_match};
use crate::pairs::instances::player;

/// Most extra hands after a level match.
const EXTRA_HANDS: usize = 3;

/// A match and its records, one line per hand.
pub(super) struct Played {
    pub report: MatchReport,
    pub records: Vec<String>,
}

/// Two teams that meet.
#[derive(Copy, Clone, Debug)]
pub(super) struct Encounter {
    /// The position of its first match.
    pub slot: Slot,
    /// The teams' numbers. The first sits at side 0 in the first match, and is the higher seed in a knock-out.
    pub teams: [usize; 2],
    /// The side that deals first, 0 or 1.
    pub dealer: usize,
}

/// A match in progress.
struct RunningMatch<'t> {
    report: MatchReport,
    records: Vec<String>,
    table: Table<'t>,
    fixture: Fixture,
    /// The seat that deals the next hand.
    dealer: usize,
}

/// The state shared by the matches of a stage.
pub(super) struct Setup<'a> {
    plan: &'a Plan,
    stage: &'a PlannedStage,
    /// The secret from which, with the plan's seed, the agents' seeds are derived.
    secret: Option<Secret>,
    game: Arc<Game>,
    /// The same rules for one hand, used in an extra hand's record.
    single: Arc<Game>,
}

impl<'a> Setup<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        stage: &'a PlannedStage,
        secret: Option<Secret>,
    ) -> Result<Setup<'a>, ArenaError> {
        let game = |rules: RuleSet| {
            Game::new(rules)
                .map(Arc::new)
                .map_err(|error| ArenaError::Rules { rules: plan.rules.clone(), message: error.to_string() })
        };
        let mut single = stage.rules.clone();
        single.end = MatchRules { limit: None, hands: Some(1), seven_zero: false };
        Ok(Setup { plan, stage, secret, game: game(stage.rules.clone())?, single: game(single)? })
    }

    /// Plays match `play` of an encounter; `earlier` are its finished matches.
    pub(super) fn play(
        &self,
        encounter: &Encounter,
        play: usize,
        earlier: &[MatchReport],
    ) -> Result<Played, ArenaError> {
        let slot = Slot { play, ..encounter.slot };
        let [first, second] = encounter.teams;
        let teams = if play.is_multiple_of(2) {
            [first, second]
        } else {
            [second, first]
        };
        let mut players = self.players(teams)?;
        let mut table = Table::new(&self.game, players.iter_mut().collect(), self.plan.partners_open);
        let fixture = self.fixture(slot, encounter.dealer);
        let mut records = Vec::new();
        let mut last: Option<PlayedHand> = None;
        let result = play_match(&mut table, &fixture, |before, hand| {
            records.push(self.line(teams, hand.record(&self.game, &slot.id(), before)));
            last = Some(hand.clone());
        });
        let result = result.map_err(|unplayed| self.failed(&slot.id(), teams, unplayed))?;
        let side_scores = [result.state.scores[0], result.state.scores[1]];
        let mut report = MatchReport {
            slot,
            teams,
            names: teams.map(|team| self.plan.teams[team].0.clone()),
            dealer: fixture.first_dealer,
            hands: result.state.hands,
            scores: side_scores,
            end: EndKind::Level,
            winner: None,
            vp: [10, 10],
            mp: [0, 0],
            offence: None,
            extra: Vec::new(),
            through: None,
        };
        match &result.end {
            Ok(end) => report.settle(self.stage.column, *end),
            Err(foul) => {
                let state = last.map(|hand| hand.state).expect("a foul is in a hand that was observed");
                let side = self.game.side(foul.seat);
                let claims = Claims::new(&self.game, &state, side);
                let verdict = claims.verdict(self.plan.offence, self.stage.column, side_scores, side);
                report.forfeit(&verdict, side, self.offence(foul, &claims, result.state.hands));
            }
        }
        let is_last = play + 1 == self.stage.plays();
        let mut running = RunningMatch { report, records, table, fixture, dealer: result.state.dealer };
        if self.stage.format == Format::KnockOut && is_last {
            self.decide(encounter, earlier, &mut running)?;
        }
        Ok(Played { report: running.report, records: running.records })
    }

    fn players(&self, teams: [usize; 2]) -> Result<Vec<Player>, ArenaError> {
        let seats = 0..self.game.players();
        seats.map(|seat| player(self.agent(teams, seat), &self.game)).collect()
    }

    /// The agent of a seat if the teams sit by side.
    fn agent(&self, teams: [usize; 2], seat: usize) -> &AgentSpec {
        &self.plan.teams[teams[self.game.side(seat)]].1[seat / 2]
    }

    /// The line of a record, with the team's name at each seat if the teams sit by side.
    fn line(&self, teams: [usize; 2], mut record: HandRecord) -> String {
        let team = |seat: usize| self.plan.teams[teams[self.game.side(seat)]].0.as_str();
        record.note_agents((0..self.game.players()).map(team));
        record.to_line()
    }

    /// The error of an agent of the host that failed in match `id`.
    fn failed(&self, id: &str, teams: [usize; 2], FailedHand { hand, failure }: FailedHand) -> ArenaError {
        ArenaError::Foul {
            agent: self.agent(teams, failure.seat).to_string(),
            problem: failure.to_string(),
            id: id.to_owned(),
            seed: self.plan.seed,
            hand: hand as u64,
            seat: failure.seat,
        }
    }

    /// Deals and seeds by position in the plan. The seats of a team take turns at dealing first.
    fn fixture(&self, slot: Slot, side: usize) -> Fixture {
        Fixture {
            seed: self.plan.seed,
            secret: self.secret,
            // 16 bits each; the top 16 bits are free for the number of an extra hand.
            number: [slot.stage, slot.round, slot.encounter]
                .iter()
                .fold(0, |number, &part| number << 16 | part as u64),
            play: slot.play as u64,
            first_dealer: side + slot.round / 2 * 2 % self.game.players(),
        }
    }

    fn offence(&self, foul: &Foul, claims: &Claims, hand: usize) -> OffenceReport {
        OffenceReport {
            side: self.game.side(foul.seat),
            seat: foul.seat,
            hand,
            secured: claims.secured,
            added: claims.added,
            what: foul.kind.text(&self.game),
        }
    }

    /// Decides which team is through; plays extra hands if the match points are level.
    fn decide(
        &self,
        encounter: &Encounter,
        earlier: &[MatchReport],
        running: &mut RunningMatch<'_>,
    ) -> Result<(), ArenaError> {
        let lead: i64 = earlier
            .iter()
            .chain([&running.report])
            .map(|played| played.mp_of(encounter.teams[0]) - played.mp_of(encounter.teams[1]))
            .sum();
        let mut decided = match lead.signum() {
            1 => Some((encounter.teams[0], Decision::MatchPoints)),
            -1 => Some((encounter.teams[1], Decision::MatchPoints)),
            _ => None,
        };
        while decided.is_none() {
            let number = running.report.extra.len() + 1;
            let fixture = Fixture {
                number: running.fixture.number | (number as u64) << 48,
                first_dealer: running.dealer,
                ..running.fixture
            };
            let before = MatchState::new(&self.game, running.dealer);
            let id = format!("{}-extra{number}", running.report.slot.id());
            let hand = running.table.play_hand(&fixture, &before);
            let hand = hand.map_err(|unplayed| self.failed(&id, running.report.teams, unplayed))?;
            let line = self.line(running.report.teams, hand.record(&self.single, &id, &before));
            running.records.push(line);
            running.dealer = (running.dealer + 1) % self.game.players();
            decided = self.count_extra(encounter, &mut running.report, &hand);
        }
        running.report.through = decided.map(|(team, by)| Through { team, by });
        Ok(())
    }

    /// Records an extra hand; returns the team that is through if the hand decides.
    fn count_extra(
        &self,
        encounter: &Encounter,
        report: &mut MatchReport,
        hand: &PlayedHand,
    ) -> Option<(usize, Decision)> {
        if let Some(foul) = &hand.foul {
            report.extra.push(ExtraHand {
                points: [0, 0],
                last_capture: hand.state.last_capture(),
                offence: Some(foul.kind.text(&self.game)),
            });
            return Some((report.teams[1 - self.game.side(foul.seat)], Decision::Offence));
        }
        let score = hand.state.score(&self.game);
        let points = [0, 1].map(|side| i64::from(score.points(side)));
        let last_capture = score.last_capture();
        report.extra.push(ExtraHand { points, last_capture, offence: None });
        let winner = (points[0] != points[1]).then(|| usize::from(points[1] > points[0]));
        match (winner, last_capture) {
            (Some(side), _) => Some((report.teams[side], Decision::ExtraHand)),
            (None, _) if report.extra.len() < EXTRA_HANDS => None,
            (None, Some(side)) => Some((report.teams[1 - side], Decision::LastCapture)),
            (None, None) => Some((encounter.teams[0], Decision::Seeding)),
        }
    }
}
