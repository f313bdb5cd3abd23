//! Requests that the guard must stop.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

use super::client::{Client, HOST, TOKEN, config, request};
use crate::ServeConfig;
use crate::in_process::Answer;

fn with(client: &Client, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let start = Request::builder().method(method).uri(path);
    let request = headers
        .iter()
        .fold(start, |request, (name, value)| request.header(*name, *value));
    client.send(request.body(Body::empty()).expect("a request"))
}

#[test]
fn other_names_other_pages_and_other_runs_are_refused() {
    let client = Client::new();
    let cookie = format!("a=b; spariglio={TOKEN}");
    let own = format!("http://{HOST}");
    let get =
        |host: &str, cookie: &str| with(&client, "GET", "/api/about", &[("Host", host), ("Cookie", cookie)]).status;
    assert_eq!(get(HOST, &cookie), StatusCode::OK);
    assert_eq!(get("localhost:7040", &cookie), StatusCode::OK);
    assert_eq!(get("[::1]:7040", &cookie), StatusCode::OK);
    for host in ["evil.example", "evil.example:7040", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil.example:7040", ""] {
        assert_eq!(get(host, &cookie), StatusCode::MISDIRECTED_REQUEST, "{host}");
    }
    for cookie in ["", "spariglio=", "spariglio=0", "other=0123456789abcdef0123456789abcdef"] {
        assert_eq!(get(HOST, cookie), StatusCode::UNAUTHORIZED, "{cookie}");
    }
    let post = |origin: &str| {
        let headers = [("Host", HOST), ("Cookie", &cookie), ("Origin", origin), ("Content-Type", "application/json")];
        with(&client, "POST", "/api/tables", &headers).status
    };
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1:7041",
        "https://127.0.0.1:7040",
        "",
        "http://localhost:7040",
    ] {
        assert_eq!(post(origin), StatusCode::FORBIDDEN, "{origin}");
    }
    assert_eq!(post(&own), StatusCode::UNPROCESSABLE_ENTITY);
}

#[test]
fn a_name_with_a_port_is_that_host_and_one_without_any_port() {
    let names = ["Play.example", "localhost:9000", "[fe80::1]"].map(str::to_owned).to_vec();
    let client = Client::with(ServeConfig { names, ..config() });
    let cookie = format!("spariglio={TOKEN}");
    let ask = |method: &str, host: &str| with(&client, method, "/api/about", &[("Host", host), ("Cookie", &cookie)]);
    for host in ["play.example", "play.example:9001", "localhost:9000", "[fe80::1]:7040", "[fe80::1]"] {
        assert_eq!(ask("GET", host).status, StatusCode::OK, "{host}");
    }
    for host in ["localhost:9001", "localhost", "play.example:x", "play.example:", "x.play.example"] {
        let answer = ask("GET", host);
        assert_eq!(answer.status, StatusCode::MISDIRECTED_REQUEST, "{host}");
        assert!(String::from_utf8_lossy(&answer.body).contains("--name"), "{host}");
    }
    let head = ask("HEAD", HOST);
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
}

#[test]
fn the_token_is_swapped_for_a_cookie() {
    let client = Client::new();
    let answer = with(&client, "GET", &format!("/?token={TOKEN}"), &[("Host", HOST)]);
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["refresh"], "0; url=/");
    let deep = with(&client, "GET", &format!("//evil.example/x?token={TOKEN}"), &[("Host", HOST)]);
    assert_eq!(deep.headers["refresh"], "0; url=/evil.example/x");
    let cookie = answer.headers["set-cookie"].to_str().expect("text");
    assert!(cookie.contains("SameSite=Strict") && cookie.contains("HttpOnly"), "{cookie}");
    let wrong = with(&client, "GET", "/?token=00000000000000000000000000000000", &[("Host", HOST)]);
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    let elsewhere = with(&client, "GET", &format!("/?token={TOKEN}"), &[("Host", "evil.example")]);
    assert_eq!(elsewhere.status, StatusCode::MISDIRECTED_REQUEST);
}

#[test]
fn every_answer_says_what_browsers_must_not_do() {
    let client = Client::new();
    for path in ["/", "/api/about", "/nothing", "/play/x"] {
        let headers = client.get(path, "").headers;
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["cache-control"], "no-store");
        assert!(!headers.contains_key("access-control-allow-origin"));
    }
}

#[test]
fn bodies_have_a_limit_and_a_type() {
    let client = Client::new();
    let long = json!({"rules": "x".repeat(1 << 20)});
    assert_eq!(client.post("/api/tables", "", &long).status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(client.post_lines("/api/reviews", &"x".repeat((16 << 20) + 1)).status, StatusCode::PAYLOAD_TOO_LARGE);
    let typed = request("POST", "/api/tables", "").header("Content-Type", "text/plain");
    let answer = client.send(typed.body(Body::from("{}")).expect("a request"));
    assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[test]
fn no_path_reaches_the_file_system() {
    let client = Client::new();
    let hash = client.server.assets.hash();
    assert_eq!(client.get(&format!("/assets/{hash}/shell.html"), "").status, StatusCode::OK);
    for name in [
        "../Cargo.toml",
        "..%2fCargo.toml",
        "%2e%2e%2fCargo.toml",
        "....//Cargo.toml",
        "%2fetc%2fpasswd",
        "app.js%00",
        "APP.JS",
        "VENDORED.md",
    ] {
        let answer = client.get(&format!("/assets/{hash}/{name}"), "");
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{name}");
    }
    for path in ["/assets/0/app.js", "/api/tables/..%2f..%2ftoken", "/api/reviews/../../token", "/etc/passwd"] {
        assert_eq!(client.get(path, "").status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(client.get("/api/tables/x/undo", "").status, StatusCode::METHOD_NOT_ALLOWED);
}

/// A browser can only name agents and rules. If a text would start a program or open a file, it is an unknown name.
#[test]
fn texts_of_agents_and_names_of_files_do_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (started, rules) = (folder.path().join("started"), folder.path().join("rules.toml"));
    std::fs::write(&rules, "base = \"scopa\"\n").expect("written");
    let client = Client::new();
    let open =
        |rules: &str, agent: &str| client.post("/api/tables", "", &json!({"rules": rules, "seats": ["person", agent]}));
    let program = format!("external:command=touch {}", started.display());
    let net = format!("net:net={}", folder.path().display());
    for agent in [
        program.as_str(),
        net.as_str(),
        "ismcts:simulations=1000000000",
        "external",
        "cheat-mcts",
        "a.toml",
        "../a.toml",
        "Person",
    ] {
        let answer = open("scopa", agent);
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{agent}");
        assert_eq!(answer.json()["error"]["field"], "seats[1]");
    }
    let base = format!("base = \"{}\"\n", rules.display());
    for rules in [rules.to_str().expect("UTF-8"), "../scopa.toml", base.as_str(), "scopa\n", ""] {
        assert_eq!(open(rules, "greedy").status, StatusCode::UNPROCESSABLE_ENTITY, "{rules}");
    }
    assert!(!started.exists());
    assert_eq!(open("base = \"scopa\"\nname = \"mine\"\n", "greedy").status, StatusCode::CREATED);
}

/// An option without effect is refused, as on the command line.
#[test]
fn partners_need_rules_that_have_them() {
    let client = Client::new();
    let open = |rules: &str, players: usize| {
        client.post(
            "/api/tables",
            "",
            &json!({"rules": rules, "seats": vec!["person"; players], "partners_open": true}),
        )
    };
    assert_eq!(open("scopone", 4).status, StatusCode::CREATED);
    let refused = open("scopa", 2);
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.json()["error"]["field"], "partners_open");
}

#[test]
fn a_cheat_plays_with_agents_only() {
    let cheat = spariglio_agents::AgentSpec::parse("cheat-mcts:simulations=10").expect("an agent");
    let name = cheat.to_string();
    let client = Client::with(ServeConfig { agents: vec![cheat], ..config() });
    let open = |other: &str| {
        client
            .post("/api/tables", "", &json!({"rules": "scopa", "seats": [other, name]}))
            .status
    };
    assert_eq!(open("person"), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(open("greedy"), StatusCode::CREATED);
}

/// The keys of seats separate the persons at one table.
#[test]
fn a_seat_is_shown_to_its_key_only() {
    let client = Client::new();
    let table = client.open(&json!({"rules": "scopa", "seats": ["person", "person"], "seed": 1}));
    let path = format!("/api/tables/{}", table.id);
    for (path, key) in [
        (format!("{path}?seat=0"), table.keys[1].1.as_str()),
        (format!("{path}?seat=1"), table.keys[0].1.as_str()),
        (format!("{path}?seat=0"), ""),
        (path.clone(), table.keys[0].1.as_str()),
        (format!("{path}?eyes=1"), table.keys[0].1.as_str()),
    ] {
        assert_eq!(client.get(&path, key).status, StatusCode::FORBIDDEN, "{path}");
    }
    let body = json!({"seat": 1, "version": 1, "action": "7d"});
    assert_eq!(client.post(&format!("{path}/actions"), &table.keys[0].1, &body).status, StatusCode::FORBIDDEN);
    assert_eq!(client.post(&format!("{path}/fork"), "", &json!({"turn": 0})).status, StatusCode::FORBIDDEN);
    assert_eq!(
        client
            .post(&format!("{path}/fork"), &table.keys[0].1, &json!({"turn": 0}))
            .status,
        StatusCode::CONFLICT
    );
}
