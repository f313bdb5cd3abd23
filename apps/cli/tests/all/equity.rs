//! `spariglio equity`: the table, the picture and the errors.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::common::run_in;

/// Runs the verb in a fresh folder named `name`.
fn equity(name: &str, args: &[&str]) -> (Output, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    (run_in(&folder, &[&["equity"], args].concat()), folder)
}

#[test]
fn tables_and_pictures_of_several_limits_come_from_the_same_hands() {
    let args = ["--rules", "cirulla", "--limit", "11,51", "--hands", "2000", "--json"];
    let (output, folder) = equity("equity-limits", &args);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let tables: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (table, limit) in tables.iter().zip([11, 51]) {
        assert_eq!(table["chances"]["limit"], limit);
        let row = |name: &str| table[name]["forehand"][0][0].as_f64().unwrap();
        assert!((row("chances") - 0.5).abs() < 0.05 && row("errors") > 0.0);
        let file = std::fs::read_to_string(folder.join(format!("runs/equity-cirulla-{limit}.json"))).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&file).unwrap(), *table);
        let picture = std::fs::read_to_string(folder.join(format!("runs/equity-cirulla-{limit}.svg"))).unwrap();
        assert!(picture.contains("cirulla"));
        let pixels = std::fs::read(folder.join(format!("runs/equity-cirulla-{limit}.png"))).unwrap();
        assert!(pixels.starts_with(b"\x89PNG"));
    }
    assert_eq!(tables[0]["hand"], tables[1]["hand"]);
}

#[test]
fn what_cannot_be_made_is_refused() {
    for (args, reason) in [
        (vec!["--rules", "scopone_messina", "--hands", "20"], "3 sides: expected 2"),
        (vec!["--limit", "11,21", "--out", "x.json"], "expected one --limit"),
        (vec!["--picture", "x.gif"], "ends in .svg"),
        (vec!["--out", "x.svg"], "ends in .json"),
        (vec!["--agent", "clever"], "clever"),
    ] {
        let (output, _) = equity("equity-refused", &args);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(reason), "{text}");
    }
}
