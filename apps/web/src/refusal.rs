//! The refusal of a request, in the form of all error messages: field, expected, found.

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use spariglio_engine::FormatError;

/// Maximum number of characters of a foreign text that a refusal repeats.
const LONGEST: usize = 200;

/// The refusal of a request.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Refusal {
    /// The status of the answer.
    pub status: StatusCode,
    field: String,
    expected: String,
    found: String,
    /// The legal actions, if an action was refused.
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

    /// Refuses a value of a field that is readable but not possible.
    pub fn field(field: &str, expected: impl Into<String>, found: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, field, expected, found)
    }

    /// Refuses the name of something that does not exist.
    pub fn missing(field: &str) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, field, "one that exists on this server", "an unknown name")
    }

    /// Refuses a request that does not fit the current state.
    pub fn conflict(field: &str, expected: impl Into<String>, found: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, field, expected, found)
    }

    /// Refuses a request if too many of its kind are active.
    pub fn busy(field: &str, most: usize) -> Refusal {
        let expected = format!("at most {most} at once");
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, field, expected, "no free place; try later")
    }

    /// Adds the legal actions.
    pub fn with_legal(self, legal: Vec<String>) -> Refusal {
        Refusal { legal: Some(legal), ..self }
    }
}

/// The refusal of an invalid record or rule set.
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

/// A JSON answer.
pub(crate) fn answer(status: StatusCode, body: &Value) -> Response {
    let response = Response::builder().status(status);
    let response = response.header(header::CONTENT_TYPE, "application/json");
    response.body(Body::from(body.to_string())).expect("a sound answer")
}
