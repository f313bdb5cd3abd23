//! The refusal of a request: a code from which pages make words, and for programs field, expected and found.

use http::StatusCode;
use serde_json::{Map, Value, json};
use spariglio_engine::FormatError;

/// Maximum number of characters of a foreign text that a refusal repeats.
const LONGEST: usize = 200;

/// The refusal of a request.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// The status of the answer.
    pub status: StatusCode,
    /// The name of its words: `error.CODE` in the texts of pages.
    pub code: &'static str,
    /// The numbers in its words, by name.
    pub numbers: Box<Map<String, Value>>,
    field: Box<str>,
    expected: String,
    found: String,
    /// The legal actions, if an action was refused.
    legal: Option<Vec<String>>,
}

impl Refusal {
    /// A refusal of a field.
    pub fn new(status: StatusCode, field: &str, expected: impl Into<String>, value: impl Into<String>) -> Refusal {
        let value: String = value.into();
        Refusal {
            status,
            code: "invalid",
            numbers: Box::default(),
            field: field.into(),
            expected: expected.into(),
            found: value.chars().take(LONGEST).collect(),
            legal: None,
        }
    }

    /// Refuses a value of a field that is readable but not possible.
    pub fn field(field: &str, expected: impl Into<String>, value: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, field, expected, value)
    }

    /// Refuses the name of something that does not exist.
    pub fn missing(field: &'static str) -> Refusal {
        let refused = Refusal::new(StatusCode::NOT_FOUND, field, "one that exists on this server", "an unknown name");
        refused.named(field)
    }

    /// Refuses a request that does not fit the current state.
    pub fn conflict(field: &str, expected: impl Into<String>, value: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, field, expected, value).named("stale")
    }

    /// Refuses a request if too many of its kind are active.
    pub fn busy(field: &'static str, most: usize) -> Refusal {
        let expected = format!("at most {most} at once");
        let refused = Refusal::new(StatusCode::TOO_MANY_REQUESTS, field, expected, "no free place");
        refused.named(field).with("most", most)
    }

    /// Refuses a body that is longer than `most` bytes.
    pub fn large(most: usize, code: &'static str) -> Refusal {
        let mebibytes = most >> 20;
        let expected = format!("at most {mebibytes} MiB");
        let refused = Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "body", expected, "more");
        refused.named(code).with("most", mebibytes)
    }

    /// With the name of its words.
    pub fn named(self, code: &'static str) -> Refusal {
        Refusal { code, ..self }
    }

    /// With a number for its words.
    pub fn with(mut self, name: &str, number: usize) -> Refusal {
        self.numbers.insert(name.to_owned(), json!(number));
        self
    }

    /// With the legal actions.
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

impl Refusal {
    /// The answer for programs.
    #[must_use]
    pub fn body(&self) -> Value {
        let error = json!({"code": self.code, "field": self.field, "expected": self.expected, "found": self.found});
        let mut body = json!({ "error": error });
        if let Some(error) = body["error"].as_object_mut() {
            error.extend(self.numbers.iter().map(|(name, number)| (name.clone(), number.clone())));
        }
        if let Some(legal) = &self.legal {
            body["legal"] = json!(legal);
        }
        body
    }
}

/// A JSON answer.
#[cfg(feature = "server")]
#[must_use]
pub fn answer(status: StatusCode, body: &Value) -> axum::response::Response {
    use axum::response::IntoResponse;
    (status, [(http::header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

/// The answer for programs. It carries the refusal, so that a browser gets a page instead.
#[cfg(feature = "server")]
impl axum::response::IntoResponse for Refusal {
    fn into_response(self) -> axum::response::Response {
        let mut response = answer(self.status, &self.body());
        response.extensions_mut().insert(self);
        response
    }
}
