//! The requests about tournaments.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::response::sse::Event;
use serde::Deserialize;
use serde_json::{Value, json};
use spariglio_arena::deals::unforeseen::random_seed;
use spariglio_files::whole::read_text;
use spariglio_table::refusal::{Refusal, answer};

use super::{Answered, Server, Shared, beside, success, text};
use crate::entrants::cookie_of;
use crate::guests;
use crate::request::{InPath, JsonBody};
use crate::tournament::OpenTournament;

pub(super) async fn list(State(server): State<Shared>) -> Response {
    let all = server.tournaments.all();
    success(&all.iter().map(|open| open.look(|running| running.listed())).collect())
}

pub(super) async fn open(State(server): State<Shared>, JsonBody(body): JsonBody<Value>) -> Answered {
    let open = beside(move || server.tournaments.open(body)).await??;
    Ok(answer(StatusCode::CREATED, &json!({"id": open.id})))
}

/// Who asks: the owner of the server, a person of the tournament, or both.
struct Asker {
    open: Arc<OpenTournament>,
    is_owner: bool,
    cookie: Option<String>,
}

impl Asker {
    fn of(server: &Server, id: &str, headers: &HeaderMap) -> Result<Asker, Refusal> {
        Ok(Asker {
            open: server.tournaments.get(id)?,
            is_owner: server.guard.has_token(headers),
            cookie: cookie_of(headers, id).map(str::to_owned),
        })
    }

    /// The number of the person, if it has entered.
    fn entrant(&self) -> Option<usize> {
        let cookie = self.cookie.as_deref()?;
        self.open.look(|running| running.entry.entrant(cookie))
    }

    fn person(&self) -> Result<usize, Refusal> {
        self.entrant().ok_or_else(|| {
            Refusal::conflict("Cookie", "that of a person who entered", "another one").named("not_entered")
        })
    }

    fn owner(&self) -> Result<&Arc<OpenTournament>, Refusal> {
        self.is_owner.then_some(&self.open).ok_or_else(|| guests::refused("tournament"))
    }

    fn board(&self) -> Value {
        let viewer = self.entrant();
        let cookie = self.cookie.as_deref();
        self.open.look(|running| {
            let mut board = running.board(viewer, self.is_owner);
            board["may_enter"] = json!(cookie.is_some_and(|cookie| running.entry.knows(cookie)));
            board
        })
    }
}

pub(super) async fn show(State(server): State<Shared>, InPath(id): InPath<String>, headers: HeaderMap) -> Answered {
    Ok(success(&Asker::of(&server, &id, &headers)?.board()))
}

pub(super) async fn events(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    let open = server.tournaments.get(&id)?;
    server.streams.open(open.listen(), |version| {
        Event::default()
            .event("tournament")
            .data(json!({"version": version}).to_string())
    })
}

pub(super) async fn result(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    let file = server.tournaments.get(&id)?.result_file();
    let result = beside(move || read_text(&file)).await?;
    Ok(text("application/json", result.map_err(|_| Refusal::missing("path"))?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EnterBody {
    name: String,
    #[serde(default)]
    team: String,
}

pub(super) async fn enter(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<EnterBody>,
) -> Answered {
    let asker = Asker::of(&server, &id, &headers)?;
    let cookie = asker.cookie.as_deref().ok_or_else(|| guests::refused("enter"))?;
    asker
        .open
        .change(|running| running.entry.enter(cookie, &body.name, &body.team))?;
    Ok(success(&asker.board()))
}

pub(super) async fn leave(State(server): State<Shared>, InPath(id): InPath<String>, headers: HeaderMap) -> Answered {
    let asker = Asker::of(&server, &id, &headers)?;
    let person = asker.person()?;
    asker.open.change(|running| running.entry.leave(person))?;
    Ok(success(&asker.board()))
}

/// The link to the seat where the person plays now.
pub(super) async fn seat(State(server): State<Shared>, InPath(id): InPath<String>, headers: HeaderMap) -> Answered {
    let asker = Asker::of(&server, &id, &headers)?;
    let person = asker.person()?;
    let none = || Refusal::conflict("table", "a match in progress", "none").named("no_match");
    let seat = asker
        .open
        .look(|running| running.table_of(person).map(|(table, seat)| (table.to_owned(), seat)));
    let (table, seat) = seat.ok_or_else(none)?;
    let token = server.tables.get(&table)?.quietly(|table| table.invite(seat, &mut random_seed));
    Ok(success(&json!({"path": guests::link(&table, seat, &token)})))
}

pub(super) async fn start(State(server): State<Shared>, InPath(id): InPath<String>, headers: HeaderMap) -> Answered {
    let asker = Asker::of(&server, &id, &headers)?;
    let open = Arc::clone(asker.owner()?);
    beside(move || server.tournaments.start(&open)).await??;
    Ok(success(&asker.board()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PauseBody {
    on: bool,
}

pub(super) async fn pause(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<PauseBody>,
) -> Answered {
    let asker = Asker::of(&server, &id, &headers)?;
    asker.owner()?.change(|running| running.entry.is_paused = body.on);
    Ok(success(&asker.board()))
}

pub(super) async fn remove(State(server): State<Shared>, InPath(id): InPath<String>, headers: HeaderMap) -> Answered {
    Asker::of(&server, &id, &headers)?.owner()?;
    beside(move || server.tournaments.remove(&id)).await??;
    Ok(success(&json!({})))
}
