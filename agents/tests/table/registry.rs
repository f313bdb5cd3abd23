//! Laws of the registry's rows as data: every agent is configured and documented, and all its text forms agree.

use std::collections::BTreeSet;
use std::fs;

use spariglio_agents::{AGENTS, AgentSpec};

use crate::hands::{game, small};

/// A file or folder of the repository.
fn repository(path: &str) -> String {
    format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"))
}

/// The agents of `configs/agents`.
fn configured() -> Vec<AgentSpec> {
    let folder = fs::read_dir(repository("configs/agents")).expect("the folder of agents");
    let load = |path: &str| AgentSpec::resolve(path).unwrap_or_else(|error| panic!("{error}"));
    folder
        .map(|entry| load(entry.expect("an entry").path().to_str().expect("a plain name")))
        .collect()
}

#[test]
fn every_agent_has_a_configuration_file() {
    let files: BTreeSet<&str> = configured().iter().map(|spec| spec.agent_type().name).collect();
    let rows: BTreeSet<&str> = AGENTS.iter().map(|row| row.name).collect();
    assert_eq!(files, rows);
}

#[test]
fn strings_and_tables_mean_the_same() {
    let game = game("scopa");
    let texts = AGENTS.iter().filter(|row| !row.is_program()).map(|row| small(row, &game));
    let texts: Vec<String> = texts.chain(configured().iter().map(ToString::to_string)).collect();
    for text in texts {
        let spec = AgentSpec::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(AgentSpec::parse(&spec.to_string()), Ok(spec.clone()), "{text}");
        let table = AgentSpec::from_toml(&table(&spec)).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(table.to_string(), spec.to_string());
        assert_eq!(table, spec);
    }
}

/// The TOML table of an agent: numbers, `true` and `false` as they are, everything else in quotes.
fn table(spec: &AgentSpec) -> String {
    let row = spec.agent_type();
    let mut table = format!("type = \"{}\"\n", row.name);
    for option in row.options() {
        let value = spec.value(option).expect("an option of the row");
        if value.parse::<f64>().is_ok() || value.parse::<bool>().is_ok() {
            table.push_str(&format!("{option} = {value}\n"));
        } else if !value.is_empty() {
            table.push_str(&format!("{option} = {value:?}\n"));
        }
    }
    table
}

#[test]
fn every_agent_is_in_the_documentation() {
    let docs = fs::read_to_string(repository("docs/explanation/agents.md")).expect("the page");
    for row in AGENTS {
        let listed = docs
            .lines()
            .any(|line| line.starts_with("| `") && line.contains(&format!("`{}`", row.name)));
        assert!(listed, "docs/explanation/agents.md has no row for {}", row.name);
    }
}
