//! Reading and checking of configuration files. Every error text names the key, the accepted values and the given one.

mod words;

use std::fmt::Display;
use std::path::Path;

use serde::de::DeserializeOwned;

use crate::base;
use crate::whole::{FileError, read_text};

/// A configuration that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read, or something in it is wrong.
    #[error(transparent)]
    File(#[from] FileError),
    /// The text is no valid configuration.
    #[error("{0}")]
    Text(String),
    /// A value is out of range.
    #[error("{field}: expected {expected}, found {found}")]
    Field {
        /// Dotted name of the key.
        field: String,
        /// The accepted values.
        expected: String,
        /// The given value.
        found: String,
    },
}

impl ConfigError {
    /// Something is wrong with the file `path`.
    pub fn file(path: &Path, error: impl Display) -> ConfigError {
        FileError::contents(path, error).into()
    }

    /// The value of `field` cannot be used.
    pub fn field(field: impl Into<String>, expected: impl Display, found: impl Display) -> ConfigError {
        ConfigError::Field { field: field.into(), expected: expected.to_string(), found: found.to_string() }
    }
}

/// A configuration: its TOML form and the checks of its values.
///
/// # Examples
/// A configuration with one checked number:
/// ```
/// use spariglio_files::{Config, ConfigError, check_number};
///
/// #[derive(serde::Deserialize)]
/// struct Mine { hands: u64 }
///
/// impl Config for Mine {
///     fn check(&self) -> Result<(), ConfigError> { check_number("hands", self.hands, 1, 100) }
/// }
/// assert_eq!(Mine::from_toml("hands = 7")?.hands, 7);
/// assert!(Mine::from_toml("hands = 0").is_err());
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
    /// The text is not TOML, has an unknown key or a value out of range; the error names the key.
    fn from_toml(text: &str) -> Result<Self, ConfigError> {
        let config: Self = parsed(text).map_err(ConfigError::Text)?;
        config.check()?;
        Ok(config)
    }

    /// Reads and checks a configuration file. Relative paths in it start at its folder.
    ///
    /// # Errors
    /// As [`Config::from_toml`], or if the file cannot be read; the error names the file.
    fn load(path: &Path) -> Result<Self, ConfigError> {
        let config: Self = read_toml(path)?;
        config.check().map_err(|error| ConfigError::file(path, error))?;
        Ok(config)
    }
}

/// Reads a TOML file. Relative paths in it start at its folder.
///
/// # Errors
/// The file cannot be read, is not TOML or has an unknown key; the error names the file, the key and the nearest known
/// ones.
pub fn read_toml<T: DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    let text = read_text(path)?;
    base::reading(path, || parsed(&text)).map_err(|error| FileError::contents(path, error))
}

fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    words::read(text)
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
