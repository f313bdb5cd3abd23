//! The help is complete, fits a terminal, and its examples can be run.

use std::path::Path;

use spariglio_agents::AgentSpec;

use super::*;
use crate::common;

/// The words of a command, without quotes in it.
fn words(command: &str) -> Vec<&str> {
    command.split_whitespace().collect()
}

#[test]
fn every_verb_has_one_row() {
    let command = Arguments::command();
    let mut verbs: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let mut rows: Vec<&str> = VERBS.iter().map(|row| row.verb).collect();
    verbs.sort_unstable();
    rows.sort_unstable();
    assert_eq!(rows, verbs);
    assert!(VERBS.iter().all(|row| GROUPS.contains(&row.group)));
}

#[test]
fn the_first_page_lists_all_verbs_in_lines_of_a_terminal() {
    let page = command().render_help().to_string();
    for row in VERBS {
        assert!(page.contains(&format!("\n  {:<12} ", row.verb)), "{}: {page}", row.verb);
    }
    for line in page.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn examples_are_accepted() {
    for row in VERBS {
        assert!(row.examples.len() >= 2, "{}", row.verb);
        for Example { command: line, .. } in row.examples {
            let words = words(line);
            assert_eq!(words[..2], ["spariglio", row.verb], "{line}");
            let read = command().try_get_matches_from(&words);
            assert!(read.is_ok(), "{line}: {}", read.expect_err("refused"));
            for (option, value) in words.iter().zip(&words[1..]) {
                match *option {
                    "--agents" => drop(AgentSpec::list(value).expect(line)),
                    "--agent" | "--search" => drop(AgentSpec::parse(value).expect(line)),
                    "--rules" => drop(common::game(value).expect(line)),
                    _ => {}
                }
            }
            for word in words
                .iter()
                .filter(|word| word.starts_with("configs/") || word.starts_with("notebooks/"))
            {
                let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(word);
                assert!(path.exists(), "{line}: {word}");
            }
        }
    }
}

#[test]
fn pages_of_verbs_exist() {
    for row in VERBS {
        for page in row.pages.split(", ") {
            assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page).exists(), "{}: {page}", row.verb);
        }
    }
}

#[test]
fn the_help_of_a_verb_has_examples_and_pointers() {
    for row in VERBS {
        let mut all = command();
        let verb = all.find_subcommand_mut(row.verb).expect("a verb");
        let (short, long) = (verb.render_help().to_string(), verb.render_long_help().to_string());
        for page in [&short, &long] {
            assert!(row.examples.iter().all(|example| page.contains(example.command)), "{page}");
        }
        assert!(long.contains("Exit status:") && long.contains(row.pages), "{long}");
        assert_eq!(long.contains(OF_AGENTS), short.contains(OF_AGENTS), "{}", row.verb);
    }
    let long = command()
        .find_subcommand_mut("arena")
        .expect("a verb")
        .render_long_help()
        .to_string();
    assert!(long.contains(OF_AGENTS) && long.contains("Sequential test:"), "{long}");
}

#[test]
fn headings_name_options_that_exist() {
    let all = command();
    let has = |long: &str| {
        all.get_subcommands()
            .any(|verb| verb.get_arguments().any(|arg| arg.get_long() == Some(long)))
    };
    for (heading, options) in HEADINGS {
        assert!(options.iter().all(|option| has(option)), "{heading}: {options:?}");
    }
}
