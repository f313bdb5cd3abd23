//! The binary from its users' point of view: its output, its messages and its exit status.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use spariglio_agents::AGENTS;
use spariglio_engine::RuleSet;
use spariglio_engine::rules::RuleField;

use crate::common;

use common::{refused, spariglio, stderr, stdout};

#[test]
fn rules_lists_and_shows_every_preset() {
    let list = stdout(&spariglio(&["rules"], ""));
    for name in RuleSet::preset_names() {
        assert!(list.contains(name), "{name} is not listed");
        let text = stdout(&spariglio(&["rules", "show", name], ""));
        let read = RuleSet::from_toml(&text).expect(name);
        assert_eq!(Some(read), RuleSet::preset(name));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full_is_named() {
    let full = std::fs::File::create("/dev/full").expect("there");
    let output = Command::new(env!("CARGO_BIN_EXE_spariglio"))
        .args(["rules", "list"])
        .stdout(full)
        .output()
        .expect("the binary starts");
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    assert!(message.contains("error: standard output: "), "{message}");
}

#[test]
fn a_negative_number_is_a_wrong_value_of_its_option() {
    for option in ["--seed", "--hands"] {
        let message = refused(&["arena", "--agents", "greedy,random", option, "-4"]);
        assert!(message.contains("'-4'") && message.contains(option), "{message}");
    }
}

#[test]
fn rules_are_json_too() {
    let list = stdout(&spariglio(&["rules", "list", "--json"], ""));
    assert_eq!(list.lines().count(), RuleSet::preset_names().len());
    let first: Value = serde_json::from_str(list.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["rules"], RuleSet::preset_names()[0]);
    assert!(first["players"].is_u64() && first["rounds"].is_array(), "{first}");
    for name in RuleSet::preset_names() {
        let text = stdout(&spariglio(&["rules", "show", name, "--json"], ""));
        let read = RuleSet::from_json(&serde_json::from_str(&text).expect("JSON")).expect(name);
        assert_eq!(Some(read), RuleSet::preset(name));
    }
    let sound = format!("{ROOT}/engine/rules/scopa.toml");
    let checked = spariglio(&["rules", "check", &sound, "no/such.toml", "--json"], "");
    assert_eq!(checked.status.code(), Some(2));
    let lines: Vec<Value> = stdout(&checked)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert!(lines[0]["error"].is_null() && lines[0]["file"] == sound.as_str(), "{lines:?}");
    assert!(lines[1]["error"].as_str().expect("a text").contains("no/such.toml"), "{lines:?}");
}

#[test]
fn a_drawn_seed_is_printed_and_repeats_the_deals() {
    let first = spariglio(&["deal", "--hands", "2"], "");
    let seed = stderr(&first).trim().strip_prefix("seed ").expect("the seed").to_owned();
    let again = spariglio(&["deal", "--hands", "2", "--seed", &seed], "");
    assert_eq!((stdout(&first), stderr(&again)), (stdout(&again), String::new()));
}

#[test]
fn agents_lists_the_types_and_explains_one() {
    let list = stdout(&spariglio(&["agents"], ""));
    assert_eq!(list.lines().count(), AGENTS.len());
    for (name, kind) in [("formula", "fair"), ("cheat-mcts", "cheating"), ("external", "program")] {
        let line = list.lines().find(|line| line.starts_with(&format!("{name} "))).expect(name);
        assert!(line.contains(&format!(" {kind} ")), "{line}");
    }
    let one = stdout(&spariglio(&["agents", "net"], ""));
    for message in ["net (fair)", "exact=3", "a whole number from 0 to 8", "worlds=16"] {
        assert!(one.contains(message), "{message}: {one}");
    }
    assert!(stdout(&spariglio(&["agents", "random"], "")).contains("no options"));
    let object: Value = serde_json::from_str(&stdout(&spariglio(&["agents", "ismcts", "--json"], ""))).expect("JSON");
    let options = object["options"].as_array().expect("options");
    assert_eq!((&options[0]["option"], &options[0]["default"]), (&"simulations".into(), &"4000".into()));
    assert!(options[1]["default"].is_null() && options[1]["meaning"].is_string(), "{object}");
    let message = refused(&["agents", "ismct"]);
    assert!(message.contains("`ismct`") && message.contains("nearest: ismcts"), "{message}");
}

#[test]
fn rules_explain_tells_one_field_a_table_or_all() {
    let all = stdout(&spariglio(&["rules", "explain"], ""));
    assert_eq!(all.lines().count(), RuleField::all().len());
    let one = stdout(&spariglio(&["rules", "explain", "single_first"], ""));
    for message in ["capture.single_first", "one of false, true, before_sums", "docs/reference/rules.md B12", "scopone"]
    {
        assert!(one.contains(message), "{message}: {one}");
    }
    assert_eq!(one, stdout(&spariglio(&["rules", "explain", "capture.single_first"], "")));
    let table = stdout(&spariglio(&["rules", "explain", "match", "--json"], ""));
    assert_eq!(table.lines().count(), 3, "{table}");
    let limit: serde_json::Value = serde_json::from_str(table.lines().next().expect("a line")).expect("JSON");
    assert_eq!(limit["field"], "match.limit");
    assert_eq!(limit["type"], "a whole number 1 to 100000");
    assert!(stdout(&spariglio(&["rules", "explain", "hands"], "")).contains("declarations.hands"));
    let message = refused(&["rules", "explain", "fewst"]);
    assert!(message.contains("`fewst`") && message.contains("fewest"), "{message}");
}

/// The repository's folder.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn pages_are_what_the_program_writes() {
    for (page, arguments) in [
        ("docs/reference/rule_sets.md", &["rules", "explain", "--markdown"][..]),
        ("docs/reference/inputs.md", &["inputs", "--markdown"]),
        ("docs/reference/agent_options.md", &["agents", "--markdown"]),
        ("docs/reference/cli.md", &["man", "--markdown"]),
        ("docs/reference/configuration.md", &["man", "--markdown", "--configuration"]),
    ] {
        let committed = std::fs::read_to_string(format!("{ROOT}/{page}")).expect(page);
        assert!(
            committed == stdout(&spariglio(arguments, "")),
            "{page} is not what the code gives: spariglio {} > {page}",
            arguments.join(" ")
        );
    }
}

#[test]
fn columns_of_inputs_are_told() {
    let of = |arguments: &[&str]| stdout(&spariglio(&[&["inputs", "--rules", "scopone"][..], arguments].concat(), ""));
    let (hand, table) = (of(&["3"]), of(&["46"]));
    assert!(hand.contains("view.hand") && hand.contains("[card Ab]"), "{hand}");
    assert!(table.contains("view.table") && table.contains("[card 2s]"), "{table}");
    let blocks = of(&["--json"]);
    let blocks: Vec<serde_json::Value> = blocks.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mut next = 0;
    for block in blocks.iter().filter(|block| block["part"] != "world") {
        assert_eq!(block["start"], next, "{block}");
        next += block["width"].as_u64().expect("a number");
    }
    let last = (next - 1).to_string();
    assert!(of(&[&last]).contains("action.pass"), "{}", of(&[&last]));
    assert!(refused(&["inputs", "--rules", "scopone", "100000"]).contains("COLUMN"));
    assert!(refused(&["inputs", "--rules", "mini_scopa", "--example"]).contains("mini_scopa"));
}

#[test]
fn a_few_lines_of_python_give_the_logits_of_a_network() {
    for net in ["scopone", "cirulla"] {
        let example = spariglio(&["inputs", "--rules", net, "--example", "--seed", "1"], "");
        assert!(example.status.success(), "{}", stderr(&example));
        let mut script = Command::new("python3")
            .args([format!("{ROOT}/apps/cli/examples/logits.py"), format!("{ROOT}/agents/nets/{net}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 starts");
        let outcome = script.stdin.take().expect("an input").write_all(&example.stdout);
        outcome.expect("the script reads");
        let message = stdout(&script.wait_with_output().expect("the script ends"));
        assert!(message.lines().count() > 1, "{message}");
        for line in message.lines() {
            let numbers: Vec<f64> = line.split('\t').skip(1).map(|text| text.parse().expect("a number")).collect();
            assert!((numbers[0] - numbers[1]).abs() < 0.01, "{net}: {line}");
        }
    }
}

#[test]
fn bad_input_ends_with_two_and_names_the_thing() {
    let message = refused(&["rules", "show", "scoopa"]);
    assert!(message.contains("`scoopa` not found") && message.contains("nearest presets: scopa"), "{message}");
    assert!(refused(&["rules", "check", "no/such.toml"]).contains("no/such.toml"));
    assert!(refused(&["play", "--agents", "gredy"]).contains("`gredy`"));
    assert!(refused(&["play", "--seat", "2", "--rules", "scopa"]).contains("--seat 2"));
    assert!(refused(&["play", "--agents", "random,random", "--rules", "scopa"]).contains("expected 1"));
    assert!(refused(&["deal", "--dealer", "9"]).contains("--dealer 9"));
    assert!(refused(&["perft", "no/such.jsonl"]).contains("no/such.jsonl"));
    refused(&["no-such-verb"]);
}

#[test]
fn a_missing_network_is_named_once() {
    let message = refused(&["play", "--agents", "net:net=no/such"]);
    assert!(message.contains("no/such"), "{message}");
    assert_eq!(message.matches("expected the folder of a network").count(), 1, "{message}");
}

#[test]
fn without_libtorch_the_verbs_say_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("spariglio");
    std::fs::copy(env!("CARGO_BIN_EXE_spariglio"), &program).expect("copied");
    let config = folder.path().join("config.toml");
    std::fs::write(&config, "rules = \"scopa\"\n").expect("written");
    let config = config.to_str().expect("a plain path");
    let refused = || {
        [
            &format!("train {config} --device cpu --data runs/y --out runs/x"),
            &format!("learn {config} --device cpu --out runs/x"),
        ]
        .map(|line| {
            let output = Command::new(&program).args(line.split(' ')).output().expect("run");
            assert_eq!(output.status.code(), Some(2), "{line}");
            String::from_utf8(output.stderr).expect("text")
        })
    };
    for message in refused() {
        assert!(message.contains("--features train"), "{message}");
    }
    // The system's message if libtorch is missing.
    let trainer = folder.path().join("spariglio-train");
    let text = "#!/bin/sh\necho 'cannot open shared object file' >&2\nexit 127\n";
    std::fs::write(&trainer, text).expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&trainer, mode).expect("set");
    for message in refused() {
        assert!(message.contains("cannot open shared object file") && message.contains("make setup"), "{message}");
    }
}

#[test]
fn deals_are_records_that_replay_accepts() {
    for rules in ["scopa", "scopone", "cirulla", "cicera"] {
        let deals = stdout(&spariglio(&["deal", "--rules", rules, "--hands", "3", "--seed", "4"], ""));
        assert_eq!(deals.lines().count(), 3);
        let again = stdout(&spariglio(&["deal", "--rules", rules, "--hands", "3", "--seed", "4"], ""));
        assert_eq!(deals, again);
        let file = std::env::temp_dir().join(format!("spariglio-deals-{rules}-{}.jsonl", std::process::id()));
        std::fs::write(&file, &deals).expect("a file");
        let path = file.to_str().expect("a plain path");
        assert_eq!(spariglio(&["replay", path], "").status.code(), Some(0), "{rules}");
        let counted = stdout(&spariglio(&["perft", path, "--line", "2", "--depth", "2", "--json"], ""));
        assert_eq!(counted.lines().count(), 3);
        std::fs::write(&file, zstd::encode_all(deals.as_bytes(), 3).expect("packed")).expect("a file");
        let packed = spariglio(&["perft", path, "--line", "2", "--depth", "2", "--json"], "");
        assert_eq!(packed.status.code(), Some(0), "{rules}");
        std::fs::remove_file(&file).expect("the file was there");
    }
}

#[test]
fn information_sets_of_small_games_are_counted() {
    let counted = stdout(&spariglio(&["perft", "--rules", "mini_scopone", "--info-sets", "--json"], ""));
    assert!(counted.contains("\"info_sets\":31416") && counted.contains("\"choices\":4536"), "{counted}");
    assert!(refused(&["perft", "--rules", "cirulla", "--info-sets"]).contains("at most 12 cards, found 40"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spariglio"))
        .args(["deal", "--hands", "100000", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn version_names_the_commit_of_the_checkout() {
    let message = stdout(&spariglio(&["--version"], ""));
    let version = env!("CARGO_PKG_VERSION");
    assert!(message.starts_with(&format!("spariglio {version}")), "{message}");
    let git = Command::new("git").args(["rev-parse", "--short=9", "HEAD"]).output();
    if let Ok(answer) = git
        && answer.status.success()
    {
        let commit = stdout(&answer);
        assert!(message.contains(&format!("({})", commit.trim())), "{message}");
    }
}

#[test]
fn manual_pages_know_the_verbs() {
    let page = stdout(&spariglio(&["man"], ""));
    assert!(page.contains(".TH spariglio 1") && page.contains("arena"), "{page}");
    for section in ["EXIT STATUS", "SEE ALSO"] {
        assert!(page.contains(&format!(".SH \"{section}\"")), "{section}: {page}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("man");
    assert!(spariglio(&["man", "--out", &place.to_string_lossy()], "").status.success());
    let page = std::fs::read_to_string(place.join("spariglio-arena.1")).expect("a page per verb");
    for message in [
        ".SH SYNOPSIS",
        "A,B,...",
        ".SH EXAMPLES",
        "net,formula",
        ".SH \"EXIT STATUS\"",
        "spariglio\\-merge(1)",
    ] {
        assert!(page.contains(message), "{message}: {page}");
    }
    let page = std::fs::read_to_string(place.join("spariglio-serve.1")).expect("a page");
    assert!(page.contains(".SH FILES") && page.contains("spariglio/serve"), "{page}");
    assert!(place.join("spariglio-rules-explain.1").exists());
}

#[test]
fn records_of_self_play_become_rows_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let played = ["selfplay", "--agents", "greedy", "--hands", "0.02k", "--with-records"];
    for rules in ["scopa", "cirulla"] {
        let output = spariglio(&[&played[..], &["--rules", rules, "--out", &place(rules)]].concat(), "");
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let records = |run: &str| place(&format!("{run}/data/gen-0000/records/shard-00000.jsonl.zst"));
    let exported = ["export", &records("scopa"), "--out", &place("rows"), "--hands-per-shard", "1k"];
    let exported = spariglio(&exported, "");
    assert!(stdout(&exported).contains("1 shards, 20 hands, "), "{}", stderr(&exported));
    let text = refused(&["export", &records("scopa"), &records("cirulla"), "--out", &place("both")]);
    assert!(text.contains("line 1: rules: expected scopa (") && text.contains("found cirulla ("), "{text}");
}

#[test]
fn a_missing_file_ends_with_two_and_a_wrong_record_with_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (missing, wrong, out) = (place("missing.jsonl"), place("wrong.jsonl"), place("out"));
    std::fs::write(&wrong, "{\"rules\": 3}\n").expect("written");
    let verbs: [&[&str]; 4] = [&["replay"], &["solve"], &["perft"], &["export", "--out", &out]];
    for verb in verbs {
        for (file, status) in [(&missing, 2), (&wrong, 1)] {
            let output = spariglio(&[verb, &[file.as_str()]].concat(), "");
            let message = format!("{}{}", stdout(&output), stderr(&output));
            assert_eq!(output.status.code(), Some(status), "{verb:?}: {message}");
            assert!(message.contains(file.as_str()), "{verb:?}: {message}");
        }
    }
    for path in [place("missing.json"), place("missing")] {
        assert!(refused(&["report", &path]).contains(&path));
    }
    assert!(refused(&["report", &wrong]).contains(&wrong));
}

#[test]
fn quiet_and_verbose_change_the_notes_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("arena.json").to_string_lossy().into_owned();
    let arena = ["arena", "--agents", "greedy,random", "--rules", "scopa", "--hands", "4", "--out", &file];
    let first = spariglio(&arena, "");
    let again = |more: &str| spariglio(&[&arena[..], &[more]].concat(), "");
    let [plain, quiet, short, verbose] = ["--json", "--quiet", "-q", "--verbose"].map(again);
    assert!(stderr(&plain).contains("nothing was left to play"), "{}", stderr(&plain));
    for output in [&quiet, &short] {
        assert_eq!(stderr(output), "");
        assert_eq!(stdout(output), stdout(&first));
    }
    let message = stderr(&verbose);
    for setting in ["settings of arena: agents greedy,random, rules scopa, hands 4, ", "threads 0 (default)", "out "] {
        assert!(message.contains(setting), "{setting}: {message}");
    }
    assert!(message.contains("nothing was left to play"), "{message}");
    assert_eq!(stdout(&verbose), stdout(&first));
    assert!(refused(&["-q", "rules", "show", "scoopa"]).contains("`scoopa`"));
    assert!(refused(&["rules", "-q", "-v"]).contains("cannot be used with"));
}

#[test]
fn play_says_how_much_is_played() {
    let played =
        |more: &[&str]| stdout(&spariglio(&[&["play", "--rules", "scopa", "--seed", "1"], more].concat(), "q\n"));
    assert!(played(&[]).contains("scopa, a match to 11 points. Seed 1."), "{}", played(&[]));
    assert!(played(&["--hands", "1"]).contains("scopa, one hand. Seed 1."), "{}", played(&["--hands", "1"]));
    let some = played(&["--hands", "3"]);
    assert!(some.contains("scopa, at most 3 hands of a match to 11 points. Seed 1."), "{some}");
}

#[test]
fn paths_in_a_file_start_at_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    std::fs::create_dir(place("rules")).expect("made");
    std::fs::create_dir(place("files")).expect("made");
    std::fs::write(place("rules/house.toml"), "base = \"scopa\"\nname = \"house\"\n").expect("written");
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../agents/nets/scopa");
    std::fs::create_dir(place("net")).expect("made");
    for file in ["model.safetensors", "meta.json"] {
        std::fs::copy(format!("{net}/{file}"), place(&format!("net/{file}"))).expect("copied");
    }
    let arena = "rules = \"RULES\"\nseed = 1\nhands = 4\n[[agent]]\nagent = \"net:net=../net\"\n[[agent]]\nagent = \"random\"\n";
    let selfplay = "rules = \"../rules/house.toml\"\n[data]\nagents = [\"greedy\"]\nshards = 1\nhands_per_shard = 2\n";
    let file_of = |name: &str, text: &str| {
        std::fs::write(place(name), text).expect("written");
        place(name)
    };
    let arena_file = file_of("files/arena.toml", &arena.replace("RULES", "scopa"));
    let selfplay_file = file_of("files/selfplay.toml", selfplay);
    let missing = file_of("files/missing.toml", &arena.replace("RULES", "../house.toml"));
    let result = spariglio(&["arena", &arena_file, "--json"], "");
    assert!(stdout(&result).contains(&format!("net:net={}", place("net"))), "{}", stderr(&result));
    let result = spariglio(&["selfplay", &selfplay_file, "--out", &place("rows")], "");
    assert!(result.status.success(), "{}", stderr(&result));
    let message = refused(&["arena", &missing]);
    assert!(message.contains(&format!("`{}` not found", place("house.toml"))), "{message}");
}

#[test]
fn an_unknown_key_of_any_file_gets_the_nearest_known_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file.toml").to_string_lossy().into_owned();
    let out = folder.path().join("out").to_string_lossy().into_owned();
    std::fs::write(&file, "rules = \"scopa\"\nsead = 1\n").expect("written");
    for verb in [
        &["learn", &file, "--out", &out][..],
        &["train", &file, "--out", &out],
        &["selfplay", &file, "--out", &out],
        &["arena", &file],
        &["ladder", &file, "--out", &out],
        &["tournament", &file, "--out", &out],
    ] {
        let message = refused(verb);
        let expected = format!("{file}: line 2: sead: expected a known field: one of ");
        assert!(message.contains(&expected) && message.contains("(did you mean `seed`"), "{verb:?}: {message}");
    }
}

/// The example must not be a test that ends at its first look, but one that runs until the data decide.
#[test]
fn the_sequential_test_of_the_readme_shows_the_method() {
    let readme = include_str!("../../../../README.md");
    let command = readme.lines().find(|line| line.contains("--sprt")).expect("an example");
    let command = command.split(" #").next().expect("the command");
    let words: Vec<&str> = command.split_whitespace().skip(1).chain(["--json"]).collect();
    let result: Value = serde_json::from_str(&stdout(&spariglio(&words, ""))).expect("JSON");
    let pair = &result["pairs"][0];
    let hands = pair["figures"]["hands"].as_u64().expect("a number");
    let sets = hands / pair["plays_per_set"].as_u64().expect("a number");
    assert!(sets > 300 && readme.contains("after 1,722 deals") && sets == 1722, "{sets} sets");
    assert!(pair["figures"]["sprt"]["verdict"].is_string(), "{}", pair["figures"]);
}
