//! No verb needs its standard error: if that is full, closed or has no reader, results and exit status stay the same.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const LADDER: &str = "title = \"A ladder\"\nrules = \"scopa\"\nseed = 1\n\
    [[row]]\nname = \"one\"\nagents = [\"greedy\", \"random\"]\nhands = 100\n";
const TOURNAMENT: &str = "name = \"Two\"\nrules = \"scopa\"\nseed = 3\nteam = [{ name = \"A\", agent = \"greedy\" }, \
    { name = \"B\", agent = \"random\" }]\nstage = [{ format = \"round_robin\" }]\n";
const LEARN: &str = "rules = \"mini_scopa\"\nseed = 1\ndevice = \"plain\"\n[gradient]\ndecisions = 400\nwidth = 32\n\
    critic_width = 32\nbatch = [64, 64]\n[evaluation]\nopponents = [\"random\"]\nhands = 20\n";

/// A command of every verb, in an order in which later ones find the files of earlier ones. Each ends within seconds.
const VERBS: &[&str] = &[
    "rules list",
    "rules check wrong.toml",
    "deal --hands 2 --rules mini_scopa --seed 1",
    "selfplay --rules mini_scopa --agents greedy --shards 1 --hands-per-shard 20 --with-records --out rows",
    "replay wrong.jsonl rows/data/gen-0000/records/shard-00000.jsonl.zst",
    "solve rows/data/gen-0000/records/shard-00000.jsonl.zst --cards-left 2",
    "review rows/data/gen-0000/records/shard-00000.jsonl.zst --hands 1",
    "analyse rows/data/gen-0000/records/shard-00000.jsonl.zst --agent greedy",
    "export rows/data/gen-0000/records/shard-00000.jsonl.zst --out again",
    "perft --rules scopa --depth 2",
    "exploit --rules mini_scopa --agents greedy --solve 2",
    "exploit --rules mini_scopa --agents greedy --pool ismcts:simulations=4:others=greedy --hands 20",
    "exploit --rules mini_scopa --agents greedy --pool random --learn 200 --hands 20 --out learnt",
    "play --rules scopa --agents greedy --seed 1",
    "arena --agents greedy,random --rules scopa --hands 100 --out arena.json",
    "arena --agents greedy,random --rules scopa --hands 100 --out arena.json",
    "arena --agents greedy,external:command=cat --rules scopa --hands 4 --seed 1",
    "arena --agents greedy,random --rules scopa --matches 4",
    "conform --only scopa --hands 2 -- cat",
    "check-agent --rules scopa -- cat",
    "merge arena.json arena.json",
    "tournament tournament.toml --out cup",
    "equity --rules scopa --hands 200 --limit 5",
    "ladder ladder_x.toml --out ladders",
    "ladder ladder_x.toml --out ladders",
    "learn learn.toml --out net",
    "train --data rows --rules mini_scopa --out trained --device plain",
    "inputs --rules scopa",
    "bench --only nothing",
    "report arena.json",
    "completions bash",
    "man",
    "serve --host 127.0.0.1 --state wrong.toml/state",
    "no-such-verb",
    "--help",
];

/// Runs every verb in a folder of its own, with `redirection` added to the command of a shell.
fn run_all(redirection: &str) -> Vec<Output> {
    let dir = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("wrong.toml", "base = \"scoppa\"\n"),
        ("wrong.jsonl", "{\"rules\": 3}\n"),
        ("ladder_x.toml", LADDER),
        ("tournament.toml", TOURNAMENT),
        ("learn.toml", LEARN),
    ] {
        fs::write(dir.path().join(name), text).expect("written");
    }
    VERBS.iter().map(|verb| run(dir.path(), verb, redirection)).collect()
}

fn run(dir: &Path, verb: &str, redirection: &str) -> Output {
    let script = format!("exec \"$0\" \"$@\" {redirection}");
    let mut command = Command::new("sh");
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_spariglio")])
        .args(verb.split(' '));
    command.current_dir(dir).output().expect("a shell")
}

#[test]
fn no_verb_needs_its_standard_error() {
    let plain = run_all("");
    for (verb, output) in VERBS.iter().zip(&plain) {
        assert!(matches!(output.status.code(), Some(0..=2)), "{verb}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for redirection in ["2>/dev/full", "2>&-"] {
        for ((verb, wanted), found) in VERBS.iter().zip(&plain).zip(run_all(redirection)) {
            let message = String::from_utf8_lossy(&wanted.stderr);
            assert_eq!(found.status.code(), wanted.status.code(), "{verb} {redirection}: {message}");
            // Some verbs print times.
            if !["exploit", "check-agent", "ladder"].iter().any(|timed| verb.starts_with(timed)) {
                assert!(found.stdout == wanted.stdout, "{verb} {redirection}");
            }
        }
    }
}

#[test]
fn a_limit_on_the_size_of_files_is_an_error_that_names_the_file() {
    let dir = tempfile::tempdir().expect("a folder");
    let verb = "selfplay --rules scopa --agents greedy --shards 1 --hands-per-shard 200 --out rows";
    let script = "ulimit -f 8; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command
        .args(["-c", script, env!("CARGO_BIN_EXE_spariglio")])
        .args(verb.split(' '));
    let output = command.current_dir(dir.path()).output().expect("a shell");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{:?}: {message}", output.status);
    assert!(message.contains("shard-00000.parquet") && message.contains("File too large"), "{message}");
}

#[test]
fn results_that_cannot_be_written_are_an_error_of_every_verb() {
    let plain = run_all("");
    for ((verb, wanted), found) in VERBS.iter().zip(&plain).zip(run_all(">/dev/full")) {
        if wanted.stdout.is_empty() {
            assert_eq!(found.status.code(), wanted.status.code(), "{verb}");
            continue;
        }
        let message = String::from_utf8_lossy(&found.stderr);
        assert_eq!(found.status.code(), Some(2), "{verb}: {message}");
        assert!(message.contains("standard output: "), "{verb}: {message}");
    }
}
