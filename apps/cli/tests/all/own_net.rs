//! The steps of docs/tutorials/own_network.md with a tiny network: learn, then use the run directory wherever an agent
//! is named.

use std::fs;

use serde_json::Value;

use crate::common::{done_in as spariglio, run_in, stderr};

const LEARN: &str = "rules = \"mini_scopa\"\nseed = 3\n[gradient]\nwidth = 32\ncritic_width = 32\nbatch = [64, 64]\nshards = 2\n\
    decisions = 2000\ncheckpoint = 1000\n[evaluation]\nopponents = [\"formula\"]\nhands = 10\nevery = 1000\n";

#[test]
fn a_run_directory_is_an_agent_wherever_agents_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("learn.toml"), LEARN).expect("written");
    let learn = ["learn", "learn.toml", "--out", "runs/mine", "--json"];
    let message = stderr(&run_in(folder, &learn));
    for part in ["the same command resumes it from runs/mine", "against formula", "network: runs/mine/nets/gen-"] {
        assert!(message.contains(part), "{part} is missing: {message}");
    }
    assert!(!message.contains("0/0") && !message.contains("of 0 "), "{message}");
    let best = message
        .lines()
        .find_map(|line| line.strip_prefix("network: "))
        .expect("named")
        .to_owned();

    let agents = "net:net=runs/mine,net-search:net=runs/mine:simulations=20,random";
    let arena = ["arena", "--rules", "mini_scopa", "--hands", "40", "--json", "--agents", agents];
    let lines = spariglio(folder, &arena);
    let result: Value = serde_json::from_str(&lines).expect("JSON");
    assert_eq!(result["agents"][0], format!("net:net={best}"), "the network that played is named");
    assert!(lines.contains("\"mean\":-") && lines.is_ascii(), "{lines}");

    let file = "rules = \"mini_scopa\"\nseed = 1\nhands = 20\n[[agent]]\nagent = \"net:net=RUN\"\n[[agent]]\nagent = \"random\"\n";
    fs::write(folder.join("arena.toml"), file).expect("written");
    spariglio(folder, &["arena", "arena.toml", "--net", "runs/mine"]);

    let ladder = "title = \"x\"\nrules = \"mini_scopa\"\nseed = 1\n[[row]]\nname = \"r\"\nagents = [\"net:net=runs/mine\", \"random\"]\nhands = 20\n";
    fs::write(folder.join("ladder_mine.toml"), ladder).expect("written");
    spariglio(folder, &["ladder", "ladder_mine.toml", "--out", "runs/ladder"]);
    spariglio(folder, &["ladder", "--page", "runs/page.md", "--from", "runs/ladder"]);

    let selfplay = ["selfplay", "--rules", "mini_scopa", "--agents", "net:net=runs/mine", "--shards", "1"];
    spariglio(folder, &[&selfplay[..], &["--hands-per-shard", "5", "--out", "runs/rows"]].concat());
    spariglio(folder, &["exploit", "--rules", "mini_scopa", "--agents", "net:net=runs/mine"]);
    spariglio(folder, &["play", "--rules", "mini_scopa", "--agents", "net:net=runs/mine"]);
    spariglio(folder, &["report", "runs/mine"]);
}
