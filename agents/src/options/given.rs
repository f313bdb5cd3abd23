//! The contents of a string or table: an agent type and its options, before they have types.

use super::error::SpecError;

/// Origin of a value, which limits the options that it fits.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum OptionOrigin {
    /// The string form: fits any option.
    Argument,
    /// A TOML string: fits only words and paths.
    Text,
    /// A TOML number or boolean: fits only numbers and flags.
    Literal,
}

/// One given option.
#[derive(Clone, Debug)]
pub(super) struct GivenOption {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) origin: OptionOrigin,
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
        let mut given = Given::new(agent);
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                return Err(SpecError::NotKeyValue { agent: agent.to_owned(), part: part.to_owned() });
            };
            given.push(key, value.to_owned(), OptionOrigin::Argument)?;
        }
        Ok(given)
    }

    /// Reads the options of a TOML table whose `type` is `agent`.
    pub(crate) fn from_table(agent: &str, table: &toml::Table) -> Result<Given, SpecError> {
        let mut given = Given::new(agent);
        for (key, value) in table.iter().filter(|(key, _)| *key != "type") {
            let (text, origin) = match value {
                toml::Value::String(text) => (text.clone(), OptionOrigin::Text),
                toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => {
                    (value.to_string(), OptionOrigin::Literal)
                }
                other => {
                    return Err(SpecError::BadValue {
                        agent: agent.to_owned(),
                        option: key.clone(),
                        value: other.type_str().to_owned(),
                        expected: "a number, a word or a path".to_owned(),
                    });
                }
            };
            given.push(key, text, origin)?;
        }
        Ok(given)
    }

    /// The agent type.
    pub(crate) fn agent(&self) -> &str {
        &self.agent
    }

    fn new(agent: &str) -> Given {
        Given { agent: agent.to_owned(), options: Vec::new() }
    }

    fn push(&mut self, key: &str, value: String, origin: OptionOrigin) -> Result<(), SpecError> {
        if self.options.iter().any(|option| option.key == key) {
            return Err(SpecError::Repeated { agent: self.agent.clone(), option: key.to_owned() });
        }
        self.options.push(GivenOption { key: key.to_owned(), value, origin });
        Ok(())
    }
}
