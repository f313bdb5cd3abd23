//! The entry of a tournament: its plan, the persons who entered, and the teams. It is kept in a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use spariglio_agents::{AgentSpec, Custom, CustomAgent};
use spariglio_arena::tournaments::{OffenceRule, Plan, Stage, Team, TournamentFile};
use spariglio_engine::{Action, Game, View};
use spariglio_files::RulesChoice;
use spariglio_table::token::is_same;
use spariglio_table::{Limits, Refusal, Roster, check_agent, game_of, person_name};

/// Most persons of a tournament.
pub(crate) const MOST_PERSONS: usize = 64;
/// Most browsers that hold a link without having entered.
const MOST_VISITORS: usize = 256;
/// Longest break between two rounds, in seconds.
const LONGEST_BREAK: u32 = 3600;

/// The request for a tournament.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentBody {
    /// Heading.
    name: String,
    /// The game: a preset of two sides, or rules as TOML.
    rules: String,
    /// As in the file of `spariglio tournament`.
    #[serde(rename = "stage")]
    stages: Vec<Stage>,
    /// Agents by name; each enters as a team.
    #[serde(default)]
    agents: Vec<String>,
    /// The agent beside persons without a partner. If absent, every seat needs a person.
    partner: Option<String>,
    /// The limits of persons' time.
    pub clock: Limits,
    /// Seconds between two rounds.
    #[serde(default)]
    pub break_seconds: u32,
    /// Partners see each other's hand cards.
    #[serde(default)]
    pub partners_open: bool,
}

/// A person who entered.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entrant {
    cookie: String,
    pub name: String,
    pub team: String,
    /// Whether the person has left.
    #[serde(default)]
    pub left: bool,
}

/// Who has a seat of a team.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Member {
    /// A person, by number.
    Person(usize),
    /// An agent, by name.
    Agent(String),
}

/// How far a tournament is.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// Persons enter.
    Entering,
    /// Matches are played.
    Running,
    /// The result is there.
    Over,
}

/// A tournament as its file has it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentEntry {
    pub id: String,
    /// The token of the link for everybody who enters.
    pub link: String,
    /// The request that opened it.
    pub body: Value,
    /// Seed of deals and agents. Only the server knows it before the end.
    pub seed: u64,
    pub phase: Phase,
    /// No round begins while it is set.
    pub is_paused: bool,
    /// Cookies of browsers that followed the link.
    visitors: Vec<String>,
    pub entrants: Vec<Entrant>,
    /// Names and members by seat, from the start on.
    pub teams: Vec<(String, Vec<Member>)>,
    /// The tables of matches in progress, by the name of the match.
    pub tables: BTreeMap<String, String>,
}

impl TournamentEntry {
    /// A tournament for which persons can enter.
    ///
    /// # Errors
    /// If no tournament can be played by the request.
    pub fn new(body: Value, roster: &Roster, tokens: [String; 2], seed: u64) -> Result<TournamentEntry, Refusal> {
        let [id, link] = tokens;
        let entry = TournamentEntry {
            id,
            link,
            body,
            seed,
            phase: Phase::Entering,
            is_paused: false,
            visitors: Vec::new(),
            entrants: Vec::new(),
            teams: Vec::new(),
            tables: BTreeMap::new(),
        };
        entry.check(roster)?;
        Ok(entry)
    }

    /// The request that opened it.
    ///
    /// # Errors
    /// If a field is missing, unknown or of another kind.
    pub fn request(&self) -> Result<TournamentBody, Refusal> {
        TournamentBody::deserialize(&self.body)
            .map_err(|error| Refusal::field("body", "the fields of docs/how-to/serve.md", error.to_string()))
    }

    /// Its game. Declarations are by choice, as at all tables of persons.
    ///
    /// # Errors
    /// If the rules are unknown or have other than two sides.
    pub fn game(&self) -> Result<Game, Refusal> {
        let game = game_of(&self.request()?.rules)?;
        if game.sides() != 2 {
            let sides = format!("{} sides", game.sides());
            return Err(Refusal::field("rules", "a game of two sides", sides).named("tournament_sides"));
        }
        Ok(game.by_choice().unwrap_or(game))
    }

    /// Seats of a team.
    ///
    /// # Errors
    /// As [`TournamentEntry::game`].
    pub fn team_seats(&self) -> Result<usize, Refusal> {
        self.game().map(|game| game.players() / 2)
    }

    /// Checks the request with as many teams as its stages need.
    fn check(&self, roster: &Roster) -> Result<(), Refusal> {
        let (body, game) = (self.request()?, self.game()?);
        person_name("name", &body.name)?;
        body.clock.check(true)?;
        if body.break_seconds > LONGEST_BREAK {
            let expected = format!("at most {LONGEST_BREAK} seconds");
            return Err(Refusal::field("break_seconds", expected, body.break_seconds.to_string()));
        }
        if body.stages.iter().any(|stage| stage.duplicate) {
            let expected = "false, because persons would know the cards of a deal they have played";
            return Err(Refusal::field("stage.duplicate", expected, "true"));
        }
        if body.partners_open && !game.has_partners() {
            return Err(Refusal::field("partners_open", "rules with partners", "two seats").named("partners"));
        }
        let named = body
            .agents
            .iter()
            .enumerate()
            .map(|(number, name)| (format!("agents[{number}]"), name));
        for (field, name) in named.chain(body.partner.iter().map(|name| ("partner".to_owned(), name))) {
            check_agent(&game, &field, name, roster.get(&field, name, &game)?)?;
        }
        let teams = (0..MOST_PERSONS).map(|number| (number.to_string(), vec![Member::Person(0); game.players() / 2]));
        self.plan_of(&teams.collect::<Vec<_>>(), roster).map(|_| ())
    }

    /// The plan of the started tournament.
    ///
    /// # Errors
    /// If the teams are too few for its stages.
    pub fn plan(&self, roster: &Roster) -> Result<Plan, Refusal> {
        self.plan_of(&self.teams, roster)
    }

    fn plan_of(&self, teams: &[(String, Vec<Member>)], roster: &Roster) -> Result<Plan, Refusal> {
        let (body, game) = (self.request()?, self.game()?);
        let team = |(name, members): &(String, Vec<Member>)| {
            let agents = members.iter().map(|member| match member {
                Member::Person(_) => Ok(person()),
                Member::Agent(name) => roster.get("agents", name, &game).cloned(),
            });
            Ok(Team {
                name: name.clone(),
                agent: None,
                agents: Some(agents.collect::<Result<_, Refusal>>()?),
            })
        };
        let file = TournamentFile {
            name: body.name,
            rules: RulesChoice::of(game.rules()),
            seed: self.seed,
            secret: None,
            partners_open: body.partners_open,
            offence: OffenceRule::default(),
            limit: None,
            hands: None,
            teams: teams.iter().map(team).collect::<Result<_, Refusal>>()?,
            stages: body.stages,
        };
        Plan::new(file).map_err(|message| Refusal::field("stage", "stages that fit", message).named("tournament_plan"))
    }

    /// A browser follows the link. Keeps its cookie.
    pub fn visit(&mut self, cookie: &str) {
        self.visitors.push(cookie.to_owned());
        let surplus = self.visitors.len().saturating_sub(MOST_VISITORS);
        self.visitors.drain(..surplus);
    }

    /// Whether a browser has this cookie from the link.
    pub fn knows(&self, cookie: &str) -> bool {
        self.visitors.iter().any(|visitor| is_same(visitor, cookie)) || self.entrant(cookie).is_some()
    }

    /// The number of the person with a cookie.
    pub fn entrant(&self, cookie: &str) -> Option<usize> {
        self.entrants.iter().position(|entrant| is_same(&entrant.cookie, cookie))
    }

    /// A person enters, or changes name and team.
    ///
    /// # Errors
    /// If the tournament has begun, a name is taken, or the team is full.
    pub fn enter(&mut self, cookie: &str, name: &str, team: &str) -> Result<(), Refusal> {
        self.check_phase(Phase::Entering)?;
        let seats = self.team_seats()?;
        let name = person_name("name", name)?;
        let team = if seats == 1 {
            name.clone()
        } else {
            person_name("team", team)?
        };
        let team = if team.is_empty() { name.clone() } else { team };
        let own = self.entrant(cookie);
        let others = || {
            self.entrants
                .iter()
                .enumerate()
                .filter(|(number, _)| Some(*number) != own)
                .map(|(_, one)| one)
        };
        if name.is_empty() || others().any(|other| other.name == name) {
            return Err(Refusal::field("name", "a name that nobody else has", name).named("entrant_name"));
        }
        if others().filter(|other| other.team == team).count() >= seats {
            return Err(Refusal::field("team", "a team with a free seat", team).named("team_full"));
        }
        let entrant = Entrant { cookie: cookie.to_owned(), name, team, left: false };
        match own {
            Some(number) => self.entrants[number] = entrant,
            None if self.entrants.len() >= MOST_PERSONS => return Err(Refusal::busy("entrants", MOST_PERSONS)),
            None => self.entrants.push(entrant),
        }
        self.visitors.retain(|visitor| visitor != cookie);
        Ok(())
    }

    /// A person leaves: before the start the entry is void, later all matches are lost.
    ///
    /// # Errors
    /// If the tournament is over.
    pub fn leave(&mut self, number: usize) -> Result<(), Refusal> {
        match self.phase {
            Phase::Entering => {
                let entrant = self.entrants.remove(number);
                self.visit(&entrant.cookie);
            }
            Phase::Running => self.entrants[number].left = true,
            Phase::Over => self.check_phase(Phase::Running)?,
        }
        Ok(())
    }

    /// Makes the teams, and begins.
    ///
    /// # Errors
    /// If the teams are too few, or a team has a free seat and there is no partner.
    pub fn start(&mut self, roster: &Roster) -> Result<Plan, Refusal> {
        self.check_phase(Phase::Entering)?;
        let (body, seats) = (self.request()?, self.team_seats()?);
        let mut teams: Vec<(String, Vec<Member>)> = Vec::new();
        for (number, Entrant { team, .. }) in self.entrants.iter().enumerate() {
            match teams.iter_mut().find(|(name, _)| name == team) {
                Some((_, members)) => members.push(Member::Person(number)),
                None => teams.push((team.clone(), vec![Member::Person(number)])),
            }
        }
        for (name, members) in &mut teams {
            let partner = body.partner.as_ref().map(|partner| Member::Agent(partner.clone()));
            let partner = partner.or_else(|| (members.len() == seats).then(|| members[0].clone()));
            let free = || Refusal::field("team", "a person on every seat, or a `partner`", name.as_str());
            members.resize(seats, partner.ok_or_else(|| free().named("team_free"))?);
        }
        for agent in &body.agents {
            let name = free_name(agent, |name| teams.iter().any(|(other, _)| other == name));
            teams.push((name, vec![Member::Agent(agent.clone()); seats]));
        }
        let plan = self.plan_of(&teams, roster)?;
        (self.teams, self.phase) = (teams, Phase::Running);
        Ok(plan)
    }

    /// Fails if the tournament is not so far, or farther.
    pub fn check_phase(&self, phase: Phase) -> Result<(), Refusal> {
        if self.phase == phase {
            return Ok(());
        }
        let text = |phase: Phase| serde_json::to_value(phase).map_or(String::new(), |value| value.to_string());
        Err(Refusal::conflict("phase", text(phase), text(self.phase)).named("tournament_phase"))
    }
}

/// A name that is not taken: that of the agent, or with a number.
fn free_name(agent: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = |number: usize| {
        if number == 1 {
            agent.to_owned()
        } else {
            format!("{agent} {number}")
        }
    };
    (1..).map(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

/// The agent that stands for a person in a plan. It never plays: the host does.
fn person() -> AgentSpec {
    struct Absent;
    impl CustomAgent for Absent {
        fn start_hand(&mut self, _: u64) {}

        fn act(&mut self, _: &View<'_>) -> Result<Action, String> {
            Err("a person plays at a table".to_owned())
        }
    }
    Custom::new("person", "1", |_| Ok(Box::new(Absent)))
        .map(AgentSpec::from)
        .expect("a plain name")
}
