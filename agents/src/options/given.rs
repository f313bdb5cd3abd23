//! The contents of a string or table: an agent type and its options, before they have types.

use super::error::SpecError;
use crate::quotes::{joined, unquoted};

/// Origin of a value, which limits the options that it fits.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum OptionOrigin {
    /// The string form: fits any option.
    Argument,
    /// A TOML string: fits only words and paths.
    Text,
    /// A TOML array of strings: fits only a command.
    Words,
    /// A TOML number or boolean: fits only numbers and flags.
    Literal,
}

/// One given option.
#[derive(Clone, Debug)]
pub(super) struct GivenOption {
    pub(super) key: String,
    /// The value without quotes.
    pub(super) value: String,
    /// The value as given; the words of a command are read from it.
    pub(super) written: String,
    pub(super) origin: OptionOrigin,
}

impl GivenOption {
    /// Whether the value fits a word or a path.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.origin, OptionOrigin::Argument | OptionOrigin::Text)
    }
}

/// An agent type and options as given, each key at most once.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    agent: String,
    pub(super) options: Vec<GivenOption>,
}

impl Given {
    /// Reads the parts of the string form.
    pub(crate) fn from_parts<'a>(agent: &str, parts: impl Iterator<Item = &'a str>) -> Result<Given, SpecError> {
        let mut list = Given::new(agent);
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                return Err(SpecError::NotKeyValue { agent: agent.to_owned(), part: part.to_owned() });
            };
            let Some(bare) = unquoted(value) else {
                return Err(SpecError::OpenQuote { agent: agent.to_owned(), part: part.to_owned() });
            };
            list.push(GivenOption {
                key: key.to_owned(),
                value: bare,
                written: value.to_owned(),
                origin: OptionOrigin::Argument,
            })?;
        }
        Ok(list)
    }

    /// Reads the options of a TOML table whose `type` is `agent`.
    pub(crate) fn from_table(agent: &str, table: &toml::Table) -> Result<Given, SpecError> {
        let mut list = Given::new(agent);
        for (key, value) in table.iter().filter(|(key, _)| *key != "type") {
            let expected = "a number, a word, a path or an array of words";
            let (text, origin) = text_of(value).ok_or_else(|| SpecError::bad(agent, key, value, expected))?;
            list.push(GivenOption { key: key.clone(), value: text.clone(), written: text, origin })?;
        }
        Ok(list)
    }

    /// The agent type.
    pub(crate) fn agent(&self) -> &str {
        &self.agent
    }

    fn new(agent: &str) -> Given {
        Given { agent: agent.to_owned(), options: Vec::new() }
    }

    fn push(&mut self, option: GivenOption) -> Result<(), SpecError> {
        if self.options.iter().any(|other| other.key == option.key) {
            return Err(SpecError::Repeated { agent: self.agent.clone(), option: option.key });
        }
        self.options.push(option);
        Ok(())
    }
}

/// The text of a TOML value; `None` if no option takes such a value.
fn text_of(value: &toml::Value) -> Option<(String, OptionOrigin)> {
    match value {
        toml::Value::String(text) => Some((text.clone(), OptionOrigin::Text)),
        toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => {
            Some((value.to_string(), OptionOrigin::Literal))
        }
        toml::Value::Array(words) => {
            let words: Option<Vec<String>> = words.iter().map(|word| word.as_str().map(str::to_owned)).collect();
            Some((joined(&words?), OptionOrigin::Words))
        }
        toml::Value::Datetime(_) | toml::Value::Table(_) => None,
    }
}
