//! Options have one spelling and one meaning over all verbs.

use std::collections::{BTreeMap, BTreeSet};

use clap::{Arg, Command, CommandFactory};

use crate::Arguments;

/// A placeholder and a meaning.
type Pair = (&'static str, &'static str);

/// Options with several placeholders and meanings, and the reason.
const SEVERAL: &[(&str, &[Pair], &str)] = &[
    (
        "out",
        &[("FILE", "File to write"), ("DIR", "Folder to write")],
        "some verbs write one file, others a folder",
    ),
    (
        "rules",
        &[
            ("NAME|FILE", "Preset name, or TOML file of rules"),
            ("NAME,...", "Presets or rule files, separated by commas"),
        ],
        "check-agent takes several games",
    ),
    (
        "pool",
        &[
            ("A,B,...", "Opponents of the pool, separated by commas, instead of the usual searches"),
            ("DIR", "Folder of a pool with a history"),
        ],
        "exploit takes the agents themselves, ladder those of a folder",
    ),
    (
        "depth",
        &[("N", "Maximum number of actions"), ("", "Measure how much thought pays")],
        "the depth of a count, and that of a game",
    ),
    (
        "decisions",
        &[
            ("N", "Decisions judged per hand, drawn at random"),
            ("N", "Decisions to learn from by policy gradient"),
        ],
        "gain judges them, learn makes them",
    ),
];

/// Verbs without `--json`, and the reason.
const NO_JSON: &[(&str, &str)] = &[
    ("deal", "prints records, which are JSON Lines"),
    ("play", "talks to a person"),
    ("serve", "talks to a browser"),
    ("mcp", "talks to a program"),
    ("rules", "has it at its own verbs"),
    ("completions", "prints a script"),
    ("man", "prints a page"),
];

/// An option as its users meet it.
#[derive(Clone, Eq, PartialEq, Debug)]
struct Spelling {
    placeholder: String,
    short: Option<char>,
    /// The help up to the first detail or default.
    meaning: String,
}

/// The command and all commands in it, with their names.
fn commands(name: &str, command: &Command) -> Vec<(String, Command)> {
    let inner = command
        .get_subcommands()
        .flat_map(|inner| commands(&format!("{name} {}", inner.get_name()), inner));
    let mut all: Vec<_> = inner.collect();
    all.push((name.to_owned(), command.clone()));
    all
}

fn spelling(arg: &Arg) -> Spelling {
    let names = arg.get_value_names().filter(|_| arg.get_action().takes_values());
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let ends = [". ", "; ", ": ", " ["].iter().filter_map(|end| help.find(end));
    let meaning = &help[..ends.min().unwrap_or(help.len())];
    Spelling {
        placeholder: names.map(|names| names.join(" ")).unwrap_or_default(),
        short: arg.get_short(),
        meaning: meaning.to_owned(),
    }
}

#[test]
fn an_option_has_one_placeholder_one_letter_and_one_meaning() {
    let mut known: BTreeMap<String, (String, Spelling)> = BTreeMap::new();
    let mut letters: BTreeMap<char, String> = BTreeMap::new();
    let (mut known_spellings, mut faults) = (BTreeSet::new(), Vec::new());
    for (verb, command) in commands("spariglio", &Arguments::command()) {
        for arg in command.get_arguments() {
            let Some(long) = arg.get_long() else { continue };
            let mut own = spelling(arg);
            if let Some(short) = own.short {
                let of = letters.entry(short).or_insert_with(|| long.to_owned());
                if of != long {
                    faults.push(format!("-{short} is --{of}, and --{long} of {verb}"));
                }
            }
            if let Some((_, allowed, _)) = SEVERAL.iter().find(|(name, _, _)| *name == long) {
                let pair = (own.placeholder.as_str(), own.meaning.as_str());
                if !allowed.contains(&pair) {
                    faults.push(format!("--{long} of {verb}: {pair:?}"));
                }
                known_spellings.insert((long.to_owned(), own.placeholder, own.meaning));
                (own.placeholder, own.meaning) = Default::default();
            }
            let (first, spelling) = known.entry(long.to_owned()).or_insert_with(|| (verb.clone(), own.clone()));
            if *spelling != own {
                faults.push(format!("--{long} of {first}: {spelling:?}; of {verb}: {own:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let allowed = SEVERAL.iter().map(|(_, allowed, _)| allowed.len()).sum::<usize>();
    assert_eq!(known_spellings.len(), allowed, "every pair of SEVERAL is in use: {known_spellings:?}");
}

#[test]
fn verbs_print_json_if_they_print_results() {
    for verb in Arguments::command().get_subcommands() {
        let has_json = verb.get_arguments().any(|arg| arg.get_long() == Some("json"));
        let excused = NO_JSON.iter().any(|(name, _)| *name == verb.get_name());
        assert_ne!(has_json, excused, "{}", verb.get_name());
    }
}
