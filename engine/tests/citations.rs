//! Every citation has its target: files under `docs/`, rules of the rule book, targets of Markdown links.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

const TEXTS: [&str; 7] = ["rs", "md", "toml", "sh", "py", "yml", "run"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Whether a folder holds generated files: builds, caches, results.
fn is_made(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    let is_hidden = name.starts_with('.') && ![".ci", ".cargo", ".github"].contains(&&*name);
    let is_result = ["dist", "runs"].iter().any(|made| folder == root().join(made));
    is_hidden || is_result || ["target", "__pycache__"].contains(&&*name)
}

/// The texts of the repository: every file of a known kind.
fn texts() -> Vec<(PathBuf, String)> {
    let mut folders = vec![root()];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let (path, kind) = (entry.path(), entry.file_type().expect("a kind"));
            if kind.is_dir() && !is_made(&path) {
                folders.push(path);
            } else if kind.is_file() && is_text(&path) {
                let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                texts.push((path, text));
            }
        }
    }
    assert!(texts.len() > 100, "only {} texts found", texts.len());
    texts
}

fn is_text(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy());
    path.ends_with("Makefile") || extension.map_or(path.ends_with(".ci/run"), |found| TEXTS.contains(&&*found))
}

/// The rest of the line from each occurrence of `pattern` in `text`.
fn after<'a>(text: &'a str, pattern: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines()
        .flat_map(move |line| line.match_indices(pattern).map(move |(at, _)| &line[at..]))
}

/// The start of `text` that can be a path.
fn path_in(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric() && !"_./-".contains(letter));
    text[..end.unwrap_or(text.len())].trim_end_matches(['.', '-'])
}

#[test]
fn cited_documents_exist() {
    let mut missing = Vec::new();
    for (file, text) in texts() {
        for cited in after(&text, "docs/") {
            let path = path_in(cited);
            let pattern = cited[path.len()..].starts_with('*');
            let (folder, start) = path.rsplit_once('/').expect("docs/ is in it");
            let exists = if pattern {
                fs::read_dir(root().join(folder)).is_ok_and(|mut entries| {
                    entries.any(|entry| entry.is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with(start)))
                })
            } else {
                root().join(path).exists()
            };
            if !exists {
                missing.push(format!("{}: {path}", file.display()));
            }
        }
    }
    assert!(missing.is_empty(), "cited, but not there:\n{}", missing.join("\n"));
}

/// The letters and numbers of the rule book: sections (`C`, `C.4`), rules (`CL9`), decisions, examples.
fn labels() -> HashSet<String> {
    let book = fs::read_to_string(root().join("docs/reference/rules.md")).expect("the rule book");
    let mut labels = HashSet::new();
    let mut section = "";
    for line in book.lines() {
        if let Some(heading) = line.strip_prefix("# ").or_else(|| line.strip_prefix("## ")) {
            section = heading.split([' ', ':']).next().unwrap_or_default().trim_end_matches('.');
            labels.insert(section.to_owned());
        } else if let Some(item) = line.strip_prefix("- ").or_else(|| line.strip_prefix("| ")) {
            labels.insert(item.split(' ').next().unwrap_or_default().to_owned());
        } else if let Some((number, _)) = line.split_once(". ") {
            labels.insert(format!("{section}.{number}"));
        }
    }
    labels
}

/// Whether a word looks like a numbered label: one or two capitals, an optional full stop, then digits.
fn is_label(word: &str) -> bool {
    let number = word.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let letters = word.len() - number.len();
    let digits = number.strip_prefix('.').unwrap_or(number);
    (1..=2).contains(&letters) && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[test]
fn cited_rules_are_in_the_rule_book() {
    let labels = labels();
    let mut count = 0;
    for (file, text) in texts() {
        for cited in after(&text, "docs/reference/rules.md") {
            let cited = cited["docs/reference/rules.md".len()..]
                .split("docs/")
                .next()
                .unwrap_or_default();
            let words = cited.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.');
            for word in words.map(|word| word.trim_matches('.')).filter(|word| is_label(word)) {
                count += 1;
                assert!(labels.contains(word), "{}: docs/reference/rules.md has no {word}", file.display());
            }
        }
    }
    assert!(count > 50, "only {count} rules are cited");
}

/// The name of a heading in links: lower case, words joined by hyphens.
fn anchor(heading: &str) -> String {
    let title = heading.trim_start_matches('#').trim().to_lowercase();
    title
        .chars()
        .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

/// Whether a page has a heading or a named place with this anchor.
fn has_anchor(text: &str, wanted: &str) -> bool {
    let place = format!(r#"<a id="{wanted}">"#);
    let mut lines = text.lines();
    lines.any(|line| (line.starts_with('#') && anchor(line) == wanted) || line.contains(&place))
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for (file, text) in texts() {
        if file.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        for link in after(&text, "](") {
            let target = link[2..].split(')').next().unwrap_or_default();
            if target.contains("://") {
                continue;
            }
            let (path, wanted) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() {
                file.clone()
            } else {
                file.with_file_name(path)
            };
            let there = path.exists()
                && (wanted.is_empty() || fs::read_to_string(&path).is_ok_and(|text| has_anchor(&text, wanted)));
            if !there {
                broken.push(format!("{}: {target}", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}
