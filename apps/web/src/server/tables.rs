//! The requests about tables.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Extension, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::response::sse::Event;
use serde::Deserialize;
use serde_json::json;
use spariglio_arena::deals::unforeseen::random_seed;
use spariglio_table::refusal::{Refusal, answer};
use spariglio_table::teaching::in_words;
use spariglio_table::{
    ClosedBody, ForkBody, HintBody, LeaveBody, Look, Named, Resume, Setup, Table, TableBody, Waiting,
};

use super::{Answered, Server, Shared, beside, language, success, text, version};
use crate::guard::SEAT_KEY;
use crate::guests::{self, GuestRequest};
use crate::request::{InPath, InQuery, JsonBody, PageQuery, json_bytes};
use crate::table::OpenTable;
use crate::tables::LEFT;

pub(super) async fn list_tables(State(server): State<Shared>) -> Response {
    success(&json!(server.tables.listed()))
}

pub(super) async fn open_table(State(server): State<Shared>, JsonBody(body): JsonBody<TableBody>) -> Answered {
    open(server, move |server| Setup::read(&body, &server.roster, &mut random_seed)).await
}

/// Opens a table with a setup.
async fn open(server: Shared, setup: impl FnOnce(&Server) -> Result<Setup, Refusal> + Send + 'static) -> Answered {
    let opened = beside(move || server.tables.open(setup(&server)?)).await??;
    Ok(answer(StatusCode::CREATED, &opened))
}

/// The rules of a table in words: persons may have made them.
pub(super) async fn table_rules(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    InQuery(query): InQuery<PageQuery>,
    headers: HeaderMap,
) -> Answered {
    let table = server.tables.get(&id)?;
    let game = table.look(|table| Arc::clone(table.game()));
    Ok(success(&in_words(&game, language(&server, &query, &headers))))
}

pub(super) async fn show_table(
    request: TableRequest,
    InQuery(look): InQuery<Look>,
    guest: Option<Extension<GuestRequest>>,
) -> Answered {
    let table = request.table()?;
    let viewer = table.look(|table| look.viewer(table, request.key()))?;
    let mut snapshot = table.snapshot(viewer, look.before)?;
    snapshot["is_guest"] = json!(guest.is_some());
    Ok(success(&snapshot))
}

/// What a request says of a table: its name in the path, and the page's key in the headers.
pub(super) struct TableRequest {
    server: Shared,
    id: String,
    headers: HeaderMap,
}

impl FromRequestParts<Shared> for TableRequest {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, server: &Shared) -> Result<TableRequest, Refusal> {
        let InPath(id): InPath<String> = InPath::from_request_parts(parts, server).await?;
        Ok(TableRequest { server: Arc::clone(server), id, headers: parts.headers.clone() })
    }
}

impl TableRequest {
    fn table(&self) -> Result<Arc<OpenTable>, Refusal> {
        self.server.tables.get(&self.id)
    }

    /// The key of a seat that the page sends; empty if it sends none.
    fn key(&self) -> &str {
        let key = self.headers.get(SEAT_KEY).and_then(|value| value.to_str().ok());
        key.unwrap_or_default()
    }

    /// Fails if the page may not act for a seat of the table.
    fn check_key(&self, table: &OpenTable, seat: usize) -> Result<(), Refusal> {
        table.look(|table| table.check_key(seat, self.key()))
    }

    /// The table, for a page that may act for `seat`.
    fn seat(&self, seat: usize) -> Result<Arc<OpenTable>, Refusal> {
        let table = self.table()?;
        self.check_key(&table, seat).map(|()| table)
    }

    /// The table. Fails if persons play and the page has none of their keys.
    fn own(&self) -> Result<Arc<OpenTable>, Refusal> {
        let table = self.table()?;
        table.look(|table| table.check_own(self.key())).map(|()| table)
    }
}

/// The table in the path of a request. Refused if persons play and the page has none of their keys.
pub(super) struct Own(Arc<OpenTable>);

impl FromRequestParts<Shared> for Own {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, server: &Shared) -> Result<Own, Refusal> {
        TableRequest::from_request_parts(parts, server).await?.own().map(Own)
    }
}

/// A change that a table makes itself: the last part of the path names it.
pub(super) async fn post(asked: TableRequest, request: Request) -> Answered {
    let path = request.uri().path().to_owned();
    let what = path.rsplit('/').next().unwrap_or_default();
    let body = json_bytes(request).await?;
    version(asked.table()?.tell_of(|table| table.post(what, &body, asked.key()))?)
}

pub(super) async fn fork(
    State(server): State<Shared>,
    Own(table): Own,
    JsonBody(body): JsonBody<ForkBody>,
) -> Answered {
    open(server, move |_| table.look(|table| table.fork(body.turn, &mut random_seed))).await
}

pub(super) async fn hint(request: TableRequest, JsonBody(body): JsonBody<HintBody>) -> Answered {
    let (table, server) = (request.table()?, &request.server);
    match body.seat {
        Some(seat) => request.check_key(&table, seat)?,
        None if table.look(Table::is_watched) => (),
        None => return Err(Refusal::field("seat", "the requesting person's seat", "none")),
    }
    let _turn = server.hints.acquire().await;
    let (position, partners_open) =
        table.look(|table| (table.position(body.seat, body.version), table.partners_open()));
    let ((record, hand), judges) = (position?, Arc::clone(&server.judges));
    let mut hint = beside(move || judges.hint(&record, hand, partners_open)).await??;
    hint["version"] = json!(body.version);
    Ok(success(&hint))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, tag = "how", rename_all = "snake_case")]
pub(super) enum ResumeBody {
    Again { version: u64 },
    Next { version: u64 },
    Replace { version: u64, agent: String },
}

pub(super) async fn resume(
    State(server): State<Shared>,
    Own(table): Own,
    JsonBody(body): JsonBody<ResumeBody>,
) -> Answered {
    let (old, how) = match body {
        ResumeBody::Again { version } => (version, Resume::Again),
        ResumeBody::Next { version } => (version, Resume::Next),
        ResumeBody::Replace { version, agent } => {
            let game = table.look(|table| Arc::clone(table.game()));
            let spec = server.roster.get("agent", &agent, &game)?.clone();
            (version, Resume::Replace(Named { name: agent, spec }))
        }
    };
    let resume = move || {
        let (game, stopped) = table.look(|table| (Arc::clone(table.game()), table.stopped(old)));
        let stopped = stopped?;
        let player = how.player(&game, &stopped)?;
        table.change(|table| table.resume(old, how, &stopped, player))
    };
    version(beside(resume).await??)
}

pub(super) async fn move_now(Own(table): Own) -> Answered {
    table.look(Table::hurry)?;
    Ok(answer(StatusCode::ACCEPTED, &json!({})))
}

pub(super) async fn closed(request: TableRequest, JsonBody(body): JsonBody<ClosedBody>) -> Answered {
    let table = request.seat(body.seat)?;
    let close = move || {
        let (game, persons) = table.look(|table| (Arc::clone(table.game()), table.persons()));
        let spec = request.server.roster.get("agent", &body.agent, &game)?.clone();
        let waiting = Waiting::new(&game, &persons, body.seat, &Named { name: body.agent.clone(), spec })?;
        table.change(|table| table.close_hand(&body.agent, waiting))
    };
    beside(close).await??;
    Ok(answer(StatusCode::ACCEPTED, &json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InviteBody {
    seat: usize,
}

pub(super) async fn invite(request: TableRequest, JsonBody(body): JsonBody<InviteBody>) -> Answered {
    let table = request.seat(body.seat)?;
    let path = guests::link(&table.id, body.seat, &table.quietly(|table| table.invite(body.seat, &mut random_seed)));
    Ok(answer(StatusCode::CREATED, &json!({"path": path})))
}

pub(super) async fn leave(
    request: TableRequest,
    guest: Option<Extension<GuestRequest>>,
    JsonBody(body): JsonBody<LeaveBody>,
) -> Answered {
    let table = request.table()?;
    if let Some(seat) = body.seat {
        request.check_key(&table, seat)?;
        return version(table.change(|table| table.give_up(seat))?);
    }
    if guest.is_some() {
        return Err(guests::refused("leave"));
    }
    if table.look(Table::is_held) {
        return Err(Refusal::conflict("table", "a table that plays no tournament", "this one").named("in_tournament"));
    }
    if table.idle(Instant::now()) < LEFT {
        request.own()?;
    }
    request.server.tables.leave(&request.id)?;
    Ok(success(&json!({})))
}

pub(super) async fn record(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    Ok(text("application/x-ndjson", server.tables.get(&id)?.look(Table::records)))
}

pub(super) async fn table_events(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    let table = server.tables.get(&id)?;
    server.streams.open(table.listen(), |news| {
        let data = json!({"version": news.version, "what": news.what});
        Event::default()
            .event("table")
            .id(news.version.to_string())
            .data(data.to_string())
    })
}
