//! Hands of random rule sets in the suite of `spariglio conform`: the plain engine wrote them and both engines agree.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::below;
use spariglio_engine::record::{HandRecord, HandResult, Replayer, SideResult};
use spariglio_engine::rules::RuleField;
use spariglio_engine::{Card, Deal};
use spariglio_reference::{Reference, scores};

use crate::hands::both_engines::canonical;
use crate::rule_sets::random;

/// Rule sets in the file, one hand of each.
const RULE_SETS: usize = 200;
/// The longest line: without a limit a few hands with long lists would fill the file.
const LONGEST: usize = 20_000;
/// The first seed; the law tests draw other rule sets.
const FIRST: u64 = 5_000_000;

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("conform/suite/1/random.jsonl.zst")
}

/// The result of a hand that the plain engine has played to its end.
fn result(reference: &Reference) -> HandResult {
    let sides = scores(reference).into_iter().map(|score| SideResult {
        cards: score.cards as i64,
        suit: score.suit as i64,
        prime: score.prime.map(i64::from),
        points: score.points.map(i64::from),
        total: score.points.iter().copied().map(i64::from).sum(),
        ..SideResult::default()
    });
    HandResult {
        sides: sides.collect(),
        shutout: reference.shutout,
        last_capture: reference.last_capture,
        ..HandResult::default()
    }
}

/// The record with the legal actions and the result of the plain engine, which plays its actions.
fn filled(mut record: HandRecord) -> HandRecord {
    let game = Arc::clone(record.game());
    let cards: Vec<Card> = record.deal().cards().collect();
    let mut reference = Reference::new(game.rules(), record.deal().dealer(), &cards);
    for turn in &mut record.turns {
        let mut legal = reference.legal();
        legal.sort_by_cached_key(|action| canonical(*action));
        turn.seat = reference.seat;
        turn.legal = Some(legal);
        reference.apply(turn.action);
    }
    record.result = reference.over.then(|| result(&reference));
    record
}

/// A random hand that the plain engine plays alone.
fn played(seed: u64) -> HandRecord {
    let game = Arc::new(random(seed));
    let mut rng = Pcg64Mcg::new(u128::from(seed));
    let deal = Deal::random(&game, below(&mut rng, game.players() as u32) as usize, &mut rng);
    let cards: Vec<Card> = deal.cards().collect();
    let mut record = HandRecord::new(Arc::clone(&game), deal);
    let mut reference = Reference::new(game.rules(), deal.dealer(), &cards);
    while !reference.over {
        let legal = reference.legal();
        let action = legal[below(&mut rng, legal.len() as u32) as usize];
        record.push(reference.seat, action);
        reference.apply(action);
    }
    filled(record)
}

fn lines() -> Vec<String> {
    let bytes = zstd::decode_all(File::open(path()).unwrap()).unwrap();
    String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn both_engines_agree_on_the_random_hands_of_the_suite() {
    let lines = lines();
    assert_eq!(lines.len(), RULE_SETS);
    let mut replayer = Replayer::new(false);
    for line in lines {
        let record = replayer.feed(line.as_bytes()).unwrap();
        assert!(record.result.is_some());
        assert_eq!(filled(record).to_line(), line);
    }
}

fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/own_mechanics.jsonl")
}

/// `docs/reference/rules.md` C.18: two hands for each mechanic, in the order of the fields.
#[test]
fn both_engines_agree_on_the_hands_of_own_mechanics() {
    let text = fs::read_to_string(own()).unwrap();
    let mut replayer = Replayer::new(false);
    let mut met = Vec::new();
    for line in text.lines() {
        let record = replayer.feed(line.as_bytes()).unwrap();
        met.extend(RuleField::own_in(record.game().rules()).map(|field| field.path));
        assert!(record.result.is_some());
        assert_eq!(filled(record).to_line(), line);
    }
    let all = RuleField::all().iter().filter(|field| field.is_own());
    assert_eq!(met, all.flat_map(|field| [field.path; 2]).collect::<Vec<_>>());
}

/// Writes the file of the test above.
#[test]
#[ignore = "writes the file that the other test reads"]
fn write_hands_of_own_mechanics() {
    let mut text = String::new();
    for field in RuleField::all().iter().filter(|field| field.is_own()) {
        let is_alone = |record: &HandRecord| {
            let mut own = RuleField::own_in(record.game().rules());
            own.next().is_some_and(|one| one.path == field.path) && own.next().is_none()
        };
        let records = (FIRST..).map(played).filter(is_alone).map(|record| record.to_line());
        let lines: Vec<String> = records.filter(|line| line.len() <= LONGEST / 2).take(2).collect();
        text += &(lines.join("\n") + "\n");
    }
    fs::write(own(), text).unwrap();
}

/// Writes the file; only for a new version of the suite.
#[test]
#[ignore = "writes the file that the other test reads"]
fn write_random_hands() {
    let records = (FIRST..).map(|seed| played(seed).to_line());
    let lines: Vec<String> = records.filter(|line| line.len() <= LONGEST).take(RULE_SETS).collect();
    let text = lines.join("\n") + "\n";
    fs::write(path(), zstd::encode_all(text.as_bytes(), 19).unwrap()).unwrap();
}
