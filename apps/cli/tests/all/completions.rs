//! Completion: the program answers as a shell asks, and the script of bash hands it whole words.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{program, refused, spariglio, stderr, stdout};

/// The candidates for the last of some words.
fn candidates(folder: &Path, words: &str) -> Vec<String> {
    let words: Vec<&str> = words.split(' ').collect();
    let mut call = program();
    call.current_dir(folder).env("COMPLETE", "bash").env("_CLAP_IFS", "\n");
    call.env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string());
    let output = call.arg("--").args(&words).output().expect("the binary starts");
    assert_eq!((stderr(&output).as_str(), output.status.code()), ("", Some(0)), "{words:?}");
    stdout(&output).lines().map(str::to_owned).collect()
}

/// A folder with a run, another folder and a file of rules.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("runs/first/nets")).expect("made");
    fs::create_dir_all(folder.path().join("other")).expect("made");
    fs::write(folder.path().join("own.toml"), "base = \"scopa\"\n").expect("written");
    folder
}

#[test]
fn values_are_completed() {
    let folder = folder();
    for (words, all) in [
        ("spariglio tourn", "tournament"),
        ("spariglio arena --sched", "--schedule"),
        ("spariglio arena --schedule g", "gauntlet"),
        ("spariglio arena -r cirulla_", "cirulla_4 cirulla_platform"),
        ("spariglio deal --rules o", "own.toml"),
        ("spariglio rules show ru", "runs/"),
        ("spariglio check-agent --rules scopa,mini_sc", "scopa,mini_scopone scopa,mini_scopa"),
        ("spariglio arena --agents fo", "formula"),
        ("spariglio arena --agents=greedy,net", "--agents=greedy,net --agents=greedy,net-search"),
        ("spariglio arena --agents greedy,mo-ismcts:si", "greedy,mo-ismcts:simulations="),
        ("spariglio play --hints ismcts:simulations=5:simul", ""),
        ("spariglio selfplay -a net-search:root=h", "net-search:root=halving"),
        ("spariglio selfplay -a net:rules=", "net:rules=own net:rules=other"),
        ("spariglio play --agents ismcts:others=chit", "ismcts:others=chitarrella"),
        ("spariglio play --agents nothing:x", ""),
        ("spariglio score net:net=runs/", "net:net=runs/first/"),
        ("spariglio arena a.toml --net runs/f", "runs/first/"),
        ("spariglio learn --out ot", "other/"),
        ("spariglio agents cicu", "cicuti"),
        ("spariglio rules explain capture.few", "capture.fewest"),
        ("spariglio review --level d", "deep"),
        ("spariglio review --reviewer ", "ismcts net-search"),
        ("spariglio ladder --add bot=cic", "bot=cicuti"),
        ("spariglio ladder --add cicuti:lo", ""),
        ("spariglio review --deck f", "french"),
        ("spariglio score --suite s", "standard"),
        ("spariglio completions z", "zsh"),
    ] {
        assert_eq!(candidates(folder.path(), words).join(" "), all, "{words}");
    }
    let presets = candidates(folder.path(), "spariglio deal --rules ");
    assert!(
        ["scopone", "cicera", "own.toml"]
            .iter()
            .all(|name| presets.iter().any(|preset| preset == name))
    );
    assert!(candidates(folder.path(), "spariglio arena --agents ").len() >= spariglio_agents::AGENTS.len());
}

#[test]
#[cfg(unix)]
fn bash_completes_behind_colons() {
    let folder = folder();
    let script = stdout(&spariglio(&["completions", "bash"], ""));
    let place = Path::new(env!("CARGO_BIN_EXE_spariglio")).parent().expect("a folder");
    let path = format!("{}:{}", place.display(), std::env::var("PATH").unwrap_or_default());
    for (line, words, all) in [
        ("spariglio arena -a net,mo-ismcts:si", "spariglio arena -a net,mo-ismcts : si", "simulations="),
        (
            "spariglio arena --agents=net-search:root=",
            "spariglio arena --agents = net-search : root =",
            "select halving",
        ),
        ("spariglio  arena net:net=runs/ -a form", "spariglio arena net : net = runs/ -a form", "formula"),
        ("spariglio score net:net=runs/", "spariglio score net : net = runs/", "runs/first/"),
        ("spariglio rules ", "spariglio rules ''", "list show check explain text random help"),
    ] {
        let lines = format!(
            "{script}COMP_LINE='{line}' COMP_POINT={} COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _spariglio spariglio '' ''; echo \"${{COMPREPLY[*]}}\"",
            line.len()
        );
        let mut bash = Command::new("bash");
        let output = bash
            .current_dir(folder.path())
            .env("PATH", &path)
            .args(["--norc", "-c", &lines])
            .output();
        let output = output.expect("bash");
        let answer = stdout(&output);
        assert!(answer.trim_end().starts_with(all), "{line}: {answer}{}", stderr(&output));
    }
}

#[test]
fn every_shell_has_a_small_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&spariglio(&["completions", shell], ""));
        assert!(script.contains(shell) && script.contains("COMPLETE"), "{shell}: {script}");
        assert!(script.len() < 4000, "{shell}: {}", script.len());
    }
    assert!(refused(&["completions", "tcsh"]).contains("tcsh"));
    let wrong = program().env("COMPLETE", "tcsh").output().expect("the binary starts");
    assert_eq!((stdout(&wrong).as_str(), wrong.status.code()), ("", Some(2)));
}
