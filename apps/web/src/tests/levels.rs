//! Levels, names of persons, and what newcomers read.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use spariglio_agents::levels::LEVELS;
use spariglio_engine::{Game, RuleSet};

use super::client::Client;
use spariglio_table::{Strength, strength};

/// The games whose strength is measured.
const MAIN: [&str; 4] = ["scopa", "scopone", "cirulla", "cicera"];

#[test]
fn every_level_is_measured_against_the_one_below_and_is_stronger() {
    let strength = strength();
    for pair in LEVELS.windows(2) {
        for rules in MAIN {
            let is_pair =
                |one: &&Strength| one.level == pair[1].name && one.against == pair[0].name && one.rules == rules;
            let mut measurements = strength.iter().filter(is_pair);
            let one = measurements.next().unwrap_or_else(|| panic!("{} in {rules}", pair[1].name));
            assert!(measurements.next().is_none(), "measured twice: {one:?}");
            assert!((one.won + one.tied + one.lost - 1.0).abs() < 0.002 && one.won > one.lost + 0.03, "{one:?}");
            // The command measured the agents that play the levels in this game.
            let agents = format!("--agents {},{} ", pair[1].agents[0], pair[0].agents[0]);
            assert!(one.command.contains(&agents) && one.command.contains(&format!("--rules {rules} ")), "{one:?}");
            assert!(one.command.contains(&format!("--hands {} ", one.hands)), "{one:?}");
        }
    }
    assert_eq!(strength.len(), MAIN.len() * (LEVELS.len() - 1), "no other ones");
}

#[test]
fn levels_come_first_and_are_told_with_their_strength() {
    let client = Client::new();
    let agents = client.get("/api/agents", "").ok();
    let names: Vec<&str> = agents
        .as_array()
        .expect("agents")
        .iter()
        .filter_map(|agent| agent["name"].as_str())
        .collect();
    assert_eq!(names[..4], ["beginner", "club", "expert", "champion"]);
    assert!(names.contains(&"ismcts") && !names.contains(&"cheat-mcts"), "{names:?}");
    assert!(
        agents[1]["strength"]
            .as_array()
            .is_some_and(|strength| strength.len() == MAIN.len()),
        "{agents}"
    );
}

/// In games without a network another agent plays the level.
#[test]
fn every_level_sits_in_every_preset() {
    let client = Client::new();
    for name in RuleSet::preset_names() {
        let players = Game::preset(name).expect("a preset").players();
        for level in ["beginner", "club", "expert", "champion"] {
            let mut seats = vec![level; players];
            seats[0] = "person";
            let table = client.open(&json!({"rules": name, "seats": seats, "seed": 5}));
            assert_eq!(table.snapshot(0)["seats"][1]["name"], level);
            table.post("leave", &json!({})).ok();
        }
    }
}

#[test]
fn persons_have_names() {
    let client = Client::new();
    let wish = |name: &str| json!({"rules": "scopa", "seats": ["person", "club"], "names": [name, "no person"]});
    let table = client.open(&wish(" Anna "));
    assert_eq!(
        table.snapshot(0)["seats"],
        json!([
            {"seat": 0, "side": 0, "kind": "person", "name": "Anna"}, {"seat": 1, "side": 1, "kind": "agent", "name": "club"},
        ])
    );
    for bad in ["a\nb", "a\u{202e}b", "twenty-five letters at all"] {
        let answer = client.post("/api/tables", "", &wish(bad));
        assert_eq!((answer.status.as_u16(), &answer.json()["error"]["field"]), (422, &json!("names[0]")), "{bad}");
    }
}

/// Every text of a position names plays that are legal, and its own game shows it.
#[test]
fn rules_are_told_in_words_with_positions_to_try() {
    let client = Client::new();
    let mut names = BTreeSet::new();
    for name in RuleSet::preset_names() {
        let [english, italian] =
            ["en", "it"].map(|lang| client.get(&format!("/api/rules/{name}/text?lang={lang}"), "").ok());
        assert_ne!(english["parts"], italian["parts"]);
        let text = english["parts"].to_string();
        assert!(text.contains("Match") && !text.contains("seat 0") && !text.contains('`'), "{text}");
        for position in english["positions"].as_array().expect("positions") {
            let legal: Vec<&Value> = position["legal"]
                .as_array()
                .expect("plays")
                .iter()
                .map(|play| &play["action"])
                .collect();
            assert!(legal.len() > 1 || position["wanted"] != json!([]), "{position}");
            assert!(
                position["wanted"]
                    .as_array()
                    .expect("plays")
                    .iter()
                    .all(|wanted| legal.contains(&wanted)),
                "{position}"
            );
            names.insert((name.to_string(), position["name"].to_string()));
        }
    }
    let own: Vec<Value> = serde_json::from_str(include_str!("../../../table/src/positions.json")).expect("JSON");
    for position in own {
        let key = (position["rules"].as_str().expect("a name").to_owned(), position["name"].to_string());
        assert!(names.contains(&key), "{key:?}");
    }
    assert!(names.contains(&("scopone".to_owned(), "\"sum\"".to_owned())));
    assert!(!names.contains(&("cirulla".to_owned(), "\"single_first\"".to_owned())));
    let table = client.open(
        &json!({"rules": "base = \"scopa\"\nname = \"mine\"\n[match]\nlimit = 12\n", "seats": ["person", "club"]}),
    );
    assert!(table.get("/rules").ok()["parts"].to_string().contains("12 points"));
    assert_eq!(client.get("/api/rules/nothing/text", "").status, 404);
}
