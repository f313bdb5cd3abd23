//! The setup of a table.

use std::sync::Arc;

use serde::Deserialize;
use spariglio_agents::{AgentSpec, Player};
use spariglio_arena::matches::Fixture;
use spariglio_arena::random_seed;
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_engine::{Game, RuleSet};

use crate::refusal::Refusal;
use crate::roster::{PERSON, Roster};
use crate::token::random_token;

/// The player of a seat.
pub(crate) enum Sitter {
    /// A person with a key.
    Person {
        /// The key.
        key: String,
    },
    /// An agent.
    Agent {
        /// Its name.
        name: String,
        /// Its specification.
        spec: AgentSpec,
    },
}

impl Sitter {
    /// The same sitter for another table. If it is a person, it gets a new key.
    pub fn anew(&self) -> Sitter {
        match self {
            Sitter::Person { .. } => Sitter::Person { key: random_token() },
            Sitter::Agent { name, spec } => Sitter::Agent { name: name.clone(), spec: spec.clone() },
        }
    }
}

/// The request for a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableBody {
    /// A preset's name, or rules as TOML. Absent if there is a record.
    rules: Option<String>,
    /// By seat: `person` or an agent's name.
    seats: Vec<String>,
    /// Seed of deals and agents. If absent, it is random.
    seed: Option<u64>,
    /// Whether the hands form a match.
    #[serde(default, rename = "match")]
    is_match: bool,
    #[serde(default)]
    partners_open: bool,
    /// Whether persons' declarations are automatic.
    #[serde(default = "yes")]
    auto_declare: bool,
    /// A record whose deal is used.
    record: Option<String>,
    /// Number of its turns that are already played.
    turn: Option<usize>,
}

fn yes() -> bool {
    true
}

/// The validated setup of a table.
pub(crate) struct Setup {
    /// The game.
    pub game: Arc<Game>,
    /// The players, by seat.
    pub sitters: Vec<Sitter>,
    /// Determines the deals and the agents' seeds.
    pub fixture: Fixture,
    /// Whether the hands form a match.
    pub is_match: bool,
    /// Whether partners see each other's hand cards.
    pub partners_open: bool,
    /// Whether persons' declarations are automatic.
    pub auto_declare: bool,
    /// The first hand as a record of its first turns; `None` if it has to be dealt.
    pub start: Option<HandRecord>,
}

impl Setup {
    /// Validates a request. Agents come from `roster`.
    ///
    /// # Errors
    /// If rules, record, seats or agents are invalid.
    pub fn read(body: &TableBody, roster: &Roster) -> Result<Setup, Refusal> {
        let start = body.record.as_deref().map(|line| record(line, body.turn)).transpose()?;
        let game = match &start {
            Some(record) => Arc::clone(record.game()),
            None => Arc::new(game(body.rules.as_deref().unwrap_or_default())?),
        };
        let players = game.players();
        if body.seats.len() != players {
            let expected = format!("{players} names, one per seat");
            return Err(Refusal::field("seats", expected, body.seats.len().to_string()));
        }
        let sitters: Vec<Sitter> = (0..)
            .zip(&body.seats)
            .map(|(seat, name)| sitter(seat, name, roster))
            .collect::<Result<_, _>>()?;
        let first = sitters.iter().position(|sitter| matches!(sitter, Sitter::Person { .. }));
        let side = game.side(first.unwrap_or(0)) as u64;
        if body.partners_open && !game.has_partners() {
            let found = format!("{players} seats on as many sides");
            return Err(Refusal::field("partners_open", "rules with partners", found));
        }
        // Smaller than 2^53, so that pages can represent it.
        let seed = body.seed.unwrap_or_else(|| random_seed() >> 11);
        Ok(Setup {
            fixture: Fixture::new(&game, seed, 0).playing(side),
            game,
            sitters,
            is_match: body.is_match && start.is_none(),
            partners_open: body.partners_open,
            auto_declare: body.auto_declare,
            start,
        })
    }
}

/// The players of the agents' seats.
///
/// # Errors
/// If an agent cannot play the game, or would see the cards of persons.
pub(super) fn players(game: &Game, sitters: &[Sitter]) -> Result<Vec<Option<Player>>, Refusal> {
    let has_person = sitters.iter().any(|sitter| matches!(sitter, Sitter::Person { .. }));
    let seated = |(seat, sitter): (usize, &Sitter)| {
        let Sitter::Agent { name, spec } = sitter else {
            return Ok(None);
        };
        let field = format!("seats[{seat}]");
        match player(game, &field, name, spec)? {
            Player::Cheating(_) if has_person => {
                let expected = "an agent that sees only its seat's view, because persons play here";
                Err(Refusal::field(&field, expected, name))
            }
            player => Ok(Some(player)),
        }
    };
    sitters.iter().enumerate().map(seated).collect()
}

/// The player of an agent. Errors call it `field`.
///
/// # Errors
/// If it cannot play the game.
pub(crate) fn player(game: &Game, field: &str, name: &str, spec: &AgentSpec) -> Result<Player, Refusal> {
    let made = spec.build_player(game);
    made.map_err(|error| Refusal::field(field, format!("an agent that can play these rules ({error})"), name))
}

fn sitter(seat: usize, name: &str, roster: &Roster) -> Result<Sitter, Refusal> {
    if name == PERSON {
        return Ok(Sitter::Person { key: random_token() });
    }
    let spec = roster.get(&format!("seats[{seat}]"), name)?;
    Ok(Sitter::Agent { name: name.to_owned(), spec: spec.clone() })
}

/// The game of a preset's name or of rules as TOML. Such rules name no file: their `base` is a preset.
fn game(rules: &str) -> Result<Game, Refusal> {
    let read = match RuleSet::preset(rules) {
        Some(preset) => preset,
        None if rules.contains(['\n', '=']) => RuleSet::from_toml(rules)?,
        None => {
            let names = RuleSet::preset_names().join(", ");
            return Err(Refusal::field("rules", format!("rules as TOML or one of {names}"), rules));
        }
    };
    Ok(Game::new(read)?)
}

/// A checked record without `turn` and all later turns. Fails if no decision is due then.
fn record(line: &str, turn: Option<usize>) -> Result<HandRecord, Refusal> {
    let mut record = Replayer::new(false).feed(line.as_bytes())?;
    let turns = record.turns.len();
    let turn = turn.unwrap_or(0);
    if turn > turns {
        return Err(Refusal::field("turn", format!("at most {turns}, the turns of the record"), turn.to_string()));
    }
    record.turns.truncate(turn);
    (record.result, record.place) = (None, None);
    if record.check()?.is_over() {
        return Err(Refusal::field("turn", "a turn at which a decision is due", turn.to_string()));
    }
    Ok(record)
}
