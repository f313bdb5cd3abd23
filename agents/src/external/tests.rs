//! The messages to a program: they hold nothing hidden and have the documented form.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde_json::Value;
use spariglio_engine::{Action, Deal, Game, RuleSet, State, View};

use self::soak::soak;
use super::ExternalConfig;
use super::message::{Act, HandMessage, Hello, Message, OutgoingLine};
use super::process::{LONGEST_LINE, Process};
use super::{sandbox, trial};

#[path = "../../tests/support/bubblewrap.rs"]
mod bubblewrap;
#[path = "../../../engine/tests/laws/soak.rs"]
mod soak;

fn bytes(message: Message<'_>) -> Vec<u8> {
    let line = OutgoingLine { id: 5, message, unknown: None };
    serde_json::to_vec(&line).expect("JSON")
}

fn asked(view: &View<'_>) -> Vec<u8> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    bytes(Message::Act(&Act::new(view, &legal, None)))
}

/// Calls `look` with every view of a random hand.
fn every_view(game: &Game, seed: u64, partners_open: bool, mut look: impl FnMut(&View<'_>)) {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let deal = Deal::random(game, seed as usize % game.players(), &mut rng);
    let mut state = State::new(game, &deal);
    let mut history: Vec<Action> = Vec::new();
    while !state.is_over() {
        let view = View::new(game, &deal, &state, state.seat(), partners_open).with_history(&history);
        look(&view);
        let action = view.random_action(&mut rng);
        history.push(action);
        state.apply(game, &deal, action);
    }
}

#[test]
fn the_same_view_gives_the_same_bytes_in_every_world() {
    let mut rng = Pcg64Mcg::seed_from_u64(9);
    for preset in RuleSet::preset_names() {
        let game = Game::preset(preset).expect("a preset");
        let mut others = 0;
        for seed in 1..=3 * soak() {
            let partners_open = seed % 3 == 2;
            every_view(&game, seed, partners_open, |view| {
                let world = view.sample_world(&mut rng);
                let other = View::new(&game, &world.deal, &world.state, view.seat(), partners_open);
                assert_eq!(asked(view), asked(&other.with_history(view.history())), "{preset}");
                let hand = |view: &View<'_>| bytes(Message::Hand(&HandMessage::new(view, 3, None, None)));
                assert_eq!(hand(view), hand(&other), "{preset}");
                let hidden = (0..game.players()).any(|seat| view.hand_len(seat) as u32 > view.known(seat).len());
                others += usize::from(hidden);
            });
        }
        assert!(others > game.plies(), "{preset}: {others} views with hidden cards");
    }
}

#[test]
fn a_view_shows_what_the_seat_holds_and_what_was_done() {
    let game = Game::preset("scopone").expect("a preset");
    let mut plies = 0;
    every_view(&game, 4, true, |view| {
        let message: Value = serde_json::from_slice(&asked(view)).expect("JSON");
        let view_json = &message["view"];
        assert_eq!((&message["type"], &message["id"]), (&Value::from("act"), &Value::from(5)));
        assert_eq!(view_json["hand"], view.hand_cards().text(game.deck()));
        assert_eq!(view_json["known"][view.seat()], view_json["hand"]);
        let partner = (view.seat() + 2) % 4;
        let cards = view_json["known"][partner].as_str().expect("cards");
        assert_eq!(cards.split_whitespace().count(), view.hand_len(partner), "open cards");
        assert_eq!(view_json["known"][(view.seat() + 1) % 4], "");
        let history = view_json["history"].as_array().expect("a list");
        assert_eq!(history.len(), plies);
        for (place, turn) in history.iter().enumerate() {
            assert_eq!(turn["seat"], (view.dealer() + 1 + place) % 4);
        }
        plies += 1;
    });
    assert_eq!(plies, 36);
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_program_leaves_in_its_group_ends_with_it() {
    use std::time::{Duration, Instant};
    let words = ["sh", "-c", "sleep 600 >/dev/null 2>&1 & echo $!"].map(str::to_owned);
    let mut process = Process::spawn(&words, LONGEST_LINE, None).expect("starts");
    let line = process.receive(Duration::from_secs(20)).expect("a line");
    let number = String::from_utf8(line).expect("digits");
    let status = process.finish(Duration::from_secs(20)).expect("it ends");
    assert!(status.success());
    // Dead, or not yet reaped by its new parent; the process value is still there.
    let gone = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", number.trim())).unwrap_or_default();
        stat.is_empty() || stat.contains(") Z") || stat.contains(") X")
    };
    let until = Instant::now() + Duration::from_secs(20);
    while !gone() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(gone());
    drop(process);
}

/// A program starts in an empty folder, which is removed with it.
#[cfg(unix)]
#[test]
fn a_program_begins_in_an_empty_folder_of_its_own() {
    use std::time::Duration;
    let words = ["sh", "-c", "pwd; echo \"$PWD\"; ls -A | wc -l; touch mine"].map(str::to_owned);
    let here = std::env::current_dir().expect("a folder");
    let run = || {
        let mut process = Process::spawn(&words, LONGEST_LINE, None).expect("starts");
        let mut line = || {
            let line = process.receive(Duration::from_secs(20)).expect("a line");
            String::from_utf8(line).expect("text").trim().to_owned()
        };
        let lines = [line(), line(), line()];
        process.finish(Duration::from_secs(20)).expect("it ends");
        let folder = std::path::PathBuf::from(&lines[0]);
        assert!(folder.join("mine").exists(), "its own folder can be written");
        drop(process);
        assert!(!folder.exists(), "the folder ends with the process");
        assert_eq!((lines[1].as_str(), lines[2].as_str()), (lines[0].as_str(), "0"));
        folder
    };
    let folders = [run(), run()];
    assert_ne!(folders[0], folders[1], "two processes meet nowhere");
    assert!(
        folders
            .iter()
            .all(|folder| !here.starts_with(folder) && !folder.starts_with(&here))
    );
}

#[test]
fn the_greeting_holds_the_whole_rule_set() {
    for preset in RuleSet::preset_names() {
        let game = Game::preset(preset).expect("a preset");
        let hello = Hello::new(&game, &ExternalConfig::default());
        let message: Value = serde_json::from_slice(&bytes(Message::Hello(&hello))).expect("JSON");
        let rules: toml::Table = serde_json::from_value(message["rules"].clone()).expect("a table");
        let read = RuleSet::from_toml(&toml::to_string(&rules).expect("TOML")).expect("a rule set");
        assert_eq!(read, *game.rules());
        assert_eq!(message["protocol"], 1);
        assert_eq!(message["limits"]["millis"], 1000);
    }
}

/// Keyrings and sockets to the host of a virtual machine are cut by the filter alone.
#[test]
fn a_program_that_is_shut_in_has_no_keyrings_and_no_socket_to_a_host() {
    use std::time::Duration;
    const TEST: &str = "a_program_that_is_shut_in_has_no_keyrings_and_no_socket_to_a_host";
    if !bubblewrap::works(TEST) {
        return;
    }
    let script = "import ctypes, os, platform, socket\n\
                  libc = ctypes.CDLL(None, use_errno=True)\n\
                  first = {'x86_64': 248, 'aarch64': 217}[platform.machine()]\n\
                  for call in (first, first + 1, first + 2, 425):\n    \
                      libc.syscall(call, b'user', b'spariglio', b'x', 1, -4)\n    \
                      print(os.strerror(ctypes.get_errno()), flush=True)\n\
                  socket.socket(socket.AF_UNIX)\n\
                  try:\n    socket.socket(40, socket.SOCK_STREAM)\n\
                  except OSError as error:\n    print(os.strerror(error.errno), flush=True)\n";
    let words = sandbox::shut_in(&["python3", "-c", script].map(str::to_owned), &[]);
    let mut process = Process::spawn(&words, LONGEST_LINE, None).expect("starts");
    for call in ["add_key", "request_key", "keyctl", "io_uring_setup", "socket"] {
        let line = process.receive(Duration::from_secs(20)).expect(call);
        assert_eq!(String::from_utf8_lossy(&line).trim(), "Operation not permitted", "{call}");
    }
}

/// Root is the owner of the kernel's settings.
#[test]
fn a_program_that_is_shut_in_changes_no_setting_of_the_kernel() {
    use std::time::Duration;
    const TEST: &str = "a_program_that_is_shut_in_changes_no_setting_of_the_kernel";
    if !bubblewrap::works(TEST) {
        return;
    }
    let script = "import os\n\
                  for path in ('/proc/sys/kernel/core_pattern', '/proc/sys/vm/overcommit_memory', '/proc/sysrq-trigger'):\n    \
                      print(os.access(path, os.W_OK), flush=True)\n";
    let words = sandbox::shut_in(&["python3", "-c", script].map(str::to_owned), &[]);
    let mut process = Process::spawn(&words, LONGEST_LINE, None).expect("starts");
    for _ in 0..3 {
        let line = process.receive(Duration::from_secs(20)).expect("a line");
        assert_eq!(String::from_utf8_lossy(&line).trim(), "False");
    }
}

/// In a namespace of its own a program has all rights, which opens more of the kernel to it.
#[test]
fn a_program_that_is_shut_in_makes_no_user_namespace() {
    use std::time::Duration;
    const TEST: &str = "a_program_that_is_shut_in_makes_no_user_namespace";
    if !bubblewrap::works(TEST) {
        return;
    }
    let help = std::process::Command::new("bwrap").arg("--help").output().expect("it works");
    if !String::from_utf8_lossy(&help.stdout).contains("--disable-userns") {
        bubblewrap::skips::skipped(TEST, "bubblewrap is older than 0.8");
        return;
    }
    let script = "unshare --user true 2>/dev/null && echo made || echo refused";
    let words = sandbox::shut_in(&["sh", "-c", script].map(str::to_owned), &[]);
    let mut process = Process::spawn(&words, LONGEST_LINE, None).expect("starts");
    let line = process.receive(Duration::from_secs(20)).expect("a line");
    assert_eq!(String::from_utf8_lossy(&line).trim(), "refused");
}

/// Process 1 is bubblewrap itself.
#[test]
fn a_program_that_is_shut_in_sees_no_environment_but_its_own() {
    use std::time::Duration;
    if !bubblewrap::works("a_program_that_is_shut_in_sees_no_environment_but_its_own") {
        assert!(trial::check().is_err());
        return;
    }
    assert_eq!(trial::check(), Ok(()));
    let script = "tr '\\0' ' ' </proc/1/environ; echo; tr '\\0' ' ' </proc/self/environ; echo";
    let words = sandbox::shut_in(&["sh", "-c", script].map(str::to_owned), &[]);
    let mut process = Process::spawn(&words, LONGEST_LINE, None).expect("starts");
    let mut line = || {
        let line = process.receive(Duration::from_secs(20)).expect("a line");
        String::from_utf8(line).expect("text")
    };
    assert_eq!(line().trim(), "");
    let own = line();
    let mut names: Vec<&str> = own.split_whitespace().filter_map(|word| word.split('=').next()).collect();
    names.sort_unstable();
    assert_eq!(names, ["HOME", "LANG", "PATH", "PWD"], "{own}");
}
