//! `spariglio selfplay`: shards made separately equal those of one run; the temperature.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common;

use common::{spariglio, stderr, stdout};

/// Self-play of five small shards into `out`; `more` are further arguments.
fn selfplay(out: &Path, more: &[&str]) -> std::process::Output {
    let out = out.to_str().expect("a plain path");
    let words = "selfplay --rules scopone --agents formula --shards 5 --hands-per-shard 20 --seed 7 --out";
    let arguments: Vec<&str> = words.split(' ').chain([out]).chain(more.iter().copied()).collect();
    spariglio(&arguments, "")
}

fn files(out: &Path) -> Vec<PathBuf> {
    let folder = fs::read_dir(out.join("data/gen-0000/rows")).expect("a folder");
    let mut files: Vec<PathBuf> = folder.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

#[test]
fn shards_made_apart_are_those_of_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, first, second] = ["whole", "first", "second"].map(|name| folder.path().join(name));
    assert!(selfplay(&whole, &[]).status.success());
    let message = selfplay(&first, &["--part", "1/2"]);
    assert!(stdout(&message).contains("2 shards") && stdout(&message).contains("no manifest yet"));
    for part in ["3/5", "4/5", "5/5"] {
        assert!(selfplay(&second, &["--part", part]).status.success());
    }
    assert_eq!(files(&second).len(), 3);
    let [from, to] = [&second, &first].map(|out| out.join("data/gen-0000"));
    for file in files(&second) {
        let name = file.strip_prefix(&from).expect("a file of the part");
        fs::copy(&file, to.join(name)).expect("copied");
    }
    let refused = stderr(&selfplay(&first, &[]));
    assert!(refused.contains("shard-00002.parquet") && refused.contains("written/shard-00002.json"), "{refused}");
    for entry in fs::read_dir(from.join("written")).expect("entries") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), to.join("written").join(entry.file_name())).expect("copied");
    }
    // All shards exist: they are checked, and the manifest is written.
    assert!(selfplay(&first, &[]).status.success());
    let bytes = |out: &Path| {
        let own = ["manifest.json", "README.md"].map(|name| out.join("data/gen-0000").join(name));
        let files = files(out).into_iter().chain(own);
        files.map(|file| fs::read(file).expect("read")).collect::<Vec<_>>()
    };
    assert_eq!(bytes(&first), bytes(&whole));
}

#[test]
fn the_temperature_spreads_the_plays_and_few_shards_are_told_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let played = |name: &str, temperature: &str| {
        let out = folder.path().join(name);
        let message = stderr(&selfplay(&out, &["--temperature", temperature]));
        assert!(message.contains("all rows are `train`: 10 shards or more make splits"), "{message}");
        assert!(message.contains("(--hands-per-shard 10, in a new folder)"), "{message}");
        files(&out)
            .into_iter()
            .map(|file| fs::read(file).expect("read"))
            .collect::<Vec<_>>()
    };
    let greedy = played("greedy", "0");
    assert_eq!(greedy, played("again", "0"));
    assert_ne!(greedy, played("spread", "1"));
    let refused = stderr(&selfplay(&folder.path().join("none"), &["--temperature", "-1"]));
    assert!(refused.contains("temperature"), "{refused}");
}

#[test]
fn parts_that_there_are_not_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (wrong, words) in [
        ("1/6", "part 1/6: expected at least one of the 5 shards"),
        ("3/2", "expected a part such as 1/2"),
        ("x", "expected a part such as 1/2"),
    ] {
        let output = selfplay(folder.path(), &["--part", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}
