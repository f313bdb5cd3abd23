//! `spariglio serve`: a server with few descriptors, and the browser that it opens.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::refused;

/// A server that is killed when dropped.
struct Server {
    child: Child,
    address: String,
    token: String,
}

impl Server {
    /// Starts `spariglio serve` from a shell that runs `before` first.
    fn new(before: &str, words: &[&str]) -> Server {
        let script = format!("{before}; exec \"$0\" serve --port 0 --no-state \"$@\"");
        let child = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_spariglio")])
            .args(words)
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.expect("the server starts");
        let mut line = String::new();
        let errors = child.stderr.as_mut().expect("its errors");
        BufReader::new(errors).read_line(&mut line).expect("its address");
        let (address, token) = line.trim().split_once("/?token=").expect("an address with a token");
        let address = address.strip_prefix("open http://").expect("an address").to_owned();
        Server { child, address, token: token.to_owned() }
    }

    /// The JSON answer to a request of the owner.
    fn ask(&self, start: &str, key: &str, body: &str) -> Value {
        let Server { address, token, .. } = self;
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
        let request = format!(
            "{start} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: spariglio={token}\r\n\
             X-Seat-Key: {key}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (_, body) = answer.split_once("\r\n\r\n").expect("an answer");
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_owner_plays_while_strangers_hold_connections() {
    let server = Server::new("ulimit -n 128", &[]);
    let _strangers: Vec<TcpStream> = (0..200)
        .map(|_| TcpStream::connect(&server.address).expect("a connection"))
        .collect();
    let table = json!({"rules": "mini_scopa", "seats": ["person", "greedy"], "seed": 1});
    let opened = server.ask("POST /api/tables", "", &table.to_string());
    let path = format!("/api/tables/{}", opened["id"].as_str().expect("a name"));
    let key = opened["seat_keys"]["0"].as_str().expect("a key");
    server.ask(&format!("POST {path}/pace"), key, "{\"millis\":0}");
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let snapshot = server.ask(&format!("GET {path}?seat=0"), key, "");
        if snapshot["phase"] != "play" {
            break;
        }
        if snapshot["to_act"] == 0 {
            let action = json!({"seat": 0, "version": snapshot["version"], "action": snapshot["legal"][0]});
            let answer = server.ask(&format!("POST {path}/actions"), key, &action.to_string());
            assert!(answer["version"].is_u64(), "{answer}");
        }
        assert!(Instant::now() < until, "the hand does not end: {snapshot}");
    }
}

#[test]
fn a_name_is_an_address_and_a_home_that_cannot_be_written_has_a_way_out() {
    let server = Server::new("true", &["--host", "localhost", "--name", "localhost:9000"]);
    let port = server.address.rsplit_once(':').expect("a port").1;
    assert!(
        [format!("127.0.0.1:{port}"), format!("[::1]:{port}")].contains(&server.address),
        "{}",
        server.address
    );
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("file"), "").expect("written");
    let state = folder.path().join("file/state").display().to_string();
    let message = refused(&["serve", "--port", "0", "--state", &state]);
    assert!(message.contains("--no-state") && message.contains("--state DIR"), "{message}");
}

/// The program that opens the browser gets no token: every user of the machine sees its command line.
#[test]
fn no_command_line_has_the_token() {
    let folder = tempfile::tempdir().expect("a folder");
    let (opener, command_line) = (folder.path().join("xdg-open"), folder.path().join("told"));
    // The name appears when the contents are whole.
    let script = format!("#!/bin/sh\nprintf '%s' \"$*\" > '{0}.new'; mv '{0}.new' '{0}'\n", command_line.display());
    fs::write(&opener, &script).expect("written");
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o700)).expect("changed");
    // The system of macOS names it otherwise.
    fs::copy(&opener, folder.path().join("open")).expect("copied");
    let server = Server::new(&format!("PATH='{}':\"$PATH\"", folder.path().display()), &["--open"]);
    let until = Instant::now() + Duration::from_secs(30);
    while !command_line.exists() {
        assert!(Instant::now() < until, "no browser is opened");
        std::thread::sleep(Duration::from_millis(10));
    }
    let command_line = fs::read_to_string(&command_line).expect("the command line");
    assert!(!command_line.contains(&server.token), "{command_line}");
    let page = fs::read_to_string(&command_line).expect("a file");
    assert!(page.contains(&format!("http://{}/?token={}", server.address, server.token)), "{page}");
    assert_eq!(fs::metadata(Path::new(&command_line)).expect("a file").permissions().mode() & 0o777, 0o600);
    let mut line = String::new();
    fs::File::open(format!("/proc/{}/cmdline", server.child.id()))
        .and_then(|mut file| file.read_to_string(&mut line))
        .ok();
    assert!(!line.contains(&server.token), "{line}");
    fs::remove_file(command_line).expect("removed");
}
