//! Play at tables.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spariglio_engine::record::Replayer;
use spariglio_engine::{Game, RuleSet};

use super::client::Client;

/// The first legal action.
fn first(snapshot: &Value) -> Value {
    snapshot["legal"][0].clone()
}

fn checked(lines: &str) -> usize {
    let mut replayer = Replayer::new(false);
    for line in lines.lines() {
        replayer.feed(line.as_bytes()).expect("a sound record");
    }
    replayer.lines()
}

#[test]
fn every_preset_is_played_to_the_end_and_its_record_is_sound() {
    let client = Client::new();
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        let mut seats = vec!["greedy"; game.players()];
        (seats[0], seats[game.players() - 1]) = ("person", "person");
        let table = client.open(&json!({"rules": name, "seats": seats, "seed": 5, "auto_declare": false}));
        let end = table.play(first);
        assert_eq!(end["phase"], "over", "{name}: {end}");
        let record = table.get("/record").text();
        assert_eq!(checked(&record), 1);
        let record: Value = serde_json::from_str(&record).expect("JSON");
        assert_eq!(record["result"], end["result"], "{name}");
        assert_eq!(record["turns"].as_array().map(Vec::len), end["log"].as_array().map(Vec::len));
        table.post("leave", &json!({})).ok();
    }
}

#[test]
fn a_match_goes_on_until_it_is_won() {
    let client = Client::new();
    let table = client.open(&json!({"rules": "scopa", "seats": ["person", "formula"], "seed": 2, "match": true}));
    let mut hands = 0;
    let end = loop {
        let snapshot = table.play(first);
        hands += 1;
        assert_eq!(snapshot["match"]["hands"], json!(hands - 1));
        let next = table.post("next", &json!({"version": snapshot["version"]}));
        if snapshot["phase"] == "match_over" {
            assert_eq!(next.status, 409);
            break snapshot;
        }
        next.ok();
    };
    let scores: Vec<i64> = serde_json::from_value(end["match"]["scores"].clone()).expect("scores");
    let winner = end["match"]["end"]["winner"].as_u64().expect("a winner") as usize;
    assert!(scores[winner] >= 11 && scores[winner] > scores[1 - winner], "{scores:?}");
    assert_eq!(checked(&table.get("/record").text()), hands);
}

#[test]
fn an_old_version_and_an_illegal_action_change_nothing() {
    let client = Client::new();
    let table = client.open(&json!({"rules": "scopa", "seats": ["person", "person"], "seed": 1}));
    let snapshot = table.wait();
    let wrong = table.act(&snapshot, &json!("Kd x Ad"));
    assert_eq!(wrong.status, 422);
    assert_eq!(wrong.json()["legal"], snapshot["legal"]);
    table.act(&snapshot, &first(&snapshot)).ok();
    let again = table.act(&snapshot, &first(&snapshot));
    assert_eq!((again.status.as_u16(), &again.json()["error"]["field"]), (409, &json!("version")));
}

/// If a decision is taken back, the position is as before it, and the same deal is played on.
#[test]
fn a_decision_is_taken_back() {
    let client = Client::new();
    let table = client.open(&json!({"rules": "scopone", "seats": ["person", "greedy", "greedy", "greedy"], "seed": 3}));
    let before = table.wait();
    table.act(&before, &first(&before)).ok();
    let after = table.wait();
    assert_eq!(after["can_undo"], true);
    table.post("undo", &json!({"seat": 0, "version": after["version"]})).ok();
    let back = table.wait();
    for field in ["view", "log", "legal"] {
        assert_eq!(back[field], before[field]);
    }
    let end = table.play(first);
    let fork = client
        .post(&format!("/api/tables/{}/fork", table.id), &table.keys[0].1, &json!({"turn": 7}))
        .ok();
    let path = format!("/api/tables/{}?seat=0", fork["id"].as_str().expect("a name"));
    let forked = client.get(&path, fork["seat_keys"]["0"].as_str().expect("a key")).ok();
    let [whole, part] = [&end, &forked].map(|snapshot| snapshot["log"].as_array().expect("turns"));
    assert_eq!(&whole[..7], &part[..7]);
}

#[test]
fn two_persons_cannot_take_back() {
    let client = Client::new();
    let table = client.open(&json!({"rules": "scopa", "seats": ["person", "person"], "seed": 1}));
    let snapshot = table.wait();
    table.act(&snapshot, &first(&snapshot)).ok();
    let snapshot = table.wait();
    assert_eq!(snapshot["can_undo"], false);
    let answer = table.client.post(
        &format!("/api/tables/{}/undo", table.id),
        &table.keys[0].1,
        &json!({"seat": 0, "version": snapshot["version"]}),
    );
    assert_eq!(answer.status, 409);
}

#[test]
fn hints_tell_values_and_beliefs_and_change_nothing() {
    let client = Client::new();
    let table = client.open(&json!({"rules": "scopone", "seats": ["person", "greedy", "greedy", "greedy"], "seed": 9}));
    let snapshot = table.wait();
    let body = json!({"seat": 0, "version": snapshot["version"]});
    let hint = table.post("hints", &body).ok();
    assert_eq!(hint, table.post("hints", &body).ok());
    let named: Vec<&Value> = hint["actions"]
        .as_array()
        .expect("actions")
        .iter()
        .map(|action| &action["action"])
        .collect();
    assert_eq!(json!(named), snapshot["legal"]);
    for chances in hint["belief"]["cells"].as_object().expect("cells").values() {
        let sum: f64 = chances.as_array().expect("places").iter().filter_map(Value::as_f64).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
    assert_eq!(table.snapshot(0), snapshot);
}

/// An earlier moment of the hand is shown as it was, also after the hand.
#[test]
fn the_table_before_a_turn_is_as_it_was_then() {
    let client = Client::new();
    let table = client.open(&json!({"rules": "cirulla", "seats": ["person", "greedy"], "seed": 4}));
    let moment =
        |snapshot: &Value| ["view", "so_far", "log", "to_act", "phase", "seats"].map(|field| snapshot[field].clone());
    let mut moments = Vec::new();
    table.play(|snapshot| {
        moments.push(moment(snapshot));
        first(snapshot)
    });
    for then in moments {
        let turn = then[2].as_array().expect("turns").len();
        assert_eq!(moment(&table.before(0, turn)), then, "before turn {turn}");
    }
    let last = table.snapshot(0)["log"].as_array().expect("turns").len();
    let refused = client.get(&format!("/api/tables/{}?seat=0&before={}", table.id, last + 1), table.key_of(0));
    assert_eq!(refused.status, 422, "{}", refused.text());
}

#[test]
fn there_is_a_most_of_tables() {
    let client = Client::new();
    let open = || client.post("/api/tables", "", &json!({"rules": "scopa", "seats": ["person", "greedy"]}));
    let first = open().ok();
    (1..crate::tables::MOST_TABLES).for_each(|_| drop(open().ok()));
    assert_eq!(open().status, 429);
    let path = format!("/api/tables/{}/leave", first["id"].as_str().expect("a name"));
    client
        .post(&path, first["seat_keys"]["0"].as_str().expect("a key"), &json!({}))
        .ok();
    open().ok();
}

/// A what-if knows its turn, also after a restart, and makes room first.
#[test]
fn a_what_if_tells_where_it_comes_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let (id, path, key) = {
        let client = Client::with_state(folder.path().to_owned());
        let table = client.open(&json!({"rules": "scopa", "seats": ["person", "greedy"], "seed": 3}));
        let snapshot = table.wait();
        table.act(&snapshot, &first(&snapshot)).ok();
        assert_eq!((&snapshot["origin"], &snapshot["can_fork"]), (&json!(null), &json!(true)));
        let fork = table.post("fork", &json!({"turn": 1})).ok();
        let path = format!("/api/tables/{}?seat=0", fork["id"].as_str().expect("a name"));
        (table.id.clone(), path, fork["seat_keys"]["0"].as_str().expect("a key").to_owned())
    };
    let client = Client::with_state(folder.path().to_owned());
    let origin = json!({"table": id, "hand": 0, "turn": 1});
    assert_eq!(client.get(&path, &key).ok()["origin"], origin);
    let listed = client.get("/api/tables", "").ok();
    let listed = listed.as_array().expect("tables");
    assert_eq!(listed.len(), 2);
    assert!(
        listed
            .iter()
            .any(|table| table["origin"] == origin && table["seats"][1]["name"] == "greedy")
    );
}

/// Tables in which nobody has played make room before what-ifs, and tables of persons stay.
#[test]
fn what_nobody_misses_makes_room() {
    let client = Client::new();
    let now = Instant::now();
    let later = |seconds: u64| now + Duration::from_secs(seconds);
    let table = client.open(&json!({"rules": "scopa", "seats": ["person", "greedy"], "seed": 3}));
    let spare = |id: &str, seconds: u64| client.server.tables.get(id).expect("a table").spare(later(seconds)).is_some();
    assert!(!spare(&table.id, 30) && spare(&table.id, 120));
    let snapshot = table.wait();
    table.act(&snapshot, &first(&snapshot)).ok();
    assert!(!spare(&table.id, 80_000));
    let fork = table.post("fork", &json!({"turn": 0})).ok();
    let id = fork["id"].as_str().expect("a name");
    assert!(!spare(id, 30) && spare(id, 120));
    let (path, key) = (format!("/api/tables/{id}"), fork["seat_keys"]["0"].as_str().expect("a key"));
    let seat = json!(0);
    let snapshot = loop {
        let snapshot = client.get(&format!("{path}?seat=0"), key).ok();
        if snapshot["to_act"] == seat {
            break snapshot;
        }
    };
    let body = json!({"seat": 0, "version": snapshot["version"], "action": snapshot["legal"][0]});
    client.post(&format!("{path}/actions"), key, &body).ok();
    assert!(!spare(id, 120) && spare(id, 700));
    // Somebody looks at it.
    let looks = client.server.tables.get(id).expect("a table").listen();
    assert!(!spare(id, 700));
    drop(looks);
    assert!(spare(id, 700));
}
