//! What the opener of a table may choose: the end of a match, the seats, the first dealer.

use serde_json::{Value, json};
use std::collections::BTreeSet;

use super::client::{Client, Seated};

/// A table of a person and agents, with some wishes.
fn open<'a>(client: &'a Client, rules: &str, seats: usize, wishes: &Value) -> Seated<'a> {
    client.open(&asked(rules, seats, wishes))
}

fn asked(rules: &str, seats: usize, wishes: &Value) -> Value {
    let mut names = vec!["person"; seats];
    names[1..].fill("greedy");
    let mut body = json!({"rules": rules, "seats": names, "seed": 5, "match": true});
    for (field, value) in wishes.as_object().expect("fields") {
        body[field] = value.clone();
    }
    body
}

#[test]
fn a_preset_is_played_to_another_end() {
    let client = Client::new();
    let table = open(&client, "scopa", 2, &json!({"limit": 21}));
    assert_eq!(table.snapshot(0)["match"]["limit"], 21);
    let table = open(&client, "scopa", 2, &json!({"hands": 1}));
    let end = table.play(|snapshot| snapshot["legal"][0].clone());
    assert_eq!((&end["phase"], &end["match"]["last_hand"]), (&json!("match_over"), &json!(1)));
    let table = open(&client, "scopa", 3, &json!({"players": 3}));
    assert_eq!(table.snapshot(0)["rules"]["sides"], 3);
    let own = "base = \"cirulla\"\nname = \"mine\"\n";
    let table = open(&client, own, 2, &json!({"shutout": false, "limit": 31, "seven_zero": true}));
    let record: Value = {
        table.play(|snapshot| snapshot["legal"][0].clone());
        serde_json::from_str(&table.get("/record").text()).expect("a record")
    };
    let rules = &record["rules"];
    assert_eq!(rules["score"]["shutout"], false, "{rules}");
    assert_eq!((&rules["match"]["limit"], &rules["match"]["seven_zero"]), (&json!(31), &json!(true)), "{rules}");
    assert_eq!(rules["name"], "mine", "{rules}");
}

#[test]
fn what_no_game_can_be_played_by_is_refused_by_its_field() {
    let client = Client::new();
    let toml = "base = \"scopa\"\nname = \"mine\"\n";
    for (rules, wishes, field, expected) in [
        ("scopa", json!({"limit": 0}), "limit", "a whole number 1 to 100000"),
        ("scopa", json!({"limit": 11, "hands": 2}), "hands", "`limit` or `hands`, not both"),
        ("scopa", json!({"players": 7}), "players", "a whole number 2 to 6"),
        ("scopone", json!({"players": 3}), "players", "2 to 3 sides of equal size"),
        (toml, json!({"players": 3}), "players", "no number beside rules as TOML"),
        ("scopa", json!({"dealer": 2}), "dealer", "a seat below 2"),
        ("scopa", json!({"clock": {}}), "clock", "`move_seconds`, `match_seconds` or both"),
        ("scopa", json!({"clock": {"move_seconds": 0}}), "clock.move_seconds", "1 to 86400 seconds"),
        (
            "scopa",
            json!({"clock": {"match_seconds": 9}, "match": false}),
            "clock.match_seconds",
            "form no match",
        ),
    ] {
        let answer = client.post("/api/tables", "", &asked(rules, 2, &wishes));
        let error = answer.json()["error"].clone();
        assert_eq!((answer.status.as_u16(), &error["field"]), (422, &json!(field)), "{wishes}: {error}");
        assert!(error["expected"].as_str().is_some_and(|text| text.contains(expected)), "{wishes}: {error}");
    }
    let record = {
        let table = open(&client, "scopa", 2, &json!({"match": false}));
        table.play(|snapshot| snapshot["legal"][0].clone());
        table.get("/record").text()
    };
    for field in ["limit", "dealer"] {
        let body = json!({"record": record.trim(), "turn": 0, "seats": ["person", "greedy"], field: 1});
        assert_eq!(client.post("/api/tables", "", &body).json()["error"]["field"], field);
    }
}

#[test]
fn the_first_dealer_is_drawn_with_the_seed() {
    let client = Client::new();
    for (rules, players) in [("scopa", 2), ("scopone", 4)] {
        let dealer = |seed: u64| {
            let table = open(&client, rules, players, &json!({"seed": seed}));
            let dealer = table.snapshot(0)["view"]["dealer"].as_u64().expect("a seat");
            table.post("leave", &json!({})).ok();
            dealer
        };
        let drawn: Vec<u64> = (0..40).map(dealer).collect();
        assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), players, "{drawn:?}");
        assert_eq!(dealer(3), drawn[3], "the same seed, the same dealer");
    }
    let table = open(&client, "scopa", 2, &json!({"dealer": 1}));
    assert_eq!(table.snapshot(0)["view"]["dealer"], 1);
}

/// Another match of the same players: the next seat deals, and the deals are new ones.
#[test]
fn the_same_players_go_on_with_another_match() {
    let client = Client::new();
    let table = open(&client, "scopa", 2, &json!({"hands": 1, "dealer": 0}));
    let early = table.post("rematch", &json!({"version": table.wait()["version"]}));
    assert_eq!((early.status.as_u16(), &early.json()["error"]["field"]), (409, &json!("version")));
    let mut tables = Vec::new();
    for number in 0..3 {
        let start = table.wait();
        assert_eq!(start["view"]["dealer"], number % 2);
        assert_eq!((&start["match"]["number"], &start["match"]["hands"]), (&json!(number), &json!(0)));
        assert_eq!(start["match"]["scores"], json!([0, 0]));
        tables.push(start["opening"]["table"].as_str().expect("cards").to_owned());
        let end = table.play(|snapshot| snapshot["legal"][0].clone());
        assert_eq!(end["phase"], "match_over");
        table.post("rematch", &json!({"version": end["version"]})).ok();
    }
    assert_eq!(tables.iter().collect::<BTreeSet<_>>().len(), 3, "{tables:?}");
    let records = table.get("/record").text();
    let mut replayer = spariglio_engine::record::Replayer::new(false);
    records
        .lines()
        .for_each(|line| drop(replayer.feed(line.as_bytes()).expect("a sound record")));
    assert_eq!(replayer.lines(), 3);
}
