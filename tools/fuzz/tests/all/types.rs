//! No name stands for two types of a crate.

use std::collections::BTreeMap;
use std::fs;

use crate::unsafe_code::{members, root, sources};

/// The names that stay: the crate, the name, the reason.
const ALLOWED: &[(&str, &str, &str)] = &[("apps/cli", "Args", "each verb has its own")];

/// The name of the type that a line outside of all blocks declares.
fn declared(line: &str) -> Option<&str> {
    let is_name = |sign: char| sign.is_alphanumeric() || sign == '_';
    let item = match line.strip_prefix("pub") {
        Some(rest) => rest.split_once(' ')?.1,
        None => line,
    };
    let (keyword, name) = item.split_once(' ')?;
    let is_type = ["struct", "enum", "trait", "type"].contains(&keyword);
    is_type.then(|| name.split(|sign| !is_name(sign)).next().unwrap_or_default())
}

#[test]
fn a_name_stands_for_one_type_of_a_crate() {
    for folder in members() {
        let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let is_product = |file: &String| !file.contains("/tests/") && !file.ends_with("/tests.rs");
        for file in sources(&format!("{folder}/src")).into_iter().filter(is_product) {
            let text = fs::read_to_string(root().join(&file)).expect("UTF-8");
            for name in text.lines().filter_map(declared) {
                files.entry(name.to_owned()).or_default().push(file.clone());
            }
        }
        let is_allowed = |name: &str| ALLOWED.iter().any(|(of, stays, _)| *of == folder && *stays == name);
        files.retain(|name, files| files.len() > 1 && !is_allowed(name));
        assert!(files.is_empty(), "{folder}: {files:#?}");
    }
}
