//! Reads path, query and body of a request. Errors name the field that is wrong, in the form of all refusals.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::reviews::MOST_BYTES;
use spariglio_table::Refusal;

/// Maximum number of bytes in a body, except for reviews.
pub(crate) const MOST_BODY: usize = 1 << 20;
/// Time for a whole body.
pub(crate) const BODY: Duration = Duration::from_secs(20);

/// The query of a page: its language and its cards.
#[derive(Default, Deserialize)]
pub(crate) struct PageQuery {
    pub lang: Option<String>,
    pub cards: Option<String>,
}

/// The parts of a path. It fails if they are not UTF-8.
pub(crate) struct InPath<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for InPath<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<InPath<T>, Refusal> {
        let read = Path::from_request_parts(parts, state).await;
        let refused = |error: axum::extract::rejection::PathRejection| {
            Refusal::new(error.status(), "path", "a path of docs/how-to/serve.md in UTF-8", error.body_text())
        };
        read.map(|Path(parts)| InPath(parts)).map_err(refused)
    }
}

/// The parameters of a query. It fails if one is wrong or there twice.
pub(crate) struct InQuery<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for InQuery<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<InQuery<T>, Refusal> {
        let read = Query::from_request_parts(parts, state).await;
        let refused = |error: axum::extract::rejection::QueryRejection| {
            Refusal::new(
                error.status(),
                "query",
                "the parameters of docs/how-to/serve.md, each once",
                error.body_text(),
            )
        };
        read.map(|Query(parameters)| InQuery(parameters)).map_err(refused)
    }
}

/// The JSON body of a request. It fails if the media type differs, the body is too long or too slow, it is not JSON, or
/// a field is missing, unknown, wrong or there twice.
pub(crate) struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<JsonBody<T>, Refusal> {
        spariglio_table::read(json_bytes(request).await?).map(JsonBody)
    }
}

/// The bytes of a JSON body. It fails if the media type differs, or the body is too long or too slow.
pub(crate) async fn json_bytes(request: Request) -> Result<Bytes, Refusal> {
    bytes(request, &(), "application/json", Refusal::large(MOST_BODY, "large")).await
}

/// The lines of JSON in the body of a request. It fails if the media type differs, or the body is too long or too slow.
pub(crate) struct LinesBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for LinesBody {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<LinesBody, Refusal> {
        let large = Refusal::large(MOST_BYTES, "review_large");
        bytes(request, state, "application/x-ndjson", large).await.map(LinesBody)
    }
}

/// The bytes of a body with the media type `kind`; `large` if there are too many.
async fn bytes<S: Send + Sync>(request: Request, state: &S, kind: &str, large: Refusal) -> Result<Bytes, Refusal> {
    let content_type = request.headers().get(header::CONTENT_TYPE);
    let content_type = content_type.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case(kind) {
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Content-Type", kind, content_type));
    }
    let Ok(body) = timeout(BODY, Bytes::from_request(request, state)).await else {
        let expected = format!("its end within {} seconds", BODY.as_secs());
        return Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "body", expected, "no end").named("slow"));
    };
    body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => large,
        status => Refusal::new(status, "body", "a whole body", rejection.body_text()),
    })
}
