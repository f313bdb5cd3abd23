//! An OpenAI-compatible endpoint: requests over HTTP. Waits for a busy server; never tells the key.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use spariglio_engine::format::plain::plain;
use spariglio_files::tell;
use ureq::Agent;
use ureq::http::Response;
use ureq::{Body, Error, RequestBuilder};

use super::ChatConfig;
use super::reply::Reply;
use crate::agent::Stop;
use crate::options::SpecError;

/// The time for the answer to a greeting.
const GREETING: Duration = Duration::from_secs(10);
/// The reason of a call that was given up because the work is asked to stop.
const STOPPED: &str = "stopped before its answer";
/// The first wait for a busy server that does not say how long, and the longest.
const WAITS: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(30)];
/// The addresses and models of which a note was written.
static UNLISTED: Mutex<BTreeSet<[String; 2]>> = Mutex::new(BTreeSet::new());
/// The shortest time between two notes about waits, of all players together.
const BETWEEN_NOTES: Duration = Duration::from_secs(5);
/// The most models that a note names.
const MOST_MODELS: usize = 12;
/// The longest text of an error that is shown.
const SHOWN: usize = 300;

/// The key of an endpoint, which no text shows.
#[derive(Clone)]
struct Key(String);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

/// An endpoint.
#[derive(Clone, Debug)]
pub(super) struct Endpoint {
    agent: Agent,
    url: String,
    key: Option<Key>,
    limit: Duration,
    patience: Duration,
}

/// The outcome of a request.
pub(super) enum Completion {
    /// A reply.
    Reply(Reply),
    /// No reply in time.
    Late,
}

/// The outcome of one call.
enum Call {
    Done(String),
    Late,
    /// The server is busy or broken; it may say how long to wait.
    Busy {
        wait: Option<Duration>,
        why: String,
    },
}

impl Endpoint {
    /// The endpoint of a configuration.
    ///
    /// # Errors
    /// The environment variable of the key is not set.
    pub(super) fn new(config: &ChatConfig) -> Result<Endpoint, SpecError> {
        let key = match config.key.as_str() {
            "" => None,
            name => match std::env::var(name) {
                Ok(key) if !key.trim().is_empty() => Some(Key(key.trim().to_owned())),
                _ => return Err(SpecError::bad("chat", "key", name, "an environment variable that is set")),
            },
        };
        let settings = Agent::config_builder().http_status_as_error(false).max_redirects(0).build();
        Ok(Endpoint {
            agent: settings.into(),
            url: config.url.trim_end_matches('/').to_owned(),
            key,
            limit: Duration::from_millis(config.millis.into()),
            patience: Duration::from_millis(config.patience.into()),
        })
    }

    /// Asks for the list of models. Any answer that refuses no key is accepted. A note says if `model` is not in the list:
    /// some servers know more names than they list.
    ///
    /// # Errors
    /// The failure, in words.
    pub(super) fn greet(&self, model: &str) -> Result<(), String> {
        let request = self
            .agent
            .get(format!("{}/models", self.url))
            .config()
            .timeout_global(Some(GREETING))
            .build();
        let request = self.keyed(request);
        match request.call() {
            Ok(response) if [401, 403].contains(&response.status().as_u16()) => Err(self.refusal(response)),
            Ok(mut response) => {
                let text = response.body_mut().read_to_string().unwrap_or_default();
                let is_new =
                    Mutex::lock(&UNLISTED).is_ok_and(|mut told| told.insert([self.url.clone(), model.to_owned()]));
                if let Some(listed) = others_than(model, &text).filter(|_| is_new) {
                    tell!("{}: the server does not list the model `{model}`; it lists {listed}", self.url);
                }
                Ok(())
            }
            Err(error) => Err(self.safe(&error.to_string())),
        }
    }

    /// Sends a request, again if the server is busy, as long as the patience lasts. Counts refusals in `busy`.
    ///
    /// # Errors
    /// The failure in words: the server refuses the request, or is still busy.
    pub(super) fn complete(&self, body: &Value, busy: &mut u64) -> Result<Completion, String> {
        let (started, mut pause) = (Instant::now(), WAITS[0]);
        loop {
            match self.call_apart(body)? {
                Call::Done(text) => {
                    return Reply::read(&text)
                        .map(Completion::Reply)
                        .map_err(|why| self.safe(&format!("{why}, in the answer {text}")));
                }
                Call::Late => return Ok(Completion::Late),
                Call::Busy { wait, why } => {
                    *busy += 1;
                    let wait = wait.unwrap_or(pause);
                    let waited = started.elapsed();
                    if waited + wait > self.patience {
                        return Err(self.out_of_patience(&why, waited, wait));
                    }
                    self.tell_wait(&why, waited);
                    pause_for(wait)?;
                    pause = (pause * 2).min(WAITS[1]);
                }
            }
        }
    }

    fn out_of_patience(&self, why: &str, waited: Duration, wait: Duration) -> String {
        let ([waited, wait], patience) = ([waited, wait].map(|time| time.as_secs_f64()), self.patience.as_millis());
        format!("{why}; after {waited:.0} s another wait of {wait:.0} s is too long (option `patience`: {patience} ms)")
    }

    /// Tells that the server is waited for, why, and how long.
    fn tell_wait(&self, why: &str, waited: Duration) {
        static LAST: Mutex<Option<Instant>> = Mutex::new(None);
        let Ok(mut last) = LAST.lock() else { return };
        if last.is_none_or(|last| last.elapsed() >= BETWEEN_NOTES) {
            *last = Some(Instant::now());
            let [waited, patience] = [waited, self.patience].map(|time| time.as_secs());
            tell!("{}: {why}; waiting ({waited} of {patience} s, option `patience`)", self.url);
        }
    }

    /// A call on a thread of its own, so that the wait for it ends if the work is asked to stop.
    fn call_apart(&self, body: &Value) -> Result<Call, String> {
        let (endpoint, body) = (self.clone(), body.clone());
        let (answer, answers) = channel();
        // The receiver is gone if the wait has ended.
        thread::spawn(move || drop(answer.send(endpoint.call(&body))));
        Stop::receive(&answers, Duration::MAX).unwrap_or_else(|_| Err(STOPPED.to_owned()))
    }

    fn call(&self, body: &Value) -> Result<Call, String> {
        let request = self.agent.post(format!("{}/chat/completions", self.url));
        let request = request
            .config()
            .timeout_global(Some(self.limit))
            .build()
            .header("Content-Type", "application/json");
        let request = self.keyed(request);
        let mut response = match request.send(body.to_string()) {
            Ok(response) => response,
            Err(Error::Timeout(_)) => return Ok(Call::Late),
            Err(error) => return Ok(Call::Busy { wait: None, why: self.safe(&error.to_string()) }),
        };
        match response.status().as_u16() {
            200..=299 => match response.body_mut().read_to_string() {
                Ok(text) => Ok(Call::Done(text)),
                Err(Error::Timeout(_)) => Ok(Call::Late),
                Err(error) => Ok(Call::Busy { wait: None, why: self.safe(&error.to_string()) }),
            },
            408 | 409 | 425 | 429 | 500.. => {
                let wait = response
                    .headers()
                    .get("retry-after")
                    .and_then(|text| text.to_str().ok()?.parse().ok());
                let wait = wait
                    .filter(|seconds: &f64| (0.0..1e6).contains(seconds))
                    .map(Duration::from_secs_f64);
                Ok(Call::Busy { wait, why: self.refusal(response) })
            }
            _ => Err(self.refusal(response)),
        }
    }

    /// A request with the key, if there is one.
    fn keyed<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.key {
            Some(key) => request.header("Authorization", format!("Bearer {}", key.0)),
            None => request,
        }
    }

    /// A refusal of the server, in words.
    fn refusal(&self, mut response: Response<Body>) -> String {
        let (status, body) = (response.status(), response.body_mut().read_to_string().unwrap_or_default());
        let way = match status.as_u16() {
            401 if self.key.is_none() => "; add key=VARIABLE, the environment variable that holds a key",
            404 if !self.url.ends_with("/v1") => "; is /v1 missing in the url?",
            _ => "",
        };
        self.safe(&format!("the server answers {status}: {body}")) + way
    }

    /// A text that is safe to show: short, without control characters and without the key.
    fn safe(&self, text: &str) -> String {
        let text = match &self.key {
            Some(key) => text.replace(&key.0, "[key]"),
            None => text.to_owned(),
        };
        let way = if text.contains("InvalidContentType") {
            "; the server does not speak TLS: write http:// in the url"
        } else {
            ""
        };
        plain(text.trim()).chars().take(SHOWN).collect::<String>() + way
    }
}

/// Waits for `time`, unless the work is asked to stop.
fn pause_for(time: Duration) -> Result<(), String> {
    // Nobody sends.
    let (_sender, pause) = channel::<()>();
    let _ = Stop::receive(&pause, time);
    if Stop::is_due_here() {
        Err(STOPPED.to_owned())
    } else {
        Ok(())
    }
}

/// The models in the list `text` of a server, if `model` is not among them; `None` if there is no list.
fn others_than(model: &str, text: &str) -> Option<String> {
    let list: Value = serde_json::from_str(text).ok()?;
    let names: Vec<&str> = list["data"].as_array()?.iter().filter_map(|one| one["id"].as_str()).collect();
    if names.is_empty() || names.contains(&model) {
        return None;
    }
    let texts: Vec<String> = names.iter().take(MOST_MODELS).map(|name| format!("`{name}`")).collect();
    let more = match names.len().saturating_sub(MOST_MODELS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(texts.join(", ") + &more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_is_not_listed_is_told_with_the_list() {
        let list = r#"{"data": [{"id": "one"}, {"id": "two"}]}"#;
        assert_eq!(others_than("three", list).as_deref(), Some("`one`, `two`"));
        for (model, list) in [("two", list), ("three", r#"{"data": []}"#), ("three", "<html>")] {
            assert_eq!(others_than(model, list), None, "{list}");
        }
    }
}
