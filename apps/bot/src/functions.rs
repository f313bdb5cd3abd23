//! The list of all functions: each takes the text of a JSON object and returns one.
//!
//! Invariant: an answer has the `id` of its question, and an `error` if there is no other answer.

use serde_json::{Value, json};
use spariglio_agents::net::sparse::Shipped;
use spariglio_engine::{FormatError, read_json};

use crate::Bot;
use crate::request::Request;

/// Answers one kind of question.
type Answer = fn(&mut Bot, &Request) -> Result<Value, FormatError>;

/// A function: its name, its description and its fields, and the code that answers.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// One line: the fields that it reads, and its answer.
    pub about: &'static str,
    pub(crate) answer: Answer,
}

macro_rules! functions {
    ($($name:literal, $answer:path, $about:literal;)*) => {
        /// All functions.
        pub const FUNCTIONS: &[Function] = &[$(Function { name: $name, about: $about, answer: $answer }),*];
    };
}

functions! {
    "about", Bot::about, "Version, presets, agents, levels and the games for which a network is there.";
    "deal", Bot::deal, "`rules`, `seed`, `dealer`: the `record` of a new hand.";
    "play", Bot::play, "`record`, `action`: the `record` after the action of the seat to act.";
    "legal", Bot::legal, "`record` or `rules` and `view`: the seat to act and its legal `actions`.";
    "view", Bot::view, "`record`, `partners_open`: the `view` of the seat to act, and the `record` with `?` for all that it has not seen.";
    "score", Bot::score, "`record`: the `result` of the hand; null if it is not over.";
    "words", Bot::words, "`record` or `rules` and `view`, `language`, `action`: the rules, the view and the action in words.";
    "decide", Bot::decide, "`record` or `rules` and `view`, `agent` or `level`, `simulations`, `millis`, `seed`, `match`: action, policy, points; `laps`: values with errors; `worlds`: chances of hidden cards.";
}

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
                self.forget();
                json!({ "network": game.rules().name })
            }
            Err(error) => {
                let expected = "a network with its description inside, for a preset";
                fault(&FormatError::new("network", expected, error.to_string()))
            }
        };
        answer.to_string()
    }

    /// Answers a question to a function: JSON text in, JSON text out. A fault of the question is an answer with `error`:
    /// the field, the expected and the found value, and all of it as `text`.
    pub fn call(&mut self, function: &str, request: &str) -> String {
        let read: Result<Request, FormatError> = read_json(request);
        let id = read.as_ref().map_or(Value::Null, |request| request.id.clone());
        let named = FUNCTIONS.iter().find(|one| one.name == function).ok_or_else(|| {
            let names: Vec<&str> = FUNCTIONS.iter().map(|one| one.name).collect();
            FormatError::new("function", format!("one of {}", names.join(", ")), function)
        });
        let answer = named.and_then(|function| (function.answer)(self, &read?));
        let mut answer = answer.unwrap_or_else(|error| fault(&error));
        if !id.is_null() {
            answer["id"] = id;
        }
        answer.to_string()
    }
}

/// The answer to a question at fault.
pub(crate) fn fault(error: &FormatError) -> Value {
    let (field, expected, found) = (error.field(), error.expected(), error.found());
    json!({ "error": { "field": field, "expected": expected, "found": found, "text": error.to_string() } })
}
