//! The setup of a table.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use spariglio_agents::draws::Fixture;
use spariglio_agents::{AgentSpec, Player};
use spariglio_engine::Game;
use spariglio_engine::random::mix;
use spariglio_engine::record::{HandRecord, Replayer};
use spariglio_engine::rules::DeclarationMode;

use crate::by_choice::by_choice;
use crate::clock::Limits;
use crate::refusal::Refusal;
use crate::roster::{PERSON, Roster};
use crate::token::{Random, new_token};
use crate::variant::Variant;

/// Makes the draw of the first dealer another one than the other draws with a seed.
const FIRST_DEALER: u64 = 0x00DE_A1E2;
/// Most letters of a person's name.
const LONGEST_NAME: usize = 24;

/// The player of a seat.
pub enum Sitter {
    /// A person with a key.
    Person {
        /// The key.
        key: String,
        /// The name, if it is known.
        name: String,
    },
    /// An agent.
    Agent(Named),
}

/// An agent with its name.
#[derive(Clone)]
pub struct Named {
    /// The name on pages.
    pub name: String,
    /// The agent.
    pub spec: AgentSpec,
}

impl Sitter {
    /// Whether a person plays.
    pub fn is_person(&self) -> bool {
        matches!(self, Sitter::Person { .. })
    }

    /// The name in records.
    pub fn label(&self) -> String {
        self.agent().map_or_else(|| PERSON.to_owned(), |agent| agent.name.clone())
    }

    /// The person's name; empty if it is unknown, or if an agent plays.
    pub fn person(&self) -> &str {
        match self {
            Sitter::Person { name, .. } => name,
            Sitter::Agent(_) => "",
        }
    }

    /// The agent who sits here now; `None` if it is a person.
    pub fn agent(&self) -> Option<&Named> {
        match self {
            Sitter::Person { .. } => None,
            Sitter::Agent(agent) => Some(agent),
        }
    }

    /// The same sitter for another table. If it is a person, it gets a new key.
    pub fn anew(&self, random: Random<'_>) -> Sitter {
        match self {
            Sitter::Person { name, .. } => Sitter::Person { key: new_token(random), name: name.clone() },
            Sitter::Agent(agent) => Sitter::Agent(agent.clone()),
        }
    }
}

/// The request for a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableBody {
    /// A preset's name, or rules as TOML. Absent if there is a record.
    rules: Option<String>,
    /// What is changed of the rules.
    players: Option<u8>,
    limit: Option<u32>,
    hands: Option<u32>,
    shutout: Option<bool>,
    seven_zero: Option<bool>,
    /// By seat: `person` or an agent's name.
    seats: Vec<String>,
    /// By seat: the name of its person. Seats that are not there have none.
    #[serde(default)]
    names: Vec<String>,
    /// Seed of deals and agents. If absent, it is random.
    seed: Option<u64>,
    /// The seat that deals first. If absent, it is drawn with the seed.
    dealer: Option<usize>,
    /// Whether the hands form a match.
    #[serde(default, rename = "match")]
    is_match: bool,
    #[serde(default)]
    partners_open: bool,
    /// Whether persons' declarations are automatic.
    #[serde(default = "yes")]
    auto_declare: bool,
    /// The limits of persons' time. If absent, there are none.
    clock: Option<Limits>,
    /// Whether seen cards are listed. If absent, they are where the hands form no match.
    seen_cards: Option<bool>,
    /// A record whose deal is used.
    record: Option<String>,
    /// Number of its turns that are already played.
    turn: Option<usize>,
}

fn yes() -> bool {
    true
}

impl TableBody {
    fn variant(&self) -> Variant {
        let TableBody { players, limit, hands, shutout, seven_zero, .. } = *self;
        Variant { players, limit, hands, shutout, seven_zero }
    }

    /// Fails if the body gives what its record decides.
    fn check_record(&self, variant: &Variant) -> Result<(), Refusal> {
        let dealer = self.dealer.map(|_| "dealer");
        match variant.given().or(dealer) {
            None => Ok(()),
            Some(field) => Err(Refusal::field(field, "no value beside a record, which has its own", "one")),
        }
    }

    /// The seat that deals first.
    fn first_dealer(&self, players: usize, seed: u64) -> Result<usize, Refusal> {
        match self.dealer {
            None => Ok((mix(seed ^ FIRST_DEALER) % players as u64) as usize),
            Some(seat) if seat < players => Ok(seat),
            Some(seat) => Err(Refusal::field("dealer", format!("a seat below {players}"), seat.to_string())),
        }
    }
}

/// The turn from which a what-if goes on.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The name of the table.
    pub table: String,
    /// The number of its hand, from 0.
    pub hand: usize,
    /// The number of turns before.
    pub turn: usize,
}

/// The validated setup of a table.
pub struct Setup {
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
    /// By seat: whether declarations are made for it.
    pub auto_declare: Vec<bool>,
    /// The limits of persons' time, if there are any.
    pub clock: Option<Limits>,
    /// Whether seen cards are listed.
    pub seen_cards: bool,
    /// The first hand as a record of its first turns; `None` if it has to be dealt.
    pub start: Option<HandRecord>,
    /// The turn from which it goes on, if it is a what-if.
    pub origin: Option<Origin>,
    /// The name of the tournament whose match it plays, if it plays one. Nobody gets help there.
    pub tournament: Option<String>,
}

impl Setup {
    /// Validates a request. Agents come from `roster`; keys, and seeds that are not given, from `random`.
    ///
    /// # Errors
    /// If rules, record, seats or agents are invalid.
    pub fn read(body: &TableBody, roster: &Roster, random: Random<'_>) -> Result<Setup, Refusal> {
        let mut start = body.record.as_deref().map(|line| record(line, body.turn)).transpose()?;
        let variant = body.variant();
        let mut game = match &start {
            Some(record) => {
                body.check_record(&variant)?;
                Arc::clone(record.game())
            }
            None => Arc::new(variant.game(body.rules.as_deref().unwrap_or_default())?),
        };
        let players = game.players();
        if body.seats.len() != players {
            let expected = format!("{players} names, one per seat");
            let count = body.seats.len().to_string();
            return Err(Refusal::field("seats", expected, count).named("seats").with("n", players));
        }
        let sitters: Vec<Sitter> = (0..)
            .zip(&body.seats)
            .map(|(seat, name)| {
                sitter(&game, seat, [name, body.names.get(seat).map_or("", String::as_str)], roster, random)
            })
            .collect::<Result<_, _>>()?;
        let first = sitters.iter().position(Sitter::is_person);
        // Agents declare as the rules have it.
        let is_automatic = game.rules().declarations.mode == DeclarationMode::Auto;
        let auto_declare = sitters.iter().map(|sitter| {
            if sitter.is_person() {
                body.auto_declare
            } else {
                is_automatic
            }
        });
        if let Some(chosen) = first.and_then(|_| game.by_choice()) {
            let chosen = Arc::new(chosen);
            start = start.map(|record| by_choice(&record, &chosen));
            game = chosen;
        }
        let side = game.side(first.unwrap_or(0)) as u64;
        if body.partners_open && !game.has_partners() {
            let seats_and_sides = format!("{players} seats on as many sides");
            return Err(Refusal::field("partners_open", "rules with partners", seats_and_sides).named("partners"));
        }
        // Smaller than 2^53, so that pages can represent it.
        let seed = body.seed.unwrap_or_else(|| random() >> 11);
        let first_dealer = body.first_dealer(players, seed)?;
        let is_match = body.is_match && start.is_none();
        if let Some(clock) = body.clock {
            clock.check(is_match)?;
        }
        Ok(Setup {
            fixture: Fixture { first_dealer, ..Fixture::new(&game, seed, 0).playing(side) },
            game,
            auto_declare: auto_declare.collect(),
            sitters,
            is_match,
            partners_open: body.partners_open,
            clock: body.clock,
            seen_cards: body.seen_cards.unwrap_or(!is_match),
            start,
            origin: None,
            tournament: None,
        })
    }
}

/// The players of the agents' seats.
///
/// # Errors
/// If an agent cannot play the game, or would see the cards of persons.
pub fn players(game: &Game, sitters: &[Sitter]) -> Result<Vec<Option<Player>>, Refusal> {
    let has_person = sitters.iter().any(Sitter::is_person);
    let seated = |(seat, sitter): (usize, &Sitter)| {
        let Some(Named { name, spec }) = sitter.agent() else {
            return Ok(None);
        };
        let field = format!("seats[{seat}]");
        let player = player(game, &field, name, spec)?;
        check_fair(&player, has_person, &field, name)?;
        Ok(Some(player))
    };
    sitters.iter().enumerate().map(seated).collect()
}

/// Fails if an agent cannot play the game against persons. Errors call it `field`.
///
/// # Errors
/// If it cannot play the game, or would see the cards of persons.
pub fn check_agent(game: &Game, field: &str, name: &str, spec: &AgentSpec) -> Result<(), Refusal> {
    check_fair(&player(game, field, name, spec)?, true, field, name)
}

/// Fails if an agent would see the cards of persons. Errors call it `field`.
pub(crate) fn check_fair(player: &Player, has_person: bool, field: &str, name: &str) -> Result<(), Refusal> {
    if has_person && matches!(player, Player::Cheating(_)) {
        let expected = "an agent that sees only its seat's view, because persons play here";
        return Err(Refusal::field(field, expected, name).named("cheats"));
    }
    Ok(())
}

/// The player of an agent. Errors call it `field`.
///
/// # Errors
/// If it cannot play the game.
pub fn player(game: &Game, field: &str, name: &str, spec: &AgentSpec) -> Result<Player, Refusal> {
    let made = spec.build_player(game);
    made.map_err(|error| {
        let expected = format!("an agent that can play these rules ({error})");
        Refusal::field(field, expected, name).named("agent_cannot")
    })
}

fn sitter(
    game: &Game,
    seat: usize,
    [who, name]: [&str; 2],
    roster: &Roster,
    random: Random<'_>,
) -> Result<Sitter, Refusal> {
    if who == PERSON {
        return Ok(Sitter::Person { key: new_token(random), name: person_name(&format!("names[{seat}]"), name)? });
    }
    let spec = roster.get(&format!("seats[{seat}]"), who, game)?;
    Ok(Sitter::Agent(Named { name: who.to_owned(), spec: spec.clone() }))
}

/// A person's name, without letters that change how others are shown. Errors call it `field`.
///
/// # Errors
/// If it is too long, or has such letters.
pub fn person_name(field: &str, name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let is_bad = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2028}'..='\u{2029}' | '\u{2066}'..='\u{2069}')
    };
    if name.chars().count() > LONGEST_NAME || name.contains(is_bad) {
        let expected = format!("at most {LONGEST_NAME} letters on one line");
        let refused = Refusal::field(field, expected, name);
        return Err(refused.named("name").with("most", LONGEST_NAME));
    }
    Ok(name.to_owned())
}

/// A checked record without `turn` and all later turns. Fails if no decision is due then.
fn record(line: &str, turn: Option<usize>) -> Result<HandRecord, Refusal> {
    let wrong = |error| Refusal::from(error).named("record");
    let mut record = Replayer::new(false).feed(line.as_bytes()).map_err(wrong)?;
    let turns = record.turns.len();
    let turn = turn.unwrap_or(0);
    if turn > turns {
        let expected = format!("at most {turns}, the turns of the record");
        return Err(Refusal::field("turn", expected, turn.to_string()).named("fork_turn"));
    }
    record.turns.truncate(turn);
    (record.result, record.place) = (None, None);
    if record.check().map_err(wrong)?.is_over() {
        let expected = "a turn at which a decision is due";
        return Err(Refusal::field("turn", expected, turn.to_string()).named("fork_turn"));
    }
    Ok(record)
}
