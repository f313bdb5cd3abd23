//! The help of the program: verbs in groups, options under headings, examples, exit status, pages.
//!
//! [`VERBS`] has a row for each verb. The help, the manual pages and the tests read it.

mod examples;
#[cfg(test)]
mod tests;

use clap::builder::Styles;
use clap::{Arg, Command, CommandFactory};

use crate::Arguments;
pub use examples::{Example, VERBS, VerbHelp};

/// The groups of verbs, in the order of the help.
pub const GROUPS: [&str; 5] = ["Play", "Compare", "Learn", "Games", "Program"];

/// Headings of options, for verbs with many of them. An option without one is under `Options`.
const HEADINGS: &[(&str, &[&str])] = &[
    (
        "Output",
        &[
            "out",
            "json",
            "records",
            "records-hands",
            "with-records",
            "picture",
            "positions",
            "again",
            "state",
            "no-state",
        ],
    ),
    ("Sequential test", &["sprt", "sprt-unit", "alpha", "beta"]),
    ("Programs", &["sandbox", "secret", "unpaired", "in-flight", TRANSCRIPT]),
    (
        "Size",
        &["hands", "matches", "rows", "shards", "hands-per-shard", "part", "generation", "worst", "level"],
    ),
    ("Small games", &["solve", "variant", "seeds", "stated"]),
    ("Any game of two sides", &["pool", "learn"]),
    ("Server", &["port", "host", "name", "open", "assets"]),
];

/// The option for transcripts of programs.
pub const TRANSCRIPT: &str = "transcript";

/// The verbs in which programs play.
const WITH_PROGRAMS: [&str; 9] =
    ["arena", "check-agent", "conform", "exploit", "ladder", "play", "score", "serve", "tournament"];

/// A verb with more options than this has headings.
const MOST_PLAIN: usize = 10;

/// The exit status of a verb, by number: of all verbs together if there is no row.
pub fn exit_status(row: Option<&VerbHelp>) -> Vec<(&'static str, &'static str)> {
    let fault = row.map_or("a check failed, a hand record is wrong, or Ctrl-C stopped the work", |row| row.fault);
    let mut all = vec![
        ("0", "the work is done and found no fault"),
        ("1", fault),
        ("2", "an argument or other input is bad, such as a missing file"),
    ];
    all.retain(|(_, meaning)| !meaning.is_empty());
    all
}

/// Placeholders of agents.
pub const AGENTS: [&str; 3] = ["AGENT", "A,B,...", "SPEC"];

/// Where agents are explained.
pub const OF_AGENTS: &str = "`spariglio agents` lists the agents, `spariglio agents TYPE` explains the options of one.";

/// The command line with all help.
pub fn command() -> Command {
    let command = with_negative_numbers(Arguments::command());
    let verbs = verbs(&command);
    let header = Styles::styled().get_header().to_owned();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{verbs}{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    command
        .help_template(template)
        .after_help("`spariglio VERB --help` explains a verb, with examples. Pages: docs/.")
        .mut_subcommands(|verb| match VERBS.iter().find(|row| row.verb == verb.get_name()) {
            Some(row) => explained(verb, row),
            None => verb,
        })
}

/// The command with negative numbers allowed as values, so that the value's parser can name the option and the expected
/// range.
fn with_negative_numbers(command: Command) -> Command {
    let command = command.mut_args(|arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    });
    command.mut_subcommands(with_negative_numbers)
}

/// The verbs in their groups, one per line.
fn verbs(command: &Command) -> String {
    let styles = Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = String::new();
    for group in GROUPS {
        text += &format!("{header}{group}:{header:#}\n");
        for row in VERBS.iter().filter(|row| row.group == group) {
            let Some(verb) = command.find_subcommand(row.verb) else {
                continue;
            };
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            text += &format!("  {literal}{:<12}{literal:#} {about}\n", row.verb);
        }
        text.push('\n');
    }
    text
}

/// A verb with headings, examples and pointers.
fn explained(verb: Command, row: &VerbHelp) -> Command {
    let header = Styles::styled().get_header().to_owned();
    let verb = if WITH_PROGRAMS.contains(&row.verb) {
        verb.arg(transcript())
    } else {
        verb
    };
    let mut text = format!("{header}Examples:{header:#}\n");
    for Example { about, command } in row.examples {
        text += &format!("  {command}\n      {about}\n");
    }
    if names_agents(&verb) {
        text += &format!("\n{OF_AGENTS}\n");
    }
    let mut long = format!("{text}\n{header}Exit status:{header:#}\n");
    for (status, meaning) in exit_status(Some(row)) {
        long += &format!("  {status}  {meaning}\n");
    }
    long += &format!("\nPages: {}", row.pages);
    let verb = if verb.get_arguments().filter(|arg| arg.get_long().is_some()).count() > MOST_PLAIN {
        verb.mut_args(under_heading)
    } else {
        verb
    };
    verb.after_help(text.trim_end().to_owned()).after_long_help(long)
}

fn transcript() -> Arg {
    let help = "Folder for what programs are sent, answer and write to standard error (docs/how-to/debug.md)";
    let arg = Arg::new(TRANSCRIPT).long(TRANSCRIPT).value_name("DIR").help(help);
    arg.value_parser(clap::value_parser!(std::path::PathBuf))
}

fn under_heading(arg: Arg) -> Arg {
    let long = arg.get_long().unwrap_or_default();
    let heading = HEADINGS.iter().find(|(_, options)| options.contains(&long));
    match heading {
        Some((heading, _)) => arg.help_heading(*heading),
        None => arg,
    }
}

/// Whether an argument of the verb is an agent.
fn names_agents(verb: &Command) -> bool {
    let mut names = verb.get_arguments().flat_map(|arg| arg.get_value_names().unwrap_or_default());
    names.any(|name| AGENTS.contains(&name.as_str()))
}
