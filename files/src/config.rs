//! Reading and checking of configuration files. Every error names the line, the key, the accepted values and the given
//! one.

use std::fmt::Display;
use std::path::Path;

use serde::de::DeserializeOwned;
use spariglio_engine::FormatError;
use spariglio_engine::format::plain::short;

use crate::base;
use crate::json::read_value;
use crate::whole::{FileError, read_text};

/// Keys that the files of one verb have.
const VERBS: [(&str, &str); 8] = [
    ("agent", "arena"),
    ("data", "selfplay"),
    ("evaluation", "learn"),
    ("gate", "learn"),
    ("gradient", "learn"),
    ("row", "ladder"),
    ("stage", "tournament"),
    ("team", "tournament"),
];

/// A configuration that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The file cannot be read, or something in it is wrong.
    #[error(transparent)]
    File(#[from] FileError),
    /// The text is no valid configuration.
    #[error("{0}")]
    Text(String),
    /// A value is out of range.
    #[error(transparent)]
    Field(FormatError),
}

impl ConfigError {
    /// Something is wrong with the file `path`.
    pub fn file(path: &Path, error: impl Display) -> ConfigError {
        FileError::contents(path, error).into()
    }

    /// The value of `field` cannot be used.
    pub fn field(field: impl Into<String>, expected: impl Display, found: impl Display) -> ConfigError {
        ConfigError::Field(FormatError::new(field, expected.to_string(), found.to_string()))
    }

    /// The same error with its line in `text`, the TOML that was read.
    fn in_toml(self, text: &str) -> ConfigError {
        match self {
            ConfigError::Field(error) => ConfigError::Field(error.in_toml(text)),
            other => other,
        }
    }
}

/// A configuration: its TOML form and the checks of its values.
///
/// # Examples
/// A configuration with one checked number:
/// ```
/// use spariglio_files::{Config, ConfigError};
/// use spariglio_files::config::check_number;
///
/// #[derive(serde::Deserialize)]
/// struct Mine { hands: u64 }
///
/// impl Config for Mine {
///     fn check(&self) -> Result<(), ConfigError> { check_number("hands", self.hands, 1, 100) }
/// }
/// assert_eq!(Mine::from_toml("hands = 7")?.hands, 7);
/// let refused = |text| Mine::from_toml(text).err().expect("a mistake").to_string();
/// assert_eq!(refused("\nhands = 0"), "line 2: hands: expected 1 to 100, found 0");
/// assert_eq!(refused("{}"), "JSON, expected TOML");
/// # Ok::<(), ConfigError>(())
/// ```
pub trait Config: DeserializeOwned {
    /// Checks every range.
    ///
    /// # Errors
    /// The first key whose value is out of range.
    fn check(&self) -> Result<(), ConfigError>;

    /// Reads and checks a configuration.
    ///
    /// # Errors
    /// The text is not TOML, has unknown keys or a value out of range; the error names lines and keys.
    fn from_toml(text: &str) -> Result<Self, ConfigError> {
        let config: Self = parsed(text, "").map_err(|faults| ConfigError::Text(faults.join("\n")))?;
        config.check().map_err(|error| error.in_toml(text))?;
        Ok(config)
    }

    /// Reads and checks a configuration file. Relative paths in it start at its folder.
    ///
    /// # Errors
    /// As [`Config::from_toml`], or if the file cannot be read; the error names the file.
    fn load(path: &Path) -> Result<Self, ConfigError> {
        let text = read_text(path)?;
        let config: Self = of_file(path, &text)?;
        config.check().map_err(|error| ConfigError::file(path, error.in_toml(&text)))?;
        Ok(config)
    }
}

/// Reads a TOML file. Relative paths in it start at its folder.
///
/// # Errors
/// The file cannot be read, is not TOML or has unknown keys; the error names the file, and lines, keys and the nearest
/// known ones.
pub fn read_toml<T: DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    of_file(path, &read_text(path)?)
}

fn of_file<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, FileError> {
    parsed(text, &base::folder(path))
        .map_err(|faults: Vec<String>| FileError::contents(path, faults.join(&format!("\n{}: ", path.display()))))
}

/// Reads the TOML of a file in `folder`. An error has all faults.
fn parsed<T: DeserializeOwned>(text: &str, folder: &str) -> Result<T, Vec<String>> {
    if text.trim_start().starts_with('{')
        && let Ok(value) = read_value(text).or_else(|_| read_value(text.lines().next().unwrap_or_default()))
    {
        return Err(vec![match value["kind"].as_str() {
            Some(kind) => format!(
                "a result (kind {:?}), expected a configuration in TOML; `spariglio report` shows a result, `spariglio merge` adds up parts of an arena",
                short(kind, 100)
            ),
            None if text.contains("\"hands\"") => {
                "hand records, expected a configuration in TOML; `spariglio export`, `review` and `replay` read records"
                    .to_owned()
            }
            None => "JSON, expected TOML".to_owned(),
        }]);
    }
    let read = spariglio_engine::format::read_toml(text, folder);
    read.map_err(|faults| faults.iter().map(|fault| format!("{fault}{}", of_other_file(fault))).collect())
}

/// The verb whose files have the unknown key of a fault.
fn of_other_file(fault: &FormatError) -> String {
    let is_unknown = fault.found().starts_with("an unknown field");
    match VERBS.iter().find(|(key, _)| is_unknown && *key == fault.field()) {
        Some((_, verb)) => format!(" (files of `spariglio {verb}` have it)"),
        None => String::new(),
    }
}

/// Checks that a value lies between two bounds, both allowed.
///
/// # Errors
/// The value is out of bounds or not a number; the error names `field`.
pub fn check_number<T: PartialOrd + Display>(field: &str, value: T, low: T, high: T) -> Result<(), ConfigError> {
    if value >= low && value <= high {
        return Ok(());
    }
    Err(ConfigError::field(field, format!("{low} to {high}"), value))
}
