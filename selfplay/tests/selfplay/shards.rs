//! Reading shards: written rows come back unchanged, and errors name everything that is refused.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use crate::common::Run;
use arrow_array::RecordBatch;
use arrow_array::{ArrayRef, UInt64Array};
use parquet::arrow::ArrowWriter;
use spariglio_engine::Game;
use spariglio_files::manifest::{ShardEntry, Source};
use spariglio_files::{Fingerprint, run_dir};
use spariglio_selfplay::row::{KINDS, RowEnd, RowStart, Shape};
use spariglio_selfplay::shard::{self, Origin, ShardError, check_counts, read_listed, read_origin};
use spariglio_selfplay::{ShardRows, read_shard};

const DATA: &str = "[data]\nagents = [\"random\"]\nshards = 1\nhands_per_shard = 8\n";

fn fingerprint(preset: &str) -> Fingerprint {
    Fingerprint::of(&Game::preset(preset).expect("a preset"))
}

/// A finished run and the path of its shard.
fn generated() -> (Run, PathBuf) {
    let run = Run::new("cirulla", DATA);
    run.generate(2).expect("generated");
    let path = run_dir::data_folder(run.root(), 0).join(run_dir::shard_name(0));
    (run, path)
}

/// Some rows, each with a different number of actions and of cards in the stock.
fn some_rows(shape: Shape) -> ShardRows {
    let mut rows = ShardRows::new(shape);
    let some = |inputs: &[u16]| if shape.inputs { inputs.to_vec() } else { Vec::new() };
    for number in 0..5 {
        let actions = 1 + usize::from(number);
        rows.start_row(&RowStart {
            hand: u64::MAX - u64::from(number),
            ply: number,
            seat: number % 2,
            table_cards: 15,
            piles: &[16, 32],
            declared: 1 << 24,
            matta: number,
            inputs: &some(&[7, 8, u16::from(number)]),
            action_inputs: &some(&[3; 6][..actions]),
            action_ends: &some(&[1, 2, 3, 4, 5, 6][..actions]),
            residual: &vec![-0.5; if shape.inputs { actions } else { 0 }],
            actions: &(0..actions as u64).map(|action| action << 52).collect::<Vec<_>>(),
            policy: &vec![1.0 / actions as f32; actions],
            agent: ["greedy", "", "ismcts:simulations=8"][usize::from(number) % 3],
            visits: &vec![u32::MAX; if number == 2 { actions } else { 0 }],
            action_values: &vec![-0.5; if number == 2 { actions } else { 0 }],
            simulations: 8,
            worlds: 7,
            root_value: Some(-0.25),
            oracle_value: None,
            full_search: number.is_multiple_of(2),
            oracle_hands: &[1, 2],
            oracle_stock: &vec![39; usize::from(number)],
            ..RowStart::default()
        });
        rows.end_row(&RowEnd {
            points: &(0..2 * KINDS as i32).map(|point| point * 100_000 - 3).collect::<Vec<_>>(),
            shutout: -1,
            utility: 5.1,
        });
    }
    rows
}

#[test]
fn what_is_written_comes_back() {
    let fingerprint = fingerprint("cirulla");
    let origin = Origin {
        source: Source::Selfplay { seed: u64::MAX, generation: 3, agents: vec!["random".into()], recipe: "x".into() },
        shard: 7,
        hands: 5,
    };
    for inputs in [true, false] {
        let rows = some_rows(Shape::new(&fingerprint, inputs));
        let bytes = shard::encode(rows.clone(), &fingerprint, &origin).expect("encoded");
        assert_eq!(bytes, shard::encode(rows.clone(), &fingerprint, &origin).expect("encoded"));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.parquet");
        fs::write(&path, bytes).expect("written");
        assert_eq!(read_shard(&path, &fingerprint).expect("read"), rows);
        assert_eq!(read_origin(&path, &fingerprint).expect("read"), origin);
    }
}

#[test]
fn rows_are_appended_in_order() {
    let shape = Shape::new(&fingerprint("cirulla"), true);
    let (part, mut all) = (some_rows(shape), ShardRows::new(shape));
    all.append(&[part.clone(), part.clone()]);
    all.append(std::slice::from_ref(&part));
    assert_eq!(all.len(), 15);
    for row in 0..15 {
        assert_eq!(all.hand[row], part.hand[row % 5]);
        assert_eq!(all.agent.row(row), part.agent.row(row % 5));
        assert_eq!(all.visits.row(row), part.visits.row(row % 5));
        assert_eq!(all.inputs.row(row), part.inputs.row(row % 5));
        assert_eq!(all.action_ends.row(row), part.action_ends.row(row % 5));
        assert_eq!(all.actions.row(row), part.actions.row(row % 5));
        assert_eq!(all.oracle_stock.row(row), part.oracle_stock.row(row % 5));
        assert_eq!(all.points.row(row), part.points.row(row % 5));
    }
}

#[test]
fn a_missing_shard_is_named() {
    let error = read_shard("none/shard-00000.parquet".as_ref(), &fingerprint("cirulla"));
    let error = error.expect_err("missing");
    assert!(matches!(error, ShardError::Io { .. }));
    assert!(error.to_string().starts_with("none/shard-00000.parquet"), "{error}");
}

#[test]
fn every_truncation_is_noticed() {
    let (run, path) = generated();
    let bytes = fs::read(&path).expect("read");
    let expected = Fingerprint::of(&run.job().game);
    for length in [0, 3, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&path, &bytes[..length]).expect("written");
        let error = read_shard(&path, &expected).expect_err("truncated");
        assert!(matches!(error, ShardError::Damaged { .. }), "{length}: {error}");
        assert!(error.to_string().contains("shard-00000.parquet"), "{error}");
    }
}

#[test]
fn a_damaged_page_is_no_panic() {
    let (run, path) = generated();
    let bytes = fs::read(&path).expect("read");
    let expected = Fingerprint::of(&run.job().game);
    let whole = read_shard(&path, &expected).expect("whole");
    let mut noticed = 0;
    for place in (4..bytes.len()).step_by(bytes.len() / 60) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0xff;
        fs::write(&path, damaged).expect("written");
        let read = read_shard(&path, &expected);
        noticed += usize::from(read.map_or(true, |rows| rows != whole));
    }
    assert!(noticed > 50, "{noticed} of 60 damages changed anything");
}

#[test]
fn a_shard_of_another_rule_set_is_refused_with_the_difference() {
    let (_run, path) = generated();
    let error = read_shard(&path, &fingerprint("scopone")).expect_err("another rule set");
    let text = error.to_string();
    assert!(text.contains("rule set: expected scopone"), "{text}");
    assert!(text.contains("players: expected 4, found 2"), "{text}");
    let mut newer = fingerprint("cirulla");
    newer.inputs_version += 1;
    let text = read_shard(&path, &newer).expect_err("another version").to_string();
    assert!(text.contains("inputs version: expected"), "{text}");
}

#[test]
fn other_parquet_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.parquet");
    let column: ArrayRef = Arc::new(UInt64Array::from(vec![1, 2]));
    let batch = RecordBatch::try_from_iter([("hand", column)]).expect("a batch");
    let file = fs::File::create(&path).expect("created");
    let mut writer = ArrowWriter::try_new(file, batch.schema(), None).expect("a writer");
    writer.write(&batch).expect("written");
    writer.close().expect("closed");
    let text = read_shard(&path, &fingerprint("cirulla")).expect_err("no shard").to_string();
    assert!(text.contains("other.parquet: spariglio.schema_version"), "{text}");
}

#[test]
fn counts_that_a_manifest_states_wrongly_name_the_shard() {
    let (run, path) = generated();
    let manifest = run.generate(1).expect("there already");
    let entry = &manifest.shards[0];
    let fingerprint = fingerprint("cirulla");
    assert_eq!(read_listed(&path, entry, &fingerprint).expect("as the manifest says").count(), 1);
    let more_rows = ShardEntry { rows: entry.rows + 1, ..entry.clone() };
    let fewer_hands = ShardEntry { hands: 7, ..entry.clone() };
    let longer = ShardEntry { bytes: 1_000_000_000, ..entry.clone() };
    for (entry, what) in [
        (more_rows, "rows: expected"),
        (fewer_hands, "hands: expected 7, as the manifest says, found 8"),
        (longer, "bytes: expected 1000000000, as the manifest says"),
    ] {
        for error in [
            read_listed(&path, &entry, &fingerprint).err().expect("a wrong count"),
            check_counts(&path, &entry, &fingerprint).expect_err("a wrong count"),
        ] {
            let error = error.to_string();
            assert!(error.contains("shard-00000.parquet") && error.contains(what), "{error}");
        }
    }
}
