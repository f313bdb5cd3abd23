//! The list of all functions: each takes the text of a JSON object and returns one.
//!
//! Invariant: an answer has the `id` of its question, and an `error` if there is no other answer.

use serde_json::{Value, json};
use spariglio_agents::net::sparse::Shipped;
use spariglio_engine::FormatError;
use spariglio_engine::format::read_json;

use crate::Bot;
use crate::request::Request;

/// Answers one kind of question.
type Answer = fn(&mut Bot, &Request) -> Result<Value, FormatError>;

/// A function of `docs/reference/bot.md`.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    answer: Answer,
}

/// All functions.
pub const FUNCTIONS: &[Function] = &[
    Function { name: "about", answer: Bot::about },
    Function { name: "deal", answer: Bot::deal },
    Function { name: "play", answer: Bot::play },
    Function { name: "legal", answer: Bot::legal },
    Function { name: "view", answer: Bot::view },
    Function { name: "score", answer: Bot::score },
    Function { name: "words", answer: Bot::words },
    Function { name: "decide", answer: Bot::decide },
];

impl Bot {
    /// Answers a question whose field `function` names the function; without it, to `decide`.
    pub fn answer(&mut self, request: &str) -> String {
        let mut question: Value = match read_json(request) {
            Ok(question) => question,
            Err(_) => return self.call("decide", request),
        };
        let function = question.as_object_mut().and_then(|fields| fields.remove("function"));
        let function = function.unwrap_or_else(|| "decide".into());
        self.call(function.as_str().unwrap_or(&function.to_string()), &question.to_string())
    }

    /// Adds the network of a file for the game that it has learnt: `NAME.safetensors` of the packages, with its
    /// description inside. The answer names the game as `network`.
    pub fn load(&mut self, file: &[u8]) -> String {
        let answer = match Shipped::add(file) {
            Ok(game) => {
                // They are made again, with this network.
                self.agents.clear();
                self.judges.clear();
                json!({ "network": game.rules().name })
            }
            Err(error) => {
                let expected = "a network with its description inside, for a preset";
                refusal(&FormatError::new("network", expected, error.to_string()))
            }
        };
        answer.to_string()
    }

    /// Answers a question to a function: JSON text in, JSON text out. A fault of the question is an answer with `error`:
    /// the field, the expected and the found value, and all of it as `text`.
    pub fn call(&mut self, function: &str, request: &str) -> String {
        #[cfg(feature = "house")]
        if function == "house" {
            let answer = crate::house::answer(&mut self.house, request);
            return answer.unwrap_or_else(|error| refusal(&error)).to_string();
        }
        let read: Result<Request, FormatError> = read_json(request);
        // A question at fault has an id too, if it is an object.
        let (id, read) = match read {
            Ok(read) => (read.id.clone(), Ok(read)),
            Err(error) => match read_json::<Value>(request) {
                Ok(Value::Object(mut fields)) => (fields.remove("id").unwrap_or_default(), Err(error)),
                Ok(_) => (Value::Null, Err(FormatError::new("question", "a JSON object", "another value"))),
                Err(other) => (Value::Null, Err(FormatError::new("question", other.expected(), other.found()))),
            },
        };
        let named = FUNCTIONS.iter().find(|one| one.name == function).ok_or_else(|| {
            let names: Vec<&str> = FUNCTIONS.iter().map(|one| one.name).collect();
            FormatError::new("function", format!("one of {}", names.join(", ")), function)
        });
        let answer = named.and_then(|function| (function.answer)(self, &read?));
        let mut answer = answer.unwrap_or_else(|error| refusal(&error));
        if !id.is_null() {
            answer["id"] = id;
        }
        answer.to_string()
    }
}

/// The fault of a question, in the form of the field `error` of answers.
#[must_use]
pub fn fault(error: &FormatError) -> Value {
    let (field, expected, found) = (error.field(), error.expected(), error.found());
    json!({ "field": field, "expected": expected, "found": found, "text": error.to_string() })
}

/// The answer to a question at fault.
pub(crate) fn refusal(error: &FormatError) -> Value {
    json!({ "error": fault(error) })
}
