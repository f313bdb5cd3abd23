//! Declarations at tables: the switch of each person, the best set, any order, and what is told of them.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use spariglio_engine::record::Replayer;

use super::client::{Client, Seated};

/// Cirullone: the second seat holds a ten-point and a three-point bonus.
const TWO: &str = r#"{"rules": "cirullone", "dealer": 0, "hands": ["Kd Qb Qc Qd Jb Js 7b 7s 7c", "Ac Ad 2c 2d 2s 5b Jc Kc Ks", "7d 6b 6c 6d 5s 5c 5d 4b 4s", "4c 4d 3b 3s 3c 3d 2b Ab As"], "table": "6s Qs Kb Jd", "stock": "", "turns": []}"#;
/// The platform's Cirulla: the second seat holds a three-point bonus.
const PLATFORM: &str = r#"{"rules": "cirulla_platform", "dealer": 0, "hands": ["Js Jb Kd", "2d 4s 7c"], "table": "5d 6c Kc Ks", "stock": "Ad Ac As Ab 2c 2s 2b 3d 3c 3s 3b 4d 4c 4b 5c 5s 5b 6d 6s 6b 7d 7s 7b Jd Jc Qd Qc Qs Qb Kb", "turns": []}"#;

fn first(snapshot: &Value) -> Value {
    snapshot["legal"][0].clone()
}

fn seated<'a>(client: &'a Client, record: &str, seats: &[&str], auto_declare: bool) -> Seated<'a> {
    client.open(&json!({"record": record, "turn": 0, "seats": seats, "auto_declare": auto_declare}))
}

/// The declarations in a table's log, with their marks.
fn declared(snapshot: &Value) -> Vec<String> {
    let log = snapshot["log"].as_array().expect("turns");
    let own = log
        .iter()
        .filter(|turn| turn["action"].as_str().is_some_and(|text| text.starts_with("declare")));
    own.map(|turn| format!("{} {} {}", turn["seat"], turn["action"], turn["marks"]))
        .collect()
}

const BOTH: [&str; 2] = [r#"1 "declare Ad Ac 5b" ["three 3"]"#, r#"1 "declare 2d 2c 2s" ["ten 10"]"#];
const PERSONS: [&str; 4] = ["person", "person", "person", "person"];

#[test]
fn the_best_set_is_declared_for_a_person() {
    let client = Client::new();
    let table = seated(&client, TWO, &PERSONS, true);
    let snapshot = table.wait();
    assert_eq!(declared(&snapshot), BOTH);
    assert_eq!(
        snapshot["view"]["tallies"][1],
        json!({"sweeps": 0, "threes": 1, "tens": 1, "picada": 0, "simili": 0, "quadriglia": 0})
    );
}

#[test]
fn bonuses_are_declared_in_any_order() {
    let client = Client::new();
    let table = seated(&client, TWO, &PERSONS, false);
    let legal =
        |snapshot: &Value| -> BTreeSet<String> { serde_json::from_value(snapshot["legal"].clone()).expect("texts") };
    table.act(&table.wait(), &json!("declare 2d 2c 2s")).ok();
    let between = table.wait();
    assert!(legal(&between).contains("declare Ad Ac 5b") && legal(&between).contains("2d"), "{between}");
    table.act(&between, &json!("declare Ad Ac 5b")).ok();
    let after = table.wait();
    assert_eq!(declared(&after), [BOTH[1], BOTH[0]]);
    let canonical = seated(&client, TWO, &PERSONS, true).wait();
    for field in ["legal", "to_act"] {
        assert_eq!(after[field], canonical[field], "{field}");
    }
    for field in ["hand", "declared", "tallies", "declaring", "known"] {
        assert_eq!(after["view"][field], canonical["view"][field], "{field}");
    }
    let end = table.play(first);
    let record = table.get("/record").text();
    Replayer::new(false).feed(record.trim().as_bytes()).expect("a sound record");
    assert_eq!(end["phase"], "over");
}

/// If the switch is thrown after a declaration, the other bonuses are declared, whatever comes first in canonical order.
#[test]
fn a_switch_that_is_thrown_late_declares_the_rest() {
    let client = Client::new();
    let table = seated(&client, TWO, &PERSONS, false);
    table.act(&table.wait(), &json!("declare 2d 2c 2s")).ok();
    let path = format!("/api/tables/{}/settings", table.id);
    client
        .post(&path, table.key_of(1), &json!({"seat": 1, "auto_declare": true}))
        .ok();
    let snapshot = loop {
        let snapshot = table.snapshot(1);
        if snapshot["log"].as_array().expect("turns").len() == 2 {
            break snapshot;
        }
    };
    assert_eq!(declared(&snapshot), [BOTH[1], BOTH[0]]);
}

#[test]
fn the_switch_works_in_the_platforms_rules_and_is_each_persons_own() {
    let client = Client::new();
    let table = seated(&client, PLATFORM, &["person", "person"], false);
    let snapshot = table.snapshot(1);
    assert_eq!((&snapshot["view"]["declaring"], &snapshot["view"]["known"][1]), (&json!(true), &json!("2d 4s 7c")));
    assert_eq!((declared(&snapshot).len(), &table.snapshot(0)["view"]["known"][1]), (0, &json!("")));
    assert_eq!(snapshot["legal"], json!(["declare 2d 4s 7c=1", "pass"]));
    let path = format!("/api/tables/{}/settings", table.id);
    let on = json!({"seat": 1, "auto_declare": true});
    assert_eq!(client.post(&path, table.key_of(0), &on).status, 403, "another one's switch");
    client
        .post(&path, table.key_of(0), &json!({"seat": 0, "auto_declare": true}))
        .ok();
    assert_eq!([0, 1].map(|seat| table.snapshot(seat)["auto_declare"].clone()), [json!(true), json!(false)]);
    assert_eq!(declared(&table.snapshot(1)).len(), 0, "the other one's switch is thrown");
    table.act(&table.snapshot(1), &json!("pass")).ok();
    assert_eq!(table.snapshot(1)["log"][0]["action"], "pass");
    let automatic = seated(&client, PLATFORM, &["person", "person"], true).wait();
    assert_eq!(declared(&automatic), [r#"1 "declare 2d 4s 7c=1" ["three 3"]"#]);
}

/// At tables with persons the agents declare as the rules have it, and the record says so.
#[test]
fn agents_declare_automatically_where_the_rules_say_so() {
    let client = Client::new();
    let table = seated(&client, PLATFORM, &["person", "greedy"], false);
    let snapshot = table.wait();
    assert_eq!(declared(&snapshot), [r#"1 "declare 2d 4s 7c=1" ["three 3"]"#]);
    table.play(first);
    let record = table.get("/record").text();
    assert!(record.contains(r#""mode": "choice""#), "{record}");
    Replayer::new(false).feed(record.trim().as_bytes()).expect("a sound record");
}

/// Without persons the declarations of `auto` rules are no turns; they are told beside the turn that leads to them.
#[test]
fn automatic_declarations_are_told_where_they_are_no_turns() {
    let client = Client::new();
    let table = seated(&client, PLATFORM, &["greedy", "greedy"], true);
    let snapshot = client.get(&format!("/api/tables/{}", table.id), "").ok();
    let declarations = json!([{"seat": 1, "action": "declare 2d 4s 7c=1", "marks": ["three 3"]}]);
    assert_eq!(snapshot["opening"]["shown"], declarations);
    let (mut later, mut bonus) = (0, 0);
    for seed in 0..40 {
        let table = client.open(&json!({"rules": "cirilla", "seats": ["greedy", "greedy"], "seed": seed}));
        let end = table.watch();
        let log = end["log"].as_array().expect("turns");
        later += log
            .iter()
            .map(|turn| turn["shown"].as_array().expect("a list").len())
            .sum::<usize>();
        if end["opening"]["dealer_bonus"] != 0 {
            bonus += 1;
            assert_eq!(end["opening"]["table"].as_str().map(|cards| cards.split(' ').count()), Some(4));
        }
        table.post("leave", &json!({})).ok();
    }
    assert!(later > 5 && bonus > 0, "{later} {bonus}");
}

#[test]
fn the_poor_mans_bonus_has_its_name() {
    let client = Client::new();
    let table = seated(&client, &PLATFORM.replace("cirulla_platform", "cirulla"), &["person", "person"], false);
    table.act(&table.wait(), &json!("declare 2d 4s 7c=3")).ok();
    assert_eq!(declared(&table.snapshot(1)), [r#"1 "declare 2d 4s 7c=3" ["poor_mans 3"]"#]);
}

/// If the switch is on, the person's best declaration is made. Its worth follows from the record.
#[test]
fn declarations_are_made_where_the_switch_is_on() {
    let client = Client::new();
    let (mut declarations, mut questions) = (0, 0);
    for seed in 0..30 {
        for auto_declare in [true, false] {
            let body =
                json!({"rules": "cirulla", "seats": ["person", "greedy"], "seed": seed, "auto_declare": auto_declare});
            let table = client.open(&body);
            let end = table.play(|snapshot| {
                questions += usize::from(snapshot["view"]["declaring"] == true);
                assert!(!auto_declare || snapshot["view"]["declaring"] == false);
                first(snapshot)
            });
            let log = end["log"].as_array().expect("turns");
            let own = |turn: &&Value| {
                turn["seat"] == 0 && turn["action"].as_str().is_some_and(|text| text.starts_with("declare"))
            };
            declarations += if auto_declare {
                log.iter().filter(own).count()
            } else {
                0
            };
            table.post("leave", &json!({})).ok();
        }
    }
    assert!(declarations > 3 && questions > 3, "{declarations} {questions}");
}
