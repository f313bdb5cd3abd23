//! Mistakes in configurations and on the command line: each message names the place, what is there and what is accepted.

use crate::common::{refused, spariglio, stderr};

#[test]
fn missing_keys_wrong_values_and_results_are_named_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let out = place("out");
    for verb in ["learn", "arena", "ladder", "tournament"] {
        let file = place("file.toml");
        let message = |text: &str| {
            std::fs::write(&file, text).expect("written");
            match verb {
                "arena" => refused(&[verb, &file]),
                _ => refused(&[verb, &file, "--out", &out]),
            }
        };
        let missing = message("seed = 1\n");
        assert!(missing.contains(": expected this field, found nothing"), "{verb}: {missing}");
        let wrong = message("rules = \"scopa\"\nseed = \"many\"\n");
        assert!(
            wrong.contains("line 2: seed: expected a whole number, at least 0, found the text \"many\""),
            "{verb}: {wrong}"
        );
    }
    let result = place("a.json");
    let played = spariglio(&["arena", "-a", "greedy,random", "--hands", "20", "--out", &result], "");
    assert!(played.status.success(), "{}", stderr(&played));
    let message = refused(&["arena", &result]);
    assert!(message.contains("a result") && message.contains("`spariglio report`"), "{message}");
    assert!(message.contains("`spariglio merge`") && message.len() < 400, "{message}");
}

#[test]
fn options_without_an_effect_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("arena.toml").to_string_lossy().into_owned();
    let text =
        "rules = \"scopa\"\nseed = 1\nhands = 10\n[[agent]]\nagent = \"random\"\n[[agent]]\nagent = \"greedy\"\n";
    std::fs::write(&file, text).expect("written");
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../../agents/nets/scopa");
    assert!(refused(&["arena", &file, "--net", net]).contains("--net"));
    assert!(refused(&["solve", "a.jsonl", "--ply", "3", "--cards-left", "2"]).contains("--cards-left"));
    assert!(refused(&["export", "a.jsonl", "--out", "b", "--partners-open"]).contains("--inputs"));
    let lonely = ["--rules", "scopa", "--partners-open"];
    let folder = folder.path().join("rows").to_string_lossy().into_owned();
    for verb in [
        &["arena", "--agents", "random,greedy", "--hands", "4"][..],
        &["arena", "--agents", "random,greedy", "--matches", "4"],
        &["selfplay", "--agents", "random", "--out", &folder],
        &["play"],
    ] {
        let message = refused(&[verb, &lonely].concat());
        assert!(message.contains("--partners-open: expected a game with partners, found scopa"), "{message}");
    }
    let sound = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/tests/data/sound.jsonl");
    let message = refused(&["export", sound, "--out", &folder, "--inputs", "--rules", "scopa", "--partners-open"]);
    assert!(message.contains("partners_open") && message.contains("a game with partners"), "{message}");
    let test = ["arena", "--agents", "random,greedy", "--matches", "4", "--alpha", "0.1"];
    assert!(refused(&test).contains("--sprt"));
    assert!(refused(&["bench", "--only", "no such figure"]).contains("no such figure"));
}

#[test]
fn a_word_that_belongs_to_no_option_is_named_with_what_it_often_is() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/arena/demo.toml");
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/rules/napoli.toml");
    for (words, expected) in [
        (
            &["arena", "--agents", "net", "formula"][..],
            "`formula` is no file: a list has commas without blanks",
        ),
        (
            &["arena", "--agents", "greedy,random", "--sprt", "0", "0.1"],
            "`0.1` is no file: an option takes one number",
        ),
        (&["arena", "--agents", "greedy,random", "--hands", "100", "000"], "an option takes one number"),
        (&["arena", rules, "--agents", "net,formula"], "it is a rule set: write --rules"),
        (&["arena", "--agents", "greedy,random", "--rules", ""], "rules: the name is empty"),
        (&["arena", "--agents", "greedy,random", "--out", "a"], "a name that ends in .json"),
        (&["arean"], "arena"),
        (&["learn", "a.toml", "--out", "x", "--device", "gpu"], "'cuda'"),
        (&["completions", "bash", "--rules", "x"], "`completions` has no options of its own"),
        (&["ladder", "--add", "formula"], "--pool <DIR>"),
        (&["ladder", "--page", "p.pdf", "--from", "x"], "--page p.pdf: expected a name that ends in .md"),
        (&["check-agent", "greedy", "--", "python3", "bot.py"], "check-agent [OPTIONS] -- <COMMAND>..."),
        (
            &["selfplay", "--agents", "greedy", "--out", "x", "--transcript", "y"],
            "--transcript is an option of",
        ),
        (&["arena", "--agents", "net,formula", "--net", "runs/a"], "with --agents write net:net=runs/a"),
        (&["arena", "--agents", "net", "formula", "greedy"], "nothing takes `greedy`: a list has commas"),
        (&["arena", "net,formula"], "names agents: add --agents before it"),
        (&["arena", file, "--agents", "net,formula"], "names the agents of its arena: leave --agents out"),
        (
            &["selfplay", "--agents", "greedy", "random", "--out", "x"],
            "`random` is no file: a list has commas",
        ),
        (&["check-agent", "python3", "bot.py"], "behind `--`: spariglio check-agent -- PROGRAM"),
        (&["review", "a.jsonl", "--seat", "1"], "--seat is an option of "),
        (&["arena", "src"], "expected a file, found a folder"),
        (&["arena", "--agents", "greedy,random", "--", "--seed", "3"], "options stand before `--`"),
        (&["man", "arena"], "`spariglio man --help` has examples"),
        (&["rules", "text", "scopa", "--language", "it"], "`text` has --lang"),
        (
            &["check-agent", "--rules", "scopa,", "cirulla", "--", "python3", "bot.py"],
            "a list has commas without blanks",
        ),
        (&["arena", "--agents", "greedy formula"], "agents of a list have commas between them"),
        (&["perft", "--rules", "scopa", "--after", "500"], "--after 500: the hand is over after 36 actions"),
        (&["play", "--rules", "scopa", "--declare", "choice"], "--declare: scopa has no declarations"),
        (&["rules", "random", "--exact"], "--exact: expected a small game (mini presets), found 40 cards"),
        (&["serve", "--assets", "src"], "found no shell.html"),
        (&["report", "x.json", "--out", "x.svg"], "--out x.svg: expected a folder"),
    ] {
        let message = refused(words);
        assert!(message.contains(expected), "{words:?}: {message}");
    }
}

#[test]
fn all_faults_of_rules_are_told_with_lines_and_words_of_players_are_fields() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.toml").to_string_lossy().into_owned();
    std::fs::write(&file, "base = \"scopa\"\nplayer = 3\n[capture]\nfewst = true\nequal = 7\n").expect("written");
    let message = refused(&["rules", "check", &file]);
    for part in ["rules: line 2: player", "rules: line 4: capture.fewst", "rules: line 5: capture.equal"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    for (text, expected) in [
        ("base = \"scopa\"\n[capture]\nfewest = yes\n", "line 3: expected `true` or `false`, found `yes`"),
        ("like = \"scopa\"\n", "did you mean `base`?"),
    ] {
        std::fs::write(&file, text).expect("written");
        let message = refused(&["rules", "check", &file]);
        assert!(message.contains(expected), "{message}");
    }
    let message = refused(&["rules", "check", file.trim_end_matches(".toml")]);
    assert!(message.contains("bad.toml`?"), "{message}");
    for (word, field) in [("napola", "score.low_meld"), ("Re Bello", "score.single"), ("settanta", "score.prime")] {
        let output = spariglio(&["rules", "explain", word], "");
        assert!(crate::common::stdout(&output).starts_with(field), "{word}");
    }
    assert!(refused(&["rules", "explain", "zzz"]).contains("expected a field of a rule set"));
}

/// Messages of other people's parsers name neither what is accepted nor where.
#[test]
fn numbers_and_lists_that_are_none_are_refused_in_words() {
    let seeds = "expected a whole number from 0 to 18446744073709551615";
    let sound = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/tests/data/sound.jsonl");
    let lines = std::fs::read_to_string(sound).expect("read").lines().count();
    for (words, expected) in [
        (&["deal", "--seed", "abc"][..], seeds),
        (&["review", sound, "--seed", "-1"], seeds),
        (&["equity", "--limit", "x"], "expected a whole number from 1 to 1000"),
        (&["equity", "--limit", "1001"], "expected a whole number from 1 to 1000"),
        (&["serve", "--port", "80x"], "expected a whole number from 0 to 65535"),
        (&["serve", "--host", "no.such.host.invalid"], "expected an address or the name of one"),
        (&["serve", "--name", "http://x/"], "expected a host name, such as play.example"),
        (&["rules", "random", "--distance", "500"], "expected a whole number from 0 to 20"),
        (&["check-agent", "--hands", "0", "--", "x"], "from 1 to 10000, such as 1000, 1_000, 1k or 1e3"),
        (
            &["selfplay", "--agents", "greedy", "--out", "x", "--temperature", "-1"],
            "--temperature: expected 0 to 100",
        ),
        (&["arena", "--agents", "greedy,random", "--sprt", "1", "--alpha", "5"], "--alpha 5"),
        (&["review", sound, "--reviewer", "greedy"], "--reviewer greedy: "),
        (&["perft", "--depth", "-1"], "expected a whole number, at least 0"),
        (&["ladder", "a.toml", "--hands-scale", "much"], "expected a number, such as 0.5"),
        (
            &["arena", "--agents", "greedy,,random"],
            "agents `greedy,,random`: a name is missing beside a comma",
        ),
        (
            &["analyse", sound, "--line", "999"],
            &format!("--line 999: expected at most {lines}, the number of lines"),
        ),
        (
            &["arena", "-a", "greedy,random", "--hands", "2", "--records", "x.txt"],
            "expected a name that ends in .jsonl",
        ),
    ] {
        let message = refused(words);
        assert!(message.contains(expected), "{words:?}: {message}");
    }
}

#[test]
fn a_gain_without_a_base_agent_names_the_option_and_other_rules_are_told_of() {
    let message = refused(&["gain", "--rules", "mini_scopa", "--agents", "greedy"]);
    assert!(message.contains("--base: ") && message.contains("no network ships for `mini_scopa`"), "{message}");
    let words = "gain --rules re_bello --agents greedy --base net:hidden=0:rules=other --hands 2";
    let output = spariglio(&words.split(' ').collect::<Vec<_>>(), "");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("net:rules=other:hidden=0 learnt other rules: scopa"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn files_of_others_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/tests/data/sound.jsonl");
    for (words, name) in [
        (&["arena", "--agents", "greedy,random", "--hands", "4", "--out"][..], "a.csv"),
        (&["arena", "--agents", "greedy,random", "--hands", "4", "--out"], "a.tex"),
        (&["arena", "--agents", "greedy,random", "--hands", "4", "--again", "--out"], "a.json"),
        (&["review", sound, "--hands", "1", "--out"], "a.html"),
        (&["review", sound, "--hands", "1", "--positions"], "a.jsonl"),
        (&["ladder", "--from", "x", "--page"], "a.md"),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, "my own words\n").expect("written");
        let message = refused(&[words, &[&*file.to_string_lossy()]].concat());
        assert!(message.contains("the file exists: remove it, or choose another name"), "{name}: {message}");
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "my own words\n");
    }
    // Its own table is written again, and an empty file holds nothing.
    let table = folder.path().join("b.csv").to_string_lossy().into_owned();
    std::fs::write(&table, "").expect("written");
    for _ in 0..2 {
        let output = spariglio(&["arena", "--agents", "greedy,random", "--hands", "4", "--out", &table], "");
        assert!(output.status.success(), "{}", stderr(&output));
    }
}
