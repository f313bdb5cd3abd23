//! Refusals: pages for browsers that open an address, JSON with a code for everything else.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use super::client::{Client, HOST, TOKEN};
use crate::in_process::Answer;

const PAGE: (&str, &str) = ("Accept", "text/html,application/xhtml+xml");

fn get(client: &Client, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = Request::builder().uri(path).header("Host", HOST);
    let request = headers
        .iter()
        .fold(request, |request, (name, value)| request.header(*name, *value));
    client.send(request.body(Body::empty()).expect("a request"))
}

fn words(client: &Client, lang: &str, code: &str) -> String {
    let (file, _) = client.server.assets.get(&format!("{lang}.json")).expect("words");
    let words: Value = serde_json::from_slice(&file).expect("JSON");
    words[format!("error.{code}")].as_str().expect("a text").to_owned()
}

#[test]
fn a_browser_that_opens_a_refused_address_gets_a_page_in_its_language() {
    let client = Client::new();
    let cookie = format!("spariglio={TOKEN}");
    for (path, cookie, status, code) in [
        ("/", "", 401, "cookie"),
        ("/play/x?seat=0", "spariglio=0", 401, "cookie"),
        ("/?token=0", "", 401, "token"),
        ("/play/x?seat=0&guest=0", "", 401, "guest_link"),
        ("/nothing", &cookie, 404, "path"),
        ("/api/tables/x", &cookie, 404, "table"),
        ("/api/reviews/x", &cookie, 404, "review"),
    ] {
        for (wish, lang) in [("it-IT,it;q=0.9", "it"), ("de", "en")] {
            let headers = [("Cookie", cookie), ("Accept-Language", wish), PAGE];
            let page = get(&client, path, &headers);
            let text = page.text();
            assert_eq!(page.status, status, "{path}");
            assert!(page.headers["content-type"].to_str().expect("text").starts_with("text/html"), "{path}");
            assert!(
                text.contains(&format!("lang=\"{lang}\"")) && text.contains(&words(&client, lang, code)),
                "{path}: {text}"
            );
            assert!(!text.contains("{{") && !text.contains("<style") && !text.contains(" style="), "{text}");
            assert_eq!(text.contains("href=\"/\""), !cookie.is_empty() && cookie.len() > 20, "{path}");
        }
        let address = format!("{path}{}lang=it", if path.contains('?') { "&" } else { "?" });
        if code != "token" && !path.starts_with("/api") {
            let page = get(&client, &address, &[("Cookie", cookie), ("Sec-Fetch-Dest", "document")]);
            assert!(page.text().contains(&words(&client, "it", code)), "{address}");
        }
        for headers in [[("Accept", "*/*"), ("Cookie", cookie)], [("Sec-Fetch-Dest", "empty"), ("Cookie", cookie)]] {
            let answer = get(&client, path, &headers);
            assert_eq!((answer.status.as_u16(), &answer.json()["error"]["code"]), (status, &json!(code)), "{path}");
        }
    }
}

/// Without access the page is styled too. Nothing else is there for strangers.
#[test]
fn the_style_of_such_pages_needs_no_cookie() {
    let client = Client::new();
    let style = get(&client, "/refusal.css", &[]);
    assert!(style.headers["content-type"] == "text/css; charset=utf-8" && style.text().contains("--accent"));
    let elsewhere = Request::builder()
        .uri("/refusal.css")
        .header("Host", "evil.example")
        .body(Body::empty());
    assert_eq!(client.send(elsewhere.expect("a request")).status, 421);
    let hash = client.server.assets.hash();
    for path in [&format!("/assets/{hash}/style.css"), "/refusal.css/", "/refusal.css/x"] {
        assert_eq!(get(&client, path, &[]).status, 401, "{path}");
    }
}

/// Every code has words in both languages, with the numbers that the server tells.
#[test]
fn every_refusal_has_words() {
    let client = Client::new();
    let persons = client.open(&json!({"rules": "scopa", "seats": ["person", "person"], "seed": 1}));
    let table = format!("/api/tables/{}", persons.id);
    let open = |body: Value| client.post("/api/tables", "", &body);
    let own = |what: &str, body: Value| client.post(&format!("{table}/{what}"), persons.key_of(0), &body);
    let due = persons.wait()["to_act"].as_u64().expect("a seat") as usize;
    let answers = [
        ("persons", client.get(&table, "")),
        ("seat_key", client.get(&format!("{table}?seat=0"), "x")),
        ("fork_persons", own("fork", json!({"turn": 0}))),
        ("stale", own("next", json!({"version": 77}))),
        ("no_next", own("next", json!({"version": persons.snapshot(0)["version"]}))),
        ("no_hurry", own("move_now", json!({}))),
        ("no_offence", own("resume", json!({"how": "again", "version": persons.snapshot(0)["version"]}))),
        ("illegal", persons.act(&persons.snapshot(due), &json!("Kd x Ad"))),
        ("rules", open(json!({"rules": "base = \"scoppa\"\n", "seats": ["person", "greedy"]}))),
        ("seats", open(json!({"rules": "scopa", "seats": ["person"]}))),
        ("agent", open(json!({"rules": "scopa", "seats": ["person", "nobody"]}))),
        ("partners", open(json!({"rules": "scopa", "seats": ["person", "greedy"], "partners_open": true}))),
        ("record", client.post_lines("/api/reviews", "{}")),
        ("no_records", client.post_lines("/api/reviews", "\n")),
        ("review_large", client.post_lines("/api/reviews", &"x".repeat((16 << 20) + 1))),
        ("large", open(json!({"rules": "x".repeat(1 << 20), "seats": []}))),
        ("invalid", open(json!({"rule": "scopa"}))),
    ];
    for (code, answer) in answers {
        let error = answer.json()["error"].clone();
        assert_eq!(error["code"], code, "{error}");
        for lang in ["en", "it"] {
            let words = words(&client, lang, code);
            for name in words.split('{').skip(1).filter_map(|part| part.split_once('}')) {
                assert!(error[name.0].is_number(), "{code}: {}", name.0);
            }
        }
    }
}
