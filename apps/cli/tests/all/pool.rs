//! `spariglio ladder --pool`: versions, verdicts and exit statuses.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::common::{done_in as done, run_in as spariglio};

/// A night of a pool of Scopa in which `agents` are added.
fn night(folder: &Path, agents: &[&str], more: &[&str]) -> Output {
    let agents = agents.iter().flat_map(|agent| ["--add", agent]);
    let words = ["ladder", "--pool", "pool", "--rules", "scopa", "--seed", "1"];
    let words: Vec<&str> = words.into_iter().chain(agents).chain(more.iter().copied()).collect();
    spariglio(folder, &words)
}

fn texts(output: &Output) -> [String; 2] {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned())
}

#[test]
fn a_worse_version_has_status_1_and_the_same_night_says_it_again() {
    let dir = tempfile::tempdir().expect("a folder");
    let more = ["--hands", "2000", "--sprt", "0.5"];
    for (agent, status, told) in [
        ("bot=random", 0, "bot@1 is the first version of bot.\nbot@1 is number 2 of 2 versions, −"),
        ("bot=greedy", 0, "bot@2 is better than bot@1: +"),
        ("bot=random", 1, "bot@3 is worse than bot@2: −"),
        ("bot=random", 1, "bot@3 is worse than bot@2: −"),
    ] {
        let output = night(dir.path(), &["greedy", agent], &more);
        let [out, error] = texts(&output);
        assert_eq!(output.status.code(), Some(status), "{agent}: {error}");
        assert!(out.contains(told), "{agent}: {out}");
    }
    let [out, error] = texts(&night(dir.path(), &["bot=random"], &["--json"]));
    assert!(error.contains("bot has not changed"), "{error}");
    let object: Value = serde_json::from_str(&out).expect("one object");
    assert_eq!([&object["version"], &object["against"], &object["change"]], ["bot@3", "bot@2", "worse"]);
    assert!(object["rating"]["interval"].is_array() && object["versions"] == 4, "{object}");
    let page = fs::read_to_string(dir.path().join("pool/report.md")).expect("written");
    assert!(page.contains("bot@3 is worse than bot@2") && page.contains("Ratings over time"), "{page}");
    assert_eq!(done(dir.path(), &["report", "pool"]), "pool/report.html\n");
}

#[test]
fn a_changed_script_is_a_new_version_and_the_pool_plays_its_copies() {
    let dir = tempfile::tempdir().expect("a folder");
    let bot = include_str!("../../../../notebooks/examples/agents/random_agent.py");
    let script = dir.path().join("bots/bot.py");
    fs::create_dir_all(dir.path().join("bots/lib")).expect("made");
    fs::write(dir.path().join("bots/lib/help.py"), "").expect("written");
    fs::write(&script, format!("from lib import help\n{bot}")).expect("written");
    let agent = "bot=external:command=python3 bots/bot.py:start_millis=60000:millis=60000";
    let [_, error] = texts(&night(dir.path(), &[agent], &["--hands", "24"]));
    assert!(error.contains("agent \"bot\": its copy does not start; --keep names more files"), "{error}");
    let more = ["--hands", "24", "--keep", "bots/lib"];
    for (edit, told) in [("", "bot is new: bot@1"), ("", "bot has not changed"), ("# edited\n", "bot is new: bot@2")] {
        fs::write(&script, format!("{edit}from lib import help\n{bot}")).expect("written");
        let output = night(dir.path(), &[agent], &more);
        let [_, error] = texts(&output);
        assert!(output.status.success() && error.contains(told), "{error}");
    }
    let copy = |number: u32| fs::read_to_string(dir.path().join(format!("pool/versions/bot@{number}/bots/bot.py")));
    assert!(copy(2).expect("kept").starts_with("# edited") && copy(1).expect("kept").starts_with("from lib"));
    let results = fs::read_to_string(dir.path().join("pool/ladder_0002.json")).expect("played");
    assert!(results.contains("pool/versions/bot@1/bots/bot.py"), "the old version has played");
}

#[test]
fn what_a_pool_cannot_do_is_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let refused = |agents: &[&str], more: &[&str], message: &str| {
        let output = night(dir.path(), agents, more);
        let [_, error] = texts(&output);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(message), "{error}");
    };
    refused(
        &["net-search:simulations=4"],
        &[],
        "expected a name before the agent, as in bot=net-search:simulations=4",
    );
    refused(&["a=greedy", "a=random"], &["--hands", "20"], "found \"a\" twice");
    refused(&["a=gredy"], &[], "gredy");
    refused(&["formula,greedy"], &[], "--add formula,greedy: give --add again for each agent");
    refused(&["my bot=greedy"], &[], "--add my bot=greedy: ");
    refused(&["greedy"], &["--sprt", "0"], "difference: expected a number from");
    refused(&["greedy"], &["--out", "out"], "cannot be used with");
}

#[test]
fn offences_of_a_new_version_have_status_1_and_a_test_goes_on_with_more_hands() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir(dir.path().join("bots")).expect("made");
    let bot = include_str!("../../../../notebooks/examples/agents/random_agent.py");
    let script = dir.path().join("bots/bot.py");
    let agent = "bot=external:command=python3 bots/bot.py:start_millis=60000:millis=60000";
    fs::write(&script, bot).expect("written");
    assert!(night(dir.path(), &[agent], &["--hands", "24"]).status.success());
    let choose = "def choose(view, legal, rng):\n";
    let broken = bot.replacen(choose, &format!("{choose}    raise SystemExit(1)\n"), 1);
    assert_ne!(broken, bot, "the bot has a function `choose`");
    fs::write(&script, broken).expect("written");
    let output = night(dir.path(), &[agent], &["--hands", "24"]);
    let [out, error] = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{out}{error}");
    assert!(out.contains("bot@2 lost 12 hands") && out.contains("more --hands goes on"), "{out}");
    let [out, error] = texts(&night(dir.path(), &[agent], &["--hands", "48"]));
    assert!(error.contains("bot has not changed; the night of bot@2 goes on"), "{error}");
    assert!(out.contains("; 24 hands"), "{out}");
}

#[test]
fn a_refused_night_leaves_the_pool_as_it_was() {
    let dir = tempfile::tempdir().expect("a folder");
    for agents in [&["formula", "bot =greedy"] as &[&str], &["formula", "formula=random"]] {
        assert_eq!(night(dir.path(), agents, &["--hands", "20"]).status.code(), Some(2), "{agents:?}");
        assert!(!dir.path().join("pool/pool.json").exists(), "{agents:?}");
    }
    fs::create_dir_all(dir.path().join("pool")).expect("made");
    fs::write(dir.path().join("pool/run.toml"), "").expect("written");
    let [_, error] = texts(&night(dir.path(), &["formula"], &[]));
    assert!(error.contains("the folder holds a run"), "{error}");
    fs::remove_file(dir.path().join("pool/run.toml")).expect("removed");
    let output = night(dir.path(), &["formula"], &["--keep", "nothere"]);
    let [_, error] = texts(&output);
    assert!(error.contains("--keep nothere: expected a file or folder"), "{error}");
}
