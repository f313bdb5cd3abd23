//! The settings of a call in words: every option of the verb that has a value.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

/// Options of the program itself, which are no settings of a verb.
const GLOBAL: [&str; 2] = ["quiet", "verbose"];

/// The verb and its options, as `VERB: OPTION VALUE, ...`. Values that nobody gave are marked as defaults.
pub fn told(command: &Command, matches: &ArgMatches) -> String {
    let (mut command, mut matches) = (command, matches);
    let mut verbs = Vec::new();
    while let Some((name, inner)) = matches.subcommand()
        && let Some(verb) = command.find_subcommand(name)
    {
        verbs.push(name);
        (command, matches) = (verb, inner);
    }
    let settings = command.get_arguments().filter_map(|option| {
        let id = option.get_id().as_str();
        let values = matches.try_get_raw(id).ok().flatten().filter(|_| !GLOBAL.contains(&id))?;
        let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
        let (name, value) = (option.get_long().unwrap_or(id), values.join(" "));
        if !option.get_action().takes_values() {
            return (value == "true").then(|| name.to_owned());
        }
        let is_default = matches.value_source(id) == Some(ValueSource::DefaultValue);
        Some(format!("{name} {value}{}", if is_default { " (default)" } else { "" }))
    });
    format!("{}: {}", verbs.join(" "), settings.collect::<Vec<_>>().join(", "))
}
