//! The page of configuration files says what the program accepts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use spariglio_arena::contests::ArenaFile;
use spariglio_arena::studies::ladder::Ladder;
use spariglio_arena::tournaments::Plan;
use spariglio_files::Config;
use spariglio_selfplay::SelfplayConfig;
use spariglio_train::LearnConfig;
use toml::{Table, Value};

/// The repository's folder.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The answer of the program to a file.
type Read = fn(&Path) -> Result<(), String>;

/// For each section of the page an example, and how it is read.
const EXAMPLES: [(&str, &str, Read); 5] = [
    ("Self-play", "selfplay/cirulla.toml", |path| told(SelfplayConfig::load(path))),
    ("Learning", "learn/cirulla_search.toml", |path| told(LearnConfig::load(path))),
    ("Arena", "arena/demo.toml", |path| told(ArenaFile::load(path, Some(Path::new("runs/x"))))),
    ("Ladder", "../arena/tests/ladder.toml", |path| told(Ladder::load(path))),
    ("Tournament", "tournament/cirulla_teams.toml", |path| told(Plan::load(path, false))),
];

/// The program in the example of a tournament: its path starts elsewhere, so another agent takes its place.
const PROGRAM: &str = r#"{ type = "external", command = "python3 notebooks/examples/agents/random_agent.py" }"#;

fn told<T, E: ToString>(read: Result<T, E>) -> Result<(), String> {
    read.map(drop).map_err(|error| error.to_string())
}

fn page(name: &str) -> String {
    fs::read_to_string(format!("{ROOT}/docs/reference/{name}")).expect(name)
}

/// A row of the page: section, table, key, type, range and meaning.
type Row = [String; 6];

/// The rows of the page with a range from one number to another, or with choices.
fn limited(page: &str) -> Vec<Row> {
    let (mut section, mut table, mut rows) = ("", "", Vec::new());
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            (section, table) = (title, "");
        } else if let Some(title) = line.strip_prefix("### ") {
            table = title.trim_matches('`');
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if cells.len() > 5 && (cells[4].contains(" to ") || cells[2] == "choice") {
            rows.push([section, table, cells[1].trim_matches('`'), cells[2], cells[4], cells[5]].map(str::to_owned));
        }
    }
    rows
}

/// The table of an example with a heading such as `[data.exploration]` or `[[row]]`, in which it is the first one.
fn named<'a>(example: &'a mut Table, heading: &str) -> Option<&'a mut Table> {
    let path = heading.trim_matches(['[', ']']);
    path.split('.')
        .filter(|part| !part.is_empty())
        .try_fold(example, |table, part| {
            let inner = table.get_mut(part)?;
            match inner {
                Value::Array(tables) => tables.first_mut()?.as_table_mut(),
                inner => inner.as_table_mut(),
            }
        })
}

/// A value above a range, in a list if the type is one.
fn above(kind: &str, range: &str) -> Value {
    let high = range.split(" to ").nth(1).expect("a bound");
    let value = match kind.contains("whole") {
        true => Value::Integer(high.parse::<i64>().expect("a number") + 1),
        false => Value::Float(high.parse::<f64>().expect("a number") * 1.5),
    };
    match kind.split_once(": ") {
        Some(("list of 2", _)) => Value::Array(vec![value.clone(), value]),
        Some(_) => Value::Array(vec![value]),
        None => value,
    }
}

/// The example of a section with one key set, as the program reads it.
fn set([section, heading, key, ..]: &Row, value: Value) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file.toml");
    let (_, name, read) = EXAMPLES.iter().find(|(title, ..)| title == section).expect("an example");
    let text = fs::read_to_string(format!("{ROOT}/configs/{name}")).expect(name);
    let mut example: Table = text.replace(PROGRAM, "\"random\"").parse().expect("TOML");
    fs::write(&file, example.to_string()).expect("written");
    read(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
    let table = named(&mut example, heading).unwrap_or_else(|| panic!("{name} has no {heading}"));
    // Without decisions of the critic, `decisions` may not be 0.
    if key == "decisions" {
        table.insert("critic_decisions".to_owned(), Value::Integer(1));
    }
    table.insert(key.clone(), value);
    fs::write(&file, example.to_string()).expect("written");
    read(&file)
}

#[test]
fn a_value_above_its_range_is_refused_with_that_range() {
    let rows = limited(&page("configuration.md"));
    let rows: Vec<&Row> = rows.iter().filter(|row| row[3] != "choice").collect();
    assert!(rows.len() >= 35, "{rows:?}");
    for row in rows {
        let [section, heading, key, kind, range, _] = row;
        let error = set(row, above(kind, range)).expect_err(&format!("{section}: {heading} {key} above its range"));
        assert!(error.contains(&format!("expected {range}")), "{section}: {heading} {key}: {range}: {error}");
    }
}

#[test]
fn every_choice_is_known() {
    let rows = limited(&page("configuration.md"));
    let rows: Vec<&Row> = rows.iter().filter(|row| row[3] == "choice").collect();
    assert!(rows.len() >= 6, "{rows:?}");
    for row in rows {
        let choices: Vec<&str> = row[5]
            .split("`\"")
            .skip(1)
            .filter_map(|text| text.split("\"`").next())
            .collect();
        assert!(choices.len() >= 2, "{row:?}");
        for choice in choices {
            // Another key may exclude a choice, but none is unknown.
            if let Err(error) = set(row, Value::String(choice.to_owned())) {
                assert!(!error.contains("expected one of"), "{row:?}: {choice}: {error}");
            }
        }
    }
}

/// The keys of a table and of the tables in it, but not those of rule sets, agents and their options.
fn keys(table: &Table, names: &mut BTreeSet<String>) {
    for (key, value) in table {
        names.insert(key.clone());
        let is_free = ["rules", "agent", "base", "options"].contains(&key.as_str());
        match value {
            Value::Table(inner) if !is_free => keys(inner, names),
            Value::Array(values) => values.iter().filter_map(Value::as_table).for_each(|inner| keys(inner, names)),
            _ => {}
        }
    }
}

#[test]
fn every_key_of_the_configurations_is_on_a_page() {
    let (files, agents) = (page("configuration.md"), page("agent_options.md"));
    for folder in ["agents", "arena", "learn", "selfplay", "selfplay/release", "tournament"] {
        for entry in fs::read_dir(format!("{ROOT}/configs/{folder}")).expect(folder) {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let mut names = BTreeSet::new();
            keys(&fs::read_to_string(&path).expect("read").parse().expect("TOML"), &mut names);
            let page = if folder == "agents" { &agents } else { &files };
            names.remove("type");
            for key in names {
                assert!(page.contains(&format!("| `{key}` |")), "{}: {key}", path.display());
            }
        }
    }
}
