//! What others read: row groups, what a search found, names of runs, games beside the rows.

use std::fs::{self, File};

use crate::common::{Run, files, without_manifest};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use spariglio_files::{Manifest, run_dir};
use spariglio_selfplay::read_hands;

/// A reader takes row groups whole, and some give up at 286 MiB.
const MOST_BYTES: i64 = 64_000_000;

#[test]
fn a_long_shard_has_many_row_groups_and_the_same_bytes_for_any_number_of_threads() {
    let data = "[data]\nagents = [\"formula\"]\ninputs = true\nshards = 1\nhands_per_shard = 3000\n";
    let [one, two] = [1, 2].map(|threads| {
        let run = Run::new("scopone", data);
        run.generate(threads).expect("generated");
        run
    });
    assert_eq!(files(one.root()), files(two.root()));
    let folder = run_dir::data_folder(one.root(), 0);
    let file = File::open(folder.join(run_dir::shard_name(0))).expect("there");
    let opened = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet");
    let sizes: Vec<i64> = opened
        .metadata()
        .row_groups()
        .iter()
        .map(|group| group.total_byte_size())
        .collect();
    assert!(sizes.len() > 2 && sizes.iter().all(|size| *size < MOST_BYTES), "{sizes:?}");
    assert!(sizes[..sizes.len() - 1].iter().all(|size| *size > MOST_BYTES / 16), "{sizes:?}");
    // A resumed run reads the shard group by group, and so does learning.
    let before = files(one.root());
    without_manifest(&folder);
    let manifest = one.generate(2).expect("kept");
    assert_eq!(files(one.root()), before);
    let mut rows_of_groups = Vec::new();
    let take = |rows: spariglio_selfplay::ShardRows, hands: Vec<spariglio_selfplay::RowHand>| {
        assert_eq!(hands.last().map(|hand| hand.rows.end), Some(rows.len()));
        rows_of_groups.push(rows.len());
    };
    read_hands(&folder.join(run_dir::shard_name(0)), &manifest.shards[0], &one.job().game, take).expect("read");
    assert_eq!(rows_of_groups.len(), sizes.len());
    assert_eq!(rows_of_groups.iter().sum::<usize>(), 3000 * 36);
}

#[test]
fn only_what_searched_has_visits_and_a_full_search() {
    let data = "[data]\nagents = [\"ismcts:simulations=20\", \"greedy\"]\nshards = 1\nhands_per_shard = 4\n";
    let run = Run::new("cirulla", data);
    run.generate(2).expect("generated");
    let rows = run.rows(0);
    let mut searched = 0;
    for row in 0..rows.len() {
        let (visits, values) = (rows.visits.row(row), rows.action_values.row(row));
        assert_eq!(visits.len(), values.len());
        assert_eq!(rows.full_search[row], !visits.is_empty());
        let is_search = rows.agent.row(row) == "ismcts:simulations=20";
        assert!(is_search || rows.agent.row(row) == "greedy");
        if rows.full_search[row] {
            searched += 1;
            assert!(is_search && rows.simulations[row] >= 20 && rows.worlds[row] > 0);
            assert_eq!(visits.len(), rows.actions.row(row).len());
            assert!(visits.iter().sum::<u32>() > 0 && values.iter().all(|value| value.is_finite()));
        } else {
            assert_eq!((rows.simulations[row], rows.worlds[row]), (0, 0));
            assert!(!is_search || rows.actions.row(row).len() == 1);
        }
    }
    assert!(searched > rows.len() / 4 && searched < rows.len(), "{searched} of {}", rows.len());
}

#[test]
fn a_run_has_its_own_name() {
    let data = "[data]\nagents = [\"greedy\"]\nshards = 1\nhands_per_shard = 2\n";
    let name = |run: Run| run.generate(1).expect("generated").run;
    let first = name(Run::new("cirulla", data));
    assert_eq!(first, name(Run::new("cirulla", &data.replace("hands_per_shard = 2", "hands_per_shard = 1"))));
    for other in [
        Run::with_seed("cirulla", data, 2),
        Run::new("scopa", data),
        Run::new("cirulla", &data.replace("greedy", "random")),
        Run::new("cirulla", &format!("{data}inputs = true\n")),
    ] {
        assert_ne!(name(other), first);
    }
}

#[test]
fn rows_games_and_records_lie_apart_under_one_card() {
    let data = "[data]\nagents = [\"greedy\"]\nrecords = true\ngames = true\nshards = 2\nhands_per_shard = 3\n";
    let run = Run::new("scopa", data);
    let manifest = run.generate(2).expect("generated");
    let folder = run_dir::data_folder(run.root(), 0);
    assert_eq!(Manifest::read(&folder).expect("a manifest"), manifest);
    let names: Vec<String> = files(&folder).into_keys().collect();
    let mut expected = ["README.md", "croissant.json", "manifest.json", "vocabulary.json"]
        .map(str::to_owned)
        .to_vec();
    for shard in 0..2 {
        expected.push(run_dir::shard_name(shard));
        expected.push(run_dir::games_name(shard));
        expected.push(run_dir::records_name(shard));
        let games = fs::read(folder.join(run_dir::games_name(shard))).expect("there");
        let hash = manifest.shards[shard as usize].games_sha256.as_deref();
        assert_eq!(hash, Some(spariglio_files::hash::sha256_hex(games).as_str()));
    }
    expected.sort();
    assert_eq!(names, expected);
    let card = fs::read_to_string(folder.join("README.md")).expect("a card");
    for part in ["records/shard-*.jsonl.zst", "games/shard-*.parquet", "rules = \"scopa\"", "1 (a)"] {
        assert!(card.contains(part), "{part}: {card}");
    }
    // A part of the games is not kept.
    let before = files(run.root());
    let games = folder.join(run_dir::games_name(1));
    let bytes = fs::read(&games).expect("there");
    fs::write(&games, &bytes[..bytes.len() / 2]).expect("cut");
    without_manifest(&folder);
    run.generate(1).expect("generated again");
    assert_eq!(files(run.root()), before);
}
