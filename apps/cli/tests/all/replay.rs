//! `spariglio replay`: exit status, messages and output.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::{spariglio, text};

const SOUND: &str = include_str!("../../../../engine/tests/data/sound.jsonl");

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn replay(args: &[&str], input: &str) -> Output {
    spariglio(&[&["replay"], args].concat(), input)
}

#[test]
fn sound_files_are_no_fault() {
    let plain = file("sound.jsonl", SOUND.as_bytes());
    let packed = file("sound.jsonl.zst", &zstd::encode_all(SOUND.as_bytes(), 3).unwrap());
    let output = replay(&[plain.to_str().unwrap(), packed.to_str().unwrap(), "-"], SOUND);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "30 records, 0 errors\n");
    assert!(output.stdout.is_empty());
}

#[test]
fn faults_name_file_line_and_turn_and_all_files_are_read() {
    let faulty = SOUND.replacen("\"action\": \"6d x 6b\"", "\"action\": \"6d\"", 1);
    let first = file("faulty.jsonl", faulty.as_bytes());
    let second = file("empty_line.jsonl", b"\n");
    let missing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing.jsonl");
    let names = [&first, &missing, &second].map(|path| path.to_str().unwrap().to_owned());
    let output = replay(&names.each_ref().map(String::as_str), "");
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<&str> = text(&output.stderr).lines().collect();
    assert!(lines[0].contains("faulty.jsonl: line 1: turn 5: turns[5].action: expected"), "{lines:?}");
    assert!(lines[1].contains("missing.jsonl"), "{lines:?}");
    assert!(lines[2].contains("empty_line.jsonl: line 1"), "{lines:?}");
    assert_eq!(lines[3], "11 records, 3 errors");
    assert!(lines[4].ends_with("cannot be read to their end: 1 of 3"), "{lines:?}");
    // If all files can be read, a fault in a record gives status 1.
    assert_eq!(replay(&[&names[0]], "").status.code(), Some(1));
}

#[test]
fn a_line_without_end_is_refused() {
    let packed = zstd::encode_all(std::io::repeat(b' ').take(200 << 20), 1).unwrap();
    let path = file("endless.jsonl.zst", &packed);
    let output = replay(&[path.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("a line longer than 16 MiB"), "{}", text(&output.stderr));
}

#[test]
fn fill_writes_sound_records_only() {
    let (first, second) = SOUND.split_once('\n').unwrap();
    let head = first.split("\"turns\"").next().unwrap();
    let bare = format!("{head}\"turns\": [{{\"seat\": 0, \"action\": \"2s\"}}]}}\n{{}}\n{second}");
    let output = replay(&["--fill", "-"], &bare);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 10);
    assert!(
        lines[0].ends_with("{\"seat\": 0, \"action\": \"2s\", \"legal\": [\"2s\", \"4s\", \"5c\"]}]}"),
        "{}",
        lines[0]
    );
}

#[test]
fn json_gives_one_object_a_line() {
    let output = replay(&["--json", "-"], "{}\n");
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<serde_json::Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["line"], 1);
    assert_eq!(lines[0]["field"], "rules");
    assert_eq!((&lines[1]["records"], &lines[1]["errors"]), (&1.into(), &1.into()));
}

#[test]
fn a_file_of_another_kind_is_one_error() {
    let parquet = file("rows.parquet", &[&b"PAR1"[..], &b"\n\0\xff".repeat(1000)].concat());
    let prose = file("prose.md", b"# A title\n\nProse.\n");
    for path in [&parquet, &prose] {
        let output = replay(&[path.to_str().unwrap()], "");
        assert_eq!(output.status.code(), Some(2));
        let message = text(&output.stderr);
        assert!(message.contains("not a file of records: line 1: expected a JSON object"), "{message}");
        assert_eq!(message.lines().count(), 3, "{message}");
    }
}

#[test]
fn errors_of_one_kind_are_printed_five_times() {
    let wrong = file("many.jsonl", b"{}\n".repeat(20).as_slice());
    let output = replay(&[wrong.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stderr).lines().collect();
    assert_eq!(lines.len(), 7, "{lines:?}");
    assert!(lines[5].ends_with("many.jsonl: rules: 15 more errors (--json has them all)"), "{lines:?}");
    let output = replay(&["--json", wrong.to_str().unwrap()], "");
    assert_eq!(text(&output.stdout).lines().count(), 21);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let output = replay(&["-"], &format!("\u{feff}{SOUND}"));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn bad_arguments_are_refused() {
    assert_eq!(replay(&[], "").status.code(), Some(2));
    assert_eq!(replay(&["--fill", "--json", "-"], "").status.code(), Some(2));
}
