//! Hidden cards reach no seat: if only hidden cards differ, every byte of an answer is the same.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use spariglio_agents::spec::AgentType;
use spariglio_agents::{AGENTS, AgentSpec, Hand};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Deal, Game, RuleSet};
use std::collections::BTreeSet;
use std::sync::Arc;

use super::client::{Client, Seated, config};
use super::soak::soak;
use crate::ServeConfig;

/// A record of a random position, and one with other hidden cards. The seat to act cannot tell them apart.
fn pair(game: &Arc<Game>, rng: &mut Pcg64Mcg) -> (HandRecord, HandRecord) {
    loop {
        let deal = Deal::random(game, rng.next_u64() as usize % game.players(), rng);
        let mut hand = Hand::new(game, &deal, false);
        let turns = rng.next_u64() as usize % game.plies();
        let mut played = Vec::new();
        while played.len() < turns && !hand.is_over() {
            let action = hand.view().random_action(rng);
            played.push((hand.seat(), action));
            hand.act(action).expect("legal");
        }
        if hand.is_over() {
            continue;
        }
        let other = hand.view().sample_world(rng).deal;
        let record = |deal| HandRecord::played(Arc::clone(game), deal, played.iter().copied(), None);
        return (record(deal), record(other));
    }
}

/// All answers to the person at a seat, without random names. The `others` play the other seats. Nobody else acts, so
/// all bytes are those of the position.
fn told(client: &Client, record: &HandRecord, seat: usize, others: &str, hint: bool) -> String {
    let mut seats = vec![others; record.game().players()];
    seats[seat] = "person";
    let body = json!({"seats": seats, "record": record.to_line(), "turn": record.turns.len(), "auto_declare": false});
    let table = client.open(&body);
    let snapshot = table.snapshot(seat);
    let mut text = snapshot.to_string();
    for turn in 0..record.turns.len() {
        text += &table.before(seat, turn).to_string();
    }
    if hint {
        text += &hint_of(&table, seat, &snapshot).to_string();
    }
    text += &table.get("/record").text();
    let key = table.key_of(seat);
    let path = format!("/api/tables/{}/actions", table.id);
    let wrong = json!({"seat": seat, "version": snapshot["version"], "action": "nothing"});
    text += &client.post(&path, key, &wrong).text();
    table.post("leave", &json!({})).ok();
    text.replace(&table.id, "ID")
}

fn hint_of(table: &Seated<'_>, seat: usize, snapshot: &Value) -> Value {
    let key = table.key_of(seat);
    let path = format!("/api/tables/{}/hints", table.id);
    table
        .client
        .post(&path, key, &json!({"seat": seat, "version": snapshot["version"]}))
        .ok()
}

/// Compares the answers at some positions of a preset.
fn compare(client: &Client, name: &str, others: &str, positions: u64, hints: bool) {
    let mut rng = Pcg64Mcg::seed_from_u64(77);
    let game = Arc::new(Game::preset(name).expect("a preset"));
    let mut different = 0;
    for _ in 0..positions {
        let (one, other) = pair(&game, &mut rng);
        let seat = one.check().expect("sound").seat();
        assert_eq!(
            told(client, &one, seat, others, hints),
            told(client, &other, seat, others, hints),
            "{name}, beside {others}"
        );
        different += u64::from(one.deal().cards().ne(other.deal().cards()));
    }
    assert!(different * 2 > positions, "{name}: {different} of {positions} deals differ");
}

/// The fair agents of the registry, without programs.
fn fair() -> impl Iterator<Item = &'static AgentType> {
    AGENTS.iter().filter(|row| !row.cheats() && !row.is_program())
}

#[test]
fn every_byte_for_a_seat_follows_from_its_view() {
    let client = Client::new();
    for name in RuleSet::preset_names() {
        compare(&client, name, "person", 10 * soak(), false);
    }
}

/// An agent's knowledge reaches no other seat.
#[test]
fn agents_at_the_table_tell_nothing() {
    let client = Client::new();
    let mut agents = BTreeSet::new();
    for name in RuleSet::preset_names() {
        let sits = |row: &&AgentType| !row.has_net() || network_of(name);
        for row in fair().filter(sits) {
            compare(&client, name, row.name, 2 * soak(), false);
            agents.insert(row.name);
        }
    }
    assert_eq!(agents.len(), fair().count(), "{agents:?}");
}

/// Whether a network ships for a preset.
fn network_of(name: &str) -> bool {
    let game = Game::preset(name).expect("a preset");
    AgentSpec::parse("net").expect("a spec").build(&game).is_ok()
}

#[test]
fn hints_follow_from_the_view() {
    let mut judges = 0;
    for row in fair() {
        let client = Client::with(ServeConfig { hints: Some(AgentSpec::parse(row.name).expect("a spec")), ..config() });
        for name in RuleSet::preset_names().iter().filter(|name| gives_hints(&client, name)) {
            compare(&client, name, "person", soak().div_ceil(5), true);
            judges += 1;
        }
    }
    assert!(judges > RuleSet::preset_names().len(), "{judges} agents and presets");
}

/// Whether a server's agent judges a preset. It refuses if it does not search or has no network for the preset.
fn gives_hints(client: &Client, name: &str) -> bool {
    let seats = vec!["person"; Game::preset(name).expect("a preset").players()];
    let table = client.open(&json!({"rules": name, "seats": seats, "seed": 4, "auto_declare": false}));
    let snapshot = table.wait();
    let seat = snapshot["to_act"].as_u64().expect("a seat") as usize;
    let path = format!("/api/tables/{}/hints", table.id);
    let answer = client.post(&path, table.key_of(seat), &json!({"seat": seat, "version": snapshot["version"]}));
    table.post("leave", &json!({})).ok();
    assert!(answer.status.is_success() || answer.status == 422, "{}", answer.text());
    answer.status.is_success()
}

/// Until a hand is over, no answer names a card that the seat could not see.
#[test]
fn hidden_cards_come_with_the_end_of_the_hand() {
    let client = Client::new();
    let table = client.open(&json!({"rules": "scopone", "seats": ["person", "greedy", "greedy", "greedy"], "seed": 4}));
    let mut answers = Vec::new();
    let end = table.play(|snapshot| {
        let mut text = snapshot.clone();
        // Hints name hidden cards, so none is requested. Legal actions and the random name are left out.
        (text["legal"], text["id"]) = (Value::Null, Value::Null);
        answers.push(text.to_string());
        snapshot["legal"][0].clone()
    });
    let order: Vec<String> = end["log"]
        .as_array()
        .expect("turns")
        .iter()
        .map(|turn| turn["action"].to_string())
        .collect();
    let seats: Vec<u64> = end["log"]
        .as_array()
        .expect("turns")
        .iter()
        .filter_map(|turn| turn["seat"].as_u64())
        .collect();
    assert!(answers.len() == 9, "{}", answers.len());
    for (number, answer) in answers.iter().enumerate() {
        let known: Value = serde_json::from_str(answer).expect("JSON");
        let turns = known["log"].as_array().expect("turns").len();
        for later in turns..order.len() {
            let card = &order[later][1..3];
            if seats[later] != 0 {
                assert!(!answer.contains(card), "answer {number} names {card}, which seat {} holds", seats[later]);
            }
        }
    }
}
