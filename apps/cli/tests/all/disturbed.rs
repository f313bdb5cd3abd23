//! Verbs that play for long, stopped by Ctrl-C and killed: the same command resumes, and the final files equal those of an
//! undisturbed run.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use crate::common::{files, program, run_in, stderr};

/// Longest wait for a file.
const PATIENCE: Duration = Duration::from_secs(300);

const RESUMES: &str = "stopped before everything was played; the same command resumes from here";

/// A command that runs in a folder of its own.
struct Work {
    words: &'static [&'static str],
    /// Its input: name and contents.
    input: (&'static str, &'static str),
    /// A file that shows that it plays.
    marker: &'static str,
}

impl Work {
    fn folder(&self) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(self.input.0), self.input.1).expect("written");
        folder
    }

    fn start(&self, folder: &Path) -> Child {
        program()
            .args(self.words)
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts")
    }

    /// Runs it to its end.
    fn finish(&self, folder: &Path) {
        let output = self.start(folder).wait_with_output().expect("the binary ends");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{:?}: {text}", self.words);
    }

    /// Presses Ctrl-C when it plays, and checks its status and its last line.
    fn interrupt(&self, folder: &Path, line: &str) {
        let mut child = self.start(folder);
        let began = Instant::now();
        while !folder.join(self.marker).exists() {
            assert!(child.try_wait().expect("a status").is_none(), "{:?}: it ended early", self.words);
            assert!(began.elapsed() < PATIENCE, "{:?}: no {}", self.words, self.marker);
            sleep(Duration::from_millis(1));
        }
        let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(signal.expect("kill runs").success());
        let mut message = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut message).expect("read");
        let status = child.wait().expect("the binary ends");
        assert_eq!((status.code(), message.lines().last()), (Some(1), Some(line)), "{:?}: {message}", self.words);
    }

    /// Kills it after `time`.
    fn kill(&self, folder: &Path, time: Duration) {
        let mut child = self.start(folder);
        sleep(time);
        child.kill().expect("killed or gone");
        child.wait().expect("gone");
    }
}

/// Disturbs the work several times, at moments that differ from run to run.
fn ends_the_same(work: &Work) {
    let [whole, disturbed] = [work.folder(), work.folder()];
    work.finish(whole.path());
    work.interrupt(disturbed.path(), RESUMES);
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970");
    for number in 1..4_u64 {
        let millis = 40 * number + u64::from(clock.subsec_nanos()) / 1000 * number % 600;
        work.kill(disturbed.path(), Duration::from_millis(millis));
    }
    work.finish(disturbed.path());
    let [whole, disturbed] = [whole, disturbed].map(|folder| files(folder.path()));
    assert!(whole.keys().eq(disturbed.keys()), "{:?} and {:?}", whole.keys(), disturbed.keys());
    for (name, bytes) in &whole {
        assert!(&disturbed[name] == bytes, "{:?}: {name} differs", work.words);
    }
    // Nothing is left to do, and nothing changes.
    let folder = work.folder();
    for (name, bytes) in &whole {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    }
    work.finish(folder.path());
    assert!(files(folder.path()) == whole, "{:?}: a second run changes something", work.words);
}

const NO_INPUT: (&str, &str) = ("notes.txt", "");

/// An agent whose decision takes hours.
const ENDLESS: &str = "ismcts:simulations=1000000000";

/// A program that greets and answers no question.
const SILENT: &str = r#"import json, sys, time
hello = json.loads(sys.stdin.readline())
print(json.dumps({"id": hello["id"], "type": "ready", "protocol": 1, "name": "silent"}), flush=True)
time.sleep(3600)
"#;

const SILENT_AGENT: &str = "external:command=python3 silent.py:millis=3600000:start_millis=60000";

/// Waits until a process catches SIGTERM, for at most a minute.
fn wait_until_it_listens(process: u32) {
    const SIGTERM: u64 = 1 << (15 - 1);
    for _ in 0..600 {
        let status = fs::read_to_string(format!("/proc/{process}/status")).expect("the process is there");
        let caught = status
            .lines()
            .find_map(|line| line.strip_prefix("SigCgt:"))
            .expect("its signals");
        if u64::from_str_radix(caught.trim(), 16).expect("hexadecimal digits") & SIGTERM != 0 {
            return;
        }
        sleep(Duration::from_millis(100));
    }
    panic!("process {process} does not listen");
}

/// Stops a command with `signal` while its first long decision is under way. Returns its status and standard error.
///
/// `keeps`: whether the command listens for signals, because it keeps what is finished.
fn stopped(folder: &Path, words: &[&str], signal: &str, keeps: bool) -> (Option<i32>, String) {
    let mut child = program()
        .args(words)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    lines.next().expect("a line").expect("text");
    if keeps {
        wait_until_it_listens(child.id());
    }
    sleep(Duration::from_millis(1500));
    assert!(child.try_wait().expect("a status").is_none(), "{words:?}: it ended early");
    let began = Instant::now();
    match signal {
        "" => drop(child.stdout.take()),
        signal => {
            let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
            assert!(status.expect("kill runs").success());
        }
    }
    let rest: Vec<String> = lines.map(|line| line.expect("text")).collect();
    let status = child.wait().expect("the binary ends");
    // One or two seconds on an idle machine.
    assert!(began.elapsed() < Duration::from_secs(8), "{words:?}: {:?}, {rest:?}", began.elapsed());
    (status.code(), rest.join("\n"))
}

fn endless_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let ladder = format!(
        "title = \"A ladder\"\nrules = \"scopa\"\nseed = 1\n[[row]]\nname = \"one\"\nagents = [\"{ENDLESS}\", \"random\"]\nhands = 60\n"
    );
    let cup = format!(
        "name = \"Cup\"\nrules = \"scopa\"\nseed = 1\nteam = [{{ name = \"A\", agent = \"{ENDLESS}\" }}, {{ name = \"B\", agent = \"greedy\" }}]\n\
         stage = [{{ format = \"round_robin\" }}]\n"
    );
    let learn = format!(
        "rules = \"mini_scopa\"\nseed = 1\ndevice = \"plain\"\n[gradient]\ndecisions = 400\nwidth = 32\ncritic_width = 32\nbatch = [64, 64]\n\
         [evaluation]\nopponents = [\"{ENDLESS}\"]\nhands = 20\n"
    );
    let hands = run_in(
        folder.path(),
        &["selfplay", "-r", "scopa", "-a", "random", "--hands", "500", "--with-records", "--out", "made"],
    );
    assert!(hands.status.success(), "{}", stderr(&hands));
    for (name, text) in [
        ("ladder_l.toml", ladder),
        ("cup.toml", cup),
        ("learn.toml", learn),
        ("silent.py", SILENT.to_owned()),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

#[test]
fn a_report_removes_what_a_killed_one_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let done = |words: &[&str]| assert!(run_in(folder.path(), words).status.success(), "{words:?}");
    done(&["arena", "-r", "mini_scopa", "-a", "greedy,random", "--hands", "20", "--out", "a.json"]);
    fs::create_dir_all(folder.path().join("a/report")).expect("made");
    for name in ["a/report.html.17.tmp", "a/report/x.svg.17.tmp"] {
        fs::write(folder.path().join(name), "half").expect("written");
    }
    done(&["report", "a.json"]);
    let left = files(folder.path());
    assert!(
        left.contains_key("a/report.html") && !left.keys().any(|name| name.ends_with(".tmp")),
        "{:?}",
        left.keys()
    );
}

/// The decision under way would take hours. Results hold no decision that was cut.
#[test]
fn a_long_decision_ends_by_a_signal_and_without_a_reader() {
    let silent_pair = format!("{SILENT_AGENT},greedy");
    let endless_pair = format!("{ENDLESS},greedy");
    let review = "made/data/gen-0000/records/shard-00000.jsonl.zst";
    let works: &[&[&str]] = &[
        &["arena", "-r", "scopa", "-a", &endless_pair, "--hands", "20", "--out", "arena.json"],
        &["arena", "-r", "scopa", "-a", &endless_pair, "--hands", "20", "--records", "arena.jsonl"],
        &["arena", "-r", "scopa", "-a", &endless_pair, "--matches", "4"],
        &["arena", "-r", "scopa", "-a", &silent_pair, "--hands", "20", "--out", "silent.json"],
        &["exploit", "-r", "scopa", "-a", ENDLESS, "--hands", "20"],
        &["equity", "-r", "scopa", "--agent", ENDLESS, "--hands", "200", "--out", "equity.json"],
        &["gain", "-r", "scopa", "-a", ENDLESS, "--base", "greedy"],
        &["selfplay", "-r", "scopa", "-a", ENDLESS, "--with-records", "--out", "rows"],
        &["ladder", "ladder_l.toml", "--out", "ladder"],
        &["tournament", "cup.toml", "--out", "cup"],
        &["learn", "learn.toml", "--out", "net"],
        &["score", ENDLESS, "--suite", "trial", "--whole-hands", "--out", "score"],
        &["review", review],
        &["conform", "--timeout", "3600", "--only", "scopa", "--", "sleep", "3600"],
        &["check-agent", SILENT_AGENT],
    ];
    let folder = endless_folder();
    for (number, words) in works.iter().enumerate() {
        let signal = ["-INT", "-TERM", ""][number % 3];
        let words = match words.iter().position(|word| *word == "--") {
            Some(place) => [&words[..place], &["--verbose"], &words[place..]].concat(),
            None => [words, &["--verbose"][..]].concat(),
        };
        let (status, message) = stopped(folder.path(), &words, signal, true);
        // An error of the lost reader is none.
        assert!(status == Some(1) || (signal.is_empty() && status == Some(0)), "{words:?}: {status:?} {message}");
        assert!(message.contains("stopped ") || status == Some(0), "{words:?}: {message}");
        assert!(!message.contains("forfeits"), "{words:?}: {message}");
    }
    // These keep nothing, so they need not end in good order.
    let solve = ["exploit", "-r", "mini_scopone", "-a", "greedy", "--solve", "1000000000"];
    for words in [
        &["analyse", review, "--ply", "0", "--agent", ENDLESS][..],
        &["perft", "-r", "scopone", "--depth", "30"],
        &solve,
    ] {
        for (signal, expected) in [("-TERM", None), ("", Some(0))] {
            let (status, message) = stopped(folder.path(), &[words, &["--verbose"]].concat(), signal, false);
            assert_eq!(status, expected, "{words:?} {signal}: {message}");
        }
    }
    let left = files(folder.path());
    assert!(!left.keys().any(|name| name.ends_with(".tmp")), "{:?}", left.keys());
    for name in ["arena.json", "silent.json"] {
        let text = String::from_utf8(left[name].clone()).expect("UTF-8");
        assert!(text.contains("\"pairs\":[]"), "{name}: {text}");
    }
    assert!(left["arena.jsonl"].is_empty(), "a hand of hasty decisions is in the records");
    for (folder, of) in [("cup/", "matches.jsonl"), ("score/", "answers.jsonl"), ("net/", "metrics.jsonl")] {
        let lines = left
            .get(&format!("{folder}{of}"))
            .map_or(0, |text| text.split(|byte| *byte == b'\n').count());
        assert!(lines <= 2, "{folder}{of} has results");
    }
}

#[test]
fn matches() {
    const AGENTS: &str = "greedy,ismcts:simulations=4,random";
    ends_the_same(&Work {
        words: &["arena", "-r", "scopa", "-a", AGENTS, "--matches", "60", "--out", "result.json"],
        input: NO_INPUT,
        marker: "result.json",
    });
}

#[test]
fn an_arena_with_records() {
    for records in ["records.jsonl", "records.jsonl.zst"] {
        let agents = "greedy,ismcts:simulations=8,random";
        let hands = ["arena", "-r", "scopa", "-a", agents, "--hands", "400", "--out", "result.json", "--records"];
        let more = [records, "--records-hands", "300"];
        let words = [&hands[..], &more].concat().leak();
        ends_the_same(&Work { words, input: NO_INPUT, marker: "result.json" });
    }
}

#[test]
fn match_equity() {
    ends_the_same(&Work {
        words: &["equity", "-r", "scopa", "--hands", "400", "--agent", "ismcts:simulations=8"],
        input: NO_INPUT,
        marker: "runs/equity-scopa-11.json.partial",
    });
}

#[test]
fn others_say_that_they_resume() {
    let ladder = "title = \"A ladder\"\nrules = \"scopa\"\nseed = 1\n[[row]]\nname = \"one\"\n\
                  agents = [\"ismcts:simulations=8\", \"random\"]\nhands = 600\n";
    let cup = "name = \"Cup\"\nrules = \"scopa\"\nseed = 1\n\
               team = [{ name = \"A\", agent = \"ismcts:simulations=20\" }, { name = \"B\", agent = \"greedy\" }]\n\
               stage = [{ format = \"round_robin\", rounds = 60 }]\n";
    let works = [
        Work {
            words: &["ladder", "ladder_x.toml", "--out", "out"],
            input: ("ladder_x.toml", ladder),
            marker: "out/ladder_x.json.partial",
        },
        Work {
            words: &["tournament", "cup.toml", "--out", "out"],
            input: ("cup.toml", cup),
            marker: "out/matches.jsonl",
        },
        Work {
            words: &[
                "selfplay",
                "-r",
                "scopa",
                "-a",
                "ismcts:simulations=20",
                "--shards",
                "40",
                "--hands-per-shard",
                "20",
                "--out",
                "run",
            ],
            input: NO_INPUT,
            marker: "run/data/gen-0000/rows/shard-00000.parquet",
        },
    ];
    for work in works {
        let folder = work.folder();
        work.interrupt(folder.path(), RESUMES);
        work.finish(folder.path());
        let left = files(folder.path()).into_keys().find(|name| name.ends_with(".partial"));
        assert_eq!(left, None, "{:?}", work.words);
    }
}

/// A result whose hands are not kept cannot get records; one whose records are complete is left alone.
#[test]
fn a_result_without_its_hands_gets_no_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let arena = |more: &[&str]| {
        let words = ["arena", "-r", "scopa", "-a", "greedy,random", "--out", "result.json"];
        let output = run_in(folder.path(), &[&words[..], more].concat());
        (output.status.code(), stderr(&output))
    };
    let records = ["--records", "records.jsonl"];
    let played = |hands: &'static str, more: &[&str]| arena(&[&["--hands", hands], more].concat());
    assert_eq!(played("20", &[]).0, Some(0));
    let (status, message) = played("20", &records);
    assert_eq!(status, Some(2));
    assert!(
        message.contains("--records: result.json holds a result, whose hands are not kept: add --again"),
        "{message}"
    );
    assert_eq!(played("20", &[&records[..], &["--again"]].concat()).0, Some(0));
    let (status, message) = played("20", &records);
    assert!(status == Some(0) && message.contains("nothing was left to play"), "{message}");
    // More hands are added to the records.
    assert_eq!(played("60", &records).0, Some(0));
    let lines = fs::read_to_string(folder.path().join("records.jsonl")).expect("there");
    assert_eq!(lines.lines().count(), 60);
    assert_eq!(played("60", &[&records[..], &["--again"]].concat()).0, Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("records.jsonl")).expect("there"), lines);
    // Records of other hands.
    fs::write(folder.path().join("records.jsonl"), lines.lines().next().expect("a line")).expect("written");
    assert_eq!(played("60", &records).0, Some(2));
}

/// Every verb that keeps its work in a file refuses a second process there, with the same words.
#[test]
fn one_process_works_at_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let work = Work {
        words: &[
            "arena",
            "-r",
            "scopa",
            "-a",
            "ismcts:simulations=20,greedy",
            "--matches",
            "4000",
            "--out",
            "result.json",
        ],
        input: NO_INPUT,
        marker: "result.json",
    };
    let mut first = work.start(folder.path());
    let began = Instant::now();
    while !folder.path().join(work.marker).exists() {
        let is_over = first.try_wait().expect("a status").is_some();
        assert!(!is_over && began.elapsed() < PATIENCE, "it does not play");
        sleep(Duration::from_millis(1));
    }
    for words in [
        work.words,
        &["arena", "-r", "scopa", "-a", "greedy,random", "--hands", "2", "--out", "result.json"],
        &["arena", "-r", "scopa", "-a", "greedy,random", "--hands", "2", "--records", "result.json"],
        &["equity", "-r", "scopa", "--hands", "20", "--out", "result.json"],
        &["merge", "result.json", "--out", "result.json"],
    ] {
        let output = Work { words, ..work }
            .start(folder.path())
            .wait_with_output()
            .expect("the binary ends");
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{words:?}: {message}");
        assert!(message.contains("result.json.lock: another process is working here"), "{words:?}: {message}");
    }
    first.kill().expect("killed");
    first.wait().expect("gone");
}
