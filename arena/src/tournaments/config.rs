//! A tournament as a TOML file: teams, stages, the format of matches.

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_engine::plain::is_plain;
use spariglio_engine::{Game, MatchRules, RuleSet};

use super::vp::Column;
use crate::deals::secret::Secret;
use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::component::made_of;
use spariglio_files::{RulesChoice, read_toml, short_hash};

/// The contents of a tournament's file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentFile {
    /// Heading of the tables.
    pub name: String,
    /// The game: a preset, a rule file or a table of rules. It must have two sides.
    pub rules: RulesChoice,
    /// Seed of deals and agents.
    pub seed: u64,
    /// The secret from which, with `seed`, the agents' seeds are derived if programs take part. If absent, a random one
    /// is drawn and written to `plan.json` and the result.
    pub secret: Option<Secret>,
    /// Partners see each other's hand cards (carte scoperte).
    #[serde(default)]
    pub partners_open: bool,
    /// Points that end a match, if they differ from the rules'.
    pub limit: Option<u32>,
    /// Hands per match, if they differ from the rules'.
    pub hands: Option<u32>,
    /// The teams, in the order of their seeding.
    #[serde(rename = "team")]
    pub teams: Vec<Team>,
    /// The stages, one after another.
    #[serde(rename = "stage")]
    pub stages: Vec<Stage>,
}

/// A team.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// The pairing method of a stage.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Every team plays every other.
    RoundRobin,
    /// Neighbours in the standings; nobody meets twice if that can be avoided.
    Swiss,
    /// The loser is out.
    KnockOut,
}

/// A stage.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The pairing method.
    pub format: Format,
    /// Round robin: how often each pair meets (default 1). Swiss: number of rounds (required). Knock-out: must be
    /// absent.
    pub rounds: Option<u32>,
    /// Only the first `teams` teams of the previous stage take part.
    pub teams: Option<usize>,
    /// Every encounter is two matches on the same deals with the sides exchanged.
    #[serde(default)]
    pub duplicate: bool,
    /// Points that end a match of this stage.
    pub limit: Option<u32>,
    /// Hands of a match of this stage.
    pub hands: Option<u32>,
}

/// A checked tournament.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Heading of the tables.
    pub name: String,
    /// Name of the rule set.
    pub rules: String,
    /// Seed of deals and agents.
    pub seed: u64,
    /// The secret given in the file.
    pub secret: Option<Secret>,
    /// Partners see each other's hand cards.
    pub partners_open: bool,
    /// Names and agents by seat of the team, in the order of seeding.
    pub teams: Vec<(String, Vec<AgentSpec>)>,
    /// The stages.
    pub stages: Vec<PlannedStage>,
    /// Everything that decides the tournament, one item per line.
    pub decides: Vec<String>,
}

/// A stage with its game.
#[derive(Clone, Debug)]
pub struct PlannedStage {
    /// The pairing method.
    pub format: Format,
    /// Legs of a round robin, rounds of a Swiss stage.
    pub rounds: usize,
    /// Number of teams that take part.
    pub teams: usize,
    /// Every encounter has two matches.
    pub duplicate: bool,
    /// The rules with the stage's match format.
    pub rules: RuleSet,
    /// Its column of the VP table.
    pub column: Column,
}

impl PlannedStage {
    /// Matches per encounter.
    #[must_use]
    pub fn plays(&self) -> usize {
        1 + usize::from(self.duplicate)
    }
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
    /// assert_eq!((plan.stages[0].format, plan.stages[0].plays()), (Format::Swiss, 2));
    /// assert_eq!(plan.teams[0].1.len(), 2, "an agent per seat");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(file: TournamentFile) -> Result<Plan, String> {
        let game = file.rules.game().map_err(|error| error.to_string())?;
        if game.sides() != 2 {
            return Err(format!("rules: expected a game of 2 sides, found {}", game.sides()));
        }
        let mut plan = Plan {
            name: file.name.clone(),
            rules: game.rules().name.clone(),
            seed: file.seed,
            secret: file.secret,
            partners_open: file.partners_open,
            teams: teams(&file, &game)?,
            stages: stages(&file, &game)?,
            decides: Vec::new(),
        };
        if plan.secret.is_some() && !plan.has_program() {
            return Err("secret: expected an external program among the agents".to_owned());
        }
        plan.decides = plan.all_that_decides(&game)?;
        Ok(plan)
    }

    /// The hash of everything that decides the tournament.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        short_hash(self.decides.join("\n"))
    }

    /// Whether a program takes part.
    pub(super) fn has_program(&self) -> bool {
        let mut agents = self.teams.iter().flat_map(|(_, agents)| agents);
        agents.any(|agent| agent.agent_type().is_program())
    }

    /// Everything that decides the tournament, one item per line: settings, teams with their agents' components,
    /// stages.
    fn all_that_decides(&self, game: &Game) -> Result<Vec<String>, String> {
        let Plan { name, seed, secret, partners_open, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        let secret = secret.map_or("none".to_owned(), |secret| secret.to_string());
        let mut lines = vec![
            format!("name {name}"),
            format!("version {version}"),
            format!("seed {seed}"),
            format!("secret {secret}"),
            format!("partners_open {partners_open}"),
        ];
        for (name, agents) in &self.teams {
            for agent in agents {
                let made_of = made_of(agent, game).map_err(|error| format!("team \"{name}\": {error}"))?;
                let components = made_of.iter().map(|component| format!(", {} {}", component.what, component.is));
                lines.push(format!("team {name}: {agent}{}", components.collect::<String>()));
            }
        }
        lines.extend(self.stages.iter().enumerate().map(|(number, stage)| {
            let PlannedStage { format, rounds, teams, duplicate, rules, .. } = stage;
            let rules = short_hash(rules.to_toml());
            format!("stage {number}: {format:?}, rounds {rounds}, teams {teams}, duplicate {duplicate}, rules {rules}")
        }));
        Ok(lines)
    }
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
                let found = agents.len();
                return Err(format!("team \"{name}\": agents: expected {seats}, one per seat, found {found}"));
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
            agent.build_player(game).map_err(|error| format!("team \"{name}\": {error}"))?;
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
    let teams = stage.teams.unwrap_or(present);
    if !(2..=present).contains(&teams) {
        return Err(format!("teams: expected 2 to {present}, found {teams}"));
    }
    // Most Swiss rounds without a repetition; if the number of teams is odd, every team rests once.
    let most = if stage.format == Format::Swiss {
        teams - 1 + teams % 2
    } else {
        100
    };
    let rounds = match (stage.format, stage.rounds) {
        (Format::RoundRobin, rounds) => rounds.unwrap_or(1),
        (Format::Swiss, Some(rounds)) => rounds,
        (Format::Swiss, None) => return Err("rounds: expected a number for a Swiss stage".to_owned()),
        (Format::KnockOut, None) => 1,
        (Format::KnockOut, Some(_)) => return Err("rounds: expected none for a knock-out".to_owned()),
    };
    if !(1..=most).contains(&(rounds as usize)) {
        return Err(format!("rounds: expected 1 to {most}, found {rounds}"));
    }
    let mut rules = game.rules().clone();
    rules.end = match_rules(file, stage, &rules.end)?;
    let column =
        Column::of(&rules.end).ok_or_else(|| format!("found {}, expected {}", told(&rules.end), Column::formats()))?;
    Ok(PlannedStage {
        format: stage.format,
        rounds: rounds as usize,
        teams,
        duplicate: stage.duplicate,
        rules,
        column,
    })
}

/// The format of a match in words.
fn told(end: &MatchRules) -> String {
    match (end.limit, end.hands) {
        (Some(limit), _) => format!("limit: {limit} points"),
        (None, Some(1)) => "hands: 1 hand".to_owned(),
        (None, Some(hands)) => format!("hands: {hands} hands"),
        (None, None) => "neither `limit` nor `hands`".to_owned(),
    }
}

fn match_rules(file: &TournamentFile, stage: &Stage, own: &MatchRules) -> Result<MatchRules, String> {
    let given = |limit: Option<u32>, hands: Option<u32>| match (limit, hands) {
        (Some(_), Some(_)) => Err("expected either `limit` or `hands`, found both".to_owned()),
        (None, None) => Ok(None),
        (limit, hands) => Ok(Some(MatchRules { limit, hands, ..*own })),
    };
    let of_file = given(file.limit, file.hands)?;
    Ok(given(stage.limit, stage.hands)?.or(of_file).unwrap_or(*own))
}
