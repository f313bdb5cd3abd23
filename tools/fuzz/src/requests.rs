//! Requests to the server of pages: whatever is asked, the server reports no internal error, sends valid JSON if it
//! says so, and restricts the browser by a content security policy.
//!
//! Each line of the input is a request at a table opened for that input. Its first byte selects the kind of request;
//! the rest is the body, or the path if the kind is an address. Hints and reviews are left out, as they take long; they
//! read their bodies the same way, and the target `reviews` covers the rest.

use std::sync::LazyLock;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, StatusCode, Uri, header};
use serde_json::{Value, json};
use spariglio_web::{ServeConfig, service};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

use crate::Target;

/// Target `requests`.
pub const TARGET: Target = Target { name: "requests", run, seeds };

const TOKEN: &str = "0123456789abcdef0123456789abcdef";
const PORT: u16 = 7040;
const HOST: &str = "127.0.0.1:7040";
/// Longest answer that is read, in bytes.
const LONGEST: usize = 16 << 20;
/// Most requests per input.
const MOST: usize = 8;
/// Requests at a table.
const ASKED: [&str; 8] = ["actions", "undo", "fork", "pace", "settings", "next", "closed", "leave"];
/// The byte of a request to open a table, and of a request for an address.
const OPEN: u8 = b'o';
const ADDRESS: u8 = b'a';

static SERVER: LazyLock<Server> = LazyLock::new(Server::new);

/// The server and its runtime.
struct Server {
    runtime: Runtime,
    router: Router,
}

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
    let asked = (b'0'..)
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
        "/api/reviews/x/page",
    ];
    let addresses = paths.map(|path| format!("a{path}").into_bytes());
    asked.chain(opened).chain(addresses).collect()
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
        Server {
            runtime: Builder::new_current_thread().enable_time().build().expect("a runtime"),
            router: service(config, PORT, TOKEN.to_owned()).expect("a server"),
        }
    }

    fn open(&self) -> Opened {
        let body = json!({"rules": "mini_scopone", "seats": ["person", "random"], "seed": 1});
        let (status, body) = self.post("/api/tables", "", body.to_string().into());
        assert_eq!(status, StatusCode::CREATED, "{body}");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        Opened { id: text(&body["id"]), key: text(&body["seat_keys"]["0"]) }
    }

    /// Leaves a table, which may be gone already.
    fn leave(&self, table: &Opened) {
        let (status, body) = self.post(&format!("/api/tables/{}/leave", table.id), &table.key, Body::empty());
        assert!(status == StatusCode::OK || status == StatusCode::NOT_FOUND, "{status}: {body}");
    }

    fn request(&self, table: &Opened, kind: u8, rest: &[u8]) {
        match kind {
            ADDRESS => self.get(rest),
            OPEN => {
                let (status, body) = self.post("/api/tables", "", rest.to_vec().into());
                if status == StatusCode::CREATED {
                    let key = body["seat_keys"].as_object().and_then(|keys| keys.values().next());
                    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
                    self.leave(&Opened { id: text(body.get("id")), key: text(key) });
                }
            }
            kind => {
                let what = ASKED[usize::from(kind.wrapping_sub(b'0')) % ASKED.len()];
                let path = format!("/api/tables/{}/{what}", table.id);
                self.post(&path, &table.key, rest.to_vec().into());
            }
        }
    }

    fn get(&self, path: &[u8]) {
        let Ok(uri) = Uri::try_from(path) else { return };
        if uri.path().ends_with("/events") {
            // The stream of events has no end.
            return;
        }
        let request = Request::get(uri).header(header::COOKIE, format!("spariglio={TOKEN}"));
        self.send(request.header(header::HOST, HOST).body(Body::empty()).expect("a request"));
    }

    fn post(&self, path: &str, key: &str, body: Body) -> (StatusCode, Value) {
        let request = Request::post(path)
            .header(header::HOST, HOST)
            .header(header::ORIGIN, format!("http://{HOST}"))
            .header(header::COOKIE, format!("spariglio={TOKEN}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header("X-Seat-Key", key);
        self.send(request.body(body).expect("a request"))
    }

    /// Sends a request and checks the answer. Returns the status and the body; null if that is not JSON.
    fn send(&self, request: Request<Body>) -> (StatusCode, Value) {
        let path = request.uri().path().to_owned();
        let router = self.router.clone();
        let (parts, body) = self.runtime.block_on(async {
            let answer: Response<Body> = router.oneshot(request).await.expect("an answer");
            let (parts, body) = answer.into_parts();
            (parts, to_bytes(body, LONGEST).await.expect("a body with an end"))
        });
        assert!(!parts.status.is_server_error(), "{path}: {}", parts.status);
        assert!(parts.headers.contains_key(header::CONTENT_SECURITY_POLICY), "{path}");
        let is_json = parts
            .headers
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind == "application/json");
        let value = is_json.then(|| serde_json::from_slice(&body).expect("JSON"));
        (parts.status, value.unwrap_or_default())
    }
}
