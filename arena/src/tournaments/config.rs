//! A tournament as a TOML file: teams, stages, the format of matches.

use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_engine::format::plain::is_plain;
use spariglio_engine::rules::MatchRules;

use super::frame::{Format, Frame, PlannedStage, TeamLine};
use super::penalty::OffenceRule;
use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::component::{Component, made_of};
use spariglio_agents::draws::Secret;
use spariglio_files::RulesChoice;
use spariglio_files::config::read_toml;

/// The first word of a line that names a component of an agent.
pub(super) const COMPONENT: &str = "component";

/// The contents of a tournament's file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct TournamentFile {
    /// Heading of the tables.
    pub name: String,
    /// The game: a preset, a rule file or a table of rules. It must have two sides.
    pub rules: RulesChoice,
    /// Seed of deals and agents.
    pub seed: u64,
    /// The secret from which, with `seed`, the agents' seeds are derived if programs take part: sixteen hexadecimal
    /// digits. If absent, a random one is drawn and written to `plan.json` and the result.
    #[schemars(with = "Option<String>")]
    pub secret: Option<Secret>,
    /// Partners see each other's hand cards (carte scoperte).
    #[serde(default)]
    pub partners_open: bool,
    /// The fate of the points that are secured in a hand with an offence.
    #[serde(default)]
    pub offence: OffenceRule,
    /// Points that end a match. If this and `hands` are absent, the rules decide. The table of victory points must have
    /// the limit.
    #[schemars(range(min = 1))]
    pub limit: Option<u32>,
    /// Hands per match, instead of `limit`.
    #[schemars(range(min = 1))]
    pub hands: Option<u32>,
    /// The teams, in the order of their seeding.
    #[serde(rename = "team")]
    pub teams: Vec<Team>,
    /// The stages, one after another.
    #[serde(rename = "stage")]
    pub stages: Vec<Stage>,
}

/// A team, with either `agent` or `agents`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Team {
    /// Its name, unique in the file.
    pub name: String,
    /// The agent on every seat of the team.
    pub agent: Option<AgentSpec>,
    /// The agents by seat of the team, in the order of play.
    pub agents: Option<Vec<AgentSpec>>,
}

impl Team {
    fn agents_mut(&mut self) -> impl Iterator<Item = &mut AgentSpec> {
        self.agent.iter_mut().chain(self.agents.iter_mut().flatten())
    }
}

/// A stage. Its matches end as those of the file, unless it has `limit` or `hands`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Stage {
    /// The pairing method.
    pub format: Format,
    /// Round robin: how often each pair meets, 1 if absent. Swiss: number of rounds, required. Knock-out: not allowed.
    #[schemars(range(min = 1, max = 100))]
    pub rounds: Option<u32>,
    /// Only the first `teams` teams of the previous stage take part. If absent, all do.
    #[schemars(range(min = 2))]
    pub teams: Option<usize>,
    /// Every encounter is two matches on the same deals with the sides exchanged.
    #[serde(default)]
    pub duplicate: bool,
    /// Points that end a match of this stage.
    #[schemars(range(min = 1))]
    pub limit: Option<u32>,
    /// Hands of a match of this stage, instead of `limit`.
    #[schemars(range(min = 1))]
    pub hands: Option<u32>,
}

/// A checked tournament.
#[derive(Clone, Debug)]
pub struct Plan {
    /// All but the agents.
    pub frame: Frame,
    /// The secret given in the file.
    pub secret: Option<Secret>,
    /// Names and agents by seat of the team, in the order of seeding.
    pub teams: Vec<(String, Vec<AgentSpec>)>,
    /// Everything that decides the tournament, one item per line, but the secret.
    pub decides: Vec<String>,
}

impl Plan {
    /// Reads `path`; if `sandbox` is true, all programs run in the sandbox.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is inconsistent. The error names the field, with the found and the expected
    /// value.
    pub fn load(path: &Path, sandbox: bool) -> Result<Plan, ArenaError> {
        let mut file: TournamentFile = read_toml(path)?;
        if sandbox {
            let agents = file.teams.iter_mut().flat_map(Team::agents_mut);
            agents.for_each(|agent| *agent = agent.sandboxed());
        }
        Plan::new(file).map_err(|message| wrong(path, message))
    }

    /// The plan of a file. A host program may have put its own agents into the teams.
    ///
    /// # Errors
    /// Fails if the file is inconsistent. The error names the field, with the found and the expected value.
    ///
    /// # Examples
    /// ```
    /// use spariglio_arena::tournaments::{Format, Plan};
    ///
    /// let text = r#"
    ///     name = "Cup"
    ///     rules = "scopone"
    ///     seed = 1
    ///     team = [{ name = "A", agent = "greedy" }, { name = "B", agents = ["random", "formula"] }]
    ///     stage = [{ format = "swiss", rounds = 1, duplicate = true }]
    /// "#;
    /// let plan = Plan::new(toml::from_str(text)?)?;
    /// let stage = &plan.frame.stages[0];
    /// assert_eq!((stage.format, stage.plays()), (Format::Swiss, 2));
    /// assert_eq!(plan.teams[0].1.len(), 2, "an agent per seat");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(file: TournamentFile) -> Result<Plan, String> {
        let game = file.rules.game().map_err(|error| error.to_string())?;
        if game.sides() != 2 {
            return Err(format!("rules: expected a game of 2 sides, found {}", game.sides()));
        }
        let teams = teams(&file, &game)?;
        let frame = Frame {
            name: file.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rules: game.rules().clone(),
            seed: file.seed,
            partners_open: file.partners_open,
            offence: file.offence,
            teams: teams.iter().map(line).collect(),
            stages: stages(&file, &game)?,
        };
        let decides = [frame.lines(), components(&teams, &game)?].concat();
        let plan = Plan { frame, secret: file.secret, teams, decides };
        if plan.secret.is_some() && !plan.has_program() {
            return Err("secret: expected an external program among the agents".to_owned());
        }
        Ok(plan)
    }

    /// The lines about the components of the agents.
    pub(super) fn components(&self) -> &[String] {
        &self.decides[self.frame.lines().len()..]
    }

    /// Whether a program takes part.
    pub(super) fn has_program(&self) -> bool {
        let mut agents = self.teams.iter().flat_map(|(_, agents)| agents);
        agents.any(|agent| agent.agent_type().is_program())
    }
}

fn line((name, agents): &(String, Vec<AgentSpec>)) -> TeamLine {
    TeamLine { name: name.clone(), agents: agents.iter().map(ToString::to_string).collect() }
}

/// A line for each component of each agent.
fn components(teams: &[(String, Vec<AgentSpec>)], game: &Game) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for (name, agents) in teams {
        for (seat, agent) in agents.iter().enumerate() {
            let made_of = made_of(agent, game).map_err(|error| format!("team \"{name}\": {error}"))?;
            let line = |part: Component| format!("{COMPONENT} {name}, seat {seat}: {} {}", part.what, part.is);
            lines.extend(made_of.into_iter().map(line));
        }
    }
    Ok(lines)
}

fn teams(file: &TournamentFile, game: &Game) -> Result<Vec<(String, Vec<AgentSpec>)>, String> {
    if file.teams.len() < 2 {
        return Err(format!("team: expected at least 2, found {}", file.teams.len()));
    }
    let seats = game.players() / 2;
    let mut teams: Vec<(String, Vec<AgentSpec>)> = Vec::new();
    for Team { name, agent, agents } in &file.teams {
        let agents = match (agent, agents) {
            (Some(agent), None) => vec![agent.clone(); seats],
            (None, Some(agents)) if agents.len() == seats => agents.clone(),
            (None, Some(agents)) => {
                let count = agents.len();
                return Err(format!("team \"{name}\": agents: expected {seats}, one per seat, found {count}"));
            }
            _ => return Err(format!("team \"{name}\": expected either `agent` or `agents`")),
        };
        if name.trim().is_empty() || teams.iter().any(|(other, _)| other == name) {
            return Err(format!("team \"{name}\": expected a name that no other team has"));
        }
        if !is_plain(name) {
            return Err(format!("team {name:?}: name: expected no control characters"));
        }
        for agent in &agents {
            agent
                .build_player(game)
                .map_err(|error| format!("team \"{name}\", agent \"{agent}\": {error}"))?;
        }
        teams.push((name.clone(), agents));
    }
    Ok(teams)
}

fn stages(file: &TournamentFile, game: &Game) -> Result<Vec<PlannedStage>, String> {
    if file.stages.is_empty() {
        return Err("stage: expected at least 1, found 0".to_owned());
    }
    let mut present = file.teams.len();
    let mut stages = Vec::new();
    for (place, stage) in file.stages.iter().enumerate() {
        let planned =
            planned(file, game, stage, present).map_err(|message| format!("stage {}: {message}", place + 1))?;
        present = planned.teams;
        stages.push(planned);
    }
    Ok(stages)
}

fn planned(file: &TournamentFile, game: &Game, stage: &Stage, present: usize) -> Result<PlannedStage, String> {
    let rounds = match (stage.format, stage.rounds) {
        (Format::RoundRobin, rounds) => rounds.unwrap_or(1),
        (Format::Swiss, Some(rounds)) => rounds,
        (Format::Swiss, None) => return Err("rounds: expected a number for a Swiss stage".to_owned()),
        (Format::KnockOut, None) => 1,
        (Format::KnockOut, Some(_)) => return Err("rounds: expected none for a knock-out".to_owned()),
    };
    let teams = stage.teams.unwrap_or(present);
    let end = match_rules(file, stage, &game.rules().end)?;
    PlannedStage::new(stage.format, rounds as usize, [teams, present], stage.duplicate, end)
}

fn match_rules(file: &TournamentFile, stage: &Stage, own: &MatchRules) -> Result<MatchRules, String> {
    let match_rules = |limit: Option<u32>, hands: Option<u32>| match (limit, hands) {
        (Some(_), Some(_)) => Err("expected either `limit` or `hands`, found both".to_owned()),
        (None, None) => Ok(None),
        (limit, hands) => Ok(Some(MatchRules { limit, hands, ..*own })),
    };
    let of_file = match_rules(file.limit, file.hands)?;
    Ok(match_rules(stage.limit, stage.hands)?.or(of_file).unwrap_or(*own))
}
