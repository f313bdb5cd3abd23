//! Clocks of persons, and matches that a person gives up.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Client, Seated};

fn open<'a>(client: &'a Client, seats: &[&str], clock: &Value) -> Seated<'a> {
    let body = json!({"rules": "scopa", "seats": seats, "seed": 3, "dealer": 0, "match": true, "clock": clock});
    client.open(&body)
}

fn first(snapshot: &Value) -> Value {
    snapshot["legal"][0].clone()
}

#[test]
fn there_are_no_clocks_unless_they_are_asked_for() {
    let client = Client::new();
    let table = open(&client, &["person", "greedy"], &Value::Null);
    assert_eq!(table.wait()["clocks"], Value::Null);
}

#[test]
fn a_clock_runs_while_its_person_decides() {
    let client = Client::new();
    let table = open(&client, &["person", "person"], &json!({"move_seconds": 600, "match_seconds": 1200}));
    let left = |snapshot: &Value, seat: usize| snapshot["clocks"]["match_left"][seat].as_u64().expect("milliseconds");
    let before = table.snapshot(1);
    assert_eq!(before["clocks"]["running"], 1);
    std::thread::sleep(Duration::from_millis(60));
    let after = table.snapshot(1);
    assert!(left(&after, 1) + 60 <= left(&before, 1), "{after}");
    assert!(after["clocks"]["move_left"].as_u64().expect("milliseconds") + 60 <= 600_000);
    assert_eq!(left(&after, 0), 1_200_000, "the other one stands still");
    table.act(&after, &first(&after)).ok();
    let other = table.snapshot(0);
    assert_eq!(other["clocks"]["running"], 0);
    assert!(other["clocks"]["move_left"].as_u64().expect("milliseconds") > 590_000);
    assert!(left(&other, 1) <= left(&after, 1));
}

#[test]
fn nothing_is_taken_back_against_a_clock() {
    let client = Client::new();
    let table = open(&client, &["person", "greedy"], &json!({"move_seconds": 600}));
    let snapshot = table.wait();
    table.act(&snapshot, &first(&snapshot)).ok();
    assert_eq!(table.wait()["can_undo"], false);
}

/// Whoever lets the time run out has lost the match (`docs/reference/rules.md` TO2 to TO4).
#[test]
fn time_that_runs_out_loses_the_match() {
    let client = Client::new();
    for (clock, why) in [(json!({"move_seconds": 1}), "move_time"), (json!({"match_seconds": 1}), "match_time")] {
        let table = open(&client, &["person", "person"], &clock);
        let version = table.snapshot(0)["version"].clone();
        let end = loop {
            let snapshot = table.snapshot(0);
            if snapshot["phase"] != "play" {
                break snapshot;
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        assert_ne!(end["version"], version);
        assert_eq!((&end["phase"], &end["forfeit"]["why"]), (&json!("match_over"), &json!(why)));
        assert_eq!((&end["forfeit"]["seat"], &end["match"]["end"]["winner"]), (&json!(1), &json!(0)));
        assert_eq!(end["clocks"]["running"], Value::Null);
        // Nobody has a point: settebello, cards, coins, prime and one sweep are open.
        assert_eq!((&end["forfeit"]["secured"], &end["forfeit"]["added"]), (&json!([0, 0]), &json!(5)));
        assert_eq!(end["match"]["award"], json!({"vp": [14, 0], "mp": [7, -15]}));
        let late = table.act(&table.snapshot(1), &json!("7d"));
        assert_eq!(late.status, 409);
        table.post("rematch", &json!({"version": end["version"]})).ok();
        let again = table.snapshot(0);
        assert_eq!((&again["phase"], &again["forfeit"]), (&json!("play"), &Value::Null));
        assert_eq!(again["view"]["dealer"], 1);
        table.post("leave", &json!({})).ok();
    }
}

#[test]
fn a_person_who_leaves_has_lost_the_match() {
    let client = Client::new();
    let table = open(&client, &["person", "person"], &Value::Null);
    let leave = |seat: usize| {
        let path = format!("/api/tables/{}/leave", table.id);
        client.post(&path, table.key_of(seat), &json!({"seat": seat}))
    };
    // Not for somebody else.
    let path = format!("/api/tables/{}/leave", table.id);
    assert_eq!(client.post(&path, table.key_of(0), &json!({"seat": 1})).status, 403);
    leave(0).ok();
    let end = table.snapshot(1);
    assert_eq!((&end["phase"], &end["match"]["end"]["winner"]), (&json!("match_over"), &json!(1)));
    assert_eq!((&end["forfeit"]["why"], &end["match"]["award"]["vp"]), (&json!("left"), &json!([0, 14])));
    assert_eq!(leave(1).status, 409, "the match is over");
    let single = client.open(&json!({"rules": "scopa", "seats": ["person", "greedy"]}));
    let path = format!("/api/tables/{}/leave", single.id);
    assert_eq!(client.post(&path, single.key_of(0), &json!({"seat": 0})).status, 409, "no match");
}

/// Between two hands nothing is open: the difference is that of the scores.
#[test]
fn a_person_may_leave_between_two_hands() {
    let client = Client::new();
    let table = open(&client, &["person", "greedy"], &Value::Null);
    let over = table.play(first);
    assert_eq!(over["phase"], "over");
    let scores: Vec<i64> = serde_json::from_value(over["match"]["scores"].clone()).expect("scores");
    table.post("leave", &json!({"seat": 0})).ok();
    let end = table.snapshot(0);
    assert_eq!((&end["phase"], &end["forfeit"]["added"]), (&json!("match_over"), &json!(0)));
    assert_eq!(end["forfeit"]["margin"], (scores[1] - scores[0]).max(0));
    assert_eq!(end["match"]["scores"], over["match"]["scores"]);
}

#[test]
fn victory_points_come_with_the_end_of_a_match() {
    let client = Client::new();
    for (hands, winner) in [(json!({"hands": 2}), true), (json!({"limit": 15}), false)] {
        let mut body = json!({"rules": "scopa", "seats": ["person", "greedy"], "seed": 3, "match": true});
        body.as_object_mut()
            .expect("fields")
            .extend(hands.as_object().expect("fields").clone());
        let table = client.open(&body);
        let end = loop {
            let snapshot = table.play(first);
            if snapshot["phase"] == "match_over" {
                break snapshot;
            }
            assert_eq!(snapshot["match"]["award"], Value::Null);
            table.post("next", &json!({"version": snapshot["version"]})).ok();
        };
        let award = &end["match"]["award"];
        assert_eq!(award.is_object(), winner, "only some lengths have a column: {award}");
        if winner {
            let vp: Vec<i64> = serde_json::from_value(award["vp"].clone()).expect("numbers");
            let scores: Vec<i64> = serde_json::from_value(end["match"]["scores"].clone()).expect("scores");
            assert_eq!(vp.iter().sum::<i64>(), 20);
            assert_eq!(award["mp"][0], scores[0] - scores[1]);
        }
    }
}

/// The time of a person is that before the restart; what passes while no server runs is not counted.
#[test]
fn clocks_go_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let seats = ["person", "person"];
    let clock = json!({"move_seconds": 600, "match_seconds": 1200});
    let (id, key, before) = {
        let client = Client::with_state(folder.path().to_owned());
        let table = open(&client, &seats, &clock);
        std::thread::sleep(Duration::from_millis(120));
        (table.id.clone(), table.key_of(1).to_owned(), table.snapshot(1))
    };
    let client = Client::with_state(folder.path().to_owned());
    let after = client.get(&format!("/api/tables/{id}?seat=1"), &key).ok();
    let [was, is] =
        [&before, &after].map(|snapshot| snapshot["clocks"]["match_left"][1].as_u64().expect("milliseconds"));
    assert!(is <= was && is > 1_190_000, "{was}, then {is}");
    let left = after["clocks"]["move_left"].as_u64().expect("milliseconds");
    assert!(left <= 600_000 - 120, "{left}");
    let path = format!("/api/tables/{id}/leave");
    client.post(&path, &key, &json!({"seat": 1})).ok();
    drop(client);
    let client = Client::with_state(folder.path().to_owned());
    let end = client.get(&format!("/api/tables/{id}?seat=1"), &key).ok();
    assert_eq!((&end["phase"], &end["forfeit"]["why"]), (&json!("match_over"), &json!("left")));
}
