//! A client that acts like a browser.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use spariglio_agents::AgentSpec;

use crate::ServeConfig;
use crate::in_process::{Answer, InProcess};
use crate::run::server;
use crate::server::{Shared, router};

/// The token of servers under test.
pub(crate) const TOKEN: &str = "0123456789abcdef0123456789abcdef";
/// Their name and port.
pub(crate) const HOST: &str = "127.0.0.1:7040";

/// A server and a browser that has its cookie.
pub(crate) struct Client {
    in_process: InProcess,
    pub server: Shared,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        let text = || String::from_utf8_lossy(&self.body).into_owned();
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", text()))
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("UTF-8")
    }

    /// The JSON of a successful answer.
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, String::from_utf8_lossy(&self.body));
        self.json()
    }
}

pub(crate) fn config() -> ServeConfig {
    ServeConfig {
        host: [127, 0, 0, 1].into(),
        port: 7040,
        names: Vec::new(),
        agents: Vec::new(),
        hints: Some(AgentSpec::parse("ismcts").expect("an agent")),
        threads: 1,
        language: None,
        state: None,
        assets: None,
    }
}

impl Client {
    pub fn new() -> Client {
        Client::with(config())
    }

    pub fn with(config: ServeConfig) -> Client {
        let server = server(config, 7040, TOKEN.to_owned()).expect("a server");
        Client { in_process: InProcess::serving(router(server.clone()), 7040, TOKEN), server }
    }

    pub fn with_state(state: PathBuf) -> Client {
        Client::with(ServeConfig { state: Some(state), ..config() })
    }

    /// Sends a request unchanged.
    pub fn send(&self, request: Request<Body>) -> Answer {
        self.in_process.send(request)
    }

    pub fn get(&self, path: &str, key: &str) -> Answer {
        self.send(request("GET", path, key).body(Body::empty()).expect("a request"))
    }

    pub fn post(&self, path: &str, key: &str, body: &Value) -> Answer {
        let request = request("POST", path, key).header("Content-Type", "application/json");
        self.send(request.body(Body::from(body.to_string())).expect("a request"))
    }

    pub fn post_lines(&self, path: &str, lines: &str) -> Answer {
        let request = request("POST", path, "").header("Content-Type", "application/x-ndjson");
        self.send(request.body(Body::from(lines.to_owned())).expect("a request"))
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.send(request("DELETE", path, "").body(Body::empty()).expect("a request"))
    }

    /// Opens a table whose agents act without delay.
    pub fn open(&self, body: &Value) -> Seated<'_> {
        let opened = self.post("/api/tables", "", body).ok();
        let id = opened["id"].as_str().expect("a name").to_owned();
        let keys = opened["seat_keys"].as_object().expect("keys");
        let keys = keys
            .iter()
            .map(|(seat, key)| (seat.parse().expect("a seat"), key.as_str().expect("a key").to_owned()));
        let seated = Seated { client: self, path: format!("/api/tables/{id}"), keys: keys.collect(), id };
        seated.post("pace", &json!({"millis": 0})).ok();
        seated
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.server.tournaments.close();
        self.server.tables.close();
    }
}

/// A request with the cookie and from the right page.
pub(crate) fn request(method: &str, path: &str, key: &str) -> axum::http::request::Builder {
    let request = Request::builder().method(method).uri(path);
    let request = request.header("Host", HOST).header("Origin", format!("http://{HOST}"));
    request.header("Cookie", format!("spariglio={TOKEN}")).header("X-Seat-Key", key)
}

fn is_declaration(action: &Value) -> bool {
    action.as_str().is_some_and(|text| text.starts_with("declare"))
}

/// The persons at a table.
pub(crate) struct Seated<'a> {
    pub client: &'a Client,
    pub id: String,
    path: String,
    /// Keys by seat.
    pub keys: Vec<(usize, String)>,
}

impl Seated<'_> {
    /// The key of the person at a seat.
    pub fn key_of(&self, seat: usize) -> &str {
        let key = self.keys.iter().find(|(other, _)| *other == seat);
        key.map(|(_, key)| key).expect("a person")
    }

    /// The key of the first person.
    fn key(&self) -> &str {
        self.keys.first().map_or("", |(_, key)| key)
    }

    pub fn post(&self, what: &str, body: &Value) -> Answer {
        self.client.post(&format!("{}/{what}", self.path), self.key(), body)
    }

    pub fn get(&self, what: &str) -> Answer {
        self.client.get(&format!("{}{what}", self.path), self.key())
    }

    /// The table in the view of a seat.
    pub fn snapshot(&self, seat: usize) -> Value {
        let (_, key) = self.keys.iter().find(|(other, _)| *other == seat).expect("a person");
        self.client.get(&format!("{}?seat={seat}", self.path), key).ok()
    }

    /// The table before an earlier turn, in the view of a seat.
    pub fn before(&self, seat: usize, turn: usize) -> Value {
        let path = format!("{}?seat={seat}&before={turn}", self.path);
        self.client.get(&path, self.key_of(seat)).ok()
    }

    /// Waits until a person has to act or play stops. Returns the table in that person's view.
    pub fn wait(&self) -> Value {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            for (seat, _) in &self.keys {
                let snapshot = self.snapshot(*seat);
                let is_due = snapshot["to_act"] == json!(seat);
                let may = snapshot["legal"]
                    .as_array()
                    .is_some_and(|legal| legal.iter().any(is_declaration));
                let declares = may && snapshot["auto_declare"] == json!(true);
                if snapshot["phase"] != "play" || is_due && !declares {
                    return snapshot;
                }
            }
            assert!(Instant::now() < until, "nobody acts");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits for the end of a hand without persons.
    pub fn watch(&self) -> Value {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let snapshot = self.client.get(&self.path, "").ok();
            if snapshot["phase"] != "play" {
                return snapshot;
            }
            assert!(Instant::now() < until, "the hand goes on");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Plays a person's action.
    pub fn act(&self, snapshot: &Value, action: &Value) -> Answer {
        let seat = snapshot["seat"].as_u64().expect("a seat") as usize;
        let (_, key) = self.keys.iter().find(|(other, _)| *other == seat).expect("a person");
        let body = json!({"seat": seat, "version": snapshot["version"], "action": action});
        self.client.post(&format!("{}/actions", self.path), key, &body)
    }

    /// Plays to the end of the hand. `choose` plays for the persons.
    pub fn play(&self, mut choose: impl FnMut(&Value) -> Value) -> Value {
        loop {
            let snapshot = self.wait();
            if snapshot["phase"] != "play" {
                return snapshot;
            }
            let action = choose(&snapshot);
            let answer = self.act(&snapshot, &action);
            // If somebody else changed the table in between, the loop reads it again.
            assert!(answer.status == 200 || answer.status == 409, "{}", answer.text());
        }
    }
}

/// A browser without the cookie of the run.
pub(crate) struct Stranger<'a> {
    pub client: &'a Client,
    pub cookie: String,
}

impl Stranger<'_> {
    pub fn send(&self, method: &str, path: &str, key: &str, body: &Value) -> Answer {
        let request = Request::builder().method(method).uri(path).header("Host", HOST);
        let request = request
            .header("Origin", format!("http://{HOST}"))
            .header("Content-Type", "application/json");
        let request = request.header("Cookie", &self.cookie).header("X-Seat-Key", key);
        self.client.send(request.body(Body::from(body.to_string())).expect("a request"))
    }

    pub fn get(&self, path: &str, key: &str) -> Answer {
        self.send("GET", path, key, &json!({}))
    }

    /// Opens a link. Returns the key of the seat to which it leads; empty if it leads to none.
    pub fn follow(&mut self, link: &str) -> String {
        let answer = self.get(link, "");
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        let cookie = answer.headers["set-cookie"].to_str().expect("text");
        assert!(cookie.contains("SameSite=Strict") && cookie.contains("HttpOnly"), "{cookie}");
        let cookie = cookie.split(';').next().expect("a cookie").to_owned();
        let (name, _) = cookie.split_once('=').expect("a name");
        let others = self
            .cookie
            .split("; ")
            .filter(|other| !other.is_empty() && !other.starts_with(name));
        self.cookie = others.map(str::to_owned).chain([cookie.clone()]).collect::<Vec<_>>().join("; ");
        let goal = answer.headers["refresh"].to_str().expect("text").to_owned();
        goal.split_once("#key=").map_or(String::new(), |(_, key)| key.to_owned())
    }
}

pub(crate) fn stranger(client: &Client) -> Stranger<'_> {
    Stranger { client, cookie: String::new() }
}
