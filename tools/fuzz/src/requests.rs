//! Requests to the server of pages: whatever is asked, the server reports no internal error, sends valid JSON if it
//! says so, and restricts the browser by a content security policy.
//!
//! Each line of the input is a request at a table opened for that input. Its first byte selects the kind of request;
//! the rest is the body, or the path if the kind is an address. Hints and reviews are left out, as they take long; they
//! read their bodies the same way, and the target `reviews` covers the rest.

use std::sync::LazyLock;

use serde_json::{Value, json};
use spariglio_web::{Answer, InProcess, ServeConfig};

use crate::Target;

/// Target `requests`.
pub const TARGET: Target = Target { name: "requests", run, seeds };

const TOKEN: &str = "0123456789abcdef0123456789abcdef";
const PORT: u16 = 7040;
/// Most requests per input.
const MOST: usize = 8;
/// Requests at a table.
const ASKED: [&str; 8] = ["actions", "undo", "fork", "pace", "settings", "next", "closed", "leave"];
/// The byte of a request to open a table, and of a request for an address.
const OPEN: u8 = b'o';
const ADDRESS: u8 = b'a';

const CREATED: u16 = 201;

static SERVER: LazyLock<Server> = LazyLock::new(Server::new);

struct Server(InProcess);

/// A table and the key of its person.
struct Opened {
    id: String,
    key: String,
}

/// A valid body of each kind.
fn seeds() -> Vec<Vec<u8>> {
    let bodies = [
        json!({"seat": 0, "version": 1, "action": "4d"}),
        json!({"seat": 0, "version": 1}),
        json!({"turn": 0}),
        json!({"millis": 0, "paused": false, "step": true}),
        json!({"auto_declare": true}),
        json!({"version": 1}),
        json!({"seat": 0, "agent": "greedy"}),
        json!({}),
    ];
    let requests = (b'0'..)
        .zip(&bodies)
        .map(|(kind, body)| [&[kind], body.to_string().as_bytes()].concat());
    let table = json!({"rules": "scopa", "seats": ["person", "greedy"], "seed": 1, "match": true, "partners_open": false, "auto_declare": false});
    let own = json!({"rules": "base = \"mini_scopa\"\n", "seats": ["formula", "random"]});
    let opened = [table, own].map(|body| format!("o{body}").into_bytes());
    let paths = [
        "/api/about",
        "/api/rules",
        "/api/agents",
        "/?lang=it",
        "/review",
        "/assets/x/app.js",
        "/api/reviews",
        "/api/reviews/x/page",
    ];
    let addresses = paths.map(|path| format!("a{path}").into_bytes());
    requests.chain(opened).chain(addresses).collect()
}

/// Sends the lines of the input as requests.
pub fn run(bytes: &[u8]) {
    let table = SERVER.open();
    for line in bytes.split(|byte| *byte == b'\n').take(MOST) {
        if let Some((kind, rest)) = line.split_first() {
            SERVER.request(&table, *kind, rest);
        }
    }
    SERVER.leave(&table);
}

impl Server {
    fn new() -> Server {
        let config = ServeConfig {
            host: [127, 0, 0, 1].into(),
            port: PORT,
            names: Vec::new(),
            agents: Vec::new(),
            hints: None,
            threads: 1,
            language: None,
            state: None,
            assets: None,
        };
        Server(InProcess::new(config, PORT, TOKEN).expect("a server"))
    }

    fn open(&self) -> Opened {
        let body = json!({"rules": "mini_scopone", "seats": ["person", "random"], "seed": 1});
        let (status, body) = self.post("/api/tables", "", body.to_string().into());
        assert_eq!(status, CREATED, "{body}");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        Opened { id: text(&body["id"]), key: text(&body["seat_keys"]["0"]) }
    }

    /// Leaves a table, which may be gone already.
    fn leave(&self, table: &Opened) {
        let (status, body) = self.post(&format!("/api/tables/{}/leave", table.id), &table.key, b"{}".to_vec());
        assert!([200, 404].contains(&status), "{status}: {body}");
    }

    fn request(&self, table: &Opened, kind: u8, rest: &[u8]) {
        match kind {
            ADDRESS => self.get(rest),
            OPEN => {
                let (status, body) = self.post("/api/tables", "", rest.to_vec());
                if status == CREATED {
                    let key = body["seat_keys"].as_object().and_then(|keys| keys.values().next());
                    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
                    self.leave(&Opened { id: text(body.get("id")), key: text(key) });
                }
            }
            kind => {
                let what = ASKED[usize::from(kind.wrapping_sub(b'0')) % ASKED.len()];
                let path = format!("/api/tables/{}/{what}", table.id);
                self.post(&path, &table.key, rest.to_vec());
            }
        }
    }

    fn get(&self, path: &[u8]) {
        let Ok(path) = std::str::from_utf8(path) else { return };
        if path.split('?').next().unwrap_or_default().ends_with("/events") {
            // The stream of events has no end.
            return;
        }
        if let Some(answer) = self.0.request(["GET", path, ""], "application/json", Vec::new()) {
            checked(path, &answer);
        }
    }

    fn post(&self, path: &str, key: &str, body: Vec<u8>) -> (u16, Value) {
        let answer = self
            .0
            .request(["POST", path, key], "application/json", body)
            .expect("a request");
        checked(path, &answer)
    }
}

/// Checks an answer. Returns the status and the body; null if that is not JSON.
fn checked(path: &str, answer: &Answer) -> (u16, Value) {
    assert!(answer.status() < 500, "{path}: {}", answer.status());
    assert!(answer.header("Content-Security-Policy").is_some(), "{path}");
    let is_json = answer.header("Content-Type") == Some("application/json");
    let value = is_json.then(|| serde_json::from_slice(&answer.body).expect("JSON"));
    (answer.status(), value.unwrap_or_default())
}
