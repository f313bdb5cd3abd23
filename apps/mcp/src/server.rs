//! The tools of the server, as the protocol lists them. A fault is told in words, with the expected value.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResult, GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult, ListResourcesResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp::serde_json::json;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use spariglio_agents::AgentSpec;
use spariglio_arena::deals::unforeseen::random_seed;
use spariglio_arena::{ArenaConfig, Contest, Entrant, Hands};
use spariglio_engine::RuleSet;
use spariglio_engine::record::HandRecord;

use crate::asked::{self, Act, Analyse, Arena, AtTable, Deal, Rules, Style, Whole};
use crate::call::{Call, SECONDS};
use crate::judge::{self, both};
use crate::offer;
use crate::table::Table;

/// How a client begins.
const INSTRUCTIONS: &str = "Play and study the Scopa family of card games. Start with list_games and explain_rules; deal makes a table, act plays at it.";
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
    tools: ToolRouter<Server>,
}

impl Server {
    pub fn new(hints: bool) -> Server {
        let mut tools = Server::tool_router();
        if !hints {
            tools.remove_route("hint");
        }
        Server { hints, tables: Arc::default(), tools }
    }

    fn tables(&self) -> MutexGuard<'_, Vec<Table>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The result of `look` at a table.
    fn at<T>(
        &self,
        Whole(number): Whole,
        look: impl FnOnce(usize, &mut Table) -> Result<T, String>,
    ) -> Result<T, String> {
        let mut tables = self.tables();
        let count = tables.len();
        let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let place = place.filter(|place| *place < count);
        let place = place.ok_or_else(|| match count {
            0 => format!("table is {number}: there is no table yet, `deal` makes one"),
            _ => format!("table is {number}: expected a table from 1 to {count}"),
        })?;
        look(place + 1, &mut tables[place])
    }

    /// Refuses to judge a record if that could be a hint: a hand is in progress, and the record is not of another hand
    /// that ended here.
    fn check_judging(&self, record: &HandRecord) -> Result<(), String> {
        if self.hints {
            return Ok(());
        }
        let tables = self.tables();
        let mut open = Vec::new();
        let mut ended_here = false;
        for (number, table) in (1..).zip(tables.iter()) {
            if table.is_over()? {
                ended_here |= table.is_recorded(record);
            } else {
                open.push((number, table.is_dealt(record)));
            }
        }
        if open.is_empty() || ended_here && open.iter().all(|(_, is_dealt)| !is_dealt) {
            return Ok(());
        }
        let open: Vec<String> = open.iter().map(|(number, _)| number.to_string()).collect();
        Err(format!(
            "record: a hand is in progress (table {}): expected that of another hand that ended at a table here, or no hand in progress \
             (`act` plays it to its end), or a server with --allow-hints",
            open.join(", ")
        ))
    }
}

#[tool_router]
impl Server {
    #[tool(
        description = "List the games: name, seats, sides, cards, and the end of a match.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    fn list_games() -> Result<CallToolResult, String> {
        let (mut lines, mut games) = (String::new(), Vec::new());
        for name in RuleSet::preset_names() {
            let game = asked::game(name)?;
            let (seats, sides, cards, rules) = (game.players(), game.sides(), game.pack_len(), game.rules());
            let end = match (rules.end.limit, rules.end.hands) {
                (Some(limit), _) => format!("to {limit} points"),
                (None, hands) => format!("{} hands", hands.unwrap_or(1)),
            };
            lines += &format!("{name}: {seats} seats, {sides} sides, {cards} cards, {end}\n");
            games.push(json!({ "name": name, "seats": seats, "sides": sides, "cards": cards, "end": end }));
        }
        Ok(both(lines, json!({ "games": games })))
    }

    #[tool(
        description = "Explain the rules of a game in words, complete and short.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    fn explain_rules(Parameters(asked): Parameters<Rules>) -> Result<String, String> {
        let game = asked::game(&asked.game)?;
        Ok(asked.style.wording(&game)?.rules())
    }

    #[tool(
        description = "Deal a hand at a new table, perhaps of a new game. Tells the table's number, the rules, and what your seat knows.",
        annotations(read_only_hint = false, destructive_hint = false, open_world_hint = false)
    )]
    async fn deal(
        &self,
        Parameters(asked): Parameters<Deal>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, String> {
        if self.tables().len() >= MOST_TABLES {
            return Err(format!("there are {MOST_TABLES} tables: expected fewer; start the server again"));
        }
        let table = Call::run(context, SECONDS, |_| Table::new(asked, random_seed())).await?;
        let text = table.opening()?;
        let mut tables = self.tables();
        let number = tables.len() + 1;
        let object = table.object(number)?;
        tables.push(table);
        Ok(both(format!("Table {number}\n\n{text}"), object))
    }

    #[tool(
        description = "Show what your seat at a table knows: cards, turns so far, legal actions.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    fn view(&self, Parameters(asked): Parameters<AtTable>) -> Result<CallToolResult, String> {
        self.at(asked.table, |number, table| Ok(both(table.text(true)?, table.object(number)?)))
    }

    #[tool(
        description = "Play your action at a table. Tells what follows, or the score at the end. An answer that is no legal action changes nothing.",
        annotations(read_only_hint = false, destructive_hint = false, open_world_hint = false)
    )]
    async fn act(
        &self,
        Parameters(asked): Parameters<Act>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, String> {
        let server = self.clone();
        Call::run(context, SECONDS, move |_| {
            server.at(asked.table, |number, table| {
                table.act(&asked.action)?;
                Ok(both(table.text(false)?, table.object(number)?))
            })
        })
        .await
    }

    #[tool(
        description = "Judge the legal actions of your seat at a table. Takes seconds.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn hint(
        &self,
        Parameters(asked): Parameters<AtTable>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, String> {
        let server = self.clone();
        Call::run(context, SECONDS, move |_| {
            server.at(asked.table, |_, table| judge::position(&table.record(), &table.wording()?))
        })
        .await
    }

    #[tool(
        description = "Review your decisions in a hand that is over: points lost by each, and the best action. Takes seconds.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn review(
        &self,
        Parameters(asked): Parameters<AtTable>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, String> {
        let server = self.clone();
        Call::run(context, SECONDS, move |_| {
            server.check_judging(&server.at(asked.table, |_, table| table.ended())?)?;
            server.at(asked.table, |_, table| table.review())
        })
        .await
    }

    #[tool(
        description = "Judge a decision of a recorded hand: the expected points of every legal action, and the loss of the action played. Takes seconds.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn analyse(
        &self,
        Parameters(asked): Parameters<Analyse>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, String> {
        let server = self.clone();
        Call::run(context, SECONDS, move |_| {
            let record = judge::read(&asked.record)?;
            let is_over = record.check().map_err(|error| format!("record: {error}"))?.is_over();
            if !server.hints && !is_over {
                return Err(
                    "record: the hand is not over; expected a whole hand, or a server with --allow-hints".to_owned()
                );
            }
            server.check_judging(&record)?;
            let wording = Style::default().wording(record.game())?;
            match asked.turn {
                None => judge::position(&record, &wording),
                Some(Whole(turn)) => judge::turn(&record, usize::try_from(turn).unwrap_or(usize::MAX), &wording),
            }
        })
        .await
    }

    #[tool(
        description = "Compare two agents on duplicate deals: mean points per hand of the first one, with a 95 % interval.",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn arena(
        Parameters(asked): Parameters<Arena>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, String> {
        let seconds = asked.seconds.map_or(SECONDS, |Whole(seconds)| seconds);
        if !(1..=MOST_SECONDS).contains(&seconds) {
            return Err(format!("seconds is {seconds}: expected 1 to {MOST_SECONDS}"));
        }
        Call::run(context, seconds, move |call| {
            let game = asked::game(&asked.game)?;
            let hands = asked.hands.map_or(1000, |Whole(hands)| hands);
            if !(2..=MOST_HANDS).contains(&hands) {
                return Err(format!("hands is {hands}: expected 2 to {MOST_HANDS}"));
            }
            let spec = |text: &String| {
                let spec = AgentSpec::parse(text).map_err(|error| format!("agents: {error}"))?;
                spec.build_honest(&game).map_err(|error| format!("agents: {error}"))?;
                Ok::<_, String>(spec)
            };
            let [first, second] = [spec(&asked.agents[0])?, spec(&asked.agents[1])?];
            let config = ArenaConfig { hands, seed: asked.seed.map_or(1, |Whole(seed)| seed), ..ArenaConfig::default() };
            let entrants = [first.clone(), second.clone()].map(Entrant::new);
            let result = Contest::<Hands>::round_robin(&game, &entrants, &config).play(None, call);
            let result = result.map_err(|error| error.to_string())?;
            let slow = || {
                format!("no deal was played to its end in {seconds} seconds: expected quicker agents or more seconds")
            };
            let figures = &result.pairs.first().ok_or_else(slow)?.figures;
            let (mean, played, name) = (figures.margin.mean, figures.hands, asked.game);
            let object = json!({
                "agents": [first.to_string(), second.to_string()], "game": name, "mean": mean,
                "interval": figures.margin.interval, "hands": played, "is_complete": played >= hands,
            });
            let stopped = if played < hands { format!("; ended after {seconds} seconds") } else { String::new() };
            let within = match figures.margin.interval {
                Some([low, high]) => format!("95 % interval {low:+.3} to {high:+.3}"),
                None => "too few sets for an interval".to_owned(),
            };
            let text = format!(
                "{first} against {second} in {name}: {mean:+.3} points per hand over {played} hands ({within}{stopped})."
            );
            Ok(both(text, object))
        })
        .await
    }
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let offers = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts();
        ServerConfig::new(offers.build())
            .with_server_info(Implementation::new("spariglio", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(offer::resources()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        offer::read(&request.uri).map(Into::into)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(offer::prompts()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        offer::prompt(&request).map(Into::into)
    }
}
