//! A tournament as a result, and its check when it is read.
//!
//! Invariant: a result that was read is as it was written, by its seal. If the records of its matches are beside it, all
//! reports agree with them.

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_engine::RuleSet;
use spariglio_files::hash::short_hash;
use spariglio_files::whole::{is_there, read_text};
use spariglio_files::{FileError, Origin, sealed};

use super::encounter::Games;
use super::frame::{Format, Frame, PlannedStage, TeamLine, read_rules, write_rules};
use super::penalty::OffenceRule;
use super::replay;
use super::stage::StageResult;
use spariglio_agents::draws::Secret;

/// The value of [`TournamentResult::kind`].
pub const TOURNAMENT_KIND: &str = "tournament";

/// A finished tournament.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct TournamentResult {
    /// Always [`TOURNAMENT_KIND`].
    pub kind: String,
    /// Program version.
    pub version: String,
    /// Heading.
    pub name: String,
    /// The rules; each stage has its own end of a match. In the file the name of a preset, or a table.
    #[serde(serialize_with = "write_rules", deserialize_with = "read_rules")]
    pub rules: RuleSet,
    /// Seed of deals and agents.
    pub seed: u64,
    /// The secret from which, with `seed`, the agents' seeds are derived, if programs took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// Whether partners saw each other's hand cards.
    pub partners_open: bool,
    /// The fate of the points that are secured in a hand with an offence.
    pub offence: OffenceRule,
    /// Names and agents by seat, in the order of seeding.
    pub teams: Vec<TeamLine>,
    /// The stages.
    pub stages: Vec<StageResult>,
    /// The name of the team that won the last stage.
    pub winner: String,
    /// Everything that decides the tournament, one item per line.
    pub decides: Vec<String>,
    /// The hash of `decides`.
    pub fingerprint: String,
    /// The command that produced the result, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Date, machine and program, if known; no part of the fingerprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

impl TournamentResult {
    /// The result of `stages`; `components` are the lines about the components of the agents.
    pub(super) fn new(
        frame: &Frame,
        components: &[String],
        secret: Option<Secret>,
        stages: Vec<StageResult>,
    ) -> TournamentResult {
        let winner = stages.last().and_then(|stage| stage.standings.first());
        let decides = decides(frame, components, secret);
        TournamentResult {
            kind: TOURNAMENT_KIND.to_owned(),
            version: frame.version.clone(),
            name: frame.name.clone(),
            rules: frame.rules.clone(),
            seed: frame.seed,
            secret,
            partners_open: frame.partners_open,
            offence: frame.offence,
            teams: frame.teams.clone(),
            winner: winner.map_or(String::new(), |row| row.name.clone()),
            stages,
            fingerprint: short_hash(decides.join("\n")),
            decides,
            command: None,
            origin: None,
        }
    }

    /// Writes the file `tournament.json` of the folder `out`.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, out: &Path) -> Result<(), FileError> {
        sealed::write(&out.join("tournament.json"), self)
    }

    /// Reads and checks `path`. If it is in the folder of a tournament, replays the records of its matches too.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or as [`TournamentResult::read`], or if a match differs from its records.
    pub fn load(path: &Path) -> Result<TournamentResult, FileError> {
        let wrong = |message: String| FileError::contents(path, message);
        let result = TournamentResult::read(&read_text(path)?).map_err(wrong)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        if is_there(&folder.join("matches.jsonl"))? {
            result.check_records(folder).map_err(wrong)?;
        }
        Ok(result)
    }

    /// Reads the text of a result.
    ///
    /// # Errors
    /// Fails if the text is no result of a tournament, or if something in it was changed.
    ///
    /// # Examples
    /// ```
    /// use spariglio_arena::tournaments::{Plan, TournamentResult, play_tournament};
    ///
    /// let text = r#"
    ///     name = "Cup"
    ///     rules = "scopa"
    ///     seed = 1
    ///     team = [{ name = "A", agent = "greedy" }, { name = "B", agent = "random" }]
    ///     stage = [{ format = "round_robin", hands = 1 }]
    /// "#;
    /// let plan = Plan::new(toml::from_str(text)?)?;
    /// let result = play_tournament(&plan, tempfile::tempdir()?.path(), 1, &|_| (), &|| false)?;
    /// let json = spariglio_files::sealed::to_json(&result)?;
    /// assert!(TournamentResult::read(&json).is_ok());
    /// let error = TournamentResult::read(&json.replace("\"seed\":1", "\"seed\":2")).expect_err("another seed");
    /// assert!(error.starts_with("seal: found"), "{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str) -> Result<TournamentResult, String> {
        let result: TournamentResult = sealed::read(text)?;
        if result.kind != TOURNAMENT_KIND {
            return Err(format!("kind: found {:?}, must be {TOURNAMENT_KIND:?}", result.kind));
        }
        result.check()?;
        Ok(result)
    }

    fn frame(&self) -> Result<Frame, String> {
        if self.rules.sides != 2 {
            return Err(format!("rules: found {} sides, must be 2", self.rules.sides));
        }
        if self.teams.len() < 2 {
            return Err(format!("teams: found {}, must be at least 2", self.teams.len()));
        }
        let seats = usize::from(self.rules.players) / 2;
        if let Some(place) = self.teams.iter().position(|team| team.agents.len() != seats) {
            let count = self.teams[place].agents.len();
            return Err(format!("teams[{place}].agents: found {count}, must be {seats}, one per seat"));
        }
        let mut present = self.teams.len();
        let mut stages = Vec::new();
        for (number, stage) in self.stages.iter().enumerate() {
            let stage = planned(stage, present).map_err(|message| format!("stages[{number}].{message}"))?;
            present = stage.teams;
            stages.push(stage);
        }
        Ok(Frame {
            name: self.name.clone(),
            version: self.version.clone(),
            rules: self.rules.clone(),
            seed: self.seed,
            partners_open: self.partners_open,
            offence: self.offence,
            teams: self.teams.clone(),
            stages,
        })
    }

    /// Checks that all places and teams are those of the tournament.
    fn check(&self) -> Result<(), String> {
        let frame = self.frame()?;
        for (number, stage) in self.stages.iter().enumerate() {
            for (place, report) in stage.matches.iter().enumerate() {
                let in_match = |message: String| format!("stages[{number}].matches[{place}].{message}");
                frame.check(report).map_err(in_match)?;
                if report.slot.stage != number {
                    return Err(in_match(format!("slot.stage: found {}, must be {number}", report.slot.stage)));
                }
            }
            let mut teams = stage.byes.iter().map(|(_, team)| *team).chain(stage.order());
            if let Some(team) = teams.find(|team| *team >= self.teams.len()) {
                return Err(format!("stages[{number}]: found team {team}, expected less than {}", self.teams.len()));
            }
        }
        Ok(())
    }

    /// Replays the records of every match.
    fn check_records(&self, folder: &Path) -> Result<(), String> {
        let frame = self.frame()?;
        for (number, (stage, planned)) in self.stages.iter().zip(&frame.stages).enumerate() {
            let games = Games::new(&frame, planned).map_err(|error| error.to_string())?;
            for (place, report) in stage.matches.iter().enumerate() {
                let first = place.checked_sub(report.slot.play);
                let first = first.ok_or_else(|| {
                    format!("stages[{number}].matches[{place}].slot.play: found {}", report.slot.play)
                })?;
                let earlier = &stage.matches[first..place];
                replay::check(folder, &frame, &games, report, earlier)
                    .map_err(|message| format!("stages[{number}].matches[{place}]: {message}"))?;
            }
        }
        Ok(())
    }
}

/// Everything that decides a tournament, one item per line.
fn decides(frame: &Frame, components: &[String], secret: Option<Secret>) -> Vec<String> {
    let secret = secret.map(|secret| format!("secret {secret}"));
    let lines = frame.lines().into_iter().chain(components.iter().cloned());
    lines.chain(secret).collect()
}

/// The plan of a stage for which `present` teams were there.
fn planned(found: &StageResult, present: usize) -> Result<PlannedStage, String> {
    let teams = found.standings.len();
    let rounds = match found.format {
        Format::RoundRobin => found.rounds / (teams.saturating_sub(1) + teams % 2).max(1),
        Format::Swiss => found.rounds,
        Format::KnockOut => 1,
    };
    let stage = PlannedStage::new(found.format, rounds, [teams, present], found.duplicate, found.end())?;
    let [matches, expected] = [found.matches.len(), stage.matches()];
    if matches != expected {
        return Err(format!("matches: found {matches}, must be {expected}"));
    }
    Ok(stage)
}
