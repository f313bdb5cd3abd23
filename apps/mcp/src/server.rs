//! The tools of the server, as the protocol lists them. A fault is told in words, with the expected value.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::handler::server::wrapper::Parameters;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use spariglio_agents::AgentSpec;
use spariglio_arena::{ArenaConfig, Contest, Entrant, Hands, random_seed};
use spariglio_engine::RuleSet;

use crate::asked::{self, Act, Analyse, Arena, AtTable, Deal, Rules, Style};
use crate::call::{Call, SECONDS};
use crate::judge;
use crate::table::Table;

/// The most hands of an arena.
const MOST_HANDS: u64 = 20_000;
/// The most seconds of an arena.
const MOST_SECONDS: u64 = 3600;
/// The most tables of a client.
const MOST_TABLES: usize = 1000;

/// The server of one client.
#[derive(Clone)]
pub struct Server {
    hints: bool,
    tables: Arc<Mutex<Vec<Table>>>,
}

impl Server {
    pub fn new(hints: bool) -> Server {
        Server { hints, tables: Arc::default() }
    }

    fn tables(&self) -> MutexGuard<'_, Vec<Table>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The result of `look` at a table.
    fn at<T>(&self, number: usize, look: impl FnOnce(&mut Table) -> Result<T, String>) -> Result<T, String> {
        let mut tables = self.tables();
        let count = tables.len();
        let place = number.checked_sub(1).filter(|place| *place < count);
        let place = place.ok_or_else(|| match count {
            0 => format!("table is {number}: there is no table yet, `deal` makes one"),
            _ => format!("table is {number}: expected a table from 1 to {count}"),
        })?;
        look(&mut tables[place])
    }
}

#[tool_router]
impl Server {
    #[tool(description = "List the games: name, seats, sides, cards, and the end of a match.")]
    fn list_games() -> Result<String, String> {
        let line = |name: &&str| {
            let game = asked::game(name)?;
            let (seats, sides, cards, rules) = (game.players(), game.sides(), game.pack_len(), game.rules());
            let end = match (rules.end.limit, rules.end.hands) {
                (Some(limit), _) => format!("to {limit} points"),
                (None, hands) => format!("{} hands", hands.unwrap_or(1)),
            };
            Ok(format!("{name}: {seats} seats, {sides} sides, {cards} cards, {end}\n"))
        };
        RuleSet::preset_names().iter().map(line).collect()
    }

    #[tool(description = "Explain the rules of a game in words, complete and short.")]
    fn explain_rules(Parameters(asked): Parameters<Rules>) -> Result<String, String> {
        let game = asked::game(&asked.game)?;
        Ok(asked.style.wording(&game)?.rules())
    }

    #[tool(description = "Deal a hand at a new table. Tells the table's number, the rules, and what your seat knows.")]
    async fn deal(
        &self,
        Parameters(asked): Parameters<Deal>,
        context: RequestContext<RoleServer>,
    ) -> Result<String, String> {
        if self.tables().len() >= MOST_TABLES {
            return Err(format!("there are {MOST_TABLES} tables: expected fewer; start the server again"));
        }
        let table = Call::run(context, SECONDS, |_| Table::new(asked, random_seed())).await?;
        let text = table.opening()?;
        let mut tables = self.tables();
        tables.push(table);
        Ok(format!("Table {}\n\n{text}", tables.len()))
    }

    #[tool(description = "Show what your seat at a table knows: cards, turns so far, legal actions.")]
    fn view(&self, Parameters(asked): Parameters<AtTable>) -> Result<String, String> {
        self.at(asked.table, |table| table.text(true))
    }

    #[tool(
        description = "Play your action at a table. Tells what follows, or the score at the end. An answer that is no legal action changes nothing."
    )]
    async fn act(
        &self,
        Parameters(asked): Parameters<Act>,
        context: RequestContext<RoleServer>,
    ) -> Result<String, String> {
        let server = self.clone();
        Call::run(context, SECONDS, move |_| {
            server.at(asked.table, |table| {
                table.act(&asked.action)?;
                table.text(false)
            })
        })
        .await
    }

    #[tool(description = "Judge the legal actions of your seat at a table, if the server allows hints. Takes seconds.")]
    async fn hint(
        &self,
        Parameters(asked): Parameters<AtTable>,
        context: RequestContext<RoleServer>,
    ) -> Result<String, String> {
        if !self.hints {
            return Err("hints are not allowed here: expected a server with --allow-hints".to_owned());
        }
        let server = self.clone();
        Call::run(context, SECONDS, move |_| {
            server.at(asked.table, |table| judge::position(&table.record(), &table.wording()?))
        })
        .await
    }

    #[tool(
        description = "Judge a decision of a recorded hand: the expected points of every legal action, and the loss of the action played. Takes seconds."
    )]
    async fn analyse(
        &self,
        Parameters(asked): Parameters<Analyse>,
        context: RequestContext<RoleServer>,
    ) -> Result<String, String> {
        let hints = self.hints;
        Call::run(context, SECONDS, move |_| {
            let record = judge::read(&asked.record)?;
            let is_over = record.check().map_err(|error| format!("record: {error}"))?.is_over();
            if !hints && !is_over {
                return Err(
                    "record: the hand is not over; expected a whole hand, or a server with --allow-hints".to_owned()
                );
            }
            let wording = Style::default().wording(record.game())?;
            match asked.turn {
                None => judge::position(&record, &wording),
                Some(turn) => judge::turn(&record, turn, &wording),
            }
        })
        .await
    }

    #[tool(
        description = "Compare two agents on duplicate deals: mean points per hand of the first one, with a 95 % interval."
    )]
    async fn arena(
        Parameters(asked): Parameters<Arena>,
        context: RequestContext<RoleServer>,
    ) -> Result<String, String> {
        let seconds = asked.seconds.unwrap_or(SECONDS);
        if !(1..=MOST_SECONDS).contains(&seconds) {
            return Err(format!("seconds is {seconds}: expected 1 to {MOST_SECONDS}"));
        }
        Call::run(context, seconds, move |call| {
            let game = asked::game(&asked.game)?;
            let hands = asked.hands.unwrap_or(1000);
            if !(2..=MOST_HANDS).contains(&hands) {
                return Err(format!("hands is {hands}: expected 2 to {MOST_HANDS}"));
            }
            let spec = |text: &String| {
                let spec = AgentSpec::parse(text).map_err(|error| format!("agents: {error}"))?;
                spec.build_honest(&game).map_err(|error| format!("agents: {error}"))?;
                Ok::<_, String>(spec)
            };
            let [first, second] = [spec(&asked.agents[0])?, spec(&asked.agents[1])?];
            let config = ArenaConfig { hands, seed: asked.seed.unwrap_or(1), ..ArenaConfig::default() };
            let entrants = [first.clone(), second.clone()].map(Entrant::new);
            let result = Contest::<Hands>::round_robin(&game, &entrants, &config).play(None, call);
            let result = result.map_err(|error| error.to_string())?;
            let slow = || {
                format!("no deal was played to its end in {seconds} seconds: expected quicker agents or more seconds")
            };
            let figures = &result.pairs.first().ok_or_else(slow)?.figures;
            let (mean, played, name) = (figures.margin.mean, figures.hands, asked.game);
            let stopped = if played < hands { format!("; ended after {seconds} seconds") } else { String::new() };
            let within = match figures.margin.interval {
                Some([low, high]) => format!("95 % interval {low:+.3} to {high:+.3}"),
                None => "too few sets for an interval".to_owned(),
            };
            Ok(format!(
                "{first} against {second} in {name}: {mean:+.3} points per hand over {played} hands ({within}{stopped})."
            ))
        })
        .await
    }
}

#[tool_handler(
    name = "spariglio",
    instructions = "Play and study the Scopa family of card games. Start with list_games and explain_rules; deal makes a table, act plays at it."
)]
impl ServerHandler for Server {}
