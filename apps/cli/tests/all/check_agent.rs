//! `spariglio check-agent` from the point of view of a program's author.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::{program, spariglio, text};

fn check(arguments: &[&str]) -> Output {
    spariglio(&[&["check-agent"], arguments].concat(), "")
}

#[test]
fn the_example_passes_and_says_who_it_is() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../notebooks/examples/agents/random_agent.py");
    let example = example.display().to_string();
    let output = check(&["--rules", "scopa,cirullone", "--hands", "1", "--", "python3", &example]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{out}");
    assert!(out.contains("random (Python) 1 by Spariglio") && out.contains("declares in cirullone"), "{out}");
    assert!(out.ends_with("14 checks, 0 failed\n"), "{out}");
}

#[test]
fn a_failed_check_is_exit_status_one_and_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = folder.path().join("bot.sh");
    fs::write(&bot, "echo no idea how >&2\nexit 7\n").expect("written");
    let spec = format!("external:command=sh '{}'", bot.display());
    let output = check(&["--rules", "scopa", "--json", &spec]);
    assert_eq!(output.status.code(), Some(1));
    for line in text(&output.stdout).lines() {
        let check: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(check["passed"], false, "{line}");
        let detail = check["detail"].as_str().expect("a text");
        assert!(detail.contains("exit status: 7") && detail.contains("no idea how"), "{line}");
    }
}

#[test]
fn a_bot_that_does_not_flush_is_told_so_even_where_the_environment_flushes() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = folder.path().join("bot.py");
    let example = include_str!("../../../../notebooks/examples/agents/random_agent.py");
    assert!(example.contains("flush=True"));
    fs::write(&bot, example.replace("flush=True", "flush=False")).expect("written");
    let spec = format!("external:command=python3 '{}':start_millis=3000", bot.display());
    let output = program()
        .args(["check-agent", "--rules", "scopa", &spec])
        .env("PYTHONUNBUFFERED", "1")
        .output()
        .expect("the binary starts");
    let out = text(&output.stdout);
    assert!(out.contains("no answer within 3000 ms: its answer waits in a buffer"), "{out}");
    assert!(out.ends_with("1 checks, 1 failed; the others need an answer to the greeting\n"), "{out}");
}

#[test]
fn equal_faults_end_the_checks() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = folder.path().join("bot.sh");
    let ready = r#"{"id":0,"type":"ready","protocol":1,"name":"x"}"#;
    fs::write(&bot, format!("read line\necho '{ready}'\ncat >/dev/null\n")).expect("written");
    let spec = format!("external:command=sh '{}':millis=100", bot.display());
    let out = check(&["--rules", "scopa", &spec]);
    let lines: Vec<&str> = text(&out.stdout).lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[1].contains("no answer within 100 ms"), "{lines:?}");
    assert!(lines[2].contains("the same again, so the other checks are left out"), "{lines:?}");
    assert_eq!(lines[3], "3 checks, 2 failed");
}

#[test]
fn what_is_no_program_is_refused() {
    for arguments in [&["greedy"] as &[&str], &["external"], &[], &["external:command=x", "--", "y"]] {
        let output = check(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
    }
    assert!(text(&check(&["greedy"]).stderr).contains("agent greedy: expected a program"));
}

#[cfg(unix)]
#[test]
fn a_faulty_line_and_a_faulty_script_are_told_with_the_way_out() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let ready = |id: u64, name: &str| {
        let line = format!(r#"{{"id":{id},"type":"ready","protocol":1,"name":"{name}"}}"#);
        format!("#!/bin/sh\nread line\necho '{line}'\ncat >/dev/null\n")
    };
    for (place, (script, expected)) in [
        ("#!/bin/sh\necho hello\ncat >/dev/null\n".to_owned(), "expected one JSON object per line"),
        (ready(5, "x"), "an answer with id 5, expected 0: repeat the id of the question"),
        (ready(0, "a,b:c"), "name is `a,b:c`, expected 1 to 60 letters"),
        ("#!/no/such/python\n".to_owned(), "is not here: #!/no/such/python"),
        ("#!/bin/sh\r\ncat\r\n".to_owned(), "its lines end in CR LF"),
    ]
    .into_iter()
    .enumerate()
    {
        let bot = folder.path().join(format!("bot{place}"));
        fs::write(&bot, script).expect("written");
        fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).expect("changed");
        let output = check(&["--rules", "scopa", "--", text(bot.as_os_str().as_encoded_bytes())]);
        let report = text(&output.stdout);
        assert!(output.status.code() == Some(1) && report.contains(expected), "{report}");
    }
}
