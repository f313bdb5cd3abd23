//! The levels of the crates and the owners of large libraries are as ARCHITECTURE.md lists them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toml::Table;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines `key: value` of a fenced block of ARCHITECTURE.md.
fn block(name: &str) -> Vec<(String, String)> {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("a page");
    let (_, rest) = page
        .split_once(&format!("```{name}\n"))
        .unwrap_or_else(|| panic!("no block `{name}`"));
    let (lines, _) = rest.split_once("```").expect("the block ends");
    let pairs = lines
        .lines()
        .map(|line| line.split_once(": ").unwrap_or_else(|| panic!("`{line}`: no `: `")));
    pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

fn manifest(folder: &str) -> Table {
    let text = fs::read_to_string(root().join(folder).join("Cargo.toml")).expect("a manifest");
    text.parse().expect("TOML")
}

fn members() -> Vec<String> {
    let members = manifest(".")["workspace"]["members"].as_array().expect("a list").clone();
    members.iter().map(|name| name.as_str().expect("a text").to_owned()).collect()
}

/// The names of all crates that a crate is built with, on any system and with any feature.
fn dependencies(folder: &str) -> Vec<String> {
    let manifest = manifest(folder);
    let mut tables: Vec<&Table> = manifest
        .get("dependencies")
        .and_then(|table| table.as_table())
        .into_iter()
        .collect();
    if let Some(targets) = manifest.get("target").and_then(|table| table.as_table()) {
        tables.extend(targets.values().filter_map(|target| target.get("dependencies")?.as_table()));
    }
    tables.into_iter().flat_map(|table| table.keys().cloned()).collect()
}

#[test]
fn every_crate_depends_on_lower_levels_only() {
    let mut levels: BTreeMap<String, usize> = BTreeMap::new();
    for (place, (_, folders)) in block("levels").into_iter().enumerate() {
        for folder in folders.split(' ') {
            let name = manifest(folder)["package"]["name"].as_str().expect("a name").to_owned();
            assert!(levels.insert(name, place).is_none(), "{folder} is listed twice");
        }
    }
    assert_eq!(levels.len(), members().len(), "every crate has a level");
    for folder in members() {
        let name = manifest(&folder)["package"]["name"].as_str().expect("a name").to_owned();
        for below in dependencies(&folder).iter().filter(|name| name.starts_with("spariglio-")) {
            assert!(levels[below] < levels[&name], "{name} depends on {below}, which is not on a lower level");
        }
    }
}

#[test]
fn each_large_library_has_its_owners() {
    for (library, owners) in block("owners") {
        let users: Vec<String> = members()
            .into_iter()
            .filter(|folder| dependencies(folder).contains(&library))
            .collect();
        assert_eq!(users.join(" "), owners, "{library}");
    }
}
