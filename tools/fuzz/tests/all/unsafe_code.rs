//! `unsafe` occurs only in a few named files: every crate forbids or denies it, and these are all the exceptions.

use std::fs;
use std::path::{Path, PathBuf};

/// The files with unsafe code, and the purpose of that code.
const NAMED: &[(&str, &str)] = &[
    ("agents/src/net/kernel.rs", "calls code for a level that the processor was found to have"),
    ("agents/src/net/kernel/wasm.rs", "loads and stores vectors of the networks"),
    ("agents/src/net/kernel/x86.rs", "vector instructions of the networks"),
    ("agents/src/search/level.rs", "calls code for a level that the processor was found to have"),
    ("apps/bot/src/c.rs", "the functions for C and WebAssembly"),
    ("engine/src/vector.rs", "vector instructions of the engine, and asking ahead for memory"),
    ("engine/tests/support/counting.rs", "a test's allocator, which counts"),
    ("train/torch/src/cuda.rs", "opens a library of the system"),
];

/// The crate with macros that allow unsafe code (`s!` of ndarray), so it denies instead of forbidding.
const WITH_MACROS: &str = "arena/stats";

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The workspace's crates, from its manifest.
pub fn members() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let members = manifest["workspace"]["members"].as_array().expect("a list");
    members.iter().map(|name| name.as_str().expect("a text").to_owned()).collect()
}

/// All Rust files in a folder, by path from the root.
pub fn sources(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    let mut files = Vec::new();
    for path in names.map(|name| format!("{folder}/{name}")) {
        if root().join(&path).is_dir() {
            files.extend(sources(&path));
        } else if path.ends_with(".rs") {
            files.push(path);
        }
    }
    files
}

/// Whether a line begins or allows unsafe code.
fn is_unsafe(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let begins = ["unsafe {", "unsafe fn ", "unsafe impl ", "unsafe trait ", "unsafe extern ", "#[unsafe("];
    begins.iter().any(|word| code.contains(word)) || code.contains("allow(unsafe_code)")
}

#[test]
fn unsafe_code_stands_in_the_named_files_only() {
    let this = "tools/fuzz/tests/all/unsafe_code.rs";
    let files = members().into_iter().flat_map(|member| sources(&member));
    let mut files: Vec<String> = files
        .filter(|path| path != this)
        .filter(|path| fs::read_to_string(root().join(path)).expect("UTF-8").lines().any(is_unsafe))
        .collect();
    files.sort();
    // A crate may be in the folder of another, so files may be found twice.
    files.dedup();
    let named: Vec<&str> = NAMED.iter().map(|(path, _)| *path).collect();
    assert_eq!(files, named);
}

#[test]
fn every_crate_forbids_or_denies_unsafe_code() {
    for member in members() {
        let library = root().join(&member).join("src/lib.rs");
        let text = fs::read_to_string(&library).expect("a library");
        let has_named = NAMED.iter().any(|(path, _)| path.starts_with(&format!("{member}/src/")));
        let wanted = if has_named || member == WITH_MACROS {
            "#![deny(unsafe_code)]"
        } else {
            "#![forbid(unsafe_code)]"
        };
        assert!(text.contains(wanted), "{}: expected {wanted}", library.display());
    }
}
