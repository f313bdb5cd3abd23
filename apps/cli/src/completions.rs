//! `completions`: a script by which a shell asks the program itself to complete a line, with the values of options. The
//! values come from the registry of agents, the presets and the files that are there; no network is read.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;

use clap::builder::ValueHint;
use clap::{Arg, Command};
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::{CompleteEnv, Shells};
use spariglio_agents::AGENTS;
use spariglio_agents::net::META_FILE;
use spariglio_agents::options::OptionKind;
use spariglio_engine::RuleSet;
use spariglio_engine::rules::RuleField;

use crate::{Status, common, help};

/// The variable by which a shell asks.
const VARIABLE: &str = "COMPLETE";
/// Hands the function of clap the words of bash as the program sees them.
const WHOLE_WORDS: &str = include_str!("completions/whole_words.bash");
/// The script of zsh.
const ZSH: &str = include_str!("completions/spariglio.zsh");

/// Print a completion script for a shell.
#[derive(clap::Args)]
pub struct Args {
    /// Shell to complete for
    shell: clap_complete::Shell,
}

/// Prints the script to standard output.
pub fn run(args: Args) -> anyhow::Result<Status> {
    let name = args.shell.to_string();
    let mut script = Vec::new();
    for shell in Shells::builtins().iter().filter(|shell| shell.is(&name)) {
        shell.write_registration(VARIABLE, "spariglio", "spariglio", "spariglio", &mut script)?;
    }
    match args.shell {
        clap_complete::Shell::Bash => script.extend(WHOLE_WORDS.bytes()),
        clap_complete::Shell::Zsh => script = ZSH.into(),
        _ => {}
    }
    let mut out = common::output();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Status::Success)
}

/// Answers a shell, if one asks; `false` if this is a call like any other.
pub fn answer(arguments: &[OsString]) -> clap::error::Result<bool> {
    let folder = std::env::current_dir().ok();
    CompleteEnv::with_factory(|| with_values(help::command()))
        .var(VARIABLE)
        .try_complete(arguments, folder.as_deref())
}

/// Candidates that are some words.
pub fn words<const N: usize>(words: [&'static str; N]) -> ArgValueCandidates {
    ArgValueCandidates::new(move || Vec::from(words.map(CompletionCandidate::new)))
}

/// The command with the candidates of values, by the placeholders of the options.
fn with_values(command: Command) -> Command {
    command.mut_args(with_value).mut_subcommands(with_values)
}

fn with_value(arg: Arg) -> Arg {
    let name = arg.get_value_names().and_then(<[_]>::first).map(ToString::to_string);
    match name.unwrap_or_default().as_str() {
        _ if arg.get_id() == "reviewer" => arg.add(words(["ismcts", "net-search"])),
        "NAME=AGENT" => arg.add(ArgValueCompleter::new(|typed: &OsStr| typed.to_str().map_or_else(Vec::new, named))),
        name if help::AGENTS.contains(&name) => arg.add(ArgValueCompleter::new(|typed: &OsStr| last(typed, agent))),
        "NAME|FILE" | "NAME,..." => arg.add(ArgValueCompleter::new(|typed: &OsStr| last(typed, rules))),
        "TYPE" => arg.add(ArgValueCandidates::new(|| Vec::from_iter(types()))),
        "FIELD" => arg.add(ArgValueCandidates::new(|| {
            let fields = RuleField::all().iter();
            fields.map(|field| candidate(field.path, field.meaning)).collect()
        })),
        "DIR" if ["net", "init"].contains(&arg.get_id().as_str()) => arg.add(ArgValueCompleter::new(networks())),
        "DIR" => arg.value_hint(ValueHint::DirPath),
        "FILE" | "DIR|FILE" => arg.value_hint(ValueHint::AnyPath),
        _ => arg,
    }
}

fn candidate(text: impl Into<OsString>, about: &'static str) -> CompletionCandidate {
    CompletionCandidate::new(text).help(Some(about.into()))
}

/// Completes the last part of a list by `complete`.
fn last(typed: &OsStr, complete: fn(&str) -> Vec<CompletionCandidate>) -> Vec<CompletionCandidate> {
    typed.to_str().map_or_else(Vec::new, |typed| after(typed, ',', complete))
}

/// Completes what stands behind the last `sign` by `complete`; what stands before stays.
fn after(typed: &str, sign: char, complete: impl Fn(&str) -> Vec<CompletionCandidate>) -> Vec<CompletionCandidate> {
    let (head, tail) = typed.split_at(typed.rfind(sign).map_or(0, |place| place + sign.len_utf8()));
    complete(tail).into_iter().map(|candidate| candidate.add_prefix(head)).collect()
}

/// Those that begin with what was typed.
fn fitting(candidates: impl IntoIterator<Item = CompletionCandidate>, typed: &str) -> Vec<CompletionCandidate> {
    let fits = |candidate: &CompletionCandidate| candidate.get_value().to_string_lossy().starts_with(typed);
    candidates.into_iter().filter(fits).collect()
}

/// Names and the TOML files here; folders if there are neither.
fn or_files(mut names: Vec<CompletionCandidate>, typed: &str) -> Vec<CompletionCandidate> {
    let is_toml = |path: &Path| path.extension().is_some_and(|ending| ending == "toml");
    let (folders, files): (Vec<_>, Vec<_>) = PathCompleter::any()
        .filter(is_toml)
        .complete(OsStr::new(typed))
        .into_iter()
        .partition(|path| path.get_value().to_string_lossy().ends_with(std::path::is_separator));
    names.extend(files);
    if names.is_empty() { folders } else { names }
}

/// An agent, perhaps behind a name of its own.
fn named(typed: &str) -> Vec<CompletionCandidate> {
    match typed.split_once('=').filter(|(name, _)| !name.contains(':')) {
        Some((name, typed)) => agent(typed).into_iter().map(|one| one.add_prefix(format!("{name}="))).collect(),
        None => agent(typed),
    }
}

/// A preset or a file of rules.
fn rules(typed: &str) -> Vec<CompletionCandidate> {
    let presets = RuleSet::preset_names().iter().map(CompletionCandidate::new);
    or_files(fitting(presets, typed), typed)
}

/// Networks and runs first, then other folders.
fn networks() -> PathCompleter {
    PathCompleter::any().filter(|path| [META_FILE, "nets"].iter().any(|part| path.join(part).exists()))
}

/// All types of agents.
fn types() -> impl Iterator<Item = CompletionCandidate> {
    AGENTS.iter().map(|agent| candidate(agent.name, agent.about))
}

/// A type of agents or a file; behind a type its options; behind `=` the values of the option.
fn agent(typed: &str) -> Vec<CompletionCandidate> {
    let Some((name, given)) = typed.split_once(':') else {
        return or_files(fitting(types(), typed), typed);
    };
    let Some(agent) = AGENTS.iter().find(|agent| agent.name == name) else {
        return Vec::new();
    };
    let options = agent.listed();
    after(typed, ':', |part| {
        let Some((name, value)) = part.split_once('=') else {
            let is_given = |name: &str| given.split(':').any(|part| part.split('=').next() == Some(name));
            let free = options.iter().filter(|option| !is_given(option.name));
            return fitting(free.map(|option| candidate(format!("{}=", option.name), option.about)), part);
        };
        let Some(option) = options.iter().find(|option| option.name == name) else {
            return Vec::new();
        };
        after(part, '=', |_| match &option.kind {
            OptionKind::Flag => fitting(["true", "false"].map(CompletionCandidate::new), value),
            OptionKind::Choice(words) => fitting(words.iter().map(CompletionCandidate::new), value),
            OptionKind::Text(_) if name == "net" => networks().complete(OsStr::new(value)),
            OptionKind::Text(_) if name == "others" => fitting(types(), value),
            _ => Vec::new(),
        })
    })
}
