//! The server: routes, and the handlers of pages, rules and agents.

mod door;
mod reviews;
mod tables;
mod tournaments;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};
use spariglio_engine::Game;
use spariglio_report::Language;
use tokio::sync::Semaphore;

use crate::assets::{Assets, SHELL};
use crate::equities::Equities;
use crate::guard::Guard;
use crate::hints::Judges;
use crate::request::{InPath, InQuery, MOST_BODY, PageQuery};
use crate::reviews::{MOST_BYTES, Reviews};
use crate::stream::Streams;
use crate::tables::{MOST_TABLES, Tables};
use crate::tournaments::Tournaments;
use spariglio_table::POSTS;
use spariglio_table::Roster;
use spariglio_table::refusal::{Refusal, answer};
use spariglio_table::teaching::{in_words, presets};

/// Maximum number of hints that are computed at once. Others wait.
pub(crate) const HINTS: usize = 2;

/// The shared state of all requests.
pub(crate) struct Server {
    pub guard: Guard,
    pub assets: Assets,
    pub roster: Arc<Roster>,
    pub tables: Arc<Tables>,
    pub tournaments: Tournaments,
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
    let large = Router::new()
        .route("/api/reviews", get(reviews::list_reviews).post(reviews::begin_review))
        .layer(DefaultBodyLimit::max(MOST_BYTES));
    let changes = POSTS.iter().fold(Router::new(), |routes, what| {
        routes.route(&format!("/api/tables/{{id}}/{what}"), post(tables::post))
    });
    Router::new()
        .route("/", get(shell))
        .route("/play/{id}", get(shell))
        .route("/watch/{id}", get(shell))
        .route("/review", get(shell))
        .route("/review/{id}", get(shell))
        .route("/practice", get(shell))
        .route("/practice/{id}", get(shell))
        .route("/learn", get(shell))
        .route("/tournament", get(shell))
        .route("/tournament/{id}", get(shell))
        .route("/rules", get(shell))
        .route("/rules/{name}", get(shell))
        .route("/assets/{hash}/{name}", get(asset))
        .route("/api/about", get(about))
        .route("/api/rules", get(rules))
        .route("/api/rules/{name}/text", get(rules_in_words))
        .route("/api/agents", get(agents))
        .route("/api/tables", get(tables::list_tables).post(tables::open_table))
        .route("/api/tables/{id}", get(tables::show_table))
        .route("/api/tables/{id}/fork", post(tables::fork))
        .route("/api/tables/{id}/hints", post(tables::hint))
        .route("/api/tables/{id}/resume", post(tables::resume))
        .route("/api/tables/{id}/move_now", post(tables::move_now))
        .route("/api/tables/{id}/closed", post(tables::closed))
        .route("/api/tables/{id}/guests", post(tables::invite))
        .route("/api/tables/{id}/leave", post(tables::leave))
        .route("/api/tables/{id}/rules", get(tables::table_rules))
        .route("/api/tables/{id}/record", get(tables::record))
        .route("/api/tables/{id}/events", get(tables::table_events))
        .route("/api/tournaments", get(tournaments::list).post(tournaments::open))
        .route("/api/tournaments/{id}", get(tournaments::show).delete(tournaments::remove))
        .route("/api/tournaments/{id}/events", get(tournaments::events))
        .route("/api/tournaments/{id}/result", get(tournaments::result))
        .route("/api/tournaments/{id}/enter", post(tournaments::enter))
        .route("/api/tournaments/{id}/leave", post(tournaments::leave))
        .route("/api/tournaments/{id}/seat", post(tournaments::seat))
        .route("/api/tournaments/{id}/start", post(tournaments::start))
        .route("/api/tournaments/{id}/pause", post(tournaments::pause))
        .merge(changes)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .merge(large)
        .route("/api/reviews/{id}", get(reviews::show_review).delete(reviews::delete_review))
        .route("/api/reviews/{id}/events", get(reviews::review_events))
        .route("/api/reviews/{id}/rows", get(reviews::review_rows))
        .route("/api/reviews/{id}/record", get(reviews::review_record))
        .route("/api/reviews/{id}/page", get(reviews::review_page))
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(&server), door::pass))
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
        let problem = "a panic; please report it";
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "server", "an answer", problem).named("server")
    })
}

fn success(value: &Value) -> Response {
    answer(StatusCode::OK, value)
}

fn version(version: u64) -> Answered {
    Ok(success(&json!({"version": version})))
}

fn text(kind: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

// Pages and their files.

async fn shell(State(server): State<Shared>, InQuery(query): InQuery<PageQuery>, headers: HeaderMap) -> Answered {
    let language = language(&server, &query, &headers);
    let (shell, kind) = server.assets.get(SHELL).ok_or_else(|| Refusal::missing("page"))?;
    let base = format!("/assets/{}", server.assets.hash());
    let page = String::from_utf8_lossy(&shell).replace("{{base}}", &base);
    Ok(text(kind, page.replace("{{lang}}", language.code())))
}

/// The language of a page: the one in its address, else the server's, else the first supported one that the browser
/// prefers.
fn language(server: &Server, query: &PageQuery, headers: &HeaderMap) -> Language {
    let chosen = query.lang.as_deref().and_then(|code| code.parse().ok());
    let preferred = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let mut codes = preferred.unwrap_or_default().split(',').filter_map(|part| part.trim().get(..2));
    let preferred = || codes.find_map(|code| code.to_ascii_lowercase().parse().ok());
    chosen.or(server.language).or_else(preferred).unwrap_or_default()
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
    success(&json!({
        "version": env!("CARGO_PKG_VERSION"), "hints": server.judges.name(),
        "limits": {"tables": MOST_TABLES, "body_bytes": MOST_BODY, "review_bytes": MOST_BYTES},
    }))
}

async fn rules() -> Response {
    success(&presets())
}

async fn rules_in_words(
    State(server): State<Shared>,
    InPath(name): InPath<String>,
    InQuery(query): InQuery<PageQuery>,
    headers: HeaderMap,
) -> Answered {
    let game = Game::preset(&name).ok_or_else(|| Refusal::missing("path"))?;
    Ok(success(&in_words(&game, language(&server, &query, &headers))))
}

async fn agents(State(server): State<Shared>) -> Response {
    success(&server.roster.listing())
}
