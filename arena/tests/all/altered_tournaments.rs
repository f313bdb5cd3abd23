//! Results and lines of tournaments with one number changed: all are refused.

use std::fs;

use serde_json::{Value, json};
use spariglio_arena::tournaments::{EndKind, TournamentResult};
use spariglio_files::sealed;

use crate::changed::each_changed;
use crate::tournament::{BOT, file, load, play, played};

/// The file of a result, as a value.
fn file_of(result: &TournamentResult) -> Value {
    serde_json::from_str(&sealed::to_json(result).expect("JSON")).expect("JSON")
}

/// Checks that the result reads, and that no result with another number does. Returns the number of changes.
fn check(result: &TournamentResult) -> usize {
    let value = file_of(result);
    TournamentResult::read(&value.to_string()).expect("a result as it was written");
    each_changed(&value, |place, changed| {
        let error = TournamentResult::read(&changed.to_string()).expect_err(place);
        assert!(error.contains("found") || error.contains("expected"), "{place}: {error}");
    })
}

#[test]
fn a_changed_number_of_a_round_robin_is_refused() {
    let (result, _dir) = played(&file("rules = \"cirulla\"", 4, "[[stage]]\nformat = \"round_robin\"\nrounds = 2\n"));
    assert!(check(&result) > 500);
}

#[test]
fn a_changed_number_of_a_swiss_stage_with_byes_is_refused() {
    let stages = "[[stage]]\nformat = \"swiss\"\nrounds = 3\nduplicate = true\n";
    let (result, _dir) = played(&file("rules = \"scopone\"\nhands = 2", 5, stages));
    assert_eq!(result.stages[0].byes.len(), 3);
    assert!(check(&result) > 500);
}

#[test]
fn a_changed_number_of_a_knock_out_with_extra_hands_is_refused() {
    let stages = "[[stage]]\nformat = \"knock_out\"\nhands = 1\n";
    let mut extra = 0;
    for seed in 0..40 {
        let text = file("rules = \"scopone\"", 5, stages).replace("seed = 5", &format!("seed = {seed}"));
        let (result, _dir) = played(&text);
        let hands: usize = result.stages[0].matches.iter().map(|report| report.extra.len()).sum();
        if hands > 0 {
            check(&result);
            extra += hands;
        }
        if extra > 2 {
            return;
        }
    }
    panic!("only {extra} extra hands");
}

#[test]
fn a_changed_number_of_a_tournament_with_own_rules_and_an_offence_is_refused() {
    let bots = tempfile::tempdir().expect("a folder");
    let bot = bots.path().join("bot.py");
    fs::write(&bot, BOT).expect("written");
    let cheat = format!("external:command=python3 '{}' cheat:millis=60000:start_millis=60000", bot.display());
    let head = "rules = { base = \"cirulla\", sweep = { points = 2 } }\nsecret = \"0123456789abcdef\"";
    let stages = "[[stage]]\nformat = \"round_robin\"\n[[stage]]\nformat = \"knock_out\"\nteams = 2\n";
    let text = file(head, 3, stages).replace("agent = \"random\"", &format!("agent = \"{cheat}\""));
    let (result, dir) = played(&text);
    let mut offences = result.stages[0].matches.iter().filter_map(|report| report.offence.as_ref());
    assert!(offences.all(|offence| offence.what.contains("not legal")));
    assert!(
        result.stages[0]
            .matches
            .iter()
            .any(|report| report.end == EndKind::Offence && report.hands > 0)
    );
    check(&result);
    TournamentResult::load(&dir.path().join("tournament.json")).expect("its records agree");

    // The other reading of the rule: the same facts give other points.
    let text = text.replace("seed = 5", "seed = 5\noffence = \"void\"");
    let void = TournamentResult::read(&file_of(&played(&text).0).to_string()).expect("read");
    let facts = |result: &TournamentResult| {
        let all = result.stages[0].matches.iter().filter_map(|report| report.offence.clone());
        all.collect::<Vec<_>>()
    };
    assert_eq!(facts(&void), facts(&result));
    assert_ne!(void.fingerprint, result.fingerprint);
}

#[test]
fn changed_texts_and_fields_are_refused() {
    let (result, _dir) = played(&file("rules = \"scopa\"\nhands = 1", 3, "[[stage]]\nformat = \"round_robin\"\n"));
    let value = file_of(&result);
    for (place, instead) in [
        ("/seed", json!(6)),
        ("/rules", json!("cirulla")),
        ("/teams/0/agents/0", json!("expert")),
        ("/decides/3", json!("seed 6")),
        ("/stages/0/column", json!("many")),
        ("/winner", json!("nobody")),
        ("/kind", json!("other")),
    ] {
        let mut altered = value.clone();
        *altered.pointer_mut(place).expect("there") = instead;
        let error = TournamentResult::read(&altered.to_string()).expect_err(place);
        assert!(error.starts_with("seal: found"), "{place}: {error}");
    }
    let mut altered = value.clone();
    altered["stages"][0]["matches"].as_array_mut().expect("a list").pop();
    assert!(TournamentResult::read(&altered.to_string()).is_err(), "a match less");
    for (place, field) in [
        ("/stages/0/matches/0/teams/0", "teams"),
        ("/stages/0/matches/0/slot/stage", "slot.stage"),
        ("/stages/0/matches/0/slot/play", "slot.play"),
        ("/stages/0/matches/0/slot/round", "slot.round"),
        ("/stages/0/standings/0/team", "found team"),
    ] {
        let mut altered = value.clone();
        *altered.pointer_mut(place).expect("there") = json!(u64::MAX);
        altered.as_object_mut().expect("fields").remove("seal");
        altered["seal"] = json!(sealed::of(altered.clone()));
        let error = TournamentResult::read(&altered.to_string()).expect_err(place);
        assert!(error.contains(field) && error.contains("expected less than"), "{place}: {error}");
    }
    altered = value;
    altered["more"] = json!(1);
    assert!(TournamentResult::read(&altered.to_string()).is_err(), "a field more");
}

#[test]
fn a_changed_number_of_a_line_is_refused_when_the_tournament_goes_on() {
    let stages = "[[stage]]\nformat = \"knock_out\"\nhands = 1\nduplicate = true\n";
    let plan = load(&file("rules = \"cirulla\"", 3, stages)).expect("a plan");
    let dir = tempfile::tempdir().expect("a folder");
    play(&plan, dir.path(), 2).expect("plays");
    let path = dir.path().join("matches.jsonl");
    let sound = fs::read_to_string(&path).expect("lines");
    let lines: Vec<&str> = sound.lines().collect();
    let goes_on = |text: &str| {
        fs::write(&path, text).expect("written");
        play(&plan, dir.path(), 2).map_err(|error| error.to_string())
    };
    for (number, line) in lines.iter().enumerate() {
        each_changed(&serde_json::from_str(line).expect("JSON"), |field, changed| {
            let error = goes_on(&sound.replacen(line, &changed.to_string(), 1)).expect_err(field);
            // Without the first match of an encounter, the line of its second one is named.
            let place = match field.starts_with("/slot") {
                true => "matches.jsonl: line ".to_owned(),
                false => format!("matches.jsonl: line {}: ", number + 1),
            };
            assert!(error.contains(&place), "line {}, {field}: {error}", number + 1);
        });
    }
    for field in ["stage", "round", "encounter", "play"] {
        for number in [1_u64 << 32, u64::MAX] {
            let mut first: Value = serde_json::from_str(lines[0]).expect("JSON");
            first["slot"][field] = json!(number);
            let error = goes_on(&sound.replacen(lines[0], &first.to_string(), 1)).expect_err(field);
            assert!(error.contains(&format!("slot.{field}: found {number}, expected less than")), "{error}");
        }
    }
    let mut first: Value = serde_json::from_str(lines[0]).expect("JSON");
    let points = first["scores"][0].as_i64().expect("a number");
    first["scores"][0] = json!(points + 1);
    let error = goes_on(&sound.replacen(lines[0], &first.to_string(), 1)).expect_err("a point more");
    assert!(error.contains(&format!("line 1: scores[0]: found {}, must be {points}", points + 1)), "{error}");
    goes_on(&sound).expect("as it was");

    // The records of another match.
    let records = |name: &str| dir.path().join(format!("records/stage1-round1-encounter2-{name}.jsonl"));
    let own = fs::read(records("match1")).expect("records");
    fs::copy(records("match2"), records("match1")).expect("copied");
    let error = goes_on(&sound).expect_err("other records");
    assert!(error.contains("line 1: match.id: found"), "{error}");
    let result = dir.path().join("tournament.json");
    let error = TournamentResult::load(&result).expect_err("other records").to_string();
    assert!(error.contains("stages[0].matches[0]: records"), "{error}");
    fs::write(records("match1"), own).expect("written");
    TournamentResult::load(&result).expect("as it was");
}
