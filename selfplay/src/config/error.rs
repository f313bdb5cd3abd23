//! What can be wrong with a configuration: every text names the key, what was expected and what was found.

use std::fmt::Display;
use std::path::Path;

/// A configuration that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file, and what is wrong with it.
    #[error("{path}: {text}")]
    File {
        /// The file.
        path: String,
        /// What is wrong.
        text: String,
    },
    /// The text is not what a configuration looks like.
    #[error("{0}")]
    Text(String),
    /// A value is out of range.
    #[error("{field}: expected {expected}, found {found}")]
    Field {
        /// Dotted name of the key.
        field: String,
        /// What the key accepts.
        expected: String,
        /// What was given.
        found: String,
    },
}

impl ConfigError {
    /// Something is wrong with the file `path`.
    pub fn file(path: &Path, error: impl Display) -> ConfigError {
        ConfigError::File {
            path: path.display().to_string(),
            text: error.to_string(),
        }
    }

    /// The value of `field` cannot be used.
    pub fn field(field: impl Into<String>, expected: impl Display, found: impl Display) -> ConfigError {
        ConfigError::Field {
            field: field.into(),
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }
}

/// Checks that a value lies between two bounds, both allowed.
///
/// # Errors
/// It does not, or is not a number; the error names `field`.
pub fn check_number<T: PartialOrd + Display>(field: &str, value: T, low: T, high: T) -> Result<(), ConfigError> {
    if value >= low && value <= high {
        return Ok(());
    }
    Err(ConfigError::field(field, format!("{low} to {high}"), value))
}
