//! Errors of reports.

use spariglio_arena::ArenaError;
use spariglio_files::FileError;

/// A report could not be made or written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file cannot be read or written, or has unexpected contents.
    #[error(transparent)]
    File(#[from] FileError),
    /// A result cannot be read.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A picture could not be drawn.
    #[error("picture {name}: {message}")]
    Picture {
        /// The picture's name.
        name: String,
        /// The message of the drawing library.
        message: String,
    },
}
