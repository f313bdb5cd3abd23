//! Mistakes on the command line: an error about a word or an option that belongs to nothing gets a way out.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};
use spariglio_engine::format::nearest;

use crate::{common, help};

/// The error with a way out, if it is about an unknown word; `words` are those of the command line.
pub fn with_way_out(mut error: Error, words: &[OsString]) -> Error {
    let has_gap = words.iter().any(|word| word.to_string_lossy().ends_with(','));
    if error.kind() == ErrorKind::ArgumentConflict && has_gap {
        let tip = StyledStr::from(common::STANDS_ALONE);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    if error.get(ContextKind::InvalidValue) == Some(&ContextValue::String("gpu".to_owned())) {
        error.insert(ContextKind::SuggestedValue, ContextValue::String("cuda".to_owned()));
    }
    if let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) {
        let command = help::command();
        let verbs = nearest::to(typed, command.get_subcommands().map(Command::get_name));
        let verbs = verbs.into_iter().map(str::to_owned).collect();
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(verbs));
    }
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(unknown)) if error.kind() == ErrorKind::UnknownArgument => unknown.clone(),
        _ => return error,
    };
    let command = help::command();
    let Some(mut verb) = words.get(1).and_then(|word| command.find_subcommand(word)) else {
        return error;
    };
    for word in &words[2..] {
        verb = verb.find_subcommand(word).unwrap_or(verb);
    }
    let tips = if unknown.starts_with('-') {
        let name = unknown.trim_start_matches('-').split('=').next().unwrap_or_default();
        if nearest::hint(name, options(verb)).is_empty() {
            error.remove(ContextKind::SuggestedArg);
        }
        of_option(name, verb, &command)
    } else {
        vec![of_word(&unknown, verb, words)]
    };
    let tips = tips.into_iter().map(StyledStr::from).collect();
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    error
}

fn options(verb: &Command) -> impl Iterator<Item = &str> {
    verb.get_arguments().filter_map(Arg::get_long)
}

/// The tip for a word that belongs to no option.
fn of_word(word: &str, verb: &Command, words: &[OsString]) -> String {
    if words.iter().any(|word| word == "--") {
        return format!("nothing takes `{word}`: options stand before `--`");
    }
    if verb.get_positionals().any(Arg::is_last_set) {
        return format!("a program and its arguments stand behind `--`: spariglio {} -- PROGRAM ...", verb.get_name());
    }
    let mut lists = options(verb).filter(|name| ["agents", "rules"].contains(name));
    match lists.next() {
        Some(_) => format!("nothing takes `{word}`: {}", common::STANDS_ALONE),
        None => format!("nothing takes `{word}`: `spariglio {} --help` has examples", verb.get_name()),
    }
}

/// The tips for an unknown option: those of the verb, and the other verbs that have it.
fn of_option(name: &str, verb: &Command, all: &Command) -> Vec<String> {
    let own: Vec<String> = options(verb).map(|own| format!("--{own}")).collect();
    let has = |other: &&Command| options(other).any(|own| own == name);
    let others = all.get_subcommands().filter(has);
    let others: Vec<String> = others.map(|other| format!("`{}`", other.get_name())).collect();
    let own = if own.is_empty() {
        "no options of its own".to_owned()
    } else {
        own.join(", ")
    };
    let mut tips = vec![format!("`{}` has {own}", verb.get_name())];
    if !others.is_empty() {
        tips.push(format!("--{name} is an option of {}", others.join(", ")));
    }
    tips
}
