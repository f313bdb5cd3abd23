//! All tables of one page that has no server: it answers the requests of the pages, and lets agents play.

use std::collections::BTreeMap;
use std::time::Duration;

use http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use spariglio_engine::Game;
use spariglio_engine::random::mix;
use spariglio_text::Language;

use crate::moment::Moment;
use crate::refusal::Refusal;
use crate::roster::Roster;
use crate::setup::{Named, Setup, TableBody};
use crate::table::closed::Waiting;
use crate::table::question::Question;
use crate::table::requests::{ClosedBody, ForkBody, HintBody, LeaveBody, Look, read};
use crate::table::steps::{Bench, Outcome, Task};
use crate::table::{Changed, News, Table};
use crate::teaching::{in_words, presets};

/// Maximum number of tables.
const MOST_TABLES: usize = 32;

/// A request of a page, in the terms of a server.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageRequest {
    method: String,
    /// With its query.
    path: String,
    #[serde(default)]
    body: String,
    /// The key of the page's seat.
    #[serde(default)]
    key: String,
}

/// The outcome of a step.
pub struct Step {
    /// The changed tables by name, with their news.
    pub news: Vec<(String, News)>,
    /// The time until the next step; `None` if nothing happens before the next request.
    pub wait: Option<Duration>,
}

/// A table with the players of its agents.
struct Open {
    table: Table,
    bench: Bench,
    /// The hand that an agent is asked about, with its answer as soon as it has decided.
    question: Option<(Question, Option<Outcome>)>,
    /// Whether it has changed since it was last written.
    is_new: bool,
}

/// All tables of a page.
pub struct House {
    tables: BTreeMap<String, Open>,
    roster: Roster,
    seed: u64,
    drawn: u64,
}

impl Step {
    /// The next step is due in `left` or sooner.
    fn within(&mut self, left: Duration) {
        self.wait = Some(self.wait.map_or(left, |wait| wait.min(left)));
    }
}

impl House {
    /// A house without tables. Everything random follows from `seed`.
    ///
    /// # Panics
    /// Never: no two levels have the same name.
    #[must_use]
    pub fn new(seed: u64) -> House {
        let roster = Roster::new(Vec::new()).expect("names that differ");
        House { tables: BTreeMap::new(), roster, seed, drawn: 0 }
    }

    /// The answer to a page: the status of a server's answer, and JSON or lines of JSON.
    pub fn answer(&mut self, request: &PageRequest) -> (u16, String) {
        let answer = self.route(request);
        let (status, body) = answer.unwrap_or_else(|refusal| (refusal.status, refusal.body().to_string()));
        (status.as_u16(), body)
    }

    /// Puts back a table that was written by [`House::written`].
    ///
    /// # Errors
    /// It is damaged, or an agent cannot play any more; the text says why.
    pub fn restore(&mut self, text: &str) -> Result<(), String> {
        let table = Table::from_text(text, &self.roster).map_err(|error| error.to_string())?;
        self.seat(table).map_err(|refusal| refusal.body().to_string())
    }

    /// Removes a table that another page has closed.
    pub fn forget(&mut self, id: &str) {
        self.tables.remove(id);
    }

    /// The tables that have changed since the last call, as text by name.
    pub fn written(&mut self) -> Vec<(String, String)> {
        let text = |open: &mut Open| {
            let is_new = std::mem::take(&mut open.is_new);
            is_new.then(|| (open.table.id().to_owned(), open.table.to_text()))
        };
        self.tables.values_mut().filter_map(text).collect()
    }

    /// Does the tasks of each table that are due. An agent begins to think in one step, so that pages can say so, and
    /// decides in the next one.
    pub fn step(&mut self) -> Step {
        let mut step = Step { news: Vec::new(), wait: None };
        for open in self.tables.values_mut() {
            open.step(&mut step);
        }
        step
    }

    fn route(&mut self, request: &PageRequest) -> Result<(StatusCode, String), Refusal> {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let language = value(query, "lang").and_then(|code| code.parse().ok()).unwrap_or_default();
        let success = |value: Value| Ok((StatusCode::OK, value.to_string()));
        match (request.method.as_str(), &parts[..]) {
            ("GET", ["api", "about"]) => success(about()),
            ("GET", ["api", "rules"]) => success(presets()),
            ("GET", ["api", "rules", name, "text"]) => rules(name, language),
            ("GET", ["api", "agents"]) => success(self.roster.listing()),
            ("GET", ["api", "tables"]) => success(self.listed()),
            ("POST", ["api", "tables"]) => {
                let body: TableBody = read(&request.body)?;
                let setup = Setup::read(&body, &self.roster, &mut random(self.seed, &mut self.drawn))?;
                self.open(setup)
            }
            ("GET", ["api", "tables", id]) => {
                let (table, look) = (&self.table(id)?.table, look(query)?);
                success(table.snapshot(look.viewer(table, &request.key)?, look.before)?)
            }
            ("GET", ["api", "tables", id, "rules"]) => success(in_words(self.table(id)?.table.game(), language)),
            ("GET", ["api", "tables", id, "record"]) => Ok((StatusCode::OK, self.table(id)?.table.records())),
            ("POST", ["api", "tables", id, what]) => self.post(id, what, request),
            _ => Err(Refusal::missing("path")),
        }
    }

    fn post(&mut self, id: &str, what: &str, request: &PageRequest) -> Result<(StatusCode, String), Refusal> {
        let key = &request.key;
        match what {
            "fork" => {
                let ForkBody { turn } = read(&request.body)?;
                let table = &find(&mut self.tables, id)?.table;
                table.check_own(key)?;
                let setup = table.fork(turn, &mut random(self.seed, &mut self.drawn))?;
                self.open(setup)
            }
            "closed" => {
                let ClosedBody { seat, agent } = read(&request.body)?;
                let open = find(&mut self.tables, id)?;
                open.table.check_key(seat, key)?;
                let spec = self.roster.get("agent", &agent, open.table.game())?.clone();
                let named = Named { name: agent.clone(), spec };
                let waiting = Waiting::new(open.table.game(), &open.table.persons(), seat, &named)?;
                open.change(|table| table.close_hand(&agent, waiting))
            }
            "leave" => {
                let LeaveBody { seat } = read(&request.body)?;
                let open = find(&mut self.tables, id)?;
                match seat {
                    Some(seat) => {
                        open.table.check_key(seat, key)?;
                        open.change(|table| table.give_up(seat))
                    }
                    None => {
                        open.table.check_own(key)?;
                        self.tables.remove(id);
                        Ok((StatusCode::OK, "{}".to_owned()))
                    }
                }
            }
            // The page asks a search.
            "hints" => {
                let HintBody { seat, version } = read(&request.body)?;
                let table = &self.table(id)?.table;
                table.check_own(key)?;
                let (record, _) = table.position(seat, version)?;
                let question = json!({"record": record.to_line(), "partners_open": table.partners_open()});
                Ok((StatusCode::OK, question.to_string()))
            }
            "move_now" => {
                find(&mut self.tables, id)?.table.hurry()?;
                Ok((StatusCode::ACCEPTED, "{}".to_owned()))
            }
            other => {
                let open = find(&mut self.tables, id)?;
                let news = open.table.post(other, request.body.as_bytes(), key)?;
                open.is_new = true;
                Ok((StatusCode::OK, version(news)))
            }
        }
    }

    fn open(&mut self, setup: Setup) -> Result<(StatusCode, String), Refusal> {
        if self.tables.len() >= MOST_TABLES {
            self.make_room();
        }
        let table = Table::new(setup, &mut random(self.seed, &mut self.drawn));
        let opened = table.opened();
        self.seat(table)?;
        Ok((StatusCode::CREATED, opened.to_string()))
    }

    /// Removes the table that was not used for the longest time.
    fn make_room(&mut self) {
        let now = Moment::now();
        let oldest = self.tables.iter().max_by_key(|(_, open)| open.table.idle(now));
        if let Some(id) = oldest.map(|(id, _)| id.clone()) {
            self.tables.remove(&id);
        }
    }

    fn seat(&mut self, table: Table) -> Result<(), Refusal> {
        let bench = Bench::new(table.players()?);
        let open = Open { bench, table, question: None, is_new: true };
        self.tables.insert(open.table.id().to_owned(), open);
        Ok(())
    }

    fn table(&self, id: &str) -> Result<&Open, Refusal> {
        self.tables.get(id).ok_or_else(|| Refusal::missing("table"))
    }

    fn listed(&self) -> Value {
        let now = Moment::now();
        self.tables.values().map(|open| open.table.listed(now)).collect()
    }
}

impl Open {
    /// Does the tasks that are due, until an agent has begun to think or something has to wait.
    fn step(&mut self, step: &mut Step) {
        loop {
            let news = match self.question.take() {
                Some((question, outcome)) if self.table.live().place() == question.place => {
                    let outcome = outcome.unwrap_or_else(|| self.bench.answer(&question));
                    if let Some(left) = self.table.waits(question.place) {
                        if left < Duration::MAX {
                            step.within(left);
                        }
                        self.question = Some((question, Some(outcome)));
                        return;
                    }
                    self.table.try_change(|table| table.answered(&question, outcome))
                }
                // The position is another one now.
                Some(_) => None,
                None => match self.table.task() {
                    Some(task) => self.make(task),
                    None if self.is_out_of_time(step) => self.table.try_change(Table::run_out),
                    None => return,
                },
            };
            if let Some(news) = news {
                self.is_new = true;
                step.news.push((self.table.id().to_owned(), news));
            }
            if self.question.is_some() {
                step.within(Duration::ZERO);
                return;
            }
        }
    }

    /// Whether the time of a person has run out; if not, the next step is due at that time.
    fn is_out_of_time(&self, step: &mut Step) -> bool {
        let left = self.table.time_left();
        left.inspect(|left| step.within(*left)).is_some_and(|left| left.is_zero())
    }

    fn make(&mut self, task: Task) -> Option<News> {
        match task {
            Task::Declare(action) => self.table.try_change(|table| table.declare(action)),
            Task::Close(question, waiting) => {
                let seat = waiting.seat;
                let margin = self.bench.play_closed(&question, waiting);
                self.table.try_change(|table| Some(table.note_closed(&question, seat, margin)))
            }
            Task::Seat(seat, player) => {
                self.bench.seat(seat, player);
                None
            }
            Task::End(question) => {
                self.bench.end(&question);
                None
            }
            Task::Decide(question) => {
                let news = self.table.think(&question, None);
                self.question = Some((question, None));
                news
            }
        }
    }

    /// Makes a change that a page asks for.
    fn change(&mut self, change: impl FnOnce(&mut Table) -> Changed) -> Result<(StatusCode, String), Refusal> {
        let news = self.table.change(change)?;
        self.is_new = true;
        Ok((StatusCode::OK, version(news)))
    }
}

/// A source of random bits: the `drawn`-th number of a seed.
fn random(seed: u64, drawn: &mut u64) -> impl FnMut() -> u64 + '_ {
    move || {
        *drawn += 1;
        mix(mix(seed) ^ *drawn)
    }
}

fn find<'t>(tables: &'t mut BTreeMap<String, Open>, id: &str) -> Result<&'t mut Open, Refusal> {
    tables.get_mut(id).ok_or_else(|| Refusal::missing("table"))
}

fn version(news: News) -> String {
    json!({"version": news.version}).to_string()
}

fn about() -> Value {
    let hints = "net-search, or ismcts if there is no network";
    json!({"version": env!("CARGO_PKG_VERSION"), "hints": hints, "limits": {"tables": MOST_TABLES}})
}

fn rules(name: &str, language: Language) -> Result<(StatusCode, String), Refusal> {
    let game = Game::preset(name).ok_or_else(|| Refusal::missing("path"))?;
    Ok((StatusCode::OK, in_words(&game, language).to_string()))
}

/// The value of a field of a query.
fn value<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    query.split('&').find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
}

/// The parameters of a query.
fn look(query: &str) -> Result<Look, Refusal> {
    let number = |name: &str| {
        let read = value(query, name).map(str::parse).transpose();
        read.map_err(|_| Refusal::field(name, "a whole number", query))
    };
    Ok(Look { seat: number("seat")?, eyes: number("eyes")?, before: number("before")? })
}
