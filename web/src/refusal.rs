//! The refusal: why a request is not carried out, in the form of all error messages: field, expected, found.

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use spariglio_engine::FormatError;

/// The longest text of a stranger that a refusal repeats, in characters.
const LONGEST: usize = 200;

/// A request that is not carried out.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Refusal {
    /// The status of the answer.
    pub status: StatusCode,
    field: String,
    expected: String,
    found: String,
    /// The actions that would have been legal.
    legal: Option<Vec<String>>,
}

impl Refusal {
    /// A refusal of a field.
    pub fn new(status: StatusCode, field: &str, expected: impl Into<String>, found: impl Into<String>) -> Refusal {
        let found: String = found.into();
        Refusal {
            status,
            field: field.to_owned(),
            expected: expected.into(),
            found: found.chars().take(LONGEST).collect(),
            legal: None,
        }
    }

    /// A field with a value that is understood and not possible.
    pub fn field(field: &str, expected: impl Into<String>, found: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, field, expected, found)
    }

    /// Something that is not there.
    pub fn missing(field: &str) -> Refusal {
        Refusal::new(
            StatusCode::NOT_FOUND,
            field,
            "one that this server has",
            "none of this name",
        )
    }

    /// A request that does not fit what is there now.
    pub fn conflict(field: &str, expected: impl Into<String>, found: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, field, expected, found)
    }

    /// Too much of something at once.
    pub fn busy(field: &str, most: usize) -> Refusal {
        let expected = format!("at most {most} at once");
        Refusal::new(
            StatusCode::TOO_MANY_REQUESTS,
            field,
            expected,
            "no free place; try later",
        )
    }

    /// The same, with the legal actions.
    pub fn with_legal(self, legal: Vec<String>) -> Refusal {
        Refusal {
            legal: Some(legal),
            ..self
        }
    }
}

/// A wrong record or rule set.
impl From<FormatError> for Refusal {
    fn from(error: FormatError) -> Refusal {
        let place = error.line().map_or(String::new(), |line| format!("line {line}: "));
        Refusal::field(&format!("{place}{}", error.field()), error.expected(), error.found())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut body = json!({"error": {"field": self.field, "expected": self.expected, "found": self.found}});
        if let Some(legal) = self.legal {
            body["legal"] = json!(legal);
        }
        answer(self.status, &body)
    }
}

/// An answer in JSON.
pub(crate) fn answer(status: StatusCode, body: &Value) -> Response {
    let response = Response::builder().status(status);
    let response = response.header(header::CONTENT_TYPE, "application/json");
    response.body(Body::from(body.to_string())).expect("a sound answer")
}
