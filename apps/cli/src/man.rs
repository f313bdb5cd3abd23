//! `man`: the manual pages and two pages of the reference, made from the declarations of `--help` and of the
//! configuration files.

mod configuration;
mod verbs;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Arg, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

use crate::help::{self, OF_AGENTS, VERBS, VerbHelp, exit_status};
use crate::{Status, VERSION, common};

/// Print or write the manual pages, or print a reference page.
#[derive(clap::Args)]
pub struct Args {
    /// Folder to write: `spariglio.1` and one page per verb (`spariglio-arena.1`), created if missing [default: print
    /// the main page]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the reference page: docs/reference/cli.md
    #[arg(long, conflicts_with = "out")]
    markdown: bool,
    /// Print the page of configuration files instead: docs/reference/configuration.md
    #[arg(long, requires = "markdown")]
    configuration: bool,
}

/// Prints the main page to standard output, or writes all pages if a folder is given.
pub fn run(args: Args) -> anyhow::Result<Status> {
    let mut command = help::command().disable_help_subcommand(true);
    command.build();
    if args.configuration {
        return common::print_page(&configuration::text());
    }
    if args.markdown {
        return common::print_page(&verbs::text(&command));
    }
    let Some(folder) = args.out else {
        let mut out = common::output();
        out.write_all(&page(&command, None)?)?;
        out.flush()?;
        return Ok(Status::Success);
    };
    let place = || folder.display().to_string();
    fs::create_dir_all(&folder).with_context(place)?;
    for (name, page) in pages(&command, None)? {
        fs::write(folder.join(&name), page).with_context(|| format!("{}/{name}", place()))?;
    }
    Ok(Status::Success)
}

/// The file names and texts of the pages of a command and of all commands in it. `verb` is the row of the verb to which
/// the command belongs.
fn pages(command: &Command, verb: Option<&VerbHelp>) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let mut all = vec![(Man::new(command.clone()).get_filename(), page(command, verb)?)];
    for inner in command.get_subcommands() {
        let row = verb.or_else(|| VERBS.iter().find(|row| row.verb == inner.get_name()));
        all.extend(pages(inner, row)?);
    }
    Ok(all)
}

/// The page of a command.
fn page(command: &Command, verb: Option<&VerbHelp>) -> anyhow::Result<Vec<u8>> {
    let source = format!("spariglio {VERSION}");
    let man = Man::new(command.clone()).source(source).manual("Spariglio");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    synopsis(command).to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.get_arguments().any(|arg| !arg.is_hide_set()) {
        man.render_options_section(&mut page)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    foot(verb).to_writer(&mut page)?;
    Ok(page)
}

/// The section SYNOPSIS: every argument with its placeholder.
fn synopsis(command: &Command) -> Roff {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let mut line = vec![bold(name)];
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        line.push(roman(" "));
        line.extend(argument(arg));
    }
    if command.has_subcommands() {
        line.extend([roman(" "), italic("VERB")]);
    }
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]).text(line);
    roff
}

/// An argument in the synopsis, in brackets if it is optional.
fn argument(arg: &Arg) -> Vec<Inline> {
    let mut inlines = Vec::new();
    if let Some(long) = arg.get_long() {
        inlines.push(bold(format!("--{long}")));
    }
    let names = arg.get_value_names().filter(|_| arg.get_action().takes_values());
    for name in names.unwrap_or_default() {
        if !inlines.is_empty() {
            inlines.push(roman(" "));
        }
        inlines.push(italic(name.as_str()));
    }
    if !arg.is_required_set() {
        inlines.insert(0, roman("["));
        inlines.push(roman("]"));
    }
    inlines
}

/// The sections EXAMPLES, FILES, EXIT STATUS and SEE ALSO.
fn foot(verb: Option<&VerbHelp>) -> Roff {
    let mut roff = Roff::new();
    if let Some(row) = verb {
        roff.control("SH", ["EXAMPLES"]);
        for example in row.examples {
            roff.control("TP", [])
                .text([bold(example.command)])
                .text([roman(example.about)]);
        }
        if !row.files.is_empty() {
            roff.control("SH", ["FILES"]);
        }
        for (path, content) in row.files {
            roff.control("TP", []).text([italic(*path)]).text([roman(*content)]);
        }
    }
    roff.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in exit_status(verb) {
        roff.control("TP", []).text([bold(status)]).text([roman(meaning)]);
    }
    roff.control("SH", ["SEE ALSO"]);
    match verb {
        Some(row) => {
            let others = VERBS.iter().filter(|other| other.group == row.group && other.verb != row.verb);
            let others = others.map(|other| format!("spariglio-{}(1)", other.verb));
            let others: Vec<String> = ["spariglio(1)".to_owned()].into_iter().chain(others).collect();
            roff.text([roman(others.join(", "))]);
            roff.control("PP", []).text([roman(format!("Pages: {}.", row.pages))]);
        }
        None => {
            let verbs: Vec<String> = VERBS.iter().map(|row| format!("spariglio-{}(1)", row.verb)).collect();
            roff.text([roman(verbs.join(", "))]);
        }
    }
    roff.control("PP", []).text([roman(OF_AGENTS)]);
    roff
}

/// A paragraph in lines of at most 120 characters.
fn wrapped(paragraph: &str) -> String {
    let mut lines = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let line = lines.last_mut().expect("a line");
        if line.chars().count() + 1 + word.chars().count() > 120 {
            lines.push(word.to_owned());
        } else {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    lines.join("\n")
}
