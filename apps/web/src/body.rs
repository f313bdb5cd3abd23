//! Reads the body of a request. Errors name the field that is wrong.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use spariglio_files::json;

use crate::refusal::Refusal;

/// The bytes of a request with the media type `kind`.
///
/// # Errors
/// If the media type differs, or the body is longer than its route allows.
pub(crate) fn bytes(headers: &HeaderMap, body: Result<Bytes, BytesRejection>, kind: &str) -> Result<Bytes, Refusal> {
    let given = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case(kind) {
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Content-Type", kind, given));
    }
    body.map_err(|rejection| Refusal::new(rejection.status(), "body", "a shorter body", rejection.body_text()))
}

/// The JSON body of a request. Errors are as in [`bytes`]; also if it is not JSON, or a field is missing, unknown or
/// wrong.
pub(crate) struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Refusal> {
        let headers = request.headers().clone();
        let body = Bytes::from_request(request, state).await;
        let read = json::read(bytes(&headers, body, "application/json")?);
        let refused =
            |error: serde_json::Error| Refusal::field("body", "the fields of docs/serve.md", error.to_string());
        read.map(JsonBody).map_err(refused)
    }
}
