//! All tables of a page without a server: hands are played to their end, tables outlive their page, and whoever asks for
//! too much is refused as by a server.

use std::time::Duration;

use serde_json::{Value, json};
use spariglio_table::{House, PageRequest};

const GAMES: [&str; 5] = ["scopa", "scopone", "cirulla", "cirullone", "cicera"];

/// A page at a house.
struct Page {
    house: House,
    id: String,
    key: String,
}

/// The answer to a request: its status and its JSON.
fn ask(house: &mut House, method: &str, path: &str, body: &Value, key: &str) -> (u16, Value) {
    let request = json!({"method": method, "path": path, "body": body.to_string(), "key": key});
    let request: PageRequest = serde_json::from_value(request).expect("a request");
    let (status, body) = house.answer(&request);
    (status, serde_json::from_str(&body).expect("JSON"))
}

impl Page {
    fn open(mut house: House, rules: &str, agent: &str) -> Page {
        let players = spariglio_engine::Game::preset(rules).expect("a preset").players();
        let seats: Vec<&str> = std::iter::once("person")
            .chain(std::iter::repeat_n(agent, players - 1))
            .collect();
        let body = json!({"rules": rules, "seats": seats, "match": true, "seed": 5});
        let (status, opened) = ask(&mut house, "POST", "/api/tables", &body, "");
        assert_eq!(status, 201, "{opened}");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        Page { house, id: text(&opened["id"]), key: text(&opened["seat_keys"]["0"]) }
    }

    fn post(&mut self, what: &str, body: &Value) -> (u16, Value) {
        ask(&mut self.house, "POST", &format!("/api/tables/{}/{what}", self.id), body, &self.key)
    }

    fn table(&mut self) -> Value {
        let path = format!("/api/tables/{}?seat=0", self.id);
        let (status, table) = ask(&mut self.house, "GET", &path, &Value::Null, &self.key);
        assert_eq!(status, 200, "{table}");
        table
    }

    /// Steps until a person's turn or the end of the hand. Agents do not wait.
    fn rest(&mut self) -> Value {
        let (status, _) = self.post("pace", &json!({"millis": 0}));
        assert_eq!(status, 200);
        while self.house.step().wait.is_some() {}
        self.table()
    }

    /// Plays the first legal action until the hand is over.
    fn play(&mut self) -> Value {
        loop {
            let table = self.rest();
            if table["phase"] != "play" {
                return table;
            }
            assert_eq!(table["hands"], Value::Null, "no hand is open");
            let body = json!({"seat": 0, "version": table["version"], "action": table["legal"][0]});
            let (status, answer) = self.post("actions", &body);
            assert_eq!(status, 200, "{answer}");
        }
    }
}

#[test]
fn hands_of_every_game_are_played_and_counted() {
    for rules in GAMES {
        let mut page = Page::open(House::new(1), rules, "greedy");
        let over = page.play();
        assert!(over["result"]["sides"].is_array(), "{rules}: {over}");
        let scores = over["match"]["scores"].clone();
        let (status, _) = page.post("next", &json!({"version": over["version"]}));
        assert_eq!(status, 200);
        let second = page.rest();
        assert_eq!((&second["match"]["scores"], &second["match"]["hands"]), (&scores, &json!(1)), "{rules}");
    }
}

#[test]
fn agents_think_in_one_step_and_decide_in_the_next() {
    let mut page = Page::open(House::new(1), "scopa", "greedy");
    page.rest();
    let table = page.table();
    let body = json!({"seat": 0, "version": table["version"], "action": table["legal"][0]});
    page.post("pace", &json!({"millis": 5000}));
    let version = page.table()["version"].clone();
    let (status, _) = page.post("actions", &json!({"seat": 0, "version": version, "action": body["action"]}));
    assert_eq!(status, 200);
    let step = page.house.step();
    assert_eq!((step.news.last().expect("news").1.what, step.wait), ("thinking", Some(Duration::ZERO)));
    let waits = page.house.step().wait.expect("the pace");
    assert!(waits > Duration::from_secs(1), "{waits:?}");
    // Another position: nobody waits for the answer any more.
    let version = page.table()["version"].clone();
    assert_eq!(page.post("undo", &json!({"seat": 0, "version": version})).0, 200);
    assert_eq!(page.house.step().wait, None);
    assert_eq!(page.table()["legal"], table["legal"]);
}

#[test]
fn a_table_outlives_its_page() {
    let mut page = Page::open(House::new(1), "cirulla", "club");
    page.rest();
    let table = page.table();
    let body = json!({"seat": 0, "version": table["version"], "action": table["legal"][0]});
    assert_eq!(page.post("actions", &body).0, 200);
    let before = page.rest();
    let texts = page.house.written();
    assert_eq!(texts.len(), 1);
    assert!(page.house.written().is_empty(), "only what has changed is written");
    let mut later = Page { house: House::new(2), ..page };
    later.house.restore(&texts[0].1).expect("restored");
    let after = later.rest();
    for field in ["view", "legal", "match", "rules", "log"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    let reason = later
        .house
        .restore(&texts[0].1.replace("\"schema\":2", "\"schema\":1"))
        .expect_err("another schema");
    assert!(reason.contains("not a table of this version"), "{reason}");
    later.play();
}

#[test]
fn requests_are_refused_as_by_a_server() {
    let mut page = Page::open(House::new(1), "scopa", "greedy");
    page.rest();
    let (version, path) = (page.table()["version"].clone(), format!("/api/tables/{}", page.id));
    let next = json!({ "version": version });
    let action = |action: &str| json!({"seat": 0, "version": version, "action": action});
    let own = page.key.clone();
    let cases = [
        (404, "path", "GET", "/api/nothing".to_owned(), json!({}), &*own),
        (404, "table", "GET", "/api/tables/nothing".to_owned(), json!({}), &own),
        (404, "path", "POST", format!("{path}/nothing"), json!({}), &own),
        (403, "seat_key", "GET", format!("{path}?seat=0"), json!({}), "another"),
        (422, "seat_key", "GET", format!("{path}?seat=1"), json!({}), &own),
        (403, "persons", "GET", path.clone(), json!({}), &own),
        (403, "seat_key", "POST", format!("{path}/actions"), action("7d"), ""),
        (422, "illegal", "POST", format!("{path}/actions"), action("nothing"), &own),
        (409, "no_next", "POST", format!("{path}/next"), next, &own),
        (409, "stale", "POST", format!("{path}/next"), json!({"version": 0}), &own),
        (422, "invalid", "POST", format!("{path}/pace"), json!({"millis": -1}), &own),
        (409, "no_hurry", "POST", format!("{path}/move_now"), json!({}), &own),
    ];
    for (status, code, method, path, body, key) in cases {
        let (found, answer) = ask(&mut page.house, method, &path, &body, key);
        assert_eq!((found, &answer["error"]["code"]), (status, &json!(code)), "{method} {path}: {answer}");
    }
    assert_eq!(page.post("leave", &json!({})).0, 200);
    assert_eq!(page.post("next", &json!({"version": 1})).0, 404);
}

#[test]
fn a_match_is_given_up_or_lost_by_the_clock() {
    let mut page = Page::open(House::new(1), "scopa", "greedy");
    page.rest();
    assert_eq!(page.post("leave", &json!({"seat": 0})).0, 200);
    let table = page.rest();
    let forfeit = &table["forfeit"];
    assert_eq!((&table["phase"], &forfeit["why"]), (&json!("match_over"), &json!("left")));
    for field in ["secured", "added", "margin"] {
        assert!(forfeit.get(field).is_some_and(Value::is_null), "{forfeit}");
    }
    let body = json!({"rules": "scopa", "seats": ["person", "greedy"], "match": true, "dealer": 1, "clock": {"move_seconds": 1}});
    let (status, opened) = ask(&mut page.house, "POST", "/api/tables", &body, "");
    assert_eq!(status, 201, "{opened}");
    page.id = opened["id"].as_str().expect("a name").to_owned();
    page.key = opened["seat_keys"]["0"].as_str().expect("a key").to_owned();
    let wait = page.house.step().wait.expect("the clock");
    assert!(wait <= Duration::from_secs(1));
    std::thread::sleep(wait + Duration::from_millis(50));
    assert_eq!(page.house.step().news.last().expect("news").1.what, "hand");
    assert_eq!(page.table()["forfeit"]["why"], "move_time");
}

#[test]
fn a_person_is_measured_and_a_hand_is_tried_otherwise() {
    let mut page = Page::open(House::new(1), "scopa", "greedy");
    let over = page.play();
    assert_eq!(page.post("closed", &json!({"seat": 0, "agent": "formula"})).0, 200);
    let closed = page.rest()["closed"].clone();
    assert_eq!(
        (&closed["agent"], closed["sets"].as_array().map(Vec::len)),
        (&json!("formula"), Some(1)),
        "{closed}"
    );
    let (status, opened) = page.post("fork", &json!({"turn": 2}));
    assert_eq!(status, 201, "{opened}");
    page.id = opened["id"].as_str().expect("a name").to_owned();
    page.key = opened["seat_keys"]["0"].as_str().expect("a key").to_owned();
    let fork = page.table();
    assert_eq!(fork["origin"]["turn"], 2);
    assert_eq!(fork["log"].as_array().expect("turns")[..2], over["log"].as_array().expect("turns")[..2]);
}
