//! Typed options: a configuration declares each of its options once. Reading, writing and explaining them follow from
//! that declaration.
//!
//! A type implements [`Options`] by calling, for each field, the method of [`OptionPass`] that fits it. The same calls
//! then read given values into the fields, write the fields out, or set a network's folder. `option_table!` makes type
//! and calls of a table.
//!
//! | file | noun |
//! |---|---|
//! | `form` | the forms of texts |
//! | `given` | a type and options from a string or table, before they have types |
//! | `error` | the errors of reading them |
//! | `listed` | options as lists for readers |

mod error;
mod form;
mod given;
mod listed;

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

pub use error::SpecError;
pub(crate) use form::{COMMAND, LABEL, is_label, names_program};
pub(crate) use given::Given;
use given::{GivenOption, OptionOrigin};
pub use listed::{AgentOption, OptionKind};

use spariglio_engine::format::nearest;
use spariglio_files::base::portable;

use crate::agent::Budget;
use crate::quotes::{joined, quoted, words};

/// The option that names a network's folder.
pub(crate) const NET: &str = "net";
/// The option of a search that names the agent of the other sides.
pub(crate) const OTHERS: &str = "others";
/// Name of the option for the rules that the network may have learnt.
pub(crate) const RULES: &str = "rules";

/// A configuration with declared options; `Default` gives the default values.
pub trait Options: Default + Clone {
    /// Declares every option, in canonical order.
    ///
    /// # Errors
    /// The error of a declaration; implementations pass it on with `?`.
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError>;
}

/// The options of an agent without options.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoOptions;

impl Options for NoOptions {
    fn declare(&mut self, _pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        Ok(())
    }
}

/// Declares options, one row each: the field with the option's name, the method of [`OptionPass`] with what it needs
/// besides, the meaning.
macro_rules! declare {
    ($own:ident, $pass:ident; $($field:ident: $method:ident($($form:expr)?), $about:expr;)+) => {
        $($pass.$method(stringify!($field), &mut $own.$field, $($form,)? $about)?;)+
    };
}
pub(crate) use declare;

/// A configuration as a table: each row has a field and its default, then either the row of [`declare`], or `=>` and
/// the method by which a configuration inside declares its own options.
macro_rules! option_table {
    ($(#[$of:meta])* $name:ident {
        $($(#[$doc:meta])+ $field:ident: $type:ty = $default:expr
            $(, $method:ident($($form:expr)?), $about:expr)? $(=> $declare:ident)?;)+
    }) => {
        $(#[$of])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $name {
            $($(#[$doc])+ pub $field: $type,)+
        }
        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $default,)+ }
            }
        }
        impl $crate::options::Options for $name {
            fn declare(
                &mut self,
                pass: &mut $crate::options::OptionPass<'_>,
            ) -> Result<(), $crate::options::SpecError> {
                $(
                    $($crate::options::declare!(self, pass; $field: $method($($form)?), $about;);)?
                    $(self.$field.$declare(pass)?;)?
                )+
                Ok(())
            }
        }
    };
}
pub(crate) use option_table;

/// One pass over the options of a configuration.
pub struct OptionPass<'a> {
    agent: &'a str,
    mode: Mode<'a>,
}

/// The options of a budget. If only one is given, it displaces the other's default.
pub(crate) const LIMITS: [&str; 2] = ["simulations", "millis"];

/// A number that may be absent; its text is then empty.
struct Optional<T>(Option<T>);

impl<T: fmt::Display> fmt::Display for Optional<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |value| value.fmt(f))
    }
}

enum Mode<'a> {
    /// Takes given values out.
    Read(Vec<&'a GivenOption>),
    /// Collects every option with its current value in the string form; the text is empty if it has none.
    Write(Vec<AgentOption>),
    /// Sets one value.
    Set(Change<'a>),
}

/// A value that is set in options which were read before.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Change<'a> {
    /// The folder of the network, if the options ask for one.
    Net(&'a Path),
    /// The agent inside the options, if they have one.
    Agent(&'a str),
}

impl OptionPass<'_> {
    /// A whole number in `range`.
    ///
    /// # Errors
    /// Fails if the given value is not a whole number in `range`.
    pub fn count(
        &mut self,
        name: &'static str,
        field: &mut u32,
        range: RangeInclusive<u32>,
        about: &'static str,
    ) -> Result<(), SpecError> {
        let parse = |text: &str| text.parse().ok().filter(|value| range.contains(value));
        self.literal(name, field, parse, OptionKind::Count(range.clone()), about)
    }

    /// A whole number in `range`, or none.
    ///
    /// # Errors
    /// Fails if the given value is not a whole number in `range`.
    pub fn optional_count(
        &mut self,
        name: &'static str,
        field: &mut Option<u32>,
        range: RangeInclusive<u32>,
        about: &'static str,
    ) -> Result<(), SpecError> {
        self.optional(name, field, &range, OptionKind::Count(range.clone()), about)
    }

    /// A number in `range`.
    ///
    /// # Errors
    /// Fails if the given value is not a number in `range`.
    pub fn real(
        &mut self,
        name: &'static str,
        field: &mut f32,
        range: RangeInclusive<f32>,
        about: &'static str,
    ) -> Result<(), SpecError> {
        let parse = |text: &str| text.parse().ok().filter(|value| range.contains(value));
        self.literal(name, field, parse, OptionKind::Real(range.clone()), about)
    }

    /// A number in `range`, or none if it is not given.
    ///
    /// # Errors
    /// Fails if the given value is not a number in `range`.
    pub fn optional_real(
        &mut self,
        name: &'static str,
        field: &mut Option<f32>,
        range: RangeInclusive<f32>,
        about: &'static str,
    ) -> Result<(), SpecError> {
        self.optional(name, field, &range, OptionKind::Real(range.clone()), about)
    }

    /// Refuses an option that has no effect beside the others. `expected` says when it has one.
    ///
    /// # Errors
    /// Fails if the option is given and is neither `0` nor `false`.
    pub fn without_effect(&self, name: &str, expected: &str) -> Result<(), SpecError> {
        let Mode::Read(given) = &self.mode else {
            return Ok(());
        };
        let asks = given
            .iter()
            .any(|option| option.key == name && !["0", "false"].contains(&&*option.value));
        if !asks {
            return Ok(());
        }
        Err(SpecError::NoEffect {
            agent: self.agent.to_owned(),
            option: name.to_owned(),
            expected: expected.to_owned(),
        })
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// The given value is neither.
    pub fn flag(&mut self, name: &'static str, field: &mut bool, about: &'static str) -> Result<(), SpecError> {
        self.literal(name, field, |text| text.parse().ok(), OptionKind::Flag, about)
    }

    /// One of some words, each with its value.
    ///
    /// # Errors
    /// Fails if the given value is none of them.
    ///
    /// # Panics
    /// Panics if the field's value has no word when it is written: a fault of the declaration.
    pub fn choice<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        field: &mut T,
        words: &[(&'static str, T)],
        about: &'static str,
    ) -> Result<(), SpecError> {
        let kind = OptionKind::Choice(words.iter().map(|(word, _)| *word).collect());
        let own = words.iter().find(|(_, value)| value == field);
        let (own, _) = own.expect("every value of a choice has a word");
        let parse = |option: &GivenOption| {
            let row = words.iter().find(|(word, _)| *word == option.value);
            row.filter(|_| option.is_text()).map(|(_, value)| *value)
        };
        *field = self.value(name, (*own).to_owned(), kind, about, parse)?.unwrap_or(*field);
        Ok(())
    }

    /// `net`, the folder of a network. If it is not given, the path is empty and stands for the network that ships.
    ///
    /// # Errors
    /// Fails if the given path is empty.
    pub fn net(&mut self, field: &mut PathBuf) -> Result<(), SpecError> {
        let kind = OptionKind::Text("a path that is not empty");
        let about = "folder of a network, or a run directory (its best network); without it the network that ships";
        let is_path = |option: &&GivenOption| option.is_text() && !option.value.is_empty();
        let parse = |option: &GivenOption| Some(option).filter(is_path).map(|option| PathBuf::from(&option.value));
        let own = self.value(NET, in_quotes(&portable(field)), kind, about, parse)?;
        if let Mode::Set(Change::Net(folder)) = self.mode {
            *field = folder.to_path_buf();
        } else if let Some(path) = own {
            *field = path;
        }
        Ok(())
    }

    /// A required command: a program and its arguments.
    ///
    /// # Errors
    /// Fails if it is not given, names no program or leaves a quote open.
    pub fn command(
        &mut self,
        name: &'static str,
        field: &mut Vec<String>,
        about: &'static str,
    ) -> Result<(), SpecError> {
        let parse = |option: &GivenOption| {
            let command = words(&option.written).filter(|_| option.origin != OptionOrigin::Literal);
            command.filter(|words| names_program(words))
        };
        if let Some(command) = self.value(name, joined(field), OptionKind::Text(COMMAND), about, parse)? {
            *field = command;
        }
        self.require(name, !field.is_empty(), COMMAND)
    }

    /// An optional label: 1 to 60 characters, without control characters, `:`, commas and spaces at its ends.
    ///
    /// # Errors
    /// Fails if the given text is not a label.
    pub fn label(&mut self, name: &'static str, field: &mut String, about: &'static str) -> Result<(), SpecError> {
        self.text(name, field, (LABEL, is_label), about)
    }

    /// An optional text: the phrase says which texts `is_fine` accepts.
    ///
    /// # Errors
    /// Fails if the given text is not of this form.
    pub fn text(
        &mut self,
        name: &'static str,
        field: &mut String,
        (phrase, is_fine): (&'static str, fn(&str) -> bool),
        about: &'static str,
    ) -> Result<(), SpecError> {
        let is_right = |option: &&GivenOption| option.is_text() && is_fine(&option.value);
        let parse = |option: &GivenOption| Some(option).filter(is_right).map(|option| option.value.clone());
        if let Some(text) = self.value(name, in_quotes(field), OptionKind::Text(phrase), about, parse)? {
            *field = text;
        }
        Ok(())
    }

    /// An agent as text, or none.
    ///
    /// # Errors
    /// Fails if the given value is no text.
    pub(crate) fn agent(
        &mut self,
        name: &'static str,
        field: &mut String,
        about: &'static str,
    ) -> Result<(), SpecError> {
        self.text(name, field, ("an agent", |_| true), about)?;
        if let Mode::Set(Change::Agent(text)) = self.mode {
            text.clone_into(field);
        }
        Ok(())
    }

    /// As [`OptionPass::text`], for a text that must be given.
    ///
    /// # Errors
    /// Fails if the text is not given, or not of this form.
    pub fn required_text(
        &mut self,
        name: &'static str,
        field: &mut String,
        form: (&'static str, fn(&str) -> bool),
        about: &'static str,
    ) -> Result<(), SpecError> {
        self.text(name, field, form, about)?;
        self.require(name, !field.is_empty(), form.0)
    }

    /// `simulations` and `millis`, at most 10^9 simulations and one hour. If only one is given, the other's default is
    /// dropped. If both are given, the first limit reached ends the search.
    ///
    /// # Errors
    /// Fails if a given value is out of range.
    pub fn budget(&mut self, field: &mut Budget) -> Result<(), SpecError> {
        let [simulations, millis] = LIMITS;
        let limits = [
            (simulations, 1_000_000_000, field.simulations, "simulations per decision"),
            (millis, 3_600_000, field.millis, "processor time per decision, in milliseconds"),
        ];
        let mut numbers = [None, None];
        for ((name, most, present, about), slot) in limits.into_iter().zip(&mut numbers) {
            // A given limit drops the default of the other.
            *slot = present.filter(|_| !matches!(self.mode, Mode::Read(_)));
            self.optional_count(name, slot, 1..=most, about)?;
        }
        if numbers.iter().any(Option::is_some) {
            *field = Budget { simulations: numbers[0], millis: numbers[1] };
        }
        Ok(())
    }

    fn optional<T: Copy + fmt::Display + PartialOrd + FromStr>(
        &mut self,
        name: &'static str,
        field: &mut Option<T>,
        range: &RangeInclusive<T>,
        kind: OptionKind,
        about: &'static str,
    ) -> Result<(), SpecError> {
        let mut value = Optional(*field);
        let parse = |text: &str| text.parse().ok().filter(|value| range.contains(value));
        let parse = |text: &str| parse(text).map(|value| Optional(Some(value)));
        self.literal(name, &mut value, parse, kind, about)?;
        *field = value.0;
        Ok(())
    }

    fn literal<T: fmt::Display>(
        &mut self,
        name: &'static str,
        field: &mut T,
        parse: impl Fn(&str) -> Option<T>,
        kind: OptionKind,
        about: &'static str,
    ) -> Result<(), SpecError> {
        let parse = |option: &GivenOption| {
            let is_bare = matches!(option.origin, OptionOrigin::Argument | OptionOrigin::Literal);
            parse(&option.value).filter(|_| is_bare)
        };
        if let Some(value) = self.value(name, field.to_string(), kind, about, parse)? {
            *field = value;
        }
        Ok(())
    }

    /// Writes the option down with its `own` value, or reads the value that is given.
    fn value<T>(
        &mut self,
        name: &'static str,
        own: String,
        kind: OptionKind,
        about: &'static str,
        parse: impl FnOnce(&GivenOption) -> Option<T>,
    ) -> Result<Option<T>, SpecError> {
        if let Mode::Write(out) = &mut self.mode {
            out.push(AgentOption { name, kind, value: own, about });
            return Ok(None);
        }
        let option = self.take(name);
        option
            .map(|option| parse(option).ok_or_else(|| self.bad(option, kind.to_string())))
            .transpose()
    }

    fn require(&self, option: &str, is_there: bool, expected: &str) -> Result<(), SpecError> {
        if is_there || !matches!(self.mode, Mode::Read(_)) {
            return Ok(());
        }
        Err(SpecError::MissingOption {
            agent: self.agent.to_owned(),
            option: option.to_owned(),
            expected: expected.to_owned(),
        })
    }

    fn bad(&self, option: &GivenOption, expected: String) -> SpecError {
        SpecError::bad(self.agent, &option.key, &option.written, expected)
    }
}

impl<'a> OptionPass<'a> {
    fn take(&mut self, name: &'static str) -> Option<&'a GivenOption> {
        let Mode::Read(given) = &mut self.mode else {
            return None;
        };
        let index = given.iter().position(|option| option.key == name)?;
        Some(given.swap_remove(index))
    }
}

/// Reads the configuration of an agent from given options.
pub(crate) fn read<T: Options>(given: &Given) -> Result<T, SpecError> {
    let mut config = T::default();
    let mut pass = OptionPass { agent: given.agent(), mode: Mode::Read(given.options.iter().collect()) };
    let declared = config.declare(&mut pass);
    // If an option is missing, an unknown one is reported instead: it was probably meant to be the missing one.
    if let Err(SpecError::BadValue { .. } | SpecError::NoEffect { .. }) = declared {
        return declared.map(|()| config);
    }
    let known: Vec<&str> = listed(T::default()).iter().map(|option| option.name).collect();
    match given.options.iter().find(|option| !known.contains(&option.key.as_str())) {
        None => declared.map(|()| config),
        Some(option) => Err(SpecError::UnknownOption {
            agent: given.agent().to_owned(),
            option: option.key.clone(),
            hint: nearest::hint(&option.key, known.iter().copied()),
            known: match known.as_slice() {
                [] => "it has none".to_owned(),
                known => format!("its options are: {}", known.join(", ")),
            },
        }),
    }
}

/// A value in the string form; empty if there is none.
fn in_quotes(value: &str) -> String {
    if value.is_empty() { String::new() } else { quoted(value) }
}

/// Every option of `config`, in canonical order.
pub(crate) fn listed<T: Options>(mut config: T) -> Vec<AgentOption> {
    let mut pass = OptionPass { agent: "", mode: Mode::Write(Vec::new()) };
    config.declare(&mut pass).expect("writing options cannot fail");
    match pass.mode {
        Mode::Write(out) => out,
        _ => unreachable!("a pass keeps its mode"),
    }
}

/// `config` with a value set.
pub(crate) fn with<T: Options>(mut config: T, change: Change<'_>) -> T {
    let mut pass = OptionPass { agent: "", mode: Mode::Set(change) };
    config.declare(&mut pass).expect("nothing is read");
    config
}
