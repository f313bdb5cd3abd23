//! Presets, merging, round trips and refusals.

mod fields;
mod refusals;

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::cards::deck::Deck;
use crate::format::tree::FormatError;

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn files(path: &str, extension: &str) -> Vec<PathBuf> {
    let folder = folder(path);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    assert!(!files.is_empty(), "{} holds no .{extension} file", folder.display());
    files
}

fn json(text: &str) -> Result<RuleSet, FormatError> {
    RuleSet::from_json(&serde_json::from_str(text).unwrap())
}

fn preset(name: &str) -> RuleSet {
    RuleSet::preset(name).unwrap()
}

#[test]
fn every_preset_file_is_a_preset_of_its_name() {
    let files = files("../engine/rules", "toml");
    for file in &files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let rules = RuleSet::from_toml(&fs::read_to_string(file).unwrap());
        let rules = rules.unwrap_or_else(|error| panic!("{}", error.with_file(file.display().to_string())));
        assert_eq!(rules.name, name);
        assert_eq!(Some(rules), RuleSet::preset(name));
    }
    assert_eq!(files.len(), RuleSet::preset_names().len());
}

#[test]
fn texts_of_presets_read_back() {
    for name in RuleSet::preset_names() {
        let rules = preset(name);
        let text = rules.to_toml();
        assert_eq!(RuleSet::from_toml(&text).as_ref(), Ok(&rules), "{text}");
        assert_eq!(RuleSet::from_toml(&text).unwrap().to_toml(), text);
    }
}

#[test]
fn a_name_that_needs_escapes_reads_back() {
    let mut rules = preset("cicera");
    rules.name = "la \"mata\" \\ 'x' di Brescia è".to_owned();
    assert_eq!(RuleSet::from_toml(&rules.to_toml()), Ok(rules));
}

#[test]
fn deals_follow_the_number_of_players() {
    let three_card = [
        "scopa",
        "scopa_d_assi",
        "asso_piglia_tutto",
        "re_bello",
        "calabrese",
        "napoli",
        "scopa_di_quindici",
        "cirulla",
        "cirulla_platform",
        "cirilla",
    ];
    let deals: [(u8, u8, Vec<u8>, u8); 5] = [
        (2, 4, vec![3; 6], 2),
        (3, 4, vec![3; 4], 3),
        (4, 4, vec![3; 3], 2),
        (5, 5, vec![3, 4], 5),
        (6, 4, vec![3; 2], 6),
    ];
    for name in three_card {
        for (players, table, rounds, sides) in &deals {
            let rules = json(&format!(r#"{{"base": "{name}", "players": {players}}}"#)).unwrap();
            assert_eq!((rules.deal.table, &rules.deal.rounds, rules.sides), (*table, rounds, *sides), "{name}");
            assert_eq!(rules.deal.misdeal, preset(name).deal.misdeal);
        }
    }
}

#[test]
fn what_is_given_stays_when_the_players_change() {
    let rules = json(r#"{"base": "scopa", "players": 6, "sides": 3, "deal": {"misdeal": "none"}}"#).unwrap();
    assert_eq!((rules.sides, rules.deal.rounds, rules.deal.misdeal), (3, vec![3, 3], Misdeal::None));
    let rules = json(r#"{"base": "scopa", "players": 4, "deal": {"rounds": [9]}}"#).unwrap();
    assert_eq!((rules.deal.table, rules.deal.rounds), (4, vec![9]));
    let rules = json(r#"{"base": "scopa", "players": 5, "deal": {"table": 0, "rounds": [8]}}"#).unwrap();
    assert_eq!((rules.sides, rules.deal.table), (5, 0));
}

#[test]
fn limit_and_hands_displace_each_other() {
    let rules = json(r#"{"base": "cirulla", "match": {"hands": 6}}"#).unwrap();
    assert_eq!((rules.end.limit, rules.end.hands), (None, Some(6)));
    let rules = json(r#"{"base": "cirulla", "match": {"seven_zero": true}}"#).unwrap();
    assert_eq!((rules.end.limit, rules.end.seven_zero), (Some(51), true));
}

#[test]
fn single_cards_merge_card_by_card() {
    let rules = json(r#"{"base": "scopa", "score": {"single": {"Kd": 2, "7d": 0}}}"#).unwrap();
    let singles: Vec<_> = rules.score.single.into_iter().collect();
    assert_eq!(singles, vec![(Card::of(10, Suit::Coins), 2)]);
    let italian = r#"{"base": "cicera", "deck": "italian40", "deal": {"rounds": [9]}, "score": {"single": {"Td": 0}}}"#;
    let singles: Vec<_> = json(italian).unwrap().score.single.into_iter().collect();
    assert_eq!(singles, vec![(Card::of(2, Suit::Swords), 1), (Card::of(8, Suit::Cups), 1)]);
}

/// The facts of `docs/reference/rules.md` C.0 to C.14 that one preset changes against another.
#[test]
fn presets_say_what_the_rules_say() {
    let single = |name: &str| -> Vec<String> {
        let rules = preset(name);
        rules.score.single.keys().map(|card| rules.deck.card_text(*card)).collect()
    };
    for (name, table, rounds, players, sides, limit) in [
        ("scopa", 4, vec![3; 6], 2, 2, 11),
        ("scopone", 4, vec![9], 4, 2, 11),
        ("scopone_scientifico", 0, vec![10], 4, 2, 11),
        ("scopone_trentino", 4, vec![9], 4, 2, 21),
        ("scopone_messina", 1, vec![13], 3, 3, 21),
        ("scopa_di_quindici", 4, vec![3; 6], 2, 2, 11),
        ("cirulla", 4, vec![3; 6], 2, 2, 51),
        ("cirulla_4", 4, vec![3; 3], 4, 2, 51),
        ("cirilla", 4, vec![3; 6], 2, 2, 101),
        ("cirullone", 4, vec![9], 4, 2, 51),
        ("cicera", 4, vec![12], 4, 2, 51),
        ("cicera_six", 4, vec![6, 6], 4, 2, 51),
    ] {
        let rules = preset(name);
        assert_eq!(
            (rules.deal.table, rules.deal.rounds, rules.players, rules.sides),
            (table, rounds, players, sides),
            "{name}"
        );
        assert_eq!(rules.end.limit, Some(limit), "{name}");
    }
    for name in RuleSet::preset_names().iter().filter(|name| !name.starts_with("mini_")) {
        let rules = preset(name);
        assert_eq!(rules.score.shutout, name.contains("trentino") || name.starts_with("cir"), "{name}");
        assert_eq!(rules.sweep.last_play_scores, name.starts_with("cicera"), "{name}");
        assert_eq!(rules.capture.mandatory, !name.starts_with("cicera"), "{name}");
        assert_eq!(rules.declarations.dealer_bonus, name.starts_with("cir"), "{name}");
        let misdeal = match rules.deal.table {
            0 | 1 => Misdeal::None,
            _ if name.starts_with("cir") => Misdeal::TwoAces,
            _ if name.starts_with("cicera") => Misdeal::None,
            _ => Misdeal::ThreeKings,
        };
        assert_eq!(rules.deal.misdeal, misdeal, "{name}");
    }
    assert_eq!(single("calabrese"), ["7d", "7c"].map(String::from));
    assert_eq!(single("re_bello"), ["7d", "Kd"].map(String::from));
    assert_eq!(single("cicera_six"), ["2s", "Td", "Jc"].map(String::from));
    for (name, ranks, suits, table, rounds) in [
        ("mini_scopone", "A234", "dc", 0, vec![3]),
        ("mini_scopa", "A234", "dc", 0, vec![2, 2]),
        ("mini_primiera", "A23", "dcs", 1, vec![4]),
        ("mini_napoli", "A2345", "dc", 2, vec![4]),
    ] {
        let rules = preset(name);
        assert_eq!(Some(rules.deck), Deck::part(Pack::Italian40, ranks, suits), "{name}");
        assert_eq!((rules.deal.table, rules.deal.rounds, rules.players, rules.sides), (table, rounds, 2, 2), "{name}");
    }
    assert_eq!(preset("napoli").score.low_meld, LowMeld::NapolaMinusTwo);
    assert!(!preset("scopa_d_assi").sweep.ace_scores && preset("asso_piglia_tutto").sweep.ace_scores);
}

#[test]
fn without_base_every_field_is_required() {
    let complete = preset("cirulla").to_toml();
    let mut section = String::new();
    for line in complete.lines().filter(|line| !line.is_empty()) {
        if let Some(name) = line.strip_prefix('[') {
            section = format!("{}.", name.trim_end_matches(']'));
        }
        let Some((key, _)) = line.split_once(" = ").filter(|_| !line.contains("\"7d\"")) else {
            continue;
        };
        let text: String = complete
            .lines()
            .filter(|other| *other != line)
            .map(|other| format!("{other}\n"))
            .collect();
        let error = RuleSet::from_toml(&text).expect_err(line);
        assert_eq!(error.field(), format!("{section}{key}"), "{error}");
    }
    let error = RuleSet::from_toml(&complete.replace("[score.single]\n\"7d\" = 1\n", "")).unwrap_err();
    assert_eq!(error.field(), "score.single");
}

#[test]
fn texts_that_are_no_toml_name_the_line() {
    for (text, line) in [
        ("base = \"scopa\"\nbase = \"scopa\"\n", "line 2"),
        ("base = \"scopa\"\n[match]\nlimit = 11\nlimit = 12\n", "line 4"),
        ("base = \"scopa\"\n[match]\nlimit = 11\n[match]\nseven_zero = true\n", "line 4"),
        ("base = scopa\n", "line 1"),
        ("base = \"scopa\"\nplayers = 02\n", "line 2"),
    ] {
        let error = RuleSet::from_toml(text).expect_err(text);
        assert_eq!(error.field(), line, "{error}");
    }
    let error = RuleSet::from_toml("base = \"scopa\"\nplayers = 1\n")
        .unwrap_err()
        .with_file("odd.toml");
    assert_eq!(error.to_string(), "odd.toml: line 2: players: expected a whole number 2 to 6, found 1");
    assert!(RuleSet::from_toml("").is_err());
    assert!(RuleSet::from_toml("base = \"scopa\"\nplayers = 2.0\n").is_err());
    assert!(RuleSet::from_toml("base = \"scopa\"\nplayers = 2026-01-01\n").is_err());
}
