//! The hands that a command line chooses.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use spariglio_conform::{FILES, SuiteHand};

/// The hands whose rule sets have a name in `only`, at most `most` per rule set, in the order of the suite.
pub fn hands(only: Option<&str>, most: Option<u64>) -> Result<Vec<SuiteHand>> {
    let all: Vec<SuiteHand> = FILES.iter().flat_map(|file| file.hands()).collect();
    let names: BTreeSet<String> = all.iter().map(|hand| hand.group.clone()).collect();
    let wanted = match only {
        Some(only) => wanted(only, &names)?,
        None => names,
    };
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut is_chosen = |hand: &SuiteHand| {
        let count = counts.entry(hand.group.clone()).or_default();
        *count += 1;
        wanted.contains(&hand.group) && most.is_none_or(|most| *count <= most)
    };
    Ok(all.into_iter().filter(|hand| is_chosen(hand)).collect())
}

/// The names that a list of names or parts of names chooses.
fn wanted(only: &str, names: &BTreeSet<String>) -> Result<BTreeSet<String>> {
    let mut wanted = BTreeSet::new();
    for part in only.split(',').map(str::trim) {
        let whole = names.get(part).into_iter();
        let parts = names.iter().filter(|name| !names.contains(part) && name.contains(part));
        let matching: Vec<String> = whole.chain(parts).cloned().collect();
        if matching.is_empty() {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            bail!("--only {part}: expected a part of one of these names: {}", names.join(", "));
        }
        wanted.extend(matching);
    }
    Ok(wanted)
}
