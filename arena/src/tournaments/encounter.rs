//! One encounter: a match, or two on the same deals. A knock-out adds extra hands until one team is through
//! (`docs/reference/rules.md` E.5, E.6).
//!
//! Invariant: the result depends only on the plan, the encounter's position in it and the agents.

use std::sync::Arc;

use spariglio_agents::{AgentSpec, Player};
use spariglio_engine::record::HandRecord;
use spariglio_engine::rules::MatchRules;
use spariglio_engine::{Game, MatchState, RuleSet};

use super::config::Plan;
use super::facts::{Facts, is_undecided};
use super::frame::{Encounter, Frame, PlannedStage};
use super::host::Host;
use super::match_report::{ExtraHand, ExtraOffence, MatchReport, Slot};
use crate::error::ArenaError;
use crate::matches::{FailedHand, PlayedHand, Table, play_match};
use crate::pairs::instances::player;
use spariglio_agents::draws::Fixture;
use spariglio_agents::draws::Secret;

/// A match and its records, one line per hand.
pub(super) struct Played {
    pub report: MatchReport,
    pub records: Vec<String>,
}

impl Encounter {
    /// Deals and seeds of match `play`, by its position in the plan.
    pub(super) fn fixture(&self, frame: &Frame, secret: Option<Secret>, play: usize) -> Fixture {
        Fixture {
            seed: frame.seed,
            secret,
            // 16 bits each; the top 16 bits are free for the number of an extra hand.
            number: [self.slot.stage, self.slot.round, self.slot.encounter]
                .iter()
                .fold(0, |number, &part| number << 16 | part as u64),
            play: play as u64,
            first_dealer: self.first_dealer(frame),
        }
    }
}

/// The deals and seeds of extra hand `number` (from 1) after a match.
pub(super) fn extra_fixture(of_match: &Fixture, number: usize, dealer: usize) -> Fixture {
    Fixture {
        number: of_match.number | (number as u64) << 48,
        first_dealer: dealer,
        ..*of_match
    }
}

/// The name of extra hand `number` (from 1) in its record.
pub(super) fn extra_id(slot: Slot, number: usize) -> String {
    format!("{}-extra{number}", slot.id())
}

/// The games of a stage.
pub(super) struct Games {
    /// That of its matches.
    pub whole: Arc<Game>,
    /// The same rules for one hand, used in an extra hand's record.
    pub single: Arc<Game>,
}

impl Games {
    pub(super) fn new(frame: &Frame, stage: &PlannedStage) -> Result<Games, ArenaError> {
        let game = |end: MatchRules| {
            Game::new(RuleSet { end, ..frame.rules.clone() })
                .map(Arc::new)
                .map_err(|error| ArenaError::Rules { rules: frame.rules.name.clone(), message: error.to_string() })
        };
        let single = MatchRules { limit: None, hands: Some(1), seven_zero: false };
        Ok(Games { whole: game(stage.end)?, single: game(single)? })
    }
}

/// The state shared by the matches of a stage.
pub(super) struct Setup<'a> {
    pub plan: &'a Plan,
    pub stage: &'a PlannedStage,
    /// The secret from which, with the plan's seed, the agents' seeds are derived.
    pub secret: Option<Secret>,
    pub games: Games,
    /// Plays the matches of persons.
    pub host: Option<&'a dyn Host>,
}

impl<'a> Setup<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        stage: &'a PlannedStage,
        secret: Option<Secret>,
        host: Option<&'a dyn Host>,
    ) -> Result<Setup<'a>, ArenaError> {
        Ok(Setup { plan, stage, secret, games: Games::new(&plan.frame, stage)?, host })
    }

    /// Plays match `play` of an encounter; `earlier` are its finished matches.
    pub(super) fn play(
        &self,
        encounter: &Encounter,
        play: usize,
        earlier: &[MatchReport],
    ) -> Result<Played, ArenaError> {
        if let Some(host) = self.host
            && let Some(played) = self.play_hosted(host, encounter, play, earlier)?
        {
            return Ok(played);
        }
        let (game, frame) = (&self.games.whole, &self.plan.frame);
        let slot = Slot { play, ..encounter.slot };
        let teams = encounter.seated(play);
        let mut players = self.players(teams)?;
        let mut table = Table::new(game, players.iter_mut().collect(), frame.partners_open);
        let fixture = encounter.fixture(frame, self.secret, play);
        let mut records = Vec::new();
        let mut last: Option<PlayedHand> = None;
        let result = play_match(&mut table, &fixture, |before, hand| {
            records.push(self.line(teams, hand.record(game, &slot.id(), before)));
            last = Some(hand.clone());
        });
        let result = result.map_err(|unplayed| self.failed(&slot.id(), teams, unplayed))?;
        let state = last.map(|hand| hand.state).expect("a match has a hand");
        let mut facts = Facts::played(game, &result, &state);
        let mut report = facts.report(frame, encounter, play, earlier);
        while is_undecided(self.stage, &report) {
            let number = facts.extra.len() + 1;
            let before = MatchState::new(game, (result.state.dealer + number - 1) % game.players());
            let hand = table.play_hand(&extra_fixture(&fixture, number, before.dealer), &before);
            let id = extra_id(slot, number);
            let hand = hand.map_err(|unplayed| self.failed(&id, teams, unplayed))?;
            records.push(self.line(teams, hand.record(&self.games.single, &id, &before)));
            facts.extra.push(self.extra(&hand));
            report = facts.report(frame, encounter, play, earlier);
        }
        Ok(Played { report, records })
    }

    fn extra(&self, hand: &PlayedHand) -> ExtraHand {
        let game = &self.games.whole;
        match &hand.foul {
            None => ExtraHand::scored(&hand.state.score(game)),
            Some(foul) => {
                let offence = ExtraOffence { seat: foul.seat, what: foul.kind.text(game) };
                ExtraHand::broken(&hand.state, offence)
            }
        }
    }

    fn players(&self, teams: [usize; 2]) -> Result<Vec<Player>, ArenaError> {
        let game = &self.games.whole;
        let seats = 0..game.players();
        seats.map(|seat| player(self.agent(teams, seat), game)).collect()
    }

    /// The agent of a seat if the teams sit by side.
    fn agent(&self, teams: [usize; 2], seat: usize) -> &AgentSpec {
        &self.plan.teams[teams[self.games.whole.side(seat)]].1[seat / 2]
    }

    /// The line of a record, with the team's name at each seat if the teams sit by side.
    pub(super) fn line(&self, teams: [usize; 2], mut record: HandRecord) -> String {
        let game = &self.games.whole;
        let team = |seat: usize| self.plan.teams[teams[game.side(seat)]].0.as_str();
        record.note_agents((0..game.players()).map(team));
        record.to_line()
    }

    /// The error of an agent of the host that failed in match `id`.
    fn failed(&self, id: &str, teams: [usize; 2], FailedHand { hand, failure }: FailedHand) -> ArenaError {
        ArenaError::Foul {
            agent: self.agent(teams, failure.seat).to_string(),
            problem: failure.to_string(),
            id: id.to_owned(),
            seed: self.plan.frame.seed,
            hand: hand as u64,
            seat: failure.seat,
        }
    }
}
