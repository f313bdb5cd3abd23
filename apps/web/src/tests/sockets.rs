//! Requests through real sockets: slow ones, odd ones, and strangers that hold their connections.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::config;
use crate::connections::{HEADERS, MOST_KNOWN};
use crate::request::BODY;
use crate::{ServeConfig, start};

/// A server on a port of its own.
struct Server {
    address: SocketAddr,
    token: String,
    stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// An answer: its status, its headers as text, its body.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Server {
    fn new() -> Server {
        let running = start(ServeConfig { port: 0, ..config() }).expect("a server");
        let url = running.url();
        let (address, token) = url["http://".len()..].split_once("/?token=").expect("an address");
        let (address, token) = (address.parse().expect("an address"), token.to_owned());
        let stopped = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stopped);
        let thread = thread::spawn(move || running.serve(|| flag.load(Ordering::Relaxed)));
        Server { address, token, stopped, thread: Some(thread) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        let most = HEADERS.max(BODY) + Duration::from_secs(20);
        stream.set_read_timeout(Some(most)).expect("a limit");
        stream
    }

    /// The lines that every request of the owner has.
    fn own(&self) -> String {
        let Server { address, token, .. } = self;
        format!("Host: {address}\r\nOrigin: http://{address}\r\nCookie: spariglio={token}\r\n")
    }

    /// Sends a request on a connection of its own.
    fn send(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        answer(&mut stream)
    }

    /// A request of the owner: the method and the path, then further lines and the body.
    fn owner(&self, start: &str, rest: &str) -> Answer {
        self.send(&format!("{start} HTTP/1.1\r\nConnection: close\r\n{}{rest}", self.own()))
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        let head = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
        self.owner(&format!("POST {path}"), &(head + &body))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join)
            && !thread::panicking()
        {
            std::panic::resume_unwind(panic);
        }
    }
}

/// Reads an answer up to the end of its connection, or of its announced body.
fn answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let parts = text
            .split_once("\r\n\r\n")
            .map(|(head, body)| (head.to_ascii_lowercase(), body.to_owned()));
        let length = parts.as_ref().and_then(|(head, _)| head.split_once("content-length: "));
        let length = length.and_then(|(_, rest)| rest.lines().next()?.parse::<usize>().ok());
        if let (Some((head, body)), Some(length)) = (parts, length)
            && body.len() >= length
        {
            let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
            return Answer { status: status.expect("a status"), head, body };
        }
        match stream.read(&mut part) {
            Ok(0) => panic!("no whole answer: {text}"),
            Ok(read) => bytes.extend(&part[..read]),
            Err(error) => panic!("{error}: {text}"),
        }
    }
}

/// Whether the server ends a connection. It may say something before.
fn ends(stream: &mut TcpStream) -> bool {
    match stream.read_to_end(&mut Vec::new()) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
}

impl Answer {
    /// Checks that it is the error of a field in the form of all refusals.
    fn is_error(&self, status: u16, field: &str) {
        assert_eq!(self.status, status, "{field}: {}", self.body);
        assert!(self.head.contains("content-type: application/json"), "{field}: {}", self.head);
        let error: Value = serde_json::from_str(&self.body).expect("JSON");
        assert_eq!(error["error"]["field"], field, "{error}");
        assert!(error["error"]["expected"].is_string() && error["error"]["found"].is_string(), "{error}");
    }
}

#[test]
fn headers_that_do_not_end_end_their_connection() {
    let server = Server::new();
    let begun = Instant::now();
    let mut streams = [server.connect(), server.connect(), server.connect()];
    streams[1].write_all(b"GET / HT").expect("sent");
    // An owner's connection waits for its next request as long.
    streams[2]
        .write_all(format!("GET /api/about HTTP/1.1\r\n{}\r\n", server.own()).as_bytes())
        .expect("sent");
    assert_eq!(answer(&mut streams[2]).status, 200);
    while begun.elapsed() < HEADERS / 2 {
        streams[1].write_all(b"x").expect("sent");
        thread::sleep(Duration::from_millis(500));
    }
    for stream in &mut streams {
        assert!(ends(stream));
    }
    let waited = begun.elapsed();
    assert!(waited >= HEADERS && waited < 2 * HEADERS, "{waited:?}");
}

#[test]
fn a_body_that_does_not_end_is_refused() {
    let server = Server::new();
    let mut streams = ["/api/tables", "/api/reviews"].map(|path| {
        let kind = if path == "/api/tables" { "json" } else { "x-ndjson" };
        let head = format!("Content-Type: application/{kind}\r\nContent-Length: 100\r\n\r\n{{");
        let mut stream = server.connect();
        let request = format!("POST {path} HTTP/1.1\r\n{}{head}", server.own());
        stream.write_all(request.as_bytes()).expect("sent");
        stream
    });
    let begun = Instant::now();
    for stream in &mut streams {
        answer(stream).is_error(408, "body");
        assert!(ends(stream));
    }
    assert!(begun.elapsed() < BODY + Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn a_body_without_the_token_is_not_waited_for() {
    let server = Server::new();
    let head = format!("Host: {0}\r\nOrigin: http://{0}\r\nContent-Type: application/json\r\n", server.address);
    let mut stream = server.connect();
    let request = format!("POST /api/tables HTTP/1.1\r\n{head}Content-Length: 100\r\n\r\n{{");
    stream.write_all(request.as_bytes()).expect("sent");
    let begun = Instant::now();
    answer(&mut stream).is_error(401, "Cookie");
    assert!(ends(&mut stream));
    assert!(begun.elapsed() < HEADERS / 2, "{:?}", begun.elapsed());
}

#[test]
fn strangers_do_not_shut_the_owner_out() {
    let server = Server::new();
    let mut strangers: Vec<TcpStream> = (0..200).map(|_| server.connect()).collect();
    let opened = server.post("/api/tables", &json!({"rules": "scopa", "seats": ["person", "greedy"], "seed": 1}));
    assert_eq!(opened.status, 201, "{}", opened.body);
    assert!(ends(&mut strangers[0]), "the first stranger still has its place");
    // The last one still has its own.
    let last = strangers.last_mut().expect("strangers");
    last.write_all(format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).as_bytes())
        .expect("sent");
    answer(last).is_error(401, "Cookie");
    // A connection that has shown the token stays, whatever strangers do.
    let mut own = server.connect();
    for _ in 0..2 {
        own.write_all(format!("GET /api/about HTTP/1.1\r\n{}\r\n", server.own()).as_bytes())
            .expect("sent");
        assert_eq!(answer(&mut own).status, 200);
        strangers.extend((0..50).map(|_| server.connect()));
    }
}

#[test]
fn connections_with_the_token_have_a_limit() {
    let server = Server::new();
    let request = format!("GET /api/about HTTP/1.1\r\n{}\r\n", server.own());
    let ask = || {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        (answer(&mut stream), stream)
    };
    let mut streams: Vec<TcpStream> = Vec::new();
    for _ in 0..MOST_KNOWN {
        let (answer, stream) = ask();
        assert_eq!(answer.status, 200);
        streams.push(stream);
    }
    ask().0.is_error(429, "connections");
    streams.pop();
    let until = Instant::now() + Duration::from_secs(5);
    while ask().0.status != 200 {
        assert!(Instant::now() < until, "no place is free");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Every error has one form: no error of a library reaches the client as plain text.
#[test]
fn every_error_is_json() {
    let server = Server::new();
    let opened = server.post("/api/tables", &json!({"rules": "scopa", "seats": ["greedy", "greedy"]}));
    let opened: Value = serde_json::from_str(&opened.body).expect("JSON");
    let table = format!("/api/tables/{}", opened["id"].as_str().expect("a name"));
    let get = |path: &str| server.owner(&format!("GET {path}"), "\r\n");
    for query in ["seat=x", "seat=-1", "seat", "seat=0&seat=1", "seats=0", "eyes=%ff", "seat=99999999999999999999999"] {
        get(&format!("{table}?{query}")).is_error(400, "query");
    }
    for path in ["/?lang=en&lang=it", "/play/x?lang=en&lang=it"] {
        get(path).is_error(400, "query");
    }
    for path in ["/api/tables/%ff", "/api/reviews/%ff/rows", "/assets/%ff/x"] {
        get(path).is_error(400, "path");
    }
    for path in ["/nothing", "/api", "/api/nothing", "/api/about/", "//"] {
        get(path).is_error(404, "path");
    }
    server.owner("PUT /api/tables", "\r\n").is_error(405, "method");
    server.owner("DELETE /", "\r\n").is_error(405, "method");
    server.owner("GET /api/tables/x/undo", "\r\n").is_error(405, "method");
    let long = json!({"rules": "x".repeat(1 << 20)});
    server.post("/api/tables", &long).is_error(413, "body");
    server
        .owner("POST /api/tables", "Content-Length: 2\r\n\r\n{}")
        .is_error(415, "Content-Type");
    let twice = "Content-Type: application/json\r\nContent-Length: 23\r\n\r\n{\"rules\":1,\"rules\":\"a\"}";
    server.owner("POST /api/tables", twice).is_error(422, "body");
}

#[test]
fn headers_that_decide_something_stand_once() {
    let server = Server::new();
    let own = format!("Host: {}\r\n", server.address);
    let lines = [
        ("host", own.clone()),
        ("host", "Host: evil.example\r\n".to_owned()),
        ("origin", "Origin: http://evil.example\r\n".to_owned()),
        ("origin", format!("ORIGIN: http://{}\r\n", server.address)),
        ("x-seat-key", "X-Seat-Key: a\r\nX-Seat-Key: b\r\n".to_owned()),
        ("content-type", "Content-Type: application/json\r\nContent-Type: text/plain\r\n".to_owned()),
    ];
    for (field, lines) in &lines {
        for method in ["GET", "POST"] {
            server
                .owner(&format!("{method} /api/tables/x"), &format!("{lines}\r\n"))
                .is_error(400, field);
        }
    }
    // The other order, without the token.
    let first = format!("GET / HTTP/1.1\r\nHost: evil.example\r\n{own}\r\n");
    server.send(&first).is_error(400, "host");
}
