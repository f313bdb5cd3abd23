//! The server: routes and handlers of requests.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use spariglio_engine::{Game, RuleSet};
use spariglio_report::Language;
use spariglio_report::cards::Style;

use tokio::sync::Semaphore;

use crate::asked::{InPath, InQuery, JsonBody, LinesBody};
use crate::assets::{Assets, SHELL};
use crate::equities::Equities;
use crate::guard::{Guard, guard};
use crate::guests::{self, Guest};
use crate::hints::Judges;
use crate::refusal::{Refusal, answer};
use crate::reviews::{MOST_BYTES, Review, Reviews, Sent};
use crate::roster::Roster;
use crate::stream::Streams;
use crate::table::{Named, Pace, Resume, Setup, Table, TableBody, Viewer};
use crate::tables::{LEFT, MOST_TABLES, Tables};
use crate::teaching::in_words;

/// Maximum number of bytes in a body, except for reviews.
pub(crate) const MOST_BODY: usize = 1 << 20;
/// Maximum number of hints that are computed at once. Others wait.
pub(crate) const HINTS: usize = 2;
/// The header with the key of a seat.
pub(crate) const SEAT_KEY: &str = "x-seat-key";

/// The shared state of all requests.
pub(crate) struct Server {
    pub guard: Guard,
    pub assets: Assets,
    pub roster: Roster,
    pub tables: Tables,
    pub judges: Arc<Judges>,
    pub reviews: Reviews,
    pub equities: Equities,
    pub streams: Streams,
    /// Permits for hints.
    pub hints: Semaphore,
    /// The language of pages. If absent, the browser's preference.
    pub language: Option<Language>,
}

/// The shared state, as handlers get it.
pub(crate) type Shared = Arc<Server>;

type Answered = Result<Response, Refusal>;

/// All routes.
pub(crate) fn router(server: Shared) -> Router {
    let reviews = Router::new()
        .route("/api/reviews", get(list_reviews).post(begin_review))
        .layer(DefaultBodyLimit::max(MOST_BYTES));
    Router::new()
        .route("/", get(shell))
        .route("/play/{id}", get(shell))
        .route("/watch/{id}", get(shell))
        .route("/review", get(shell))
        .route("/review/{id}", get(shell))
        .route("/practice/{id}", get(shell))
        .route("/learn", get(shell))
        .route("/rules/{name}", get(shell))
        .route("/assets/{hash}/{name}", get(asset))
        .route("/api/about", get(about))
        .route("/api/rules", get(rules))
        .route("/api/rules/{name}/text", get(rules_in_words))
        .route("/api/agents", get(agents))
        .route("/api/tables", get(list_tables).post(open_table))
        .route("/api/tables/{id}", get(show_table))
        .route("/api/tables/{id}/actions", post(act))
        .route("/api/tables/{id}/undo", post(undo))
        .route("/api/tables/{id}/fork", post(fork))
        .route("/api/tables/{id}/hints", post(hint))
        .route("/api/tables/{id}/pace", post(pace))
        .route("/api/tables/{id}/settings", post(settings))
        .route("/api/tables/{id}/next", post(next))
        .route("/api/tables/{id}/rematch", post(rematch))
        .route("/api/tables/{id}/resume", post(resume))
        .route("/api/tables/{id}/move_now", post(move_now))
        .route("/api/tables/{id}/closed", post(closed))
        .route("/api/tables/{id}/guests", post(invite))
        .route("/api/tables/{id}/leave", post(leave))
        .route("/api/tables/{id}/rules", get(table_rules))
        .route("/api/tables/{id}/record", get(record))
        .route("/api/tables/{id}/events", get(table_events))
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .merge(reviews)
        .route("/api/reviews/{id}", get(show_review).delete(delete_review))
        .route("/api/reviews/{id}/events", get(review_events))
        .route("/api/reviews/{id}/rows", get(review_rows))
        .route("/api/reviews/{id}/record", get(review_record))
        .route("/api/reviews/{id}/page", get(review_page))
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(&server), guard))
        .with_state(server)
}

async fn nothing() -> Refusal {
    Refusal::missing("path")
}

async fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", "another one", "this one")
}

/// Runs slow work on another thread than the one that answers requests.
async fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| {
        let found = "a panic; please report it";
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "server", "an answer", found).named("server")
    })
}

fn told(value: &Value) -> Response {
    answer(StatusCode::OK, value)
}

fn version(version: u64) -> Answered {
    Ok(told(&json!({"version": version})))
}

fn text(kind: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

// Pages and their files.

#[derive(Default, Deserialize)]
pub(crate) struct Asked {
    lang: Option<String>,
    cards: Option<String>,
}

async fn shell(State(server): State<Shared>, InQuery(asked): InQuery<Asked>, headers: HeaderMap) -> Answered {
    let language = language(&server, &asked, &headers);
    let (shell, kind) = server.assets.get(SHELL).ok_or_else(|| Refusal::missing("page"))?;
    let base = format!("/assets/{}", server.assets.hash());
    let page = String::from_utf8_lossy(&shell).replace("{{base}}", &base);
    Ok(text(kind, page.replace("{{lang}}", language.code())))
}

/// The language of a page: the one in its address, else the server's, else the first supported one that the browser
/// prefers.
pub(crate) fn language(server: &Server, asked: &Asked, headers: &HeaderMap) -> Language {
    let asked = asked.lang.as_deref().and_then(|code| code.parse().ok());
    let preferred = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let mut codes = preferred.unwrap_or_default().split(',').filter_map(|part| part.trim().get(..2));
    let preferred = || codes.find_map(|code| code.to_ascii_lowercase().parse().ok());
    asked.or(server.language).or_else(preferred).unwrap_or_default()
}

async fn asset(State(server): State<Shared>, InPath((hash, name)): InPath<(String, String)>) -> Answered {
    let missing = || Refusal::missing("asset");
    if hash != server.assets.hash() {
        return Err(missing());
    }
    let (bytes, kind) = server.assets.get(&name).ok_or_else(missing)?;
    let caching = if server.assets.is_live() {
        "no-store"
    } else {
        "private, max-age=31536000, immutable"
    };
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, caching)], bytes).into_response())
}

// Rules and agents.

async fn about(State(server): State<Shared>) -> Response {
    told(&json!({
        "version": env!("CARGO_PKG_VERSION"), "hints": server.judges.name(),
        "limits": {"tables": MOST_TABLES, "body_bytes": MOST_BODY, "review_bytes": MOST_BYTES},
    }))
}

async fn rules() -> Response {
    let preset = |name: &&str| {
        let rules = RuleSet::preset(name)?;
        let game = Game::new(rules.clone()).ok()?;
        Some(json!({
            "name": name, "players": game.players(), "sides": game.sides(), "deck": rules.deck.pack(), "limit": rules.end.limit,
            "seven_zero": rules.end.seven_zero, "shutout": rules.score.shutout, "toml": rules.to_toml(),
        }))
    };
    told(&RuleSet::preset_names().iter().filter_map(preset).collect())
}

async fn rules_in_words(
    State(server): State<Shared>,
    InPath(name): InPath<String>,
    InQuery(asked): InQuery<Asked>,
    headers: HeaderMap,
) -> Answered {
    let game = Game::preset(&name).ok_or_else(|| Refusal::missing("path"))?;
    Ok(told(&in_words(&game, language(&server, &asked, &headers))))
}

/// The rules of a table in words: persons may have made them.
async fn table_rules(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    InQuery(asked): InQuery<Asked>,
    headers: HeaderMap,
) -> Answered {
    let table = server.tables.get(&id)?;
    Ok(told(&in_words(table.game(), language(&server, &asked, &headers))))
}

async fn agents(State(server): State<Shared>) -> Response {
    told(&server.roster.shown())
}

// Tables.

async fn list_tables(State(server): State<Shared>) -> Response {
    told(&json!(server.tables.listed()))
}

async fn open_table(State(server): State<Shared>, JsonBody(asked): JsonBody<TableBody>) -> Answered {
    open(server, move |server| Setup::read(&asked, &server.roster)).await
}

/// Opens a table with a setup.
async fn open(server: Shared, setup: impl FnOnce(&Server) -> Result<Setup, Refusal> + Send + 'static) -> Answered {
    let opened = beside(move || server.tables.open(setup(&server)?)).await??;
    Ok(answer(StatusCode::CREATED, &opened))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    seat: Option<usize>,
    eyes: Option<usize>,
    before: Option<usize>,
}

async fn show_table(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    InQuery(look): InQuery<Look>,
    guest: Option<Extension<Guest>>,
    headers: HeaderMap,
) -> Answered {
    let table = server.tables.get(&id)?;
    let viewer = match (look.seat, look.eyes) {
        (Some(seat), _) => {
            check_key(&table, seat, &headers)?;
            Viewer::Seat(seat)
        }
        (None, Some(seat)) => Viewer::Eyes(seat),
        (None, None) => Viewer::All,
    };
    let mut shown = table.shown(viewer, look.before)?;
    shown["is_guest"] = json!(guest.is_some());
    Ok(told(&shown))
}

/// Fails if the page may not act for a seat.
fn check_key(table: &Table, seat: usize, headers: &HeaderMap) -> Result<(), Refusal> {
    let key = headers.get(SEAT_KEY).and_then(|value| value.to_str().ok());
    table.check_key(seat, key.unwrap_or_default())
}

/// The table with a name. Fails if persons play and the page has none of their keys.
fn own_table(server: &Server, id: &str, headers: &HeaderMap) -> Result<Arc<Table>, Refusal> {
    let table = server.tables.get(id)?;
    let seats: Vec<usize> = table.keys().map(|(seat, _)| seat).collect();
    let is_own = seats.is_empty() || seats.iter().any(|&seat| check_key(&table, seat, headers).is_ok());
    match (is_own, seats.first()) {
        (false, Some(&seat)) => check_key(&table, seat, headers).map(|()| table),
        _ => Ok(table),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionBody {
    seat: usize,
    version: u64,
    action: String,
}

async fn act(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<ActionBody>,
) -> Answered {
    let table = server.tables.get(&id)?;
    check_key(&table, asked.seat, &headers)?;
    version(table.act(asked.seat, asked.version, &asked.action)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatBody {
    seat: usize,
    version: u64,
}

async fn undo(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<SeatBody>,
) -> Answered {
    let table = server.tables.get(&id)?;
    check_key(&table, asked.seat, &headers)?;
    version(table.undo(asked.seat, asked.version)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForkBody {
    turn: usize,
}

async fn fork(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<ForkBody>,
) -> Answered {
    let table = own_table(&server, &id, &headers)?;
    open(server, move |_| table.fork(asked.turn)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HintBody {
    seat: Option<usize>,
    version: u64,
}

async fn hint(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<HintBody>,
) -> Answered {
    let table = server.tables.get(&id)?;
    match asked.seat {
        Some(seat) => check_key(&table, seat, &headers)?,
        None if table.is_watched() => (),
        None => return Err(Refusal::field("seat", "the requesting person's seat", "none")),
    }
    let _turn = server.hints.acquire().await;
    let (record, hand) = table.position(asked.seat, asked.version)?;
    let (judges, partners_open) = (Arc::clone(&server.judges), table.partners_open());
    let mut hint = beside(move || judges.hint(&record, hand, partners_open)).await??;
    hint["version"] = json!(asked.version);
    Ok(told(&hint))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaceBody {
    millis: u32,
    #[serde(default)]
    paused: bool,
    #[serde(default)]
    step: bool,
}

async fn pace(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<PaceBody>,
) -> Answered {
    let table = own_table(&server, &id, &headers)?;
    let (millis, paused) = (asked.millis.min(60_000), asked.paused);
    version(table.set_pace(Pace { millis, paused }, asked.step))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingsBody {
    seat: usize,
    auto_declare: bool,
}

async fn settings(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<SettingsBody>,
) -> Answered {
    let table = server.tables.get(&id)?;
    check_key(&table, asked.seat, &headers)?;
    version(table.set_auto_declare(asked.seat, asked.auto_declare))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NextBody {
    version: u64,
}

async fn next(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<NextBody>,
) -> Answered {
    let table = own_table(&server, &id, &headers)?;
    version(table.next(asked.version)?)
}

async fn rematch(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<NextBody>,
) -> Answered {
    let table = own_table(&server, &id, &headers)?;
    version(table.rematch(asked.version)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, tag = "how", rename_all = "snake_case")]
enum ResumeBody {
    Again { version: u64 },
    Next { version: u64 },
    Replace { version: u64, agent: String },
}

async fn resume(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<ResumeBody>,
) -> Answered {
    let table = own_table(&server, &id, &headers)?;
    let (old, how) = match asked {
        ResumeBody::Again { version } => (version, Resume::Again),
        ResumeBody::Next { version } => (version, Resume::Next),
        ResumeBody::Replace { version, agent } => {
            let spec = server.roster.get("agent", &agent, table.game())?.clone();
            (version, Resume::Replace(Named { name: agent, spec }))
        }
    };
    version(beside(move || table.resume(old, how)).await??)
}

async fn move_now(State(server): State<Shared>, InPath(id): InPath<String>, headers: HeaderMap) -> Answered {
    own_table(&server, &id, &headers)?.hurry()?;
    Ok(answer(StatusCode::ACCEPTED, &json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClosedBody {
    seat: usize,
    agent: String,
}

async fn closed(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<ClosedBody>,
) -> Answered {
    let table = server.tables.get(&id)?;
    check_key(&table, asked.seat, &headers)?;
    beside(move || table.close_hand(asked.seat, &asked.agent, &server.roster)).await??;
    Ok(answer(StatusCode::ACCEPTED, &json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InviteBody {
    seat: usize,
}

async fn invite(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<InviteBody>,
) -> Answered {
    let table = server.tables.get(&id)?;
    check_key(&table, asked.seat, &headers)?;
    let path = guests::link(&table.id, asked.seat, &table.invite(asked.seat));
    Ok(answer(StatusCode::CREATED, &json!({"path": path})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaveBody {
    /// The person who gives the match up. If absent, the table is closed.
    seat: Option<usize>,
}

async fn leave(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    guest: Option<Extension<Guest>>,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<LeaveBody>,
) -> Answered {
    let table = server.tables.get(&id)?;
    if let Some(seat) = asked.seat {
        check_key(&table, seat, &headers)?;
        return version(table.give_up(seat)?);
    }
    if guest.is_some() {
        return Err(guests::refused("leave"));
    }
    if table.idle(Instant::now()) < LEFT {
        own_table(&server, &id, &headers)?;
    }
    server.tables.leave(&id)?;
    Ok(told(&json!({})))
}

async fn record(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    Ok(text("application/x-ndjson", server.tables.get(&id)?.records()))
}

async fn table_events(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    let table = server.tables.get(&id)?;
    server.streams.open(table.listen(), |news| {
        let data = json!({"version": news.version, "what": news.what});
        Event::default()
            .event("table")
            .id(news.version.to_string())
            .data(data.to_string())
    })
}

// Reviews.

async fn list_reviews(State(server): State<Shared>) -> Answered {
    let labels = beside(move || server.reviews.labels()).await?;
    Ok(told(&json!(labels)))
}

async fn begin_review(
    State(server): State<Shared>,
    InQuery(sent): InQuery<Sent>,
    LinesBody(lines): LinesBody,
) -> Answered {
    let id = beside(move || server.reviews.begin(&lines, &sent)).await??;
    Ok(answer(StatusCode::ACCEPTED, &json!({"id": id})))
}

/// The review with a name. It may have to be read from its files.
async fn review(server: &Shared, id: String) -> Result<Arc<Review>, Refusal> {
    let server = Arc::clone(server);
    beside(move || server.reviews.get(&id)).await?
}

async fn show_review(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    Ok(told(&json!(review(&server, id).await?.label())))
}

async fn review_events(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    let review = review(&server, id).await?;
    server
        .streams
        .open(review.progress(), |label| Event::default().event("progress").data(json!(label).to_string()))
}

async fn review_rows(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    let review = review(&server, id).await?;
    Ok(text("application/x-ndjson", beside(move || review.rows(&server.equities)).await?))
}

async fn review_record(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    Ok(text("application/x-ndjson", review(&server, id).await?.lines()))
}

async fn review_page(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    InQuery(asked): InQuery<Asked>,
    headers: HeaderMap,
) -> Answered {
    let review = review(&server, id).await?;
    let language = language(&server, &asked, &headers);
    let cards: Style = asked.cards.and_then(|name| name.parse().ok()).unwrap_or_default();
    let page = beside(move || review.page(&server.judges, language, cards)).await??;
    let attached = "attachment; filename=\"review.html\"";
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_DISPOSITION, attached)];
    Ok((headers, page).into_response())
}

async fn delete_review(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    beside(move || server.reviews.delete(&id)).await??;
    Ok(told(&json!({})))
}
