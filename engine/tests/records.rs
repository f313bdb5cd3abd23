//! Golden hands: every record replays, and removed fields are filled in again.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::Value;
use spariglio_engine::RuleSet;
use spariglio_engine::record::{HandRecord, Replayer};

/// The records of every golden file, by line.
fn golden_files() -> Vec<(PathBuf, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conform/suite/1");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("golden hands in {}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "zst"));
    files.sort();
    assert!(!files.is_empty(), "{} holds no golden hands", folder.display());
    files.into_iter().map(|file| (file.clone(), lines(&file))).collect()
}

fn lines(file: &Path) -> Vec<String> {
    let bytes = zstd::decode_all(File::open(file).unwrap()).unwrap();
    String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
}

/// A record without the fields that can be filled in.
fn stripped(line: &str) -> String {
    let mut record: Value = serde_json::from_str(line).unwrap();
    let fields = record.as_object_mut().unwrap();
    fields.remove("result");
    for turn in fields["turns"].as_array_mut().unwrap() {
        turn.as_object_mut().unwrap().remove("legal");
    }
    record.to_string()
}

/// A turn's legal actions as a set.
fn sort_legal(record: &mut Value) {
    for turn in record["turns"].as_array_mut().unwrap() {
        if let Some(legal) = turn.get_mut("legal") {
            legal.as_array_mut().unwrap().sort_by_key(Value::to_string);
        }
    }
}

#[test]
fn golden_hands_replay() {
    let mut errors = Vec::new();
    let mut count = 0;
    for (file, lines) in golden_files() {
        let mut replayer = Replayer::new(false);
        for line in &lines {
            count += 1;
            if let Err(error) = replayer.feed(line.as_bytes()) {
                errors.push(error.with_file(file.display().to_string()).to_string());
            }
        }
    }
    assert!(errors.is_empty(), "{} of {count} golden hands:\n{}", errors.len(), errors.join("\n"));
}

#[test]
fn rule_sets_of_golden_hands_are_accepted() {
    for (file, lines) in golden_files() {
        for (index, line) in lines.iter().enumerate() {
            let record: Value = serde_json::from_str(line).unwrap();
            let rules = RuleSet::from_json(&record["rules"]);
            let rules = rules.unwrap_or_else(|error| panic!("{} line {}: {error}", file.display(), index + 1));
            assert_eq!(RuleSet::from_toml(&rules.to_toml()), Ok(rules));
        }
    }
}

/// Whether every field of `part` has the same value in `whole`.
fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => part
            .iter()
            .all(|(key, value)| whole.get(key).is_some_and(|other| contains(other, value))),
        (Value::Array(whole), Value::Array(part)) => {
            whole.len() == part.len() && whole.iter().zip(part).all(|(whole, part)| contains(whole, part))
        }
        _ => whole == part,
    }
}

#[test]
fn stripped_golden_hands_are_filled_again() {
    for (file, lines) in golden_files() {
        let mut replayer = Replayer::new(true);
        for (index, line) in lines.iter().enumerate() {
            let filled = replayer.feed(stripped(line).as_bytes()).unwrap().to_line();
            let mut filled: Value = serde_json::from_str(&filled).unwrap();
            let mut golden: Value = serde_json::from_str(line).unwrap();
            assert!(filled["turns"].as_array().unwrap().iter().all(|turn| turn["legal"].is_array()));
            sort_legal(&mut filled);
            sort_legal(&mut golden);
            assert!(contains(&filled, &golden), "{} line {}", file.display(), index + 1);
        }
    }
}

#[test]
fn golden_lines_are_written_as_they_stand() {
    let mut count = 0;
    for (_, lines) in golden_files() {
        let mut replayer = Replayer::new(false);
        for line in &lines {
            let written = replayer.feed(line.as_bytes()).unwrap().to_line();
            let without_result = |line: &str| line.split("\"result\"").next().unwrap().to_owned();
            assert_eq!(without_result(&written), without_result(line));
            let parsed: (Value, Value) = (serde_json::from_str(&written).unwrap(), serde_json::from_str(line).unwrap());
            assert_eq!(parsed.0, parsed.1);
            count += 1;
        }
    }
    assert!(count > 1000);
}

#[test]
fn a_record_of_a_game_without_preset_reads_back() {
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::{Deal, Game, State};
    use std::sync::Arc;

    let mut rng = Pcg64Mcg::new(5);
    let rules = RuleSet::from_toml("base = \"cirulla\"\nplayers = 3\n[match]\nhands = 2\n").unwrap();
    let game = Arc::new(Game::new(rules).unwrap());
    let deal = Deal::random(&game, 2, &mut rng);
    let mut state = State::new(&game, &deal);
    let mut record = HandRecord::new(Arc::clone(&game), deal);
    while !state.is_over() {
        let action = state.random_action(&game, &mut rng);
        record.push(state.seat(), action);
        state.apply(&game, &deal, action);
    }
    record.fill().unwrap();
    let read = Replayer::new(false).feed(record.to_line().as_bytes()).unwrap();
    assert_eq!(read.game().rules(), game.rules());
    assert_eq!(read.turns, record.turns);
    assert_eq!(read.result, record.result);
    assert_eq!(read.deal(), &deal);
}

/// Hands of rules that no preset has: an equal card before sums with fifteens free, a low meld through the seven.
#[test]
fn hands_of_house_rules_replay() {
    let lines: Vec<&str> = include_str!("data/house_rules.jsonl").lines().collect();
    let mut replayer = Replayer::new(false);
    for (index, line) in lines.iter().enumerate() {
        let replayed = replayer.feed(line.as_bytes());
        let record = replayed.unwrap_or_else(|error| panic!("house_rules.jsonl line {}: {error}", index + 1));
        assert_eq!(record.to_line(), *line);
    }
    assert_eq!(lines.len(), 8);
}
