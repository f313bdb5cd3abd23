//! The texts of agents: strings, TOML tables, lists and files; written, read and described by a schema.

#[cfg(feature = "system")]
use std::borrow::Cow;
use std::fmt;
use std::path::Path;

#[cfg(feature = "system")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use spariglio_engine::format::{Placed, read_toml};
use spariglio_files::base;
use spariglio_files::bounded::read_text;

use super::custom::CUSTOM_TYPE;
use super::{AGENTS, AgentSpec, others, registry};
use crate::net::network_folder;
use crate::options::{Change, Given, LIMITS, OTHERS, SpecError};
use crate::quotes::{split, unquoted};

impl AgentSpec {
    /// Reads the string form, for example `ismcts:simulations=4000:rollout=greedy`.
    ///
    /// # Errors
    /// Fails on an unknown type, an unknown option or a bad value: the error names it and lists the valid ones.
    ///
    /// # Examples
    /// Options with default values are not written:
    /// ```
    /// use spariglio_agents::AgentSpec;
    ///
    /// let spec = AgentSpec::parse("ismcts:simulations=4000:rollout=greedy")?;
    /// assert_eq!(spec.value("rollout").as_deref(), Some("greedy"));
    /// assert_eq!(spec.to_string(), "ismcts:rollout=greedy");
    /// let error = AgentSpec::parse("ismcts:simulation=10").expect_err("an unknown option");
    /// assert!(error.to_string().contains("simulations"));
    /// # Ok::<(), spariglio_agents::SpecError>(())
    /// ```
    pub fn parse(text: &str) -> Result<AgentSpec, SpecError> {
        AgentSpec::parse_in(text, "")
    }

    pub(super) fn parse_in(text: &str, folder: &str) -> Result<AgentSpec, SpecError> {
        let mut parts = split(text.trim(), |sign| sign == ':').into_iter();
        let name = parts.next().unwrap_or_default();
        AgentSpec::from_given(&Given::from_parts(name, parts)?, folder)
    }

    /// Reads a TOML document that is one agent table (`type = "ismcts"`, `simulations = 4000`).
    ///
    /// # Errors
    /// Fails like [`AgentSpec::parse`], and if the text is not TOML.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::AgentSpec;
    ///
    /// let table = AgentSpec::from_toml("type = \"ismcts\"\nsimulations = 7\nrollout = \"random\"")?;
    /// assert_eq!(table, AgentSpec::parse("ismcts:simulations=7:rollout=random")?);
    /// assert!(AgentSpec::from_toml("simulations = 7").is_err(), "no type");
    /// # Ok::<(), spariglio_agents::SpecError>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<AgentSpec, SpecError> {
        AgentSpec::from_toml_in(text, "")
    }

    fn from_toml_in(text: &str, folder: &str) -> Result<AgentSpec, SpecError> {
        read_toml(text, folder).map_err(|faults| SpecError::Toml(faults[0].to_string()))
    }

    /// Reads an agent inside a larger TOML document: the string form, or a table. A relative folder of a network starts
    /// at `folder`.
    ///
    /// # Errors
    /// Fails like [`AgentSpec::parse`].
    pub fn from_value(value: &toml::Value, folder: &str) -> Result<AgentSpec, SpecError> {
        match value {
            toml::Value::String(text) => AgentSpec::parse_in(text, folder),
            toml::Value::Table(table) => {
                let name = table.get("type").and_then(toml::Value::as_str);
                let name = name.ok_or_else(|| SpecError::NoType(registry::names()))?;
                AgentSpec::from_given(&Given::from_table(name, table)?, folder)
            }
            other => Err(SpecError::NotAnAgent(other.type_str())),
        }
    }

    /// Reads an agent from a command line: the name of a `.toml` file, or the string form. A relative folder of a
    /// network starts at the file that names it.
    ///
    /// # Errors
    /// Fails like [`AgentSpec::parse`]; an error in a file names the file.
    pub fn resolve(text: &str) -> Result<AgentSpec, SpecError> {
        let path = unquoted(text).unwrap_or_else(|| text.to_owned());
        if Path::new(&path).extension().is_none_or(|end| end != "toml") || path.contains('=') {
            return AgentSpec::parse(text);
        }
        let content = read_text(Path::new(&path)).map_err(|error| error.to_string());
        let in_file = |message: String| SpecError::InFile { path: path.clone(), message };
        let content = content.map_err(in_file)?;
        let read = AgentSpec::from_toml_in(&content, &base::folder(Path::new(&path)));
        read.map_err(|error| in_file(error.to_string()))
    }

    /// Reads agents separated by commas, each as [`AgentSpec::resolve`] does. Commas within quotes separate nothing.
    ///
    /// # Errors
    /// Fails like [`AgentSpec::resolve`], or if nothing is between two commas.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::AgentSpec;
    ///
    /// let agents = AgentSpec::list("greedy, external:command=python3 bot.py 'http://host:80/a,b':millis=50")?;
    /// assert_eq!(agents.len(), 2);
    /// # Ok::<(), spariglio_agents::SpecError>(())
    /// ```
    pub fn list(text: &str) -> Result<Vec<AgentSpec>, SpecError> {
        let texts = AgentSpec::texts(text);
        if texts.len() > 1 && texts.contains(&"") {
            return Err(SpecError::NoName(text.to_owned()));
        }
        texts.into_iter().map(AgentSpec::resolve).collect()
    }

    /// The texts of agents separated by commas, which [`AgentSpec::list`] reads.
    #[must_use]
    pub fn texts(list: &str) -> Vec<&str> {
        split(list, |sign| sign == ',').into_iter().map(str::trim).collect()
    }

    fn from_given(given: &Given, folder: &str) -> Result<AgentSpec, SpecError> {
        let mut known = AGENTS.iter().chain([&CUSTOM_TYPE]);
        let agent = known.find(|agent| agent.name == given.agent());
        let agent = agent.ok_or_else(|| SpecError::UnknownType {
            name: given.agent().to_owned(),
            hint: if given.agent().contains([' ', ';']) {
                " (agents of a list have commas between them)".to_owned()
            } else {
                registry::hint(given.agent())
            },
            known: registry::names(),
        })?;
        let mut options = agent.builder.read(given)?;
        if let Some((_, others)) = options.values().iter().find(|(name, text)| *name == OTHERS && !text.is_empty()) {
            let others = others::resolved(&unquoted(others).unwrap_or_default(), folder)?;
            options = options.with(Change::Agent(&others));
        }
        let spec = AgentSpec { agent, options };
        if spec.waits_for_net() {
            return Ok(spec);
        }
        let Some(net) = spec.net().map(|net| base::resolved(folder, &net)) else {
            return Ok(spec);
        };
        // A run directory is replaced by its best network now: if the run learns on, the agent stays the same.
        Ok(spec.with_net(&network_folder(&net).unwrap_or(net)))
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.agent.name)?;
        let defaults = self.agent.defaults();
        let values = self.options.values();
        let is_limit = |(name, _): &&(&str, String)| LIMITS.contains(name);
        // If both limits are set, both are written: a single one would displace the other.
        let both_limits = values.iter().filter(is_limit).all(|(_, value)| !value.is_empty());
        for option in &values {
            let (name, value) = option;
            let is_default = defaults.contains(option) && !(both_limits && is_limit(&option));
            if !value.is_empty() && !is_default {
                write!(f, ":{name}={value}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentSpec({self})")
    }
}

#[cfg(feature = "system")]
impl JsonSchema for AgentSpec {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "AgentSpec".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"title": "agent", "type": ["string", "object"]})
    }
}

impl Serialize for AgentSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AgentSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AgentSpec, D::Error> {
        let Placed { folder, value } = Placed::deserialize(deserializer)?;
        AgentSpec::from_value(&value, &folder).map_err(serde::de::Error::custom)
    }
}
