//! The requests about tables.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Extension, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::response::sse::Event;
use serde::Deserialize;
use serde_json::json;

use super::{Answered, Server, Shared, beside, language, success, text, version};
use crate::guard::SEAT_KEY;
use crate::guests::{self, GuestRequest};
use crate::refusal::{Refusal, answer};
use crate::request::{InPath, InQuery, JsonBody, PageQuery};
use crate::table::{Named, Pace, Resume, Setup, Table, TableBody, Viewer};
use crate::tables::LEFT;
use crate::teaching::in_words;

pub(super) async fn list_tables(State(server): State<Shared>) -> Response {
    success(&json!(server.tables.listed()))
}

pub(super) async fn open_table(State(server): State<Shared>, JsonBody(body): JsonBody<TableBody>) -> Answered {
    open(server, move |server| Setup::read(&body, &server.roster)).await
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
    Ok(success(&in_words(table.game(), language(&server, &query, &headers))))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Look {
    seat: Option<usize>,
    eyes: Option<usize>,
    before: Option<usize>,
}

pub(super) async fn show_table(
    request: TableRequest,
    InQuery(look): InQuery<Look>,
    guest: Option<Extension<GuestRequest>>,
) -> Answered {
    let table = request.table()?;
    let viewer = match (look.seat, look.eyes) {
        (Some(seat), _) => {
            request.check_key(&table, seat)?;
            Viewer::Seat(seat)
        }
        (None, Some(seat)) => Viewer::Eyes(seat),
        (None, None) => Viewer::All,
    };
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
    fn table(&self) -> Result<Arc<Table>, Refusal> {
        self.server.tables.get(&self.id)
    }

    /// Fails if the page may not act for a seat of the table.
    fn check_key(&self, table: &Table, seat: usize) -> Result<(), Refusal> {
        let key = self.headers.get(SEAT_KEY).and_then(|value| value.to_str().ok());
        table.check_key(seat, key.unwrap_or_default())
    }

    /// The table, for a page that may act for `seat`.
    fn seat(&self, seat: usize) -> Result<Arc<Table>, Refusal> {
        let table = self.table()?;
        self.check_key(&table, seat).map(|()| table)
    }

    /// The table. Fails if persons play and the page has none of their keys.
    fn own(&self) -> Result<Arc<Table>, Refusal> {
        let table = self.table()?;
        let seats: Vec<usize> = table.keys().map(|(seat, _)| seat).collect();
        let is_own = seats.is_empty() || seats.iter().any(|&seat| self.check_key(&table, seat).is_ok());
        match (is_own, seats.first()) {
            (false, Some(&seat)) => self.check_key(&table, seat).map(|()| table),
            _ => Ok(table),
        }
    }
}

/// The table in the path of a request. Refused if persons play and the page has none of their keys.
pub(super) struct Own(Arc<Table>);

impl FromRequestParts<Shared> for Own {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, server: &Shared) -> Result<Own, Refusal> {
        TableRequest::from_request_parts(parts, server).await?.own().map(Own)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActionBody {
    seat: usize,
    version: u64,
    action: String,
}

pub(super) async fn act(request: TableRequest, JsonBody(body): JsonBody<ActionBody>) -> Answered {
    let table = request.seat(body.seat)?;
    version(table.act(body.seat, body.version, &body.action)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatBody {
    seat: usize,
    version: u64,
}

pub(super) async fn undo(request: TableRequest, JsonBody(body): JsonBody<SeatBody>) -> Answered {
    let table = request.seat(body.seat)?;
    version(table.undo(body.seat, body.version)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ForkBody {
    turn: usize,
}

pub(super) async fn fork(
    State(server): State<Shared>,
    Own(table): Own,
    JsonBody(body): JsonBody<ForkBody>,
) -> Answered {
    open(server, move |_| table.fork(body.turn)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HintBody {
    seat: Option<usize>,
    version: u64,
}

pub(super) async fn hint(request: TableRequest, JsonBody(body): JsonBody<HintBody>) -> Answered {
    let (table, server) = (request.table()?, &request.server);
    match body.seat {
        Some(seat) => request.check_key(&table, seat)?,
        None if table.is_watched() => (),
        None => return Err(Refusal::field("seat", "the requesting person's seat", "none")),
    }
    let _turn = server.hints.acquire().await;
    let (record, hand) = table.position(body.seat, body.version)?;
    let (judges, partners_open) = (Arc::clone(&server.judges), table.partners_open());
    let mut hint = beside(move || judges.hint(&record, hand, partners_open)).await??;
    hint["version"] = json!(body.version);
    Ok(success(&hint))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PaceBody {
    millis: u32,
    #[serde(default)]
    paused: bool,
    #[serde(default)]
    step: bool,
}

pub(super) async fn pace(Own(table): Own, JsonBody(body): JsonBody<PaceBody>) -> Answered {
    let (millis, paused) = (body.millis.min(60_000), body.paused);
    version(table.set_pace(Pace { millis, paused }, body.step))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingsBody {
    seat: usize,
    auto_declare: bool,
}

pub(super) async fn settings(request: TableRequest, JsonBody(body): JsonBody<SettingsBody>) -> Answered {
    let table = request.seat(body.seat)?;
    version(table.set_auto_declare(body.seat, body.auto_declare))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NextBody {
    version: u64,
}

pub(super) async fn next(Own(table): Own, JsonBody(body): JsonBody<NextBody>) -> Answered {
    version(table.next(body.version)?)
}

pub(super) async fn rematch(Own(table): Own, JsonBody(body): JsonBody<NextBody>) -> Answered {
    version(table.rematch(body.version)?)
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
            let spec = server.roster.get("agent", &agent, table.game())?.clone();
            (version, Resume::Replace(Named { name: agent, spec }))
        }
    };
    version(beside(move || table.resume(old, how)).await??)
}

pub(super) async fn move_now(Own(table): Own) -> Answered {
    table.hurry()?;
    Ok(answer(StatusCode::ACCEPTED, &json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClosedBody {
    seat: usize,
    agent: String,
}

pub(super) async fn closed(request: TableRequest, JsonBody(body): JsonBody<ClosedBody>) -> Answered {
    let table = request.seat(body.seat)?;
    beside(move || table.close_hand(body.seat, &body.agent, &request.server.roster)).await??;
    Ok(answer(StatusCode::ACCEPTED, &json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InviteBody {
    seat: usize,
}

pub(super) async fn invite(request: TableRequest, JsonBody(body): JsonBody<InviteBody>) -> Answered {
    let table = request.seat(body.seat)?;
    let path = guests::link(&table.id, body.seat, &table.invite(body.seat));
    Ok(answer(StatusCode::CREATED, &json!({"path": path})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaveBody {
    /// The person who gives the match up. If absent, the table is closed.
    seat: Option<usize>,
}

pub(super) async fn leave(
    request: TableRequest,
    guest: Option<Extension<GuestRequest>>,
    JsonBody(body): JsonBody<LeaveBody>,
) -> Answered {
    let table = request.table()?;
    if let Some(seat) = body.seat {
        request.check_key(&table, seat)?;
        return version(table.give_up(seat)?);
    }
    if guest.is_some() {
        return Err(guests::refused("leave"));
    }
    if table.idle(Instant::now()) < LEFT {
        request.own()?;
    }
    request.server.tables.leave(&request.id)?;
    Ok(success(&json!({})))
}

pub(super) async fn record(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    Ok(text("application/x-ndjson", server.tables.get(&id)?.records()))
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
