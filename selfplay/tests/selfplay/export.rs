//! Exported records: they give the rows of the same hands, and bad ones are refused.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, files};
use spariglio_files::manifest::Source;
use spariglio_files::{Fingerprint, Manifest, run_dir};
use spariglio_selfplay::{ExportJob, SelfplayError, ShardRows, export, read_shard};

const HANDS: u32 = 70;

/// Self-play with records and inputs.
fn played(preset: &str) -> Run {
    let data = format!(
        "[data]\nagents = [\"greedy\", \"random\"]\nrecords = true\ninputs = true\nshards = 2\nhands_per_shard = {HANDS}\n"
    );
    let run = Run::new(preset, &data);
    run.generate(2).expect("generated");
    run
}

fn record_files(run: &Run) -> Vec<PathBuf> {
    let folder = run.root().join("data/gen-0000/records");
    (0..2).map(|shard| folder.join(format!("shard-{shard:05}.jsonl.zst"))).collect()
}

fn job(files: Vec<PathBuf>) -> ExportJob {
    ExportJob {
        files,
        game: None,
        inputs: true,
        partners_open: false,
        games: true,
        hands_per_shard: HANDS,
        program: "1 (a)".to_owned(),
    }
}

fn write(out: &Path, job: &ExportJob, threads: usize) -> Result<Manifest, SelfplayError> {
    export(out, job, threads, &|_| {})
}

fn refused(job: &ExportJob) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    write(&folder.path().join("out"), job, 1).expect_err("refused").to_string()
}

/// Compares all columns except those of the agents: `policy`, `root_value` and `full_search`.
fn assert_same_but_for_agents(found: &ShardRows, expected: &ShardRows) {
    assert_eq!(found.hand, expected.hand);
    assert_eq!(found.ply, expected.ply);
    assert_eq!(found.seat, expected.seat);
    assert_eq!(found.agent, expected.agent);
    assert_eq!(found.table_cards, expected.table_cards);
    assert_eq!(found.piles, expected.piles);
    assert_eq!(found.declared, expected.declared);
    assert_eq!(found.matta, expected.matta);
    assert_eq!(found.inputs, expected.inputs);
    assert_eq!(found.actions, expected.actions);
    assert_eq!(found.action, expected.action);
    assert_eq!(found.points, expected.points);
    assert_eq!(found.shutout, expected.shutout);
    assert_eq!(found.utility, expected.utility);
    assert_eq!(found.oracle_hands, expected.oracle_hands);
    assert_eq!(found.oracle_stock, expected.oracle_stock);
}

/// The agents' columns if the data set knows only the action that was played.
fn assert_plain_agents(rows: &ShardRows) {
    for row in 0..rows.len() {
        let played = rows
            .actions
            .row(row)
            .iter()
            .map(|action| f32::from(u8::from(*action == rows.action[row])));
        assert_eq!(played.collect::<Vec<f32>>(), rows.policy.row(row));
        assert!(
            rows.root_value[row].is_none()
                && rows.oracle_value[row].is_none()
                && !rows.full_search[row]
                && rows.visits.row(row).is_empty()
        );
    }
}

fn check(preset: &str) {
    let run = played(preset);
    let out = run.root().join("export");
    let manifest = write(&out, &job(record_files(&run)), 2).expect("exported");
    assert!(matches!(&manifest.source, Source::Records { files, .. } if files.len() == 2));
    let data = run_dir::data_folder(&out, 0);
    assert_eq!(Manifest::read(&data).expect("a manifest"), manifest);
    assert!(
        fs::read_to_string(data.join("README.md"))
            .expect("a card")
            .contains("shard-00001.jsonl.zst")
    );
    for shard in 0..2 {
        let path = data.join(run_dir::shard_name(shard));
        let rows = read_shard(&path, &Fingerprint::of(&run.job().game)).expect("a shard");
        assert_same_but_for_agents(&rows, &run.rows(shard));
        assert_plain_agents(&rows);
    }
}

#[test]
fn rows_of_records_with_declarations_and_a_stock() {
    check("cirulla");
}

#[test]
fn rows_of_records_of_three_sides() {
    check("scopone_messina");
}

#[test]
fn rows_of_records_of_four_players() {
    check("scopone");
    check("cicera_six");
}

#[test]
fn rows_of_records_with_cards_left_over() {
    check("mini_scopone");
}

#[test]
fn neither_threads_nor_a_second_start_show() {
    let run = played("cirulla");
    let (one, two) = (run.root().join("one"), run.root().join("two"));
    let job = ExportJob { hands_per_shard: 50, inputs: false, ..job(record_files(&run)) };
    let manifest = write(&one, &job, 1).expect("exported");
    assert_eq!(manifest.shards.iter().map(|shard| shard.hands).collect::<Vec<_>>(), [50, 50, 40]);
    write(&two, &job, 2).expect("exported");
    assert_eq!(files(&one), files(&two));
    fs::remove_file(run_dir::data_folder(&two, 0).join("manifest.json")).expect("removed");
    write(&two, &job, 2).expect("exported again");
    assert_eq!(files(&one), files(&two));
}

#[test]
fn another_export_in_the_directory_is_refused() {
    let run = played("cirulla");
    let out = run.root().join("export");
    write(&out, &job(record_files(&run)), 1).expect("exported");
    let other = job(record_files(&run)[..1].to_vec());
    let text = write(&out, &other, 1).expect_err("another").to_string();
    assert!(text.contains("config.files"), "{text}");
}

#[test]
fn records_of_two_rule_sets_are_refused_with_both_named() {
    let (first, second) = (played("cirulla"), played("scopa"));
    let files = vec![record_files(&first)[0].clone(), record_files(&second)[1].clone()];
    let text = refused(&job(files.clone()));
    assert!(text.contains("shard-00001.jsonl.zst: line 1: rules: expected cirulla ("), "{text}");
    assert!(text.contains("shard-00000.jsonl.zst, line 1, found scopa ("), "{text}");
    let other_job = ExportJob { game: Some(second.job().game.clone()), ..job(files) };
    let text = refused(&other_job);
    assert!(text.contains("expected scopa (") && text.contains("as requested"), "{text}");
}

#[test]
fn wrong_and_unfinished_hands_are_named_by_file_and_line() {
    let run = played("scopa");
    let bytes = fs::read(&record_files(&run)[0]).expect("records");
    let text = String::from_utf8(zstd::decode_all(&bytes[..]).expect("zstd")).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    let file = run.root().join("hands.jsonl");
    let attempt = |second: &str| {
        fs::write(&file, format!("{}\n{second}\n", lines[0])).expect("written");
        refused(&job(vec![file.clone()]))
    };
    let text = attempt("{}");
    assert!(text.contains("hands.jsonl: line 2: rules: expected"), "{text}");
    let head = lines[1].split("\"turns\"").next().expect("a head");
    let text = attempt(&format!("{head}\"turns\": []}}"));
    assert!(text.contains("hands.jsonl: line 2: turns: expected a hand played to its end"), "{text}");
    fs::write(&file, "").expect("written");
    assert!(refused(&job(vec![file.clone()])).contains("records: expected at least one hand"));
    let text = refused(&job(vec![run.root().join("none.jsonl")]));
    assert!(text.contains("none.jsonl"), "{text}");
}
