//! Agents and programs at tables.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spariglio_agents::AgentSpec;

use super::client::{Client, Seated, config};
use crate::ServeConfig;

/// Answers with thoughts. If it is told to hang, it does so at its third decision.
const BOT: &str = r#"
import json, sys, time
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "id": message["id"], "protocol": 1, "name": "bot"}), flush=True)
    if message["type"] == "quit":
        break
    if message["type"] == "act":
        asked += 1
        if asked == 3 and "hang" in sys.argv:
            time.sleep(600)
        answer = {"type": "action", "id": message["id"], "action": message["legal"][0]}
        if "thinks" in sys.argv:
            seats = len(message["view"]["hand_cards"])
            answer["value"] = 1.5
            answer["policy"] = {action: 1 for action in message["legal"]}
            answer["belief"] = {card: [0.5] + [0] * (seats - 1) + [0.5] for card in ("7d", "7c", "7s", "7b")} | {"5d": [2]}
        print(json.dumps(answer), flush=True)
"#;

fn client(folder: &std::path::Path) -> Client {
    let bot = folder.join("bot.py");
    std::fs::write(&bot, BOT).expect("written");
    let spec = |name: &str, word: &str| {
        let text = format!("external:command=python3 '{}' {word}:name={name}:millis=500", bot.display());
        AgentSpec::parse(&text).expect("an agent")
    };
    Client::with(ServeConfig {
        agents: vec![spec("silent", ""), spec("thinks", "thinks"), spec("hangs", "hang")],
        ..config()
    })
}

fn watch(client: &Client, seats: [&str; 2]) -> Value {
    stopped(&client.open(&json!({"rules": "scopa", "seats": seats, "seed": 2})))
}

/// A table as soon as its hand does not go on.
fn stopped(table: &Seated<'_>) -> Value {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let snapshot = table.get("").ok();
        if snapshot["phase"] != "play" {
            return snapshot;
        }
        assert!(Instant::now() < until, "{snapshot}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn thoughts_of_programs_are_shown_and_need_not_be_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let client = client(folder.path());
    let snapshot = watch(&client, ["thinks", "silent"]);
    assert_eq!(snapshot["phase"], "over");
    let thoughts = snapshot["thoughts"].as_array().expect("thoughts");
    assert_eq!(thoughts.len(), 36);
    let of = |seat: u64| thoughts.iter().filter(move |thought| thought["seat"] == json!(seat));
    assert!(of(0).all(|thought| (thought["value"].as_f64().unwrap_or(0.0) - 1.5).abs() < 1e-6));
    assert!(of(0).any(|thought| {
        thought["policy"]
            .as_array()
            .is_some_and(|policy| policy.len() > 1 && policy[0][1].as_f64() < Some(0.9))
    }));
    assert!(of(0).any(|thought| thought["belief"]["cells"]["7c"] == json!([0.5, 0.0, 0.5])));
    assert!(of(0).all(|thought| thought["belief"]["cells"].get("5d").is_none()));
    assert!(of(1).all(|thought| thought["belief"].is_null() && thought["value"].is_null()));
}

#[test]
fn a_program_that_hangs_commits_an_offence() {
    let folder = tempfile::tempdir().expect("a folder");
    let client = client(folder.path());
    let snapshot = watch(&client, ["hangs", "greedy"]);
    assert_eq!((&snapshot["phase"], &snapshot["offence"]["seat"]), (&json!("stopped"), &json!(0)));
    assert!(snapshot["offence"]["text"].as_str().is_some_and(|text| text.contains("500 ms")), "{snapshot}");
}

/// After an offence the hand is played again, another agent goes on, or the hand counts for nobody.
#[test]
fn a_table_goes_on_after_an_offence() {
    let folder = tempfile::tempdir().expect("a folder");
    let client = client(folder.path());
    let table = client.open(&json!({"rules": "scopa", "seats": ["hangs", "greedy"], "seed": 2, "match": true}));
    let resume = |how: Value, snapshot: &Value| {
        let mut body = how;
        body["version"] = snapshot["version"].clone();
        table.post("resume", &body)
    };
    let first = stopped(&table);
    assert_eq!((&first["offence"]["kind"], &first["offence"]["millis"]), (&json!("timeout"), &json!(500)));
    // The program starts again, and hangs at its third decision again.
    resume(json!({"how": "again"}), &first).ok();
    let again = stopped(&table);
    assert_eq!((&again["phase"], &again["log"]), (&json!("stopped"), &first["log"]));
    resume(json!({"how": "next"}), &again).ok();
    let next = stopped(&table);
    assert_eq!(
        (&next["phase"], &next["match"]["hands"], &next["match"]["scores"]),
        (&json!("stopped"), &json!(1), &json!([0, 0]))
    );
    assert_eq!(resume(json!({"how": "replace", "agent": "nobody"}), &next).status, 422);
    resume(json!({"how": "replace", "agent": "greedy"}), &next).ok();
    let over = stopped(&table);
    assert_eq!((&over["phase"], &over["seats"][0]["name"]), (&json!("over"), &json!("greedy")));
    let [before, after] = [&next, &over].map(|snapshot| snapshot["log"].as_array().expect("turns"));
    assert_eq!(&after[..before.len()], &before[..]);
    assert_eq!(resume(json!({"how": "again"}), &over).json()["error"]["code"], "no_offence");
}

/// A search that would take hours ends when it is asked to, and at its time on the wall clock where persons play.
#[test]
fn an_agent_moves_now() {
    let long = |text: &str| AgentSpec::parse(text).expect("an agent");
    let agents = vec![
        long("ismcts:simulations=1000000000"),
        long("pimc:worlds=0:millis=3600000"),
        long("mo-ismcts:millis=50"),
    ];
    let names: Vec<String> = agents.iter().map(ToString::to_string).collect();
    let client = Client::with(ServeConfig { agents, ..config() });
    for (name, is_slow) in names.iter().zip([true, true, false]) {
        let table = client.open(&json!({"rules": "scopa", "seats": ["person", name], "seed": 2}));
        let started = Instant::now();
        let mut hurries = 0;
        for _ in 0..3 {
            let snapshot = loop {
                let snapshot = table.snapshot(0);
                if snapshot["to_act"] == 0 {
                    break snapshot;
                }
                if is_slow && snapshot["thinking"] == 1 {
                    assert!(snapshot["can_hurry"] == true && snapshot["thinking_millis"].is_u64());
                    hurries += usize::from(table.post("move_now", &json!({})).status == 202);
                }
                assert!(started.elapsed() < Duration::from_secs(60), "{name}");
                std::thread::sleep(Duration::from_millis(5));
            };
            table.act(&snapshot, &snapshot["legal"][0]).ok();
        }
        assert_eq!(is_slow, hurries > 0, "{name}");
    }
}

#[test]
fn agents_pause_and_step() {
    let client = Client::new();
    let opened = client.post("/api/tables", "", &json!({"rules": "scopa", "seats": ["greedy", "greedy"], "seed": 2}));
    let path = format!("/api/tables/{}", opened.ok()["id"].as_str().expect("a name"));
    let pace = |step: bool| {
        let body = json!({"millis": 0, "paused": true, "step": step});
        client.post(&format!("{path}/pace"), "", &body).ok();
    };
    let turns = || client.get(&path, "").ok()["log"].as_array().expect("turns").len();
    // Paused before the first action is due.
    pace(false);
    for played in 0..3 {
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(turns(), played);
        pace(true);
        let until = Instant::now() + Duration::from_secs(30);
        while turns() == played && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(turns(), played + 1);
    }
}
