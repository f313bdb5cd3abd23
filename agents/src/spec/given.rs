//! What a string or table gave: an agent type and its options, before they have types.

use super::error::SpecError;

/// Where a value came from, which decides what it may be read as.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Origin {
    /// The string form: any text, read as what the option is.
    Argument,
    /// A TOML string: only for options that are words or paths.
    Text,
    /// A TOML number or boolean: only for options that are one.
    Literal,
}

/// One given option.
#[derive(Clone, Debug)]
pub(super) struct GivenOption {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) origin: Origin,
}

/// An agent type and options as given, each key at most once.
#[derive(Clone, Debug)]
pub(super) struct Given {
    agent: String,
    pub(super) options: Vec<GivenOption>,
}

impl Given {
    /// From the parts of the string form.
    pub(super) fn from_parts<'a>(agent: &str, parts: impl Iterator<Item = &'a str>) -> Result<Given, SpecError> {
        let mut given = Given::new(agent);
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                return Err(SpecError::NotKeyValue {
                    agent: agent.to_owned(),
                    part: part.to_owned(),
                });
            };
            given.push(key, value.to_owned(), Origin::Argument)?;
        }
        Ok(given)
    }

    /// From a TOML table.
    pub(super) fn from_table(table: &toml::Table) -> Result<Given, SpecError> {
        let Some(agent) = table.get("type").and_then(toml::Value::as_str) else {
            return Err(SpecError::NoType(super::TYPES.join(", ")));
        };
        let mut given = Given::new(agent);
        for (key, value) in table.iter().filter(|(key, _)| *key != "type") {
            let (text, origin) = match value {
                toml::Value::String(text) => (text.clone(), Origin::Text),
                toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => {
                    (value.to_string(), Origin::Literal)
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
    pub(super) fn agent(&self) -> &str {
        &self.agent
    }

    /// Fails if any option was given, for types that have none.
    pub(super) fn without_options(&self) -> Result<(), SpecError> {
        match self.options.first() {
            None => Ok(()),
            Some(option) => Err(SpecError::UnknownOption {
                agent: self.agent.clone(),
                option: option.key.clone(),
                known: "it has none".to_owned(),
            }),
        }
    }

    fn new(agent: &str) -> Given {
        Given {
            agent: agent.to_owned(),
            options: Vec::new(),
        }
    }

    fn push(&mut self, key: &str, value: String, origin: Origin) -> Result<(), SpecError> {
        if self.options.iter().any(|option| option.key == key) {
            return Err(SpecError::Repeated {
                agent: self.agent.clone(),
                option: key.to_owned(),
            });
        }
        self.options.push(GivenOption {
            key: key.to_owned(),
            value,
            origin,
        });
        Ok(())
    }
}
