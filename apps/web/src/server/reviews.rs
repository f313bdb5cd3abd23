//! The requests about reviews.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use axum::response::sse::Event;
use serde_json::json;
use spariglio_report::cards::Style;

use super::{Answered, Shared, beside, language, success, text};
use crate::request::{InPath, InQuery, LinesBody, PageQuery};
use crate::reviews::{Review, Sent};
use spariglio_table::refusal::{Refusal, answer};

pub(super) async fn list_reviews(State(server): State<Shared>) -> Answered {
    let labels = beside(move || server.reviews.labels()).await?;
    Ok(success(&json!(labels)))
}

pub(super) async fn begin_review(
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

pub(super) async fn show_review(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    Ok(success(&json!(review(&server, id).await?.label())))
}

pub(super) async fn review_events(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    let review = review(&server, id).await?;
    server
        .streams
        .open(review.progress(), |label| Event::default().event("progress").data(json!(label).to_string()))
}

pub(super) async fn review_rows(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    let review = review(&server, id).await?;
    Ok(text("application/x-ndjson", beside(move || review.rows(&server.equities)).await?))
}

pub(super) async fn review_record(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    Ok(text("application/x-ndjson", review(&server, id).await?.lines()))
}

pub(super) async fn review_page(
    State(server): State<Shared>,
    InPath(id): InPath<String>,
    InQuery(query): InQuery<PageQuery>,
    headers: HeaderMap,
) -> Answered {
    let review = review(&server, id).await?;
    let language = language(&server, &query, &headers);
    let cards: Style = query.cards.and_then(|name| name.parse().ok()).unwrap_or_default();
    let page = beside(move || review.page(&server.judges, language, cards)).await??;
    let attached = "attachment; filename=\"review.html\"";
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_DISPOSITION, attached)];
    Ok((headers, page).into_response())
}

pub(super) async fn delete_review(State(server): State<Shared>, InPath(id): InPath<String>) -> Answered {
    beside(move || server.reviews.delete(&id)).await??;
    Ok(success(&json!({})))
}
