//! Filling generations gives the same bytes for any number of threads and after any interruption.

use std::fs;
use std::path::PathBuf;

use crate::common::{Run, config, files, without_manifest};
use spariglio_agents::book::BookPolicy;
use spariglio_agents::book::greedy::GreedyPolicy;
use spariglio_agents::{Custom, CustomAgent};
use spariglio_engine::record::Replayer;
use spariglio_engine::{Action, Game, View};
use spariglio_files::{Fingerprint, Manifest, run_dir};
use spariglio_selfplay::row::Shape;
use spariglio_selfplay::shard::{self, read_origin};
use spariglio_selfplay::{SelfplayError, ShardRows};

const EXPLORING: &str = r#"
[data]
agents = ["ismcts:simulations=20", "greedy"]
shards = 3
hands_per_shard = 6
records = true
games = true
[data.exploration]
temperature = [[0, 1.0], [8, 0.5]]
root_noise = { share = 0.25, alpha = 0.5 }
[data.playout_cap]
share = 0.3
full = 40
cheap = 10
"#;

#[test]
fn the_number_of_threads_does_not_show() {
    let (one, two) = (Run::new("cirulla", EXPLORING), Run::new("cirulla", EXPLORING));
    let manifest = one.generate(1).expect("generated");
    assert_eq!(two.generate(2).expect("generated"), manifest);
    assert_eq!(files(one.root()), files(two.root()));
    assert_eq!(manifest.hands, 18);
    assert!(manifest.rows >= 18 * 36);
}

/// The file of a shard's records.
fn records(run: &Run, shard: u32) -> PathBuf {
    run.root().join(format!("data/gen-0000/records/shard-0000{shard}.jsonl.zst"))
}

#[test]
fn a_shard_that_changed_after_it_was_written_is_played_again() {
    let run = Run::new("cirulla", EXPLORING);
    run.generate(2).expect("generated");
    let whole = files(run.root());
    let data = run_dir::data_folder(run.root(), 0);
    let [shard, entry] = [run_dir::shard_name(1), run_dir::entry_name(1)].map(|name| data.join(name));
    let bytes = fs::read(&shard).expect("read");
    for place in (0..12).map(|part| part * bytes.len() / 12 + 3) {
        without_manifest(&data);
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        fs::write(&shard, damaged).expect("written");
        run.generate(2).expect("generated again");
        assert_eq!(files(run.root()), whole, "{place}");
    }
    without_manifest(&data);
    let text = fs::read_to_string(&entry).expect("an entry");
    fs::write(&entry, text.replace("\"rows\":", "\"rows\":1")).expect("written");
    run.generate(2).expect("generated again");
    assert_eq!(files(run.root()), whole, "a damaged entry");
    without_manifest(&data);
    fs::remove_file(&entry).expect("removed");
    let error = run.generate(2).expect_err("no hash").to_string();
    assert!(error.contains("shard-00001.parquet") && error.contains("written/shard-00001.json"), "{error}");
}

#[test]
fn an_interrupted_run_ends_with_the_same_bytes() {
    let run = Run::new("cirulla", EXPLORING);
    run.generate(2).expect("generated");
    let whole = files(run.root());
    let data = run_dir::data_folder(run.root(), 0);
    fs::remove_file(data.join("rows/shard-00000.parquet")).expect("removed");
    without_manifest(&data);
    let bytes = fs::read(data.join("rows/shard-00001.parquet")).expect("read");
    fs::write(data.join("rows/shard-00001.parquet"), &bytes[..bytes.len() / 2]).expect("truncated");
    fs::write(data.join("rows/shard-00002.parquet.tmp"), &bytes[..100]).expect("written");
    let records = |shard| records(&run, shard);
    fs::remove_file(records(2)).expect("removed");
    run.generate(1).expect("generated again");
    assert_eq!(files(run.root()), whole);
    without_manifest(&data);
    fs::write(records(0), "").expect("written");
    let bytes = fs::read(records(1)).expect("read");
    fs::write(records(1), &bytes[..bytes.len() - 9]).expect("truncated");
    run.generate(2).expect("generated again");
    assert_eq!(files(run.root()), whole);
}

#[test]
fn rows_that_are_missing_or_doubled_are_played_again() {
    let run = Run::new("cirulla", EXPLORING);
    run.generate(2).expect("generated");
    let whole = files(run.root());
    let data = run_dir::data_folder(run.root(), 0);
    let [fewer, single] = [5, 1].map(|hands| {
        let other =
            Run::new("cirulla", &EXPLORING.replace("hands_per_shard = 6", &format!("hands_per_shard = {hands}")));
        other.generate(2).expect("generated");
        other
    });
    let fingerprint = Fingerprint::of(&run.job().game);
    let joined = |parts: &[ShardRows]| {
        let mut all = ShardRows::new(Shape::new(&fingerprint, false));
        all.append(parts);
        all
    };
    let path = data.join(run_dir::shard_name(0));
    let origin = read_origin(&path, &fingerprint).expect("an origin");
    for (what, wrong) in [
        ("every hand twice", joined(&[run.rows(0), run.rows(0)])),
        ("a hand is missing", fewer.rows(0)),
        ("a hand of another shard", joined(&[fewer.rows(0), single.rows(1)])),
        ("a hand twice", joined(&[fewer.rows(0), single.rows(0)])),
    ] {
        let bytes = shard::encode(wrong, &fingerprint, &origin).expect("encoded");
        fs::write(&path, bytes).expect("written");
        without_manifest(&data);
        run.generate(2).expect("generated again");
        assert_eq!(files(run.root()), whole, "{what}");
    }
}

#[test]
fn a_shard_that_is_removed_during_the_run_is_an_error() {
    let run = Run::new("cirulla", EXPLORING);
    let shard = run_dir::data_folder(run.root(), 0).join("rows/shard-00000.parquet");
    // It is there from the first hand of the third shard on.
    let remove = || drop(fs::remove_file(&shard));
    let error = run.generate_watched(2, &remove).expect_err("a shard is gone").to_string();
    assert!(error.contains("shard-00000.parquet") && error.contains("removed during the run"), "{error}");
    assert!(Manifest::read(&run_dir::data_folder(run.root(), 0)).is_err());
    run.generate(2).expect("made again");
    assert!(shard.exists());
}

#[test]
fn what_differs_from_the_manifest_is_played_again() {
    let run = Run::new("cirulla", EXPLORING);
    run.generate(2).expect("generated");
    let whole = files(run.root());
    let manifest = run_dir::data_folder(run.root(), 0).join("manifest.json");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    let bytes =
        format!("\"bytes\": {}", Manifest::read(manifest.parent().expect("a folder")).expect("read").shards[0].bytes);
    assert!(text.contains(&bytes));
    fs::write(&manifest, text.replacen(&bytes, "\"bytes\": 1000000000", 1)).expect("written");
    run.generate(2).expect("generated again");
    assert_eq!(files(run.root()), whole, "another size");
    fs::copy(records(&run, 0), records(&run, 2)).expect("copied");
    fs::remove_file(run_dir::data_folder(run.root(), 0).join("README.md")).expect("removed");
    run.generate(2).expect("generated again");
    assert_eq!(files(run.root()), whole);
}

#[test]
fn whole_shards_are_kept() {
    let run = Run::new("cirulla", EXPLORING);
    run.generate(2).expect("generated");
    let data = run_dir::data_folder(run.root(), 0);
    let written = |name: &str| {
        let metadata = fs::metadata(data.join(name)).expect("there");
        metadata.modified().expect("a time")
    };
    let names = ["rows/shard-00000.parquet", "rows/shard-00002.parquet", "manifest.json"];
    let before = names.map(written);
    fs::remove_file(data.join("rows/shard-00001.parquet")).expect("removed");
    run.generate(2).expect("generated again");
    assert_eq!(names.map(written), before);
}

#[test]
fn any_shard_can_be_played_alone() {
    let run = Run::new("scopa", EXPLORING);
    let manifest = run.generate(2).expect("generated");
    let fewer = Run::new("scopa", &EXPLORING.replace("shards = 3", "shards = 1"));
    let first = fewer.generate(1).expect("generated");
    assert_eq!(manifest.shards[0], first.shards[0]);
    let other_seed = Run::with_seed("scopa", EXPLORING, 2);
    let other = other_seed.generate(2).expect("generated");
    assert_ne!(other.shards[0].sha256, first.shards[0].sha256);
}

#[test]
fn the_manifest_says_what_is_there() {
    let run = Run::new("scopone", EXPLORING);
    let manifest = run.generate(0).expect("generated");
    let data = run_dir::data_folder(run.root(), 0);
    assert_eq!(Manifest::read(&data).expect("read"), manifest);
    assert_eq!(manifest.source.agents(), ["ismcts:simulations=20", "greedy"]);
    assert_eq!(manifest.shards.len(), 3);
    for shard in &manifest.shards {
        let bytes = fs::read(data.join(&shard.file)).expect("there");
        assert_eq!(shard.bytes, bytes.len() as u64);
        assert_eq!(shard.sha256, spariglio_files::hash::sha256_hex(&bytes));
    }
}

#[test]
fn records_hold_the_same_hands() {
    let run = Run::new("cirulla", EXPLORING);
    run.generate(2).expect("generated");
    let rows = run.rows(1);
    let path = run.root().join("data/gen-0000/records/shard-00001.jsonl.zst");
    let text = zstd::decode_all(&fs::read(path).expect("there")[..]).expect("zstd");
    let mut replayer = Replayer::new(false);
    let mut actions = Vec::new();
    for line in text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let record = replayer.feed(line).expect("a sound record");
        assert!(record.result.is_some());
        actions.extend(record.turns.iter().map(|turn| turn.action.to_bits()));
    }
    assert_eq!(actions[..], rows.action[..]);
}

#[test]
fn another_run_in_the_directory_is_refused_and_untouched() {
    let run = Run::new("cirulla", EXPLORING);
    run.generate(2).expect("generated");
    let before = files(run.root());
    let other = EXPLORING.replace("share = 0.3", "share = 0.4");
    let error = run.open(&config("cirulla", &other, 1)).expect_err("another run");
    let text = error.to_string();
    let expected = "config.data.playout_cap.share: asked for 0.4, the directory has 0.3";
    assert!(text.contains(expected), "{text}");
    assert_eq!(files(run.root()), before);
}

#[test]
fn a_shard_of_another_origin_is_refused_and_untouched() {
    let run = Run::new("cirulla", EXPLORING);
    run.generate(2).expect("generated");
    let data = run_dir::data_folder(run.root(), 0);
    fs::copy(data.join("rows/shard-00000.parquet"), data.join("rows/shard-00001.parquet")).expect("copied");
    let before = files(run.root());
    let error = run.generate(2).expect_err("a wrong shard");
    assert!(matches!(error, SelfplayError::Shard(_)), "{error}");
    assert!(error.to_string().contains("shard-00001.parquet: origin"), "{error}");
    assert_eq!(files(run.root()), before);
}

#[test]
fn a_second_run_at_once_is_refused() {
    let run = Run::new("cirulla", EXPLORING);
    let settings = config("cirulla", EXPLORING, 1);
    let _held = run.open(&settings).expect("free");
    let error = run.open(&settings).expect_err("held").to_string();
    assert!(error.contains("another process is working"), "{error}");
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let run = Run::new("cirulla", EXPLORING);
    let file = run.root().join("file");
    fs::write(&file, "x").expect("written");
    let error = run.open_at(&file.join("run"), &config("cirulla", EXPLORING, 1));
    let text = error.expect_err("a file is in the way").to_string();
    assert!(text.contains("file/run"), "{text}");
}

/// `greedy` as an agent of a host program. It fails when the given ply is reached.
struct Greedy(GreedyPolicy, usize);

impl CustomAgent for Greedy {
    fn start_hand(&mut self, _seed: u64) {}

    fn act(&mut self, view: &View<'_>) -> Result<Action, String> {
        if view.ply() == self.1 {
            return Err("no idea".to_owned());
        }
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        Ok(actions[self.0.choose(view, &actions)])
    }
}

#[test]
fn agents_of_a_host_program_write_rows_and_a_failure_ends_the_run() {
    let data = "[data]\nagents = [\"greedy\"]\nshards = 1\nhands_per_shard = 6\n";
    let host = |most: usize| {
        let make = move |game: &Game| -> Result<Box<dyn CustomAgent>, String> {
            Ok(Box::new(Greedy(GreedyPolicy::new(game), most)))
        };
        Custom::new("Mine", "1", make).expect("a name").into()
    };
    let (own, custom) = (Run::new("cirulla", data), Run::new("cirulla", data).with_agent(host(100)));
    own.generate(2).expect("generated");
    custom.generate(1).expect("generated");
    let (custom, own) = (custom.rows(0), own.rows(0));
    assert_eq!((&custom.action, &custom.policy), (&own.action, &own.policy));
    assert_ne!(custom.agent.row(0), own.agent.row(0));
    let failed = Run::new("cirulla", data).with_agent(host(7)).generate(1).expect_err("fails");
    let text = "generation 0, shard 0, hand 0: the agent of seat ";
    let failed = failed.to_string();
    assert!(failed.starts_with(text) && failed.ends_with("failed: no idea"), "{failed}");
}
