//! The page docs/reference/cli.md: every verb with its usage, options, examples and exit status.

use clap::{Arg, Command};

use super::wrapped;
use crate::help::{Example, GROUPS, OF_AGENTS, VERBS, VerbHelp, exit_status};

/// The head of the page.
const HEAD: &str = "\
# Command line

The program writes this page (`spariglio man --markdown > docs/reference/cli.md`). `spariglio VERB --help` says the same
on the terminal, and `spariglio man --out DIR` writes it as manual pages.
";

/// Rules for all verbs.
const ALL_VERBS: &str = "\
Results go to standard output. Progress and notes go to standard error. A count may be
written as `100k`, `1e5` or `100_000`. A second Ctrl-C ends the program at once, with status 130.
";

/// The whole page. The command must be built.
pub fn text(command: &Command) -> String {
    let mut text = format!("{HEAD}\n## All verbs\n\n{ALL_VERBS}\n{OF_AGENTS}\n\n");
    text += &options(command, &[]);
    text += &statuses(None);
    for group in GROUPS {
        text += &format!("\n## {group}\n\n| verb | purpose |\n|---|---|\n");
        let rows = || VERBS.iter().filter(|row| row.group == group);
        let verbs = || rows().filter_map(|row| Some((row, command.find_subcommand(row.verb)?)));
        for (row, verb) in verbs() {
            text += &format!("| [`{0}`](#{0}) | {1} |\n", row.verb, about(verb));
        }
        for (row, verb) in verbs() {
            text += &section(verb, row, &globals(command));
        }
    }
    text
}

/// The names of the options that all verbs have.
fn globals(command: &Command) -> Vec<&str> {
    command.get_arguments().filter_map(Arg::get_long).collect()
}

/// A verb.
fn section(verb: &Command, row: &VerbHelp, globals: &[&str]) -> String {
    let mut text = format!("\n### {}\n\n{}\n", row.verb, description(verb));
    text += &arguments(verb, globals);
    for inner in verb.get_subcommands().filter(|inner| inner.get_name() != "help") {
        text += &format!("\n#### {} {}\n\n{}\n", row.verb, inner.get_name(), description(inner));
        text += &arguments(inner, globals);
    }
    text += "\n```sh\n";
    for Example { about, command } in row.examples {
        text += &format!("# {about}\n{command}\n");
    }
    text += "```\n";
    text += &statuses(Some(row));
    let pages = row.pages.split(", ").map(link);
    text + &format!("\n{}\n", wrapped(&format!("Pages: {}.", pages.collect::<Vec<_>>().join(", "))))
}

/// The usage of a command and the table of its options.
fn arguments(command: &Command, globals: &[&str]) -> String {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    format!("\n```text\n{usage}\n```\n\n{}", options(command, globals))
}

/// The table of the options of a command, without those of all verbs.
fn options(command: &Command, globals: &[&str]) -> String {
    let is_shown = |arg: &&Arg| {
        let long = arg.get_long().unwrap_or_default();
        !arg.is_hide_set() && long != "help" && long != "version" && !globals.contains(&long)
    };
    let rows: Vec<String> = command.get_arguments().filter(is_shown).map(option).collect();
    match rows.is_empty() {
        true => String::new(),
        false => format!("| option | default | meaning |\n|---|---|---|\n{}\n", rows.join("\n")),
    }
}

/// A row of that table.
fn option(arg: &Arg) -> String {
    let values = arg.get_value_names().filter(|_| arg.get_action().takes_values());
    let values = values.unwrap_or_default().iter().map(ToString::to_string);
    let names = [arg.get_short().map(|short| format!("-{short}")), arg.get_long().map(|long| format!("--{long}"))];
    let names = names.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let words: Vec<String> = [names].into_iter().filter(|names| !names.is_empty()).chain(values).collect();
    let help = arg
        .get_long_help()
        .or(arg.get_help())
        .map(ToString::to_string)
        .unwrap_or_default();
    let (meaning, mut default) = told_default(&help);
    let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !defaults.is_empty() && arg.get_action().takes_values() {
        default = format!("`{}`", defaults.join(" "));
    }
    if arg.is_required_set() {
        "required".clone_into(&mut default);
    }
    let possible = arg.get_possible_values();
    let possible: Vec<String> = possible.iter().map(|value| format!("`{}`", value.get_name())).collect();
    let of = match possible.is_empty() || !arg.get_action().takes_values() {
        true => String::new(),
        false => format!(" One of {}.", possible.join(", ")),
    };
    let paragraph = |text: &str| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let end = if text.ends_with(['.', '?']) { "" } else { "." };
        text + end
    };
    let meaning = meaning.split("\n\n").map(paragraph).collect::<Vec<_>>().join(" ");
    format!("| `{}` | {} | {} |", words.join(" ").replace('|', "\\|"), cell(&default), cell(&(meaning + &of)))
}

/// A help text without its `[default: ...]`, and that default.
fn told_default(help: &str) -> (&str, String) {
    match help.split_once(" [default: ") {
        Some((meaning, default)) => (meaning, default.trim_end_matches(']').to_owned()),
        None => (help, String::new()),
    }
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// The long description of a command, each paragraph in lines of the page's width.
fn description(command: &Command) -> String {
    let text = command
        .get_long_about()
        .or(command.get_about())
        .map(ToString::to_string)
        .unwrap_or_default();
    let paragraphs = text.split("\n\n").map(|paragraph| {
        let words = wrapped(paragraph);
        match words.ends_with(['.', ':', '`']) {
            true => words,
            false => words + ".",
        }
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// The exit status of a verb, or of all.
fn statuses(row: Option<&VerbHelp>) -> String {
    let rows = exit_status(row)
        .into_iter()
        .map(|(status, meaning)| format!("{status} if {meaning}"));
    let text = format!("Exit status: {}.", rows.collect::<Vec<_>>().join("; "));
    format!("\n{}\n", wrapped(&text))
}

/// A page as a link from docs/reference/.
fn link(page: &str) -> String {
    let name = page.rsplit('/').next().unwrap_or(page);
    let target = match page.strip_prefix("docs/") {
        Some(inner) => inner
            .strip_prefix("reference/")
            .map_or_else(|| format!("../{inner}"), str::to_owned),
        None => format!("../../{page}"),
    };
    format!("[{name}]({target})")
}
