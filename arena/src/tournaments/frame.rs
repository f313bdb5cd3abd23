//! The frame of a tournament: all that is known before its first match, but the components of its agents.
//!
//! Invariant: a plan and a result of the same tournament have equal frames, and equal frames have equal lines.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use spariglio_engine::RuleSet;
use spariglio_engine::rules::MatchRules;
use spariglio_files::RulesChoice;
use spariglio_files::hash::short_hash;

use super::match_report::{MatchReport, Slot};
use super::penalty::OffenceRule;
use super::vp::Column;

/// Most rounds of a stage, and most encounters of a round.
const MOST_PLACES: usize = 1 << 16;

/// The pairing method of a stage.
#[derive(Copy, Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Every team plays every other.
    RoundRobin,
    /// Neighbours in the standings; nobody meets twice if that can be avoided.
    Swiss,
    /// The loser is out.
    KnockOut,
}

/// A tournament before its first match.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Heading of the tables.
    pub name: String,
    /// Program version.
    pub version: String,
    /// The rules; each stage has its own end of a match.
    pub rules: RuleSet,
    /// Seed of deals and agents.
    pub seed: u64,
    /// Partners see each other's hand cards.
    pub partners_open: bool,
    /// The fate of the points that are secured in a hand with an offence.
    pub offence: OffenceRule,
    /// Names and agents by seat, in the order of seeding.
    pub teams: Vec<TeamLine>,
    /// The stages.
    pub stages: Vec<PlannedStage>,
}

/// A team and its agents as texts.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TeamLine {
    /// Its name.
    pub name: String,
    /// Its agents by seat of the team.
    pub agents: Vec<String>,
}

/// A stage before its first match.
#[derive(Clone, Debug)]
pub struct PlannedStage {
    /// The pairing method.
    pub format: Format,
    /// Legs of a round robin, rounds of a Swiss stage, 1 in a knock-out.
    pub rounds: usize,
    /// Number of teams that take part.
    pub teams: usize,
    /// Every encounter has two matches.
    pub duplicate: bool,
    /// The end of its matches.
    pub end: MatchRules,
    /// Its column of the VP table.
    pub column: Column,
}

impl Frame {
    /// The lines that decide the tournament, without the components of the agents. Each begins with its field.
    pub(super) fn lines(&self) -> Vec<String> {
        let Frame { name, version, rules, seed, partners_open, offence, .. } = self;
        let mut lines = vec![
            format!("name {name}"),
            format!("version {version}"),
            format!("rules {} {}", rules.name, short_hash(rules.to_toml())),
            format!("seed {seed}"),
            format!("partners_open {partners_open}"),
            format!("offence {offence:?}"),
        ];
        for TeamLine { name, agents } in &self.teams {
            lines.extend(agents.iter().map(|agent| format!("team {name}: {agent}")));
        }
        lines.extend(self.stages.iter().enumerate().map(|(number, stage)| {
            let PlannedStage { format, rounds, teams, duplicate, end, .. } = stage;
            let MatchRules { limit, hands, seven_zero } = end;
            format!(
                "stage {number}: {format:?}, rounds {rounds}, teams {teams}, duplicate {duplicate}, limit {limit:?}, \
                 hands {hands:?}, seven_zero {seven_zero}"
            )
        }));
        lines
    }

    /// Seats of the game.
    pub(super) fn players(&self) -> usize {
        self.rules.players.into()
    }

    /// Checks that the places and teams of a report are in the frame.
    ///
    /// # Errors
    /// The field, with the found and the expected value.
    pub(super) fn check(&self, report: &MatchReport) -> Result<(), String> {
        let MatchReport { slot, teams, names, .. } = report;
        let less = |field: &str, number: usize, limit: usize| match number < limit {
            true => Ok(()),
            false => Err(format!("{field}: found {number}, expected less than {limit}")),
        };
        less("slot.stage", slot.stage, self.stages.len())?;
        less("slot.round", slot.round, MOST_PLACES)?;
        less("slot.encounter", slot.encounter, MOST_PLACES)?;
        less("slot.play", slot.play, self.stages[slot.stage].plays())?;
        let through = report.through.map(|through| through.team);
        teams
            .iter()
            .copied()
            .chain(through)
            .try_for_each(|team| less("teams", team, self.teams.len()))?;
        let expected = self.names(*teams);
        if teams[0] == teams[1] || names != &expected {
            return Err(format!(
                "teams or names: found {teams:?} and {names:?}, expected two teams and the names {expected:?}"
            ));
        }
        Ok(())
    }

    /// The names of two teams.
    pub(super) fn names(&self, teams: [usize; 2]) -> [String; 2] {
        teams.map(|team| self.teams[team].name.clone())
    }
}

impl PlannedStage {
    /// A stage for which `present` teams are there.
    ///
    /// # Errors
    /// The field, with the found and the expected value.
    pub(super) fn new(
        format: Format,
        rounds: usize,
        [teams, present]: [usize; 2],
        duplicate: bool,
        end: MatchRules,
    ) -> Result<PlannedStage, String> {
        if !(2..=present).contains(&teams) {
            return Err(format!("teams: expected 2 to {present}, found {teams}"));
        }
        // Most Swiss rounds without a repetition; if the number of teams is odd, every team rests once.
        let most = if format == Format::Swiss {
            teams - 1 + teams % 2
        } else {
            100
        };
        if !(1..=most).contains(&rounds) {
            return Err(format!("rounds: expected 1 to {most}, found {rounds}"));
        }
        let column = Column::of(&end).ok_or_else(|| format!("found {}, expected {}", told(&end), Column::formats()))?;
        Ok(PlannedStage { format, rounds, teams, duplicate, end, column })
    }

    /// Matches per encounter.
    #[must_use]
    pub fn plays(&self) -> usize {
        1 + usize::from(self.duplicate)
    }

    /// Matches of the stage, without extra hands.
    pub(super) fn matches(&self) -> usize {
        let encounters = match self.format {
            Format::RoundRobin => self.rounds * self.teams * (self.teams - 1) / 2,
            Format::Swiss => self.rounds * (self.teams / 2),
            Format::KnockOut => self.teams - 1,
        };
        encounters * self.plays()
    }
}

/// The end of a match in words.
fn told(end: &MatchRules) -> String {
    match (end.limit, end.hands) {
        (Some(limit), _) => format!("limit: {limit} points"),
        (None, Some(1)) => "hands: 1 hand".to_owned(),
        (None, Some(hands)) => format!("hands: {hands} hands"),
        (None, None) => "neither `limit` nor `hands`".to_owned(),
    }
}

/// Writes rules as a record does: the name of a preset, or the table of all fields.
pub(super) fn write_rules<S: Serializer>(rules: &RuleSet, sink: S) -> Result<S::Ok, S::Error> {
    let is_preset = RuleSet::preset(&rules.name).as_ref() == Some(rules);
    let choice = if is_preset {
        RulesChoice::Name(rules.name.clone())
    } else {
        RulesChoice::of(rules)
    };
    choice.serialize(sink)
}

/// Reads rules that [`write_rules`] wrote.
pub(super) fn read_rules<'de, D: Deserializer<'de>>(source: D) -> Result<RuleSet, D::Error> {
    let value = serde_json::Value::deserialize(source)?;
    RuleSet::from_json(&value).map_err(serde::de::Error::custom)
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

impl Encounter {
    /// The teams by side in match `play`.
    pub(super) fn seated(&self, play: usize) -> [usize; 2] {
        let [first, second] = self.teams;
        if play.is_multiple_of(2) {
            [first, second]
        } else {
            [second, first]
        }
    }

    /// The seat that deals first. The seats of a team take turns.
    pub(super) fn first_dealer(&self, frame: &Frame) -> usize {
        self.dealer + self.slot.round / 2 * 2 % frame.players()
    }
}
