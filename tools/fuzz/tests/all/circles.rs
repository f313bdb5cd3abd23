//! The modules of a crate form no circle: beside a parent and its own children, none uses another that uses it.
//!
//! The modules are read from the sources: what a file names by `use`, `crate::`, `super::` or the name of a child.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::unsafe_code::{members, root, sources};

/// The circles that stay: the crate, the modules, the reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    (
        "engine",
        "game hand::capture::small_table hand::deal hand::declaration hand::score::prime hand::state",
        "a game holds tables for the speed of hands, and a table is made for a game",
    ),
    ("apps/python", "game hand view wording", "classes of Python make each other"),
];

type Path = Vec<String>;

/// The paths that a module names.
struct Module {
    uses: Vec<Path>,
    /// Names that it passes on, each with its path.
    exports: BTreeMap<String, Path>,
}

/// The paths of a use tree, each with the name that it gets.
fn expand(prefix: &str, tree: &str, paths: &mut Vec<(String, Path)>) {
    let Some((head, rest)) = tree.split_once('{') else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, tree));
        let path: Path = format!("{prefix}{path}").split("::").map(str::to_owned).collect();
        paths.push((name.rsplit("::").next().unwrap_or_default().to_owned(), path));
        return;
    };
    let (mut depth, mut start) = (0, 0);
    let inner = &rest[..rest.rfind('}').expect("a closed tree")];
    for (at, sign) in inner.char_indices().chain([(inner.len(), ',')]) {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = inner[start..at].trim();
                if !part.is_empty() {
                    expand(&format!("{prefix}{head}"), part, paths);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

fn read(text: &str) -> Module {
    let code = text.split("\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("// ").next().unwrap_or_default().trim());
    let (mut body, mut uses, mut exports, mut children) = (String::new(), Vec::new(), Vec::new(), BTreeSet::new());
    let mut lines = lines.filter(|line| !line.starts_with("//"));
    while let Some(line) = lines.next() {
        let (visibility, item) = match line.strip_prefix("pub") {
            Some(rest) => rest.split_once(' ').unwrap_or(("", rest)),
            None => ("-", line),
        };
        if let Some(tree) = item.strip_prefix("use ") {
            let mut tree = tree.to_owned();
            while !tree.ends_with(';') {
                tree.push_str(lines.next().expect("a use ends"));
            }
            let paths = if visibility == "-" { &mut uses } else { &mut exports };
            expand("", tree.trim_end_matches(';'), paths);
        } else {
            if let Some(child) = item.strip_prefix("mod ").and_then(|name| name.strip_suffix(';')) {
                children.insert(child.to_owned());
            }
            body.push_str(line);
            body.push('\n');
        }
    }
    let words: Vec<&str> = body
        .split(|sign: char| !(sign.is_alphanumeric() || "_:".contains(sign)))
        .collect();
    let named: BTreeSet<&str> = words.iter().flat_map(|word| word.split(':')).collect();
    let mut uses: Vec<Path> = uses.into_iter().map(|(_, path)| path).collect();
    uses.extend(
        exports
            .iter()
            .filter(|(name, _)| named.contains(name.as_str()))
            .map(|(_, path)| path.clone()),
    );
    for word in words {
        let path: Path = word.split("::").map(str::to_owned).collect();
        if path.len() > 1 && (["crate", "super", "self"].contains(&&*path[0]) || children.contains(&path[0])) {
            uses.push(path);
        }
    }
    Module { uses, exports: exports.into_iter().collect() }
}

/// The module that a path of the module `at` leads to, through all that pass its name on.
fn target(modules: &BTreeMap<Path, Module>, at: &[String], path: &[String]) -> Option<Path> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    let is_child = |name: &String| modules.contains_key(&[at, std::slice::from_ref(name)].concat());
    let whole = match path[0].as_str() {
        "crate" => path[1..].to_vec(),
        "self" => [at, &path[1..]].concat(),
        "super" => [&at[..at.len().checked_sub(ups)?], &path[ups..]].concat(),
        _ if is_child(&path[0]) => [at, path].concat(),
        _ => return None,
    };
    let length = (0..=whole.len()).rev().find(|&length| modules.contains_key(&whole[..length]))?;
    let (module, rest) = whole.split_at(length);
    match rest
        .split_first()
        .and_then(|(name, rest)| Some((modules[module].exports.get(name)?, rest)))
    {
        Some((export, rest)) if export.len() > 1 => {
            target(modules, module, &[export, rest].concat()).or_else(|| Some(module.to_vec()))
        }
        _ => Some(module.to_vec()),
    }
}

/// All modules that one leads to, without the way from a child to its parents.
fn reached(edges: &BTreeMap<&Path, BTreeSet<Path>>, from: &Path) -> BTreeSet<Path> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(module) = open.pop() {
        for next in &edges[&module] {
            if !module.starts_with(next) && reached.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    reached
}

/// The circles of a crate, each as the names of its modules.
fn circles(folder: &str) -> BTreeSet<String> {
    let start = format!("{folder}/src/");
    let mut modules = BTreeMap::new();
    for file in sources(&format!("{folder}/src")) {
        let name = file[start.len()..].trim_end_matches(".rs");
        let mut path: Path = name.split('/').map(str::to_owned).collect();
        if path.iter().any(|part| part == "tests" || part == "main") {
            continue;
        }
        path.retain(|part| part != "lib");
        modules.insert(path, read(&fs::read_to_string(root().join(&file)).expect("UTF-8")));
    }
    let targets = |path: &Path| {
        modules[path]
            .uses
            .iter()
            .filter_map(|used| target(&modules, path, used))
            .collect()
    };
    let edges: BTreeMap<&Path, BTreeSet<Path>> = modules.keys().map(|path| (path, targets(path))).collect();
    let reached: BTreeMap<&Path, BTreeSet<Path>> = modules.keys().map(|path| (path, reached(&edges, path))).collect();
    let in_circle = modules.keys().filter(|path| reached[path].contains(*path));
    let circle = |path: &Path| {
        let names = reached[path].iter().filter(|other| reached[other].contains(path));
        names.map(|name| name.join("::")).collect::<Vec<_>>().join(" ")
    };
    in_circle.map(circle).collect()
}

#[test]
fn modules_form_no_circle() {
    for folder in members() {
        let allowed = ALLOWED.iter().filter(|(of, ..)| *of == folder);
        let allowed: BTreeSet<String> = allowed.map(|(_, modules, _)| (*modules).to_owned()).collect();
        assert_eq!(circles(&folder), allowed, "{folder}");
    }
}
