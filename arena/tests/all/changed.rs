//! No changed number of a result is believed: a setting or a sum is refused, a figure has no effect.

use std::path::Path;

use serde_json::{Value, json};
use spariglio_arena::matches::arena::{Matches, MatchesResult};
use spariglio_arena::studies::ladder::{LadderResult, Settings, play};
use spariglio_arena::{ArenaConfig, ArenaResult, Contest, Entrant, Nobody, round_robin};
use spariglio_engine::Game;
use spariglio_files::Origin;

use crate::contest::entrants;

/// Calls `taken` with every value that `value` becomes if one of its numbers changes by one or in its sign, and with the
/// number's path. Returns the number of calls.
pub fn each_changed(value: &Value, mut taken: impl FnMut(&str, Value)) -> usize {
    let mut paths = Vec::new();
    numbers(value, String::new(), &mut paths);
    let mut calls = 0;
    for path in paths {
        let Some(Value::Number(number)) = value.pointer(&path) else {
            continue;
        };
        let others = match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => vec![json!(whole.wrapping_add(1)), json!(whole.wrapping_sub(1)), json!(-whole)],
            (None, Some(float)) => vec![json!(float + 1.0), json!(float - 1.0), json!(-float)],
            _ => continue,
        };
        for other in others.into_iter().filter(|other| other.as_f64() != number.as_f64()) {
            let mut changed = value.clone();
            *changed.pointer_mut(&path).expect("a path") = other;
            taken(&path, changed);
            calls += 1;
        }
    }
    calls
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

fn numbers(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Number(_) => paths.push(path),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(place, item)| numbers(item, format!("{path}/{place}"), paths));
        }
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, field)| numbers(field, format!("{path}/{name}"), paths)),
        _ => {}
    }
}

/// Expects that `read` refuses every value with another setting or sum, and that another figure has no effect.
fn none_believed<T: PartialEq>(value: &Value, read: impl Fn(Value) -> Result<T, String>) {
    let unchanged = read(value.clone()).unwrap_or_else(|error| panic!("the unchanged result: {error}"));
    let [mut refused, mut without_effect] = [0, 0];
    each_changed(value, |path, changed| match read(changed) {
        Ok(result) => {
            assert!(path.contains("/figures/") && result == unchanged, "{path}: believed");
            without_effect += 1;
        }
        Err(error) => {
            assert!(!path.contains("/figures/"), "{path}: {error}");
            assert!(error.contains("found") || error.contains("expected"), "{path}: {error}");
            refused += 1;
        }
    });
    assert!(refused > 300 && without_effect > 150, "{refused} refused, {without_effect} without effect");
}

#[test]
fn no_number_of_an_arena_can_be_changed() {
    let sprt = spariglio_stats::SprtConfig {
        unit: spariglio_stats::SprtUnit::Points,
        difference: 0.5,
        alpha: 0.05,
        beta: 0.05,
    };
    let config = ArenaConfig { hands: 80, seed: 7, threads: 2, ..ArenaConfig::default() };
    for (preset, agents, config) in [
        ("scopone", "greedy,random,formula", ArenaConfig { time: true, ..config.clone() }),
        ("scopone", "greedy,random", ArenaConfig { sprt: Some(sprt), ..config.clone() }),
        ("scopa", "greedy,random", ArenaConfig { unpaired: true, ..config.clone() }),
        ("scopone_messina", "greedy,random", config),
    ] {
        let game = Game::preset(preset).expect("a preset");
        let entrants: Vec<Entrant> = entrants(agents);
        let result = round_robin(&game, &entrants, &config).expect("plays");
        let value = value(&result.to_json().expect("JSON"));
        none_believed(&value, |value| {
            ArenaResult::from_value(Path::new("x.json"), value).map_err(|error| error.to_string())
        });
    }
}

/// No figure follows from names, command and origin, nor from whether all was played.
#[test]
fn no_text_of_an_arena_can_be_changed() {
    let game = Game::preset("scopa").expect("a preset");
    let mut entrants = entrants("greedy,random");
    entrants[0].name = Some("mine".to_owned());
    entrants[1].name = Some("theirs".to_owned());
    let config = ArenaConfig { hands: 40, seed: 7, threads: 1, ..ArenaConfig::default() };
    let mut hands = round_robin(&game, &entrants, &config).expect("plays");
    let mut matches = Contest::<Matches>::round_robin(&game, &entrants, &config)
        .play(None, &Nobody)
        .expect("plays");
    for head in [&mut hands.head, &mut matches.head] {
        (head.command, head.origin) = (Some("spariglio arena --hands 40".to_owned()), Some(Origin::here("1")));
    }
    let hands = value(&hands.to_json().expect("JSON"));
    let matches = value(&matches.to_json().expect("JSON"));
    let path = Path::new("x.json");
    for (field, other) in [
        ("names", json!(["theirs", "mine"])),
        ("complete", json!(false)),
        ("command", json!("spariglio arena --hands 41")),
        ("origin", json!({ "date": "2026-01-01", "machine": "a box", "program": "1" })),
    ] {
        let altered = |value: &Value| {
            let mut value = value.clone();
            value[field] = other.clone();
            value
        };
        let hands = ArenaResult::from_value(path, altered(&hands)).expect_err(field).to_string();
        let matches = MatchesResult::from_value(path, altered(&matches)).expect_err(field).to_string();
        for error in [hands, matches] {
            assert!(error.contains("seal: found") && error.contains("must be"), "{field}: {error}");
        }
    }
}

#[test]
fn no_number_of_a_ladder_can_be_changed_and_no_pairs_exchanged() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("ladder_x.toml");
    let text = "title = \"t\"\nrules = \"scopa\"\nseed = 1\n[[row]]\nname = \"r\"\n\
                agents = [\"greedy\", \"random\", \"formula\"]\nhands = 40\n\
                published = { win = 60.5, error = 1.5 }\n";
    std::fs::write(&file, text).expect("written");
    let paths =
        play(&[file], dir.path(), &Settings { threads: 1, ..Settings::default() }, &|_| (), &|| false).expect("plays");
    let text = std::fs::read_to_string(&paths[0]).expect("read");
    let value = value(&text);
    let read = |value: Value| {
        std::fs::write(&paths[0], value.to_string()).expect("written");
        LadderResult::load(&paths[0]).map_err(|error| error.to_string())
    };
    none_believed(&value, read);
    let mut exchanged = value.clone();
    exchanged["rows"][0]["pairs"].as_array_mut().expect("pairs").swap(0, 1);
    assert!(read(exchanged).is_err(), "two pairs exchanged");
    let mut exchanged = value;
    let places = exchanged["rows"][0]["pairs"][0]["places"].clone();
    exchanged["rows"][0]["pairs"][0]["places"] = exchanged["rows"][0]["pairs"][1]["places"].clone();
    exchanged["rows"][0]["pairs"][1]["places"] = places;
    assert!(read(exchanged).is_err(), "places exchanged");
}
